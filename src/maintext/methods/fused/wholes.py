"""Structures that are whole or not there: code, tables of data, quotes, items of lists, and the heading between two paragraphs.

The net weighs single blocks. It drops cells that hold numbers, lines of code that stood there before and headings of one word,
and keeps what stands around them; a reader wants all of a table, or none of it. So the rest of a structure is kept where enough
of it is, and where nothing of it is but the blocks right before and behind it are.

The compiled kernel does the same (`src/kernel/wholes.c`).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.methods.fused.view import View
from maintext.page import BoolArray, IntArray
from maintext.tags import HEADINGS, PREFORMATTED, member_table

CODE = PREFORMATTED - {"textarea"}
CELLS = frozenset({"td", "th"})
_IS_CODE = member_table(CODE)
_IS_TABLE = member_table({"table"})
_IS_LINE = member_table({"tr"})
_IS_CELL = member_table(CELLS)
_IS_HEAD_CELL = member_table({"th"})
_IS_HEADING = member_table(HEADINGS)
_IS_QUOTE = member_table({"blockquote"})
_IS_ITEM = member_table({"li"})

_SHORT_CELL, _LONG_CELL = 100, 300  # bytes on average: of a table of data, and of one that has heads
_SHORT_ITEM = 300  # bytes


class _Spans(NamedTuple):
    """Elements, and the blocks in each of them."""

    row: IntArray
    first: IntArray
    after: IntArray

    def where(self, chosen: BoolArray) -> "_Spans":
        return _Spans(self.row[chosen], self.first[chosen], self.after[chosen])

    def totals(self, values: NDArray[np.float64] | BoolArray) -> NDArray[np.float64]:
        """For each element the sum over its blocks."""
        sums = np.zeros(len(values) + 1)
        values.cumsum(out=sums[1:])
        return sums[self.after] - sums[self.first]


def completed(view: View, keep: BoolArray) -> BoolArray:
    """The decision with broken structures made whole."""
    page = view.page
    rules = (
        *((_IS_CODE, _broken_code), (_IS_TABLE, _broken_tables), (_IS_HEADING, _lost_headings)),
        *((_IS_QUOTE, _broken_quotes), (_IS_ITEM, _broken_items)),
    )
    whole = keep.copy()
    for names, rule in rules:
        elements = page.is_any(names)
        if elements.any():
            spans = rule(view, keep, _spans(view, elements))
            for first, after in zip(spans.first.tolist(), spans.after.tolist(), strict=True):
                whole[first:after] = True
    return whole


def _spans(view: View, elements: BoolArray) -> _Spans:
    """The elements that hold blocks."""
    rows, begins = elements.nonzero()[0], _begins(view)
    spans = _Spans(rows, begins.searchsorted(rows), begins.searchsorted(view.page.end[rows]))
    return spans.where(spans.after > spans.first)


def _begins(view: View) -> IntArray:
    """The row where each block begins."""
    return view.blocks.rows[view.blocks.first]


def _broken_code(_: View, keep: BoolArray, spans: _Spans) -> _Spans:
    return spans.where((spans.totals(keep) > 0) | _is_surrounded(keep, spans))


def _broken_tables(view: View, keep: BoolArray, spans: _Spans) -> _Spans:
    """Tables of data, which are not mostly links."""
    size, linked = spans.totals(view.blocks.size), spans.totals(view.blocks.linked)
    mostly_kept = 2 * spans.totals(view.blocks.size * keep) >= size
    is_data = _is_data(view, spans, size) & (2 * linked <= size)
    return spans.where(is_data & (mostly_kept | _is_surrounded(keep, spans)))


def _is_data(view: View, spans: _Spans, size: NDArray[np.float64]) -> BoolArray:
    """Lines of several short cells each, and no table inside."""
    page, end = view.page, view.page.end[spans.row]

    def inside(names: BoolArray) -> IntArray:
        counts = page.is_any(names).cumsum()
        return counts[end - 1] - counts[spans.row]

    lines, cells = inside(_IS_LINE), inside(_IS_CELL)
    longest = np.where(inside(_IS_HEAD_CELL) > 0, _LONG_CELL, _SHORT_CELL)
    return (inside(_IS_TABLE) == 0) & (lines >= 2) & (cells >= 2 * lines) & (size <= longest * cells)


def _lost_headings(view: View, keep: BoolArray, spans: _Spans) -> _Spans:
    """Headings that are not mostly links, and that stand beside what follows them."""
    size, linked = spans.totals(view.blocks.size), spans.totals(view.blocks.linked)
    begins = np.append(_begins(view), len(view.page))
    leads = begins[spans.after] < view.page.end[view.page.parent[spans.row]]
    return spans.where(leads & (2 * linked <= size) & _is_surrounded(keep, spans))


def _broken_quotes(view: View, keep: BoolArray, spans: _Spans) -> _Spans:
    """Quotes that are not mostly links. A quote says little else than what it is about, so a little that is kept is enough."""
    size, linked = spans.totals(view.blocks.size), spans.totals(view.blocks.linked)
    partly_kept = 5 * spans.totals(view.blocks.size * keep) >= size
    return spans.where((2 * linked <= size) & (partly_kept | _is_surrounded(keep, spans)))


def _broken_items(view: View, keep: BoolArray, spans: _Spans) -> _Spans:
    """Short items of lists that are kept but for a few words."""
    size = spans.totals(view.blocks.size)
    mostly_kept = 5 * spans.totals(view.blocks.size * keep) >= 4 * size
    return spans.where((size <= _SHORT_ITEM) & mostly_kept)


def _is_surrounded(keep: BoolArray, spans: _Spans) -> BoolArray:
    """Nothing of the element is kept, but the blocks right before and behind it are."""
    padded = np.concatenate(([False], keep, [False]))
    return padded[spans.first] & padded[spans.after + 1] & (spans.totals(keep) == 0)
