"""What the net makes of a page, before any decision."""

from collections.abc import Callable
from dataclasses import dataclass

from maintext.methods.fused.network import Output
from maintext.methods.fused.view import View
from maintext.page import FloatArray, IntArray
from maintext.properties import cached_property


@dataclass(frozen=True, eq=False)
class Reading:
    """A page through the eyes of the net."""

    view: View
    output: Output
    probability: FloatArray  # of being content, for each block, records levelled
    find_inputs: Callable[[], FloatArray]

    @cached_property
    def kind(self) -> IntArray:
        """For each block the index in LABELS of what it looks most like."""
        return self.output.kind.argmax(axis=1)

    @cached_property
    def inputs(self) -> FloatArray:
        """Standardised features, a row for each block."""
        return self.find_inputs()
