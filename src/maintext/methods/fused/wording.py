"""Wording: how numbers become words, for the sentences in `phrases`."""

import math
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from maintext.marks import BIT
from maintext.methods.fused.view import View
from maintext.page import BoolArray


@dataclass(frozen=True, eq=False)
class Context:
    """What words may need to know besides the value of a feature."""

    view: View
    keep: BoolArray  # the decision for each block
    block: int
    values: Mapping[str, float]  # all features of the block

    def is_below(self, mark: str) -> bool:
        return bool(self.view.path_marks[self.block] & BIT[mark])

    def others_on(self, path: str) -> BoolArray:
        """The other blocks on the same "tag path" or "class path"."""
        paths = self.view.tag_path if path == "tag path" else self.view.class_path
        others = paths == paths[self.block]
        others[self.block] = False
        return others


Phrase = Callable[[float, Context], str]  # what a value of a feature says of a block


_SHARES = {
    0.0: "none",
    0.06: "hardly any",
    0.17: "a tenth",
    0.29: "a quarter",
    0.42: "a third",
    0.58: "half",
    0.72: "two thirds",
    0.995: "most",
    math.inf: "all",
}


def share_in_words(part: float) -> str:
    """To be followed by "of ...". The shares above are the largest that are still called so."""
    limits = list(_SHARES)
    return _SHARES[limits[bisect_left(limits, max(part, 0.0))]]


def whole(number: float) -> int:
    return round(min(max(number, 0), 1e9))


def counted(value: float) -> int:
    """The count behind a feature: counts go in as log(1 + count)."""
    return whole(unlogged(value))


def unlogged(value: float) -> float:
    return math.expm1(min(max(value, 0), 20))


def rounded(number: float) -> str:
    return f"{number:.0f}" if number >= 9.95 else f"{number:.1f}".removesuffix(".0")


def some(number: int, thing: str) -> str:
    return f"one {thing}" if number == 1 else f"{number} {thing}s"


# -- ways to put it ------------------------------------------------------------------------------------------------------


def either(if_so: str, if_not: str) -> Phrase:
    """Of a feature that is 1 or 0."""
    return lambda value, _: if_so if value > 0.5 else if_not


def share(sentence: str) -> Phrase:
    return lambda value, _: sentence.format(share_in_words(value))


def count(none: str, one: str, many: str) -> Phrase:
    def phrase(value: float, _: Context) -> str:
        number = counted(value)
        return none if number == 0 else one if number == 1 else many.format(number)

    return phrase


def steps(step: str, none: str, several: str) -> Phrase:
    """Of a distance: `none` where it is 0, else `several` with "one block" or "3 blocks" in it."""
    return lambda value, _: several.format(some(counted(value), step)) if counted(value) else none


def rate(sentence: str) -> Phrase:
    """Of a ratio that goes in as its logarithm."""
    return lambda value, _: sentence.format(rounded(unlogged(value)))


def beside_the_best(none: str, little: str, much: str, most: str) -> Phrase:
    """Of a value that is 1 for the best of the page."""
    return lambda value, _: none if value <= 0 else little if value < 0.35 else much if value < 0.95 else most
