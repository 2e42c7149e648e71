"""DANAg: content is the region of the source, with what stands near it, in which text outweighs tags.

H. Mohammadzadeh, T. Gottron, F. Schweiggert, G. Nakhaeizadeh, "Extracting the Main Content of Web Documents Based on a Naive
Smoothing Method", 2012. For each line of the source, broken at block-level tags:

    diff = characters of text less characters of tags, summed over the line and its two neighbours

Runs of lines with diff > 0 are regions. The one with the most text is the core; from it, regions are added upwards and downwards
as long as at most `gap` lines lie between one and the next. Everything from the first to the last of them is content.

A text run that spans several lines is kept if at least half of its characters stand in that area.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.lines import BREAKINGS, SourceLines, source_lines
from maintext.methods.protocol import parameter
from maintext.page import BoolArray, FloatArray, Page


@dataclass(frozen=True)
class Danag:
    """The core region and its neighbours."""

    paper: ClassVar[str] = (
        "Mohammadzadeh, Gottron, Schweiggert, Nakhaeizadeh: "
        "Extracting the Main Content of Web Documents Based on a Naive Smoothing Method, KDIR 2011 / 2012"
    )

    lines: str = parameter("block", "where source lines break", choices=BREAKINGS)
    gap: int = parameter(20, "lines that may lie between two regions of one content", at_least=0)

    def score(self, page: Page) -> FloatArray:
        """How far text outweighs tags around a text run; 0 for an element."""
        lines = source_lines(page, self.lines)
        return lines.to_rows(surplus(lines))

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        lines = source_lines(page, self.lines)
        first, last = self._area(surplus(lines), lines)
        numbers = np.arange(len(lines))
        return lines.keep((numbers >= first) & (numbers < last))

    def _area(self, diff: FloatArray, lines: SourceLines) -> tuple[int, int]:
        """First line and one past the last; (0, 0) where text never outweighs tags."""
        edges = np.diff(np.concatenate(([0], diff > 0, [0])).astype(np.int8))
        starts, stops = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
        if not len(starts):
            return 0, 0
        text = np.concatenate(([0], np.cumsum(lines.text_chars)))
        core = int((text[stops] - text[starts]).argmax())
        far = np.flatnonzero(starts[1:] - stops[:-1] > self.gap)  # region i and i + 1 do not belong together
        first = starts[far[far < core].max(initial=-1) + 1]
        last = stops[far[far >= core].min(initial=len(starts) - 1)]
        return int(first), int(last)


def surplus(lines: SourceLines) -> FloatArray:
    """diff: text less tags over each line and its neighbours."""
    difference = (lines.text_chars - lines.tag_chars).astype(float)
    padded = np.concatenate(([0.0], difference, [0.0]))
    return padded[:-2] + padded[1:-1] + padded[2:]
