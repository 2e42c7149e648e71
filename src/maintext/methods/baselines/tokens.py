"""The page in a row: its words or characters with the tags between them, and its lines, each with the way back to rows.

Most baselines read a page as text with tags in it, from left to right, and know no tree. Both views are derived from the rows:
a start tag stands where its row does, an end tag where the row's subtree ends. The tags of `body` itself are left out: they
stand around everything, and are often the parser's own. So are scripts, styles and comments, which have no rows.
"""

from dataclasses import dataclass

import numpy as np

from maintext.page import BoolArray, FloatArray, IntArray, Page, read_only
from maintext.tags import VOID, member_table

_IS_VOID = member_table(VOID)
_IS_BREAK = member_table({"br"})
_SPACE = ord(" ")  # a page's characters know no other white space
# Scripts that are written without spaces: kana, Chinese characters and their extensions. Each of their characters is a word.
_UNSPACED = ((0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))


@dataclass(frozen=True, eq=False)
class Tokens:
    """Units of text and of tags in document order."""

    is_text: BoolArray  # one entry for each unit: of text, not of a tag
    page: Page
    _first: IntArray  # for each text run its first unit
    _last: IntArray  # and one past its last

    def __len__(self) -> int:
        return len(self.is_text)

    def to_rows(self, values: FloatArray | BoolArray) -> FloatArray:
        """Values of units as row values: the mean over a text run's units; 0 for elements."""
        sums = np.concatenate(([0.0], np.cumsum(values[self.is_text])))
        units = self._last - self._first
        last = np.cumsum(units)
        column = np.zeros(len(self.page))
        column[self.page.text_rows] = (sums[last] - sums[last - units]) / np.maximum(units, 1)
        return column

    def keep(self, units: BoolArray) -> BoolArray:
        """The decision for each row: a text run is kept if at least half of its units are content."""
        return self.page.around(self.page.is_text & (self.to_rows(units) >= 0.5))


def sequence(page: Page, text: IntArray, start_tags: IntArray, end_tags: IntArray) -> Tokens:
    """The units of a page, given how many of them each row's text, start tag and end tag are."""
    opened = text + start_tags
    closed = np.bincount(page.end, weights=end_tags, minlength=len(page) + 1).astype(np.int64)
    first = np.cumsum(opened) - opened + np.cumsum(closed)[:-1]  # what is opened above the row, what is closed up to it
    first, last = first[page.text_rows], (first + text)[page.text_rows]
    edges = np.zeros(int(opened.sum() + closed.sum()) + 1, dtype=np.int8)
    edges[first] += 1
    edges[last] -= 1
    return Tokens(read_only(np.cumsum(edges[:-1], dtype=np.int8) > 0), page, first, last)


def word_tokens(page: Page) -> Tokens:
    """The page in words and tags."""
    start_tags, end_tags = tags(page)
    return page.derived("word tokens", lambda: sequence(page, words(page), start_tags * 1, end_tags * 1))


# -- what rows hold ------------------------------------------------------------------------------------------------------


def tags(page: Page) -> tuple[BoolArray, BoolArray]:
    """Which rows have a start tag, and which an end tag."""
    start_tag = ~page.is_text
    start_tag[0] = False
    return start_tag, start_tag & ~page.is_any(_IS_VOID)


def tag_lengths(page: Page) -> tuple[IntArray, IntArray]:
    """Characters of each row's start tag and of its end tag, white space not counted."""
    return page.derived("tag lengths", lambda: _tag_lengths(page))


def _tag_lengths(page: Page) -> tuple[IntArray, IntArray]:
    start_tag, end_tag = tags(page)
    name = np.array([len(name) for name in page.tag_names])[page.tag]
    length = (name + len("<>")) * start_tag
    for row in np.flatnonzero(start_tag).tolist():
        found = page.attributes(row)
        if found:
            length[row] += sum(len(key) + len('=""') + len(value or "") for key, value in found.items())
    return read_only(length), read_only((name + len("</>")) * end_tag)


def codes(page: Page) -> IntArray:
    """The page's characters as numbers."""
    text = page.characters.encode("utf-32-le", "surrogatepass")
    return page.derived("codes", lambda: np.frombuffer(text, dtype=np.uint32).astype(np.int64))


def counted(page: Page, marked: BoolArray) -> IntArray:
    """How many of the marked characters each text run holds; 0 for an element."""
    seen = np.concatenate(([0], np.cumsum(marked)))
    return seen[page.start + page.chars] - seen[page.start]


def visible_chars(page: Page) -> IntArray:
    """Characters of each text run that are no white space."""
    return counted(page, codes(page) != _SPACE)


def words(page: Page) -> IntArray:
    """Words of each text run: what stands between spaces, and every character of a script without spaces."""
    code = codes(page)
    unspaced = np.zeros(len(code), dtype=bool)
    for lowest, highest in _UNSPACED:
        unspaced |= (code >= lowest) & (code <= highest)
    solid = (code != _SPACE) & ~unspaced
    begins = solid.copy()
    begins[1:] &= ~solid[:-1]
    starts = page.start[page.text_rows]
    begins[starts] = solid[starts]
    return counted(page, begins | unspaced)


# -- lines ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Lines:
    """The page in lines: one starts at each start tag of a block-level element and at `br`, and one ends at each end tag."""

    of_start: IntArray  # the line of each text run and start tag
    of_end: IntArray  # the line of each end tag
    count: int
    page: Page

    def total(self, starts: IntArray, ends: IntArray | None = None) -> FloatArray:
        """For each line the sum over its text runs and start tags, and over its end tags."""
        sums = np.bincount(self.of_start, weights=starts, minlength=self.count).astype(np.float64, copy=False)
        return sums if ends is None else sums + np.bincount(self.of_end, weights=ends, minlength=self.count)

    def to_rows(self, values: FloatArray | BoolArray) -> FloatArray:
        """The value of a text run's line; 0 for elements."""
        column = np.zeros(len(self.page))
        column[self.page.text_rows] = values[self.of_start[self.page.text_rows]]
        return column

    def keep(self, lines: BoolArray) -> BoolArray:
        """The decision for each row: the text of the kept lines."""
        return self.page.around(self.page.is_text & (self.to_rows(lines) > 0))


def block_lines(page: Page) -> Lines:
    """The page in lines, blank ones left out."""
    return page.derived("block lines", lambda: _block_lines(page))


def _block_lines(page: Page) -> Lines:
    _, end_tag = tags(page)
    starts_line = page.is_block | page.is_any(_IS_BREAK)
    ends_line = page.is_block & end_tag
    started = np.cumsum(starts_line)
    ended = np.cumsum(np.bincount(page.end[ends_line], minlength=len(page) + 1))
    order = np.lexsort((-np.arange(len(page)), page.end))  # of the elements that end at one place the innermost comes first
    ended_before = np.empty(len(page), dtype=np.int64)
    ended_before[order] = np.cumsum(ends_line[order]) - ends_line[order]
    of_start = started + ended[:-1]
    of_end = started[page.end - 1] + ended_before
    solid = np.zeros(int(max(of_start.max(), of_end.max())) + 1, dtype=bool)
    solid[of_start] = True
    solid[of_end[end_tag]] = True
    number = np.cumsum(solid) - 1
    return Lines(of_start=number[of_start], of_end=np.maximum(number[of_end], 0), count=int(solid.sum()), page=page)


def main_area(marked: BoolArray, amount: FloatArray, gap: int) -> BoolArray:
    """The run of marked lines with the largest amount, with those runs above and below it, and everything between, that at most
    `gap` lines separate from the next one."""
    edges = np.diff(np.concatenate(([0], marked, [0])).astype(np.int8))
    starts, stops = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    area = np.zeros(len(marked), dtype=bool)
    if len(starts):
        sums = np.concatenate(([0.0], np.cumsum(amount)))
        core = int((sums[stops] - sums[starts]).argmax())
        far = np.flatnonzero(starts[1:] - stops[:-1] > gap)  # run i and run i + 1 do not belong together
        first = starts[far[far < core].max(initial=-1) + 1]
        last = stops[far[far >= core].min(initial=len(starts) - 1)]
        area[first:last] = True
    return area
