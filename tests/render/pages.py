"""Random pages for all formats, and short ways to choose from a page."""

import numpy as np
from hypothesis import strategies as st

from maintext.page import BoolArray, Page

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
