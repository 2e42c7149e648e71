"""A table as Markdown: the grid of its cells with all spans resolved, and its lines."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from maintext.render.markdown.inline import Item, Style, write_inline

_SLOTS_PER_CELL = 16  # a grid with more places than that for each cell has spans that nobody can mean
_SOME_SLOTS = 256


@dataclass(slots=True)
class Cell:
    items: list[Item] = field(default_factory=list)
    columns: int = 1  # that it spans
    rows: int = 1


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
            budget -= width
            if budget < 0:
                return _without_spans(rows)
            if cell.rows > 1:
                below.update(dict.fromkeys(range(column, column + width), cell.rows - 1))
            column += width
        budget -= len(taken)
        if budget < 0:
            return _without_spans(rows)
        grid.append(placed)
        taken = below
    return grid


def _without_spans(rows: Sequence[Sequence[Cell]]) -> Grid:
    return [dict(enumerate(row)) for row in rows]


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
