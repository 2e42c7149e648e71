"""From probabilities to a decision: which blocks to keep, and how far to trust it. Columns have an entry for each block."""

import numpy as np

from maintext.page import BoolArray, FloatArray, IntArray, RealArray

_LOWEST = 1e-6  # a threshold below this would keep everything
_LIKELIEST = 0.9  # of the largest probability, where the threshold is above it
_COPY = 24  # bytes from which a second copy of a block is dropped
_SAME_FIELDS = 3  # so many fields make it worth deciding on them together
CONFIDENCE_INPUTS = 6


def levelled(probability: FloatArray, size: FloatArray, series: IntArray, field: IntArray) -> FloatArray:
    """Siblings are decided together: the same field of records (the title of each card, the text of each post) and of the items
    of a list has the same probability, so that a listing, a thread or a list is kept whole or dropped whole."""
    weight = size + 1
    mean = np.bincount(field, weights=probability * weight) / np.bincount(field, weights=weight)
    together = (series >= 0) & (np.bincount(field).take(field) >= _SAME_FIELDS)
    return np.where(together, mean.take(field), probability)


def best_expected_f1(probability: FloatArray, size: FloatArray) -> float:
    """The F1 that the best choice of blocks would have if the probabilities were right."""
    order = (-probability).argsort(kind="stable")
    hits, text = (probability * size).take(order).cumsum(), size.take(order).cumsum()
    return float((2 * hits / np.maximum(text + hits[-1:], 1e-9)).max(initial=0.0))


def likely_from(probability: FloatArray, size: FloatArray, factor: float) -> float:
    """The probability from which a block is worth keeping: half of the F1 that can be had; a `factor` above 0.5 leans towards
    precision. Where no block has that, the likeliest are kept: a page of one word is that word."""
    threshold = min(factor * best_expected_f1(probability, size), _LIKELIEST * float(probability.max(initial=0.0)))
    return max(threshold, _LOWEST)


def without_copies(keep: BoolArray, size: FloatArray, first_copy: IntArray) -> BoolArray:
    """Of a kept block with several copies only the first stays."""
    large = (keep & (size >= _COPY)).nonzero()[0]
    text = first_copy.take(large)
    kept_copy = np.zeros(len(keep), dtype=np.int64)
    kept_copy[text[::-1]] = large[::-1]
    first_alone = keep.copy()
    first_alone[large] = False
    first_alone[kept_copy[text]] = True
    return first_alone


def confidence_inputs(probability: FloatArray, size: FloatArray, keep: BoolArray) -> FloatArray:
    """What tells a page that went well from one that did not."""
    kept, total = float(size[keep].sum()), max(float(size.sum()), 1.0)
    expected = min(max(best_expected_f1(probability, size), 1e-3), 1 - 1e-3)
    doubt = float((probability * (1 - probability) * size).sum()) / total
    sure = float((probability * size)[keep].sum()) / max(kept, 1.0)
    return np.array([np.log(expected / (1 - expected)), np.log1p(kept) / 10, kept / total, sure, doubt * 4, 1.0])


def confidence(inputs: FloatArray, weights: RealArray) -> float:
    """The F1 that pages like this one had, 0 to 1."""
    return float(1 / (1 + np.exp(-inputs @ weights)))
