"""The kernel reads HTML by itself as the parser does, or leaves the page to it."""

import importlib
import os
import sys
import threading
from dataclasses import replace
from html.entities import html5
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import parse
from maintext.decode import decode
from maintext.depth import look_for_kernel
from maintext.page import Page
from tests.contract.pages import PAGES as CONTRACT_PAGES
from tests.kernel.reading import READER, by_twin, needs_kernel, parsing, reading, tree_of
from tests.methods.fused.pages import HOSTILE as HOSTILE_PAGES

pytestmark = needs_kernel

TESTS = Path(__file__).parents[1]
PAGES = sorted([*TESTS.glob("pages/*/page.html"), *TESTS.glob("*/cases/*/input.html")])


def read(html: str) -> Page | None:
    page: Page | None = reading.read_page(READER, html, html, None, True)
    return page


def is_left(html: str) -> bool:
    """Whether the page is left to the parser. If not, all that is read is the same."""
    page = read(html)
    if page is None:
        return True
    for found, expected in zip(reading._facts(page), reading._facts(by_twin(tree_of(html))), strict=True):
        assert found == expected
    return False


def assert_read_alike(html: str) -> None:
    assert not is_left(html)


# -- whole pages ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.parent.name}-{path.parent.name}")
def test_our_pages_are_read_alike(path: Path) -> None:
    html = decode(path.read_bytes())
    assert is_left(html) == ("<math" in html)


@pytest.mark.parametrize("name", sorted(set(CONTRACT_PAGES) - {"5,000 different fonts"}))  # which has millions of rows
def test_the_pages_of_the_contract_are_read_alike_or_left(name: str) -> None:
    is_left(CONTRACT_PAGES[name])


@pytest.mark.parametrize("name", HOSTILE_PAGES)
def test_hostile_pages_are_read_alike_or_left(name: str) -> None:
    is_left(HOSTILE_PAGES[name])


# -- any markup ----------------------------------------------------------------------------------------------------------

NAMES = """
    html head body base link meta title style noframes script noscript template address div article dialog ol ul p h1 h6 pre
    listing form li dl dd dt hr a b code font nobr button object ruby rb rtc rt rp img br input param textarea xmp iframe
    select option
    optgroup table caption colgroup col tbody thead tr td th svg g desc foreignobject frame span x-y sup
""".split()
# `~` stands for a space
ODD = """
    <script <style/> <SCRIPT> </ScRiPt~> </style/~> </script <!-- --> --!> <!--> <!---> <! <!doctype~html> <? ?> </ </3 < > <svg/>
    <a~href='y>z'> <a~href="x"class=nav> <img~src=a/> <p~a~b=c~d="e" <a/href=x/id=y> <a~b="c>d"> <a~=b"> <a~b=c="d> <a~b~=~'>
    <input~type=hidden> <font~color=x> <font~size=1> <body~id=x> <html~lang=de> <svg~viewbox=1> <linearGradient/> <![CDATA[~x~]]>
    <meta~name=description~content=x> <script><!--<script>--></script> <script~type=math/tex> &amp; &nbsp; &notit; &#x80; &
    " ' = /
""".split()
MARKUP = [*(f"<{name}>" for name in NAMES), *(f"</{name}>" for name in NAMES), *(piece.replace("~", " ") for piece in ODD)]
TEXTS = ["", " ", "text", "\n", "\r\n", "\t", "é", "中", "\x0c", "\x85"]


@settings(max_examples=2000, deadline=None)
@given(st.lists(st.sampled_from(MARKUP) | st.sampled_from(TEXTS), max_size=20).map("".join))
def test_any_markup_is_read_alike(html: str) -> None:
    is_left(html)


@settings(max_examples=2000, deadline=None)
@given(
    st.lists(st.sampled_from("table tr td th tbody caption colgroup col b a p div form select option".split()), max_size=20),
    st.data(),
)
def test_any_tables_are_read_alike(names: list[str], data: st.DataObject) -> None:
    is_left("".join(data.draw(st.sampled_from([f"<{name}>", f"</{name}>", f"<{name}>x", f"</{name}> "])) for name in names))


@settings(max_examples=1000, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("a b big code em font i nobr s u p div /a /b /i /p /div table td ul li".split()),
            st.sampled_from(["", *"12"]),
        ),
        max_size=20,
    )
)
def test_elements_that_are_opened_again_are_the_same_elements(tags: list[tuple[str, str]]) -> None:
    is_left("".join(f"<{name} x={number}>t" if number else f"<{name}>t" for name, number in tags))


IN_TAGS = [*" /=\"'>x#&<\n", "href", "Class", "='", '="', "=nav", "&amp", "&amp;", "&lt=", "&copy", "id=3", "color=1", "é"]


@settings(max_examples=2000, deadline=None)
@given(
    st.sampled_from(["<a", "<p", "</p", "<svg><path", "<svg><font", "<table><input"]),
    st.lists(st.sampled_from(IN_TAGS), max_size=12).map("".join),
    st.sampled_from(["", ">text<p class=a>more", "/>text", '">text<p href="b">', "'>"]),
)
def test_any_attributes_are_read_alike(start: str, attributes: str, end: str) -> None:
    is_left(start + attributes + end)


@settings(max_examples=500, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_alike(text: str) -> None:
    is_left(f"<p class='{text}'>{text}</p><pre id='{text}'>{text}</pre><title>{text}</title>{text}")


# -- single rules --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", range(0, len(html5), 250))
def test_every_reference_is_resolved(start: int) -> None:
    names = sorted(html5)[start : start + 250]
    texts = "".join(f"<p a='&{name}' b=&{name}x c='&{name}=' d=&{name}>&{name}|&{name}x|&{name};" for name in names)
    assert_read_alike(texts)
    page = read("".join(f"<p>|&{name}|" for name in names))
    assert page is not None
    by_name = ["|" + " ".join(html5[name].split()) + "|" for name in names]
    found = [page.text(row) for row in page.text_rows]
    assert [text.replace(" ", "") for text in found] == [text.replace(" ", "") for text in by_name]


@pytest.mark.parametrize("number", [*range(0x20), *range(0x7F, 0xA1), 0xD7FF, 0xD800, 0xDFFF, 0xFFFF, 0x10FFFF, 0x110000, 10**12])
def test_references_by_number_are_resolved(number: int) -> None:
    assert_read_alike(f"<p a=&#{number} b='&#x{number:x};'>a&#{number}b&#x{number:x};c&#X{number:X}z<pre>&#{number};")


@pytest.mark.parametrize(
    "doctype",
    [
        "",
        "<!doctype html>",
        "<!DOCTYPE HTML >",
        "<!doctype html x>",
        "<!doctypehtml>",
        "<!doctype>",
        "<!doctype html system 'about:legacy-compat'>",
        *(
            f'<!doctype html public "-//W3C//DTD {identifier}//EN"{address}>'
            for identifier in (
                *("XHTML 1.0 Strict", "XHTML 1.0 Transitional", "XHTML 1.0 Frameset", "XHTML 1.1", "HTML 4.01", "HTML 3.2 Final"),
                *("HTML 4.01 Transitional", "HTML 4.0 Transitional", "HTML 2.0", "HTML 4.01 Frameset"),
            )
            for address in ("", ' "http://www.w3.org/x.dtd"', '"x"', " 'x'", ' "x', ' "x" y', " x")
        ),
    ],
)
def test_tables_in_paragraphs_go_by_the_doctype(doctype: str) -> None:
    is_left(f"{doctype}<p>one<table><td>two")


def test_common_doctypes_are_known() -> None:
    for doctype in ("html", 'html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"'):
        assert_read_alike(f"<!DOCTYPE {doctype}><p>one<table><td>two")
    assert is_left("<!DOCTYPE html SYSTEM 'x'><p>one<table><td>two")


@pytest.mark.parametrize(
    "script",
    [
        "<!-- a -->",
        "<!--<script>--></script>",
        "<!--<script></script>--></script>",
        "<!-- <script> </script> </script>",
        "<!-- <scripty> </scripty> </script>",
        "<!--><script></script>",
        "<!---><script></script>",
        "</scripty> </script/>",
        "'</SCRIPT\n>'",
        "<!-- </script> -->",
        "<script></script>",
        "<!-- <script </script </script >",
    ],
)
def test_scripts_end_where_they_do(script: str) -> None:
    for end in ("</script>after", "", "after", "</script", "--></script>after"):
        assert_read_alike(f"<p>before<script type=math/tex>{script}{end}")


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<math>x</math>",
        "<frameset>",
        "<plaintext>x",
        "a\0b",
        "a</>b",
        "<svg>a<![CDATA[]]>b",
        "<table><image>",
        "<selectedcontent>",
    ],
)
def test_what_few_pages_have_is_left_to_the_parser(html: str) -> None:
    assert is_left(html)
    assert parse(html).characters == by_twin(tree_of(html)).characters


@pytest.mark.parametrize(
    "html",
    [
        "<table><input type=text type=hidden>",
        "<svg xmlns=a xmlns=b>",
        "<table><col><!doctype><col>",
        "<form><svg><rp></form>x",
        "<a><nobr><pre><em><optgroup><option><b><p></a>x",
    ],
)
def test_what_the_parser_reads_in_its_own_way_is_left_to_it(html: str) -> None:
    assert is_left(html)


@pytest.mark.parametrize(
    "html",
    [
        "<p><b x><b x><b x><b x=''></p>y",
        "<p><b x><b x><b x><b x></p>y",
        "<p><b x=1 y=2><b y=2 x=1><b x=1 y=2><b x=1 y=2><b x=1></p>y",
        "<b><template><i></template>x",
        "<template><table><form></table></template><form>a<p>b</form>c",
        "<table><template><td>a</template>b",
        *(f"{before}&#13;x" for before in ("", "<head>", "<table>", "<table><colgroup>", "<p>", "</body>")),
        "<pre>&#10;a",
        "<p é='ü' class=\"中 x\">“a” <b>ß</b>\u00a0&eacute;</p><é>x",
    ],
)
def test_pages_that_were_once_read_otherwise_are_read_alike(html: str) -> None:
    assert_read_alike(html)
    assert reading._facts(reading.read_page(READER, html.encode(), html, None, True)) == reading._facts(read(html))


@pytest.mark.parametrize("length", [15, 16, 17, 255, 256])
def test_names_of_any_length_are_read_alike(length: int) -> None:
    assert_read_alike(f"<{'x' * length} {'y' * length}=z>text</{'X' * length}>more<svg><{'x' * length}>")


def test_names_and_attributes_beyond_all_measure_are_left_to_the_parser() -> None:
    assert is_left(f"<{'x' * 257}>text")
    assert is_left(f"<p {'z' * 257}>text")
    assert is_left("<p " + " ".join(f"a{n}" for n in range(300)) + ">text")
    assert is_left("".join(f"<br a{n}>" for n in range(1500)))
    assert_read_alike("</p " + " ".join(f"a{n}" for n in range(1500)) + ">text")


@pytest.mark.parametrize("opened", ["<template>", "<template><tr>", "<table><template>x<!--</table>-->"])
def test_templates_that_are_left_open_take_no_stack(opened: str) -> None:
    """With recursion, this page would end the process."""
    pages: list[Page | None] = []
    before = threading.stack_size(128 << 10)
    try:
        thread = threading.Thread(target=lambda: pages.append(read(opened * 20_000)))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    (page,) = pages
    assert page is not None
    assert len(page) <= 3


@pytest.mark.skipif(sys.platform != "linux", reason="the size of the process is read as on Linux")
def test_pages_that_are_kept_keep_no_memory_of_others() -> None:
    def megabytes() -> float:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    large = "<p>some words <b>and more</b>" * 40_000
    parse(large)
    before, kept = megabytes(), []
    for _ in range(50):
        parse(large)
        kept.append(parse("<p>small"))
    assert megabytes() - before < 100


def test_deep_pages_are_left_to_be_flattened() -> None:
    html = "<div>" * 4000 + "text"
    assert read(html) is None
    assert parse(html).warnings


def test_line_ends_are_one_sign() -> None:
    html = "<pre a='\r\n \r'>one\r\ntwo\rthree\n\rfour\r</pre>"
    assert_read_alike(html)
    page = read(html)
    assert page is not None
    assert list(page.verbatim.values()) == ["one\ntwo\nthree\n\nfour\n"]


def test_text_that_grows_piece_by_piece_takes_no_longer_than_all_of_it() -> None:
    """Quadratic, this would take minutes."""
    pieces = "".join(f"{number}</img>" for number in range(200_000))
    page = read(f"<p>{pieces}")
    assert page is not None
    assert page.text(2) == "".join(map(str, range(200_000)))


def test_octets_and_strings_of_any_width_are_read_alike() -> None:
    for text in ("ascii", "é" * 30, "“" * 30, "😀" * 30):
        html = f"<p title={text}>{text}"
        given_octets = reading.read_page(READER, html.encode(), html, None, True)
        for page in (read(html), given_octets):
            assert page is not None
            assert (page.text(2), page.attributes(1)) == (text, {"title": text})


def test_the_page_lives_as_long_as_its_tree() -> None:
    page = parse("".join(["<p data-x=1>one", "<p data-x=2>two"]))
    parse("<p data-x=3>three" * 1000)
    assert [page.attributes(row) for row in (1, 3)] == [{"data-x": "1"}, {"data-x": "2"}]


def test_a_parser_that_reads_otherwise_keeps_its_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    assert READER is not None
    assert READER.reads_html
    monkeypatch.setattr(reading, "_HTML_PROBE", "<math>")
    reading.reading.cache_clear()
    try:
        reader, how = reading.reading()
        assert (reader.reads_html, how) == (False, "by the compiled kernel, from the parser's trees alone")
        assert parse("<p>one").characters == "one"
    finally:
        reading.reading.cache_clear()
    assert reading.read_page(replace(READER, reads_html=False), "<p>x", "<p>x", None, True) is None


def test_only_text_and_octets_are_taken() -> None:
    assert READER is not None
    with pytest.raises(TypeError, match="string or octets"):
        READER.module.for_parser(1, False, look_for_kernel(1))
    with pytest.raises(TypeError, match="string or octets"):
        READER.module.read_page(READER.vocabulary, 1, False, look_for_kernel(1), True)
    with pytest.raises(ValueError, match="invalid PyCapsule"):
        READER.module.read_page(READER.module, "x", True, look_for_kernel(1), True)


def test_the_kernel_reads_pages_without_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "tree_of", None)
    assert importlib.import_module("maintext").extract("<article><p>" + "A sentence of some length. " * 20)
