"""CCB, ACCB and TCCB: the blurred vector of text and code."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext import extract_page, parse
from maintext.extraction import find_method
from maintext.methods.baselines.ccb import ContentCodeBlurring, blurred
from tests.methods.pages import kept, row_of, words

ALL = ["ccb", "accb", "tccb"]
MENU = '<li><a href="/section">Section</a></li>' * 20
PAGE = f"<ul>{MENU}</ul><p>{words(120)}</p><ul>{MENU}</ul>"


def test_blurring_by_hand() -> None:
    # [0 0 1 0 0], reach 1: [0 0 1 0 0] -> [0 1 1 1 0]/3 -> [1/6 2/9 1/3 2/9 1/6] -> ...
    expected = [(1 / 6 + 2 / 9) / 2, (1 / 6 + 2 / 9 + 1 / 3) / 3, (2 / 9 + 1 / 3 + 2 / 9) / 3]
    np.testing.assert_allclose(blurred(np.array([0, 0, 1, 0, 0], dtype=bool), 1), [*expected, expected[1], expected[0]])


@given(bits=st.lists(st.booleans(), max_size=60), spread=st.integers(1, 80))
def test_each_blur_is_the_mean_of_the_neighbours_that_there_are(bits: list[bool], spread: int) -> None:
    values = [float(bit) for bit in bits]
    for _ in range(3):
        values = [float(np.mean(values[max(at - spread, 0) : at + spread + 1])) for at in range(len(values))]
    np.testing.assert_allclose(blurred(np.array(bits, dtype=bool), spread), values, atol=1e-12)


@pytest.mark.parametrize("spread", [1, 7, 40, 20_000])
def test_a_long_vector_comes_out_the_same_in_pieces(spread: int) -> None:
    is_text = np.random.default_rng(1).random(50_000) < 0.5
    sums = is_text.astype(float)
    at = np.arange(len(sums))
    for _ in range(3):
        prefix = np.concatenate(([0.0], np.cumsum(sums)))
        start, stop = np.maximum(at - spread, 0), np.minimum(at + spread + 1, len(sums))
        sums = (prefix[stop] - prefix[start]) / (stop - start)
    np.testing.assert_allclose(blurred(is_text, spread), sums, atol=1e-9)


def test_three_running_means_are_nearly_a_gaussian() -> None:
    impulse = np.zeros(2001, dtype=bool)
    impulse[1000] = True
    offsets = np.arange(-1000, 1001)
    found = blurred(impulse, 100)
    assert np.sqrt((found * offsets**2).sum()) == pytest.approx(100, rel=0.01)
    gauss = np.exp(-(offsets**2) / (2 * 100**2)) / (100 * np.sqrt(2 * np.pi))
    assert np.abs(found - gauss).max() < 0.07 * gauss.max()


def test_an_entry_is_a_character_of_text_or_of_a_tag() -> None:
    vector = ContentCodeBlurring().vector(parse('<p id="a">one <b>two</b></p>'))
    code, text = [False], [True]
    assert vector.is_text.tolist() == code * len('<pid="a">') + text * 3 + code * 3 + text * 3 + code * 4 + code * 4


def test_accb_does_not_see_the_tags_of_links() -> None:
    page = parse('<p>one <a href="/somewhere">two</a></p>')
    vector = find_method("accb").vector(page)  # type: ignore[attr-defined]
    assert vector.is_text.tolist() == [False] * 3 + [True] * 6 + [False] * 4


def test_tccb_counts_words_and_tags() -> None:
    vector = find_method("tccb").vector(parse("<p>one two</p>"))  # type: ignore[attr-defined]
    assert vector.is_text.tolist() == [False, True, True, False]


@pytest.mark.parametrize("method", ALL)
def test_long_text_is_kept_and_menus_are_not(method: str) -> None:
    assert kept(PAGE, method, spread=10) == [words(120)]


@pytest.mark.parametrize("method", ALL)
def test_a_higher_threshold_keeps_less(method: str) -> None:
    html = f"<p>{words(5)}</p>" * 10 + PAGE
    few, many = kept(html, method, threshold=0.9), kept(html, method, threshold=0.1)
    assert len(few) < len(many)
    assert kept(html, method, threshold=0) == kept(html, "whole-text")


def test_a_text_full_of_links_is_content_for_accb_alone() -> None:
    html = '<p>some text <a href="/wiki/some_rather_long_address">linked</a> </p>' * 10
    assert kept(html, "ccb") == []
    assert len(kept(html, "accb", threshold=0.6)) == 20


def test_a_picture_in_an_attribute_changes_nothing_but_the_length() -> None:
    page, huge = (f'<p>{words(50)}</p><img src="{"x" * size}"><p>{words(50)}</p>' for size in (1000, 3_000_000))
    np.testing.assert_allclose(extract_page(page, method="ccb").score, extract_page(huge, method="ccb").score)
    assert len(ContentCodeBlurring().vector(parse(huge))) < 2000


@pytest.mark.parametrize("method", ALL)
@pytest.mark.parametrize("spread", [1, 10**30])
def test_any_spread_reads_any_page(method: str, spread: int) -> None:
    assert kept("just some words", method, spread=spread) == ["just some words"]
    assert kept("", method, spread=spread) == []


def test_the_score_is_the_mean_ratio_of_a_run() -> None:
    page = parse("<b>ab</b>")
    ratio = blurred(np.array([False] * 3 + [True] * 2 + [False] * 4), 2)
    assert ContentCodeBlurring(spread=2).score(page)[row_of(page, text="ab")] == pytest.approx(ratio[3:5].mean())
