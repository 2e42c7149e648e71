"""Page: the arithmetic on the tree equals what a slow walk finds, on random trees."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.page import Page
from maintext.parse import parse
from maintext.tags import BLOCK, LINKS, NUMBER, TEXT
from tests.walks import ancestors, subtree

relaxed = settings(max_examples=60, deadline=None)

ELEMENTS = ("div", "p", "span", "a", "b", "td", "button", "ul")


# -- random trees --------------------------------------------------------------------------------------------------------


@st.composite
def tables(draw: st.DrawFn) -> Page:
    """A page from a random parent array: each row is a child of the row before it, or of one of that row's ancestors."""
    tag, parent = [NUMBER["body"]], [-1]
    for _ in range(draw(st.integers(0, 30))):
        above = len(tag) - 1
        levels = draw(st.integers(0, 5)) + (tag[above] == TEXT)
        while levels and parent[above] >= 0:
            above, levels = parent[above], levels - 1
        parent.append(above)
        tag.append(draw(st.sampled_from([TEXT, TEXT, *(NUMBER[name] for name in ELEMENTS)])))
    chars = [draw(st.integers(1, 9)) if each == TEXT else 0 for each in tag]
    start = np.concatenate(([0], np.cumsum(chars)[:-1]))
    return Page(
        tag=np.array(tag),
        parent=np.array(parent),
        start=np.where(np.array(chars) > 0, start, 0),
        chars=np.array(chars),
        spaced=np.zeros(len(tag), dtype=bool),
        characters="".join(chr(ord("a") + n % 26) * count for n, count in enumerate(chars)),
    )


@st.composite
def nested(draw: st.DrawFn, depth: int = 4) -> str:
    """Random nested HTML, some of it left open."""
    parts = []
    for _ in range(draw(st.integers(0, 4))):
        name = draw(st.sampled_from([*ELEMENTS, "x-card", "table", "br", ""]))
        if not name or depth == 0:
            parts.append(draw(st.sampled_from(["word", "two words ", " ", "x"])))
        else:
            closing = f"</{name}>" if draw(st.booleans()) else ""
            parts.append(f"<{name}>{draw(nested(depth - 1))}{closing}")
    return "".join(parts)


pages = tables() | nested().map(parse)


@st.composite
def pages_with_values(draw: st.DrawFn) -> tuple[Page, list[int]]:
    page = draw(pages)
    return page, draw(st.lists(st.integers(-5, 5), min_size=len(page), max_size=len(page)))


# -- slow and obvious ----------------------------------------------------------------------------------------------------


def each_row(page: Page, answer: Callable[[int], Any]) -> list[Any]:
    return [answer(row) for row in range(len(page))]


# -- shape ---------------------------------------------------------------------------------------------------------------


@relaxed
@given(pages)
def test_a_subtree_is_the_run_of_rows_up_to_end(page: Page) -> None:
    assert each_row(page, lambda row: list(range(row, page.end[row]))) == each_row(page, lambda row: subtree(page, row))


@relaxed
@given(pages)
def test_depth_is_the_number_of_ancestors(page: Page) -> None:
    assert page.depth.tolist() == each_row(page, lambda row: len(ancestors(page, row)) - 1)


@relaxed
@given(pages)
def test_block_is_the_nearest_block_level_element(page: Page) -> None:
    def nearest(row: int) -> int:
        return next((above for above in ancestors(page, row) if page.name(above) in BLOCK), 0)

    assert page.block.tolist() == each_row(page, nearest)


@relaxed
@given(pages)
def test_in_link_is_a_link_and_everything_inside_one(page: Page) -> None:
    assert page.in_link.tolist() == each_row(page, lambda row: any(page.name(above) in LINKS for above in ancestors(page, row)))


@relaxed
@given(pages)
def test_rows_have_equal_path_numbers_if_and_only_if_their_tag_paths_are_equal(page: Page) -> None:
    def names(row: int) -> tuple[str, ...]:
        return tuple(page.name(above) for above in ancestors(page, row) if page.tag[above] != TEXT)

    paths = each_row(page, names)
    numbers = page.path.tolist()
    for one in range(len(page)):
        for other in range(one):
            assert (numbers[one] == numbers[other]) == (paths[one] == paths[other])


@relaxed
@given(pages)
def test_element_names_are_those_of_all_elements(page: Page) -> None:
    assert page.element_names == set(each_row(page, page.name)) - {"#text"}


@relaxed
@given(pages)
def test_text_rows_are_the_rows_of_text_runs(page: Page) -> None:
    assert page.text_rows.tolist() == [row for row in range(len(page)) if page.name(row) == "#text"]


# -- arithmetic ----------------------------------------------------------------------------------------------------------


@relaxed
@given(pages_with_values())
def test_subtree_sum_equals_a_recursion(drawn: tuple[Page, list[int]]) -> None:
    page, values = drawn

    def total(row: int) -> int:
        return values[row] + sum(total(child) for child in range(len(page)) if page.parent[child] == row)

    naive = each_row(page, total)
    column = np.array(values)
    assert page.subtree_sum(column).tolist() == naive
    assert page.subtree_sum(column / 4).tolist() == [value / 4 for value in naive]
    assert page.subtree_sum(np.stack((column, 2 * column))).tolist() == [naive, [2 * value for value in naive]]


@relaxed
@given(pages_with_values())
def test_subtree_sum_counts_the_marked_rows_of_a_mask(drawn: tuple[Page, list[int]]) -> None:
    page, values = drawn
    marked = [value > 0 for value in values]
    naive = each_row(page, lambda row: sum(marked[below] for below in subtree(page, row)))
    assert page.subtree_sum(np.array(marked)).tolist() == naive


@relaxed
@given(pages_with_values(), st.data())
def test_subtree_argmax_equals_a_search_that_takes_the_first_of_equals(
    drawn: tuple[Page, list[int]], data: st.DataObject
) -> None:
    page, values = drawn
    rows = data.draw(st.lists(st.integers(0, len(page) - 1), max_size=10))
    naive = [max(subtree(page, row), key=lambda below: (values[below], -below)) for row in rows]
    assert page.subtree_argmax(np.array(values, dtype=float), np.array(rows, dtype=np.int64)).tolist() == naive


@relaxed
@given(pages_with_values())
def test_child_sum_equals_the_sum_over_the_children(drawn: tuple[Page, list[int]]) -> None:
    page, values = drawn
    naive = each_row(page, lambda row: sum(values[child] for child in range(1, len(page)) if page.parent[child] == row))
    assert page.child_sum(np.array(values)).tolist() == naive
    assert page.child_sum(np.array(values)).dtype == np.float64


@relaxed
@given(pages_with_values())
def test_inside_marks_everything_below_and_around_everything_above(drawn: tuple[Page, list[int]]) -> None:
    page, values = drawn
    marked = [value > 2 for value in values]
    below = each_row(page, lambda row: any(marked[above] for above in ancestors(page, row)))
    above = each_row(page, lambda row: any(marked[under] for under in subtree(page, row)))
    assert page.inside(np.array(marked)).tolist() == below
    assert page.around(np.array(marked)).tolist() == above


@relaxed
@given(pages_with_values())
def test_edges_count_the_starts_and_ends_of_marked_elements_up_to_each_row(drawn: tuple[Page, list[int]]) -> None:
    page, values = drawn
    marked = [value > 2 for value in values]

    def starts_and_ends(row: int) -> int:
        starts = sum(marked[: row + 1])
        ends = sum(marked[other] and max(subtree(page, other)) < row for other in range(row))
        return starts + ends

    assert page.edges(np.array(marked)).tolist() == each_row(page, starts_and_ends)


def test_what_two_text_runs_cross_is_the_difference_of_their_edges() -> None:
    page = parse("<div>one<p>two</p>three <b>four</b></div><p></p>five")
    edges = page.edges(page.is_block)
    rows = [row_of(page, text) for text in ("one", "two", "three", "four", "five")]
    assert np.diff(edges[rows]).tolist() == [1, 1, 0, 3]


@relaxed
@given(pages_with_values())
def test_nearest_is_the_first_marked_row_upwards(drawn: tuple[Page, list[int]]) -> None:
    page, values = drawn
    marked = [value > 2 for value in values]
    naive = each_row(page, lambda row: next((above for above in ancestors(page, row) if marked[above]), 0))
    assert page.nearest(np.array(marked)).tolist() == naive


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 7, 8, 9, 100])
def test_nearest_reaches_any_distance(depth: int) -> None:
    page = parse(f"<section>{'<div>' * depth}word")
    assert page.nearest(np.arange(len(page)) == 1).tolist() == [0, *[1] * (depth + 2)]
    assert page.nearest(np.zeros(len(page), dtype=bool)).tolist() == [0] * len(page)


@relaxed
@given(pages_with_values())
def test_path_hashes_are_equal_if_and_only_if_the_names_above_are(drawn: tuple[Page, list[int]]) -> None:
    """The names are any numbers: here some that are not tags, and negative ones among them."""
    page, values = drawn
    hashes = page.path_hash(np.array(values, dtype=np.int64)).tolist()
    paths = each_row(page, lambda row: tuple(values[above] for above in ancestors(page, row) if page.tag[above] != TEXT))
    for one in range(len(page)):
        for other in range(one):
            assert (hashes[one] == hashes[other]) == (paths[one] == paths[other])


def test_path_hashes_are_the_same_on_every_page() -> None:
    one, other = parse("<div><p>a</p></div>"), parse("<ul></ul><div><b></b><p>a</p></div>")
    one_hash, other_hash = one.path_hash(one.tag)[row_of(one, "a")], other.path_hash(other.tag)[row_of(other, "a")]
    assert one_hash == other_hash
    assert one.path_hash(one.tag)[0] == other.path_hash(other.tag)[0] != one_hash


def test_names_of_many_bits_at_different_depths_make_different_paths() -> None:
    page = parse("<main><div><section>a</section></div><section><div>b</div></section></main>")
    mark = 1 << 48
    name = np.array([mark | int(tag) if page.depth[row] == 2 else int(tag) for row, tag in enumerate(page.tag)])
    hashes = page.path_hash(name)
    assert hashes[row_of(page, "a")] != hashes[row_of(page, "b")]


# -- strings -------------------------------------------------------------------------------------------------------------


@relaxed
@given(tables())
def test_the_texts_of_the_runs_follow_each_other_in_characters(page: Page) -> None:
    assert "".join(page.text(row) for row in range(len(page))) == page.characters
    assert each_row(page, lambda row: len(page.text(row))) == page.chars.tolist()


def row_of(page: Page, text: str) -> int:
    return next(row for row in page.text_rows.tolist() if page.text(row) == text)


def test_text_is_collapsed_and_an_element_has_none() -> None:
    page = parse("<p>\n  It   froze\n\tover\u00a0 </p>")
    assert each_row(page, page.text) == ["", "", "It froze over"]


def test_tag_path_names_the_elements_from_body_down() -> None:
    page = parse("<div><x-card><p>one</p></x-card></div>")
    row = row_of(page, "one")
    assert page.tag_path(row) == "body.div.x-card.p.#text"
    assert page.tag_path(int(page.parent[row])) == "body.div.x-card.p"
    assert page.tag_path(0) == "body"


def test_upwards_goes_from_the_row_to_row_0() -> None:
    page = parse("<div><p>one</p><p>two</p></div>")
    assert [page.name(row) for row in page.upwards(row_of(page, "two"))] == ["#text", "p", "div", "body"]
    assert list(page.upwards(0)) == [0]


def test_attributes_are_those_of_the_element_and_a_text_run_has_none() -> None:
    page = parse('<body class=b><a href="/x?a=1&amp;b=2" download>one</a>')
    row = row_of(page, "one")
    assert dict(page.attributes(int(page.parent[row]))) == {"href": "/x?a=1&b=2", "download": None}
    assert dict(page.attributes(0)) == {"class": "b"}
    assert page.attributes(row) == {}


def test_a_page_made_by_hand_has_no_attributes() -> None:
    page = Page(
        tag=np.array([NUMBER["body"]]),
        parent=np.array([-1]),
        start=np.array([0]),
        chars=np.array([0]),
        spaced=np.array([False]),
        characters="",
    )
    assert page.attributes(0) == {}
    assert not page.hidden.any()


def test_repr_says_how_large_a_page_is() -> None:
    assert repr(parse("<p>four</p><p>five5</p>")) == "<Page of 5 rows, 9 characters>"


def test_derived_values_are_computed_once_for_each_key() -> None:
    page = parse("<p>x</p>")
    calls: list[str] = []

    def compute() -> str:
        calls.append("called")
        return "value"

    assert page.derived(("a", 1), compute) == page.derived(("a", 1), compute) == "value"
    assert calls == ["called"]
    page.derived("b", compute)
    assert calls == ["called", "called"]


# -- hidden --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "markup",
    [
        "<noscript>secret</noscript>",
        "<p hidden>secret</p>",
        "<p hidden=''>secret</p>",
        "<p aria-hidden=true>secret</p>",
        "<p aria-hidden=TRUE>secret</p>",
        "<p style='display:none'>secret</p>",
        "<p style='color: red; Display : NONE !important'>secret</p>",
        "<p style='display:\n\tnone'>secret</p>",
        "<p style='visibility:hidden'>secret</p>",
        "<p style='VISIBILITY: Hidden;'>secret</p>",
        "<div hidden><ul><li>one<li><b>secret</b></ul></div>",
    ],
)
def test_what_a_browser_does_not_show_is_hidden_with_everything_inside(markup: str) -> None:
    page = parse(f"<div><p>shown before</p>{markup}<p>shown after</p></div>")
    assert page.hidden[row_of(page, "secret")]
    assert not page.hidden[[0, row_of(page, "shown before"), row_of(page, "shown after")]].any()


@pytest.mark.parametrize(
    "attribute",
    [
        "aria-hidden=false",
        "aria-hidden",
        "style='display:block'",
        "style=''",
        "style",
        "class=hidden",
        "style='visibility: visible'",
    ],
)
def test_what_a_browser_shows_is_not_hidden(attribute: str) -> None:
    assert not parse(f"<div {attribute}><p>shown</p></div>").hidden.any()


def test_what_a_page_forgets_is_computed_anew() -> None:
    page = parse("<p>one")
    first: list[int] = page.derived("list", list)
    assert page.derived("list", list) is first
    page.forget()
    assert page.derived("list", list) is not first
