"""Structures that are whole or not there: code, tables of data, quotes, items of lists, and the heading between two paragraphs.

The net weighs single blocks. It drops cells that hold numbers, lines of code that stood there before and headings of one word,
and keeps what stands around them; a reader wants all of a table, or none of it. So the rest of a structure is kept where enough
of it is, and where nothing of it is but the blocks right before and behind it are.

The compiled kernel does the same (`src/kernel/wholes.c`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from maintext.methods.fused.view import View
from maintext.page import BoolArray, FloatArray, IntArray
from maintext.properties import cached_property
from maintext.tags import CODE, HEADINGS, member_table

CELLS = frozenset({"td", "th"})
_IS_TABLE = member_table({"table"})
_IS_LINE = member_table({"tr"})
_IS_CELL = member_table(CELLS)
_IS_HEAD_CELL = member_table({"th"})

_SHORT_CELL, _LONG_CELL = 100, 300  # bytes on average: of a table of data, and of one that has heads
_SHORT_ITEM = 300  # bytes


class _Spans(NamedTuple):
    """Elements of which some is kept and some is not; or nothing, where the blocks right before and behind are kept."""

    row: IntArray
    first: IntArray  # their blocks
    after: IntArray
    is_partly_kept: BoolArray

    def where(self, chosen: BoolArray) -> "_Spans":
        return _Spans(self.row[chosen], self.first[chosen], self.after[chosen], self.is_partly_kept[chosen])

    def totals(self, sums: FloatArray) -> FloatArray:
        """For each element the sum over its blocks, given the sums up to each block."""
        return sums.take(self.after) - sums.take(self.first)


@dataclass(frozen=True, eq=False)
class _Kept:
    """What is kept of a page, and sums over its blocks: those before each block, and those of all."""

    view: View
    keep: BoolArray

    @cached_property
    def begins(self) -> IntArray:
        """The row where each block begins."""
        return self.view.blocks.rows.take(self.view.blocks.first)

    @cached_property
    def size(self) -> FloatArray:
        return _up_to_each(self.view.blocks.size)

    @cached_property
    def linked(self) -> FloatArray:
        return _up_to_each(self.view.blocks.linked)

    @cached_property
    def kept_size(self) -> FloatArray:
        return _up_to_each(self.view.blocks.size * self.keep)

    @cached_property
    def kept_blocks(self) -> FloatArray:
        return _up_to_each(self.keep)

    def broken(self, elements: BoolArray) -> _Spans:
        """Those of the elements that a rule may make whole."""
        rows = elements.nonzero()[0]
        first, after = self.begins.searchsorted(rows), self.begins.searchsorted(self.view.page.end.take(rows))
        blocks, kept = after - first, self.kept_blocks.take(after) - self.kept_blocks.take(first)
        padded = np.concatenate((_NOT, self.keep, _NOT))
        is_surrounded = (kept == 0) & (blocks > 0) & padded.take(first) & padded.take(after + 1)
        found = ((kept > 0) & (kept < blocks) | is_surrounded).nonzero()[0]  # on most pages there are none
        return _Spans(rows.take(found), first.take(found), after.take(found), kept.take(found) > 0)


_NOT = np.array([False])


def _up_to_each(values: FloatArray | BoolArray) -> FloatArray:
    sums = np.zeros(len(values) + 1)
    values.cumsum(out=sums[1:])
    return sums


def completed(view: View, keep: BoolArray) -> BoolArray:
    """The decision with broken structures made whole."""
    kept, whole = _Kept(view, keep), keep.copy()
    broken = kept.broken(view.page.is_any(_IS_STRUCTURE))
    for table, to_mend in _RULES if len(broken.row) else ():
        spans = to_mend(kept, broken.where(view.page.is_any(table).take(broken.row)))
        for first, after in zip(spans.first.tolist(), spans.after.tolist(), strict=True):
            whole[first:after] = True
    return whole


def _code(_: _Kept, spans: _Spans) -> _Spans:
    return spans


def _tables(kept: _Kept, spans: _Spans) -> _Spans:
    """Tables of data, which are not mostly links."""
    size, linked = spans.totals(kept.size), spans.totals(kept.linked)
    mostly_kept = 2 * spans.totals(kept.kept_size) >= size
    is_data = _is_data(kept.view, spans, size) & (2 * linked <= size)
    return spans.where(is_data & (mostly_kept | ~spans.is_partly_kept))


def _is_data(view: View, spans: _Spans, size: FloatArray) -> BoolArray:
    """Lines of several short cells each, and no table inside."""
    page, end = view.page, view.page.end[spans.row]

    def inside(names: BoolArray) -> IntArray:
        counts = page.is_any(names).cumsum()
        return counts[end - 1] - counts[spans.row]

    lines, cells = inside(_IS_LINE), inside(_IS_CELL)
    longest = np.where(inside(_IS_HEAD_CELL) > 0, _LONG_CELL, _SHORT_CELL)
    return (inside(_IS_TABLE) == 0) & (lines >= 2) & (cells >= 2 * lines) & (size <= longest * cells)


def _headings(kept: _Kept, spans: _Spans) -> _Spans:
    """Headings that are not mostly links, and that stand beside what follows them."""
    page = kept.view.page
    spans = spans.where(~spans.is_partly_kept)
    size, linked = spans.totals(kept.size), spans.totals(kept.linked)
    leads = kept.begins[spans.after] < page.end[page.parent[spans.row]]  # something follows, where it is surrounded
    return spans.where(leads & (2 * linked <= size))


def _quotes(kept: _Kept, spans: _Spans) -> _Spans:
    """Quotes that are not mostly links. A quote says little else than what it is about, so a little that is kept is enough."""
    size, linked = spans.totals(kept.size), spans.totals(kept.linked)
    enough_kept = 5 * spans.totals(kept.kept_size) >= size
    return spans.where((2 * linked <= size) & (enough_kept | ~spans.is_partly_kept))


def _items(kept: _Kept, spans: _Spans) -> _Spans:
    """Short items of lists that are kept but for a few words."""
    size = spans.totals(kept.size)
    mostly_kept = 5 * spans.totals(kept.kept_size) >= 4 * size
    return spans.where((size <= _SHORT_ITEM) & mostly_kept)


_RULES: tuple[tuple[BoolArray, Callable[[_Kept, _Spans], _Spans]], ...] = (
    (member_table(CODE), _code),
    (_IS_TABLE, _tables),
    (member_table(HEADINGS), _headings),
    (member_table({"blockquote"}), _quotes),
    (member_table({"li"}), _items),
)
_IS_STRUCTURE = np.logical_or.reduce([table for table, _ in _RULES])
