"""Floors: the accuracy below which no method may fall on the golden pages that ship with the repository.

A golden page is a folder with `page.html` and `gold.txt`. The floors stand in one JSON file, for each method the mean of two
scores over all golden pages. They rise by `maintext bench floors --update`, and sink only with a reason that stays in the file:

    "cetr": {"f1": 0.8123, "lcs_f1": 0.8011, "lowered": "two more golden pages"}
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maintext import METHODS, BadInput, extract
from maintext.benchmark.metrics import average, measure
from maintext.benchmark.model import Sample

SCORES = ("f1", "lcs_f1")  # over the bag of words, and over their longest common subsequence
TOLERANCE = 1e-4  # one unit of the last digit that is written down

Floors = dict[str, dict[str, Any]]  # by method: each of SCORES, and `lowered`, the reason, where there was one
Figures = dict[str, dict[str, float]]  # by method: each of SCORES

HELD, ROSE, FELL, NEW, GONE = "held", "rose", "FELL", "NEW: no floor yet", "GONE: no such method"


@dataclass(frozen=True)
class Judgement:
    """How a method stands to its floor."""

    method: str
    verdict: str
    figures: Mapping[str, float]  # empty where the method is gone
    floor: Mapping[str, Any]  # empty where the method is new

    @property
    def fine(self) -> bool:
        return self.verdict in (HELD, ROSE)


def read_pages(folder: Path) -> list[Sample]:
    """The golden pages, by name. Raises `BadInput` where there are none, or one is not whole."""
    pages = [_read_page(path.parent) for path in sorted(folder.glob("*/page.html"))]
    if not pages:
        raise BadInput(f"no golden pages in {folder}: each is a folder with page.html and gold.txt")
    return pages


def _read_page(folder: Path) -> Sample:
    try:
        gold = (folder / "gold.txt").read_text(encoding="utf-8")
        return Sample("golden pages", folder.name, (folder / "page.html").read_bytes(), gold)
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"golden page {folder}: {error}") from error


def measured(pages: Iterable[Sample]) -> Figures:
    """Where every method stands now, in four digits."""
    pages = list(pages)
    return {name: _measured_one(name, pages) for name in METHODS}


def _measured_one(name: str, pages: list[Sample]) -> dict[str, float]:
    means = average([measure(extract(page.html, method=name), page) for page in pages])
    return {score: round(means[score], 4) for score in SCORES}


def judge(figures: Figures, floors: Floors) -> list[Judgement]:
    """Every method that there is or was, beside its floor."""
    names = [*figures, *(name for name in floors if name not in figures)]
    return [Judgement(name, _verdict(name, figures, floors), figures.get(name, {}), floors.get(name, {})) for name in names]


def _verdict(name: str, figures: Figures, floors: Floors) -> str:
    if name not in figures:
        return GONE
    if name not in floors:
        return NEW
    gains = [figures[name][score] - floors[name][score] for score in SCORES]
    if any(_is_loss(gain) for gain in gains):
        return FELL
    return ROSE if any(gain > 0 for gain in gains) else HELD


def _is_loss(gain: float) -> bool:
    return gain < -TOLERANCE - 1e-9  # four digits are no binary fractions


def updated(figures: Figures, floors: Floors, *, reason: str | None = None) -> Floors:
    """The floors raised to where the methods stand, with new methods; lowered, and without what is gone, only for a reason."""
    kept = {name: floor for name, floor in floors.items() if reason is None and name not in figures}
    return {name: _raised(figures[name], floors.get(name, {}), reason) for name in figures} | kept


def _raised(figures: Mapping[str, float], floor: Mapping[str, Any], reason: str | None) -> dict[str, Any]:
    losses = {score for score in SCORES if score in floor and _is_loss(figures[score] - floor[score])}
    if losses and reason is not None:
        kept = {score: figures[score] if score in losses else max(figures[score], floor[score]) for score in SCORES}
        return {**kept, "lowered": reason}
    raised = {score: max(figures[score], floor.get(score, 0.0)) for score in SCORES}
    note = {"lowered": floor["lowered"]} if "lowered" in floor else {}
    return {**raised, **note}


def read_floors(path: Path) -> Floors:
    """The floors in a file; none where it is not there. Raises `BadInput`."""
    if not path.exists():
        return {}
    try:
        floors: Floors = json.loads(path.read_text(encoding="utf-8"))
        for floor in floors.values():
            for score in SCORES:
                floor[score] = float(floor[score])
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadInput(f"{path} is no file of floors ({type(error).__name__}: {error})") from error
    return floors


def write_floors(path: Path, floors: Floors) -> None:
    """A line for each method, so that a change reads well in a diff. Raises `BadInput`."""
    lines = [f"  {json.dumps(name)}: {json.dumps(floor, ensure_ascii=False)}" for name, floor in floors.items()]
    try:
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from error


def table(judgements: Iterable[Judgement]) -> str:
    """What `maintext bench floors` prints."""
    head = ["method", *(word for score in SCORES for word in (score, "floor")), ""]
    rows = [head, *(_row(each) for each in judgements)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if number in (0, len(head) - 1) else cell.rjust(width) for number, (cell, width) in cells
        ).rstrip()
        for cells in (list(enumerate(zip(row, widths, strict=True))) for row in rows)
    )


def _row(judgement: Judgement) -> list[str]:
    cells = [judgement.method]
    for score in SCORES:
        cells += [f"{values[score]:.4f}" if score in values else "-" for values in (judgement.figures, judgement.floor)]
    reason = judgement.floor.get("lowered")
    return [*cells, judgement.verdict + (f" (lowered: {reason})" if reason else "")]
