import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext import METHODS, extract_page, parse
from maintext.extraction import find_method
from maintext.lines import SourceLines, source_lines
from maintext.methods.cetr import ThresholdTagRatio, TwoDimensionalTagRatio, forward_change
from maintext.methods.signal import clusters, smoothed
from tests.methods.pages import EMPTY, assert_gives_nothing, kept, row_of, words

ALL = ["cetr-tm", "cetr-km", "cetr"]

# The first example of the paper.
EXAMPLE = """\
<div id="topnav">
<div id="storyPageContent2">
<div id="author">James Smith</div>
OKLAHOMA CITY - Police were told that. . .
The Oklahoman reported Sunday.<br><br> Jones had. . .
</div></div>"""
SMOOTHED = [0, 1.5074, 13.9961, 26.6522, 21.6778, 6.1665]

# Link lists on many lines around an article on three.
NEWS = (
    '<ul class="navigation">\n'
    + "".join(f'<li><a href="/{number}">Section {number}</a></li>\n' for number in range(30))
    + "</ul>\n"
    + "".join(f"<p>{words(40, letter * 5)}</p>\n" for letter in "abc")
    + '<ul class="footer">\n'
    + "".join(f'<li><a href="/{number}">About {number}</a></li>\n' for number in range(30))
    + "</ul>\n"
)
ARTICLE = [words(40, letter * 5) for letter in "abc"]


def example_lines() -> SourceLines:
    return source_lines(parse(EXAMPLE), "paper")


def test_tag_ratios_of_the_papers_example() -> None:
    lines = example_lines()
    ratios = lines.text_chars / np.maximum(lines.tags, 1)
    assert ratios.tolist() == [0, 0, 5.5, 42, 22.5, 0]
    assert ratios.std() == pytest.approx(15.7260, abs=5e-5)


def test_smoothed_tag_ratios_of_the_papers_example() -> None:
    ratios = ThresholdTagRatio().ratios(example_lines())
    np.testing.assert_allclose(ratios, [2.4607, 2.4881, 2.5057, 2.5132, 2.5106, 2.4979], atol=5e-5)


@pytest.mark.parametrize("method", ALL)
def test_the_score_of_a_run_is_the_smoothed_ratio_of_its_line(method: str) -> None:
    found = extract_page(EXAMPLE, method=method)
    assert found.score[row_of(found.page, text="James")] == pytest.approx(2.5057, abs=5e-5)
    assert not found.score[~found.page.is_text].any()


def test_the_score_of_a_run_on_two_lines_is_the_mean_over_its_characters() -> None:
    page = parse(EXAMPLE)
    first, second = "OKLAHOMACITY-Policeweretoldthat...", "TheOklahomanreportedSunday."
    expected = (2.5132 * len(first) + 2.5106 * len(second)) / len(first + second)
    assert METHODS["cetr"].score(page)[row_of(page, text="OKLAHOMA")] == pytest.approx(expected, abs=5e-5)


def test_every_step_of_the_papers_example_smoothed_with_radius_one() -> None:
    method = TwoDimensionalTagRatio(max_radius=1)
    ratios = method.ratios(example_lines())
    np.testing.assert_allclose(ratios, SMOOTHED, atol=5e-5)
    change = forward_change(ratios, 3)
    np.testing.assert_allclose(change, [5.1678, 12.5445, 6.7792, -8.4867, -7.7556, 0], atol=5e-5)
    sharp = np.abs(smoothed(change, 1, 1))
    np.testing.assert_allclose(sharp, [5.7732, 8.9427, 4.1754, 4.1024, 5.8304, 2.1256], atol=5e-5)
    np.testing.assert_allclose(np.abs(method.smoothed(change)), sharp)
    cluster, _ = clusters(np.column_stack((ratios, sharp)), 3, fixed_origin=True)
    assert cluster.tolist() == [0, 0, 1, 2, 2, 0]
    assert method.content_lines(ratios).tolist() == [False, False, True, True, True, False]


def test_threshold_is_the_deviation_of_the_smoothed_ratios() -> None:
    ratios = np.array(SMOOTHED)  # standard deviation 9.98
    assert ThresholdTagRatio().content_lines(ratios).tolist() == [False, False, True, True, True, False]
    assert ThresholdTagRatio(lambda_=2).content_lines(ratios).tolist() == [False, False, False, True, True, False]


def test_clusters_of_the_smoothed_ratios_leave_out_the_one_nearest_zero() -> None:
    content = find_method("cetr-km").content_lines(np.array([0.0, 1, 12, 11, 30, 1]))  # type: ignore[attr-defined]
    assert content.tolist() == [False, False, True, True, True, False]


def test_a_fall_tells_content_as_well_as_a_rise() -> None:
    ratios = np.array([10.0, 40, 10, 10, 40, 20, 10, 10])
    assert TwoDimensionalTagRatio(max_radius=1).content_lines(ratios).all()


def test_forward_change_of_a_row_of_numbers() -> None:
    change = forward_change(np.array([0.0, 0, 4, 8, 8, 8, 2, 0]), 3)
    np.testing.assert_allclose(change, [1.3333, 4, 2.6667, 0, -2, -4.6667, -1, 0], atol=5e-5)


@given(values=st.lists(st.floats(-1000, 1000), min_size=1, max_size=30), window=st.integers(2, 40))
def test_forward_change_is_the_mean_of_the_next_values_less_the_first(values: list[float], window: int) -> None:
    expected = [np.mean(values[at : at + window]) - values[at] for at in range(len(values))]
    np.testing.assert_allclose(forward_change(np.array(values), window), expected, atol=1e-8)


def test_a_window_of_any_size_ends_with_the_lines() -> None:
    assert kept(NEWS, "cetr", alpha=10**30) == kept(NEWS, "cetr", alpha=1000)


# -- decisions -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ALL)
def test_text_among_links_is_kept_and_what_is_far_from_it_is_not(method: str) -> None:
    texts = kept(NEWS, method, max_radius=2)
    assert set(ARTICLE) <= set(texts)
    assert "Section 1" not in texts
    assert "About 28" not in texts


def test_a_smaller_radius_keeps_neighbours_out() -> None:
    blurred, sharp = kept(NEWS, "cetr-tm"), kept(NEWS, "cetr-tm", max_radius=1)
    assert set(sharp) < set(blurred)
    assert set(ARTICLE) <= set(sharp)


def test_a_radius_beyond_the_deviation_changes_nothing() -> None:
    method = ThresholdTagRatio(max_radius=10_000)
    np.testing.assert_array_equal(method.ratios(example_lines()), ThresholdTagRatio().ratios(example_lines()))


def test_a_larger_lambda_keeps_less() -> None:
    few, many = kept(NEWS, "cetr-tm", max_radius=2, lambda_=2.5), kept(NEWS, "cetr-tm", max_radius=2, lambda_=0.1)
    assert set(few) < set(many)
    assert kept(NEWS, "cetr-tm", lambda_=0) == kept(NEWS, "whole-text")


# Lines with ratios of 5, 50 and 120.
UNEVEN = (
    "".join(f"<p>{'n' * 10}</p>\n" * 12 + f"<p>{letter * 100}</p>\n" * 4 for letter in "ab")
    + f"<p>{'n' * 10}</p>\n" * 12
    + f"<p>{'c' * 240}</p>\n" * 4
)


@pytest.mark.parametrize("method", ["cetr-km", "cetr"])
def test_fewer_clusters_keep_less(method: str) -> None:
    three, two = kept(UNEVEN, method, max_radius=1), kept(UNEVEN, method, max_radius=1, k=2)
    assert "a" * 100 in three
    assert "a" * 100 not in two
    assert "c" * 240 in two


def test_a_wider_window_sees_a_rise_earlier() -> None:
    ratios = np.array([0.0] * 8 + [50.0] * 4)
    near, far = forward_change(ratios, 2), forward_change(ratios, 6)
    assert np.flatnonzero(near)[0] == 7
    assert np.flatnonzero(far)[0] == 3


def test_the_window_changes_what_is_kept() -> None:
    assert kept(UNEVEN, "cetr", max_radius=1, alpha=2) != kept(UNEVEN, "cetr", max_radius=1, alpha=12)


@pytest.mark.parametrize("method", ALL)
@pytest.mark.parametrize("breaking", ["paper", "mean", "long", "all", "block"])
def test_a_page_on_one_line_is_cut_into_lines(method: str, breaking: str) -> None:
    texts = kept(NEWS.replace("\n", ""), method, lines=breaking, max_radius=2)
    assert set(ARTICLE) <= set(texts)
    assert "Section 1" not in texts


@pytest.mark.parametrize("method", ALL)
def test_a_page_on_one_line_as_written_cannot_be_told_apart(method: str) -> None:
    page = parse(NEWS.replace("\n", ""))
    score = find_method(method, {"lines": "source"}).score(page)
    np.testing.assert_allclose(score[page.is_text], score[page.text_rows[0]])


def test_a_word_on_two_wrapped_lines_is_not_cut_in_two() -> None:
    word = "c" * 300
    assert kept(f"<p>{word}</p>", "cetr-tm", lines="all") == [word]


# -- edges ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", EMPTY.values(), ids=EMPTY.keys())
@pytest.mark.parametrize("method", ALL)
def test_a_page_without_text_gives_nothing(method: str, page: str) -> None:
    assert_gives_nothing(page, method)


@pytest.mark.parametrize("method", ALL)
@pytest.mark.parametrize("text", ["just some words", "some words\n\nand more of them\n" * 3, "a"])
def test_text_without_tags_is_kept_whole(method: str, text: str) -> None:
    assert kept(text, method) == [" ".join(text.split())]


@pytest.mark.parametrize("method", ALL)
@pytest.mark.parametrize("between", ["", " ", "\n"])
def test_a_page_of_links_alone_is_kept(method: str, between: str) -> None:
    assert kept(f"<a href=/a>one</a>{between}<a href=/b>two</a>", method) == ["one", "two"]


@pytest.mark.parametrize("method", ALL)
def test_a_list_of_links_alone_is_kept(method: str) -> None:
    assert kept("<ul>\n<li><a href=/a>one</a></li>\n<li><a href=/b>two</a></li>\n</ul>", method) == ["one", "two"]


@pytest.mark.parametrize("method", ALL)
def test_a_page_of_one_letter_is_kept(method: str) -> None:
    assert kept("<p>a</p>", method) == ["a"]


@pytest.mark.parametrize("method", ALL)
@pytest.mark.parametrize("open_end", ["<!-- lost words <p>more lost</p>", "<script>lost words <p>more lost</p>"])
def test_what_stands_in_an_unclosed_comment_or_script_does_not_leak(method: str, open_end: str) -> None:
    page = f"<div>\n<p>{words(30)}</p>\n</div>\n{open_end}\nlost"
    assert kept(page, method) == [words(30)]


@pytest.mark.parametrize("method", ALL)
def test_deep_nesting_is_no_trouble(method: str) -> None:
    assert kept("<div>" * 3000 + "deep words" + "</div>" * 3000, method) == ["deep words"]
