"""What the net makes of a page, before any decision."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from maintext.methods.fused.decision import likely_from
from maintext.methods.fused.network import Output
from maintext.methods.fused.view import View
from maintext.page import BoolArray, FloatArray, IntArray, RealArray
from maintext.properties import cached_property


@dataclass(frozen=True, eq=False)
class Reading:
    """A page through the eyes of the net."""

    view: View
    output: Output
    probability: FloatArray  # of being content, for each block, records levelled
    factor: float  # what a block has to reach, as a share of the F1 that can be had
    find_inputs: Callable[[], RealArray]

    @cached_property
    def kind(self) -> IntArray:
        """For each block the index in LABELS of what it looks most like."""
        return self.output.kind.argmax(axis=1)

    @cached_property
    def threshold(self) -> float:
        """The probability from which a block is worth keeping."""
        return likely_from(self.probability, self.view.blocks.size, self.factor)

    @property
    def likely(self) -> BoolArray:
        return self.probability >= self.threshold

    @property
    def margin(self) -> float:
        """How far the closest call, on a block or on its kind, is from going the other way."""
        kinds = np.sort(self.output.kind, axis=1)
        of_blocks, of_kinds = np.abs(self.probability - self.threshold), kinds[:, -1] - kinds[:, -2]
        return min(float(of_blocks.min()), float(of_kinds.min()))

    @cached_property
    def inputs(self) -> RealArray:
        """Standardised features, a row for each block."""
        return self.find_inputs()
