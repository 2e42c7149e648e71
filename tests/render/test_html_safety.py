"""Clean HTML is harmless: whatever a page tries, nothing that is written runs, loads or sends anything, and it reads back as it
is.

The vectors are the well-known families of cross-site scripting, each inside of content that is kept.
"""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from maintext.parse import parse
from maintext.render.clean_html import render_html
from maintext.render.html_tags import WRITTEN
from maintext.render.text import render_text

from .pages import html_of, random_html
from .visible import visible_words

URL = "https://example.org/x/"

ELEMENTS = [
    # scripts
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<script/x>alert(1)</script>",
    "<script\n>alert(1)</script\n>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<<script>alert(1);//<</script>",
    "<script>alert(1)",
    "<svg><script>alert(1)</script></svg>",
    "<svg><script href=data:,alert(1) />",
    "<svg><script xlink:href=data:,alert(1)></script>",
    "<script type=math/tex>\\href{javascript:alert(1)}{x}</script>",
    "<script type=math/tex></span><img src=x onerror=alert(1)></script>",
    "<script type='math/tex; mode=display'>\\]</span><svg onload=alert(1)></script>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>click</p></noscript>",
    "<noscript><style></noscript><img src=x onerror=alert(1)></style></noscript>",
    # event handlers
    "<p onclick=alert(1)>click</p>",
    "<p ONMOUSEOVER='alert(1)' onload=alert(2)>click</p>",
    "<p/onclick=alert(1)>click</p>",
    '<p title="x" onclick\n=\n"alert(1)">click</p>',
    "<p x='>' onclick=alert(1)>click</p>",
    "<p \x00onclick=alert(1)>click</p>",
    "<p on\x00click=alert(1)>click</p>",
    "<p \x0conclick=alert(1)>click</p>",
    "<p id=x tabindex=1 onfocus=alert(1) autofocus>click</p>",
    "<img src=x onerror=alert(1)>click",
    "<img src=x:x onerror=alert(1)>click",
    "<IMG \"\"\"><SCRIPT>alert(1)</SCRIPT>\">click",
    "<img src=`x`onerror=alert(1)>click",
    "<img/src='x'/onerror='alert(1)'>click",
    "<image src=x onerror=alert(1)>click",
    "<img src=x alt='\"><script>alert(1)</script>'>click",
    "<img src='x\" onerror=\"alert(1)' alt='y\" onerror=\"alert(1)'>click",
    "<a href='x' target=_blank onfocus=alert(1) autofocus>click</a>",
    "<details open ontoggle=alert(1)><summary>click</summary>text</details>",
    "<video onloadstart=alert(1)><source onerror=alert(1)></video>click",
    "<audio src=x onerror=alert(1)>click</audio>",
    "<body onload=alert(1)>click",
    "<body/onpageshow=alert(1)><body onhashchange=alert(1)>click",
    "<marquee onstart=alert(1)>click</marquee>",
    "<input autofocus onfocus=alert(1)>click",
    "<select autofocus onfocus=alert(1)><option>click</select>",
    "<textarea autofocus onfocus=alert(1)>click</textarea>",
    "<keygen autofocus onfocus=alert(1)>click",
    "<table background=javascript:alert(1) onclick=alert(1)><tr><td onclick=alert(1)>click</table>",
    "<x-card onclick=alert(1)>click</x-card>",
    "<p style='animation-name:x' onanimationstart=alert(1)>click</p>",
    # svg and mathml
    "<svg onload=alert(1)><text>click</text></svg>",
    "<svg/onload=alert(1)>click",
    "<svg><a xlink:href='javascript:alert(1)'><text>click</text></a></svg>",
    "<svg><a><animate attributeName=href values=javascript:alert(1) /><text>click</text></a></svg>",
    "<svg><set attributeName=onmouseover to=alert(1)><text>click</text></svg>",
    "<svg><use href='data:image/svg+xml,<svg id=x onload=alert(1)>#x'></use><text>click</text></svg>",
    "<svg><foreignObject><iframe src=javascript:alert(1)></iframe><p onclick=alert(1)>click</p></foreignObject></svg>",
    "<svg><image href=javascript:alert(1) onerror=alert(1) /><text>click</text></svg>",
    "<svg><style><img src=x onerror=alert(1)></style><text>click</text></svg>",
    "<svg><desc><![CDATA[</desc><script>alert(1)</script>]]></svg>click",
    "<svg></p><style><a title='</style><img src=x onerror=alert(1)>'>click",
    "<svg><p><style><g title='</style><img src=x onerror=alert(1)>'>click",
    "<svg><title><a id='</title><img src=x onerror=alert(1)>'>click</a></title></svg>",
    "<svg><td onclick=alert(1)>click</td><tr>click</tr><caption>click</caption></svg>",
    "<math><a xlink:href=javascript:alert(1)>click</a></math>",
    "<math href=javascript:alert(1)>click</math>",
    "<math><maction actiontype=statusline xlink:href=javascript:alert(1)>click</maction></math>",
    "<math><mi xlink:href='data:x,<script>alert(1)</script>'>click</mi></math>",
    "<math><annotation-xml encoding=text/html><script>alert(1)</script><p onclick=alert(1)>click</p></annotation-xml></math>",
    "<math><mi>x</mi><annotation encoding=application/x-tex>&lt;img src=x onerror=alert(1)&gt;</annotation></math>",
    "<math alttext='</span><script>alert(1)</script>'><mi>x</mi></math>",
    # mutation
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>click",
    "<math><mtext><table><mglyph><style><math><img src=x onerror=alert(1)></style></table>click",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>click",
    "<math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><style><a title='</style><img src onerror=alert(1)>'></style>click",
    "<svg><foreignobject><math><mi><xmp><style></xmp><img src onerror=alert(1)></style></mi></math></foreignobject></svg>click",
    "<table><td><svg><desc><td></desc></svg><title><table></title><style></table></style><img src onerror=alert(1)>click",
    "<p><svg><foreignObject><p>click</p></foreignObject></svg></p>",
    "<p><object><p>click</p></object></p>",
    "<a href=/1><object><a href=/2>click</a></object></a>",
    "<h1><font><h2>click</h2></font></h1>",
    "<ul><li>one<center><li>two</center></ul>",
    "<p><button><p>click</button></p>",
    "<table><tr><td><p><table><tr><td>click</table></table>",
    "<listing>&lt;img src=x onerror=alert(1)&gt;</listing>",
    "<xmp><script>alert(1)</script></xmp>",
    "<xmp></xmp><img src=x onerror=alert(1)>click</xmp>",
    "<plaintext><script>alert(1)</script>",
    "<noembed><img title='</noembed><img src=x onerror=alert(1)>'></noembed>click",
    "<noframes><script>alert(1)</script></noframes>click",
    "<textarea></textarea><script>alert(1)</script>click</textarea>",
    "<textarea><img title='</textarea><img src=x onerror=alert(1)>'>click",
    "<title><script>alert(1)</script></title>click",
    "<title><img title='</title><img src=x onerror=alert(1)>'>click",
    "<select><template><svg><style></select><img src=x onerror=alert(1)>click",
    "<pre>\n\n<img src=x onerror=alert(1)>click</pre>",
    "<b><p><b><p><a href=/x><b><table><a href=/y>click",
    # comments, CDATA, processing instructions, broken markup
    "<!--><img src=x onerror=alert(1)>-->click",
    "<!-- --!><img src=x onerror=alert(1)>-->click",
    "<!--[if gte IE 4]><script>alert(1)</script><![endif]-->click",
    "<![CDATA[<script>alert(1)</script>]]>click",
    "<? foo='><script>alert(1)</script>'>click",
    "<! foo='><script>alert(1)</script>'>click",
    "</ foo='><script>alert(1)</script>'>click",
    "<% foo='%><script>alert(1)</script>'>click",
    "<p title='x>click</p><img src=x onerror=alert(1)>'>click",
    "<scri\x00pt>alert(1)</scri\x00pt>click",
    "\x00<script>alert(1)</script>click",
    "click<img src=x onerror=alert(1)",
    "\u2028<script\u2028>alert(1)</script>click",
    # what loads, embeds, sends or leads elsewhere
    "<style>p { background: url('javascript:alert(1)') }</style><p>click</p>",
    "<style>@import 'javascript:alert(1)';</style><p>click</p>",
    "<p style='background:url(javascript:alert(1))'>click</p>",
    "<p style='width:expression(alert(1));behavior:url(x.htc);-moz-binding:url(x)'>click</p>",
    "<link rel=stylesheet href=javascript:alert(1)><p>click</p>",
    "<link rel=import href='data:text/html,<script>alert(1)</script>'><p>click</p>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>click",
    "<meta charset=utf-7>+ADw-script+AD4-alert(1)+ADw-/script+AD4-click",
    "<base href='javascript:alert(1)//'><a href='x'>click</a>",
    "<iframe src=javascript:alert(1)>click</iframe><p>click</p>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe><p>click</p>",
    "<iframe><img title='</iframe><img src=x onerror=alert(1)>'></iframe>click",
    "<frameset><frame src=javascript:alert(1)></frameset>click",
    "<object data='data:text/html,<script>alert(1)</script>'>click</object>",
    "<object type=text/x-scriptlet data=http://evil.example/x>click</object>",
    "<embed src='javascript:alert(1)'>click",
    "<applet code=x archive=http://evil.example/x>click</applet>",
    "<portal src=javascript:alert(1)>click</portal>",
    "<bgsound src=javascript:alert(1)>click",
    "<form action=javascript:alert(1)><button formaction=javascript:alert(1)>click</button></form>",
    "<form id=x></form><button form=x formaction=javascript:alert(1)>click</button>",
    "<form><input type=submit formaction=javascript:alert(1)><input type=image src=x onerror=alert(1)>click</form>",
    "<isindex action=javascript:alert(1) type=image>click",
    "<a ping='https://evil.example/' href=/x download>click</a>",
    "<map><area href=javascript:alert(1)>click</map>",
    "<template><script>alert(1)</script></template>click",
    "<template shadowrootmode=open><script>alert(1)</script></template>click",
    "<div contenteditable onbeforeinput=alert(1)>click</div>",
    "<form name=getElementById><input name=body id=location></form><p id=cookie name=domain>click</p>",
    "<p is=x-evil slot=y part=z>click</p>",
    # attributes that are written
    "<p lang='\"><script>alert(1)</script>'>click</p>",
    "<p dir='x\" onclick=\"alert(1)'>click</p>",
    "<a href='/x\" onclick=\"alert(1)'>click</a>",
    "<a href='/x&quot; onclick=&quot;alert(1)'>click</a>",
    "<a href=/x'onclick=alert(1)//>click</a>",
    "<table><tr><td colspan='1\" onclick=\"alert(1)'>click<td rowspan='2\"><script>alert(1)</script>'>click</table>",
    "<time datetime='\"><script>alert(1)</script>'>click</time>",
    "<abbr title='\"><script>alert(1)</script>'>click</abbr>",
    "<abbr title='`` onclick=alert(1)'>click</abbr>",
    "<ol start='1\" onclick=\"x' type='a\" onclick=\"x'><li value='3\" onclick=\"x'>click</ol>",
    "<pre class='language-x\"onclick=\"alert(1)'>click</pre>",
    "<pre data-lang='x\" onclick=\"alert(1)'>click</pre>",
    "<span class='math inline\" onclick=\"x'>click</span><span class='math inline x'>click</span>",
    "<blockquote cite=javascript:alert(1)>click</blockquote><q cite=vbscript:x>click</q><del cite=data:x>click</del>",
    # images
    "<img src=javascript:alert(1)>click",
    "<img src='jav\tascript:alert(1)'>click",
    "<img src=data:image/svg+xml;base64,PHN2Zy8+>click",
    "<img data-src=javascript:alert(1) data-original=' javascript:alert(1)' src=/ok.png>click",
    "<img srcset='javascript:alert(1) 2x, data:text/html,x 3x'>click",
    "<img srcset='/a.png 1x, java\nscript:alert(1) 9x'>click",
    "<img data-srcset='vbscript:x 100w'>click",
    "<picture><source srcset='javascript:alert(1) 2x' onerror=alert(1)><img alt=x></picture>click",
    "<img lowsrc=javascript:alert(1) dynsrc=javascript:alert(1) longdesc=javascript:alert(1) src=/ok.png usemap=#x>click",
    # text that looks like markup
    "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
    "<p>&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;</p>",
    "<p>&lt;img src=x onerror=alert(1)&gt;</p><pre>&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;</pre>",
    "<p>{{constructor.constructor('alert(1)')()}}</p>",
]  # fmt: skip
AROUND = ["<table><tr><td>%s</td><td>x</td></tr></table>", "<ul><li>%s</ul>", "<pre>%s</pre>", "<svg>%s</svg>", "<b>%s</b>"]
ADDRESSES = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "\tjava\tscript:alert(1)",
    "java\nscript:alert(1)",
    "java\r\nscript\n:alert(1)",
    "javascript\t:alert(1)",
    "\x01javascript:alert(1)",
    "\x1f javascript:alert(1)",
    "\x00javascript:alert(1)",
    "java\x00script:alert(1)",
    "\x0bjavascript:alert(1)",
    "java&Tab;script:alert(1)",
    "java&NewLine;script&colon;alert(1)",
    "&#106;avascript:alert(1)",
    "&#x6A&#x61vascript:alert(1)",
    "&#0000106avascript&#58;alert(1)",
    "&#14;  javascript:alert(1)",
    "&#xfeff;javascript:alert(1)",
    "&nbsp;javascript:alert(1)",
    "javascript&#x3A;alert(1)",
    "javascript&colon;alert(1)",
    "javascript://example.org/%0Aalert(1)",
    "javascript:/*--></title></style></textarea></script><svg/onload=alert(1)>*/",
    "jav&#x0A;ascript:alert(1)",
    "ｊavascript:alert(1)",
    "jscript:alert(1)",
    "vbscript:msgbox(1)",
    "VBScript:msgbox(1)",
    "vb\nscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "DATA:text/html;base64,PHNjcmlwdD4=",
    " da\nta:text/html,x",
    "data&colon;text/html,x",
    "view-source:javascript:alert(1)",
    "feed:javascript:alert(1)",
    "jar:javascript:alert(1)!/x",
    "blob:https://example.org/1",
    "filesystem:https://example.org/x",
    "file:///etc/passwd",
    "livescript:alert(1)",
    "mocha:alert(1)",
    "about:blank",
    "intent://x#Intent;scheme=javascript;end",
    "x-javascript:alert(1)",
]
ATTRIBUTES = {
    *"href cite src alt title datetime lang dir colspan rowspan scope start value reversed type open class".split(),
}
ADDRESS_ATTRIBUTES = ("href", "cite", "src")
SCHEMES = ("http:", "https:", "mailto:", "tel:", "ftp:")


def nodes_of(written: str) -> list[LexborNode]:
    body = LexborHTMLParser(written).body
    assert body is not None
    return [node for node in body.traverse(include_text=False) if node.tag != "body"]


def assert_harmless(written: str) -> None:
    assert LexborHTMLParser(written).css("head *") == []
    for node in nodes_of(written):
        assert node.tag in WRITTEN | {"br", "hr", "img"}, node.tag
        assert set(node.attributes) <= ATTRIBUTES
        assert node.tag in ("span", "code") or "class" not in node.attributes
        for key in ADDRESS_ATTRIBUTES:
            address = re.sub(r"[\x00-\x20]", "", node.attributes.get(key) or "").lower()
            scheme = re.match(r"[^/?#]*?:", address)
            assert scheme is None or scheme.group() in SCHEMES


def assert_reads_back(written: str, url: str | None = None) -> None:
    """Read and written again, nothing changes but the element that all is put in."""
    assert html_of(written, url) == (f"<div>{written}</div>" if written else "")


@pytest.mark.parametrize("url", [None, URL])
@pytest.mark.parametrize("source", ELEMENTS)
def test_nothing_active_comes_through(source: str, url: str | None) -> None:
    written = html_of(f"<div><p>before</p>{source}</div><p>after</p>", url)
    assert_harmless(written)
    assert "before" in written
    assert_reads_back(written, url)


@pytest.mark.parametrize("source", ELEMENTS)
def test_nothing_active_comes_through_inside_of_other_elements(source: str) -> None:
    for around in (
        "<table><tr><td>%s</td><td>x</td></tr></table>",
        "<ul><li>%s</ul>",
        "<pre>%s</pre>",
        "<svg>%s</svg>",
        "<b>%s</b>",
    ):
        written = html_of("<p>before</p>" + around % source)
        assert_harmless(written)
        assert_reads_back(written)


@pytest.mark.parametrize("url", [None, URL])
@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_that_runs_something_is_left_out_and_its_text_stays(address: str, url: str | None) -> None:
    quoted = address.replace('"', "&quot;")
    links = [
        node.attributes.get("href") or ""
        for node in nodes_of(html_of(f'<p><a href="{quoted}">click</a></p>', url))
        if node.tag == "a"
    ]
    assert all(url is not None and link.startswith(url) for link in links)  # some that look alike are names of files
    for source in (f'<img src="{quoted}">', f'<img srcset="{quoted} 2x">', f'<blockquote cite="{quoted}">click</blockquote>'):
        written = html_of(f"<p>before</p>{source}", url)
        assert_harmless(written)
        assert_reads_back(written, url)


def test_there_are_enough_vectors() -> None:
    assert len(set(ELEMENTS)) + len(set(ADDRESSES)) >= 200


# -- any page ------------------------------------------------------------------------------------------------------------

PIECES = [
    *"<p> </p> <b> </b> <i> <a_href=/x> </a> <ul> <li> </ul> <ol_reversed> <table> <tr> <td> <th> <caption> </table>".split(),
    *"<h1> <h2> </h1> <div> </div> <svg> </svg> <math> </math> <mtext> <mi> <foreignObject> <desc> <title> <style>".split(),
    *"</style> <script> </script> <pre> </pre> <code> <xmp> </xmp> <textarea> </textarea> <select> <option> <button>".split(),
    *"<object> </object> <center> <form> <dl> <dt> <dd> <ruby> <rt> <rp> <font> </font> <br> <hr> <img_src=/i.png>".split(),
    *"<template> </template> <noscript> <!-- --> <![CDATA[ ]]> <annotation-xml_encoding=text/html> <mglyph>".split(),
    *"<span_class='math_inline'> <details> <summary> <nobr> <marquee>".split(),
    *"x y &lt; &amp; < > ' \" \\( $".split(),
    *(" ", "\n", "word ", " word"),
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=25).map(lambda pieces: "".join(pieces).replace("_", " ")))
def test_nothing_active_comes_out_of_broken_markup(source: str) -> None:
    written = html_of(source)
    assert_harmless(written)
    assert_reads_back(written)


@settings(max_examples=300, deadline=None)
@given(random_html())
def test_what_is_written_is_written_again_the_same_way(source: str) -> None:
    written = html_of(source)
    assert_harmless(written)
    assert_reads_back(written)


@settings(max_examples=200, deadline=None)
@given(random_html(), st.data())
def test_a_selection_parses_back_to_its_words(source: str, data: st.DataObject) -> None:
    page = parse(source)
    chosen = np.array(data.draw(st.lists(st.booleans(), min_size=len(page), max_size=len(page))), dtype=bool) & page.is_text
    written = render_html(page, page.around(chosen))
    assert visible_words(written) == render_text(page, chosen).split()
    assert_harmless(written)


# -- another sanitiser agrees ----------------------------------------------------------------------------------------------


def shape(written: str) -> list[tuple[str | None, dict[str, str]]]:
    return [(node.tag, {key: value or "" for key, value in node.attributes.items()}) for node in nodes_of(written)]


@pytest.mark.parametrize("source", ELEMENTS)
def test_another_sanitiser_finds_nothing_to_take_away(source: str) -> None:
    nh3 = pytest.importorskip("nh3")
    written = html_of(f"<p>before</p>{source}", URL)
    tags = {*WRITTEN, "br", "hr", "img"}
    cleaned = nh3.clean(
        written,
        tags=tags,
        attributes=dict.fromkeys(tags, ATTRIBUTES),
        url_schemes={scheme[:-1] for scheme in SCHEMES},
        link_rel=None,
    )
    assert shape(cleaned) == shape(written)
    assert visible_words(cleaned) == visible_words(written)
