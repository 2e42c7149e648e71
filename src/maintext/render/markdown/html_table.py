"""A table as HTML inside of Markdown: for cells that hold more than lines of text."""

from collections.abc import Mapping, Sequence
from html import escape

from maintext.page import Page
from maintext.render.addresses import followable
from maintext.render.images import image_address
from maintext.render.spaces import CELL, LINE, NOTHING, SET_APART, SPACE, space_is_written
from maintext.render.tables import span
from maintext.tags import BLOCK

_WRITTEN = frozenset(
    """
    a b blockquote caption code dd del dl dt em h1 h2 h3 h4 h5 h6 i kbd li ol p pre s samp strong sub sup table td th tr ul
    """.split()
)
_SPACES = {NOTHING: "", SPACE: " ", CELL: " ", LINE: "<br>", SET_APART: "<br>"}
_ON_NEW_LINE = frozenset({"tr", "caption"})


def html_table(page: Page, rows: Sequence[int], kinds: Mapping[int, int], base: str | None) -> list[str]:
    """The lines of the table. `rows` are its kept text runs, the elements around them and its images; `kinds` tell what stands
    before each run. There is no empty line among them: it would end the HTML."""
    parts: list[str] = []
    open_elements: list[tuple[int, str]] = []
    is_apart = True  # a tag that was written holds the text before and after it apart
    space_at = 0  # where white space before the next text would go: outside of the elements that begin with it
    before = -1  # the last text run
    for row in rows:
        while open_elements and open_elements[-1][0] <= row:
            name = open_elements.pop()[1]
            is_apart = is_apart or name in BLOCK
            parts += [f"</{name}>", ""]
            space_at = len(parts) - 1
        name = page.name(row)
        if page.is_text[row]:
            if not is_apart and not (kinds[row] == SPACE and space_is_written(page, before, row)):
                parts[space_at] = _SPACES[kinds[row]]
            parts += [_text(page, row), ""]
            is_apart, space_at, before = False, len(parts) - 1, row
        elif name == "img":
            parts.append(_image(page, row, base))
        elif name in _WRITTEN and not (name == "a" and page.in_link[page.parent[row]]):
            is_apart = is_apart or name in BLOCK
            parts.append("\n" * (name in _ON_NEW_LINE) + _start_tag(page, row, name, base))
            open_elements.append((int(page.end[row]), name))
    parts += [f"</{name}>" for _, name in reversed(open_elements)]
    return "".join(parts).replace("</table>", "\n</table>").split("\n")


def _image(page: Page, row: int, base: str | None) -> str:
    address = image_address(page, row, base)
    alternative = " ".join((page.attributes(row).get("alt") or "").split())
    return f'<img src="{escape(address)}" alt="{escape(alternative)}">' if address else ""


def _text(page: Page, row: int) -> str:
    written = page.verbatim.get(row)
    return escape(page.text(row), quote=False) if written is None else escape(written, quote=False).replace("\n", "&#10;")


def _start_tag(page: Page, row: int, name: str, base: str | None) -> str:
    attributes = page.attributes(row)
    if name == "a":
        href = attributes.get("href")
        address = followable(href, base) if href else None
        return f'<a href="{escape(address)}">' if address else "<a>"
    if name in ("td", "th"):
        spans = [(key, span(attributes.get(key))) for key in ("colspan", "rowspan")]
        return f"<{name}" + "".join([f' {key}="{count}"' for key, count in spans if count > 1]) + ">"
    return f"<{name}>"
