"""Zhou et al.: paragraphs that are long beside the longest."""

import pytest

from maintext import extract_page
from tests.methods.pages import kept, row_of, words

# Paragraphs of 2, 1, 20, 4, 30, 1, 2, 1 words; smoothed 1.5, 7.67, 8.33, 18, 11.67, 11, 1.33, 1.5.
COUNTS = [2, 1, 20, 4, 30, 1, 2, 1]
PAGE = "".join(f"<p>{words(count, f'w{number}')}</p>" for number, count in enumerate(COUNTS))


def numbers(texts: list[str]) -> list[int]:
    return [int(text[1]) for text in texts]


def test_lengths_are_smoothed_and_divided_by_the_longest() -> None:
    found = extract_page(PAGE, method="zhou")
    assert found.score[row_of(found.page, text="w3")] == 1
    assert found.score[row_of(found.page, text="w1")] == pytest.approx((23 / 3) / 18)
    assert found.score[row_of(found.page, text="w0")] == pytest.approx(1.5 / 18)
    assert not found.score[~found.page.is_text].any()


def test_paragraphs_that_reach_the_threshold_are_kept() -> None:
    assert numbers(kept(PAGE, "zhou")) == [1, 2, 3, 4, 5]


def test_without_smoothing_a_short_paragraph_between_long_ones_is_lost() -> None:
    assert numbers(kept(PAGE, "zhou", radius=0)) == [2, 4]


@pytest.mark.parametrize(("threshold", "expected"), [(0, list(range(8))), (0.5, [3, 4, 5]), (1, [3])])
def test_the_threshold_is_a_share_of_the_longest(threshold: float, expected: list[int]) -> None:
    assert numbers(kept(PAGE, "zhou", threshold=threshold)) == expected


def test_a_radius_beyond_the_page_makes_all_paragraphs_equal() -> None:
    assert len(kept(PAGE, "zhou", radius=10**30)) == len(COUNTS)


def test_inline_tags_do_not_break_a_paragraph_and_br_does() -> None:
    html = f"<div>{words(10)} <b>bold</b><br>short<br>short<br>short</div>"
    assert kept(html, "zhou", radius=0) == [words(10), "bold"]


def test_chinese_characters_are_words() -> None:
    assert kept("<p>一月的第二个星期港口结冰了</p><p>two words</p>", "zhou", radius=0) == ["一月的第二个星期港口结冰了"]
