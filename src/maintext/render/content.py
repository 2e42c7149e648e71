"""Kept text less what only helps to get around the page: the same in every format, so that their words agree.

Left out are line numbers beside code, buttons that copy it, signs beside a heading that link to the heading itself, links to edit
a part of a wiki's page, and links from a footnote back to its mark, with the brackets around them. Added are formulas on lines of
their own among what is kept: methods judge them by the words inside, which say nothing.
"""

import re
from dataclasses import dataclass

import numpy as np

from maintext.document import Attributes
from maintext.page import BoolArray, IntArray, Page
from maintext.render.code import gutters, preformatted
from maintext.render.footnotes import Footnotes, find_footnotes, inner_target
from maintext.render.maths import find_formulas
from maintext.render.places import stands_in_kept
from maintext.tags import CODE, HEADINGS, NUMBER, member_table

_PERMALINKS = frozenset({"#", "¶", "§", "🔗", "∞", "🔗\ufe0f"})
LONGEST_PERMALINK = max(map(len, _PERMALINKS))
_UNSEEN_SIGNS = "\u200b\u200c\u200d\u2060\ufeff"  # no width: the sign beside the heading is drawn by a style sheet
_ICONS = ("\ue000", "\uf8ff")  # the private characters that fonts of icons use
_EDITS_SECTION = re.compile(r"(?:^|\s)mw-editsection(?=\s|$)")
_COPIES_CODE = re.compile(r"copy|clipboard", re.IGNORECASE)

IS_ANCHOR = member_table({"a"})
IS_TITLE = member_table(HEADINGS | {"dt", "caption", "figcaption"})
IS_RAISED = member_table({"sup"})
IS_BUTTON = member_table({"button"})
IS_SPAN = member_table({"span"})


@dataclass(frozen=True, slots=True)
class Content:
    text: BoolArray  # the text runs to write
    footnotes: Footnotes  # those whose mark and note are both among them


def content_of(page: Page, keep: BoolArray) -> Content:
    kept_text = keep & page.is_text
    if "math" in page.element_names:
        kept_text |= _formulas_among(page, kept_text)
    kept = page.around(kept_text)
    dropped = gutters(page, kept) | _tools(page, kept)
    anchors = np.flatnonzero(page.is_any(IS_ANCHOR) & kept)
    footnotes = Footnotes()
    if len(anchors):
        kept_chars = page.subtree_sum(page.chars * kept_text)
        _drop_permalinks(page, anchors, kept_chars, dropped)
        footnotes = find_footnotes(page, kept, kept_text, anchors, kept_chars)
        for row in footnotes.ways_back:
            dropped[row : page.end[row]] = True
    remaining = kept_text & ~dropped
    # A page of nothing else keeps it.
    return Content(remaining, footnotes) if np.count_nonzero(remaining) else Content(kept_text, Footnotes())


def _formulas_among(page: Page, kept_text: BoolArray) -> BoolArray:
    """The text runs of the formulas that have a block to themselves in what is kept."""
    formulas = np.zeros(len(page), dtype=bool)
    formulas[list(find_formulas(page).by_row)] = True
    inside = page.inside(formulas)
    return page.inside(stands_in_kept(page, kept_text, formulas, inside)) & page.is_text


def has_copying_spans(page: Page) -> bool:
    """Whether there may be buttons that copy code and are no `button`. For pages with code: others need not be searched."""
    return "copy-code-btn" in page.source


def is_tool(page: Page, row: int, attributes: Attributes) -> bool:
    """Whether a `button` or `span` copies the code that it stands in, or links to where a part of a wiki's page is edited."""
    if page.tag[row] == NUMBER["span"] and _EDITS_SECTION.search(attributes.get("class") or ""):
        return True
    return any(_COPIES_CODE.search(attributes.get(name) or "") for name in ("class", "title", "aria-label"))


def _tools(page: Page, kept: BoolArray) -> BoolArray:
    """The rows of such elements, with everything inside."""
    candidates = _may_edit(page)
    if not CODE.isdisjoint(page.element_names):
        may_copy = page.is_any(IS_BUTTON) | page.is_any(IS_SPAN) if has_copying_spans(page) else page.is_any(IS_BUTTON)
        candidates |= page.inside(preformatted(page)) & may_copy
    found = np.zeros(len(page), dtype=bool)
    rows = np.flatnonzero(candidates & kept).tolist()
    for row in rows:
        found[row] = is_tool(page, row, page.attributes(row))
    return page.inside(found) if rows else found


def _may_edit(page: Page) -> BoolArray:
    """The spans in headings, and those that begin with a bracket."""
    spans = page.is_any(IS_SPAN)
    found = spans & page.inside(page.is_any(IS_TITLE))
    if "[" in page.characters:
        rows, runs = np.flatnonzero(spans), page.text_rows
        first = runs[np.minimum(runs.searchsorted(rows), len(runs) - 1)]
        found[rows] |= page.codes[page.start[first]] == ord("[")
    return found


def _drop_permalinks(page: Page, anchors: IntArray, kept_chars: IntArray, dropped: BoolArray) -> None:
    """Mark the links whose text is one such sign, in a heading or title that has other text."""
    short = anchors[kept_chars[anchors] <= LONGEST_PERMALINK]
    if not len(short):
        return
    in_title = page.inside(page.is_any(IS_TITLE)) & ~page.inside(page.is_any(IS_RAISED))
    for row in short[in_title[short]].tolist():
        text = "".join([page.text(each) for each in range(row, int(page.end[row]))])
        has_other_text = kept_chars[page.block[row]] > kept_chars[row]
        if _is_permalink(text) and has_other_text and inner_target(page, page.attributes(row).get("href") or ""):
            dropped[row : page.end[row]] = True


def _is_permalink(text: str) -> bool:
    shown = text.strip(_UNSEEN_SIGNS)
    return not shown or shown in _PERMALINKS or all(_ICONS[0] <= sign <= _ICONS[1] for sign in shown)
