"""`Kept`: what a renderer is given."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from maintext.labels import LABELS
from maintext.page import BoolArray, FloatArray, IntArray, Page

MetadataRecord = Mapping[str, Mapping[str, Any]]  # {"title": {"value": "Ice", "source": "heading"}, …}, known fields only


class Judgement(NamedTuple):
    """What else a method has to say about a page."""

    labels: IntArray  # for each row an index in LABELS
    page_type: str | None = None
    confidence: float | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Kept:
    """A page, the decision for each of its rows, and what is known about it. What takes time to find out is a function, so that
    only a format that writes it pays for it."""

    page: Page
    keep: BoolArray  # text and the elements around it
    score: FloatArray
    method: str = ""  # its name
    origin: str = "page"  # where the content was found
    warnings: tuple[str, ...] = ()
    read_metadata: Callable[[], MetadataRecord] = dict
    judge: Callable[[], Judgement] | None = None

    @classmethod
    def of(cls, page: Page, kept_text: BoolArray) -> "Kept":
        """These text runs of a page, with nothing known about them."""
        return cls(page, page.around(kept_text & page.is_text), np.zeros(len(page)))

    def judgement(self) -> Judgement:
        if self.judge is not None:
            return self.judge()
        return Judgement(np.where(self.keep, LABELS.index("main"), LABELS.index("boilerplate")))

    def without(self, rows: BoolArray) -> "Kept":
        """The same with the text of these rows left out."""
        return replace(self, keep=self.page.around(self.page.is_text & self.keep & ~rows))
