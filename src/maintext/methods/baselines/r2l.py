"""R2L: content is where characters of the Arabic script outweigh those that markup is written in.

H. Mohammadzadeh, F. Schweiggert, G. Nakhaeizadeh, "Using UTF-8 to Extract Main Content of Right to Left Language Web Pages",
ICSOFT 2011. Tags are written in ASCII, and so for pages in Arabic, Farsi, Urdu and Pashto no parser is needed. For each line

    surplus = characters of the Arabic script - ASCII characters, tags included

Lines with a surplus over 0 make regions. The one with the most Arabic characters, with those near it, is the main content area.
Content are the characters of the Arabic script in it: all others are lost, as the authors say themselves.

What is known of the original: the abstract and the conclusions, and the description in the DANAg paper. It has a parameter that
is best tuned for each site; that this is the number of lines between regions is our reading, and 20 is DANAg's value.

Readings: lines break at block-level tags and `br`, as for DANAg; the Arabic script is its five blocks in Unicode; white space
does not count; since decisions are on text runs, a run is kept if at least half of its characters are content. A page in any
other script is empty.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.methods.baselines.tokens import block_lines, codes, counted, main_area, tag_lengths, visible_chars
from maintext.methods.protocol import parameter
from maintext.page import BoolArray, FloatArray, IntArray, Page

_ARABIC = ((0x0600, 0x06FF), (0x0750, 0x077F), (0x08A0, 0x08FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFF))


@dataclass(frozen=True)
class RightToLeft:
    """R2L: what is Arabic script in the main content area."""

    paper: ClassVar[str] = (
        "Mohammadzadeh, Schweiggert, Nakhaeizadeh: "
        "Using UTF-8 to Extract Main Content of Right to Left Language Web Pages, ICSOFT 2011"
    )

    gap: int = parameter(20, "lines that may lie between two regions of one content", at_least=0)

    def score(self, page: Page) -> FloatArray:
        """The surplus of a text run's line."""
        return block_lines(page).to_rows(surplus(page, arabic_chars(page)))

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        arabic = arabic_chars(page)
        lines = block_lines(page)
        area = main_area(surplus(page, arabic) > 0, lines.total(arabic), self.gap)
        in_area = lines.to_rows(area) > 0
        return page.around(page.is_text & in_area & (2 * arabic >= visible_chars(page)))


def arabic_chars(page: Page) -> IntArray:
    """Characters of the Arabic script in each text run."""
    code = codes(page)
    arabic = np.zeros(len(code), dtype=bool)
    for lowest, highest in _ARABIC:
        arabic |= (code >= lowest) & (code <= highest)
    return counted(page, arabic)


def surplus(page: Page, wanted: IntArray) -> FloatArray:
    """For each line the wanted characters of its text less its ASCII characters, tags included."""
    code = codes(page)
    ascii_chars = counted(page, (code < 0x80) & (code != ord(" ")))
    start_tags, end_tags = tag_lengths(page)
    return block_lines(page).total(wanted - ascii_chars - start_tags, -end_tags)
