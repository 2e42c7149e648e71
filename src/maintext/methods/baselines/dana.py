"""DANA: R2L for every script beyond ASCII, with all of the text in the main content area.

H. Mohammadzadeh, T. Gottron, F. Schweiggert, G. Nakhaeizadeh, "A Fast and Accurate Approach for Main Content Extraction Based
on Character Encoding", TIR (DEXA Workshops) 2011. For each line

    surplus = characters beyond ASCII - ASCII characters, tags included

smoothed over the line and its two neighbours. Lines with a surplus over 0 make regions. The one with the most characters beyond
ASCII, with those near it, is the main content area, and the text that a parser finds in it is content.

What is known of the original: the abstract, and the description in the DANAg paper by the same authors, whose later phases are
said to be much the same.

Readings: smoothing and the 20 lines between regions are DANAg's; lines break at block-level tags and `br`, as there; white
space does not count. Pages in languages of the Latin alphabet come out empty: DANAg was made for them.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.methods.baselines.r2l import surplus
from maintext.methods.baselines.tokens import block_lines, codes, counted, main_area
from maintext.methods.protocol import parameter
from maintext.page import BoolArray, FloatArray, IntArray, Page


@dataclass(frozen=True)
class Dana:
    """DANA: the main content area of a page that is not written in ASCII."""

    paper: ClassVar[str] = (
        "Mohammadzadeh, Gottron, Schweiggert, Nakhaeizadeh: "
        "A Fast and Accurate Approach for Main Content Extraction Based on Character Encoding, TIR 2011"
    )

    gap: int = parameter(20, "lines that may lie between two regions of one content", at_least=0)

    def score(self, page: Page) -> FloatArray:
        """The smoothed surplus of a text run's line."""
        return block_lines(page).to_rows(_smooth_surplus(page))

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        lines = block_lines(page)
        return lines.keep(main_area(_smooth_surplus(page) > 0, lines.total(_foreign_chars(page)), self.gap))


def _foreign_chars(page: Page) -> IntArray:
    """Characters beyond ASCII in each text run."""
    return counted(page, codes(page) >= 0x80)


def _smooth_surplus(page: Page) -> FloatArray:
    padded = np.concatenate(([0.0], surplus(page, _foreign_chars(page)), [0.0]))
    return padded[:-2] + padded[1:-1] + padded[2:]
