"""Numbers that single precision multiplies and adds up without rounding any of them.

The net's weights, its inputs and what its layers hand on are whole multiples of small powers of two, and none is large. So every
product and every sum in a layer fits into the 24 bits that single precision has; only between layers is anything rounded, to the
next multiple. Whatever the order of the sums, and however wide the registers: from the same inputs numpy, the compiled kernel and
every machine find the same log-odds, to the last bit, in the precision that is cheapest.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.page import FloatArray, RealArray

SingleArray = NDArray[np.float32]

WEIGHT_STEP, INPUT_STEP, STATE_STEP = 2.0**-7, 2.0**-6, 2.0**-7
CLIP = 4.0  # standard deviations: no input is further from the mean
CEILING = 32.0  # what a layer hands on is not negative, and not above this
_BITS = 24


class _Sum(NamedTuple):
    """What is added up by a layer: weighted numbers that go in, and biases."""

    matrices: tuple[str, ...]
    biases: tuple[str, ...]
    largest: float = CEILING  # of the numbers that go in
    step: float = STATE_STEP

    @property
    def limit(self) -> float:
        return 2**_BITS * self.step * WEIGHT_STEP

    def of(self, weights: Mapping[str, RealArray]) -> FloatArray:
        """The largest that each sum can be."""
        matrices = (np.abs(weights[name]) for name in self.matrices)
        total = sum(matrix.reshape(-1, matrix.shape[-1]).sum(axis=0) for matrix in matrices) * self.largest
        return total + sum(np.abs(weights[name]) for name in self.biases)


_CONVOLUTIONS = 4
_SUMS = (
    _Sum(("input",), ("input_bias", "input_convention"), CLIP, INPUT_STEP),
    *(_Sum((f"convolution_{number}",), (f"convolution_{number}_bias",)) for number in range(_CONVOLUTIONS)),
    _Sum(("page", "group_0", "group_1", "group_2"), ("page_bias",)),
    _Sum(("head",), ("head_bias", "head_convention")),
    *(_Sum((name,), (f"{name}_bias",)) for name in ("main", "kind", "type")),
)
_NEAR_THE_LIMIT = 0.95  # rounding makes sums larger


def on_grid(weights: Mapping[str, RealArray]) -> dict[str, SingleArray]:
    """The weights of a net as whole multiples of WEIGHT_STEP, those of sums that could get too large made smaller. Arrays of
    other names are only put in single precision."""
    found = {name: array.astype(np.float32) for name, array in weights.items()}
    for each in _SUMS:
        share = np.minimum(_NEAR_THE_LIMIT * each.limit / np.maximum(each.of(weights), 1), 1)
        for name in (*each.matrices, *each.biases):
            found[name] = (np.rint(weights[name] * share / WEIGHT_STEP) * WEIGHT_STEP).astype(np.float32)
    return found


def is_on_grid(weights: Mapping[str, RealArray]) -> bool:
    return all(_is_exact(each, weights) for each in _SUMS)


def _is_exact(each: _Sum, weights: Mapping[str, RealArray]) -> bool:
    steps = (weights[name] / WEIGHT_STEP for name in (*each.matrices, *each.biases))
    return all((step == np.rint(step)).all() for step in steps) and bool((each.of(weights) <= each.limit).all())


def rounded(values: SingleArray, step: float) -> SingleArray:
    """The values, themselves, as whole multiples of the step: as high up as this, single precision has no finer numbers."""
    high_up = 1.5 * 2 ** (_BITS - 1) * step
    values += high_up
    values -= high_up
    return values
