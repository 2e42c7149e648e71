"""What the net makes of a page, before any decision."""

from collections.abc import Callable
from dataclasses import dataclass

from maintext.methods.fused.decision import likely_from
from maintext.methods.fused.grid import SingleArray
from maintext.methods.fused.network import Output
from maintext.methods.fused.view import View
from maintext.page import BoolArray, FloatArray, IntArray
from maintext.properties import cached_property


@dataclass(frozen=True, eq=False)
class Reading:
    """A page through the eyes of the net."""

    view: View
    output: Output
    probability: FloatArray  # of being content, for each block, records levelled
    factor: float  # what a block has to reach, as a share of the F1 that can be had
    find_inputs: Callable[[], SingleArray]

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

    @cached_property
    def inputs(self) -> SingleArray:
        """Standardised features, a row for each block."""
        return self.find_inputs()
