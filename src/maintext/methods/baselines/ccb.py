"""CCB, ACCB and TCCB, content code blurring: content is where the source is text for long stretches.

T. Gottron, "Content Code Blurring: A New Approach to Content Extraction", DEXA Workshops 2008. The source is a row of ones
(text) and zeros (code), the content code vector. It is blurred: each entry becomes the mean of its neighbourhood, weighted by a
Gaussian. A character is content if its blurred value, the content code ratio, is at least the threshold.

    CCB    an entry is a character of text or of a tag
    ACCB   the same, but the tags of links are left out of the vector: links in a text are no sign of navigation
    TCCB   an entry is a word or a tag

What is known of the original: the full text was not at hand. The vector, the Gaussian, that blurring is repeated, that white
space, scripts and comments are taken out before, and that ACCB passes over anchors, are from notes of a talk and from a public
re-implementation. Its threshold of 0.75 is used for CCB and ACCB. It belongs to a mixture of ACCB and TCCB there, with a spread
of 30 tokens. The spreads, and 0.5 for TCCB, more words than tags, are our choice: the best mean word-LCS F1 on WCXB's development
pages (every fourth) and 176 news pages, among 10, 20, 40 and 80 characters; 10, 25 and 50 tokens; 0.5 and 0.75.

Readings: three running means that reach `spread` to both sides take the place of the Gaussian; together they are one of that
standard deviation to within 7 per cent of its peak, and cost the same however wide they are. Beyond the ends of the page lies
nothing, and the means there are over fewer entries. A tag is as long as the tree writes it, without white space. A text run is
kept if at least half of its characters (TCCB: words) are content.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.methods.baselines.tokens import Tokens, sequence, tag_lengths, visible_chars, word_tokens
from maintext.methods.protocol import parameter
from maintext.page import BoolArray, FloatArray, Page
from maintext.tags import member_table

_ROUNDS = 3
_PIECE = 1 << 14  # entries that are blurred at a time; any size gives the same values
_IS_ANCHOR = member_table({"a"})
_THRESHOLD = "content code ratio that content reaches"


class _Blurring(ABC):
    paper: ClassVar[str] = "Gottron: Content Code Blurring: A New Approach to Content Extraction, DEXA Workshops 2008"
    spread: int
    threshold: float

    @abstractmethod
    def vector(self, page: Page) -> Tokens:
        """The content code vector."""

    def score(self, page: Page) -> FloatArray:
        """The content code ratio, the mean over a text run."""
        vector, ratio = self._blurred_vector(page)
        return vector.to_rows(ratio)

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        vector, ratio = self._blurred_vector(page)
        return vector.keep(ratio >= self.threshold)

    def _blurred_vector(self, page: Page) -> tuple[Tokens, FloatArray]:
        def compute() -> tuple[Tokens, FloatArray]:
            vector = self.vector(page)
            return vector, blurred(vector.is_text, self.spread)

        return page.derived(("blurred", type(self), self.spread), compute)


@dataclass(frozen=True)
class ContentCodeBlurring(_Blurring):
    """CCB: by characters."""

    spread: int = parameter(20, "standard deviation of the blur, in characters", at_least=1)
    threshold: float = parameter(0.75, _THRESHOLD, at_least=0)

    def vector(self, page: Page) -> Tokens:
        return _characters(page, np.ones(len(page), dtype=bool), self.spread)


@dataclass(frozen=True)
class AdaptedContentCodeBlurring(_Blurring):
    """ACCB: by characters, blind to the tags of links."""

    spread: int = parameter(20, "standard deviation of the blur, in characters", at_least=1)
    threshold: float = parameter(0.75, _THRESHOLD, at_least=0)

    def vector(self, page: Page) -> Tokens:
        return _characters(page, ~page.is_any(_IS_ANCHOR), self.spread)


@dataclass(frozen=True)
class TokenContentCodeBlurring(_Blurring):
    """TCCB: by words and tags."""

    spread: int = parameter(25, "standard deviation of the blur, in words and tags", at_least=1)
    threshold: float = parameter(0.5, _THRESHOLD, at_least=0)

    def vector(self, page: Page) -> Tokens:
        return word_tokens(page)


def _characters(page: Page, seen: BoolArray, spread: int) -> Tokens:
    """The vector of characters, with the tags of the given rows.

    A tag longer than the blur reaches to both sides is cut to that: it hides what is behind it all the same, and a picture that
    is written into an attribute costs nothing.
    """
    starts, ends = tag_lengths(page)
    longest = min(2 * _ROUNDS * spread + 1, int(starts.max()))
    return sequence(page, visible_chars(page), np.minimum(starts, longest) * seen, ends * seen)


def blurred(is_text: BoolArray, spread: int) -> FloatArray:
    """The blurred vector, piece by piece: a page of megabytes would not fit into the processor's cache.

    A piece is blurred with what the blur reaches on both sides of it, so it comes out the same as in one go.
    """
    margin = _ROUNDS * min(spread, len(is_text))
    step = max(_PIECE, margin)
    values = np.empty(len(is_text))
    for start in range(0, len(is_text), step):
        first = max(start - margin, 0)
        piece = _running_means(is_text[first : start + step + margin], spread)
        values[start : start + step] = piece[start - first : start - first + step]
    return values


def _running_means(is_text: BoolArray, spread: int) -> FloatArray:
    """Running means of running means, each a difference of two prefix sums, over fewer entries at the ends."""
    size, reach = len(is_text), min(spread, len(is_text))
    at = np.arange(size)
    widths = np.minimum(at + reach + 1, size) - np.maximum(at - reach, 0)
    values = is_text.astype(np.float64)
    sums = np.zeros(size + 2 * reach + 1)  # up to the entry `reach` places earlier: nothing before the first, all after the last
    for _ in range(_ROUNDS):
        np.cumsum(values, out=sums[reach + 1 : reach + 1 + size])
        sums[reach + 1 + size :] = sums[reach + size]
        values = (sums[2 * reach + 1 :] - sums[:size]) / widths
    return values
