"""The kernel leaves out the text of scripts and style sheets before the parser sees it, and nobody can tell."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.depth import look_for_kernel
from tests.kernel.reading import READER, by_twin, needs_kernel, parsing, reading, tree_of

pytestmark = needs_kernel

TAGS = """
    script style title textarea iframe xmp noembed noframes noscript plaintext select option svg math mi foreignObject desc
    template frameset table td div p b body head html annotation-xml form
""".split()
# `~` stands for a space
ODD = """
    <script <style/> <SCRIPT> </ScRiPt~> </style/~> </script <!-- --> --!> <!--> <!---> <! <!doctype~html> <? ?> </ </> </3 < >
    <svg/> <svg~> </svg~> <svg/x>
    <a~href='y>z'> <a~b="c>d"> <a~=b"> <a~b=c="d> <a~b~=~'> <img~alt=""x"> <a/ <a~b " ' = / -- ]]> <![CDATA[ &lt; x é
    <script~type=application/ld+json> <script~type="math/tex"> <script~type="application/ld&#43;json"> <script~src="a>b">
    <style>a>b{}</style> <script>if(a<b)</script> <script><!--<script>--></script>
""".split()
PIECES = [*(f"<{name}>" for name in TAGS), *(f"</{name}>" for name in TAGS), *(piece.replace("~", " ") for piece in ODD)]


def assert_nobody_can_tell(html: str) -> None:
    """The parser's tree is the same, but for what no page has: the text of scripts and style sheets."""
    full, short = by_twin(tree_of(html)), by_twin(tree_of(parsing.for_parser(html)[0].decode()))
    for name in ("tag", "parent", "chars", "spaced"):
        assert getattr(short, name).tolist() == getattr(full, name).tolist(), name
    assert short.tag_names == full.tag_names
    assert short.characters == full.characters
    for found, expected in zip(reading._facts(short), reading._facts(full), strict=True):
        assert found == expected


@settings(max_examples=2000, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.sampled_from(["", " ", "text", "\n"]), max_size=14).map("".join))
def test_any_mixture_of_markup_gives_the_same_page(html: str) -> None:
    assert_nobody_can_tell(html)


@pytest.mark.parametrize(
    ("html", "left"),
    [
        ("<script>var a</script>", "<script></script>"),
        ("<SCRIPT src=x>var a</Script >b", "<SCRIPT src=x></Script >b"),
        ("<style media=print>a>b{}</style>", "<style media=print></style>"),
        ("<script type=application/json>{}</script>", "<script type=application/json></script>"),
        ("<p>é</p><script>'é'</script>", "<p>é</p><script></script>"),
        ("<script>a</script><script>b</script>", "<script></script><script></script>"),
        ("<select></select><svg><path/></svg><svg/><style>a</style>", "<select></select><svg><path/></svg><svg/><style></style>"),
        ("<a title='>'><style>a</style>", "<a title='>'><style></style>"),
        ("<script><!-- a --></script>", "<script></script>"),
    ],
)
def test_the_text_of_scripts_and_style_sheets_is_left_out(html: str, left: str) -> None:
    assert parsing.for_parser(html)[0] == parsing.for_parser(html.encode())[0] == left.encode()
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
    assert parsing.for_parser(html)[0] == html.encode()
    assert_nobody_can_tell(html)


def test_only_text_and_octets_are_taken() -> None:
    assert READER is not None
    with pytest.raises(TypeError, match="string or octets"):
        READER.module.for_parser(1, False, look_for_kernel(1))
