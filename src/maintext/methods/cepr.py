"""CEPR: content stands on tag paths whose text runs are long, full of punctuation, and uneven.

G. Wu, L. Li, X. Hu, X. Wu, "Web News Extraction via Path Ratios", CIKM 2013. Text runs in document order; the runs with the
same tag path belong together:

    TPR(path)  = characters of its runs / number of its runs
    ETPR(path) = TPR * punctuation marks of its runs / number of its runs * std of their lengths * std of their marks
    SETPR      = ETPR smoothed over neighbouring runs by a Gaussian of radius r, each neighbour weighted by the likeness of the
                 two paths, 1 / (1 + edit distance)^alpha

A run is content if its value reaches lambda times the standard deviation of all values.

Readings, where the paper leaves a choice: the edit distance is that of the paths written as strings, standard deviations are
the population's (the paper's own example decides both), a path with one run has ETPR 0, punctuation is Unicode's category P, and
the smoothing is not made up for a neighbour that is missing or unlike.
"""

import unicodedata
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np

from maintext.distance import edit_distance
from maintext.methods.protocol import parameter
from maintext.methods.signal import gaussian_kernel
from maintext.page import BoolArray, FloatArray, IntArray, Page

_PAPER = "Wu, Li, Hu, Wu: Web News Extraction via Path Ratios, CIKM 2013"
_LAMBDA = "content reaches this many standard deviations"


class _PathRatio(ABC):
    paper: ClassVar[str] = _PAPER
    lambda_: float

    @abstractmethod
    def values(self, page: Page) -> FloatArray:
        """One value for each text run."""

    def score(self, page: Page) -> FloatArray:
        """The value of a text run's path; 0 for an element."""
        score = np.zeros(len(page))
        score[page.text_rows] = self.values(page)
        return score

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        values = score[page.text_rows]
        threshold = self.lambda_ * values.std() if len(values) else 0.0
        return page.around(page.is_text & (score >= threshold))


@dataclass(frozen=True)
class TagPathRatio(_PathRatio):
    """CEPR-TPR: mean length of the runs on the same path."""

    lambda_: float = parameter(1.7, _LAMBDA, at_least=0)

    def values(self, page: Page) -> FloatArray:
        path = page.path[page.text_rows]
        return _mean_by_path(path, page.chars[page.text_rows])[path]


@dataclass(frozen=True)
class ExtendedTagPathRatio(_PathRatio):
    """CEPR-ETPR: with punctuation and the spread of both."""

    lambda_: float = parameter(0.7, _LAMBDA, at_least=0)

    def values(self, page: Page) -> FloatArray:
        path = page.path[page.text_rows]
        chars, marks = page.chars[page.text_rows], punctuation(page)
        ratio = _mean_by_path(path, chars) * _mean_by_path(path, marks) * _std_by_path(path, chars) * _std_by_path(path, marks)
        return ratio[path]


@dataclass(frozen=True)
class SmoothedTagPathRatio(ExtendedTagPathRatio):
    """CEPR-SETPR: smoothed over neighbours with similar paths."""

    lambda_: float = parameter(0.8, _LAMBDA, at_least=0)
    radius: int = parameter(1, "runs to each side that take part in the smoothing", at_least=1, at_most=1000)
    alpha: float = parameter(1.0, "how strongly unlike paths are held apart; 0: not at all", at_least=0)
    distance: str = parameter(
        "characters", "edit distance between paths, in characters or in tags (scores higher)", choices=("characters", "tags")
    )

    def values(self, page: Page) -> FloatArray:
        plain = super().values(page)
        rows = page.text_rows
        kernel = gaussian_kernel(self.radius, self.radius)
        smooth = kernel[self.radius] * plain
        for offset in range(1, min(self.radius, len(rows) - 1) + 1):
            distance = path_distances(page, rows[:-offset], rows[offset:], self.distance)
            weight = kernel[self.radius + offset] / (1 + distance) ** self.alpha
            smooth[offset:] += weight * plain[:-offset]
            smooth[:-offset] += weight * plain[offset:]
        return smooth


def punctuation(page: Page) -> IntArray:
    """Punctuation marks in each text run."""
    codes = np.frombuffer(page.characters.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    seen = np.concatenate(([0], np.cumsum(_is_punctuation()[np.minimum(codes, 0xFFFF)])))
    start = page.start[page.text_rows]
    return seen[start + page.chars[page.text_rows]] - seen[start]


@cache
def _is_punctuation() -> BoolArray:
    """Unicode category P for the first 65,536 characters; beyond them lies no script that news is written in."""
    return np.array([unicodedata.category(chr(code)).startswith("P") for code in range(0x10000)])


def _mean_by_path(path: IntArray, values: FloatArray | IntArray) -> FloatArray:
    return np.bincount(path, weights=values) / np.maximum(np.bincount(path), 1)


def _std_by_path(path: IntArray, values: FloatArray | IntArray) -> FloatArray:
    deviation = values - _mean_by_path(path, values)[path]
    return np.sqrt(_mean_by_path(path, deviation**2))


def path_distances(page: Page, first: IntArray, second: IntArray, unit: str) -> FloatArray:
    """Edit distances between the tag paths of two columns of text runs.

    Only what lies below the nearest common ancestor is compared: what stands above is a common beginning, which costs nothing.
    For neighbours in document order these parts together are no longer than the page has tags.
    """
    known: dict[tuple[int, int], int] = {}
    parent, path, tag = page.parent.tolist(), page.path.tolist(), page.tag.tolist()
    names = [f".{name}" for name in page.tag_names] if unit == "characters" else [chr(n) for n in range(len(page.tag_names))]
    distances = []
    for one, other in zip(first.tolist(), second.tolist(), strict=True):
        pair = (path[one], path[other])
        if pair not in known:
            known[pair] = 0 if pair[0] == pair[1] else _branch_distance(parent, tag, names, parent[one], parent[other])
        distances.append(known[pair])
    return np.array(distances, dtype=float)


def _branch_distance(parent: list[int], tag: list[int], names: list[str], one: int, other: int) -> int:
    branches: tuple[list[str], list[str]] = ([], [])
    while one != other:  # the lower row in the table cannot be an ancestor of the other
        if one > other:
            branches[0].append(names[tag[one]])
            one = parent[one]
        else:
            branches[1].append(names[tag[other]])
            other = parent[other]
    return edit_distance("".join(reversed(branches[0])), "".join(reversed(branches[1])))
