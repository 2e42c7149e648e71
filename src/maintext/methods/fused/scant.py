"""Pages with next to no text: a few lines that somebody wrote by hand, or a part of a page that a program hands over.

The net weighs blocks against each other, and learned that from pages with hundreds of them. Of a handful it keeps the paragraph
and drops the list that belongs to it. On such a page everything is content that is not mostly links and does not stand in what is
marked as something else.

There are few such pages, so the kernel knows nothing of this: what it would keep of one is completed here.
"""

import numpy as np

from maintext.methods.fused.view import View
from maintext.page import BoolArray, Page
from maintext.table import table_at_hand, text_size_of
from maintext.tags import IS_NOSCRIPT

# Bytes of all the page's text, one between two runs counted too. On pages that were cropped to less (`training.cropping`) this
# gains 0.04 of F1, on larger ones less than 0.01.
LITTLE = 800
_MOSTLY_LINKS = 0.5
_MOST_OF_THE_TEXT = 0.8
_SOMETHING_ELSE = (
    *("nav", "header", "footer", "aside", "form", "button", "label", "dialog"),
    *(f"{name} word" for name in ("menu", "pager", "foot", "sidebar", "related", "popular", "share", "promo", "subscribe")),
    *(f"{name} word" for name in ("cookie", "modal", "login", "comment")),
)


def has_little_text(page: Page) -> bool:
    table = table_at_hand(page)
    if table is not None:
        return text_size_of(table) <= LITTLE
    return len(page.characters) <= LITTLE and len(page.characters.encode("utf-8", "surrogatepass")) <= LITTLE


def plain_blocks(view: View) -> BoolArray:
    """The blocks that nothing speaks against. What is true of most of the text says nothing about any part of it."""
    speaks_against = np.vstack((view.is_below(_SOMETHING_ELSE), _is_concealed(view)))
    counts = view.shares(speaks_against) < _MOST_OF_THE_TEXT
    return ~speaks_against[counts].any(axis=0) & (view.link_share <= _MOSTLY_LINKS)


def _is_concealed(view: View) -> BoolArray:
    """The blocks all of whose text is hidden. What stands in `noscript` is not: many browsers show it."""
    page, blocks = view.page, view.blocks
    concealed = page.hidden & ~page.inside(page.is_any(IS_NOSCRIPT))
    return np.logical_and.reduceat(concealed.take(blocks.rows), blocks.first)
