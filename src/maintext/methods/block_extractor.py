"""BlockExtractor: a page falls into blocks of a few shapes; a block with much text for its markup is content.

S. Lin, J. Chen, Z. Niu, "Combining a Segmentation-Like Approach and a Density-Based Approach in Content Extraction", Tsinghua
Science and Technology 17(3), 2012. Three steps:

1. Segmentation. Children of an element are collected as long as they read as one of three phrases: inline content, then at most
   one block of text and inline elements, then blocks of text alone; or list elements; or basic text elements. A child that fits
   none is taken apart itself.
2. Density. text length / tag length, where tag length counts the names and attributes of all elements involved. A block below
   the threshold is noise; within a block that is kept, every block-level element below it is.
3. Redundancy. A block that recurs on other pages of the same site is noise: `maintext.site`, which serves every method.

Readings, where the paper leaves a choice: empty elements are passed over; an inline element that contains a block is taken apart;
an element may belong to several classes at once, and a phrase is any that fits.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.methods.protocol import parameter
from maintext.page import BoolArray, FloatArray, IntArray, Page
from maintext.tags import HEADINGS, LISTS, member_table

# Classes that a child can have, as bits.
_INLINE, _PARAGRAPH, _TEXT_ONLY, _LIST, _BASIC_TEXT = 1, 2, 4, 8, 16
# Places in the phrases `inline* paragraph? text_only*`, `list*` and `basic_text*`, as bits.
_IN_INLINE, _AFTER_PARAGRAPH, _IN_TEXT_ONLY, _IN_LIST, _IN_BASIC_TEXT = 1, 2, 4, 8, 16
_START = _IN_INLINE | _IN_LIST | _IN_BASIC_TEXT

_IS_LIST = member_table(LISTS | {"li", "dt", "dd"})
_IS_BASIC_TEXT = member_table(HEADINGS | {"p", "pre"})


@dataclass(frozen=True)
class Block:
    """Neighbouring children of one element that belong together."""

    root: int
    children: tuple[int, ...]


@dataclass(frozen=True)
class BlockExtractor:
    """Steps 1 and 2; step 3 needs other pages of the site (`maintext.site`)."""

    paper: ClassVar[str] = (
        "Lin, Chen, Niu: Combining a Segmentation-Like Approach and a Density-Based Approach in Content Extraction, "
        "Tsinghua Science and Technology 2012"
    )

    threshold: float = parameter(1.5, "text length over tag length that content reaches", at_least=0)
    text_class: bool = parameter(True, "headings, p and pre make a class of their own (false scores higher)")
    attributes: str = parameter(
        "all", "what of an attribute counts as tag length: name and value, value alone, nothing", choices=("all", "value", "none")
    )

    def score(self, page: Page) -> FloatArray:
        """The smallest of the densities that a row is judged by: its block's and those of the block-level elements in between."""
        text = page.subtree_sum(page.chars)
        tag_length = self._tag_lengths(page)
        markup = page.subtree_sum(tag_length)
        own = np.where(page.is_block, text / np.maximum(markup, 1), np.inf)
        score = [0.0] * len(page)
        end, parent, own_density = page.end.tolist(), page.parent.tolist(), own.tolist()
        for block in segment(page, text_class=self.text_class):
            children = list(block.children)
            density = text[children].sum() / max(tag_length[block.root] + markup[children].sum(), 1)
            for child in children:
                score[child] = min(float(density), own_density[child])
                for row in range(child + 1, end[child]):
                    score[row] = min(score[parent[row]], own_density[row])
        return np.array(score)

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        return page.around(page.is_text & (score >= self.threshold))

    def _tag_lengths(self, page: Page) -> IntArray:
        length = np.array([len(name) for name in page.tag_names])[page.tag]
        length[page.is_text] = 0
        if self.attributes == "none":
            return length
        names = self.attributes == "all"
        for row in np.flatnonzero(~page.is_text).tolist():
            found = page.attributes(row)
            if found:
                length[row] += sum(names * len(name) + len(value or "") for name, value in found.items())
        return length


def segment(page: Page, *, text_class: bool = True) -> Iterator[Block]:
    """DOM2Blocks: the blocks of a page in document order. Every text run stands in one of them."""
    classes = _classes(page, text_class).tolist()
    end = page.end.tolist()
    stack = [(0, 1)]  # an element that is being taken apart, and its next child
    while stack:
        root, child = stack.pop()
        collected: list[int] = []
        state = _START
        while child < end[root]:
            if classes[child] < 0:  # empty
                child = end[child]
                continue
            following = _step(state, classes[child])
            if not following and collected:
                yield Block(root, tuple(collected))
                collected, state = [], _START
                continue
            if not following:
                stack.append((root, end[child]))
                stack.append((child, child + 1))
                break
            collected.append(child)
            state = following
            child = end[child]
        else:
            if collected:
                yield Block(root, tuple(collected))


def _step(state: int, classes: int) -> int:
    """The places that the phrases can be in after one more child; 0 if it fits none."""
    following = 0
    if classes & _INLINE and state & _IN_INLINE:
        following |= _IN_INLINE
    if classes & _PARAGRAPH and state & _IN_INLINE:
        following |= _AFTER_PARAGRAPH
    if classes & _TEXT_ONLY and state & (_IN_INLINE | _AFTER_PARAGRAPH | _IN_TEXT_ONLY):
        following |= _IN_TEXT_ONLY
    if classes & _LIST and state & _IN_LIST:
        following |= _IN_LIST
    if classes & _BASIC_TEXT and state & _IN_BASIC_TEXT:
        following |= _IN_BASIC_TEXT
    return following


def _classes(page: Page, text_class: bool) -> IntArray:
    """The classes of each row; -1 for an element without text below it."""
    blocks_below = page.subtree_sum(page.is_block) - page.is_block
    inline = page.is_text | (~page.is_block & (blocks_below == 0))
    other_children = page.child_sum(~page.is_text)
    paragraph = page.is_block & (page.child_sum(~inline) == 0)
    classes = inline * _INLINE + paragraph * _PARAGRAPH + (page.is_block & (other_children == 0)) * _TEXT_ONLY
    classes += page.is_any(_IS_LIST) * _LIST
    if text_class:
        classes += page.is_any(_IS_BASIC_TEXT) * _BASIC_TEXT
    return np.where(page.subtree_sum(page.chars) == 0, -1, classes)
