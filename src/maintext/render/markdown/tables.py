"""Tables: which of them hold data, the grid of their cells with all spans resolved, and the grid as Markdown.

A table is written as a Markdown table where its cells hold lines of text, and as an HTML table where they hold lists, code or
quotes, which Markdown cannot say. A table that only arranges the page is written as what stands in its cells.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from maintext.page import BoolArray, IntArray, Page
from maintext.render.markdown.inline import Item, Style, write_inline
from maintext.tags import member_table

_LONG_CELL = 300  # characters, on average: more is prose in columns, not data
_SHORT_CELL = 100  # characters: a single row of such cells may be data
_SLOTS_PER_CELL = 16  # a grid with more places than that for each cell has spans that nobody can mean
_SOME_SLOTS = 256
_MAX_SPAN = 65_534  # the HTML standard's

_IS_TABLE = member_table({"table"})
_IS_ROW = member_table({"tr"})
_IS_CELL = member_table({"td", "th"})
_SAYS_DATA = member_table({"th", "caption", "thead"})
_IS_BEYOND_MARKDOWN = member_table(
    {"ul", "ol", "li", "menu", "dir", "dl", "pre", "listing", "xmp", "plaintext", "blockquote", "hr", "details"}
)


class TableKind(Enum):
    LAYOUT = "layout"
    MARKDOWN = "markdown"
    HTML = "html"


# -- which tables hold data ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tables:
    """What each table with kept text is, and the rows and cells of those that hold data, empty ones too."""

    kinds: dict[int, TableKind]
    parts: BoolArray


def find_tables(page: Page, kept: BoolArray, kept_text: BoolArray) -> Tables:
    """`kept` marks the elements around kept text."""
    tables = np.flatnonzero(page.is_any(_IS_TABLE) & kept)
    if not len(tables):
        return Tables({}, np.zeros(len(page), dtype=bool))
    table_of = _nearest_table(page)
    outer = table_of[np.maximum(page.parent[tables], 0)]  # of each table
    with_tables = set(outer[outer >= 0].tolist())

    def counted(rows: BoolArray) -> list[int]:
        """How many of the rows belong to each table, those in tables inside of it left out."""
        owners = table_of[rows & kept]
        return np.bincount(owners[owners >= 0], minlength=len(page))[tables].tolist()

    is_cell = page.is_any(_IS_CELL)
    columns = _most_cells_in_a_row(page, kept & is_cell, table_of)
    facts = zip(
        tables.tolist(),
        counted(is_cell),
        counted(page.is_any(_IS_ROW)),
        counted(page.is_any(_SAYS_DATA)),
        counted(page.is_any(_IS_BEYOND_MARKDOWN)),
        page.subtree_sum(page.chars * kept_text)[tables].tolist(),
        strict=True,
    )
    kinds = {}
    for table, cells, rows, says_data, beyond, chars in facts:
        shape = _Shape(cells, rows, columns.get(table, 0), says_data > 0, beyond > 0, chars)
        is_layout = table in with_tables or not _holds_data(shape) or _is_presentation(page, table)
        kinds[table] = TableKind.LAYOUT if is_layout else TableKind.HTML if beyond else TableKind.MARKDOWN
    holds_data = np.zeros(len(page) + 1, dtype=bool)  # the last entry answers for what is in no table
    holds_data[[table for table, kind in kinds.items() if kind is not TableKind.LAYOUT]] = True
    return Tables(kinds, holds_data[table_of] & (is_cell | page.is_any(_IS_ROW)))


@dataclass(frozen=True, slots=True)
class _Shape:
    cells: int  # all of these with kept text
    rows: int
    columns: int
    says_data: bool  # has headings or a caption
    is_beyond_markdown: bool
    chars: int


def _holds_data(shape: _Shape) -> bool:
    if shape.cells < 2:
        return False
    mean = shape.chars / shape.cells
    if shape.says_data:
        return shape.columns > 1 or mean < _LONG_CELL
    if shape.columns < 2:
        return False
    if shape.rows < 2:
        return not shape.is_beyond_markdown and mean < _SHORT_CELL
    return mean < (_SHORT_CELL if shape.is_beyond_markdown else _LONG_CELL)


def _is_presentation(page: Page, table: int) -> bool:
    return (page.attributes(table).get("role") or "").lower() in ("presentation", "none")


def _nearest_table(page: Page) -> IntArray:
    """For each row the nearest table around it, itself included; -1 where there is none."""
    nearest = np.where(page.is_any(_IS_TABLE), np.arange(len(page)), page.parent)
    nearest[0] = 0
    while True:
        further = nearest[nearest]
        if np.array_equal(further, nearest):
            break
        nearest = further
    return np.where(page.is_any(_IS_TABLE)[nearest], nearest, -1)


def _most_cells_in_a_row(page: Page, cells: BoolArray, table_of: IntArray) -> dict[int, int]:
    parents, counts = np.unique(page.parent[cells], return_counts=True)
    most: dict[int, int] = {}
    for table, count in zip(table_of[parents].tolist(), counts.tolist(), strict=True):
        most[table] = max(most.get(table, 0), count)
    return most


# -- the grid --------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Cell:
    items: list[Item] = field(default_factory=list)
    columns: int = 1  # that it spans
    rows: int = 1


def span(value: str | None) -> int:
    """The number in a `colspan` or `rowspan`, within what the HTML standard allows."""
    digits = (value or "").strip()[:12]
    return min(max(int(digits), 1), _MAX_SPAN) if digits.isdecimal() else 1


Grid = list[dict[int, Cell]]  # for each row the cells that begin in it, by their columns


def resolved(rows: Sequence[Sequence[Cell]]) -> Grid:
    """The cells in their places. A cell fills the first of the places that it spans; the others stay empty.

    Spans are followed as long as the grid has no more than a few places for each cell, so that the work stays in proportion to
    the cells; beyond that they count for nothing.
    """
    budget = _SLOTS_PER_CELL * sum(map(len, rows)) + _SOME_SLOTS
    widest = max(map(len, rows), default=0)
    grid: Grid = []
    taken: dict[int, int] = {}  # columns that cells from above reach into, and how many rows further
    for row in rows:
        placed: dict[int, Cell] = {}
        below = {column: further - 1 for column, further in taken.items() if further > 1}
        column = 0
        for cell in row:
            while column in taken:
                column += 1
            placed[column] = cell
            width = min(cell.columns, max(widest, 1))
            if cell.rows > 1:
                below.update(dict.fromkeys(range(column, column + width), cell.rows - 1))
            budget -= width
            column += width
        budget -= len(taken)
        if budget < 0:
            return [dict(enumerate(each)) for each in rows]
        grid.append(placed)
        taken = below
    return grid


def markdown_table(rows: Sequence[Sequence[Cell]]) -> list[str]:
    """The lines of a Markdown table, the first row as its heading; none if no cell has content.

    Rows and columns without any content are left out: they are gaps, or columns that cells only span. A
    heading is bold by itself.
    """
    grid = [row for row in resolved(rows) if any(cell.items for cell in row.values())]
    if not grid:
        return []
    for cell in grid[0].values():
        cell.items = [item._replace(marks=tuple([mark for mark in item.marks if mark.kind != "strong"])) for item in cell.items]
    written = [{column: write_inline(cell.items, Style.CELL) for column, cell in row.items()} for row in grid]
    columns = sorted({column for row in written for column, content in row.items() if content})
    place = {column: number for number, column in enumerate(columns)}
    is_small = len(columns) * len(written) <= _SLOTS_PER_CELL * sum(map(len, written)) + _SOME_SLOTS
    lines = []
    for number, row in enumerate(written):
        width = len(columns) if is_small or number == 0 else max(place[column] for column in row if row[column]) + 1
        slots = [""] * width
        for column, content in row.items():
            if content:
                slots[place[column]] = content
        lines.append(f"| {' | '.join(slots)} |")
    return [lines[0], "|" + " --- |" * len(columns), *lines[1:]]
