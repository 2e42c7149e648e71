import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import METHODS, Page, extract_page, parse
from maintext.methods.cetd import _smoothed_over_siblings
from tests.methods.pages import ARTICLE, EMPTY, assert_gives_nothing, kept, nested, row_of, score

COMPOSITE = ["cectd-ds", "cectd-s"]
ALL = ["cetd-ds", *COMPOSITE]

# The second example of the paper. Its HTML is lost; the counts survive.
EXAMPLE = (
    f'<body><div id="main"><div id="article"><div id="headline">{"h" * 46}</div>'
    f'<div id="body">{"t" * 24}<a>{"l" * 15}</a></div></div></div></body>'
)


def density_sum(page: Page, density: "np.typing.NDArray[np.float64]", row: int) -> float:
    return float(density[page.parent == row].sum())


def row(page: Page, which: str) -> int:
    return row_of(page, name="div", id=which)


@pytest.mark.parametrize(
    ("which", "density"),
    [("main", 21.25), ("article", 28.3333), ("headline", 46), ("body", 39)],
)
def test_text_density_of_the_papers_example(which: str, density: float) -> None:
    page = parse(EXAMPLE)
    assert score(page, "cetd-ds")[row(page, which)] == pytest.approx(density, abs=5e-5)


def test_text_density_of_body_and_link_in_the_papers_example() -> None:
    page = parse(EXAMPLE)
    density = score(page, "cetd-ds")
    assert density[0] == 17.0
    assert density[row_of(page, name="a")] == 15


@pytest.mark.parametrize(
    ("which", "density"),
    [("main", 51.9814), ("article", 62.9197), ("headline", 202.8292), ("body", 29.5739)],
)
@pytest.mark.parametrize("method", COMPOSITE)
def test_composite_text_density_of_the_papers_example(method: str, which: str, density: float) -> None:
    page = parse(EXAMPLE)
    assert score(page, method)[row(page, which)] == pytest.approx(density, abs=5e-5)


def test_composite_text_density_of_body_link_and_text_runs_in_the_papers_example() -> None:
    page = parse(EXAMPLE)
    density = score(page, "cectd-ds")
    assert density[0] == pytest.approx(44.5585, abs=5e-5)
    assert density[row_of(page, name="a")] == 0
    assert density[row_of(page, text="h")] == pytest.approx(202.8292, abs=5e-5)
    assert density[row_of(page, text="t")] == pytest.approx(115.1635, abs=5e-5)
    assert density[row_of(page, text="l")] == 0


def test_composite_text_density_is_the_printed_formula() -> None:
    page = parse(EXAMPLE)
    chars, tags, link_chars, link_tags = 85, 4, 15, 1
    base = math.log(chars / (chars - link_chars) * link_chars + 15 / 85 * chars + math.e)
    expected = chars / tags * math.log(chars / link_chars * tags / link_tags) / math.log(base)
    assert score(page, "cectd-ds")[row(page, "main")] == pytest.approx(expected)


# 20 characters of links in four elements, next to as much plain text.
LINK_LIST = f"<body>{'t' * 20}<ul><li><a>{'l' * 10}</a></li><li><a>{'m' * 10}</a></li></ul></body>"


def test_density_is_zero_where_there_are_only_links() -> None:
    page = parse(LINK_LIST)
    density = score(page, "cectd-ds")
    assert density[row_of(page, name="ul")] == 0
    assert density[row_of(page, name="li")] == 0


def test_without_link_promotion_a_list_of_links_has_some_density() -> None:
    page = parse(LINK_LIST)
    assert score(page, "cectd-ds", link_promotion=False)[row_of(page, name="ul")] == pytest.approx(1.9302, abs=5e-5)


def test_an_empty_element_among_links_stops_link_promotion() -> None:
    page = parse(LINK_LIST.replace("</ul>", "<li></li></ul>"))
    assert score(page, "cectd-ds")[row_of(page, name="ul")] > 0


@pytest.mark.parametrize("link", ["a", "button", "select"])
def test_links_buttons_and_drop_down_lists_are_links(link: str) -> None:
    inner = "<option>choice</option>" if link == "select" else "<b>choice</b>"
    page = parse(f"<body><p>some plain text</p><p><{link}>{inner}</{link}></p></body>")
    density = score(page, "cectd-ds")
    assert density[row_of(page, name="p", number=1)] == 0
    assert density[row_of(page, name=link)] == 0
    assert density[row_of(page, text="choice")] == 0


# -- the page with every number ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("which", "density"), [("nav", 1.6), ("art", 42.2), ("foot", 6)])
def test_text_densities_of_the_article_page(which: str, density: float) -> None:
    page = parse(ARTICLE)
    assert score(page, "cetd-ds")[row(page, which)] == pytest.approx(density)


def test_text_density_sums_of_the_article_page() -> None:
    page = parse(ARTICLE)
    density = score(page, "cetd-ds")
    assert density[0] == pytest.approx(16.0714, abs=5e-5)
    assert density_sum(page, density, 0) == pytest.approx(49.8)
    assert density_sum(page, density, row(page, "art")) == pytest.approx(211)


@pytest.mark.parametrize(
    ("name", "number", "density"),
    [
        ("body", 0, 39.0872),
        ("div", 0, 0),
        ("ul", 0, 0),
        ("li", 0, 0),
        ("a", 0, 0),
        ("div", 1, 206.5317),
        ("h1", 0, 65.7811),
        ("p", 0, 636.2600),
        ("p", 1, 269.2640),
        ("p", 2, 26.3115),
        ("div", 2, 0.8729),
    ],
)
def test_composite_text_densities_of_the_article_page(name: str, number: int, density: float) -> None:
    page = parse(ARTICLE)
    assert score(page, "cectd-ds")[row_of(page, name=name, number=number)] == pytest.approx(density, abs=5e-5)


def test_composite_density_sums_of_the_article_page() -> None:
    page = parse(ARTICLE)
    density = score(page, "cectd-ds")
    assert density_sum(page, density, 0) == pytest.approx(207.4046, abs=5e-5)
    assert density_sum(page, density, row(page, "art")) == pytest.approx(997.6166, abs=5e-5)
    assert density_sum(page, density, row_of(page, name="p", number=1)) == pytest.approx(452.3611, abs=5e-5)


@pytest.mark.parametrize("method", ["cetd-ds", "cectd-ds"])
@pytest.mark.parametrize("threshold", ["path", "body"])
def test_density_sum_keeps_the_article(method: str, threshold: str) -> None:
    assert kept(ARTICLE, method, threshold=threshold) == ["Title", "a" * 120, "b" * 80, "link", "ok"]


def test_smoothing_keeps_runs_with_dense_parents() -> None:
    assert kept(ARTICLE, "cectd-s") == ["Title", "a" * 120, "b" * 80, "ok", "f"]


def test_smoothing_weights_neighbours_one_two_one() -> None:
    page = parse("<body><p>x</p>between<p>y</p><p>z</p></body>")
    density = np.zeros(len(page))
    elements = [row_of(page, name="p", number=number) for number in range(3)]
    density[elements] = 8, 0, 4
    density[row_of(page, text="between")] = 1000
    smooth = _smoothed_over_siblings(page, density)
    np.testing.assert_allclose(smooth[elements], [16 / 3, 12 / 4, 8 / 3])
    assert smooth[0] == 0


# -- decisions -----------------------------------------------------------------------------------------------------------


def test_text_of_body_itself_is_kept_with_the_content_below_it() -> None:
    article = f"<div><p>{'a' * 150}</p><p>{'b' * 150}</p></div>"
    page = f"<body>loose{article}<ul><li><a>Home</a></li><li><a>News</a></li></ul></body>"
    for method in ALL:
        assert kept(page, method) == ["loose", "a" * 150, "b" * 150], method


def test_text_runs_between_breaks_add_to_the_density_sum() -> None:
    """Without them the element with all of the text would have nothing to sum up but empty `br`."""
    text = f"<div id='text'>{'a' * 90}<br>{'b' * 90}<br>{'c' * 90}</div>"
    page = f"<body><div><a>Home</a><a>News</a></div>{text}<p>short</p></body>"
    for method in ("cetd-ds", "cectd-ds"):
        assert kept(page, method) == ["a" * 90, "b" * 90, "c" * 90], method


def test_of_two_equal_elements_the_first_sets_the_threshold() -> None:
    half = "<p>" + "a" * 50 + "</p>"
    nested, plain = f"<div><span><div>{half * 2}</div></span></div>", f"<div>{half * 2}</div>"
    one_first = kept(f"<body>{nested}{plain}<a>link</a></body>", "cetd-ds")
    assert one_first == ["a" * 50] * 4


def test_threshold_of_body_keeps_less_than_the_path_minimum() -> None:
    """The densest part stands in a sparse element: its density lets other sparse parts in, that of body does not."""
    densest = f"<div>{'<i></i>' * 200}<div><p>{'a' * 300}</p><p>{'b' * 300}</p></div></div>"
    dense = f"<section>{('<p>' + 'c' * 40 + '</p>') * 6}</section>" * 5
    sparse = "<div><p>thin</p><p>thin</p></div>"
    page = f"<body>{densest}{dense}{sparse}<a>link</a></body>"
    assert kept(page, "cetd-ds", threshold="path").count("thin") == 2
    assert kept(page, "cetd-ds", threshold="body") == ["a" * 300, "b" * 300, *["c" * 40] * 30]


UNEVEN = (
    f"<body><div><p>{'a' * 15}</p><p>{'b' * 150}</p></div><div><i>some</i><i>thin</i><i>text</i></div>"
    "<ul><li><a>Home</a></li><li><a>News</a></li></ul></body>"
)


def test_a_smaller_coefficient_keeps_more() -> None:
    dense, thin, links = ["a" * 15, "b" * 150], ["some", "thin", "text"], ["Home", "News"]
    assert kept(UNEVEN, "cetd-ds", coefficient=1) == dense
    assert kept(UNEVEN, "cetd-ds", coefficient=0.2) == dense + thin
    assert kept(UNEVEN, "cetd-ds", coefficient=0.1) == dense + thin + links
    assert kept(UNEVEN, "cectd-s", coefficient=2) == dense
    assert kept(UNEVEN, "cectd-s", coefficient=1) == dense + thin


@pytest.mark.parametrize("method", ALL)
def test_a_coefficient_of_zero_keeps_everything(method: str) -> None:
    assert kept(UNEVEN, method, coefficient=0) == kept(UNEVEN, "whole-text")


@pytest.mark.parametrize("method", ["cetd-ds", "cectd-ds"])
def test_above_the_density_of_body_nothing_is_kept(method: str) -> None:
    assert kept(ARTICLE, method, coefficient=1000) == []


HIDDEN = [
    '<div hidden="">{}</div>',
    '<div aria-hidden="true">{}</div>',
    '<div style="color: red; display: none">{}</div>',
    '<div style="VISIBILITY:hidden">{}</div>',
    "<noscript>{}</noscript>",
]


@pytest.mark.parametrize("wrapper", HIDDEN)
@pytest.mark.parametrize("method", ALL)
def test_hidden_text_is_kept_as_published_and_dropped_on_demand(method: str, wrapper: str) -> None:
    page = f"<body><p>{'a' * 100}</p>{wrapper.format('<p>' + 'h' * 100 + '</p>')}<a>link</a></body>"
    assert "h" * 100 in kept(page, method)
    assert kept(page, method, drop_hidden=True)[:1] == ["a" * 100]
    assert "h" * 100 not in kept(page, method, drop_hidden=True)


@pytest.mark.parametrize("method", ALL)
def test_hidden_text_has_no_density_once_it_is_dropped(method: str) -> None:
    page = parse(f"<body><p>{'a' * 100}</p><div hidden><i><i>{'h' * 100}</i></i></div><a>link</a></body>")
    without = parse(f"<body><p>{'a' * 100}</p><a>link</a></body>")
    density = score(page, method, drop_hidden=True)
    assert density[0] == score(without, method)[0]
    assert density[row_of(page, name="div")] == 0


def test_a_page_whose_only_links_are_hidden_is_kept_whole_once_they_are_dropped() -> None:
    page = f"<body><p>{'a' * 100}</p><div><i><i><i>small</i></i></i></div><a hidden>link</a></body>"
    assert kept(page, "cectd-ds", drop_hidden=True) == ["a" * 100, "small"]


# -- edges ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", EMPTY.values(), ids=EMPTY.keys())
@pytest.mark.parametrize("method", ALL)
def test_a_page_without_text_gives_nothing(method: str, page: str) -> None:
    assert_gives_nothing(page, method)


@pytest.mark.parametrize("method", ALL)
def test_text_without_tags_is_kept(method: str) -> None:
    assert kept("just some words", method) == ["just some words"]


@pytest.mark.parametrize("method", COMPOSITE)
def test_a_page_without_links_has_infinite_density_and_is_kept_whole(method: str) -> None:
    page = f"<body><div><i>a</i><i>b</i><i>c</i></div><p>{'a' * 500}</p></body>"
    assert kept(page, method) == ["a", "b", "c", "a" * 500]
    assert np.isfinite(score(page, method)).all()


def test_the_plain_density_judges_a_page_without_links() -> None:
    article = f"<div><p>{'a' * 500}</p><p>{'b' * 500}</p></div>"
    assert kept(f"<body><div><i>a</i><i>b</i></div>{article}</body>", "cetd-ds") == ["a" * 500, "b" * 500]


@pytest.mark.parametrize("method", ALL)
def test_a_page_of_links_alone_is_kept(method: str) -> None:
    assert kept("<ul><li><a href=/a>one</a></li><li><a href=/b>two</a></li></ul>", method) == ["one", "two"]


@pytest.mark.parametrize("method", ALL)
def test_a_page_of_one_letter_is_kept(method: str) -> None:
    assert kept("<p>a</p>", method) == ["a"]


@pytest.mark.parametrize("method", ALL)
def test_deep_nesting_is_no_trouble(method: str) -> None:
    assert kept("<div>" * 3000 + "deep words" + "</div>" * 3000, method) == ["deep words"]


# -- against the definitions, read literally -----------------------------------------------------------------------------

_LEAF = ["<br>", "word<!-- -->", "word ", "some more words ", "a" * 60 + " ", "x ", ""]
_MARKUP = nested(_LEAF, ["div", "span", "a", "button", "section"], max_leaves=25)


class Literal:
    """CETD with one recursive function for each definition, to compare with."""

    def __init__(self, page: Page, *, composite: bool) -> None:
        self.page, self.composite = page, composite
        body_links, body_text = self.link_chars(0), self.chars(0)
        self.ratio = body_links / body_text if body_text else 0.0

    def children(self, row: int) -> list[int]:
        return np.flatnonzero(self.page.parent == row).tolist()

    def is_element(self, row: int) -> bool:
        return self.page.name(row) != "#text"

    def in_link(self, row: int) -> bool:
        return any(self.page.name(above) in ("a", "button", "select") for above in self.page.upwards(row))

    def chars(self, row: int) -> int:
        return len(self.page.text(row)) + sum(self.chars(child) for child in self.children(row))

    def link_chars(self, row: int) -> int:
        if self.in_link(row):
            return self.chars(row)
        return sum(self.link_chars(child) for child in self.children(row))

    def tags(self, row: int) -> int:
        return sum(self.is_element(child) + self.tags(child) for child in self.children(row))

    def link_tags(self, row: int) -> int:
        if self.in_link(row):
            return self.tags(row)
        count = 0
        for child in filter(self.is_element, self.children(row)):
            if self.in_link(child):
                count += self.tags(child) + 1
            else:
                links, tags = self.link_tags(child), self.tags(child)
                only_links = links == tags != 0 and self.chars(child) == self.link_chars(child)
                count += links + only_links
        return count

    def density(self, row: int) -> float:
        chars, link_chars = self.chars(row), self.link_chars(row)
        tags = self.tags(row) or 1
        if chars == 0:
            return 0.0
        if not self.composite:
            return chars / tags
        if self.in_link(row):
            return 0.0
        plain = chars - link_chars
        base = math.log(chars / (plain or 1) * link_chars + self.ratio * chars + math.e)
        return chars / tags * math.log(chars / (link_chars or 1) * tags / (self.link_tags(row) or 1)) / math.log(base)

    def density_sum(self, row: int) -> float:
        children = self.children(row)
        if not any(map(self.is_element, children)):
            return self.density(row)
        return sum(self.density(child) for child in children)

    def densest(self, row: int) -> int:
        elements = [below for below in range(row, int(self.page.end[row])) if self.is_element(below)]
        sums = {element: round(self.density_sum(element), 9) for element in elements}
        return max(elements, key=lambda element: (sums[element], -element))

    def kept(self) -> list[int]:
        page = self.page
        if self.composite and self.link_chars(0) == 0:
            return page.text_rows.tolist()
        threshold = min(self.density(row) for row in page.upwards(self.densest(0)))
        marked: set[int] = set()

        def extract(row: int) -> None:
            if self.density(row) < threshold or not marked.isdisjoint(page.upwards(row)):
                return
            marked.add(self.densest(row))
            for child in filter(self.is_element, self.children(row)):
                extract(child)

        extract(0)
        above = {row for element in marked for row in page.upwards(element)}
        return [
            row for row in page.text_rows.tolist() if not marked.isdisjoint(page.upwards(row)) or int(page.parent[row]) in above
        ]


@pytest.mark.parametrize("method", ["cetd-ds", "cectd-ds"])
@given(markup=st.lists(_MARKUP, min_size=1, max_size=5))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_densities_and_decisions_are_those_of_the_definitions(method: str, markup: list[str]) -> None:
    page = parse(f"<body>{''.join(markup)}</body>")
    literal = Literal(page, composite=method == "cectd-ds")
    found = extract_page(page, method=METHODS[method])
    if method == "cetd-ds" or literal.ratio > 0:
        np.testing.assert_allclose(found.score, [literal.density(row) for row in range(len(page))], atol=1e-9)
    assert np.flatnonzero(found.keep & page.is_text).tolist() == literal.kept()
