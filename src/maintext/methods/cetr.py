"""CETR: content stands on source lines with much text for their tags.

T. Weninger, W. H. Hsu, J. Han, "CETR: Content Extraction via Tag Ratios", WWW 2010. For each line of the source, head, scripts,
styles and comments taken out:

    T = characters outside of tags / tags on the line, opening and closing
    T' = T smoothed by a Gaussian whose sigma is the standard deviation of T
    G = mean of T' over this line and the next alpha - 1, less T' of this line;  G' = |G smoothed likewise|

`cetr-tm` keeps lines whose T' reaches lambda standard deviations of T', `cetr-km` clusters T' with k-means and drops the cluster
nearest zero, `cetr` clusters (T', G') with one centroid held at the origin and drops the origin's cluster.

Readings, where the paper leaves a choice: nothing lies beyond the first and last line; k-means starts at fixed points instead of
random ones (see `signal.clusters`), so that a page always gives the same answer; a page without any tag is kept whole. A text run
that spans several lines is kept if at least half of its characters are.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.lines import BREAKINGS, SourceLines, source_lines
from maintext.methods.protocol import parameter
from maintext.methods.signal import clusters, smoothed
from maintext.page import BoolArray, FloatArray, Page

_PAPER = "Weninger, Hsu, Han: CETR - Content Extraction via Tag Ratios, WWW 2010"


@dataclass(frozen=True)
class _TagRatio(ABC):
    paper: ClassVar[str] = _PAPER

    lines: str = parameter(
        "paper", "where source lines break: long cuts lines over 500 characters, block breaks at block tags", choices=BREAKINGS
    )
    max_radius: int = parameter(0, "largest radius of the smoothing, in lines; 0: no limit, as published", at_least=0)

    def score(self, page: Page) -> FloatArray:
        """The smoothed tag ratio: of a text run the mean over its characters, of an element 0."""
        lines = source_lines(page, self.lines)
        return lines.to_rows(self.ratios(lines))

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        lines = source_lines(page, self.lines)
        if not lines.tags.any():
            return page.around(page.is_text)
        return lines.keep(self.content_lines(self.ratios(lines)))

    def ratios(self, lines: SourceLines) -> FloatArray:
        """T'."""
        return self.smoothed(lines.text_chars / np.maximum(lines.tags, 1))

    def smoothed(self, values: FloatArray) -> FloatArray:
        sigma = float(values.std()) if len(values) else 0.0
        if self.max_radius:
            sigma = min(sigma, self.max_radius)
        return smoothed(values, sigma, int(np.ceil(sigma)))

    @abstractmethod
    def content_lines(self, ratios: FloatArray) -> BoolArray:
        """Which lines are content."""


@dataclass(frozen=True)
class ThresholdTagRatio(_TagRatio):
    """CETR-TM: smoothed tag ratio against its own standard deviation."""

    lambda_: float = parameter(1.0, "content reaches this many standard deviations", at_least=0)

    def content_lines(self, ratios: FloatArray) -> BoolArray:
        return ratios >= self.lambda_ * ratios.std()


@dataclass(frozen=True)
class ClusteredTagRatio(_TagRatio):
    """CETR-KM: k-means over the smoothed tag ratio."""

    k: int = parameter(3, "clusters", at_least=2, at_most=100)

    def content_lines(self, ratios: FloatArray) -> BoolArray:
        if np.ptp(ratios) == 0:  # nothing to tell noise from content by
            return ratios > 0
        cluster, centroids = clusters(ratios[:, None], self.k, fixed_origin=False)
        return cluster != np.abs(centroids[:, 0]).argmin()


@dataclass(frozen=True)
class TwoDimensionalTagRatio(_TagRatio):
    """CETR: k-means over the smoothed tag ratio and its change."""

    k: int = parameter(3, "clusters, the one at the origin included", at_least=2, at_most=100)
    alpha: int = parameter(3, "lines in the window that the change is measured over", at_least=2)

    def content_lines(self, ratios: FloatArray) -> BoolArray:
        change = np.abs(self.smoothed(forward_change(ratios, self.alpha)))
        cluster, _ = clusters(np.column_stack((ratios, change)), self.k, fixed_origin=True)
        return cluster != 0


def forward_change(values: FloatArray, window: int) -> FloatArray:
    """G: the mean of each value and the next ones, less the value; a shorter mean at the end."""
    sums = np.concatenate(([0.0], np.cumsum(values)))
    stop = np.minimum(np.arange(len(values)) + min(window, len(values)), len(values))
    return (sums[stop] - sums[:-1]) / (stop - np.arange(len(values))) - values
