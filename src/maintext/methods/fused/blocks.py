"""Blocks: what the fused method decides on. A block is a run of text that a reader sees as one paragraph, cell or line.

Text runs belong together as long as no part of the page (`maintext.tags.PARTS`) begins or ends between them, and no two line
breaks stand there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.page import ArrayT, FloatArray, IntArray, Page
from maintext.properties import cached_property
from maintext.tags import IS_NOSCRIPT, IS_PART, TEXT, member_table

# Text in these is no text of the page.
_UNUSED_NAMES = frozenset({"svg", "object", "applet", "canvas", "video", "audio", "textarea", "datalist", "map"})
UNUSED = member_table(_UNUSED_NAMES)
# What lies between two text runs of different blocks: an edge of a part, another text run, or two line breaks.
_AN_EDGE, _A_RUN, _A_BREAK, _TOO_MUCH = 2, 2, 1, 2
_CROSSED = _AN_EDGE * IS_PART + _A_BREAK * member_table({"br"})
_CROSSED[TEXT] = _A_RUN
_IS_LINK = member_table({"a"})
_SHORT_NOSCRIPT = 400  # "please switch JavaScript on", tracking pixels

_EDGES = (" \0 ", " \0", "\0 ", "\0")  # what may stand between two runs in `page.characters`
SENTENCE_ENDS = ".!?…。！？؟।"
PAUSES = ",;:，、；：،؛"


@dataclass(frozen=True, eq=False)
class Blocks:
    """One entry for each block, in document order."""

    page: Page
    rows: IntArray  # the text runs that belong to a block
    of_run: IntArray  # the block of each of them
    first: IntArray  # where in `rows` each block starts
    owner: IntArray  # row of the element that a block stands in
    start: IntArray  # where a block begins and ends in `page.characters`
    stop: IntArray
    size: FloatArray  # bytes of UTF-8: a Chinese character weighs about as much as half a word
    chars: FloatArray
    linked: FloatArray  # the part of `size` that is linked
    links: FloatArray
    inline: FloatArray  # elements within the block
    sentence_ends: FloatArray
    pauses: FloatArray
    capitals: FloatArray

    def __len__(self) -> int:
        return len(self.first)

    @property
    def texts(self) -> list[str]:
        """The text of each block, its runs a space apart."""
        return self.texts_of(np.arange(len(self)))

    def texts_of(self, blocks: IntArray) -> list[str]:
        """The texts of these blocks."""
        characters = self.page.characters
        bounds = zip(self.start.take(blocks).tolist(), self.stop.take(blocks).tolist(), strict=True)
        texts = [characters[start:stop] for start, stop in bounds]
        for number in (self.runs.take(blocks) > 1).nonzero()[0].tolist():
            for edge in _EDGES:
                texts[number] = texts[number].replace(edge, " ")
        return texts

    @cached_property
    def runs(self) -> IntArray:
        """How many text runs each block has."""
        return np.bincount(self.of_run)

    def of_rows(self, column: ArrayT) -> ArrayT:
        """Values of rows as values of blocks: that of a block's first text run, since all of its runs have the same."""
        return column[self.rows[self.first]]  # type: ignore[return-value]

    def to_rows(self, values: ArrayT) -> ArrayT:
        """Values of blocks as values of rows: each text run has its block's, everything else 0."""
        column = np.zeros(len(self.page), dtype=values.dtype)
        column[self.rows] = values.take(self.of_run)
        return column  # type: ignore[return-value]


def find_blocks(page: Page) -> Blocks:
    rows = _used_text(page)
    separating = page.is_any(IS_PART)
    crossed = (_CROSSED.take(page.tag, mode="clip") + _AN_EDGE * page.ends(separating)).cumsum().take(rows)
    begins = np.ones(len(rows), dtype=bool)
    begins[1:] = crossed[1:] - crossed[:-1] >= _A_RUN + _TOO_MUCH
    first = begins.nonzero()[0]
    last = np.concatenate((first[1:], [len(rows)])) - 1 if len(first) else first
    first_row, last_row = rows.take(first), rows.take(last)
    owner = page.nearest(separating).take(first_row)
    anchors = page.is_any(_IS_LINK).cumsum()
    in_link = page.in_link.take(rows)
    run_start, run_chars = page.start.take(rows), page.chars.take(rows)
    run_stop = run_start + run_chars
    start, stop = run_start.take(first), run_stop.take(last)
    counts = counts_of(_PARTS, kinds_of_characters(page), run_start, run_stop)
    run_bytes = run_chars + counts[:, _EXTRA]
    sentence_ends, pauses, capitals, _ = _sums(counts, first).T
    elements = last_row - first_row - (last - first)  # between the first and the last run: the rows that are no runs
    depth = page.depth
    return Blocks(
        page=page,
        rows=rows,
        of_run=begins.cumsum() - 1,
        first=first,
        owner=owner,
        start=start,
        stop=stop,
        size=_sums(run_bytes, first),
        chars=_sums(run_chars, first),
        linked=_sums(run_bytes * in_link, first),
        links=(anchors.take(last_row) - anchors.take(first_row) + in_link.take(first)).astype(np.float64),
        inline=(elements + depth.take(first_row) - 1 - depth.take(owner)).astype(np.float64),
        sentence_ends=sentence_ends,
        pauses=pauses,
        capitals=capitals,
    )


def _used_text(page: Page) -> IntArray:
    """The text runs that are text of the page."""
    if "noscript" not in page.element_names and _UNUSED_NAMES.isdisjoint(page.element_names):
        return page.text_rows
    outside = page.is_any(UNUSED)
    if "noscript" in page.element_names:
        outside = outside | (page.is_any(IS_NOSCRIPT) & (page.subtree_sum(page.chars) < _SHORT_NOSCRIPT))
    return (page.is_text & ~page.inside(outside)).nonzero()[0]


def _sums(values: NDArray[np.int64], first: IntArray) -> FloatArray:
    return (np.add.reduceat(values, first) if len(first) else values).astype(np.float64)


# -- characters ----------------------------------------------------------------------------------------------------------

_SENTENCE_END, _PAUSE, CAPITAL = 1, 2, 4
EXTRA_BYTE = 8  # how many bytes of UTF-8 there are beyond the first is counted in these


def _character_kinds() -> NDArray[np.uint8]:
    """What a character is, by its code; the last entry answers for all codes beyond. The capitals are those of Latin, Greek and
    Cyrillic whose small letters stand 32 further."""
    kinds = np.zeros(0x10001, dtype=np.uint8)
    for kind, characters in ((_SENTENCE_END, SENTENCE_ENDS), (_PAUSE, PAUSES)):
        kinds[[ord(character) for character in characters]] |= kind
    for first, last in (("A", "Z"), ("À", "Þ"), ("Α", "Ω"), ("А", "Я")):
        kinds[ord(first) : ord(last) + 1] |= CAPITAL
    kinds[ord("×")] = 0
    for beyond in (0x80, 0x800, 0x10000):
        kinds[beyond:] += EXTRA_BYTE
    return kinds


KINDS = _character_kinds()


def kinds_of(codes: NDArray[np.uint32]) -> NDArray[np.uint8]:
    return KINDS.take(codes, mode="clip")


def kinds_of_characters(page: Page) -> NDArray[np.uint8]:
    """What each of the page's characters is."""
    return page.derived("kinds of characters", lambda: kinds_of(page.codes))


COUNTED, _BITS_EACH = 4, 16


def parts_of(counted: Sequence[Sequence[int]]) -> NDArray[np.uint64]:
    """For each flag what it adds to each of four counts, all in one number: each count has a part of its own."""
    return np.array([sum(count << _BITS_EACH * part for part, count in enumerate(counts)) for counts in counted], dtype=np.uint64)


def counts_of(parts: NDArray[np.uint64], flags: NDArray[np.uint8], start: IntArray, stop: IntArray) -> IntArray:
    """For each stretch of the flags the four counts that `parts` tells of, in a row."""
    if len(flags) < _MOST_AT_ONCE:
        counts = _sums_between(parts.take(flags), start, stop).astype("<u8", copy=False)
        return counts.view("<u2").reshape(-1, COUNTED).astype(np.int64)
    each = (parts.take(flags) >> np.uint64(_BITS_EACH * part) & np.uint64(_MOST_IN_PART) for part in range(COUNTED))
    return np.column_stack([_sums_between(part.astype(np.int64), start, stop) for part in each])


_MOST_IN_PART = (1 << _BITS_EACH) - 1
_MOST_AT_ONCE = _MOST_IN_PART // 3  # flags, none of which adds more than 3 to a count
_PARTS = parts_of([[flag & 1, flag >> 1 & 1, flag >> 2 & 1, flag >> 3] for flag in range(32)])
_EXTRA = 3  # the last of these counts


def _sums_between(values: ArrayT, start: IntArray, stop: IntArray) -> ArrayT:
    sums = np.zeros(len(values) + 1, dtype=values.dtype)
    values.cumsum(out=sums[1:])
    return sums.take(stop) - sums.take(start)  # type: ignore[return-value]
