"""Parse: whatever holds a page gives the same table, and nothing that a reader sees is lost."""

from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree
from lxml import html as lxml_html
from selectolax.lexbor import LexborHTMLParser, LexborNode

from maintext.depth import MAX_DEPTH, MAX_FORMATTING, flatten
from maintext.errors import BadInput
from maintext.page import Page
from maintext.parse import parse
from maintext.render.text import render_text
from maintext.tags import NUMBER

SOURCE = """<html><head><title>Ice</title></head><body>
<h1>Walking to the island</h1>
<p>It lasted for <b>nine</b> days &amp; nights: Tromsø, Łódź, 東京.</p>
<ul><li>tea</li><li>rolls</li></ul>
</body></html>"""
TEXT_OF_SOURCE = "Walking to the island\n\nIt lasted for nine days & nights: Tromsø, Łódź, 東京.\n\ntea\nrolls"


def text_of(page: Page) -> str:
    return render_text(page, page.is_text)


def words(page: Page) -> list[str]:
    return text_of(page).split()


def first(tree: LexborHTMLParser, selector: str) -> LexborNode:
    node = tree.css_first(selector)
    assert node is not None
    return node


def names(page: Page) -> list[str]:
    return [page.name(row) for row in range(len(page))]


# -- what a page can be given as -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(lambda: SOURCE, id="str"),
        pytest.param(lambda: SOURCE.encode(), id="bytes"),
        pytest.param(lambda: bytearray(SOURCE.encode()), id="bytearray"),
        pytest.param(lambda: memoryview(SOURCE.encode()), id="memoryview"),
        pytest.param(lambda: LexborHTMLParser(SOURCE), id="LexborHTMLParser"),
        pytest.param(lambda: LexborHTMLParser(SOURCE).root, id="LexborNode"),
        pytest.param(lambda: LexborHTMLParser(SOURCE).body, id="LexborNode of body"),
        pytest.param(lambda: lxml_html.fromstring(SOURCE), id="lxml.html"),
        pytest.param(lambda: lxml_html.document_fromstring(SOURCE), id="lxml.html document"),
        pytest.param(lambda: etree.HTML(SOURCE), id="lxml.etree"),
        pytest.param(lambda: etree.ElementTree(etree.HTML(SOURCE)), id="lxml.etree tree"),
        pytest.param(lambda: etree.fromstring(SOURCE), id="lxml.etree XML"),
    ],
)
def test_every_kind_of_input_gives_the_same_text(given: Callable[[], object]) -> None:
    assert text_of(parse(given())) == TEXT_OF_SOURCE


def test_str_bytes_and_a_parsed_tree_give_the_same_columns() -> None:
    expected = parse(SOURCE)
    for given in (SOURCE.encode(), LexborHTMLParser(SOURCE)):
        page = parse(given)
        assert names(page) == names(expected)
        assert page.parent.tolist() == expected.parent.tolist()
        assert page.spaced.tolist() == expected.spaced.tolist()
        assert page.source == expected.source


def test_a_node_is_read_alone_without_what_follows_it() -> None:
    source = "<p>one</p><div>two <b>three</b> four</div><p>five</p>"
    node = first(LexborHTMLParser(source), "div")
    assert text_of(parse(node)) == "two three four"
    element = lxml_html.fromstring(f"<body>{source}</body>").find(".//b")
    assert text_of(parse(element)) == "three"


def test_a_tree_of_the_caller_is_not_changed() -> None:
    lexbor = LexborHTMLParser(SOURCE)
    node = first(lexbor, "p")
    lxml = lxml_html.fromstring(SOURCE)
    before = lexbor.html, node.html, etree.tostring(lxml)
    for tree in (lexbor, node, lxml, lxml.find(".//b")):
        parse(tree)
    assert (lexbor.html, node.html, etree.tostring(lxml)) == before


def test_a_parsed_tree_is_read_as_it_is_now() -> None:
    tree = LexborHTMLParser("<p>one</p><p class=ad>two</p>")
    first(tree, ".ad").decompose()
    assert text_of(parse(tree)) == "one"


def test_an_empty_selectolax_tree_is_an_empty_page() -> None:
    assert len(parse(LexborHTMLParser(""))) == 1


@pytest.mark.parametrize(
    "wrong",
    [None, 3, ["<p>x</p>"], {"html": "x"}, Path("page.html"), LexborNode, object()],
    ids=lambda wrong: type(wrong).__name__,
)
def test_anything_else_is_an_error_that_says_what_to_give(wrong: object) -> None:
    with pytest.raises(BadInput) as caught:
        parse(wrong)
    message = str(caught.value)
    assert message.startswith(f"cannot read a page from {type(wrong).__name__}: ")
    assert "give str, bytes, a selectolax tree or an lxml tree" in message
    assert "\n" not in message
    assert message.endswith("path.read_bytes() gives what is in a file") == isinstance(wrong, Path)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(lambda: etree.XPath("//p"), id="lxml"),
        pytest.param(lambda: LexborHTMLParser("<p>x").select("p"), id="selectolax"),
    ],
)
def test_an_object_of_a_parser_that_is_not_a_tree_is_an_error_too(wrong: Callable[[], object]) -> None:
    with pytest.raises(BadInput, match="give str, bytes, a selectolax tree or an lxml tree"):
        parse(wrong())


def test_bytes_are_decoded_as_the_transport_says() -> None:
    assert text_of(parse("<p>Łódź".encode("cp1250"), charset="windows-1250")) == "Łódź"


# -- rows ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "unseen",
    [
        "<script>var secret = 1</script>",
        "<style>secret { color: red }</style>",
        "<template><p>secret</p></template>",
        "<iframe src=x><p>secret</p></iframe>",
        "<noembed>secret</noembed>",
        "<noframes>secret</noframes>",
        "<!-- secret -->",
        "<?php echo 'secret' ?>",
        "<![CDATA[ secret ]]>",
        "<svg><style>secret</style><title>secret</title></svg>",
    ],
)
def test_what_is_never_shown_has_no_row(unseen: str) -> None:
    page = parse(f"<p>before</p>{unseen}<p>after</p>")
    assert [name for name in names(page) if name != "svg"] == ["body", "p", "#text", "p", "#text"]
    assert words(page) == ["before", "after"]


def test_head_and_title_have_no_row() -> None:
    assert names(parse("<html><head><title>Ice</title><meta charset=utf-8></head><body><p>x")) == ["body", "p", "#text"]


def test_custom_elements_keep_their_names() -> None:
    page = parse("<my-app><x-card>one</x-card><x-card>two</x-card><p>three</p></my-app>")
    assert names(page) == ["body", "my-app", "x-card", "#text", "x-card", "#text", "p", "#text"]
    assert page.tag[2] == page.tag[4] != page.tag[1]
    assert page.tag[6] == NUMBER["p"]
    assert len(page.is_block) == len(page)
    assert not page.is_block[[1, 2, 4]].any()


@pytest.mark.parametrize(
    "source", ["<math><mi>x</mi></math>", "<svg><desc>x</desc></svg>", "<svg><text>x</text></svg>", "<spacer>x</spacer>"]
)
def test_elements_of_other_vocabularies_are_elements_with_their_names(source: str) -> None:
    page = parse(source)
    expected = [name for name in ("math", "svg", "mi", "desc", "text", "spacer") if f"<{name}>" in source]
    assert names(page) == ["body", *expected, "#text"]
    assert page.is_text.tolist() == [False] * (len(page) - 1) + [True]


def test_the_search_element_is_a_known_block() -> None:
    page = parse("<search>one</search>")
    assert page.tag.tolist() == [NUMBER["body"], NUMBER["search"], 0]
    assert page.is_block[1]


def test_a_frameset_is_one_empty_row() -> None:
    page = parse("<html><frameset cols='1,2'><frame src=a><frame src=b></frameset></html>")
    assert names(page) == ["body"]
    assert page.parent.tolist() == [-1]
    assert page.chars.tolist() == [0]


@pytest.mark.parametrize("source", ["", " \n ", "<p></p>", "<!-- x -->", "</div>", "<"])
def test_row_0_is_body_whatever_the_page(source: str) -> None:
    page = parse(source)
    assert names(page)[0] == "body"
    assert page.parent[0] == -1


def test_blank_text_has_no_row_but_is_remembered_as_white_space() -> None:
    page = parse("<b>one</b> \n <b>two</b><b>three</b>")
    assert [page.text(row) for row in page.text_rows] == ["one", "two", "three"]
    assert page.spaced[page.text_rows].tolist() == [False, True, False]


def test_only_preformatted_runs_are_kept_as_written() -> None:
    page = parse("<p>a  b</p><pre>  c\n   d</pre>")
    assert list(page.verbatim.values()) == ["  c\n   d"]


def test_the_address_of_the_page_is_kept() -> None:
    assert parse("x", url="https://example.org/").url == "https://example.org/"
    assert parse("x").url is None


# -- characters that are none --------------------------------------------------------------------------------------------


def test_lone_surrogates_do_not_cost_any_other_text() -> None:
    page = parse("<p title='\udc80'>bef\ud800ore \udfff after</p><p>next</p>")
    text = text_of(page)
    assert text.startswith("bef")
    assert text.endswith("after\n\nnext")
    text.encode()  # none is left


def test_nul_characters_do_not_cost_any_other_text() -> None:
    page = parse("\0<p>bef\0ore</p>\0<p>after</p>")
    assert "\0" not in page.characters.replace("\0", "", len(page.text_rows) - 1)
    assert [page.text(row).replace("\ufffd", "") for row in page.text_rows if page.text(row) != "\ufffd"] == ["before", "after"]


def test_nul_characters_put_into_a_tree_by_hand_do_not_shift_the_text() -> None:
    tree = LexborHTMLParser("<p>one</p><p>two</p>")
    first(tree, "p").replace_with("on\0e")
    page = parse(tree)
    assert page.text(int(page.text_rows[-1])) == "two"


# -- depth ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["div", "b", "span", "section", "blockquote", "x-card", "cite", "ins", "DIV"])
def test_deep_nesting_is_flattened_with_a_warning_and_no_text_is_lost(name: str) -> None:
    count = 20_000
    page = parse("<p>before</p>" + "".join(f"<{name}>w{n} " for n in range(count)))
    assert words(page) == ["before", *(f"w{n}" for n in range(count))]
    assert int(page.depth.max()) <= MAX_DEPTH + 3
    assert len(page.warnings) == 1
    assert f"nested deeper than {MAX_DEPTH} levels" in page.warnings[0]


def test_text_after_balanced_deep_nesting_stands_where_it_belongs() -> None:
    page = parse("<div>" * 5000 + "deep" + "</div>" * 5000 + "<p>after <b>it</b></p>")
    assert words(page) == ["deep", "after", "it"]
    assert page.tag_path(int(page.text_rows[-1])) == "body.p.b.#text"
    assert page.warnings


def test_words_are_not_glued_where_tags_were_taken_out() -> None:
    page = parse("<div>one" * 5000)
    assert words(page) == ["one"] * 5000


def test_what_is_never_shown_stays_unseen_below_the_limit_too() -> None:
    inner = "deep <script>var secret = 1</script><style>secret {}</style><iframe>secret</iframe><i title='a > secret'>end</i>"
    assert words(parse("<div>" * 5000 + inner + "</div>" * 5000)) == ["deep", "end"]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("<p>word" * 5000, id="unclosed p"),
        pytest.param("<p class=x>word" * 5000, id="unclosed p with attributes"),
        pytest.param("<P>word" * 5000, id="unclosed P"),
        pytest.param("<ul>" + "<li>word" * 5000 + "</ul>", id="unclosed li"),
        pytest.param("<dl>" + "<dt>word<dd>word" * 3000 + "</dl>", id="unclosed dt and dd"),
        pytest.param("<select>" + "<option>word" * 5000 + "</select>", id="unclosed option"),
        pytest.param("<table>" + "<tr><td>word<td>word" * 3000 + "</table>", id="unclosed cells"),
        pytest.param("word<br>" * 5000, id="br"),
        pytest.param("word <img src=x><hr><input><wbr>" * 2000, id="void elements"),
        pytest.param("<div><p>word</div>" * 3000, id="balanced"),
        pytest.param("word </div>" * 5000, id="stray end tags"),
    ],
)
def test_many_tags_that_do_not_nest_are_left_alone(source: str) -> None:
    page = parse(source)
    assert page.warnings == ()
    assert page.source == source
    assert words(page) == ["word"] * source.count("word")


@pytest.mark.parametrize("unread", ["<script>{}</script>", "<!-- {} -->", "<style>{}</style>"])
def test_tags_inside_scripts_and_comments_do_not_nest(unread: str) -> None:
    source = unread.format("'<div>'," * 600) + "<ul><li><b>word</b></ul>" * 1000
    page = parse(source)
    assert page.warnings == ()
    assert names(page).count("b") == 1000


def test_flatten_keeps_what_is_within_the_limit() -> None:
    assert flatten("<i><b>one</b></i>", 2) == ("<i><b>one</b></i>", 0)
    flat, dropped = flatten("<i><b><u>one</u> two</b></i>", 2)
    assert flat == "<i><b><!---->one<!----> two</b></i>"
    assert dropped == 2


@pytest.mark.parametrize("piece", ["<font color={}><p>word", "<p><font color={}>word</p>"], ids=["before p", "inside p"])
def test_formatting_that_is_left_open_on_and_on_is_not_opened_anew_for_ever(piece: str) -> None:
    page = parse("".join(map(piece.format, range(4000))))
    assert words(page) == ["word"] * 4000
    assert names(page).count("font") <= MAX_FORMATTING * 4000
    assert f"more than {MAX_FORMATTING} formatting elements open" in page.warnings[0]


def test_of_formatting_that_is_flattened_as_many_ends_stay_as_beginnings() -> None:
    within, beyond = "<b>" * MAX_FORMATTING, "<i><b>"
    assert flatten(f"{within}{beyond}x</b></i></b>y</u></b>", 99) == (f"{within}{'<!---->' * 2}x{'<!---->' * 2}</b>y</u></b>", 4)


def test_a_word_that_is_partly_formatted_stays_one_word() -> None:
    page = parse("<font>" * 600 + "<p>y</u></p>" * 3000 + "<p>un<b>believ</b>able 中<i>文</i></p>")
    assert page.warnings
    assert render_text(page, page.is_text).endswith("unbelievable 中文")


def test_a_tree_that_is_parsed_already_is_read_at_any_depth() -> None:
    page = parse(LexborHTMLParser("<div>" * 3000 + "deep" + "</div>" * 3000))
    assert int(page.depth.max()) == 3001
    assert words(page) == ["deep"]
    assert page.warnings == ()


@pytest.mark.parametrize(
    "source",
    [
        "<div></b>" * 20_000,
        "<span><div></span></div>" * 20_000,
        "<rt>" * 20_000,
        "<iframe><!--</iframe>" + "<div>" * 20_000,
        "<xmp><script></xmp>" + "<div>" * 20_000,
        "<svg><![CDATA[<!--]]></svg>" + "<div>" * 20_000,
    ],
    ids=["stray end tags", "crossed tags", "ruby", "comment in iframe", "script in xmp", "comment in CDATA"],
)
def test_depth_that_hides_behind_odd_markup_is_found(source: str) -> None:
    page = parse(source)
    assert page.depth.max() <= MAX_DEPTH + 3
    assert page.warnings


def test_a_title_inside_a_drawing_hides_nothing_from_the_depth() -> None:
    assert parse("<svg><title>" + "<div>" * 20_000 + "deep").warnings


def test_a_long_page_with_many_unclosed_tags_is_not_flattened() -> None:
    page = parse("<div><animate><b>word</b></div>" * 2_000)
    assert page.warnings == ()


def test_the_head_is_read_when_asked_for() -> None:
    page = parse(
        "<html lang=de><head><title> A\n title </title><base href=/b/><meta property='OG:Type' content=article>"
        "<meta name=description content=''><meta name=description content=Second><link rel=canonical href=/x></head><p>x"
    )
    head = page.head
    assert (head.title, head.language, head.base) == ("A title", "de", "/b/")
    assert (head.meta("og:type"), head.meta("description"), head.meta("author")) == ("article", "Second", "")
    assert [dict(link) for link in head.links] == [{"rel": "canonical", "href": "/x"}]


def test_a_page_without_a_head_has_an_empty_one() -> None:
    assert parse("x").head.title == ""
    assert parse("").head.metas == ()


def test_json_ld_is_found_anywhere_and_other_scripts_are_not() -> None:
    page = parse(
        '<head><script type="application/ld+json">{"a":1}</script><script>x()</script></head><p>x'
        '<div><script type="Application/LD+JSON; charset=utf-8">[2]</script></div>'
    )
    assert page.json_ld == ('{"a":1}', "[2]")
    assert parse("<frameset>").json_ld == ()


# -- formulas in scripts -------------------------------------------------------------------------------------------------


def test_formulas_in_scripts_stand_between_the_rows_around_them() -> None:
    page = parse(
        "<p>one <script type='math/tex'> x_1 </script> two</p>"
        "<script type='math/tex; mode=display'>y</script><script>z()</script>"
    )
    first, second = page.tex_scripts
    assert (first.tex, first.is_display, second.tex, second.is_display) == ("x_1", False, "y", True)
    assert (page.text(first.row), page.name(first.parent)) == ("two", "p")
    assert (second.row, page.name(second.parent)) == (len(page), "body")


def test_a_page_without_formulas_in_scripts_has_none() -> None:
    assert parse("<script type='math/tex'> </script><script>x</script><p>one").tex_scripts == ()
