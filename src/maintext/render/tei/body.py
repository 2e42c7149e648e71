"""The body of a TEI document: kept rows in one walk, in document order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import numpy as np

from maintext.page import BoolArray, Page
from maintext.render.addresses import base_address, followable
from maintext.render.code import code_of, language_of
from maintext.render.content import content_of
from maintext.render.images import images, shown_images, stands_in_kept
from maintext.render.maths import find_formulas
from maintext.render.options import RenderOptions
from maintext.render.spaces import LINE, NOTHING, separations
from maintext.render.tables import TableKind, find_tables, span
from maintext.render.tei.xml import attribute, element, text_of
from maintext.render.text import written_runs
from maintext.tags import HEADINGS, PREFORMATTED, TEXT, member_table

# Readers of XML follow some 250 levels at most. What nests deeper than this is written as if at this level.
_MAX_NESTING = 64

_RENDERED = {
    **dict.fromkeys(("b", "strong"), "bold"),
    **dict.fromkeys(("i", "em", "cite", "var", "dfn"), "italic"),
    "u": "underline",
    "mark": "highlight",
    "sup": "superscript",
    "sub": "subscript",
}
_DELETED = ("del", "s", "strike")
_CODE = ("code", "kbd", "samp", "tt")
_LISTS = ("ul", "ol", "menu", "dir", "dl")
_BLOCKS = ("blockquote", "caption", "dd", "dt", "figcaption", "figure", "li", "table", "td", "th", "tr", *_LISTS, *HEADINGS)

_IS_VISITED = member_table({"a", *_RENDERED, *_DELETED, *_CODE, *_BLOCKS, *(PREFORMATTED - {"textarea"})})
_HOLDS_IMAGES = member_table({"figure", "li", *_LISTS})
_IS_BREAK = member_table({"br"})


class Inside(Enum):
    """What may stand in an element."""

    PARAGRAPHS = "paragraphs"
    TEXT_AND_PARAGRAPHS = "text and paragraphs"
    LINE = "line"  # text alone
    ITEMS = "items"
    TABLE_ROWS = "rows"
    CELLS = "cells"


@dataclass(slots=True)
class _Holder:
    """An open element of the document."""

    name: str
    inside: Inside
    row: int  # of the page's element
    end: int  # of that, too
    is_implied: bool = False  # the page has no element for it
    is_gloss: bool = False
    awaits_item: bool = False  # a gloss whose last label has none yet
    has_rows: bool = False
    row_to_come: tuple[int, int] | None = None  # of a table: a `tr` that has no cell yet, with its end


class _Mark(NamedTuple):
    """An element around text in a line."""

    name: str
    attributes: str
    end: int

    @property
    def is_like(self) -> tuple[str, str]:
        return self.name, self.attributes


class Walk:
    """The walk. Elements open and close holders; text goes into paragraphs where the innermost holder asks for them."""

    def __init__(self, page: Page, keep: BoolArray, options: RenderOptions) -> None:
        self._page = page
        self._kept_text = content_of(page, keep).text
        self._kept = page.around(self._kept_text)
        self._options = options
        self._base = base_address(page)
        self._end: list[int] = page.end.tolist()
        rows = np.flatnonzero(self._kept_text)
        kinds = separations(page, rows).tolist() if len(rows) else []
        self._kinds: Mapping[int, int] = dict(zip(rows.tolist(), kinds, strict=True))
        self._block_edges: list[int] = page.edges(page.is_block).tolist()
        self._line_breaks: list[int] = np.cumsum(page.is_any(_IS_BREAK)).tolist()
        candidates = stands_in_kept(page, self._kept_text, images(page)) if options.include_images else None
        self._images = {} if candidates is None else shown_images(page, candidates, self._kept_text, self._base)
        self._formulas = {row: formula for row, formula in find_formulas(page).by_row.items() if self._kept[row]}
        self._with_formulas = self._read_scripts(rows.tolist()) if "math/tex" in page.source else {}
        self._tables = find_tables(page, self._kept, self._kept_text)
        self._out: list[str] = []
        self._holders = [_Holder("body", Inside.PARAGRAPHS, 0, len(page))]
        self._divisions: list[int] = []  # the levels of the headings that began them
        self._marks: list[_Mark] = []  # that the walk is inside of
        self._written: list[_Mark] = []  # that are open in the document
        self._in_paragraph = False
        self._is_fresh = True  # nothing was written in the line
        self._last = -1  # row of what was written last
        self._past = 0  # rows before this one are written
        self._openers: dict[str, Callable[[int], None]] = {
            **dict.fromkeys(HEADINGS, self._open_heading),
            **dict.fromkeys(_LISTS, self._open_list),
            **dict.fromkeys(("li", "dd"), self._open_item),
            **dict.fromkeys(PREFORMATTED, self._write_code),
            **dict.fromkeys(("td", "th"), self._open_cell),
            **dict.fromkeys((*_RENDERED, *_DELETED, *_CODE), self._open_mark),
            "a": self._open_link,
            "blockquote": self._open_quote,
            "caption": self._open_caption,
            "dt": self._open_label,
            "figcaption": self._open_figure_caption,
            "figure": self._open_figure,
            "img": self._add_image,
            "table": self._open_table,
            "tr": self._open_row,
        }

    def write(self) -> str:
        tags, names = self._page.tag.tolist(), self._page.tag_names
        for row in self._rows_to_visit():
            if row < self._past:
                continue
            self._close_before(row)
            if tags[row] == TEXT:
                text = self._with_formulas.get(row, self._page.text(row))
                if text:
                    self._add_text(row, row, text_of(text))
            elif row in self._formulas:
                self._add_formula(row)
            else:
                self._openers[names[tags[row]]](row)
        self._close_before(len(self._page))
        self._end_paragraph()
        self._close_divisions(0)
        return "".join(self._out)

    def _read_scripts(self, rows: list[int]) -> Mapping[int, str]:
        """What is written for text runs with formulas in scripts beside or instead of them."""
        runs = [run for _, run in written_runs(self._page, self._kept_text)]
        return {row: run for row, run in zip(rows, runs, strict=True) if row not in self._page.verbatim}

    def _rows_to_visit(self) -> list[int]:
        page = self._page
        visited = self._kept_text | (self._kept & page.is_any(_IS_VISITED)) | self._tables.parts
        if self._images:
            shown = np.zeros(len(page), dtype=bool)
            shown[list(self._images)] = True
            visited |= shown | (page.around(shown) & page.is_any(_HOLDS_IMAGES))
        visited[list(self._formulas)] = True
        return np.flatnonzero(visited).tolist()

    # -- holders -------------------------------------------------------------------------------------------------------

    @property
    def _holder(self) -> _Holder:
        return self._holders[-1]

    def _open(self, name: str, inside: Inside, row: int, attributes: str = "", end: int | None = None) -> _Holder:
        self._end_line()
        self._out.append(f"<{name}{attributes}>")
        holder = _Holder(name, inside, row, self._end[row] if end is None else end)
        self._holders.append(holder)
        return holder

    def _close(self) -> None:
        self._end_paragraph()
        holder = self._holders.pop()
        self._out.append(("<item/>" if holder.awaits_item else "") + f"</{holder.name}>\n")

    def _close_before(self, row: int) -> None:
        while self._marks and self._marks[-1].end <= row:
            self._marks.pop()
        while len(self._holders) > 1 and self._holder.end <= row:
            self._close()

    def _close_implied(self) -> None:
        while self._holder.is_implied:
            self._close()

    def _can_open(self) -> bool:
        """Whether another element with paragraphs can begin here."""
        return len(self._holders) < _MAX_NESTING and self._holder.inside is not Inside.LINE

    def _settle(self) -> None:
        """Make room for content where only items, rows or cells may stand."""
        holder = self._holder
        if holder.inside is Inside.TABLE_ROWS:
            self._begin_table_row(holder)
            holder = self._holder
            holder.is_implied = True
        if holder.inside is Inside.CELLS:
            self._open("cell", Inside.TEXT_AND_PARAGRAPHS, holder.row, end=holder.end).is_implied = True
        elif holder.inside is Inside.ITEMS:
            self._begin_item(holder)
            self._open("item", Inside.TEXT_AND_PARAGRAPHS, holder.row, end=holder.end).is_implied = True

    # -- divisions, quotes, figures, code ------------------------------------------------------------------------------

    def _open_heading(self, row: int) -> None:
        if self._holder.inside is Inside.LINE:
            return
        name = self._page.name(row)
        if len(self._holders) > 1:
            self._settle()
            self._open("ab", Inside.LINE, row, ' type="head"' + attribute("rend", name))
            return
        level = int(name[1])
        self._end_paragraph()
        self._close_divisions(level)
        self._divisions.append(level)
        self._out.append('<div type="section">\n')
        self._open("head", Inside.LINE, row, attribute("rend", name))

    def _close_divisions(self, level: int) -> None:
        """All that a heading of this level ends."""
        while self._divisions and self._divisions[-1] >= level:
            self._divisions.pop()
            self._out.append("</div>\n")

    def _open_quote(self, row: int) -> None:
        if self._can_open():
            self._settle()
            self._open("quote", Inside.PARAGRAPHS, row)

    def _open_figure(self, row: int) -> None:
        if self._can_open():
            self._settle()
            self._open("figure", Inside.PARAGRAPHS, row)

    def _open_figure_caption(self, row: int) -> None:
        if self._holder.name == "figure":
            self._open("head", Inside.LINE, row)

    def _add_image(self, row: int) -> None:
        self._settle()
        alternative = " ".join((self._page.attributes(row).get("alt") or "").split())
        graphic = f"<graphic{attribute('url', self._images[row])}/>" + (element("figDesc", alternative) if alternative else "")
        if self._in_paragraph and (self._holder.name == "figure" or self._begins_block(row)):
            self._end_paragraph()
        self._close_marks(0)
        self._out.append(graphic if self._holder.name == "figure" else f"<figure>{graphic}</figure>")
        self._last = row

    def _write_code(self, row: int) -> None:
        if self._holder.inside is Inside.LINE:
            return
        rows = [each for each in range(row, self._end[row]) if each in self._kinds]
        self._settle()
        self._end_line()
        language = language_of(self._page, row)
        attributes = ' xml:space="preserve"' + (attribute("lang", language) if language else "")
        self._out.append(f'<ab type="code">{element("code", code_of(self._page, rows, self._kinds), attributes)}</ab>\n')
        self._past = self._end[row]
        self._last = self._past - 1

    # -- lists ---------------------------------------------------------------------------------------------------------

    def _open_list(self, row: int) -> None:
        if not self._can_open():
            return
        self._settle()
        name = self._page.name(row)
        kind = "gloss" if name == "dl" else "numbered" if name == "ol" else "bulleted"
        self._open("list", Inside.ITEMS, row, ' type="gloss"' if name == "dl" else attribute("rend", kind))
        self._holder.is_gloss = name == "dl"

    def _open_item(self, row: int) -> None:
        if self._belongs_to(Inside.ITEMS):
            self._begin_item(self._holder)
            self._open("item", Inside.TEXT_AND_PARAGRAPHS, row)

    def _open_label(self, row: int) -> None:
        if not self._belongs_to(Inside.ITEMS):
            return
        items = self._holder
        if not items.is_gloss:
            self._open("item", Inside.TEXT_AND_PARAGRAPHS, row)
            return
        if items.awaits_item:
            self._out.append("<item/>\n")
        self._open("label", Inside.LINE, row)
        items.awaits_item = True

    def _begin_item(self, items: _Holder) -> None:
        """In a gloss each item has a label, if an empty one."""
        if items.is_gloss and not items.awaits_item:
            self._out.append("<label/>")
        items.awaits_item = False

    def _belongs_to(self, inside: Inside) -> bool:
        """Whether the innermost holder, what is implied left aside, is such a one; it is made the innermost then."""
        explicit = next(holder for holder in reversed(self._holders) if not holder.is_implied)
        if explicit.inside is not inside:
            return False
        self._close_implied()
        return True

    # -- tables --------------------------------------------------------------------------------------------------------

    def _open_table(self, row: int) -> None:
        if self._tables.kinds.get(row, TableKind.LAYOUT) is not TableKind.LAYOUT and self._can_open():
            self._settle()
            self._open("table", Inside.TABLE_ROWS, row)
            self._out.append("\n")

    def _open_caption(self, row: int) -> None:
        if self._belongs_to(Inside.TABLE_ROWS):
            self._open("trailer" if self._holder.has_rows else "head", Inside.LINE, row)

    def _open_row(self, row: int) -> None:
        """A row is written with its first cell."""
        if self._belongs_to(Inside.TABLE_ROWS):
            self._holder.row_to_come = row, self._end[row]

    def _begin_table_row(self, table: _Holder) -> None:
        row, end = table.row_to_come or (table.row, table.end)
        table.has_rows = True
        table.row_to_come = None
        self._open("row", Inside.CELLS, row, end=end)

    def _open_cell(self, row: int) -> None:
        if self._belongs_to(Inside.TABLE_ROWS):
            self._begin_table_row(self._holder)
        if self._belongs_to(Inside.CELLS):
            found = self._page.attributes(row)
            spans = (("cols", span(found.get("colspan"))), ("rows", span(found.get("rowspan"))))
            attributes = "".join([attribute(key, str(count)) for key, count in spans if count > 1])
            role = ' role="label"' if self._page.name(row) == "th" else ""
            self._open("cell", Inside.TEXT_AND_PARAGRAPHS, row, role + attributes)

    # -- lines ---------------------------------------------------------------------------------------------------------

    def _add_formula(self, row: int) -> None:
        """Once, as TeX, whatever else stands for it beside."""
        self._past = self._end[row]
        first = next(each for each in range(row, self._past) if each in self._kinds)
        self._add_text(row, first, element("formula", self._formulas[row].tex, ' notation="TeX"'))
        self._last = self._past - 1

    def _add_text(self, row: int, first: int, written: str) -> None:
        """`first` is the first text run of what is written."""
        self._settle()
        holder = self._holder
        is_bare = holder.inside is Inside.LINE or (
            holder.inside is Inside.TEXT_AND_PARAGRAPHS and self._page.block[row] == holder.row
        )
        if self._in_paragraph and (is_bare or self._begins_block(row)):
            self._end_paragraph()
        if not is_bare and not self._in_paragraph:
            self._end_line()
            self._out.append("<p>")
            self._in_paragraph = True
        self._write_marked(written, "" if self._is_fresh else self._space(first))
        self._is_fresh = False
        self._last = row

    def _begins_block(self, row: int) -> bool:
        """Whether a block begins or ends, or an empty line stands, between the last thing that was written and this row."""
        if self._last < 0:
            return True
        line_breaks = self._line_breaks[row] - self._line_breaks[self._last]
        return self._block_edges[row] != self._block_edges[self._last] or line_breaks > 1

    def _space(self, row: int) -> str:
        kind = self._kinds[row]
        return "<lb/>\n" if kind >= LINE else "" if kind == NOTHING else " "

    def _write_marked(self, written: str, space: str) -> None:
        wanted = self._marks_now()
        shared = 0
        while shared < min(len(wanted), len(self._written)) and wanted[shared] == self._written[shared]:
            shared += 1
        self._close_marks(shared)
        self._out.append(space)
        for mark in wanted[shared:]:
            self._out.append(f"<{mark.name}{mark.attributes}>")
            self._written.append(mark)
        self._out.append(written)

    def _marks_now(self) -> list[_Mark]:
        """Those around the text, each kind once; `code` holds text alone."""
        found: dict[tuple[str, str], _Mark] = {}
        for mark in self._marks:
            found.setdefault(mark.is_like, mark)
            if mark.name == "code":
                break
        return list(found.values())

    def _close_marks(self, depth: int) -> None:
        while len(self._written) > depth:
            self._out.append(f"</{self._written.pop().name}>")

    def _end_line(self) -> None:
        """End a paragraph or bare text before another block; a line break keeps the words of bare text apart from it."""
        is_bare = not self._is_fresh and not self._in_paragraph
        self._end_paragraph()
        if is_bare:
            self._out.append("\n")

    def _end_paragraph(self) -> None:
        self._close_marks(0)
        if self._in_paragraph:
            self._out.append("</p>\n")
        self._in_paragraph = False
        self._is_fresh = True

    def _open_mark(self, row: int) -> None:
        name = self._page.name(row)
        mark = ("hi", attribute("rend", _RENDERED[name])) if name in _RENDERED else ("code" if name in _CODE else "del", "")
        self._add_mark(_Mark(*mark, self._end[row]))

    def _open_link(self, row: int) -> None:
        href = self._page.attributes(row).get("href") if self._options.include_links else None
        address = followable(href, self._base) if href else None
        if address and all(mark.name != "ref" for mark in self._marks):
            self._add_mark(_Mark("ref", attribute("target", address), self._end[row]))

    def _add_mark(self, mark: _Mark) -> None:
        if all(mark.is_like != other.is_like for other in self._marks):  # so that there are few of them, however deep they nest
            self._marks.append(mark)
