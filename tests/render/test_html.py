"""Clean HTML: the same words, the structure around them, and nothing active."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from selectolax.lexbor import LexborHTMLParser, LexborNode

from maintext.page import Page
from maintext.parse import parse
from maintext.render.clean_html import render_html
from maintext.render.text import render_text

from .test_text import random_html, visible_words, without


def html_of(source: str, url: str | None = None) -> str:
    page = parse(source, url=url)
    return render_html(page, page.around(page.is_text))


def first(written: str, selector: str) -> LexborNode:
    node = LexborHTMLParser(written).css_first(selector)
    assert node is not None
    return node


# -- words ---------------------------------------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(random_html(stray_items=False))  # an item inside an item would be torn out of it
def test_the_html_parses_back_to_the_same_words(source: str) -> None:
    assert visible_words(html_of(source)) == visible_words(source)


@pytest.mark.parametrize(
    "source",
    [
        "<div>one</div><div>two</div>",
        "<form>one</form><form>two</form>",
        "<center>one</center>two",
        "one<div></div>two",
        "one<hr>two",
        "one<br>two",
        "<select><option>one<option>two</select>",
        "<fieldset><legend>one</legend>two</fieldset>",
        "<table><tr><td>one<td>two</table>",
        "<dialog>one</dialog><search>two</search>",
        "one <textarea>two</textarea>",
        "<button>one</button><button>two</button>",
    ],
)
def test_words_of_neighbouring_blocks_are_not_glued_where_an_element_is_not_written(source: str) -> None:
    assert visible_words(html_of(source)) == ["one", "two"]


def test_a_word_is_not_torn_where_an_inline_element_is_not_written() -> None:
    assert visible_words(html_of("<font>bo</font><x-card>l</x-card>d")) == ["bold"]


def test_words_on_both_sides_of_what_was_left_out_are_not_glued() -> None:
    page = parse("<p>one<b>two</b>three</p>")
    keep = without(page, "two")
    assert visible_words(render_html(page, keep)) == render_text(page, keep).split() == ["one", "three"]


def test_signs_of_markup_in_the_text_stay_text() -> None:
    assert visible_words(html_of("<p>a &lt;b&gt; &amp;amp; &lt;script&gt;x()&lt;/script&gt;</p>")) == [
        "a",
        "<b>",
        "&amp;",
        "<script>x()</script>",
    ]


def test_nothing_kept_is_no_html() -> None:
    page = parse("<p>one</p>")
    assert render_html(page, np.zeros(len(page), dtype=bool)) == ""


# -- structure -----------------------------------------------------------------------------------------------------------


def test_structure_around_the_text_is_written() -> None:
    source = "<h1>Ice</h1><p>It <b>froze</b> over.</p><ul><li>tea</li></ul><blockquote>cold</blockquote>"
    assert html_of(source).replace(" ", "") == f"<div>{source}</div>".replace(" ", "")


def test_tables_keep_their_spans_and_lists_their_start() -> None:
    source = (
        '<table><tbody><tr><td colspan="2" rowspan="3">one</td><th colspan="2">two</th></tr></tbody></table>'
        '<ol start="5"><li>three</li></ol><time datetime="2009-01-09">Friday</time>'
    )
    assert html_of(source) == f"<div>{source}</div>"


def test_language_and_direction_are_kept() -> None:
    assert html_of('<p lang="he" dir="rtl">שלום</p>') == '<div><p lang="he" dir="rtl">שלום</p></div>'


def test_elements_without_kept_text_are_left_out() -> None:
    page = parse("<div><p>one</p></div><div><p>two</p></div>")
    assert render_html(page, without(page, "two")) == "<div><div><p>one</p></div></div>"


def test_preformatted_text_stays_as_it_is() -> None:
    code = "def f():\n    return  1\n"
    assert first(html_of(f"<p>x</p><pre>{code}</pre>"), "pre").text() == code


def test_line_breaks_are_written() -> None:
    assert html_of("<p>one<br>two</p>") == "<div><p>one<br>two</p></div>"


# -- addresses -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("href", "absolute"),
    [
        ("/a", "https://example.org/a"),
        ("a.html", "https://example.org/x/a.html"),
        ("../a", "https://example.org/a"),
        ("?q=1&amp;r=2", "https://example.org/x/page.html?q=1&r=2"),
        ("#top", "https://example.org/x/page.html#top"),
        ("//cdn.example/a", "https://cdn.example/a"),
        ("http://other.example/a", "http://other.example/a"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("tel:+47123", "tel:+47123"),
        (" \n/a\t", "https://example.org/a"),
    ],
)
def test_addresses_are_absolute_where_that_of_the_page_is_known(href: str, absolute: str) -> None:
    written = html_of(f'<a href="{href}">x</a>', url="https://example.org/x/page.html")
    assert first(written, "a").attributes == {"href": absolute}


@pytest.mark.parametrize("href", ["/a", "a.html", "#top", "?q=a:b", "./a:b"])
def test_addresses_stay_as_they_are_where_that_of_the_page_is_not_known(href: str) -> None:
    assert html_of(f'<a href="{href}">x</a>') == f'<div><a href="{href}">x</a></div>'


@pytest.mark.parametrize(
    ("href", "written"),
    [(" \n/a\t", "/a"), ("ht\ntp://example.org/a", "http://example.org/a"), ("my file.html", "my%20file.html")],
)
def test_white_space_in_an_address_is_read_as_browsers_read_it(href: str, written: str) -> None:
    assert html_of(f'<a href="{href}">x</a>') == f'<div><a href="{written}">x</a></div>'


@pytest.mark.parametrize("href", ["http://[broken", "//[::1", ""])
def test_what_is_no_address_is_left_out(href: str) -> None:
    assert html_of(f'<a href="{href}">x</a>', url="https://example.org/") == "<div><a>x</a></div>"


# -- nothing active ------------------------------------------------------------------------------------------------------

VECTORS = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<p onclick=alert(1)>click</p>",
    "<p ONMOUSEOVER='alert(1)' onload=alert(2)>click</p>",
    "<p/onclick=alert(1)>click</p>",
    '<p title="x" onclick\n=\n"alert(1)">click</p>',
    "<img src=x onerror=alert(1)>click",
    "<svg onload=alert(1)><text>click</text></svg>",
    "<svg><script>alert(1)</script><a xlink:href='javascript:alert(1)'><text>click</text></a></svg>",
    "<math><a xlink:href=javascript:alert(1)>click</a></math>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>click",
    "<p style='background:url(javascript:alert(1))'>click</p>",
    "<style>p { background: url('javascript:alert(1)') }</style><p>click</p>",
    "<link rel=stylesheet href=javascript:alert(1)><p>click</p>",
    "<iframe src=javascript:alert(1)>click</iframe><p>click</p>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe><p>click</p>",
    "<object data='data:text/html,<script>alert(1)</script>'>click</object>",
    "<embed src='javascript:alert(1)'>click",
    "<form action=javascript:alert(1)><button formaction=javascript:alert(1)>click</button></form>",
    "<base href='javascript:alert(1)//'><a href='x'>click</a>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>click",
    "<details open ontoggle=alert(1)><summary>click</summary>text</details>",
    "<video><source onerror=alert(1)></video>click",
    "<template><script>alert(1)</script></template>click",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>click</p></noscript>",
    "<textarea></textarea><script>alert(1)</script>click</textarea>",
    "<a href='x' target=_blank onfocus=alert(1) autofocus>click</a>",
    "<p lang='\"><script>alert(1)</script>'>click</p>",
    "<p dir='x\" onclick=\"alert(1)'>click</p>",
    "<a href='/x\" onclick=\"alert(1)'>click</a>",
    "<td colspan='1\"><script>alert(1)</script>'>click",
    "<table><tr><td colspan='1\" onclick=\"alert(1)'>click</table>",
    "<xmp><script>alert(1)</script></xmp>",
    "<plaintext><script>alert(1)</script>",
    "<title><script>alert(1)</script></title>click",
    "<x-card onclick=alert(1)>click</x-card>",
    "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
]
HREFS = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "\tjava\tscript:alert(1)",
    "java\nscript:alert(1)",
    "java\r\nscript\n:alert(1)",
    "\x01javascript:alert(1)",
    "\x1f javascript:alert(1)",
    "java&Tab;script:alert(1)",
    "java&NewLine;script&colon;alert(1)",
    "&#106;avascript:alert(1)",
    "&#x6A&#x61vascript:alert(1)",
    "&#0000106avascript&#58;alert(1)",
    "javascript&#x3A;alert(1)",
    "javascript://example.org/%0Aalert(1)",
    "vbscript:msgbox(1)",
    "VBScript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "DATA:text/html;base64,PHNjcmlwdD4=",
    " da\nta:text/html,x",
    "view-source:javascript:alert(1)",
    "feed:javascript:alert(1)",
    "blob:https://example.org/1",
    "file:///etc/passwd",
    "livescript:alert(1)",
]
HARMLESS_ATTRIBUTES = {"href", "lang", "dir", "colspan", "rowspan", "datetime", "start"}
ACTIVE_ELEMENTS = "script style iframe object embed link meta base form input svg math template img video noscript button".split()


def assert_harmless(written: str) -> None:
    tree = LexborHTMLParser(written)
    assert tree.body is not None
    for node in tree.body.traverse():
        assert node.tag not in ACTIVE_ELEMENTS
        assert set(node.attributes) <= HARMLESS_ATTRIBUTES
        address = re.sub(r"[\x00-\x20]", "", node.attributes.get("href") or "").lower()
        scheme = re.match(r"[a-z][a-z0-9+.-]*:", address)
        assert scheme is None or scheme.group() in ("http:", "https:", "mailto:", "tel:", "ftp:")


@pytest.mark.parametrize("url", [None, "https://example.org/x/"])
@pytest.mark.parametrize("source", VECTORS)
def test_nothing_active_comes_through(source: str, url: str | None) -> None:
    written = html_of(f"<div><p>before</p>{source}</div>", url)
    assert_harmless(written)
    assert "before" in written


@pytest.mark.parametrize("url", [None, "https://example.org/x/"])
@pytest.mark.parametrize("href", HREFS)
def test_an_address_that_runs_something_is_left_out_and_its_text_stays(href: str, url: str | None) -> None:
    written = html_of(f'<p><a href="{href}">click</a></p>', url)
    assert written == "<div><p><a>click</a></p></div>"


@settings(max_examples=100, deadline=None)
@given(random_html())
def test_nothing_active_comes_out_of_any_page(source: str) -> None:
    assert_harmless(html_of(source))


def test_what_is_written_is_written_again_the_same_way() -> None:
    page: Page = parse("<div onclick=x><font>one</font> <b>two</b><pre>  three</pre></div><a href='javascript:x'>four</a>")
    once = render_html(page, page.around(page.is_text))
    assert html_of(once) == f"<div>{once}</div>"
