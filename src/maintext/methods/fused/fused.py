"""Fused: the scores of the five papers, and what else can be told about a block, weighed by one small learned net.

Our own, and the default. The page falls into blocks (`blocks`), each has some ninety features (`features`, the papers' scores
among them), a convolutional net of 22,000 weights reads them in document order (`network`, its file in `model`), a rule that
maximises the expected F1 decides (`decision`), and what that has broken is made whole (`wholes`). Pages with next to no text are
a case of their own (`scant`).
"""

from collections.abc import Hashable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import numpy as np

from maintext.errors import BadParameter
from maintext.kernel import compiled
from maintext.labels import LABELS, PAGE_TYPES
from maintext.marks import read_marks
from maintext.methods.fused import scant
from maintext.methods.fused.compiled import (
    PROSE,
    PROSE_OR_NOT,
    SAID,
    SOUGHT,
    Judgement,
    Settings,
    constants,
    declares_prose,
    judge,
    judgement_of,
    loaded,
)
from maintext.methods.fused.decision import confidence, confidence_inputs, levelled, likely_from, without_copies
from maintext.methods.fused.declared import read_declared
from maintext.methods.fused.features import FEATURES, feature_matrix
from maintext.methods.fused.model import SHIPPED, load_weights
from maintext.methods.fused.network import run, standardised
from maintext.methods.fused.reading import Reading
from maintext.methods.fused.reasons import Reason, block_of_row, reasons
from maintext.methods.fused.view import view_of
from maintext.methods.fused.wholes import completed
from maintext.methods.protocol import parameter
from maintext.page import BoolArray, FloatArray, IntArray, Page
from maintext.tags import IS_NOSCRIPT, NUMBER

# Thresholds, as shares of the F1 that can be had. The first two lie where held-out pages go best: from 0.48 to 0.66, and from
# 0.65 to 0.8 for articles, F1 on wcxb-dev differs by 0.001 at most, and the higher one gains on news, threads and snippets.
_FACTOR, _ARTICLE_FACTOR, _PRECISE_FACTOR, _FULL_FACTOR = 0.54, 0.75, 0.9, 0.3
_RUNNING_TEXT, _ALL_OF_IT = -1.0, 1.0  # conventions (see `network`)
_MAIN, _BOILERPLATE, _TITLE, _COMMENTS = (LABELS.index(name) for name in ("main", "boilerplate", "title", "comments"))
_COVERS_TITLE = FEATURES.index("covers the title")
_NEXT_TO_NO_TEXT = "the page has next to no text, and nothing speaks against this"


class Aim(NamedTuple):
    """What is wanted of a page."""

    convention: float  # the running text alone, or all that belongs to it
    factor: float  # what a block has to reach, as a share of the F1 that can be had


class Decision(NamedTuple):
    """What `Fused.decide` makes of a page."""

    score: FloatArray  # for each row
    keep: BoolArray  # for each row
    certain: BoolArray  # the same without what is kept only because there is next to no text
    shown: int  # characters of that which a browser shows with scripts on, as most do


@dataclass(frozen=True)
class Fused:
    """The papers' scores as features of one small learned model."""

    paper: ClassVar[str] = "maintext's own: CETD, CETR, DANAg, CEPR and BlockExtractor as features of one small learned model"

    favor_precision: bool = parameter(False, "keep only what is all but certain")
    favor_recall: bool = parameter(False, "keep whatever may be content")
    include_title: bool = parameter(False, "keep the title too")
    include_comments: bool = parameter(False, "keep readers' comments below an article")
    model: str = parameter(SHIPPED, "path of a model file; the one that comes with the package by default")

    def __post_init__(self) -> None:
        if self.favor_precision and self.favor_recall:
            raise BadParameter("favor_precision and favor_recall exclude each other: choose one, or neither for the balance")

    def score(self, page: Page) -> FloatArray:
        """The probability of a text run to be content; 0 for an element."""
        judgement = self._judgement(page)
        if judgement is not None:
            return judgement.score.copy()
        reading = self.reading(page)
        return reading.view.blocks.to_rows(reading.probability) if reading else np.zeros(len(page))

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        judgement, with_plain = self._judgement(page), self._keeps_what_is_plain(page)
        if judgement is not None and not with_plain and np.array_equal(score, judgement.score):
            return judgement.keep.copy()
        reading = self.reading(page)
        if reading is None:
            return np.zeros(len(page), dtype=bool)
        probability, size = reading.view.blocks.of_rows(score), reading.view.blocks.size
        return self._kept(reading, probability >= likely_from(probability, size, reading.factor), with_plain)

    def _kept(self, reading: Reading, likely: BoolArray, with_plain: bool) -> BoolArray:
        view, blocks = reading.view, reading.view.blocks
        keep = likely | scant.plain_blocks(view) if with_plain else likely
        keep = completed(view, without_copies(keep, blocks.size, view.first_copy))
        if self.include_title or np.count_nonzero(reading.kind == _COMMENTS):
            keep = self._by_label(keep, block_labels(reading, keep))
        return view.page.around(blocks.to_rows(keep))

    def _by_label(self, keep: BoolArray, labels: IntArray) -> BoolArray:
        if self.include_title:
            keep = keep | (labels == _TITLE)
        return keep | (labels == _COMMENTS) if self.include_comments else keep & (labels != _COMMENTS)

    def decide(self, page: Page) -> Decision:
        """What `score` and `keep` give. Where the kernel made it, it cannot be written to, and nothing is copied."""
        judgement, with_plain = self._judgement(page), self._keeps_what_is_plain(page)
        if judgement is not None and not with_plain:
            return Decision(judgement.score, judgement.keep, judgement.keep, judgement.shown)
        reading = self.reading(page)
        if reading is None:
            nothing = np.zeros(len(page), dtype=bool)
            return Decision(np.zeros(len(page)), nothing, nothing, 0)
        keep = self._kept(reading, reading.likely, with_plain)
        if judgement is not None:
            return Decision(judgement.score, keep, judgement.keep, judgement.shown)
        score = reading.view.blocks.to_rows(reading.probability)
        certain = self._kept(reading, reading.likely, with_plain=False) if with_plain else keep
        shown = certain & ~page.inside(page.is_any(IS_NOSCRIPT)) if "noscript" in page.element_names else certain
        return Decision(score, keep, certain, int(page.chars @ shown))

    def labels(self, page: Page, keep: BoolArray) -> IntArray:
        """For each row its label, an index in LABELS. An element that holds anything kept is `main`."""
        reading = self.reading(page)
        labels = np.where(keep, _MAIN, _BOILERPLATE)
        if reading is not None:
            blocks = reading.view.blocks
            labels[blocks.rows] = block_labels(reading, blocks.of_rows(keep))[blocks.of_run]
        return labels

    def confidence(self, page: Page, keep: BoolArray) -> float:
        """How well this page went, from 0 to 1: the F1 that pages like it had. 0 where nothing is kept."""
        reading = self.reading(page)
        if reading is None:
            return 0.0
        blocks = reading.view.blocks
        kept = blocks.of_rows(keep)
        inputs = confidence_inputs(reading.probability, blocks.size, kept)
        return confidence(inputs, load_weights(self.model)["confidence"]) if kept.any() else 0.0

    def page_type(self, page: Page) -> str | None:
        """One of PAGE_TYPES; None for a page without text."""
        reading = self.reading(page)
        return PAGE_TYPES[int(reading.output.page_type.argmax())] if reading else None

    def explain(self, page: Page, keep: BoolArray, row: int, limit: int) -> list[Reason]:
        """What moved the probability of a row's block most, after what decided on it regardless; nothing for a row without
        text."""
        reading = self.reading(page)
        block = None if reading is None else block_of_row(reading.view, row)
        if reading is None or block is None:
            return []
        kept = reading.view.blocks.of_rows(keep)
        found = reasons(reading, load_weights(self.model), kept, block, self.aim(page).convention, limit)
        if kept[block] and not reading.likely[block] and self._keeps_what_is_plain(page):
            found.insert(0, Reason("page text", reading.view.total, 0.0, _NEXT_TO_NO_TEXT))
        return found[:limit]

    def reading(self, page: Page) -> Reading | None:
        """None for a page without text."""
        return page.derived(("fused", self), lambda: self._read(page))

    def _judgement(self, page: Page) -> Judgement | None:
        """What the compiled kernel decides, but for what is kept only because there is next to no text. None where there is no
        kernel."""
        kernel = compiled()
        return None if kernel is None else page.derived(self._of_kernel, lambda: self._judge(kernel, page))

    def _judge(self, kernel: ModuleType, page: Page) -> Judgement:
        settings = Settings(self.model, *self.aim(page), self.include_title, self.include_comments)
        return judge(kernel, page, settings)

    @property
    def _of_kernel(self) -> Hashable:
        return "fused judgement", self

    def order(self, next_to_nothing: int) -> tuple[Any, ...]:
        """What the kernel must know to do all of this at once, for pages that show at least so many characters: see
        `src/kernel/at_once.c`."""
        settings = (self._aim(is_prose=True), self._aim(is_prose=False), self.include_title, self.include_comments)
        return (
            SOUGHT,
            constants(),
            loaded(self.model),
            *settings,
            (PROSE, PROSE_OR_NOT),
            next_to_nothing,
            scant.LITTLE,
        )

    def take_over(self, page: Page, said: object, answer: bytes | None) -> None:
        """Let the page know what the kernel has found out by such an order, as far as it came."""
        if said is not None:
            page.derived(SAID, lambda: said)
        if answer is not None:
            page.derived(self._of_kernel, lambda: judgement_of(page, self.model, answer))

    def _read(self, page: Page) -> Reading | None:
        judgement = self._judgement(page)
        if judgement is not None:
            return judgement.read(page, self.aim(page).factor)
        read_marks(page)  # what is read from the parser's tree comes first, while the processor still has the tree at hand
        read_declared(page)
        view = page.derived("fused view", lambda: view_of(page))
        if not len(view.blocks):
            return None
        weights, aim = load_weights(self.model), self.aim(page)
        inputs = standardised(weights, feature_matrix(view))
        output = run(weights, inputs, view.groups, aim.convention)
        probability = levelled(output.main, view.blocks.size, view.series, view.field)
        return Reading(view, output, probability, aim.factor, lambda: inputs)

    def _keeps_what_is_plain(self, page: Page) -> bool:
        return not self.favor_precision and scant.has_little_text(page)

    def aim(self, page: Page) -> Aim:
        """Of a page that says it is an article, as those of news sites do, its running text is wanted, and what may not belong to
        it is left out. On any other page, a recipe too, tables and lists may be what it is about."""
        return self._aim(declares_prose(page))

    def _aim(self, is_prose: bool) -> Aim:
        if self.favor_precision:
            factor = _PRECISE_FACTOR
        elif self.favor_recall:
            factor = _FULL_FACTOR
        else:
            factor = _ARTICLE_FACTOR if is_prose else _FACTOR
        return Aim(_RUNNING_TEXT if is_prose else _ALL_OF_IT, factor)


def block_labels(reading: Reading, keep: BoolArray) -> IntArray:
    """For each block an index in LABELS: what is kept is never boilerplate, what is dropped never main content."""
    labels = reading.kind.copy()
    if not np.count_nonzero(labels == _TITLE):
        labels[_main_heading(reading)] = _TITLE
    labels[keep & (labels == _BOILERPLATE)] = _MAIN
    labels[~keep & (labels == _MAIN)] = _BOILERPLATE
    return labels


def _main_heading(reading: Reading) -> IntArray:
    """The `h1` that says most of what the page's title says; no block where there is no `h1`."""
    headings = np.flatnonzero(reading.view.tag == NUMBER["h1"])
    return headings[reading.inputs[headings, _COVERS_TITLE].argmax() :][:1] if len(headings) else headings
