"""What stands between text runs: nothing, a space, the edge of a cell, a new line, or an empty line.

Runs of one line follow each other as they stand in the page: a space where the page has white space or where something was left
out, nothing where it has none (but two links or buttons that touch are a space apart: no page means them as one word). Blocks and
`br` start a new line, and paragraphs, headings, lists and the like have an empty line around them.
"""

import numpy as np

from maintext.page import BoolArray, IntArray, Page
from maintext.tags import APART, BLOCK, LISTS, member_table

NOTHING, SPACE, CELL, LINE, SET_APART = range(5)

IS_CELL = member_table({"td", "th"})
STARTS_LINE = member_table(BLOCK - {"td", "th"})
STANDS_APART = member_table(APART)
IS_LIST = member_table(LISTS)
IS_ITEM = member_table({"li", "dd"})
IS_BREAK = member_table({"br"})


def separations(page: Page, rows: IntArray) -> IntArray:
    """What stands before each of the text runs `rows`, given that the others are left out."""
    in_link = page.in_link.take(rows)
    outer_links = page.is_link & ~page.in_link.take(page.parent)  # row 0 is never one
    masks = np.array((page.is_any(IS_CELL), page.is_any(STARTS_LINE), _stands_apart(page)))
    counted = np.array((page.is_text, outer_links, page.is_any(IS_BREAK))).cumsum(axis=1)
    runs, links, breaks = _steps(counted.take(rows, axis=1))
    cell_edges, line_edges, apart_edges = _steps(page.edges(masks).take(rows, axis=1))
    two_links = in_link[:-1] & in_link[1:] & (links > 0)

    kinds = np.zeros(len(rows), dtype=np.int64)  # NOTHING before the first
    after = kinds[1:]
    after[(runs > 1) | page.spaced.take(rows[1:]) | two_links] = SPACE
    after[cell_edges > 0] = CELL
    after[(breaks > 0) | (line_edges > 0)] = LINE
    after[(breaks > 1) | (apart_edges > 0)] = SET_APART
    return kinds


def _steps(counts: IntArray) -> IntArray:
    """How much is counted from each run to the next."""
    return counts[:, 1:] - counts[:, :-1]


def _stands_apart(page: Page) -> BoolArray:
    """A list inside a list item is not set apart."""
    nested = page.is_any(IS_LIST)
    nested[0] = False
    nested &= page.is_any(IS_ITEM)[page.parent]
    return page.is_any(STANDS_APART) & ~nested


def space_is_written(page: Page, before: int, after: int) -> bool:
    """Whether the white space between two preformatted runs is in one of them, or none belongs there: they follow each other."""
    one, other = page.verbatim.get(before), page.verbatim.get(after)
    if one is None or other is None:
        return False
    if one[-1].isspace() or other[0].isspace():
        return True
    return not page.spaced[after] and not page.is_text[before + 1 : after].any()
