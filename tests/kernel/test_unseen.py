"""The kernel leaves out the text of scripts and style sheets before the parser sees it, and nobody can tell. Of pages that are to
become plain text it leaves out attributes too, and the text does not tell."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import extract, extract_many, extract_page
from maintext.depth import look_for_kernel
from maintext.marks import read_marks
from maintext.page import Page
from tests.kernel.reading import READER, by_twin, needs_kernel, parsing, reading, tree_of

pytestmark = [needs_kernel, pytest.mark.usefixtures("small_pages_too")]

TAGS = """
    script style title textarea iframe xmp noembed noframes noscript plaintext select option svg math mi foreignObject desc
    template frameset table td div p b body head html annotation-xml form
""".split()
# `~` stands for a space
ODD = """
    <script <style/> <SCRIPT> </ScRiPt~> </style/~> </script <!-- --> --!> <!--> <!---> <! <!doctype~html> <? ?> </ </> </3 < >
    <svg/> <svg~> </svg~> <svg/x>
    <a~href='y>z'> <a~href="x"class=nav> <img~src=a/> <path~d="m"/> <path~d=m/>
    <p~data-a~onclick=b~class=c~data-d="e" <a/href=x/id=y>
    <a~b="c>d"> <a~=b"> <a~b=c="d> <a~b~=~'> <img~alt=""x"> <a/ <a~b " ' = / -- ]]> <![CDATA[ &lt; x é
    <script~type=application/ld+json> <script~type="math/tex"> <script~type="application/ld&#43;json"> <script~src="a>b">
    <style>a>b{}</style> <script>if(a<b)</script> <script><!--<script>--></script>
""".split()
PIECES = [*(f"<{name}>" for name in TAGS), *(f"</{name}>" for name in TAGS), *(piece.replace("~", " ") for piece in ODD)]


def shortened(html: str | bytes, for_text: bool = False) -> str:
    return parsing.for_parser(html, for_text)[0].decode()


def pages(html: str, for_text: bool) -> tuple[Page, Page]:
    """The whole page, and the page without what the parser need not see: their rows and their text are the same."""
    full, short = by_twin(tree_of(html)), by_twin(tree_of(shortened(html, for_text)))
    for name in ("tag", "parent", "chars", "spaced"):
        assert getattr(short, name).tolist() == getattr(full, name).tolist(), name
    assert short.tag_names == full.tag_names
    assert short.characters == full.characters
    return full, short


def assert_nobody_can_tell(html: str) -> None:
    """The parser's tree is the same, but for what no page has: the text of scripts and style sheets."""
    full, short = pages(html, for_text=False)
    for found, expected in zip(reading._facts(short), reading._facts(full), strict=True):
        assert found == expected


def assert_text_does_not_tell(html: str) -> None:
    """The rows and their marks are the same where attributes are left out for text."""
    full, short = pages(html, for_text=True)
    assert [array.tolist() for array in read_marks(short)] == [array.tolist() for array in read_marks(full)]


@settings(max_examples=2000, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.sampled_from(["", " ", "text", "\n"]), max_size=14).map("".join))
def test_any_mixture_of_markup_gives_the_same_page(html: str) -> None:
    assert_nobody_can_tell(html)
    assert_text_does_not_tell(html)


IN_TAGS = [*" /=\"'>x#&", "href", "data-x", "src", "d", "class", "id", "='", '="', "=nav", "class=menu", "aria-hidden=true", "\n"]
IN_TAGS += [" class", ' data-x="1"', ' src="2"', "=nav", " =menu", " href=/x", " href=#y"]
FORMATTING = "a b big code em font i nobr s small strike strong tt u".split()


@settings(max_examples=2000, deadline=None)
@given(
    st.sampled_from(["<a", "<p", "<svg><path", "<link", "<math data-latex=x"]),
    st.lists(st.sampled_from(IN_TAGS), max_size=12).map("".join),
    st.sampled_from(["", ">text<p class=a>more", "/>text", '">text<p href="b">']),
)
def test_any_mixture_of_attributes_gives_the_same_rows_and_marks(start: str, attributes: str, end: str) -> None:
    assert_text_does_not_tell(start + attributes + end)


@settings(max_examples=1000, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from([*FORMATTING, "p", "div", "/p", "/div", "table", "td"]), st.sampled_from(["", *"123"])),
        max_size=14,
    )
)
def test_elements_that_the_parser_opens_again_are_the_same_elements(tags: list[tuple[str, str]]) -> None:
    written = [f"<{name} data-x={number}>text" if number else f"<{name}>text" for name, number in tags]
    assert_text_does_not_tell("".join(written))


@pytest.mark.parametrize(
    ("html", "left"),
    [
        ("<script>var a</script>", "<script></script>"),
        ("<SCRIPT src=x>var a</Script >b", "<SCRIPT></Script >b"),
        ("<style media=print>a>b{}</style>", "<style></style>"),
        ("<script type=application/json>{}</script>", "<script></script>"),
        ("<p>é</p><script>'é'</script>", "<p>é</p><script></script>"),
        ("<script>a</script><script>b</script>", "<script></script><script></script>"),
        ("<select></select><svg><path/></svg><svg/><style>a</style>", "<select></select><svg><path/></svg><svg/><style></style>"),
        ("<a title='>'><style>a</style>", "<a title='>'><style></style>"),
        ("<script><!-- a --></script>", "<script></script>"),
    ],
)
def test_the_text_of_scripts_and_style_sheets_is_left_out(html: str, left: str) -> None:
    assert shortened(html) == shortened(html.encode()) == left
    assert_nobody_can_tell(html)


@pytest.mark.parametrize(
    "html",
    [
        '<script type="application/ld+json">{"a": 1}</script>',
        '<script type="application/ld&#43;json">{"a": 1}</script>',
        '<script type="Math/TeX; mode=display">x</script>',
        "<!-- <script>a</script> -->",
        "<a title='<script>a</script>'>",
        "<textarea><script>a</script></textarea>",
        "<title><style>a</style></title>",
        "<svg><style>a<b>c</b></style></svg><style>d</style>",
        "<math><mi></math><style>a</style>",
        "<svg a=b/><style>a<b</style>",
        "<svg ><style>a<b>c</b></style></svg>",
        "<svg/x><style>a<b>c</b></style></svg>",
        "<select><style>a<p></style></select><style>b</style>",
        "<script>never closed",
        "<script><!-- <script> --></script>",
        "<plaintext><script>a</script>",
        "<![CDATA[ <script>a</script> ]]>",
        "<script>a</script",
        "<",
        "",
    ],
)
def test_what_may_be_read_or_is_unclear_stays(html: str) -> None:
    assert shortened(html) == html
    assert_nobody_can_tell(html)


@pytest.mark.parametrize(
    ("html", "left"),
    [
        ('<a href="/away" class=b>', "<a class=b>"),
        ("<a class=b HREF=/away>", "<a class=b>"),
        ('<a href="/away"class=b>', "<a class=b>"),
        ("<a href='#note'>", "<a href='#note'>"),
        ("<a href='&num;note'>", "<a href='&num;note'>"),
        ("<abbr href=x>", "<abbr href=x>"),
        ("<link rel=icon href=x>", "<link rel=icon>"),
        ("<base href=x>", "<base href=x>"),
        ('<img src="a>b" alt="c" width=1 />', "<img />"),
        ('<path d="m"/><path d=m/>', "<path /><path>"),
        ("<p class=c data-d='e'/>", "<p class=c />"),
        ("<a/href=x/id=y><a / data-a>", "<a/href=x/id=y><a / data-a>"),
        ("<p class data-x='1'=nav>", "<p class data-x='1'=nav>"),
        ("<p class data-x =nav><p class data-x='1' =nav>", "<p class><p class data-x='1' =nav>"),
        ("<a href=/x href=#y><a href=#x href=/y>", "<a><a href=#x>"),
        ("<b data-x><Strong onclick=a><a data-x>", "<b data-x><Strong onclick=a><a>"),
        ("<p data-a onclick='b' class=c data-d>", "<p class=c>"),
        ("<math data-latex=x data-x=y>", "<math data-latex=x>"),
        ("<p aria-hidden=true aria-label=b aria-controls=c>", "<p aria-hidden=true aria-label=b>"),
        ("<p dat=a d-=b datax=c>", "<p dat=a d-=b datax=c>"),
        ("<p =data-a data-b=c>", "<p =data-a>"),
        ("<title data-a=b>c</title>", "<title data-a=b>c</title>"),
    ],
)
def test_attributes_on_which_text_does_not_depend_are_left_out_for_text(html: str, left: str) -> None:
    assert shortened(html, for_text=True) == shortened(html.encode(), for_text=True) == left
    assert shortened(html) == html
    pages(html, for_text=True)


@pytest.mark.parametrize("path", sorted(Path(__file__).parents[1].glob("*/**/input.html")), ids=lambda path: path.parent.name)
@pytest.mark.parametrize("method", ["fused", "cectd-ds", "cectd-s"])
def test_text_is_the_same_without_these_attributes(path: Path, method: str) -> None:
    html = path.read_bytes()
    assert extract(html, method=method) == extract_page(html, method=method).text
    assert next(extract_many([html], method=method)).content == extract(html, method=method)


def test_only_text_and_octets_are_taken() -> None:
    assert READER is not None
    with pytest.raises(TypeError, match="string or octets"):
        READER.module.for_parser(1, False, False, look_for_kernel(1))
