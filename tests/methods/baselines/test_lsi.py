"""LSI: the element that gathers the most text."""

import pytest

from maintext import extract_page
from tests.methods.pages import ARTICLE, kept, row_of


def test_the_increase_is_over_the_largest_child() -> None:
    found = extract_page(ARTICLE, method="lsi")
    score, page = found.score, found.page
    # body 225 with children of 8, 211 and 6; the article 211 with children of 5, 120, 84 and 2.
    assert score[0] == 225 - 211
    assert score[row_of(page, name="div", id="art")] == 211 - 120
    assert score[row_of(page, name="ul")] == 8 - 4
    assert score[row_of(page, name="p", number=1)] == 84 - 80
    assert score[row_of(page, name="h1")] == 0


def test_a_run_has_the_increase_of_its_parent() -> None:
    found = extract_page(ARTICLE, method="lsi")
    assert found.score[row_of(found.page, text="bbb")] == 4


def test_all_text_below_the_best_element_is_kept() -> None:
    assert kept(ARTICLE, "lsi") == ["Title", "a" * 120, "b" * 80, "link", "ok"]


def test_text_between_line_breaks_is_gathered_too() -> None:
    assert kept("<p>a</p><div>one<br>two<br>three</div>", "lsi") == ["one", "two", "three"]


@pytest.mark.parametrize("html", ["words", "<p>words</p>", "<div><div><b>words</b></div></div>"])
def test_a_page_of_one_run_is_kept_whole(html: str) -> None:
    assert kept(html, "lsi") == ["words"]
