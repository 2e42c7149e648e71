"""Kept rows as plain text, with the white space that a browser would show (see `spaces`). Table cells are a tab apart, and `pre`
stays as it is. A formula in MathML is written once, as TeX between dollar signs, whatever else stands for it beside.
"""

from collections.abc import Iterator

import numpy as np

from maintext.page import BoolArray, IntArray, Page
from maintext.render.content import content_of
from maintext.render.maths import find_formulas
from maintext.render.spaces import LINE, NOTHING, SPACE, separations, space_is_written
from maintext.tags import member_table

_SEPARATORS = ("", " ", "\t", "\n", "\n\n")
_IS_MATH = member_table({"math"})


def render_text(page: Page, keep: BoolArray) -> str:
    """The text of the kept rows."""
    return "".join([part for pair in written_runs(page, content_of(page, keep).text) for part in pair])


def written_runs(page: Page, text: BoolArray) -> Iterator[tuple[str, str]]:
    """For each of these text runs what stands before it in the text, and the run as it is written."""
    rows = np.flatnonzero(text)
    if not len(rows):
        return iter(())
    kinds = separations(page, rows).tolist()
    start = page.start[rows]
    pieces = [page.characters[a:b] for a, b in zip(start.tolist(), (start + page.chars[rows]).tolist(), strict=True)]
    if page.verbatim:
        _put_verbatim(page, rows.tolist(), pieces, kinds)
    if page.is_any(_IS_MATH).any():
        _put_formulas(page, rows, pieces, kinds)
    return zip([_SEPARATORS[kind] for kind in kinds], pieces, strict=True)


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


def _put_formulas(page: Page, rows: IntArray, pieces: list[str], kinds: list[int]) -> None:
    """Write the first run of each formula as its TeX, and nothing for the others."""
    for row, formula in find_formulas(page).by_row.items():
        first, after = np.searchsorted(rows, (row, int(page.end[row]))).tolist()
        if first < after:
            pieces[first:after] = [formula.inline()] + [""] * (after - first - 1)
            kinds[first + 1 : after] = [NOTHING] * (after - first - 1)
