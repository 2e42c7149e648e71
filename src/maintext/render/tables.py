"""Tables: which of them hold data, and how many places their cells take.

In Markdown, a table is written as a Markdown table where its cells hold lines of text, and as an HTML table where they hold
lists, code or quotes, which Markdown cannot say. A table that only arranges the page is written as what stands in its cells.
"""

from dataclasses import dataclass
from enum import Enum

import numpy as np

from maintext.page import BoolArray, IntArray, Page
from maintext.tags import member_table

_LONG_CELL = 300  # characters, on average: more is prose in columns, not data
_SHORT_CELL = 100  # characters: a single row of such cells may be data
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
    is_table = page.is_any(_IS_TABLE)
    nearest = page.nearest(is_table)
    return np.where(is_table[nearest], nearest, -1)


def _most_cells_in_a_row(page: Page, cells: BoolArray, table_of: IntArray) -> dict[int, int]:
    parents, counts = np.unique(page.parent[cells], return_counts=True)
    most: dict[int, int] = {}
    for table, count in zip(table_of[parents].tolist(), counts.tolist(), strict=True):
        most[table] = max(most.get(table, 0), count)
    return most


def in_data_tables(page: Page, keep: BoolArray) -> BoolArray:
    """The rows of tables that hold data, with everything inside of them."""
    kept_text = keep & page.is_text
    kinds = find_tables(page, page.around(kept_text), kept_text).kinds
    found = np.zeros(len(page), dtype=bool)
    found[[table for table, kind in kinds.items() if kind is not TableKind.LAYOUT]] = True
    return page.inside(found)


def span(value: str | None) -> int:
    """The number in a `colspan` or `rowspan`, within what the HTML standard allows."""
    digits = (value or "").strip()[:12]
    return min(max(int(digits), 1), _MAX_SPAN) if digits.isdecimal() else 1
