"""Alexjc: content are the lines that are more text than markup.

Alexjc, "The Easy Way to Extract Useful Text from Arbitrary HTML", ai-depot.com 2007. The page is written out in lines, each
with the bytes of HTML that it took:

    density = text of the line / text and tags of the line

A line of at least the threshold is content.

What is known of the original: the article. It goes on to train a neural network on the densities of a line and its neighbours;
it also says that a fixed threshold gives good results, and the papers compare with that. Its number is our choice.

Readings: lines break at block-level tags and `br`, as a text browser would break them (`lines` has others); characters are
counted for bytes; scripts, styles, comments and the head count as nothing. A text run that spans several lines is kept if at
least half of its characters stand on content lines.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.lines import BREAKINGS, SourceLines, source_lines
from maintext.methods.protocol import parameter
from maintext.page import BoolArray, FloatArray, Page


@dataclass(frozen=True)
class LineDensity:
    """Lines that are dense with text."""

    paper: ClassVar[str] = "Alexjc: The Easy Way to Extract Useful Text from Arbitrary HTML, ai-depot.com 2007"

    lines: str = parameter("block", "where source lines break", choices=BREAKINGS)
    threshold: float = parameter(0.5, "density that content reaches", at_least=0)

    def score(self, page: Page) -> FloatArray:
        """The density of a text run's line."""
        lines = source_lines(page, self.lines)
        return lines.to_rows(_density(lines))

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        lines = source_lines(page, self.lines)
        return lines.keep(_density(lines) >= self.threshold)


def _density(lines: SourceLines) -> FloatArray:
    return lines.text_chars / np.maximum(lines.text_chars + lines.tag_chars, 1)
