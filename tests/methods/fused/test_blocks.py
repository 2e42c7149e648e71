"""Blocks: where they begin and end, what they weigh, and what is counted in them."""

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import Page, parse
from maintext.methods.fused import blocks
from maintext.methods.fused.blocks import PAUSES, SENTENCE_ENDS, Blocks, find_blocks
from maintext.tags import BLOCK, LINKS, VOID
from tests.methods.fused.pages import by_hand, markup, separates
from tests.methods.pages import EMPTY
from tests.walks import ancestors, subtree

relaxed = settings(max_examples=80, deadline=None)

UNUSED = {"svg", "object", "applet", "canvas", "video", "audio", "textarea", "datalist", "map"}


def blocks_of(html: str) -> Blocks:
    return find_blocks(parse(html))


def texts(html: str) -> list[str]:
    """The blocks' texts, white space collapsed."""
    return [" ".join(text.split()) for text in blocks_of(html).texts]


def owners(html: str) -> list[str]:
    found = blocks_of(html)
    return [found.page.name(row) for row in found.owner.tolist()]


# -- where blocks begin and end ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(BLOCK - VOID - {"body", "html", "frameset", "plaintext"}))
def test_a_block_level_element_begins_and_ends_a_block(name: str) -> None:
    found = find_blocks(by_hand(["one", (name, ["two"]), "three"]))
    assert found.texts == ["one", "two", "three"]
    assert found.page.name(int(found.owner[1])) == name


@pytest.mark.parametrize("name", ["hr", "div", "p", "x-rule"])
def test_an_empty_block_level_element_separates_too(name: str) -> None:
    assert find_blocks(by_hand(["one", (name, []), "two"])).texts == ["one", "two"]


@pytest.mark.parametrize("name", "a abbr b cite code em font i label q s small span strong sub sup time u img wbr".split())
def test_an_inline_element_belongs_to_the_block_around_it(name: str) -> None:
    assert texts(f"<p>one <{name}>two</{name}> three</p>") == ["one two three"]


def test_a_paragraph_with_nested_inline_elements_is_one_block() -> None:
    assert texts("<p>one <b>two <i>three <a href=/x>four</a></i></b></p><p>five</p>") == ["one two three four", "five"]


def test_a_block_inside_an_inline_element_stands_by_itself() -> None:
    assert texts("<a href=/x>one <div>two</div> three</a>") == ["one", "two", "three"]


def test_cells_and_list_items_are_blocks() -> None:
    assert texts("<table><tr><td>one<td>two<tr><th>three</table><ul><li>four<li>five</ul>") == "one two three four five".split()


def test_a_list_inside_a_list_item_separates_the_item_from_what_follows() -> None:
    assert texts("<ul><li>one<ul><li>two</ul>three</ul>") == ["one", "two", "three"]


def test_one_line_break_does_not_end_a_block_and_two_do() -> None:
    assert texts("<p>one<br>two<br><br>three<br><br><br>four</p>") == ["one two", "three", "four"]
    assert texts("<p>one<br> \n <br>two</p>") == ["one", "two"]
    assert texts("<p>one<b><br></b><i><br>two</i></p>") == ["one", "two"]


def test_two_line_breaks_with_text_between_them_do_not_end_a_block() -> None:
    assert texts("<p>one<br>two<br>three</p>") == ["one two three"]


def test_a_custom_element_is_a_component_of_its_own() -> None:
    assert texts("<p>one <x-price>two</x-price> three</p>") == ["one", "two", "three"]
    assert owners("<p>one <x-price>two</x-price> three</p>") == ["p", "x-price", "p"]


def test_buttons_and_drop_down_lists_are_blocks_of_their_own() -> None:
    assert texts("<p>one <button>two</button> three</p>") == ["one", "two", "three"]
    assert texts("<p>one <select><option>two<option>three</select> four</p>") == ["one", "two", "three", "four"]


def test_the_owner_is_the_nearest_element_that_separates() -> None:
    assert owners("<div><p><b>one</b></p><x-card><i>two</i></x-card></div><span>three</span>") == ["p", "x-card", "body"]


def test_what_stands_in_body_alone_is_a_block_of_body() -> None:
    assert texts("one <b>two</b>") == ["one two"]
    assert blocks_of("one <b>two</b>").owner.tolist() == [0]


# -- text that is none of the page's ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(UNUSED))
def test_text_of_graphics_and_controls_is_in_no_block(name: str) -> None:
    found = find_blocks(by_hand(["one", (name, [("b", ["secret"])]), "two"]))
    assert found.texts == ["one", "two"]  # a block is a piece of the page's characters, so none goes past unused text


def test_an_svg_or_textarea_without_text_leaves_a_block_whole() -> None:
    assert texts("<p>one <svg><path d='M0 0'/></svg> two <textarea></textarea> three</p>") == ["one two three"]


def test_a_short_noscript_is_not_used_and_a_long_one_is() -> None:
    message = "Please switch JavaScript on."
    assert texts(f"<p>one</p><noscript>{message}</noscript><p>two</p>") == ["one", "two"]
    long = "word " * 79 + "words"
    assert texts(f"<p>one</p><noscript>{long}</noscript><p>two</p>") == ["one", long, "two"]


@pytest.mark.parametrize(("length", "blocks"), [(399, 0), (400, 1)])
def test_a_noscript_is_long_from_400_characters(length: int, blocks: int) -> None:
    assert len(blocks_of(f"<body><noscript>{'x' * length}</noscript>")) == blocks


def test_the_texts_of_a_noscript_count_together() -> None:
    assert texts(f"<body><noscript><p>{'x' * 200}</p><p>{'y' * 200}</p></noscript>") == ["x" * 200, "y" * 200]


def test_a_long_noscript_ends_the_block_before_it() -> None:
    assert texts(f"one<noscript>{'x' * 400}</noscript>two") == ["one", "x" * 400, "two"]


# -- sizes ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "naïve café",
        "湖面结冰",
        "湖が凍る",
        "호수가 얼었다",
        "تجمدت",
        "האגם",
        "🧊",
        "❄️",
        "a🧊湖é",
        "👩‍👩‍👧",
        "\u07ff\u0800\uffff\U00010000",
    ],
)
def test_size_is_the_length_in_utf_8(text: str) -> None:
    found = blocks_of(f"<p>{text}</p><p>{text} <b>{text}</b></p>")
    assert found.size.tolist() == [len(text.encode()), 2 * len(text.encode())]


def test_a_page_of_one_script_is_measured_as_well_as_a_page_of_many() -> None:
    """The codes are searched limit by limit, and the search stops where a page has none."""
    assert blocks_of("<p>abc</p>").size.tolist() == [3]
    assert blocks_of("<p>abc</p><p>é</p>").size.tolist() == [3, 2]
    assert blocks_of("<p>abc</p><p>湖</p>").size.tolist() == [3, 3]
    assert blocks_of("<p>abc</p><p>🧊</p><p>湖</p><p>é</p>").size.tolist() == [3, 4, 3, 2]


def test_white_space_between_runs_has_no_size() -> None:
    assert blocks_of("<p>\n one   <b> two </b>\n</p>").size.tolist() == [6]


def test_the_linked_part_is_that_in_links_buttons_and_drop_down_lists() -> None:
    found = blocks_of("<p>one <a href=/x>three</a> 湖<a>湖</a></p><button>press</button><select><option>choose</select>")
    assert found.linked.tolist() == [5 + 3, 5, 6]
    assert found.size.tolist() == [3 + 5 + 3 + 3, 5, 6]


def test_links_are_counted_whether_they_are_around_or_within_a_block() -> None:
    assert blocks_of("<p>one <a>two</a> <a>three</a></p>").links.tolist() == [2]
    assert blocks_of("<p><a>one</a> two <a>three</a></p>").links.tolist() == [2]
    assert blocks_of("<a><div>one</div><div>two</div></a><p>three</p>").links.tolist() == [1, 1, 0]
    assert blocks_of("<p>one <a><img></a> two</p>").links.tolist() == [1]


def test_inline_elements_are_those_around_and_between_the_runs_of_a_block() -> None:
    assert blocks_of("<p>one</p>").inline.tolist() == [0]
    assert blocks_of("<p><b><i>one</i></b></p>").inline.tolist() == [2]
    assert blocks_of("<p>one <b>two <i>three</i></b> four</p>").inline.tolist() == [2]
    assert blocks_of("<p>one<img>two</p><p>three</p>").inline.tolist() == [1, 0]


# -- counts --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "ends", "pauses"),
    [
        ("It froze. Did it? It did! So…", 4, 0),
        ("one, two; three: four", 0, 3),
        ("湖面结冰。真的吗？真的！", 3, 0),
        ("冬天，湖面、河流；还有：雪", 0, 4),
        ("凍った。寒い、とても！", 2, 1),
        ("تجمدت البحيرة، أليس كذلك؟", 1, 1),
        ("أولا؛ ثانيا،", 0, 2),
        ("झील जम गई।", 1, 0),
        ("nothing of the kind - at all", 0, 0),
    ],
)
def test_ends_and_pauses_of_sentences_are_counted_in_every_script(text: str, ends: int, pauses: int) -> None:
    found = blocks_of(f"<p>.,。，A</p><p>{text}</p><p>.,。，A</p>")
    assert (found.sentence_ends[1], found.pauses[1]) == (ends, pauses)


@pytest.mark.parametrize(
    ("text", "capitals"),
    [
        ("The Lake ABC", 5),
        ("AZ az @[`{", 2),
        ("ÀÉÞ àéþ", 3),
        ("2 × 3 ÷ 4", 0),
        ("ΑΩ αω", 2),
        ("АЯ ая", 2),
        ("湖面 تجمدت האגם", 0),
        ("🧊", 0),
    ],
)
def test_capitals_are_those_of_latin_greek_and_cyrillic(text: str, capitals: int) -> None:
    assert blocks_of(f"<p>A</p><p>{text}</p><p>A</p>").capitals.tolist() == [1, capitals, 1]


def test_characters_of_a_block_are_those_from_its_first_to_its_last() -> None:
    found = blocks_of("<p>one</p><p>湖面🧊</p>")
    assert found.chars.tolist() == [3, 3]


@pytest.mark.parametrize("html", ["<p>one <b>two</b></p>", "<p>one<b> two</b></p>", "<p>one <b> two</b></p>"])
def test_the_runs_of_a_text_are_one_space_apart(html: str) -> None:
    assert blocks_of(html).texts == ["one two"]


# -- rows ----------------------------------------------------------------------------------------------------------------


def test_values_of_blocks_go_to_their_text_runs_and_to_nothing_else() -> None:
    page = parse("<div>one <b>two</b><svg><text>no</text></svg><p>three</p></div>")
    found = find_blocks(page)
    values = found.to_rows(np.array([0.25, 0.75]))
    expected = {"one": 0.25, "two": 0.25, "three": 0.75}
    assert values.tolist() == [expected.get(page.text(row), 0) for row in range(len(page))]


@pytest.mark.parametrize("html", EMPTY.values(), ids=EMPTY.keys())
def test_a_page_without_text_has_no_blocks(html: str) -> None:
    page = parse(html)
    found = find_blocks(page)
    assert len(found) == 0
    assert found.texts == []
    columns = [getattr(found, field.name) for field in fields(Blocks) if field.name != "page"]
    assert [column.shape for column in columns] == [(0,)] * len(columns)
    np.testing.assert_array_equal(found.to_rows(np.zeros(0)), np.zeros(len(page)))


def test_a_page_with_nothing_but_unused_text_has_no_blocks() -> None:
    assert len(blocks_of("<svg><text>one</text></svg><textarea>two</textarea><noscript>three</noscript>")) == 0


# -- random pages --------------------------------------------------------------------------------------------------------

random_pages = st.one_of(markup(), markup().map(lambda html: f"{html}<p>end")).map(parse)


def is_used(page: Page, row: int) -> bool:
    above = ancestors(page, row)
    short = [
        each for each in above if page.name(each) == "noscript" and sum(len(page.text(one)) for one in subtree(page, each)) < 400
    ]
    return page.name(row) == "#text" and not short and not any(page.name(each) in UNUSED for each in above)


def slow_blocks(page: Page) -> list[list[int]]:
    """The rows of each block, from a walk over starts, ends and texts in document order."""
    found: list[list[int]] = []
    open_elements: list[int] = []
    is_open, breaks = False, 0
    for row in range(len(page)):
        while open_elements and open_elements[-1] != page.parent[row]:
            is_open &= not separates(page, open_elements.pop())
        if page.name(row) != "#text":
            open_elements.append(row)
            is_open &= not separates(page, row)
            breaks += page.name(row) == "br"
        elif not is_used(page, row):
            is_open = False
        else:
            if not is_open or breaks > 1:
                found.append([])
            found[-1].append(row)
            is_open, breaks = True, 0
    return found


@relaxed
@given(random_pages)
def test_every_used_text_run_is_in_exactly_one_block_and_in_document_order(page: Page) -> None:
    found = find_blocks(page)
    assert found.rows.tolist() == [row for row in range(len(page)) if is_used(page, row)]
    assert [found.rows[found.of_run == number].tolist() for number in range(len(found))] == slow_blocks(page)
    assert found.rows[found.first].tolist() == [rows[0] for rows in slow_blocks(page)]


@relaxed
@given(random_pages)
def test_the_sizes_of_the_blocks_are_the_encoded_lengths_of_their_runs(page: Page) -> None:
    found, expected = find_blocks(page), slow_blocks(page)

    def size(rows: list[int]) -> int:
        return sum(len(page.text(row).encode("utf-8", "surrogatepass")) for row in rows)

    def linked(rows: list[int]) -> int:
        return size([row for row in rows if any(page.name(above) in LINKS for above in ancestors(page, row))])

    assert found.size.tolist() == list(map(size, expected))
    assert found.linked.tolist() == list(map(linked, expected))
    assert found.size.sum() == sum(len(page.text(row).encode()) for row in range(len(page)) if is_used(page, row))


@relaxed
@given(random_pages)
def test_counts_and_places_are_those_of_the_runs(page: Page) -> None:
    found, expected = find_blocks(page), slow_blocks(page)
    text = ["\0".join(page.text(row) for row in rows) for rows in expected]
    assert [each.replace(" ", "") for each in found.texts] == [each.replace("\0", "").replace(" ", "") for each in text]
    assert found.sentence_ends.tolist() == [sum(character in SENTENCE_ENDS for character in each) for each in text]
    assert found.pauses.tolist() == [sum(character in PAUSES for character in each) for each in text]
    assert found.capitals.tolist() == [sum(character.isupper() for character in each) for each in text]
    assert found.start.tolist() == [int(page.start[rows[0]]) for rows in expected]
    assert found.stop.tolist() == [int(page.start[rows[-1]] + page.chars[rows[-1]]) for rows in expected]
    assert found.chars.tolist() == [int(page.chars[rows].sum()) for rows in expected]


@relaxed
@given(random_pages)
def test_owner_links_and_inline_elements_equal_a_slow_count(page: Page) -> None:
    found = find_blocks(page)

    def owner(rows: list[int]) -> int:
        return next((above for above in ancestors(page, rows[0]) if separates(page, above)), 0)

    def between(rows: list[int]) -> list[str]:
        """Names of the elements that begin between the first run and the last."""
        return [page.name(row) for row in range(rows[0], rows[-1]) if page.name(row) != "#text"]

    expected = slow_blocks(page)
    assert found.owner.tolist() == list(map(owner, expected))
    in_link = [any(page.name(above) in LINKS for above in ancestors(page, rows[0])) for rows in expected]
    assert found.links.tolist() == [between(rows).count("a") + inside for rows, inside in zip(expected, in_link, strict=True)]
    around = [len(ancestors(page, rows[0])) - 1 - len(ancestors(page, owner(rows))) for rows in expected]
    assert found.inline.tolist() == [len(between(rows)) + more for rows, more in zip(expected, around, strict=True)]


# -- counting ------------------------------------------------------------------------------------------------------------


def test_more_signs_are_counted_than_a_part_of_a_number_holds() -> None:
    assert blocks_of(f"<p>{'X' * 70_000}<p>{'x.' * 70_000}<p>XX").capitals.tolist() == [70_000, 0, 2]


@relaxed
@given(markup())
def test_long_pages_are_counted_like_short_ones(source: str) -> None:
    found = blocks_of(source)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "_MOST_AT_ONCE", 0)
        other = blocks_of(source)
    for name in ("size", "sentence_ends", "pauses", "capitals"):
        np.testing.assert_array_equal(getattr(found, name), getattr(other, name), err_msg=name)
