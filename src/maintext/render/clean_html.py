"""Kept rows as clean HTML: the kept text with the elements around it, nothing active, nothing hidden.

Only elements and attributes that are listed here are written; any other element is passed through to its content. So no script,
style, event handler or `javascript:` address can come through.
"""

from collections.abc import Iterator
from html import escape
from urllib.parse import urljoin

import numpy as np

from maintext.page import BoolArray, Page

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
_ADDRESS_SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp"})


def render_html(page: Page, keep: BoolArray) -> str:
    """An HTML fragment; `""` where nothing is kept."""
    if not keep.any():
        return ""
    return "".join(_parts(page, keep))


def _parts(page: Page, keep: BoolArray) -> Iterator[str]:
    is_text, spaced, end = page.is_text.tolist(), page.spaced.tolist(), page.end.tolist()
    breaks = np.array([name == "br" for name in page.tag_names])[page.tag] & keep[np.maximum(page.parent, 0)]
    open_tags: list[tuple[int, str]] = []
    for row in np.flatnonzero(keep | breaks).tolist():
        while open_tags and open_tags[-1][0] <= row:
            yield open_tags.pop()[1]
        if is_text[row]:
            written = page.verbatim.get(row)
            yield escape(written if written is not None else " " * spaced[row] + page.text(row), quote=False)
        elif breaks[row]:
            yield "<br>"
        else:
            name = "div" if row == 0 else page.name(row)
            if name in _WRITTEN:
                yield f"<{name}{_attributes(page, row, name)}>"
                open_tags.append((end[row], f"</{name}>"))
    while open_tags:
        yield open_tags.pop()[1]


def _attributes(page: Page, row: int, name: str) -> str:
    found = page.attributes(row)
    written = ""
    for key in (*_ATTRIBUTES.get(name, ()), *_EVERYWHERE):
        value = found.get(key)
        if value and key == "href":
            value = _address(value, page.url)
        if value:
            written += f' {key}="{escape(value)}"'
    return written


def _address(value: str, base: str | None) -> str | None:
    """The address made absolute where the page's own is known; None if following it would run something."""
    value = "".join(character for character in value if character > " ")
    try:
        address = urljoin(base, value) if base else value
    except ValueError:  # not an address at all
        return None
    scheme, colon, _ = address.partition(":")
    is_relative = not colon or any(mark in scheme for mark in "/?#")
    return address if is_relative or scheme.lower() in _ADDRESS_SCHEMES else None
