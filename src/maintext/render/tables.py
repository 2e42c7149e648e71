"""Tables: which of them hold data, and how many places their cells take.

A table that only arranges the page is written as what stands in its cells, and so is one that shows blocks of code beside each
other, or a formula beside its number. In Markdown, lists, quotes and code inside a cell are lines of it: a cell has nothing else.
"""

import re
from dataclasses import dataclass

import numpy as np

from maintext.page import BoolArray, IntArray, Page
from maintext.render.code import preformatted
from maintext.tags import member_table

_LONG_CELL = 300  # characters, on average: more is prose in columns, not data
_SHORT_CELL = 100  # characters: a single row of such cells may be data
_MAX_SPAN = 65_534  # the HTML standard's

_IS_TABLE = member_table({"table"})
_IS_ROW = member_table({"tr"})
_IS_CELL = member_table({"td", "th"})
_SAYS_DATA = member_table({"th", "caption", "thead"})
_HOLDS_BLOCKS = member_table(
    {"ul", "ol", "li", "menu", "dir", "dl", "pre", "listing", "xmp", "plaintext", "blockquote", "hr", "details"}
)
# Class names of tables that put a number beside a formula, or numbers and a name beside code.
_PUTS_BESIDE = re.compile(r"(?:^|\s)(?:ltx_eqn_table|highlighttable|codehilitetable|rouge-table|lntable)(?=\s|$)")


# -- which tables hold data ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables with kept text that hold data, and their rows and cells, empty ones too."""

    of_data: frozenset[int]
    parts: BoolArray


def find_tables(page: Page, kept: BoolArray, kept_text: BoolArray) -> Tables:
    """`kept` marks the elements around kept text."""
    tables = np.flatnonzero(page.is_any(_IS_TABLE) & kept)
    if not len(tables):
        return Tables(frozenset(), np.zeros(len(page), dtype=bool))
    table_of = _nearest_table(page)
    chars = page.subtree_sum(page.chars * kept_text)

    def counted(rows: BoolArray) -> list[int]:
        """How many of the rows belong to each table, those in tables inside of it left out."""
        owners = table_of[rows & kept]
        return np.bincount(owners[owners >= 0], minlength=len(page))[tables].tolist()

    is_cell = page.is_any(_IS_CELL)
    columns = _most_cells_in_a_row(page, kept & is_cell, table_of)
    longest = _longest_cells(kept & is_cell, table_of, chars)
    in_tables = _chars_in_tables(page, tables, table_of, chars)
    in_code = _chars_in_code(page, kept, table_of, chars)
    facts = zip(
        tables.tolist(),
        counted(is_cell),
        counted(page.is_any(_IS_ROW)),
        counted(page.is_any(_SAYS_DATA)),
        counted(page.is_any(_HOLDS_BLOCKS)),
        chars[tables].tolist(),
        strict=True,
    )
    of_data = []
    for table, cells, rows, says_data, blocks, size in facts:
        shape = _Shape(
            cells=cells,
            rows=rows,
            columns=columns.get(table, 0),
            longest=longest.get(table, 0),
            says_data=says_data > 0,
            holds_blocks=blocks > 0,
            chars=size,
            chars_in_tables=in_tables.get(table, 0),
            chars_in_code=in_code.get(table, 0),
        )
        if _holds_data(shape) and not _only_arranges(page, table):
            of_data.append(table)
    holds_data = np.zeros(len(page) + 1, dtype=bool)  # the last entry answers for what is in no table
    holds_data[of_data] = True
    return Tables(frozenset(of_data), holds_data[table_of] & (is_cell | page.is_any(_IS_ROW)))


@dataclass(frozen=True, slots=True)
class _Shape:
    cells: int  # all of these with kept text
    rows: int
    columns: int
    longest: int  # characters of a cell
    says_data: bool  # has headings or a caption
    holds_blocks: bool
    chars: int
    chars_in_tables: int  # inside of it
    chars_in_code: int  # of several lines


def _holds_data(shape: _Shape) -> bool:
    if shape.cells < 2 or 2 * shape.chars_in_code > shape.chars:
        return False
    mean = shape.chars / shape.cells
    if shape.chars_in_tables:  # most such tables arrange the page
        is_small_part = 2 * shape.chars_in_tables < shape.chars
        return is_small_part and shape.says_data and min(shape.columns, shape.rows) > 1 and mean < _SHORT_CELL
    if shape.says_data:
        return shape.columns > 1 or mean < _LONG_CELL
    if shape.columns < 2:
        return False
    if shape.rows < 2:
        return not shape.holds_blocks and shape.longest < _SHORT_CELL
    return mean < (_SHORT_CELL if shape.holds_blocks else _LONG_CELL)


def _only_arranges(page: Page, table: int) -> bool:
    """Whether the page says so."""
    found = page.attributes(table)
    is_presentation = (found.get("role") or "").lower() in ("presentation", "none")
    return is_presentation or _PUTS_BESIDE.search(found.get("class") or "") is not None


def _chars_in_tables(page: Page, tables: IntArray, table_of: IntArray, chars: IntArray) -> dict[int, int]:
    """For each table with others right inside of it how many characters those have."""
    found: dict[int, int] = {}
    for table, outer in zip(tables.tolist(), table_of[np.maximum(page.parent[tables], 0)].tolist(), strict=True):
        if outer >= 0:
            found[outer] = found.get(outer, 0) + int(chars[table])
    return found


def _chars_in_code(page: Page, kept: BoolArray, table_of: IntArray, chars: IntArray) -> dict[int, int]:
    """For each table with code of several lines how many characters that has."""
    found: dict[int, int] = {}
    after = 0
    for row in np.flatnonzero(preformatted(page) & kept & (table_of >= 0)).tolist():
        if row < after:  # inside of other code
            continue
        after = int(page.end[row])
        written = "".join([page.verbatim.get(each, "") for each in range(row, int(page.end[row]))])
        if "\n" in written.strip():
            table = int(table_of[row])
            found[table] = found.get(table, 0) + int(chars[row])
    return found


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


def _longest_cells(cells: BoolArray, table_of: IntArray, chars: IntArray) -> dict[int, int]:
    longest: dict[int, int] = {}
    for table, size in zip(table_of[cells].tolist(), chars[cells].tolist(), strict=True):
        longest[table] = max(longest.get(table, 0), size)
    return longest


def in_data_tables(page: Page, keep: BoolArray) -> BoolArray:
    """The rows of tables that hold data, with everything inside of them."""
    kept_text = keep & page.is_text
    of_data = find_tables(page, page.around(kept_text), kept_text).of_data
    found = np.zeros(len(page), dtype=bool)
    found[list(of_data)] = True
    return page.inside(found)


def span(value: str | None) -> int:
    """The number in a `colspan` or `rowspan`, within what the HTML standard allows."""
    digits = (value or "").strip()[:12]
    return min(max(int(digits), 1), _MAX_SPAN) if digits.isdecimal() else 1
