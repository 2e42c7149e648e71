"""Density: the region of long lines with the most text."""

import pytest

from maintext import extract_page
from tests.methods.pages import kept, row_of

LONG, LONGER = "a" * 100, "b" * 150
SHORT = "<p>short</p>"
PAGE = f"<p>{LONG}</p>{SHORT * 12}<p>{LONGER}</p>{SHORT * 3}<p>{LONG}</p>{SHORT}"


def test_the_region_with_the_most_text_is_kept_with_the_short_lines_inside() -> None:
    assert kept(PAGE, "density") == [LONGER, "short", "short", "short", LONG]


@pytest.mark.parametrize(("gap", "count"), [(2, 1), (3, 5), (11, 5), (12, 18)])
def test_the_gap_is_how_many_short_lines_may_lie_between(gap: int, count: int) -> None:
    assert len(kept(PAGE, "density", gap=gap)) == count


def test_the_length_is_what_makes_a_line_dense() -> None:
    assert kept(PAGE, "density", length=120) == [LONGER]
    assert len(kept(PAGE, "density", length=5)) == 19


def test_a_line_is_a_block_and_not_a_run() -> None:
    html = f"<p>{'a' * 50}<b>{'b' * 50}</b></p>"
    found = extract_page(html, method="density")
    assert found.score[row_of(found.page, text="b")] == 100
    assert len(kept(html, "density")) == 2


def test_tags_without_text_are_no_lines() -> None:
    assert kept(f"<p>{LONG}</p>{'<div></div>' * 50}<p>{LONG}</p>", "density", gap=0) == [LONG, LONG]


def test_where_no_line_is_long_the_longest_is_kept() -> None:
    assert kept("<p>ab</p><p>abc</p><p>a</p>", "density", gap=0) == ["abc"]
