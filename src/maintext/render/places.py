"""Which elements without text belong to the kept content: methods judge text, so what stands around tells."""

import re

import numpy as np

from maintext.document import Attributes
from maintext.page import BoolArray, IntArray, Page
from maintext.tags import member_table

# Class names of what puts an image and a line about it together, or holds that line.
_SAYS_CAPTION = re.compile(r"caption|credit|figure|image|img|photo|picture|media", re.IGNORECASE)
_LONGEST_CAPTION = 300  # characters
_LONGEST_FIGURE = 2000  # characters: some hold many images, each with its caption
_LEVELS_ABOVE = 8  # from a caption's text up to an element with other text

_FEW_LINKS = 15  # more are no table of contents between an image and the text
_IS_LOGO = re.compile(r"(?<![^\W_])logo(?![^\W_])", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_FEW_WORDS = 4  # as in "The Harbour Board logo": more are a sentence about one

_IS_FIGURE = member_table({"figure"})
_IS_FRAME = member_table({"nav", "footer", "header"})
_IS_HEADER = member_table({"header"})
_HOLDS_CONTENT = member_table({"main", "article"})


def stands_in_kept(page: Page, kept_text: BoolArray, elements: BoolArray, no_text: BoolArray | None = None) -> BoolArray:
    """Which of the elements without text belong to the kept content. The rows of `no_text` count as if they had none.

    An element does if at least half of the text of the nearest element around it that has any is kept. A figure does not count as
    an element around it: its image stays even where its caption was dropped.
    """
    rows = np.flatnonzero(elements)
    belongs = np.zeros(len(page), dtype=bool)
    if len(rows):
        chars = page.chars if no_text is None else page.chars * ~no_text
        counts = _Counts(page, chars, kept_text)
        belongs[rows] = counts.are_mostly_kept(counts.with_text[_outside_figures(page, rows)])
    return belongs


def images_in_kept(page: Page, kept_text: BoolArray, images: BoolArray) -> BoolArray:
    """Which of the images belong to the kept content.

    As `stands_in_kept`, but what figures say counts for their own images only, and a caption that was dropped does not take its
    image along. What stands in a frame around the content, far before it, or behind its end and other text does not belong to
    it, nor does the site's logo; before its first text, an `article` or `main` around that is the content already.
    """
    rows = np.flatnonzero(images)
    belongs = np.zeros(len(page), dtype=bool)
    if not len(rows):
        return belongs
    figures = _figures(page)
    in_figure = page.inside(figures) if figures.any() else None
    counts = _Counts(page, page.chars if in_figure is None else page.chars * ~in_figure, kept_text)
    elements, which = np.unique(counts.with_text[rows], return_inverse=True)
    around = np.array([_outside_caption(page, element, counts) for element in elements.tolist()])
    belongs[rows] = counts.are_mostly_kept(around)[which]
    _drop_frames(page, kept_text, belongs)
    begins = _beginning(page, kept_text)
    _drop_far_before(page, kept_text, begins, belongs)
    _drop_logos(page, begins, belongs)
    belongs &= ~_behind_end(page, kept_text, in_figure)
    return belongs if in_figure is None else belongs | (images & page.inside(figures & page.around(kept_text)))


def _figures(page: Page) -> BoolArray:
    """The figures with nothing but a caption. One in a link is a preview of what the caption names, and one with much text was
    never closed."""
    found = page.is_any(_IS_FIGURE) & ~page.in_link
    return found & (page.subtree_sum(page.chars) <= _LONGEST_FIGURE) if found.any() else found


class _Counts:
    """How many characters each element has, how many of them are kept or links, and which element around each row has any."""

    def __init__(self, page: Page, chars: IntArray, kept_text: BoolArray) -> None:
        self.every = page.subtree_sum(chars)
        self.kept = page.subtree_sum(chars * kept_text)
        self.in_links = page.subtree_sum(chars * page.in_link)
        self.with_text = page.nearest(self.every > 0)

    def are_mostly_kept(self, rows: IntArray) -> BoolArray:
        return (2 * self.kept[rows] >= self.every[rows]) & (self.kept[rows] > 0)


def _outside_figures(page: Page, rows: IntArray) -> IntArray:
    """For each of the rows the parent of the outermost figure around it, or the row itself."""
    is_figure = page.is_any(_IS_FIGURE)
    if not is_figure.any():
        return rows
    figures = np.flatnonzero(is_figure & ~page.inside(is_figure)[np.maximum(page.parent, 0)])
    before = figures[np.maximum(np.searchsorted(figures, rows, side="right") - 1, 0)]
    return np.where((before <= rows) & (rows < page.end[before]), np.maximum(page.parent[before], 0), rows)


def _outside_caption(page: Page, element: int, counts: _Counts) -> int:
    """The nearest element with other text around one that has nothing but an image and a caption; the same element if it is none.

    A caption is short, called one, and no link: that would lead to what the image is a preview of.
    """
    size = counts.every[element]
    is_short = 0 < size <= _LONGEST_CAPTION
    if not is_short or counts.kept[element] or counts.in_links[element] or not _says_caption(page, element):
        return element
    outside = element
    for _ in range(_LEVELS_ABOVE):
        outside = max(int(page.parent[outside]), 0)
        if counts.every[outside] > size:
            return outside
    return element


def _says_caption(page: Page, element: int) -> bool:
    """Whether the element, or the one around its first text, is called a caption or what has one."""
    first = page.text_rows[page.text_rows.searchsorted(element)]
    return any(_is_called_caption(page, row) for row in (element, int(page.parent[first])))


def _is_called_caption(page: Page, row: int) -> bool:
    """Remembered: the same text may be the first of many elements, one inside the other."""
    return page.derived(
        ("is called a caption", row), lambda: _SAYS_CAPTION.search(page.attributes(row).get("class") or "") is not None
    )


def _drop_frames(page: Page, kept_text: BoolArray, belongs: BoolArray) -> None:
    """Unmark what stands in the head, the foot or the navigation of the whole page, where nothing of that is kept."""
    frames = page.is_any(_IS_FRAME)
    if frames.any():
        frames &= ~(page.is_any(_IS_HEADER) & page.inside(page.is_any(_HOLDS_CONTENT)))
        belongs &= ~page.inside(frames & ~page.around(kept_text))


def _beginning(page: Page, kept_text: BoolArray) -> int:
    """The row that the content begins with: the outermost `article` or `main` around the first kept text, else that text."""
    first = int(np.argmax(kept_text))
    holders = np.flatnonzero(page.is_any(_HOLDS_CONTENT)[:first])
    around = holders[page.end[holders] > first]
    return int(around[0]) if len(around) else first


def _drop_far_before(page: Page, kept_text: BoolArray, begins: int, belongs: BoolArray) -> None:
    """Unmark what has a whole menu of dropped links between itself and the first kept text, and stands before the content: inside
    of it, that is a table of contents."""
    if belongs[:begins].any():
        linked = (page.is_text & page.in_link)[: int(np.argmax(kept_text)) + 1].cumsum()
        belongs[:begins] &= linked[-1] - linked[:begins] <= _FEW_LINKS


def _drop_logos(page: Page, begins: int, belongs: BoolArray) -> None:
    """Unmark the images before the content that are called logos: the site's, not what it writes about."""
    for row in np.flatnonzero(belongs[:begins]).tolist():
        belongs[row] = not _is_logo(page.attributes(row))


def _is_logo(found: Attributes) -> bool:
    names = ((found.get("src") or "").rpartition("/")[2], found.get("class") or "")
    words = _WORD.findall((found.get("alt") or "").lower())
    return any(map(_IS_LOGO.search, names)) or (len(words) <= _FEW_WORDS and words[-1:] == ["logo"])


def _behind_end(page: Page, kept_text: BoolArray, in_figure: BoolArray | None) -> BoolArray:
    """The rows behind the first dropped text that follows all that is kept; the captions of figures are none."""
    kept = np.flatnonzero(kept_text)
    last = int(kept[-1]) if len(kept) else -1
    dropped = page.is_text & ~kept_text
    if in_figure is not None:
        dropped &= ~in_figure
    dropped[: last + 1] = False
    return dropped.cumsum() > 0
