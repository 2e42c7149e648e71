"""Kept rows as clean HTML: the kept text with the elements around it, nothing active, nothing hidden.

Only elements and attributes that are listed here are written; any other element is passed through to its content. So no script,
style, event handler or `javascript:` address can come through.
"""

from collections.abc import Iterator
from html import escape

import numpy as np

from maintext.page import BoolArray, IntArray, Page
from maintext.render.addresses import base_address, followable
from maintext.render.text import CELL, LINE, NOTHING, SET_APART, SPACE, separations, space_is_written
from maintext.tags import BLOCK

_WRITTEN = frozenset(
    """
    a abbr address article aside b bdi bdo blockquote body caption cite code col colgroup dd del details dfn div dl dt em
    figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup i ins kbd li main mark menu nav ol p pre q rp rt ruby s samp section
    small span strong sub summary sup table tbody td tfoot th thead time tr u ul var
    """.split()
)
_ATTRIBUTES = {
    "a": ("href",),
    "td": ("colspan", "rowspan"),
    "th": ("colspan", "rowspan"),
    "time": ("datetime",),
    "ol": ("start",),
}
_EVERYWHERE = ("lang", "dir")
_SPACES = {NOTHING: "", SPACE: " ", CELL: " ", LINE: "\n", SET_APART: "\n"}


def render_html(page: Page, keep: BoolArray) -> str:
    """An HTML fragment; `""` where nothing is kept."""
    if not keep.any():
        return ""
    return "".join(_parts(page, keep))


def _parts(page: Page, keep: BoolArray) -> Iterator[str]:
    is_text, end, base = page.is_text, page.end.tolist(), base_address(page)
    breaks = np.array([name == "br" for name in page.tag_names])[page.tag] & keep[np.maximum(page.parent, 0)]
    spaces = _spaces(page, np.flatnonzero(keep & is_text))
    open_elements: list[tuple[int, str]] = []
    begins_pre = False
    apart = True  # a tag that was written holds the text before and after it apart
    for row in np.flatnonzero(keep | breaks).tolist():
        while open_elements and open_elements[-1][0] <= row:
            name = open_elements.pop()[1]
            apart = apart or name in BLOCK
            yield f"</{name}>"
        if is_text[row]:
            text = ("" if apart else spaces[row]) + (page.verbatim.get(row) or page.text(row))
            # A parser takes the first line break of a `pre` away.
            yield "\n" * (begins_pre and text.startswith("\n")) + escape(text, quote=False)
            begins_pre = False
            apart = False
            continue
        name = "div" if row == 0 else page.name(row)
        apart = apart or bool(breaks[row]) or (name in BLOCK and name in _WRITTEN)
        if breaks[row]:
            yield "<br>"
        elif name in _WRITTEN and not (name == "a" and page.in_link[page.parent[row]]):  # HTML has no link inside a link
            yield f"<{name}{_attributes(page, row, name, base)}>"
            begins_pre = name == "pre"
            open_elements.append((end[row], name))
    yield from (f"</{name}>" for _, name in reversed(open_elements))


def _spaces(page: Page, rows: IntArray) -> dict[int, str]:
    """The white space to write before each text run, if no tag holds it apart from the one before."""
    spaces: dict[int, str] = {}
    before = -1
    for row, kind in zip(rows.tolist(), separations(page, rows).tolist(), strict=True):
        spaces[row] = "" if kind == SPACE and space_is_written(page, before, row) else _SPACES[kind]
        before = row
    return spaces


def _attributes(page: Page, row: int, name: str, base: str | None) -> str:
    found = page.attributes(row)
    written = ""
    for key in (*_ATTRIBUTES.get(name, ()), *_EVERYWHERE):
        value = found.get(key)
        if value and key == "href":
            value = followable(value, base)
        if value:
            written += f' {key}="{escape(value)}"'
    return written
