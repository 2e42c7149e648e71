"""The page in a row, and in lines, against a walk over the tree that does it one step after the other."""

import numpy as np
import pytest
from hypothesis import given

from maintext import Page, parse
from maintext.methods.baselines.tokens import (
    block_lines,
    main_area,
    sequence,
    tag_lengths,
    tags,
    visible_chars,
    word_tokens,
    words,
)
from maintext.tags import VOID
from tests.methods.pages import EMPTY, nested, row_of

HTML = "<div>one two<br>three</div><p>four <b>five</b> six</p>seven"
TREES = nested(
    ["one two ", "three ", "<br>", "<img src=a>", "<hr>", "漢字 "],
    ["div", "p", "b", "a href=x", "ul", "li", "section"],
    max_leaves=20,
)


def walk(page: Page) -> list[tuple[str, int]]:
    """What one meets on the way through a page: ("text" or "start" or "end", row)."""
    met: list[tuple[str, int]] = []
    open_rows: list[int] = []
    for row in range(len(page) + 1):
        while open_rows and page.end[open_rows[-1]] <= row:
            closed = open_rows.pop()
            if closed and page.name(closed) not in VOID:
                met.append(("end", closed))
        if row == len(page):
            break
        if page.is_text[row]:
            met.append(("text", row))
        else:
            open_rows.append(row)
            if row:
                met.append(("start", row))
    return met


# -- tokens --------------------------------------------------------------------------------------------------------------


def test_words_and_tags_stand_in_document_order() -> None:
    tokens = word_tokens(parse(HTML))
    written = "".join("w" if is_text else "t" for is_text in tokens.is_text)
    assert written == "tww" + "tw" + "t" + "tw" + "tw" + "tw" + "t" + "w"  # br has no end tag, body no tag at all


@given(html=TREES)
def test_tokens_are_those_of_a_walk_over_the_tree(html: str) -> None:
    page = parse(html)
    count = words(page)
    expected: list[bool] = []
    for kind, row in walk(page):
        expected += [True] * int(count[row]) if kind == "text" else [False]
    assert word_tokens(page).is_text.tolist() == expected


def test_the_value_of_a_run_is_the_mean_over_its_words() -> None:
    page = parse(HTML)
    tokens = word_tokens(page)
    values = tokens.to_rows(np.arange(len(tokens), dtype=float))
    assert values[row_of(page, text="one")] == 1.5
    assert values[row_of(page, text="three")] == 4
    assert not values[~page.is_text].any()


@pytest.mark.parametrize(("marked", "is_kept"), [([True, False], True), ([False, False], False), ([True, True], True)])
def test_half_of_the_words_are_enough_for_a_run(marked: list[bool], is_kept: bool) -> None:
    page = parse("<p>one two</p>")
    keep = word_tokens(page).keep(np.array([True, *marked, True]))
    assert keep.tolist() == [is_kept] * 3


@pytest.mark.parametrize(
    ("text", "count"),
    [("one two", 2), ("one", 1), ("漢字", 2), ("漢 字", 2), ("one漢字two three", 5), ("a, b - c.", 4), ("العربية لغة", 2)],
)
def test_words_are_between_spaces_and_each_chinese_character_is_one(text: str, count: int) -> None:
    assert words(parse(f"<p>{text}</p>"))[-1] == count


def test_words_of_neighbouring_runs_are_not_one() -> None:
    assert words(parse("one<b>two</b>three")).sum() == 3


def test_visible_characters_leave_out_spaces() -> None:
    assert visible_chars(parse("<p> one  two <b>x</b></p>")).sum() == 7


def test_a_tag_is_as_long_as_it_is_written_without_spaces() -> None:
    page = parse('<div id="a" class="bc">x</div><br><input disabled>')
    start, end = tag_lengths(page)
    div, br, field = row_of(page, name="div"), row_of(page, name="br"), row_of(page, name="input")
    assert (start[div], end[div]) == (len('<divid="a"class="bc">'), len("</div>"))
    assert (start[br], end[br]) == (4, 0)
    assert start[field] == len('<inputdisabled="">')
    assert (start[0], end[0]) == (0, 0)


def test_units_may_be_anything_that_rows_have() -> None:
    page = parse("<b>ab</b>")
    start, end = tags(page)
    units = sequence(page, visible_chars(page), start * 3, end * 4)
    assert units.is_text.tolist() == [False] * 3 + [True] * 2 + [False] * 4


@pytest.mark.parametrize("html", EMPTY.values(), ids=EMPTY.keys())
def test_a_page_without_text_has_tokens_and_lines_all_the_same(html: str) -> None:
    page = parse(html)
    assert not word_tokens(page).is_text.any()
    assert not word_tokens(page).to_rows(np.ones(len(word_tokens(page)))).any()
    assert not block_lines(page).keep(np.ones(block_lines(page).count, dtype=bool)).any()


# -- lines ---------------------------------------------------------------------------------------------------------------


def test_lines_break_before_blocks_and_br_and_after_blocks() -> None:
    page = parse(HTML)
    lines = block_lines(page)
    texts = [[page.text(row) for row in page.text_rows if lines.of_start[row] == line] for line in range(lines.count)]
    assert [each for each in texts if each] == [["one two"], ["three"], ["four", "five", "six"], ["seven"]]
    assert lines.of_end[row_of(page, name="div")] == lines.of_start[row_of(page, text="three")]
    assert lines.of_start[row_of(page, name="p")] == lines.of_start[row_of(page, text="four")]


@given(html=TREES)
def test_lines_are_those_of_a_walk_over_the_tree(html: str) -> None:
    page = parse(html)
    lines = block_lines(page)
    written: list[list[tuple[str, int]]] = [[]]
    for kind, row in walk(page):
        if kind == "start" and (page.is_block[row] or page.name(row) == "br"):
            written.append([])
        written[-1].append((kind, row))
        if kind == "end" and page.is_block[row]:
            written.append([])
    found = [{int((lines.of_end if kind == "end" else lines.of_start)[row]) for kind, row in met} for met in written if met]
    first = lines.count - len(found)  # body may have a line of its own
    assert found == [{line} for line in range(first, lines.count)]
    assert first in (0, 1)


def test_sums_over_lines_count_text_start_tags_and_end_tags() -> None:
    page = parse("<p>ab<b>c</b></p><p>d</p>")
    lines = block_lines(page)
    start, end = tag_lengths(page)
    both = lines.total(page.chars + start, end)
    assert both[lines.of_start[row_of(page, text="ab")]] == len("<p>ab<b>c</b></p>")
    assert lines.total(page.chars).sum() == 4


# -- areas ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "gap", "area"),
    [
        ("..##.#..#", 0, "..##....."),
        ("..##.#..#", 1, "..####..."),
        ("..##.#..#", 2, "..#######"),
        ("#...###.", 2, "....###."),
        ("#...###.", 3, "#######."),
        ("....", 9, "...."),
        ("####", 0, "####"),
        ("", 0, ""),
    ],
)
def test_the_main_area_is_the_largest_run_with_what_is_near(marks: str, gap: int, area: str) -> None:
    marked = np.array([mark == "#" for mark in marks], dtype=bool)
    found = main_area(marked, np.ones(len(marks)), gap)
    assert "".join("#" if inside else "." for inside in found) == area


def test_the_largest_run_is_the_one_with_the_largest_amount() -> None:
    marked = np.array([True, False, True, True])
    assert main_area(marked, np.array([9.0, 0, 1, 1]), 0).tolist() == [True, False, False, False]
