"""Kept rows as plain text, with the white space that a browser would show.

Runs of one line follow each other as they stand in the page: a space where the page has white space or where something was left
out, nothing where it has none (but two links or buttons that touch are a space apart: no page means them as one word). Blocks and
`br` start a new line, table cells are a tab apart, paragraphs, headings, lists and the like have an empty line around them, and
`pre` stays as it is.
"""

from collections.abc import Iterator

import numpy as np

from maintext.page import BoolArray, IntArray, Page
from maintext.tags import APART, BLOCK, LISTS, member_table

_SEPARATORS = ("", " ", "\t", "\n", "\n\n")
NOTHING, SPACE, CELL, LINE, SET_APART = range(5)  # what can stand between two text runs

_IS_CELL = member_table({"td", "th"})
_STARTS_LINE = member_table(BLOCK - {"td", "th"})
_STANDS_APART = member_table(APART)
_IS_LIST = member_table(LISTS)
_IS_ITEM = member_table({"li", "dd"})
_IS_BREAK = member_table({"br"})


def render_text(page: Page, keep: BoolArray) -> str:
    """The text of the kept rows."""
    return "".join([part for pair in written_runs(page, keep) for part in pair])


def written_runs(page: Page, keep: BoolArray) -> Iterator[tuple[str, str]]:
    """For each kept text run what stands before it in the text, and the run as it is written."""
    rows = np.flatnonzero(keep & page.is_text)
    if not len(rows):
        return iter(())
    kinds = separations(page, rows).tolist()
    start = page.start[rows]
    pieces = [page.characters[a:b] for a, b in zip(start.tolist(), (start + page.chars[rows]).tolist(), strict=True)]
    if page.verbatim:
        _put_verbatim(page, rows.tolist(), pieces, kinds)
    return zip([_SEPARATORS[kind] for kind in kinds], pieces, strict=True)


def separations(page: Page, rows: IntArray) -> IntArray:
    """What stands before each of the text runs `rows`, given that the others are left out."""
    after, before = rows[1:], rows[:-1]
    text_number = np.cumsum(page.is_text)
    skipped = text_number[after] - text_number[before] > 1
    links = np.cumsum(page.is_link & ~page.in_link[page.parent])  # row 0 is never one
    two_links = page.in_link[before] & page.in_link[after] & (links[before] != links[after])
    kinds = np.where(skipped | page.spaced[after] | two_links, SPACE, NOTHING)

    def crossed(edges: IntArray) -> IntArray:
        return edges[after] - edges[before]

    kinds[crossed(page.edges(page.is_any(_IS_CELL))) > 0] = CELL
    breaks = np.cumsum(page.is_any(_IS_BREAK), dtype=np.int64)
    kinds[(crossed(breaks) > 0) | (crossed(page.edges(page.is_any(_STARTS_LINE))) > 0)] = LINE
    kinds[(crossed(breaks) > 1) | (crossed(page.edges(_stands_apart(page))) > 0)] = SET_APART
    return np.concatenate(([NOTHING], kinds))


def _stands_apart(page: Page) -> BoolArray:
    """A list inside a list item is not set apart."""
    nested = page.is_any(_IS_LIST)
    nested[0] = False
    nested &= page.is_any(_IS_ITEM)[page.parent]
    return page.is_any(_STANDS_APART) & ~nested


def _put_verbatim(page: Page, rows: list[int], pieces: list[str], kinds: list[int]) -> None:
    """Write preformatted runs as they are; a line break that the page wrote at the edge of a block is not written twice."""
    before: str | None = None
    for number, row in enumerate(rows):
        written = page.verbatim.get(row)
        starts_line = kinds[number] >= LINE or number == 0
        if before is not None and starts_line:
            pieces[number - 1] = pieces[number - 1].rstrip()
        if written is not None:
            if kinds[number] == SPACE and number and space_is_written(page, rows[number - 1], row):
                kinds[number] = NOTHING
            pieces[number] = written.lstrip("\n") if starts_line and before is None else written
        before = written
    if before is not None:
        pieces[-1] = pieces[-1].rstrip()


def space_is_written(page: Page, before: int, after: int) -> bool:
    """Whether two preformatted runs, with no other between them, hold the white space between them themselves."""
    one, other = page.verbatim.get(before), page.verbatim.get(after)
    if one is None or other is None or page.is_text[before + 1 : after].any():
        return False
    return not page.spaced[after] or one[-1].isspace() or other[0].isspace()
