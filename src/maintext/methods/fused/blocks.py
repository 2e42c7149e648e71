"""Blocks: what the fused method decides on. A block is a run of text that a reader sees as one paragraph, cell or line.

Text runs belong together as long as no block-level element begins or ends between them, and no two line breaks stand there.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.page import ArrayT, BoolArray, FloatArray, IntArray, Page
from maintext.tags import BLOCK, NAMES, member_table

# Besides block-level elements: controls, and `noscript`, whose content is another page altogether.
SEPARATING = member_table(BLOCK | {"button", "select", "noscript"})
# Text in these is no text of the page.
UNUSED = member_table({"svg", "object", "applet", "canvas", "video", "audio", "textarea", "datalist", "map"})
_IS_NOSCRIPT = member_table({"noscript"})
_IS_BREAK = member_table({"br"})
_IS_LINK = member_table({"a"})
_SHORT_NOSCRIPT = 400  # "please switch JavaScript on", tracking pixels

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
    breaks: FloatArray
    sentence_ends: FloatArray
    pauses: FloatArray
    capitals: FloatArray

    def __len__(self) -> int:
        return len(self.first)

    @property
    def texts(self) -> list[str]:
        """The text of each block, its runs a space apart."""
        characters = self.page.characters
        pieces = [characters[start:stop] for start, stop in zip(self.start.tolist(), self.stop.tolist(), strict=True)]
        return [" ".join(piece.replace("\0", " ").split()) if "\0" in piece else piece for piece in pieces]

    def of_rows(self, column: ArrayT) -> ArrayT:
        """Values of rows as values of blocks: that of a block's first text run, since all of its runs have the same."""
        return column[self.rows[self.first]]  # type: ignore[return-value]

    def to_rows(self, values: FloatArray) -> FloatArray:
        """Values of blocks as values of rows: each text run has its block's, everything else 0."""
        column = np.zeros(len(self.page))
        column[self.rows] = values[self.of_run]
        return column


def find_blocks(page: Page) -> Blocks:
    rows = np.flatnonzero(page.is_text & ~_unused(page))
    separating = page.is_any(SEPARATING) | (page.tag >= len(NAMES))  # a custom element is a component
    breaks = np.cumsum(page.is_any(_IS_BREAK))
    begins = np.ones(len(rows), dtype=bool)
    before, after = rows[:-1], rows[1:]
    edges, runs = page.edges(separating), np.cumsum(page.is_text)
    begins[1:] = (edges[after] > edges[before]) | (breaks[after] - breaks[before] > 1) | (runs[after] - runs[before] > 1)
    first = np.flatnonzero(begins)
    last = np.append(first[1:], len(rows)) - 1 if len(first) else first
    first_row, last_row = rows[first], rows[last]
    owner = page.nearest(separating)[first_row]
    elements = np.arange(len(page)) - runs
    anchors = np.cumsum(page.is_any(_IS_LINK))
    start, stop = page.start[first_row], page.start[last_row] + page.chars[last_row]
    codes, kinds = characters_of(page)
    sentence_ends, pauses, capitals = bit_counts(kinds, start, stop, 3)
    run_start, run_chars = page.start[rows], page.chars[rows]
    run_bytes = run_chars if page.characters.isascii() else _sizes(codes, run_start, run_start + run_chars)
    return Blocks(
        page=page,
        rows=rows,
        of_run=np.cumsum(begins) - 1,
        first=first,
        owner=owner,
        start=start,
        stop=stop,
        size=_sums(run_bytes, first),
        chars=_sums(run_chars, first),
        linked=_sums(run_bytes * page.in_link[rows], first),
        links=(anchors[last_row] - anchors[first_row] + page.in_link[first_row]).astype(np.float64),
        inline=(elements[last_row] - elements[first_row] + page.depth[first_row] - 1 - page.depth[owner]).astype(np.float64),
        breaks=(breaks[last_row] - breaks[first_row]).astype(np.float64),
        sentence_ends=sentence_ends,
        pauses=pauses,
        capitals=capitals,
    )


def _unused(page: Page) -> BoolArray:
    noscript = page.is_any(_IS_NOSCRIPT)
    outside = page.is_any(UNUSED)
    if noscript.any():
        outside = outside | (noscript & (page.subtree_sum(page.chars) < _SHORT_NOSCRIPT))
    return page.inside(outside)


def _sums(values: NDArray[np.int64], first: IntArray) -> FloatArray:
    return np.add.reduceat(values, first).astype(np.float64) if len(first) else np.zeros(0)


# -- characters ----------------------------------------------------------------------------------------------------------

_SENTENCE_END, _PAUSE, CAPITAL = 1, 2, 4


def codepoints(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _character_kinds() -> NDArray[np.uint8]:
    """What a character is, by its code; the last entry answers for all codes beyond. The capitals are those of Latin, Greek and
    Cyrillic whose small letters stand 32 further."""
    kinds = np.zeros(0x10000, dtype=np.uint8)
    for kind, characters in ((_SENTENCE_END, SENTENCE_ENDS), (_PAUSE, PAUSES)):
        kinds[[ord(character) for character in characters]] |= kind
    for first, last in (("A", "Z"), ("À", "Þ"), ("Α", "Ω"), ("А", "Я")):
        kinds[ord(first) : ord(last) + 1] |= CAPITAL
    kinds[ord("×")] = 0
    return kinds


KINDS = _character_kinds()


def kinds_of(codes: NDArray[np.uint32]) -> NDArray[np.uint8]:
    return KINDS.take(codes, mode="clip")


def characters_of(page: Page) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
    """The code of each of the page's characters, and its kind."""

    def compute() -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
        codes = codepoints(page.characters)
        return codes, kinds_of(codes)

    return page.derived("characters", compute)


def bit_counts(flags: NDArray[np.uint8], start: IntArray, stop: IntArray, bits: int) -> FloatArray:
    """For each of the lowest bits, and for each block from `start` to `stop`, how many characters have the bit set in `flags`,
    which has no other bits. Most characters have none, so only the others are looked at."""
    if not len(start):
        return np.zeros((bits, 0))
    places = np.flatnonzero(flags != 0)  # faster than of the numbers themselves
    edges = places.searchsorted(np.stack((start, stop), axis=1).ravel())
    stretch = np.arange(1, len(edges)).repeat(edges[1:] - edges[:-1])  # odd in a block, even between two
    found = flags[places[edges[0] : edges[-1]]]
    counts = np.bincount(stretch << bits | found, minlength=len(edges) << bits).reshape(len(start), 2, 1 << bits)[:, 1]
    return (counts @ (np.arange(1 << bits)[:, None] >> np.arange(bits) & 1).astype(np.float64)).T


def _sizes(codes: NDArray[np.uint32], start: IntArray, stop: IntArray) -> IntArray:
    """Bytes of UTF-8 in each text run."""
    places = np.flatnonzero(codes >= 0x80)
    wide = codes[places]
    extra = np.zeros(len(places) + 1, dtype=np.int64)  # bytes beyond one for each character, added up
    np.cumsum(1 + (wide >= 0x800) + (wide >= 0x10000), out=extra[1:])
    return stop - start + extra[places.searchsorted(stop)] - extra[places.searchsorted(start)]
