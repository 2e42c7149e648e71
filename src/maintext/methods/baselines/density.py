"""Density: content is the stretch of the page with the most text, among stretches of lines that are long and close together.

J. A. Moreno, K. Deschacht, M.-F. Moens, "Language Independent Content Extraction from Web Pages", Dutch-Belgian Information
Retrieval Workshop 2009. The text is written out in lines. A line of at least `length` characters is dense. Dense lines that at
most `gap` others separate make a region; the region with the most text is content.

What is known of the original: the full text was not at hand. The DANAg paper compares with it and says no more than that it
looks at tags; that it keeps the densest region of text lines, with two constants for what is long and what is close, is our
recollection of later accounts. Both constants are our choice.

Readings: lines break at block-level tags and `br`; only lines with text count as lines; everything between the first and the
last dense line of the region is content.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.methods.baselines.tokens import block_lines, main_area
from maintext.methods.protocol import parameter
from maintext.page import BoolArray, FloatArray, Page


@dataclass(frozen=True)
class Density:
    """The region of long lines with the most text."""

    paper: ClassVar[str] = "Moreno, Deschacht, Moens: Language Independent Content Extraction from Web Pages, DIR 2009"

    length: int = parameter(80, "characters of a line that is dense", at_least=1)
    gap: int = parameter(10, "shorter lines that may lie between two dense ones", at_least=0)

    def score(self, page: Page) -> FloatArray:
        """Characters of a text run's line."""
        lines = block_lines(page)
        return lines.to_rows(lines.total(page.chars))

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        lines = block_lines(page)
        text = lines.total(page.chars)
        with_text = np.flatnonzero(text)
        lengths = text[with_text]
        dense = lengths >= min(self.length, lengths.max(initial=0))  # where no line is long, the longest ones are
        content = np.zeros(lines.count, dtype=bool)
        content[with_text] = main_area(dense, lengths, self.gap)
        return lines.keep(content)
