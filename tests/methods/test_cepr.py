import unicodedata
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext import extract_page, parse
from maintext.distance import edit_distance
from maintext.methods.cepr import (
    ExtendedTagPathRatio,
    SmoothedTagPathRatio,
    TagPathRatio,
    path_distances,
    punctuation,
)
from tests.methods.pages import ARTICLE, EMPTY, assert_gives_nothing, kept, nested, row_of, words

ALL = ["cepr-tpr", "cepr-etpr", "cepr-setpr"]


def story(lengths: tuple[int, int] = (400, 245), marks: tuple[int, int] = (9, 6)) -> str:
    """The paper's second and third example: a heading, and two paragraphs with a link between them."""
    first, second = ["," * count + "x" * (length - count) for length, count in zip(lengths, marks, strict=True)]
    return f"<div><div><div><h1>{'h' * 40}</h1><p>{first}<a>{'l' * 7}</a>{second}</p></div></div></div>"


def test_tag_path_ratios_of_the_papers_example() -> None:
    np.testing.assert_allclose(TagPathRatio().values(parse(story())), [40, 322.5, 7, 322.5])


def test_paths_with_one_run_have_no_extended_ratio() -> None:
    values = ExtendedTagPathRatio().values(parse(story()))
    assert values[0] == values[2] == 0


def test_extended_ratio_is_the_printed_formula() -> None:
    values = ExtendedTagPathRatio().values(parse(story()))
    assert values[1] == values[3] == pytest.approx(281179.6875)
    assert values[1] == pytest.approx(322.5 * 15 / 2 * np.std([400, 245]) * np.std([9, 6]))


def test_the_papers_example_gives_its_printed_value() -> None:
    """The paper's lengths and marks are lost; these fit what is left of them. ETPR = 322.5 * m/2 * D/2 * U/2, where m is the sum
    of the marks, D and U are the differences of lengths and marks: m D U = 28215. `p` and `p.a` are 2 characters apart."""
    total_marks, length_difference, marks_difference = 57, 45, 11
    assert total_marks * length_difference * marks_difference == 28215
    lengths = ((645 + length_difference) // 2, (645 - length_difference) // 2)
    marks = ((total_marks + marks_difference) // 2, (total_marks - marks_difference) // 2)
    page = parse(story(lengths, marks))
    weighted = ExtendedTagPathRatio().values(page)[1] / 3
    assert weighted == pytest.approx(379139.0625)
    assert 2 * 0.274 * weighted == pytest.approx(207768.206, abs=5e-4)
    assert SmoothedTagPathRatio().values(page)[2] == pytest.approx(2 * 0.27406862 * weighted)


def test_smoothed_link_with_a_distance_in_tags() -> None:
    values = SmoothedTagPathRatio(distance="tags").values(parse(story()))
    assert values[2] == pytest.approx(77062.5287, abs=5e-5)


def test_a_missing_neighbour_adds_nothing_and_is_not_made_up_for() -> None:
    values = SmoothedTagPathRatio().values(parse(story()))
    kernel = 0.4518628
    assert values[3] == pytest.approx(281179.6875 * kernel, rel=1e-6)  # its other neighbour, the link, has 0
    assert values[0] == pytest.approx(281179.6875 * 0.27406862 / (1 + edit_distance("h1", "p")), rel=1e-6)


# -- parameters ----------------------------------------------------------------------------------------------------------


def test_alpha_zero_smooths_whatever_the_paths() -> None:
    values = SmoothedTagPathRatio(alpha=0).values(parse(story()))
    assert values[2] == pytest.approx(2 * 0.27406862 * 281179.6875, rel=1e-6)


def test_a_larger_alpha_holds_unlike_paths_further_apart() -> None:
    page = parse(story())
    by_alpha = [SmoothedTagPathRatio(alpha=alpha).values(page)[2] for alpha in (0, 0.5, 1, 2)]
    assert by_alpha == sorted(by_alpha, reverse=True)
    assert by_alpha[3] == pytest.approx(by_alpha[2] / 3)


@pytest.mark.parametrize("radius", [1, 2, 3, 50])
def test_the_radius_says_how_many_neighbours_take_part(radius: int) -> None:
    page = parse("<body>" + "<p>a, b</p><div>x</div>" * 2 + "<p>a, b, c, d</p>" + "<div>x</div>" * 4 + "</body>")
    plain = ExtendedTagPathRatio().values(page)
    offsets = np.arange(-radius, radius + 1)
    kernel = np.exp(-(offsets**2) / (2 * radius**2))
    kernel /= kernel.sum()
    rows = page.text_rows
    expected = [
        sum(
            kernel[radius + other - one]
            * plain[other]
            / (1 + edit_distance(page.tag_path(int(page.parent[rows[one]])), page.tag_path(int(page.parent[rows[other]]))))
            for other in range(len(rows))
            if abs(one - other) <= radius
        )
        for one in range(len(rows))
    ]
    np.testing.assert_allclose(SmoothedTagPathRatio(radius=radius).values(page), expected)


@pytest.mark.parametrize("method", ALL)
def test_a_larger_lambda_keeps_less(method: str) -> None:
    page = "<body>" + "<p>One, two, three.</p><p>Four.</p><div>x, y</div><div>z</div>" * 5 + "</body>"
    everything = kept(page, "whole-text")
    assert kept(page, method, lambda_=0) == everything
    assert len(kept(page, method, lambda_=100)) < len(everything)


def test_content_reaches_lambda_standard_deviations() -> None:
    page = parse(f"<body><p>{'a' * 30}</p><div>{'b' * 20}</div><span>{'c' * 10}</span></body>")
    deviation = np.std([30, 20, 10])
    for lambda_, expected in [(30 / deviation, ["a" * 30]), (20 / deviation, ["a" * 30, "b" * 20]), (31 / deviation, [])]:
        assert kept(page, "cepr-tpr", lambda_=lambda_ * (1 - 1e-12)) == expected


# -- parts ---------------------------------------------------------------------------------------------------------------


def test_punctuation_is_that_of_every_script() -> None:
    page = parse("<p>Yes, no; «a» – b… (c)!</p><p>中文，句子。</p><p>plain $ + words</p><p>&quot;</p>")
    assert punctuation(page).tolist() == [9, 2, 0, 1]


@given(text=st.text(st.characters(blacklist_categories=("Cs", "Cc"), max_codepoint=0xFFFF), max_size=20))
def test_punctuation_is_unicodes_category_p(text: str) -> None:
    text = text.replace("<", "").replace("&", "") + "x"
    page = parse(f"<p>{text}</p>")
    expected = sum(unicodedata.category(letter).startswith("P") for letter in page.text(2))
    assert punctuation(page).tolist() == [expected]


def naive_distance(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, start=1):
        above, row = row, [i]
        for j, other in enumerate(b, start=1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (letter != other)))
    return row[-1]


@given(a=st.text("ab.p", max_size=80), b=st.text("ab.p", max_size=80))
def test_edit_distance_is_that_of_the_dynamic_programme(a: str, b: str) -> None:
    assert edit_distance(a, b) == naive_distance(a, b)


@pytest.mark.parametrize(
    ("a", "b", "distance"), [("", "", 0), ("p", "p.a", 2), ("kitten", "sitting", 3), ("", "abc", 3), ("abc", "abc", 0)]
)
def test_edit_distances(a: str, b: str, distance: int) -> None:
    assert edit_distance(a, b) == distance


_MARKUP = nested(["text "], ["div", "span", "b", "section", "my-element", "other-element"], max_leaves=15)


@given(markup=st.lists(_MARKUP, min_size=2, max_size=4))
def test_path_distances_are_those_of_the_whole_paths(markup: list[str]) -> None:
    page = parse("".join(markup))
    one, other = page.text_rows[:-1], page.text_rows[1:]
    paths = [page.tag_path(int(page.parent[row])) for row in page.text_rows.tolist()]
    in_characters = [naive_distance(a, b) for a, b in pairwise(paths)]
    assert path_distances(page, one, other, "characters").tolist() == in_characters
    letters = {name: chr(number) for number, name in enumerate(page.tag_names)}
    spelled = ["".join(letters[name] for name in path.split(".")) for path in paths]
    in_tags = [naive_distance(a, b) for a, b in pairwise(spelled)]
    assert path_distances(page, one, other, "tags").tolist() == in_tags


# -- decisions and edges -------------------------------------------------------------------------------------------------


def test_tag_path_ratio_keeps_the_paragraphs_of_the_article_page() -> None:
    found = extract_page(ARTICLE, method="cepr-tpr")
    assert found.score[row_of(found.page, text="ok")] == pytest.approx(67.3333, abs=5e-5)
    assert kept(ARTICLE, "cepr-tpr") == ["a" * 120, "b" * 80, "ok"]


@pytest.mark.parametrize("method", ["cepr-etpr", "cepr-setpr"])
def test_without_punctuation_every_value_is_zero_and_everything_is_kept(method: str) -> None:
    assert not extract_page(ARTICLE, method=method).score.any()
    assert kept(ARTICLE, method) == kept(ARTICLE, "whole-text")


@pytest.mark.parametrize("page", EMPTY.values(), ids=EMPTY.keys())
@pytest.mark.parametrize("method", ALL)
def test_a_page_without_text_gives_nothing(method: str, page: str) -> None:
    assert_gives_nothing(page, method)


@pytest.mark.parametrize("method", ALL)
@pytest.mark.parametrize("page", ["just some words", "<p>a</p>", f"<p>{words(100)}.</p>"])
def test_a_single_run_is_kept(method: str, page: str) -> None:
    assert kept(page, method) == kept(page, "whole-text")


@pytest.mark.parametrize("method", ALL)
def test_a_page_of_links_alone_is_kept(method: str) -> None:
    assert kept("<ul><li><a href=/a>one</a></li><li><a href=/b>two</a></li></ul>", method) == ["one", "two"]


@pytest.mark.parametrize("method", ALL)
def test_deep_nesting_is_no_trouble(method: str) -> None:
    page = "<div>" * 3000 + "deep, words." + "</div>" * 3000 + "<p>more</p>"
    assert "deep, words." in kept(page, method)
