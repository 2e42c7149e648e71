"""DSC and ADSC: windows with few tags."""

import pytest

from maintext import extract_page
from tests.methods.pages import kept, row_of, words

# 20 tags around 10 words, then 40 words between 2 tags, then the 20 tags again: 42 tags among 102 tokens.
LINKS = "<b>x</b>" * 10
PAGE = f"{LINKS}<p>{words(40)}</p>{LINKS}"


@pytest.mark.parametrize("method", ["dsc", "adsc"])
def test_the_long_text_is_kept_and_the_links_are_not(method: str) -> None:
    assert kept(PAGE, method, window=10) == [words(40)]


def test_the_slope_of_a_window_is_its_share_of_tags() -> None:
    found = extract_page(PAGE, method="dsc", parameters={"window": 10})
    assert found.score[row_of(found.page, text="word")] == pytest.approx(1, abs=0.05)
    # Windows of 10 tokens each 5: start tag, word, end tag and so on, 6 or 7 tags of 10.
    assert found.score[row_of(found.page, text="x", number=3)] in (pytest.approx(0.3), pytest.approx(0.4))


def test_dsc_compares_with_the_slope_of_the_whole_page() -> None:
    html = f"<p>{words(10)}</p>" * 20  # 2 tags among 12 tokens anywhere
    assert kept(html, "dsc", window=24) == []
    assert len(kept(html, "dsc", window=24, share=1.5)) == 20
    assert len(kept(html, "adsc", window=24)) == 20


def test_adsc_wants_more_words_than_tags() -> None:
    html = "<p>x</p>" * 20 + f"<p>{words(3)}</p>" * 20
    assert kept(html, "adsc", window=20) == [words(3)] * 19  # the window around the first of them holds too many tags
    assert kept(html, "adsc", window=20, limit=0.8) == ["x"] * 20 + [words(3)] * 20
    assert kept(html, "adsc", window=20, limit=0) == []


@pytest.mark.parametrize("method", ["dsc", "adsc"])
def test_a_wider_window_sees_no_short_text_among_links(method: str) -> None:
    html = f"{LINKS * 5}<p>{words(12)}</p>{LINKS * 5}"
    assert words(12) in kept(html, method, window=8)
    assert words(12) not in kept(html, method, window=100)


@pytest.mark.parametrize("method", ["dsc", "adsc"])
@pytest.mark.parametrize("window", [2, 3, 1000, 10**30])
def test_any_window_reads_any_page(method: str, window: int) -> None:
    assert kept("just some words", method, window=window) == ["just some words"]
    assert kept("", method, window=window) == []
    kept(PAGE, method, window=window)


def test_without_tags_the_curve_is_flat() -> None:
    assert kept(words(200), "dsc") == [words(200)]
