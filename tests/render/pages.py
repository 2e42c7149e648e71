"""Random and hostile pages for all formats, and short ways to choose from a page and to write it."""

import numpy as np
from hypothesis import strategies as st

from maintext.page import BoolArray, Page
from maintext.parse import parse
from maintext.render import FORMATS, Kept, RenderOptions

TEXTS = [
    "a",
    "word",
    " two words",
    "tail ",
    " ",
    "\n",
    "\t",
    "\n  x\n",
    "&amp;",
    "&nbsp;",
    "&lt;b&gt;",
    "&#8212;",
    "&",
    "é",
    "日本",
    "<",
    ".",
]
INLINE = "b i mi text a span code em sup x-card font label button ruby svg textarea noscript".split()
BLOCKS = "div p h1 pre blockquote section center form fieldset figure search ul".split()
STRAY_ITEMS = ["li", "dd"]
STRUCTURES = [
    "<ul><li>%s<li>%s</ul>",
    "<ol><li>%s</li> <li>%s</li></ol>",
    "<dl><dt>%s<dd>%s</dl>",
    "<table><tr><td>%s<td>%s</table>",
    "<table><caption>%s</caption><tr><th>%s</th></tr></table>",
    "<select><option>%s<option>%s</select>",
    "<fieldset><legend>%s</legend>%s</fieldset>",
    "<details><summary>%s</summary>%s</details>",
]

HOSTILE = {
    "nothing": "",
    "no body": "<frameset><frame src=x></frameset>",
    "only spaces": "<p> \n\xa0 </p>",
    "control characters": "<p>\x00\x01\x08\x0b\x0c\x1b a \ufeff\ufffe\uffff \ud800</p><title>\x07 x \ud800</title>",
    "deep": "<div><ul><li>x" * 3000,
    "not closed": "<p><b><i><a href='x'><table><tr><td>one<p>two",
    "broken JSON-LD": '<script type="application/ld+json">{"@type": "Article", '
    '"headline": "a\\ud800b", "keywords": ",,", </script>x',
    "strange JSON-LD": '<script type="application/ld+json">[{"@type": 5, "author": [[[]], {"name": {}}], "datePublished": '
    '{"@value": 99999999999}, "keywords": [" , "], "image": [null]}]</script><p>x',
    "strange links": "<p><a href='javascript:x'>one</a> <a href='http://['>two</a> <a href=''>three</a> "
    "<a href=four><a href=five>4",
    "strange images": "<p>text <img src='data:x'><img src='javascript:x'><img src='http://['><img><img srcset=',,, 9x'>",
    "huge spans": "<table><tr><td colspan=9007199254740991 rowspan=99999999>a<td>b<tr><td>c<td>d</table>",
    "pre of blanks": "<pre>\n\n  a  \n\n\n</pre>\n<pre> \r\n b\r\n</pre>",
}


@st.composite
def random_html(draw: st.DrawFn, depth: int = 4, *, stray_items: bool = True) -> str:
    """Inline and block elements, white space and character references in any order; `stray_items` outside of lists."""
    inside = random_html(depth - 1, stray_items=stray_items) if depth else st.just("")
    parts: list[str] = []
    for _ in range(draw(st.integers(0, 5))):
        kind = draw(st.sampled_from(["text", "text", "inline", "block", "void", "unseen", "structure"] if depth else ["text"]))
        if kind == "text":
            parts.append(draw(st.sampled_from(TEXTS)))
        elif kind == "void":
            parts.append(draw(st.sampled_from(["<br>", "<hr>", "<img src=x>", "<wbr>", "<input>"])))
        elif kind == "unseen":
            parts.append(
                draw(st.sampled_from(["<!-- x -->", "<script>s()</script>", "<style>s{}</style>", "<iframe>s</iframe>"]))
            )
        elif kind == "structure":
            parts.append(draw(st.sampled_from(STRUCTURES)) % (draw(inside), draw(inside)))
        else:
            blocks = BLOCKS + STRAY_ITEMS if stray_items else BLOCKS
            name = draw(st.sampled_from(INLINE if kind == "inline" else blocks))
            closing = f"</{name}>" if draw(st.integers(0, 9)) else ""
            parts.append(f"<{name}>{draw(inside)}{closing}")
    return "".join(parts)


def without(page: Page, *dropped: str) -> BoolArray:
    """All text but the runs that read like this."""
    keep = np.array([page.text(row) not in dropped for row in range(len(page))])
    return page.around(page.is_text & keep)


def html_of(source: str, url: str | None = None, options: RenderOptions | None = None) -> str:
    return _written("html", source, url, options)


def markdown_of(source: str, url: str | None = None, options: RenderOptions | None = None) -> str:
    return _written("markdown", source, url, options)


def _written(format: str, source: str, url: str | None, options: RenderOptions | None) -> str:
    """All of a page's text."""
    page = parse(source, url=url)
    return FORMATS[format](Kept.of(page, page.is_text), options or RenderOptions())
