"""The open elements of a TEI document, and what each of them lets stand in it."""

from dataclasses import dataclass
from enum import Enum

from maintext.render.tei.line import Line

# Readers of XML follow some 250 levels at most. What nests deeper than this is written as if at this level.
_MAX_NESTING = 64


class Inside(Enum):
    """What may stand in an element."""

    PARAGRAPHS = "paragraphs"
    TEXT_AND_PARAGRAPHS = "text and paragraphs"
    LINE = "line"  # text alone
    ITEMS = "items"
    TABLE_ROWS = "rows"
    CELLS = "cells"


@dataclass(slots=True)
class Holder:
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


class Holders:
    """They stand in each other. The outermost is the body, which is open all the time and is written by others."""

    def __init__(self, out: list[str], line: Line, ends: list[int]) -> None:
        self._out = out
        self._line = line
        self._ends = ends  # of the page's rows
        self._open = [Holder("body", Inside.PARAGRAPHS, 0, len(ends))]

    @property
    def innermost(self) -> Holder:
        return self._open[-1]

    @property
    def only_body(self) -> bool:
        return len(self._open) == 1

    @property
    def in_line(self) -> bool:
        """Whether text alone may stand here."""
        return self.innermost.inside is Inside.LINE

    def can_open(self) -> bool:
        """Whether another element with paragraphs can begin here."""
        return len(self._open) < _MAX_NESTING and not self.in_line

    def open(self, name: str, inside: Inside, row: int, attributes: str = "", end: int | None = None) -> Holder:
        self._line.end()
        self._out.append(f"<{name}{attributes}>")
        holder = Holder(name, inside, row, self._ends[row] if end is None else end)
        self._open.append(holder)
        return holder

    def close_before(self, row: int) -> None:
        """All that end before this row."""
        while len(self._open) > 1 and self._open[-1].end <= row:
            self._close()

    def _close(self) -> None:
        self._line.end_paragraph()
        holder = self._open.pop()
        self._out.append(("<item/>" if holder.awaits_item else "") + f"</{holder.name}>\n")

    # -- lists and tables ----------------------------------------------------------------------------------------------

    def belongs_to(self, inside: Inside) -> bool:
        """Whether the innermost holder, what is implied left aside, is such a one; it is made the innermost then."""
        explicit = next(holder for holder in reversed(self._open) if not holder.is_implied)
        if explicit.inside is not inside:
            return False
        while self.innermost.is_implied:
            self._close()
        return True

    def settle(self) -> None:
        """Make room for content where only items, rows or cells may stand."""
        holder = self._open[-1]
        if holder.inside is Inside.TABLE_ROWS:
            holder = self.begin_table_row(holder)
            holder.is_implied = True
        if holder.inside is Inside.CELLS:
            self.open("cell", Inside.TEXT_AND_PARAGRAPHS, holder.row, end=holder.end).is_implied = True
        elif holder.inside is Inside.ITEMS:
            self.begin_item(holder)
            self.open("item", Inside.TEXT_AND_PARAGRAPHS, holder.row, end=holder.end).is_implied = True

    def begin_item(self, items: Holder) -> None:
        """In a gloss each item has a label, if an empty one."""
        if items.is_gloss and not items.awaits_item:
            self._out.append("<label/>")
        items.awaits_item = False

    def begin_table_row(self, table: Holder) -> Holder:
        """The row that was announced, or one that the page has no element for."""
        row, end = table.row_to_come or (table.row, table.end)
        table.has_rows = True
        table.row_to_come = None
        return self.open("row", Inside.CELLS, row, end=end)
