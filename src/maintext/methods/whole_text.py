"""All of the text: the control that every method has to beat."""

from dataclasses import dataclass
from typing import ClassVar

from maintext.page import BoolArray, FloatArray, Page


@dataclass(frozen=True)
class WholeText:
    """Keeps every text run."""

    paper: ClassVar[str] = "no paper: all text of the page, the control for every comparison"

    def score(self, page: Page) -> FloatArray:
        return page.chars.astype(float)

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        return page.around(page.is_text)
