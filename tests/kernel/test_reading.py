"""The kernel reads a page exactly as Python does."""

import gc
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import extract_page, parse
from maintext.decode import decode
from maintext.depth import _HARMLESS_TAGS, look_for_kernel, may_nest_deeper
from maintext.marks import KEYWORDS
from maintext.parse import parse_for
from maintext.table import COLUMNS, table_of
from tests.contract.pages import PAGES as CONTRACT_PAGES
from tests.kernel.reading import READER, assert_same, by_kernel, by_twin, needs_kernel, parsing, reading, tree_of
from tests.methods.fused.pages import HOSTILE as HOSTILE_PAGES

pytestmark = [needs_kernel, pytest.mark.usefixtures("small_pages_too")]

GOLDEN = sorted(Path(__file__).parents[1].joinpath("pages").glob("*/page.html"))
SPACES = [chr(code) for code in range(0x110000) if chr(code).isspace()]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_golden_pages_are_read_alike(path: Path) -> None:
    assert_same(decode(path.read_bytes()))


@pytest.mark.parametrize("name", sorted(set(CONTRACT_PAGES) - {"5,000 different fonts"}))  # which has millions of rows
def test_the_pages_of_the_contract_are_read_alike(name: str) -> None:
    assert_same(CONTRACT_PAGES[name])


@pytest.mark.parametrize("name", HOSTILE_PAGES)
def test_hostile_pages_are_read_alike(name: str) -> None:
    assert_same(HOSTILE_PAGES[name])


@pytest.mark.parametrize("space", SPACES, ids=lambda space: f"U+{ord(space):04X}")
def test_every_white_space_is_white_space(space: str) -> None:
    assert_same(
        f"<p>{space}one{space}two{space}{space} three{space}</p>{space}<p>{space}</p>four<b>{space}</b>five<pre>{space}a</pre>"
    )
    assert_same(
        f"<p class='main{space}menu' role='x{space}navigation{space}' itemprop='{space}text' style='display{space}:none'>x"
    )


@pytest.mark.parametrize("sign", ["\u180e", "\u200b", "\u2060", "\ufeff", "\x00", "\x01", "\x1b", "\x7f", "\u0084", "\u00a1"])
def test_what_only_looks_like_white_space_is_none(sign: str) -> None:
    assert_same(f"<p>{sign}one{sign}two {sign} three</p>{sign}<p>{sign}</p>")


@pytest.mark.parametrize(
    "html",
    [
        "<svg><desc>a</desc><foreignObject>b</foreignObject><linearGradient/><unknownThing>c</unknownThing><g>d</g><use/></svg>",
        "<foreignobject>a</foreignobject><lineargradient>b</lineargradient><image>c",
        "<g>a</g><use>b</use><x-y>c</x-y><X-Y>d</X-Y><a-name-that-is-longer-than-sixteen-letters>e",
        "<math><mi>a</mi><annotation-xml><p>b</annotation-xml><mfrac>c</mfrac></math>",
        "<svg><script>one<b>two</b></script><title>three</title><style>four</style></svg>",
        "<svg xlink:role=navigation role=banner><text xlink:href=x xml:lang=en>one</text></svg>",
        "<é>a</é><x\u4e2d>b<x\U0001f600>c",
        "".join(f"<x{n}>{n}</x{n}>" for n in range(3000)) * 2,
    ],
)
def test_names_of_elements_are_read_alike(html: str) -> None:
    assert_same(html)


@pytest.mark.parametrize(
    "html",
    [
        "<pre>\n\n a\n<b> b </b>\n\n</pre> c <textarea> d </textarea><xmp> <p> </xmp><listing>\n\n\nx</listing>",
        "<p> <i> </i> <pre> </pre> <pre><b> </b> x</pre> y",
        "<pre></pre>a <pre>b</pre>c<pre>d<pre>e</pre>f</pre>g",
        "<plaintext> a <b> c",
    ],
)
def test_preformatted_text_is_read_alike(html: str) -> None:
    assert_same(html)


@pytest.mark.parametrize("word", sorted({word for words in KEYWORDS.values() for word in words.split()}))
def test_keywords_are_found_alike(word: str) -> None:
    names = [word, word.replace(".", "-"), word.replace(".", "_").upper(), word.title(), f"x{word}", f"{word}x", f"{word}{word}"]
    names += [word.replace(".", " "), word[:-1], word[1:], "".join(part.title() for part in word.split("."))]
    assert_same("".join(f"<p class='{name}'>a</p><p id='{name}'>b</p><p class='y {name} {name}z' id=q>c</p>" for name in names))


@pytest.mark.parametrize(
    "attributes",
    [
        "class",
        "class=''",
        "class=' '",
        "CLASS=Main ID=Menu",
        "class=main class=menu",
        "class='é-main ümenu 中footer İ ſ'",
        "class=&#x212a;eyword",
        "role='NAVIGATION  Search' itemprop=TEXT",
        "role itemprop style hidden aria-hidden",
        "aria-hidden=TRUE",
        "aria-hidden=' true'",
        "aria-hidden=false style='visibility:hidden'",
        "style='DISPLAY\t:\nnone'",
        "style='display display:none'",
        "style='display'",
        "style='display:'",
        "style='display: \u00a0none'",
        "style='d\u0131splay:none'",
        "style=vi\u017fibility:hidden",
        "style='displaynone; visibility hidden; display:block; visibility:hidde'",
        f"class='{'x' * 100_000} menu'",
        f"class='{'aB' * 10_000}'",
        f"class='{'- ' * 10_000}' id='{'.' * 5000}'",
        f"style='{'display ' * 20_000}: none'",
    ],
)
def test_marks_are_read_alike(attributes: str) -> None:
    assert_same(f"<div {attributes}><p>text</p></div><div {attributes}></div><div {attributes}><br></div>")


@pytest.mark.parametrize(
    "head",
    [
        "",
        "<title></title><title>second</title>",
        "<title>a<b>c&amp;\n\n d</title>",
        "<meta name=' DESCRIPTION\t' content=''><meta name=description content=x><meta property=og:title content=y>",
        "<meta name=description><meta itemprop=description content=z><meta charset=utf-8>",
        "<script type='application/ld+json'></script><script type=' Application/LD+JSON ; x'>{}</script><script type>x</script>",
        "<base><base href=''><base href=a><base href=b><link><link rel=x href=y>",
        "<noscript><meta name=description content=hidden></noscript>",
        "<svg><title>not this</title></svg>",
    ],
)
def test_heads_are_read_alike(head: str) -> None:
    assert_same(
        f"<html lang=de><head>{head}</head><body>x<script type='math/tex;mode=Display'> a  b</script><script type=math/tex>c"
    )
    assert_same(f"<head>{head}</head><frameset>")


MARKUP = """
    <p> </p> <div_class="main_menu"> </div> <b> </b> <i_id=SideBar> <pre> </pre> <a_href=x> </a> <table> <tr> <td> </table> <svg>
    </svg> <math> </math> <g> <x-y> </x-y> <foreignObject> <script> </script> <script_type=math/tex> <style> </style> <title>
    <template> </template> <select> <option> </select> <textarea> </textarea> <!-- --> <![CDATA[ ]]> <?x> <br> <img_alt=x> <li>
    <ul> </ul> <form> <button> </button> <noscript> </noscript> <frameset> <body_class=x> <html_lang=de> <head> </head> <xmp>
    </xmp> <div_hidden> <p_style="display:_none"> <h1_role=navigation> <meta_name=description_content=x> <iframe> </iframe> &amp;
    &nbsp; &#0; &#x3000; & < > text Words é 中文 \U0001f600
""".split()
PIECES = st.sampled_from([*(piece.replace("_", " ") for piece in MARKUP), *" \u00a0\u2003\n\t\x0c\x1d\x00\x85"])


@settings(max_examples=500, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_markup_is_read_alike(html: str) -> None:
    assert_same(html)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_alike(text: str) -> None:
    assert_same(f"<p class='{text}'>{text}</p><pre id='{text}'>{text}</pre>{text}")


@pytest.mark.parametrize("name", ["", "é", "É", "Description", "\ud800", "key\u212aey", "a\0b"])
def test_any_name_can_be_asked_for(name: str) -> None:
    tree = tree_of("<meta content=first><meta name=' É' content=second><meta name=description content=third>")
    assert by_kernel(tree).meta(name) == by_twin(tree).meta(name)


# -- what a page is made of ------------------------------------------------------------------------------------------------


def test_columns_lie_in_the_table_and_cannot_be_written() -> None:
    page = by_kernel(tree_of("<p class=menu>one <b>two</b>"))
    table = table_of(page)
    for name in ("tag", "parent", "end", "depth", "start", "chars"):
        column = getattr(page, name)
        first = np.frombuffer(table, np.int64, 1, 8 * (8 + COLUMNS.index(name) * len(page)))
        assert np.shares_memory(column, np.frombuffer(table, np.int64, len(table) // 8)), name
        assert column[0] == first[0]
        assert not column.flags.writeable
    assert table_of(page) is table
    with pytest.raises(TypeError):
        page.verbatim[1] = "x"  # type: ignore[index]


def test_a_page_can_be_copied_with_changes() -> None:
    page = by_kernel(tree_of("<p>one <b>two</b>"))
    changed = replace(page, url="https://example.org/")
    assert (changed.url, changed.characters, changed.tag.tolist()) == ("https://example.org/", page.characters, page.tag.tolist())
    with pytest.raises(AttributeError, match="no attribute 'colour'"):
        page.colour  # type: ignore[attr-defined] # noqa: B018


def test_the_tree_lives_as_long_as_the_page() -> None:
    page = parse("<p data-x=1>one<p data-x=2>two")
    gc.collect()
    assert [parse("<p>other").attributes(1) or page.attributes(row) for row in (1, 3)] == [{"data-x": "1"}, {"data-x": "2"}]


def test_rows_count_from_the_end_too_and_others_are_errors() -> None:
    page = by_kernel(tree_of("<p id=x></p>"))
    assert page.attributes(-1) == {"id": "x"}
    with pytest.raises(IndexError):
        page.attributes(2)
    with pytest.raises(IndexError):
        page.attributes(-3)


def test_a_tree_of_the_user_is_read_by_its_objects() -> None:
    tree = tree_of("<p id=x>one")
    page = parse(tree)
    assert isinstance(page.document, reading.Tree)
    node = tree.body.first_child if tree.body is not None else None
    assert node is not None
    node.attrs["id"] = "y"
    assert page.attributes(1) == {"id": "y"}


def test_threads_read_at_the_same_time() -> None:
    html = "<div class='main menu'><p>some words <b>bold</b></div>" * 500
    expected = table_of(parse(html))
    found: list[bytes] = []
    threads = [threading.Thread(target=lambda: found.extend(table_of(parse(html)) for _ in range(20))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 80


@pytest.mark.parametrize(
    "html", ["<p class=main>one<b id=nav hidden>two</b>", "", "<pre class=code> a\n b</pre><x-y role=main>x"]
)
def test_a_page_that_was_read_without_marks_gets_them_when_asked(html: str) -> None:
    page, marked = parse_for(html, charset=None, url=None, with_marks=False), parse(html)
    assert page.known("table") is None
    assert page.characters == marked.characters
    for name in ("tag", "parent", "end", "depth", "start", "chars", "spaced"):
        np.testing.assert_array_equal(getattr(page, name), getattr(marked, name))
    assert table_of(page) == table_of(marked)
    assert extract_page(page).text == extract_page(marked).text


def test_what_is_no_node_is_refused() -> None:
    assert READER is not None
    body = tree_of("x").body
    for arguments in ((READER.vocabulary, 1, None, None), (1, body, None, None), (READER.vocabulary, body, 2, None)):
        with pytest.raises((AttributeError, TypeError, ValueError)):
            READER.module.read(*arguments, True)
    with pytest.raises(TypeError):
        READER.module.read()
    with pytest.raises(ValueError, match="incorrect name"):
        READER.module.attributes(READER.vocabulary, 0)
    with pytest.raises(TypeError):
        READER.module.vocabulary(b"", {}, {})


def test_a_name_that_is_newer_than_the_kernel_leaves_the_page_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    assert READER is not None
    monkeypatch.setattr(reading, "_OTHER_NAMES", [name for name in reading._OTHER_NAMES if name != "isindex"])
    monkeypatch.setattr(reading, "_ATTRIBUTES", ("class",))
    reader = reading.Reader(READER.module, READER.module.vocabulary(*reading._vocabulary()))
    assert reading.read_compiled(reader, tree_of("<isindex>"), "", None, ()) is None
    page = reading.read_compiled(reader, tree_of("<title>t</title><meta content=x name=y><p class=a lang=b>x"), "", None, ())
    assert page.attributes(1) == {"class": "a", "lang": "b"}
    assert [dict(meta) for meta in page.head.metas] == [{"content": "x", "name": "y"}]


# -- before parsing -----------------------------------------------------------------------------------------------------


@given(st.text(st.characters() | st.sampled_from("a\x7f\x80\u07ff\u0800\ud7ff\ud800\udfff\ue000\uffff\U00010000\U0010ffff")))
def test_strings_are_encoded_alike(text: str) -> None:
    for source in (
        text,
        text + "é",
        "a" * 40 + text + "b" * 20,
        text * 5,
        "é" + "ascii " * 10 + text + "中" + "more ascii " * 10,
    ):
        assert parsing.for_parser(source)[0] == source.encode("utf-8", "ignore")


def test_a_string_of_a_class_of_its_own_is_encoded_alike() -> None:
    class Own(str):
        pass

    for text in ("ascii", "é" * 30, "“" * 30, "😀" * 30):
        assert parsing.for_parser(Own(text))[0] == text.encode()


@settings(max_examples=60, deadline=None)
@given(
    pieces=st.lists(st.sampled_from("<div> </div> <b> </b> <p> <br> <DIV </span> <x-y> < </ <rt> <é> text".split()), min_size=1),
    times=st.integers(1, 2000),
    limit=st.sampled_from([3, 40, 512]),
)
def test_depth_is_looked_at_alike(pieces: list[str], times: int, limit: int) -> None:
    source = "".join(pieces * (1 + times * _HARMLESS_TAGS // 1000 // len(pieces))).encode()
    assert nests_deeper(source, limit) == may_nest_deeper(source, limit)


def nests_deeper(source: bytes, limit: int) -> bool:
    assert READER is not None
    return bool(READER.module.for_parser(source, False, look_for_kernel(limit))[1])


def test_scripts_count_for_the_depth_with_the_kernel_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    source = f"<script>{'a<b;' * _HARMLESS_TAGS}</script>{'<div>' * 700}text"
    page = parse(source)
    monkeypatch.setattr(parsing.kernel, "compiled", lambda: None)
    twin = parse(source)
    assert len(page) == len(twin) < 700
    assert page.warnings == twin.warnings != ()


@pytest.mark.parametrize("look", [nests_deeper, may_nest_deeper], ids=["kernel", "numpy"])
@pytest.mark.parametrize("element", ["<b class=x>y</b>", "<i>y</i>", "<em >y</em>", "<h1\nid=x>y</h1>", "<DIV>y</div>"])
def test_end_tags_of_short_names_fit_their_start_tags(element: str, look: Callable[[bytes, int], bool]) -> None:
    assert not look((element * (2 * _HARMLESS_TAGS)).encode(), 512)


@pytest.mark.parametrize("look", [nests_deeper, may_nest_deeper], ids=["kernel", "numpy"])
def test_end_tags_of_other_elements_do_not_fit(look: Callable[[bytes, int], bool]) -> None:
    assert look(("<b>y</i>" * (2 * _HARMLESS_TAGS)).encode(), 512)
