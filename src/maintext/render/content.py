"""Kept text less what only helps to get around the page: the same in every format, so that their words agree.

Three things are left out: line numbers beside code, signs beside a heading that link to the heading itself, and links from a
footnote back to its mark, with the brackets around them.
"""

from dataclasses import dataclass

import numpy as np

from maintext.page import BoolArray, IntArray, Page
from maintext.render.code import gutters
from maintext.render.footnotes import Footnotes, find_footnotes, inner_target
from maintext.tags import HEADINGS, member_table

_PERMALINKS = frozenset({"#", "¶", "§", "🔗", "∞", "🔗\ufe0f"})
LONGEST_PERMALINK = max(map(len, _PERMALINKS))

IS_ANCHOR = member_table({"a"})
IS_TITLE = member_table(HEADINGS | {"dt", "caption", "figcaption"})
IS_RAISED = member_table({"sup"})


@dataclass(frozen=True, slots=True)
class Content:
    text: BoolArray  # the text runs to write
    footnotes: Footnotes  # those whose mark and note are both among them


def content_of(page: Page, keep: BoolArray) -> Content:
    kept_text = keep & page.is_text
    kept = page.around(kept_text)
    dropped = gutters(page, kept)
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
    return Content(remaining, footnotes) if remaining.any() else Content(kept_text, Footnotes())


def _drop_permalinks(page: Page, anchors: IntArray, kept_chars: IntArray, dropped: BoolArray) -> None:
    """Mark the links whose text is one such sign, in a heading or title that has other text."""
    short = anchors[kept_chars[anchors] <= LONGEST_PERMALINK]
    if not len(short):
        return
    in_title = page.inside(page.is_any(IS_TITLE)) & ~page.inside(page.is_any(IS_RAISED))
    for row in short[in_title[short]].tolist():
        text = "".join([page.text(each) for each in range(row, int(page.end[row]))])
        has_other_text = kept_chars[page.block[row]] > kept_chars[row]
        if text in _PERMALINKS and has_other_text and inner_target(page, page.attributes(row).get("href") or ""):
            dropped[row : page.end[row]] = True
