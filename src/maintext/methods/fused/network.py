"""The net, in numpy: what it takes to run it. How its weights came about is in `training/`.

Blocks in a row are a sequence. Each starts from its features; four convolutions of width 3 then mix it with its neighbours 1, 2,
4 and 8 blocks away. Half-way, each block also hears from the whole page (mean and maximum) and from the blocks that belong
together with it: those on the same path, in the same kind of record, in the same large element. A small head reads off the
probability that the block is content and what kind of block it is; another one the type of the page.

One number from -1 to 1, the convention, goes in beside the features: the running text of an article alone, or also the tables
and lists that belong to it.

All of it runs in the precision of its weights and inputs. In single precision it takes two thirds of the time, and a probability
differs in the seventh digit.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from maintext.page import FloatArray, IntArray, RealArray
from maintext.properties import cached_property

Weights = Mapping[str, RealArray]

DILATIONS = (1, 2, 4, 8)
POOL_AFTER = 2  # convolutions before the blocks hear from the page and their groups
CLIP = 4.0  # standard deviations
_LARGEST_PRODUCT = 1 << 18  # multiplications


@dataclass(frozen=True, eq=False)
class Output:
    """What the net says of a page."""

    main: FloatArray  # for each block the probability that it is content
    kind: RealArray  # for each block how much speaks for each of LABELS
    find_page_type: Callable[[], RealArray]

    @cached_property
    def page_type(self) -> RealArray:
        """How much speaks for each of PAGE_TYPES."""
        return self.find_page_type()


def standardised(weights: Weights, features: RealArray, out: RealArray | None = None) -> RealArray:
    """In standard deviations from the mean; written into `out`, which may be the features themselves, where it is given."""
    inputs = np.subtract(features, weights["mean"], out=out)
    inputs *= 1 / weights["scale"]  # far fewer divisions
    return np.clip(inputs, -CLIP, CLIP, out=inputs)


def run(weights: Weights, inputs: RealArray, groups: Sequence[IntArray], convention: float) -> Output:
    """`inputs` are standardised features, a row for each block; `groups` number the blocks that belong together."""
    state = _product(inputs, weights["input"])
    state += weights["input_bias"] + convention * weights["input_convention"]
    _relu(state)
    for number, dilation in enumerate(DILATIONS):
        state += _convolved(weights, number, dilation, state)
        if number + 1 == POOL_AFTER:
            state += _relu(_heard(weights, state, groups))
    hidden = _product(state, weights["head"])
    hidden += weights["head_bias"] + convention * weights["head_convention"]
    _relu(hidden)
    return Output(
        main=sigmoid((hidden @ weights["main"])[:, 0].astype(np.float64) + weights["main_bias"]),
        kind=hidden @ weights["kind"] + weights["kind_bias"],
        find_page_type=lambda: _pooled(state) @ weights["type"] + weights["type_bias"],
    )


def _convolved(weights: Weights, number: int, dilation: int, state: RealArray) -> RealArray:
    """Width 3: the block `dilation` before, the block itself, the block `dilation` after; nothing lies beyond the ends."""
    before, here, after = weights[f"convolution_{number}"]
    total = _product(state, here)
    total += weights[f"convolution_{number}_bias"]
    if dilation < len(state):
        total[dilation:] += _product(state[:-dilation], before)
        total[:-dilation] += _product(state[dilation:], after)
    return _relu(total)


def _product(rows: RealArray, matrix: RealArray) -> RealArray:
    """In pieces that are too small for the matrix library to spread them over threads: to wait for those takes far longer than
    the work itself, where other processes keep the cores busy."""
    step = max(_LARGEST_PRODUCT // matrix.size, 1)
    if len(rows) <= step:
        return rows @ matrix
    result = np.empty((len(rows), matrix.shape[1]), dtype=rows.dtype)
    for start in range(0, len(rows), step):
        np.matmul(rows[start : start + step], matrix, out=result[start : start + step])
    return result


def _heard(weights: Weights, state: RealArray, groups: Sequence[IntArray]) -> RealArray:
    """What each block hears from the whole page and from the blocks that belong together with it."""
    heard = _pooled(state) @ weights["page"] + weights["page_bias"]
    for which, group in enumerate(groups):
        from_group = _product(_group_means(state, group), weights[f"group_{which}"])
        heard = heard + from_group.take(group, axis=0)
    return heard


def _pooled(state: RealArray) -> RealArray:
    mean = np.add.reduce(state, dtype=np.float64) / len(state)
    return np.concatenate((mean, np.maximum.reduce(state)), dtype=state.dtype)


def _group_means(state: RealArray, group: IntArray) -> RealArray:
    """One row for each group, summed up in double precision. Every number up to the largest must be taken."""
    sizes = np.bincount(group)
    in_order = state.take(group.argsort(kind="stable"), axis=0).astype(np.float64)
    sums = np.add.reduceat(in_order, sizes.cumsum() - sizes)
    sums /= sizes[:, None]
    return sums.astype(state.dtype)


def _relu(values: RealArray) -> RealArray:
    return np.maximum(values, np.zeros_like(values), out=values)  # a single 0 in place of the zeros takes twice as long


def sigmoid(values: FloatArray) -> FloatArray:
    return 1 / (1 + np.exp(np.minimum(-values, 30)))
