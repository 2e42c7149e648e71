"""View: what the features of a page look at, each part computed once and only when it is asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from maintext.marks import BIT, inherited, read_marks
from maintext.methods.cetd import DensitySum
from maintext.methods.fused.blocks import Blocks, find_blocks
from maintext.methods.fused.declared import Declared, read_declared
from maintext.page import BoolArray, FloatArray, IntArray, Page, read_only
from maintext.properties import cached_property
from maintext.tags import NUMBER

_LEVELS = 4  # how far above a block the features look
_RECORDS = 3  # siblings that are alike make records from this many on
_LI = NUMBER["li"]
# Marks of everything above a block that the features ask for.
PATH_MARKS = (
    *("nav", "header", "footer", "aside", "article", "main", "li", "table", "form", "figcaption", "label", "dialog"),
    *(f"{name} word" for name in ("comment", "reply", "menu", "related", "modal", "details")),
    *("hidden", "body property"),
)


@cache
def bits_of(marks: tuple[str, ...]) -> IntArray:
    """A column of the marks as bits."""
    return read_only(np.array([[BIT[mark]] for mark in marks]))


@dataclass(frozen=True, eq=False)
class View:
    """A page with at least one block."""

    page: Page
    blocks: Blocks

    # -- blocks ----------------------------------------------------------------------------------------------------------

    @cached_property
    def number(self) -> IntArray:
        return np.arange(len(self.blocks))

    @cached_property
    def total(self) -> float:
        return max(float(self.blocks.size.sum()), 1.0)

    @cached_property
    def link_share(self) -> FloatArray:
        return self.blocks.linked / np.maximum(self.blocks.size, 1)

    @cached_property
    def tag(self) -> IntArray:
        """The tag of each block's owner."""
        return self.page.tag[self.blocks.owner]

    @cached_property
    def depth(self) -> IntArray:
        return self.page.depth[self.blocks.owner]

    @cached_property
    def prose(self) -> FloatArray:
        """The text of long blocks with few links, which is almost certainly prose; 0 for the others."""
        is_prose = (self.blocks.size > 80) & (self.link_share < 0.5)
        return self.blocks.size * is_prose * (1 - self.link_share)

    @cached_property
    def first_copy(self) -> IntArray:
        """For each block the number of the first one with the same text. Texts of the same length, with the same first and last
        character, are looked at closer."""
        blocks, codes = self.blocks, self.page.codes
        length = blocks.size.astype(np.int64) + blocks.runs
        ends = codes.take((blocks.start, blocks.stop - 1), mode="clip").astype(np.int64)
        keys = (length << 42) + (ends[0] << 21) + ends[1]
        first = _first_equal(keys)
        alike = (np.bincount(first) > 1).take(first).nonzero()[0]
        if len(alike):
            of_text: dict[str, int] = {}
            first[alike] = list(map(of_text.setdefault, blocks.texts_of(alike), alike.tolist()))
        return first

    @cached_property
    def declared(self) -> Declared:
        return read_declared(self.page)

    # -- elements above the blocks ---------------------------------------------------------------------------------------

    @cached_property
    def ancestors(self) -> list[IntArray]:
        """The owner of each block, its parent, and so on."""
        parent = self.page.parent
        rows = [self.blocks.owner]
        for _ in range(_LEVELS):
            rows.append(np.maximum(parent.take(rows[-1]), 0))
        return rows

    @cached_property
    def _sums(self) -> IntArray:
        blocks, page = self.blocks, self.page
        columns = np.empty((5, len(page)), dtype=np.int64)  # integers add up several times faster than floats
        columns[0] = np.bincount(blocks.owner, weights=blocks.size, minlength=len(page))
        columns[1] = np.bincount(blocks.owner, weights=blocks.linked, minlength=len(page))
        columns[2] = np.bincount(blocks.owner, minlength=len(page))
        columns[3] = ~page.is_text
        columns[4] = self.markup
        sums: IntArray = page.subtree_sum(columns)
        return sums

    @property
    def size_below(self) -> IntArray:
        return self._sums[0]

    @property
    def linked_below(self) -> IntArray:
        return self._sums[1]

    @property
    def blocks_below(self) -> IntArray:
        return self._sums[2]

    @property
    def elements_below(self) -> IntArray:
        return self._sums[3]

    @property
    def markup_below(self) -> IntArray:
        return self._sums[4]

    def holding(self, share: float) -> BoolArray:
        """The elements with at least that share of the page's text. Text runs own no block, so there is no text below them."""
        return self.size_below >= share * self.total

    @cached_property
    def tenth(self) -> IntArray:
        """The nearest element above each block with a tenth of the page's text."""
        return self.page.nearest(self.holding(0.1)).take(self.blocks.owner)

    @cached_property
    def section(self) -> IntArray:
        """The part of the page that a block stands in: below the deepest element with 90 % of the text, the child towards it."""
        page, owner = self.page, self.blocks.owner
        spine = self.holding(0.9).nonzero()[0]
        deepest = int(spine[-1]) if len(spine) else 0
        children = (page.parent == deepest).nonzero()[0]
        at = children.searchsorted(owner, side="right") - 1  # the last child that begins before the block, or with it
        section = children.take(at)  # where there is none before it, the last of all, which begins after it
        return np.where((section <= owner) & (owner < page.end.take(section)), section, owner)

    def inside(self, row: int) -> BoolArray:
        """The blocks in an element."""
        return (self.blocks.owner >= row) & (self.blocks.owner < self.page.end[row])

    def shared_depth(self, row: int) -> IntArray:
        """Depth of the nearest element that holds both the block and the row."""
        chain = (self.page.end[: row + 1] > row).nonzero()[0]  # from row 0 to the row: the starts rise and the ends fall
        starts_before = chain.searchsorted(self.blocks.owner, side="right")
        ends_before = self.page.end[chain[::-1]].searchsorted(self.blocks.owner, side="right")
        return np.minimum(starts_before, len(chain) - ends_before) - 1

    # -- marks -----------------------------------------------------------------------------------------------------------

    @cached_property
    def _marks(self) -> tuple[IntArray, IntArray]:
        return read_marks(self.page)

    @property
    def marks(self) -> IntArray:
        return self._marks[0]

    @property
    def markup(self) -> IntArray:
        """Characters of each element's start tag."""
        return self._marks[1]

    @cached_property
    def path_marks(self) -> IntArray:
        """For each block the marks of everything above it, as bits."""
        gathered = inherited(self.page, self.marks).take(self.page.parent.take(self.blocks.rows))
        return np.bitwise_or.reduceat(gathered, self.blocks.first)

    def is_below(self, marks: Sequence[str]) -> BoolArray:
        """A row for each of the marks: whether it stands above each block."""
        return (self.path_marks & bits_of(tuple(marks))) != 0

    def shares(self, blocks: BoolArray) -> FloatArray:
        """The share of the page's text that is in some blocks, for each row of a matrix."""
        return blocks @ self.blocks.size / self.total

    @cached_property
    def below_marks(self) -> BoolArray:
        """A row for each of PATH_MARKS: whether it stands above each block."""
        return self.is_below(PATH_MARKS)

    @cached_property
    def mark_shares(self) -> FloatArray:
        """The share of the page's text below each of PATH_MARKS."""
        return self.shares(self.below_marks)

    # -- what belongs together ---------------------------------------------------------------------------------------------

    @cached_property
    def _kind(self) -> IntArray:
        """A number for the tag and the marks of each row."""
        return self.marks << 8 ^ self.page.tag

    @cached_property
    def _path_hashes(self) -> NDArray[np.uint64]:
        """Of the path of tags to each block, and of that of tags and marks."""
        return self.page.path_hash(np.array((self.page.tag, self._kind))).take(self.blocks.owner, axis=1)

    @cached_property
    def tag_path(self) -> IntArray:
        """Number of the path of tags to each block."""
        return _numbered(self._path_hashes[0])

    @cached_property
    def class_path(self) -> IntArray:
        """Number of the path of tags and marks to each block."""
        return _numbered(self._path_hashes[1])

    @cached_property
    def _likeness(self) -> IntArray:
        """For each row a number that it shares with those siblings that have its tag and marks."""
        key = self._kind.view(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        key >>= np.uint64(24)
        key += self.page.parent.view(np.uint64) << np.uint64(40)  # in front: rows are in their parents' order, or nearly so
        return _numbered(key)

    @cached_property
    def alike(self) -> IntArray:
        """How many siblings, itself included, are like each row."""
        return np.bincount(self._likeness).take(self._likeness)

    @cached_property
    def record(self) -> IntArray:
        """Row of the record that a block belongs to (a card, a post, a table row): the nearest element above it of which there
        are several and which holds more than one block; 0 where there is none."""
        is_record = (self.alike >= _RECORDS) & (self.blocks_below >= 2)
        record = np.zeros(len(self.blocks), dtype=np.int64)
        for rows in (self.ancestors[0], *self.ancestors[:0:-1]):  # the parent comes last and counts most, the owner least
            record = np.where(is_record.take(rows), rows, record)
        return record

    @cached_property
    def record_kind(self) -> IntArray:
        """Number of the kind of record that a block belongs to; -1 where there is none."""
        return np.where(self.record > 0, self._likeness.take(self.record), -1)

    @cached_property
    def series(self) -> IntArray:
        """Number of the siblings that a block is decided together with: the records like its own or, if it is a whole item of a
        list, or its only paragraph, the items like it; -1 where there are none."""
        series = self.record_kind
        for rows in (self.ancestors[1], self.ancestors[0]):
            is_of_many = (self.page.tag.take(rows) == _LI) & (self.alike.take(rows) >= _RECORDS)
            series = np.where(is_of_many & (self.record == 0), self._likeness.take(rows), series)
        return series

    @cached_property
    def field(self) -> IntArray:
        """Number of the blocks that hold the same field of a series: the title of each card, the text of each post or item."""
        return _numbered((self.series + 1) * len(self.blocks) + self.class_path)

    @cached_property
    def groups(self) -> tuple[IntArray, IntArray, IntArray]:
        """Numbers of the blocks that belong together: on the same path, in the same kind of record, in the same large element."""
        return self.class_path, _renumbered(self.record_kind + 1), _renumbered(self.tenth)

    # -- CETD ------------------------------------------------------------------------------------------------------------

    @cached_property
    def composite_density(self) -> FloatArray:
        return DensitySum().score(self.page)

    @cached_property
    def density_sum(self) -> FloatArray:
        return self.page.child_sum(np.where(self.page.is_text, 0.0, self.composite_density))


def _first_equal(keys: IntArray) -> IntArray:
    """For each of the keys the place of the first one that is equal."""
    order, is_new = _in_order(keys)
    first = np.empty(len(keys), dtype=np.int64)
    first[order] = order[np.maximum.accumulate(np.arange(len(keys)) * is_new)]
    return first


def _numbered(keys: NDArray[np.uint64] | IntArray) -> IntArray:
    """The keys as numbers from 0, in their order: the inverse of `np.unique`, which takes twice as long."""
    order, is_new = _in_order(keys)
    numbers = np.empty(len(keys), dtype=np.int64)
    numbers[order] = is_new.cumsum() - 1
    return numbers


def _in_order(keys: NDArray[np.uint64] | IntArray) -> tuple[IntArray, BoolArray]:
    """The places of the keys in their order, and which of them are not equal to the one before."""
    order = keys.argsort(kind="stable")  # faster on keys that are partly in order
    ordered = keys[order]
    is_new = np.ones(len(keys), dtype=bool)
    is_new[1:] = ordered[1:] != ordered[:-1]
    return order, is_new


def _renumbered(numbers: IntArray) -> IntArray:
    """The same for numbers of rows, without sorting them."""
    taken = np.bincount(numbers) > 0
    return taken.cumsum().take(numbers) - 1


def view_of(page: Page) -> View:
    return View(page, find_blocks(page))
