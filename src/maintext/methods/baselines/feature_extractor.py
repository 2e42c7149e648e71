"""FE and KFE, FeatureExtractor and K-FeatureExtractor: content is the block, or the kind of block, that is most of all text.

S. Debnath, P. Mitra, C. L. Giles, "Identifying Content Blocks from Web Documents", ISMIS 2005, and "Automatic Extraction of
Informative Blocks from Webpages", SAC 2005. A page is cut into blocks at certain tags. Each block has features, such as how
much text, how many links, images, list items and form fields it holds, each divided by the largest value on the page. A block
qualifies if its text feature is larger than its other features together.

    FE     the qualifying block with the most text
    KFE    k-means over the features of the qualifying blocks; the cluster with the most text

What is known of the originals: their abstracts, and the descriptions in the CETD, CETR and BlockExtractor papers: blocks at tag
clues, features of blocks, the block with most of the desired feature, k-means. What qualifies a block, how features are scaled,
the list of tags and k are our recollection, not checked against the text.

Readings: a block is an element of the list with all that stands in no smaller block; scripts have no rows and so are no
feature; where no block qualifies, all do; k is 3, and the start of k-means is fixed (see `maintext.methods.signal`).
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.methods.protocol import parameter
from maintext.methods.signal import clusters
from maintext.page import BoolArray, FloatArray, IntArray, Page
from maintext.tags import member_table

_IS_BLOCK = member_table({"table", "tr", "p", "ul", "div", "span"})
_OTHER_FEATURES = (
    member_table({"a"}),
    member_table({"img", "object", "embed", "applet", "video", "audio"}),
    member_table({"li", "dt", "dd"}),
    member_table({"table"}),
    member_table({"form", "input", "button", "select", "textarea"}),
)


class _BlockFeatures(ABC):
    paper: ClassVar[str] = "Debnath, Mitra, Giles: Identifying Content Blocks from Web Documents, ISMIS 2005"

    @abstractmethod
    def choose(self, features: FloatArray) -> BoolArray:
        """Which of the qualifying blocks are content, given the features of each, text first."""

    def score(self, page: Page) -> FloatArray:
        """The text feature of the row's block less its other features."""
        block, features = block_features(page)
        return (features[:, 0] - features[:, 1:].sum(axis=1))[block]

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        block, features = block_features(page)
        with_text = features[:, 0] > 0
        qualified = with_text & (features[:, 0] > features[:, 1:].sum(axis=1))
        candidates = np.flatnonzero(qualified if qualified.any() else with_text)
        chosen = np.zeros(len(features), dtype=bool)
        if len(candidates):
            chosen[candidates] = self.choose(features[candidates])
        return page.around(page.is_text & chosen[block])


@dataclass(frozen=True)
class FeatureExtractor(_BlockFeatures):
    """FE: the one block with the most text."""

    def choose(self, features: FloatArray) -> BoolArray:
        return np.arange(len(features)) == features[:, 0].argmax()


@dataclass(frozen=True)
class KFeatureExtractor(_BlockFeatures):
    """KFE: the cluster of blocks with the most text."""

    k: int = parameter(3, "clusters", at_least=2)

    def choose(self, features: FloatArray) -> BoolArray:
        cluster, centroids = clusters(features, min(self.k, len(features)), fixed_origin=False)
        mean_text = centroids[cluster, 0]
        return mean_text == mean_text.max()


def block_features(page: Page) -> tuple[IntArray, FloatArray]:
    """The block of each row, and the features of each block: one line a row of the page, zeros for rows that are no block."""
    block = _nearest(page, page.is_any(_IS_BLOCK))
    columns = [page.chars, *(page.is_any(table) for table in _OTHER_FEATURES)]
    sums = np.column_stack([np.bincount(block, weights=column, minlength=len(page)) for column in columns])
    return block, sums / np.maximum(sums.max(axis=0), 1)


def _nearest(page: Page, mask: BoolArray) -> IntArray:
    """The nearest marked row on the way up from each row, its own included; row 0 where there is none."""
    nearest = np.where(mask, np.arange(len(page)), np.maximum(page.parent, 0))
    while True:
        further = nearest[nearest]
        if np.array_equal(further, nearest):
            return nearest
        nearest = further
