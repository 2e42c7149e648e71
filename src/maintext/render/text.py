"""Kept rows as plain text, with the white space that a browser would show (see `spaces`). Table cells are a tab apart, and `pre`
stays as it is. A formula is written once, as TeX between dollar signs, whatever else stands for it beside.
"""

from collections.abc import Iterator
from itertools import chain

import numpy as np

from maintext.page import BoolArray, IntArray, Page
from maintext.render.compiled_text import compiled_text
from maintext.render.content import content_of
from maintext.render.maths import Formula, find_formulas, kept_scripts, twins_of_scripts
from maintext.render.spaces import LINE, NOTHING, SPACE, separations, space_is_written

_SEPARATORS = ("", " ", "\t", "\n", "\n\n")
_ENDS_SENTENCE = frozenset(".,;:!?)")


def render_text(page: Page, keep: BoolArray) -> str:
    """The text of the kept rows."""
    text = compiled_text(page, keep)
    if text is None:
        text = "".join(chain.from_iterable(written_runs(page, content_of(page, keep).text)))
    return text


def written_runs(page: Page, text: BoolArray) -> Iterator[tuple[str, str]]:
    """For each of these text runs what stands before it in the text, and the run as it is written: with the formulas in scripts
    beside it, which have no run of their own, and empty where it is part of a formula that was written before."""
    rows = np.flatnonzero(text)
    if not len(rows):
        return iter(())
    kinds = separations(page, rows).tolist()
    start = page.start[rows]
    pieces = [page.characters[a:b] for a, b in zip(start.tolist(), (start + page.chars[rows]).tolist(), strict=True)]
    if page.verbatim:
        _put_verbatim(page, rows.tolist(), pieces, kinds)
    if "math" in page.element_names:
        _put_formulas(page, rows, pieces, kinds)
    if page.tex_scripts:
        _put_scripts(page, rows, pieces, kinds)
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
    """Write the first run of each formula in MathML as its TeX, and nothing for the others."""
    for row, formula in find_formulas(page).by_row.items():
        first, after = np.searchsorted(rows, (row, int(page.end[row]))).tolist()
        _replace(first, after, formula, pieces, kinds)


def _put_scripts(page: Page, rows: IntArray, pieces: list[str], kinds: list[int]) -> None:
    """Write formulas in scripts in place of what shows them on the page, or else into the line of what stands beside them."""
    lines = page.block[rows]
    behind: dict[int, str] = {}  # what is written behind pieces
    scripts, twins = kept_scripts(page, _mask(page, rows)), twins_of_scripts(page)
    for number in reversed(range(len(scripts))):  # from the end: each is put before those that follow it
        script = scripts[number]
        block, at = int(page.block[script.parent]), int(np.searchsorted(rows, script.row))
        formula = Formula(script.tex, script.is_display)
        place = script.row, script.parent
        is_first = number == 0 or (scripts[number - 1].row, scripts[number - 1].parent) != place
        first = int(np.searchsorted(rows, min(twins[place]))) if is_first and twins[place] else at
        follows, leads = at > 0 and lines[at - 1] == block, at < len(rows) and lines[at] == block
        if first < at:
            _replace(first, at, formula, pieces, kinds)
        elif leads:
            is_glued = kinds[at] == NOTHING if follows else not page.spaced[rows[at]]
            is_glued = is_glued or pieces[at][:1] in _ENDS_SENTENCE
            pieces[at] = formula.inline() + ("" if is_glued else " ") + pieces[at]
        elif at:
            behind[at - 1] = (" " if follows else "\n\n") + formula.inline() + behind.get(at - 1, "")
        else:
            pieces[0] = f"{formula.inline()}\n\n{pieces[0]}"
    for at, formulas in behind.items():
        pieces[at] += formulas


def _mask(page: Page, rows: IntArray) -> BoolArray:
    mask = np.zeros(len(page), dtype=bool)
    mask[rows] = True
    return mask


def _replace(first: int, after: int, formula: Formula, pieces: list[str], kinds: list[int]) -> None:
    """Write a formula in place of some pieces."""
    if first < after:
        pieces[first:after] = [formula.inline()] + [""] * (after - first - 1)
        kinds[first + 1 : after] = [NOTHING] * (after - first - 1)
