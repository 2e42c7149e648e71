"""The net, in numpy: what it takes to run it. How its weights came about is in `training/`.

Blocks in a row are a sequence. Each starts from its features; four convolutions of width 3 then mix it with its neighbours 1, 2,
4 and 8 blocks away. Half-way, each block also hears from the whole page (mean and maximum) and from the blocks that belong
together with it: those on the same path, in the same kind of record, in the same large element. A small head reads off the
probability that the block is content and what kind of block it is; another one the type of the page.

One number from -1 to 1, the convention, goes in beside the features: the running text of an article alone, or also the tables
and lists that belong to it.

It runs in single precision, in which all of its sums are exact (`grid`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from maintext.labels import LABELS, PAGE_TYPES
from maintext.methods.fused.grid import CEILING, CLIP, INPUT_STEP, STATE_STEP, SingleArray, rounded
from maintext.page import FloatArray, IntArray
from maintext.properties import cached_property

Weights = Mapping[str, SingleArray]

DILATIONS = (1, 2, 4, 8)
POOL_AFTER = 2  # convolutions before the blocks hear from the page and their groups
GROUPS = 3  # ways in which blocks belong together
_LARGEST_PRODUCT = 1 << 18  # multiplications


def shapes(inputs: int, channels: int, hidden: int) -> dict[str, tuple[int, ...]]:
    """Of all the weights of a net of such widths."""
    return {
        "input": (inputs, channels),
        "input_bias": (channels,),
        "input_convention": (channels,),
        **{f"convolution_{number}": (3, channels, channels) for number in range(len(DILATIONS))},
        **{f"convolution_{number}_bias": (channels,) for number in range(len(DILATIONS))},
        "page": (2 * channels, channels),
        "page_bias": (channels,),
        **{f"group_{which}": (channels, channels) for which in range(GROUPS)},
        "head": (channels, hidden),
        "head_bias": (hidden,),
        "head_convention": (hidden,),
        "main": (hidden, 1),
        "main_bias": (1,),
        "kind": (hidden, len(LABELS)),
        "kind_bias": (len(LABELS),),
        "type": (2 * channels, len(PAGE_TYPES)),
        "type_bias": (len(PAGE_TYPES),),
    }


@dataclass(frozen=True, eq=False)
class Output:
    """What the net says of a page."""

    main: FloatArray  # for each block the probability that it is content
    kind: SingleArray  # for each block how much speaks for each of LABELS
    find_page_type: Callable[[], SingleArray]

    @cached_property
    def page_type(self) -> SingleArray:
        """How much speaks for each of PAGE_TYPES."""
        return self.find_page_type()


def standardised(weights: Weights, features: SingleArray) -> SingleArray:
    """In standard deviations from the mean, written over the features."""
    features -= weights["mean"]
    features *= 1 / weights["scale"]  # far fewer divisions
    return rounded(features.clip(-CLIP, CLIP, out=features), INPUT_STEP)


def run(weights: Weights, inputs: SingleArray, groups: Sequence[IntArray], convention: float) -> Output:
    """`inputs` are standardised features, a row for each block; `groups` number the blocks that belong together."""
    state = _layer(weights, "input", inputs, convention)
    for number, dilation in enumerate(DILATIONS):
        _add(state, _convolved(weights, number, dilation, state))
        if number + 1 == POOL_AFTER:
            _add(state, _heard(weights, state, groups))
    hidden = _layer(weights, "head", state, convention)
    return Output(
        main=sigmoid((hidden @ weights["main"])[:, 0].astype(np.float64) + weights["main_bias"]),
        kind=hidden @ weights["kind"] + weights["kind_bias"],
        find_page_type=lambda: _pooled(state) @ weights["type"] + weights["type_bias"],
    )


def _layer(weights: Weights, name: str, inputs: SingleArray, convention: float) -> SingleArray:
    """One in which the convention has a say."""
    bias = weights[f"{name}_bias"] + np.float32(convention) * weights[f"{name}_convention"]
    return _handed_on(_product(inputs, weights[name]), bias)


def _handed_on(sums: SingleArray, bias: SingleArray) -> SingleArray:
    """What a layer makes of its sums, written over them."""
    sums += bias
    return rounded(sums.clip(0, CEILING, out=sums), STATE_STEP)


def _add(state: SingleArray, change: SingleArray) -> None:
    state += change
    np.minimum(state, CEILING, out=state)


def _convolved(weights: Weights, number: int, dilation: int, state: SingleArray) -> SingleArray:
    """Width 3: the block `dilation` before, the block itself, the block `dilation` after; nothing lies beyond the ends."""
    before, here, after = weights[f"convolution_{number}"]
    total = _product(state, here)
    if dilation < len(state):
        total[dilation:] += _product(state[:-dilation], before)
        total[:-dilation] += _product(state[dilation:], after)
    return _handed_on(total, weights[f"convolution_{number}_bias"])


def _product(rows: SingleArray, matrix: SingleArray) -> SingleArray:
    """In pieces that are too small for the matrix library to spread them over threads: to wait for those takes far longer than
    the work itself, where other processes keep the cores busy."""
    step = max(_LARGEST_PRODUCT // matrix.size, 1)
    if len(rows) <= step:
        return rows @ matrix
    result = np.empty((len(rows), matrix.shape[1]), dtype=rows.dtype)
    for start in range(0, len(rows), step):
        np.matmul(rows[start : start + step], matrix, out=result[start : start + step])
    return result


def _heard(weights: Weights, state: SingleArray, groups: Sequence[IntArray]) -> SingleArray:
    """What each block hears from the whole page and from the blocks that belong together with it."""
    heard = np.zeros_like(state)
    for which, group in enumerate(groups):
        heard += _product(_group_means(state, group), weights[f"group_{which}"]).take(group, axis=0)
    return _handed_on(heard, _pooled(state) @ weights["page"] + weights["page_bias"])


def _pooled(state: SingleArray) -> SingleArray:
    mean = (np.add.reduce(state, dtype=np.float64) / len(state)).astype(np.float32)
    return np.concatenate((rounded(mean, STATE_STEP), np.maximum.reduce(state)))


def _group_means(state: SingleArray, group: IntArray) -> SingleArray:
    """One row for each group. Every number up to the largest must be taken."""
    sizes = np.bincount(group)
    in_order = state.take(group.argsort(kind="stable"), axis=0).astype(np.float64)
    sums = np.add.reduceat(in_order, sizes.cumsum() - sizes)
    sums /= sizes[:, None]
    return rounded(sums.astype(np.float32), STATE_STEP)


def sigmoid(values: FloatArray) -> FloatArray:
    return 1 / (1 + np.exp(np.minimum(-values, 30)))
