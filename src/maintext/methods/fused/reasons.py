"""Reasons: what moved the net to keep a block or to drop it, in words.

The effect of a feature is found by occlusion: it is set to its mean over the training pages, the net runs again, and the effect
is how far the block's log-odds of being content have moved. Features that say the same in words ("no other block has its tag
path") are set to their means together, and make one reason.

This is about the net's own word on a block. That siblings are decided together, that of several copies only the first is kept,
that a table or code is kept whole, and that next to everything is on a page with next to no text, comes afterwards (`decision`,
`wholes`, `scant`).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from maintext.methods.fused.features import FEATURES, GROUP_FEATURES, feature_matrix
from maintext.methods.fused.network import Weights, run
from maintext.methods.fused.phrases import features_by_text
from maintext.methods.fused.reading import Reading
from maintext.methods.fused.view import View
from maintext.methods.fused.wording import Context
from maintext.page import BoolArray

_SMALLEST_EFFECT = 0.05
_ALL_BUT_CERTAIN = 1 - 2.0**-40  # beyond this, and below what is as unlikely, odds tell nothing more
_PAGE_WIDE = frozenset({*GROUP_FEATURES["page context"], "share of the densest"})  # the same for all blocks of a page


@dataclass(frozen=True)
class Reason:
    feature: str  # one of FEATURES, of several that say the same the strongest; or what else decided
    value: float  # as it is on the page, before standardising
    effect: float  # how far it moved the block's log-odds of being content: above 0 towards keeping
    text: str  # what it says of the block, in words


def reasons(reading: Reading, weights: Weights, keep: BoolArray, block: int, convention: float, limit: int = 5) -> list[Reason]:
    """What weighed most for a block, the strongest first. `keep` is the decision for each block; `weights` and `convention` are
    those of the reading."""
    values = dict(zip(FEATURES, feature_matrix(reading.view)[block].tolist(), strict=True))
    context = Context(reading.view, keep, block, values)
    occlusion = _Occlusion(reading, weights, block, convention)
    found = [occlusion.reason(text, names, values) for text, names in features_by_text(context).items()]
    strong = [reason for reason in found if abs(reason.effect) >= _SMALLEST_EFFECT]
    return sorted(strong, key=lambda reason: -abs(reason.effect))[:limit]


def block_of_row(view: View, row: int) -> int | None:
    """The block that a text run belongs to, or the first one inside an element; None where there is none."""
    blocks = view.blocks
    at = int(blocks.rows.searchsorted(row))
    return int(blocks.of_run[at]) if at < len(blocks.rows) and blocks.rows[at] < view.page.end[row] else None


@dataclass(frozen=True, eq=False)
class _Occlusion:
    """Runs the net again without some of what it knew."""

    reading: Reading
    weights: Weights
    block: int
    convention: float

    def reason(self, text: str, names: Sequence[str], values: Mapping[str, float]) -> Reason:
        effects = {name: self.effect([name]) for name in names}
        strongest = max(names, key=lambda name: abs(effects[name]))
        effect = effects[strongest] if len(names) == 1 else self.effect(names)
        return Reason(strongest, values[strongest], effect, text)

    def effect(self, names: Sequence[str]) -> float:
        inputs = self.reading.inputs.copy()
        for name in names:
            rows = slice(None) if name in _PAGE_WIDE else self.block
            inputs[rows, FEATURES.index(name)] = 0  # the mean, standardised
        without = run(self.weights, inputs, self.reading.view.groups, self.convention)
        return _log_odds(self.reading.output.main[self.block]) - _log_odds(without.main[self.block])


def _log_odds(probability: float) -> float:
    within = min(max(probability, 1 - _ALL_BUT_CERTAIN), _ALL_BUT_CERTAIN)
    return math.log(within) - math.log1p(-within)
