"""BTE, body text extraction: content is the one stretch of the page with the most words in it and the most tags outside of it.

A. Finn, N. Kushmerick, B. Smyth, "Fact or Fiction: Content Classification for Digital Libraries", DELOS Workshop on
Personalisation and Recommender Systems in Digital Libraries, 2001. The page is a row of tokens, each of them a word or a tag.
Content are the tokens i..j that maximise

    T(i, j) = tags before i + words in i..j + tags after j

The number of all tags is the same for every stretch, so this is the stretch with the largest sum where a word counts 1 and a
tag -1: the largest difference of two prefix sums, found in one pass over the running minimum.

What is known of the original: the formula, which several papers and implementations agree on.

Readings: of equal stretches the first that ends, and of these the shortest; each Chinese or Japanese character is a word; tags
are those of the parsed tree, so that an end tag that the author left out counts too. A text run is kept if at least half of its
words are in the stretch.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.methods.baselines.tokens import word_tokens
from maintext.page import BoolArray, FloatArray, Page


@dataclass(frozen=True)
class BodyTextExtraction:
    """BTE: the stretch of tokens with the best balance."""

    paper: ClassVar[str] = "Finn, Kushmerick, Smyth: Fact or Fiction: Content Classification for Digital Libraries, DELOS 2001"

    def score(self, page: Page) -> FloatArray:
        """Words less tags of the best stretch that holds a token; the mean over a text run's words."""
        tokens = word_tokens(page)
        if not len(tokens):
            return np.zeros(len(page))
        balance = _balance(tokens.is_text)
        lowest_before = np.minimum.accumulate(balance[:-1])
        highest_after = np.maximum.accumulate(balance[:0:-1])[::-1]
        return tokens.to_rows(highest_after - lowest_before)

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        tokens = word_tokens(page)
        first, last = best_stretch(tokens.is_text)
        inside = np.zeros(len(tokens), dtype=bool)
        inside[first:last] = True
        return tokens.keep(inside)


def best_stretch(is_word: BoolArray) -> tuple[int, int]:
    """The first token of the best stretch and one past its last; (0, 0) where there is no word."""
    balance = _balance(is_word)
    lowest = np.minimum.accumulate(balance)
    last = int((balance - lowest).argmax())
    if last == 0:
        return 0, 0
    first = last - int((balance[last::-1] == lowest[last]).argmax())
    return first, last


def _balance(is_word: BoolArray) -> FloatArray:
    """Words less tags up to each place between two tokens."""
    return np.concatenate(([0.0], np.cumsum(np.where(is_word, 1.0, -1.0))))
