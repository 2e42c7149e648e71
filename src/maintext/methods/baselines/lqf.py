"""LQF, the link quota filter: an element most of whose text is linked is navigation, and is taken out.

C. Mantratzis, M. Orgun, S. Cassidy, "Separating XHTML Content from Navigation Clutter Using DOM-structure Block Analysis",
HYPERTEXT 2005. For each block-level element

    link quota = characters inside links below it / characters below it

An element whose quota is over the threshold is removed with everything below it. What is left is content.

What is known of the original: its abstract, which says that link lists are looked for at various levels of the tree, and the
descriptions in the CETD and CETR papers: elements with a high ratio of text in anchors, removed for content extraction. The
threshold is our choice.

Readings: any block-level element may be a link list, but `body` is none, or a page of links would be empty for its own sake
alone; buttons and drop-down lists count as links; white space is collapsed.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.methods.protocol import parameter
from maintext.page import BoolArray, FloatArray, Page


@dataclass(frozen=True)
class LinkQuotaFilter:
    """LQF: everything but the link lists."""

    paper: ClassVar[str] = (
        "Mantratzis, Orgun, Cassidy: Separating XHTML Content from Navigation Clutter Using DOM-structure Block Analysis, "
        "HYPERTEXT 2005"
    )

    threshold: float = parameter(0.5, "share of linked text that content does not exceed", at_least=0)

    def score(self, page: Page) -> FloatArray:
        """One less the largest quota of the block-level elements around a row, its own included."""
        text, linked = page.subtree_sum(np.stack((page.chars, page.chars * page.in_link)))
        quota = np.where(page.is_block, linked / np.maximum(text, 1), 0.0)
        quota[0] = 0.0
        return 1 - _largest_upwards(page, quota)

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        return page.around(page.is_text & (score >= 1 - self.threshold))


def _largest_upwards(page: Page, values: FloatArray) -> FloatArray:
    """The largest value on the way from each row up to row 0; each round doubles how far up it looks."""
    largest, above = values.copy(), np.maximum(page.parent, 0)
    while above.any():
        largest = np.maximum(largest, largest[above])
        above = above[above]
    return np.maximum(largest, values[0])
