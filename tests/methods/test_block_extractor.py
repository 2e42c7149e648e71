import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import Page, extract_page, parse
from maintext.methods.block_extractor import Block, segment
from maintext.tags import BLOCK
from tests.methods.pages import ARTICLE, EMPTY, assert_gives_nothing, kept, nested, row_of, score, words

EXAMPLE = (
    '<body><div id="m">intro <b>bold</b> text<p>one two three four</p><div>plain</div><ul><li>a</li><li>b</li></ul><h2>Head</h2>'
    '<p>para <a href="http://x">l</a></p><div><div>deep text here</div></div></div></body>'
)


def blocks(html: "str | Page", *, text_class: bool = True) -> list[tuple[str, list[str]]]:
    """Each block as its root's name and its children's names."""
    page = html if isinstance(html, Page) else parse(html)
    return [
        (page.name(block.root), [page.name(child).strip("#") for child in block.children])
        for block in segment(page, text_class=text_class)
    ]


def test_blocks_of_the_example() -> None:
    assert blocks(EXAMPLE) == [
        ("div", ["text", "b", "text", "p", "div"]),
        ("div", ["ul"]),
        ("div", ["h2", "p"]),
        ("div", ["div"]),
    ]


def test_the_last_block_of_the_example_stands_in_the_inner_element() -> None:
    page = parse(EXAMPLE)
    *_, last = segment(page)
    assert last == Block(row_of(page, name="div", number=2), (row_of(page, name="div", number=3),))


@pytest.mark.parametrize(("text", "density"), [("intro", 36 / 11), ("Head", 9 / 22), ("deep", 14 / 6)])
def test_densities_of_the_example(text: str, density: float) -> None:
    page = parse(EXAMPLE)
    assert score(page, "block-extractor")[row_of(page, text=text)] == pytest.approx(density)


def test_density_of_the_list_in_the_example() -> None:
    page = parse(EXAMPLE)
    assert score(page, "block-extractor")[row_of(page, name="ul")] == pytest.approx(2 / 12)


def test_what_the_example_keeps() -> None:
    assert kept(EXAMPLE, "block-extractor") == ["intro", "bold", "text", "one two three four", "plain", "deep text here"]


# -- segmentation --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("one <b>two</b> three", [("body", ["text", "b", "text"])]),
        ("one<div>two <b>three</b></div>", [("body", ["text", "div"])]),
        ("<div>a <b>b</b></div><div>c <b>d</b></div>", [("body", ["div"]), ("body", ["div"])]),
        ("<div>a <b>b</b></div><div>c</div><div>d</div>", [("body", ["div", "div", "div"])]),
        ("<div>a</div>loose", [("body", ["div"]), ("body", ["text"])]),
        ("<h1>a</h1><p>b <b>c</b></p><p>d</p><pre>e</pre>", [("body", ["h1", "p", "p", "pre"])]),
        ("<ul><li>a</ul><ol><li>b</ol><dl><dt>c<dd>d</dl>", [("body", ["ul", "ol", "dl"])]),
        ("<p>a <b>b</b></p><ul><li>c</ul><p>d <b>e</b></p>", [("body", ["p"]), ("body", ["ul"]), ("body", ["p"])]),
        ("<div><div><p>a</p></div></div>", [("div", ["p"])]),
    ],
)
def test_children_are_collected_as_long_as_they_read_as_one_phrase(html: str, expected: list[tuple[str, list[str]]]) -> None:
    assert blocks(html) == expected


def test_empty_elements_are_passed_over() -> None:
    assert blocks("<p>a <b>b</b></p><hr><div></div><p>c <b>d</b></p>") == [("body", ["p", "p"])]


def test_an_inline_element_around_a_block_is_taken_apart() -> None:
    assert blocks("<a><div>x <b>y</b></div> z</a>") == [("a", ["div"]), ("a", ["text"])]


def test_without_a_class_for_text_every_paragraph_with_links_is_a_block() -> None:
    html = "<h1>a</h1><p>b <b>c</b></p><p>d <b>e</b></p><p>f</p>"
    assert blocks(html) == [("body", ["h1", "p", "p", "p"])]
    assert blocks(html, text_class=False) == [("body", ["h1"]), ("body", ["p"]), ("body", ["p", "p"])]


_MARKUP = nested(["word ", "", "<br>", "<hr>"], ["div", "b", "span", "section", "ul", "li", "h2", "pre"], max_leaves=20)
_PHRASE = re.compile(r"i*p?q*|l*|t*")


def literal_blocks(page: Page, root: int, text_class: bool) -> list[Block]:
    """DOM2Blocks as printed: recursive, with the regular expression tried on every choice of classes."""

    def children(row: int) -> list[int]:
        return np.flatnonzero(page.parent == row).tolist()

    def is_block(row: int) -> bool:
        return page.name(row) in BLOCK

    def is_inline(row: int) -> bool:
        return not any(is_block(below) for below in range(row, int(page.end[row])))

    def classes(row: int) -> str:
        if is_inline(row):
            return "i"
        if not is_block(row):
            return "-"
        name = page.name(row)
        found = "p" * all(is_inline(child) for child in children(row))
        found += "q" * all(page.name(child) == "#text" for child in children(row))
        found += "l" * (name in ("ul", "li")) + "t" * (text_class and name in ("h2", "pre"))
        return found or "-"

    def fits(rows: list[int]) -> bool:
        return any(_PHRASE.fullmatch("".join(choice)) for choice in product(*map(classes, rows)))

    found: list[Block] = []
    collected: list[int] = []
    for child in children(root):
        if not page.chars[child : page.end[child]].any():
            continue
        if fits([*collected, child]):
            collected.append(child)
            continue
        if collected:
            found.append(Block(root, tuple(collected)))
        collected = [child] if fits([child]) else []
        if not collected:
            found += literal_blocks(page, child, text_class)
    return found + ([Block(root, tuple(collected))] if collected else [])


@given(markup=st.lists(_MARKUP, min_size=1, max_size=5), text_class=st.booleans())
@settings(deadline=None)
def test_segmentation_is_that_of_the_regular_expression(markup: list[str], text_class: bool) -> None:
    page = parse("".join(markup))
    found = list(segment(page, text_class=text_class))
    assert found == literal_blocks(page, 0, text_class)
    covered = [row for block in found for child in block.children for row in range(child, page.end[child]) if page.is_text[row]]
    assert covered == page.text_rows.tolist()


# -- densities and parameters --------------------------------------------------------------------------------------------


def test_a_sparse_element_is_dropped_from_a_dense_block_with_all_it_holds() -> None:
    page = f'<p>{words(20)}</p><pre class="{"x" * 100}">some {"<b>bold</b>" * 3}</pre><p>{words(20)}</p>'
    assert kept(page, "block-extractor") == [words(20), words(20)]


def test_a_sparse_inline_element_in_a_dense_block_stays() -> None:
    page = f'<p>{words(60)} <a href="{"x" * 100}">link</a></p>'
    assert kept(page, "block-extractor") == [words(60), "link"]


def test_what_is_dropped_still_counts_for_what_stands_around_it() -> None:
    page = f'<ul><li>{words(4)}</li><li class="{"x" * 100}">y</li></ul>'
    assert kept(page, "block-extractor") == []
    assert kept(page.replace("x" * 100, "x"), "block-extractor", threshold=0.5) == [words(4)]


def test_the_root_of_a_block_counts_with_its_attributes() -> None:
    page = parse('<body><div id="m"><p>abcdefgh</p></div></body>')
    assert score(page, "block-extractor")[row_of(page, text="abc")] == pytest.approx(8 / (len("dividm") + 1))
    assert kept(page, "block-extractor") == []
    assert kept(page, "block-extractor", threshold=1.1) == ["abcdefgh"]


def test_a_density_at_the_threshold_is_enough() -> None:
    assert kept("<body>abcdef</body>", "block-extractor") == ["abcdef"]  # 6 / 4
    assert kept("<body>abcde</body>", "block-extractor") == []


def test_threshold_zero_keeps_everything() -> None:
    assert kept(ARTICLE, "block-extractor", threshold=0) == kept(ARTICLE, "whole-text")


@pytest.mark.parametrize(("attributes", "tag_length"), [("all", 5 + 5 + 3), ("value", 5 + 3), ("none", 5)])
def test_what_of_an_attribute_counts(attributes: str, tag_length: int) -> None:
    page = parse('<body><p class="abc" hidden>twelve chars</p></body>')
    length = tag_length + (len("hidden") if attributes == "all" else 0)
    density = score(page, "block-extractor", attributes=attributes)
    assert density[row_of(page, text="twelve")] == pytest.approx(12 / length)


def test_attributes_change_what_is_kept() -> None:
    page = f'<p class="{"x" * 40}">some twenty characters</p>'
    assert kept(page, "block-extractor") == []
    assert kept(page, "block-extractor", attributes="none") == ["some twenty characters"]


def test_without_a_class_for_text_a_sparse_paragraph_is_judged_alone() -> None:
    link = f'<p>x <a href="{"u" * 100}">link</a></p>'
    page = f"{link}<p>{words(8)} <b>y</b></p>"
    assert kept(page, "block-extractor") == []
    assert kept(page, "block-extractor", text_class=False) == [words(8), "y"]


# -- edges ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", EMPTY.values(), ids=EMPTY.keys())
def test_a_page_without_text_gives_nothing(page: str) -> None:
    assert_gives_nothing(page, "block-extractor")


def test_text_without_tags_is_kept() -> None:
    assert kept("just some words", "block-extractor") == ["just some words"]


def test_one_letter_in_a_paragraph_is_too_sparse() -> None:
    found = extract_page("<p>a</p>", method="block-extractor")
    assert found.score[2] == pytest.approx(1 / 5)
    assert found.text == ""


def test_a_list_of_links_alone_is_too_sparse() -> None:
    assert kept("<ul><li><a href=/a>one</a></li><li><a href=/b>two</a></li></ul>", "block-extractor") == []


def test_deep_nesting_is_no_trouble() -> None:
    assert kept("<div>" * 3000 + "deep words" + "</div>" * 3000, "block-extractor") == ["deep words"]
    assert len(list(segment(parse("<div>x <b>y</b>" * 450)))) == 449  # the innermost two are one
