"""What the net makes of a page, before any decision."""

from dataclasses import dataclass

from maintext.methods.fused.network import Output
from maintext.methods.fused.view import View
from maintext.page import FloatArray


@dataclass(frozen=True, eq=False)
class Reading:
    """A page through the eyes of the net."""

    view: View
    inputs: FloatArray  # standardised features, a row for each block
    output: Output
    probability: FloatArray  # of being content, for each block, records levelled
