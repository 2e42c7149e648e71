"""METHODS: every method by its name."""

from types import MappingProxyType

from maintext.methods.block_extractor import BlockExtractor
from maintext.methods.cepr import ExtendedTagPathRatio, SmoothedTagPathRatio, TagPathRatio
from maintext.methods.cetd import DensitySmoothing, DensitySum, TextDensitySum
from maintext.methods.cetr import ClusteredTagRatio, ThresholdTagRatio, TwoDimensionalTagRatio
from maintext.methods.danag import Danag
from maintext.methods.fused import Fused
from maintext.methods.protocol import Method
from maintext.methods.whole_text import WholeText

METHODS: MappingProxyType[str, Method] = MappingProxyType(
    {
        "fused": Fused(),
        "cetd-ds": TextDensitySum(),
        "cectd-s": DensitySmoothing(),
        "cectd-ds": DensitySum(),
        "cetr-tm": ThresholdTagRatio(),
        "cetr-km": ClusteredTagRatio(),
        "cetr": TwoDimensionalTagRatio(),
        "danag": Danag(),
        "cepr-tpr": TagPathRatio(),
        "cepr-etpr": ExtendedTagPathRatio(),
        "cepr-setpr": SmoothedTagPathRatio(),
        "block-extractor": BlockExtractor(),
        "whole-text": WholeText(),
    }
)
