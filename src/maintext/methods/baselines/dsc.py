"""DSC and ADSC: content is where the curve of tags over tokens, the document slope curve, is flat.

D. Pinto, M. Branstein, R. Coleman, W. B. Croft, M. King, "QuASM: a system for question answering using semi-structured data",
JCDL 2002, and T. Gottron, "Evaluating Content Extraction on HTML Documents", ITA 2007. The page is a row of tokens, each of
them a word or a tag, and the curve counts the tags up to each token. A window of tokens has

    slope = tags in the window / tokens in the window

    DSC    windows that overlap by half; content are those with slope <= `share` * slope of the whole page
    ADSC   a window around each token; a token is content if words outnumber tags in its window, slope < 1/2

What is known of the originals: neither full text was at hand. That DSC extends BTE to more than one region by a windowing
technique is from the papers that compare with it (CETD, CETR, DANAg); half of the page's own slope as the limit, windows that
overlap by half, and up to 50 tokens in a window are from a public re-implementation. ADSC is known to us only from one sentence
in the CETR paper: a windowing technique that locates the regions in which words are more frequent than tags.

Readings: a window always has 50 tokens; a token is content if any of its windows is flat; at the ends windows are cut; each
Chinese or Japanese character is a word. A text run is kept if at least half of its words are content.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.methods.baselines.tokens import Tokens, word_tokens
from maintext.methods.protocol import parameter
from maintext.page import BoolArray, FloatArray, Page


@dataclass(frozen=True)
class DocumentSlopeCurve:
    """DSC: windows that are flat beside the page as a whole."""

    paper: ClassVar[str] = (
        "Pinto, Branstein, Coleman, Croft, King: QuASM: a system for question answering using semi-structured data, JCDL 2002"
    )

    window: int = parameter(50, "tokens of a window", at_least=2)
    share: float = parameter(0.5, "slope of a flat window, as a share of the page's slope", at_least=0)

    def score(self, page: Page) -> FloatArray:
        """One less the slope of the flattest window around a word; the mean over a text run's words."""
        tokens = word_tokens(page)
        return tokens.to_rows(1 - self._flattest(tokens))

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        tokens = word_tokens(page)
        return tokens.keep(self._flattest(tokens) <= self.share * (1 - tokens.is_text.mean() if len(tokens) else 1))

    def _flattest(self, tokens: Tokens) -> FloatArray:
        """For each token the smaller slope of the two windows that it stands in."""
        step = min(self.window // 2, max(len(tokens), 1))
        starts = np.arange(-step, len(tokens), step)  # the first window holds half of a window, so that each token is in two
        stops = np.minimum(starts + 2 * step, len(tokens))
        starts = np.maximum(starts, 0)
        tags = np.concatenate(([0], np.cumsum(~tokens.is_text)))
        slope = (tags[stops] - tags[starts]) / np.maximum(stops - starts, 1)
        later = np.arange(len(tokens)) // step + 1
        return np.minimum(slope[later - 1], slope[later])


@dataclass(frozen=True)
class AdvancedDocumentSlopeCurve:
    """ADSC: words that outnumber the tags around them."""

    paper: ClassVar[str] = "Gottron: Evaluating Content Extraction on HTML Documents, ITA 2007"

    window: int = parameter(50, "tokens of a window", at_least=2)
    limit: float = parameter(0.5, "slope that content stays below", at_least=0)

    def score(self, page: Page) -> FloatArray:
        """One less the slope around a word; the mean over a text run's words."""
        tokens = word_tokens(page)
        return tokens.to_rows(1 - self._slope(tokens))

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        tokens = word_tokens(page)
        return tokens.keep(self._slope(tokens) < self.limit)

    def _slope(self, tokens: Tokens) -> FloatArray:
        """The share of tags in the window around each token."""
        at, window = np.arange(len(tokens)), min(self.window, 2 * len(tokens))
        starts = np.maximum(at - window // 2, 0)
        stops = np.minimum(at + (window + 1) // 2, len(tokens))
        tags = np.concatenate(([0], np.cumsum(~tokens.is_text)))
        return (tags[stops] - tags[starts]) / np.maximum(stops - starts, 1)
