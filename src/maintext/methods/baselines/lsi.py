"""LSI, largest size increase: content is the element that gathers the most text from parts none of which is content by itself.

W. Han, D. Buttler, C. Pu, "Wrapping Web Data into XML", SIGMOD Record 2001. For each element

    increase = characters below it - characters below its largest child

Content is all text below the element with the largest increase.

What is known of the original: known to us only from the description in the CETR paper (the subtree that contributes most
strongly to the visible content) and from slides on the related system Omini, which say that subtrees are ranked by fan-out,
content size and tag count.

Readings: the increase is over the largest child, a text run being a child too. Over the mean child it is largest for `body` on
almost every page. Of equal elements the first counts, so a page of one text run is kept whole.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.page import BoolArray, FloatArray, Page


@dataclass(frozen=True)
class LargestSizeIncrease:
    """LSI: the element with the largest increase, whole."""

    paper: ClassVar[str] = "Han, Buttler, Pu: Wrapping Web Data into XML, SIGMOD Record 2001"

    def score(self, page: Page) -> FloatArray:
        """The increase of an element; that of its parent for a text run."""
        size = page.subtree_sum(page.chars)
        largest_child = np.zeros(len(page), dtype=np.int64)
        np.maximum.at(largest_child, page.parent[1:], size[1:])
        increase = (size - largest_child).astype(np.float64)
        return np.where(page.is_text, increase[page.parent], increase)

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        best = int(np.where(page.is_text, -1, score).argmax())
        below = np.zeros(len(page), dtype=bool)
        below[best : page.end[best]] = True
        return page.around(page.is_text & below)
