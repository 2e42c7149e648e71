"""Zhou et al.: content are the paragraphs with many words beside the longest one.

B. Zhou, Y. Xiong, W. Liu, "Efficient Web Page Main Text Extraction towards Online News Analysis", ICEBE 2009. Some tags are
taken out of the page, others become breaks between paragraphs. For paragraphs 1..N of n words

    n' = n / largest n, smoothed over neighbouring paragraphs

and those with n' at least the threshold are content.

What is known of the original: the abstract, the description in the BlockExtractor paper (word count of each paragraph beside
the largest, with smoothing), and the claims of the authors' patent on it (US 8924846), which give the division by the longest
paragraph and smoothing over adjacent ones. The weights and the threshold are our choice.

Readings: block-level tags and `br` break paragraphs, all other tags are taken out; smoothing is the mean of a paragraph and its
neighbours, over fewer at the ends; it comes before the division; each Chinese or Japanese character is a word.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.methods.baselines.tokens import block_lines, words
from maintext.methods.protocol import parameter
from maintext.page import BoolArray, FloatArray, Page


@dataclass(frozen=True)
class ParagraphLength:
    """Paragraphs that are long beside the longest."""

    paper: ClassVar[str] = "Zhou, Xiong, Liu: Efficient Web Page Main Text Extraction towards Online News Analysis, ICEBE 2009"

    radius: int = parameter(1, "paragraphs to each side that take part in the smoothing", at_least=0)
    threshold: float = parameter(0.25, "length of a paragraph of content, as a share of the longest", at_least=0)

    def score(self, page: Page) -> FloatArray:
        """n' of a text run's paragraph."""
        lines = block_lines(page)
        counts = lines.total(words(page))
        paragraphs = np.flatnonzero(counts)
        lengths = np.zeros(lines.count)
        lengths[paragraphs] = self._relative_lengths(counts[paragraphs])
        return lines.to_rows(lengths)

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        return page.around(page.is_text & (score >= self.threshold))

    def _relative_lengths(self, counts: FloatArray) -> FloatArray:
        at, radius = np.arange(len(counts)), min(self.radius, len(counts))
        starts, stops = np.maximum(at - radius, 0), np.minimum(at + radius + 1, len(counts))
        sums = np.concatenate(([0.0], np.cumsum(counts)))
        smooth = (sums[stops] - sums[starts]) / np.maximum(stops - starts, 1)
        return smooth / smooth.max(initial=1.0)
