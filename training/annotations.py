"""Golds of our own for pages whose corpus has none: what `annotations.jsonl` says of them.

A line of that file names a page and says what it is and where its main content and its title stand in its text, as pairs of a
first character and the one after the last, white space not counted. So it holds none of the page's words, it fits whatever a
block is taken to be, and it is told at once when a page is another one than was marked. `annotating.md` has the rules by which
pages are marked.
"""

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from maintext import MaintextError, parse
from maintext.benchmark.model import Sample
from maintext.page import Page
from maintext.render import EVERYTHING, FORMATS, Kept

ANNOTATIONS = Path(__file__).parent / "annotations.jsonl"
_SEPARATORS = (0, ord(" "))  # all that stands between words in a page's characters

Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Annotation:
    """What a page is and where its parts stand."""

    page_type: str
    main: Spans
    title: Spans
    check: int  # of the page's text, so that another page is not taken for this one


def with_own_gold(samples: Iterable[Sample], path: Path = ANNOTATIONS) -> list[Sample]:
    """The samples, those that the file knows with a gold. A gold that a corpus has is left as it is."""
    known = _read(path)
    return [
        sample if sample.gold.strip() or (sample.corpus, sample.id) not in known else _annotated(sample, known, path)
        for sample in samples
    ]


def _annotated(sample: Sample, known: Mapping[tuple[str, str], Annotation], path: Path) -> Sample:
    found, page = known[sample.corpus, sample.id], parse(sample.html, url=sample.url)
    if checksum(page) != found.check:
        raise MaintextError(
            f"the page {sample.id} of {sample.corpus} is not the one that {path.name} speaks of: "
            "take the corpus that it was made for, or take the page's line out"
        )
    return replace(
        sample,
        gold=text_at(page, found.main),
        title=sample.title or " ".join(text_at(page, found.title).split()),
        page_type=sample.page_type or found.page_type,
    )


def text_at(page: Page, spans: Spans) -> str:
    """The text runs that begin there, as they are written in the result."""
    runs, starts = page.text_rows, _letters(page).searchsorted(page.start[page.text_rows])
    marked = np.zeros(len(page), dtype=bool)
    for start, stop in spans:
        marked[runs[(start <= starts) & (starts < stop)]] = True
    return FORMATS["text"](Kept.of(page, marked), EVERYTHING)


def checksum(page: Page) -> int:
    """Of all characters of the page that are no white space."""
    return zlib.crc32(page.codes.take(_letters(page)).astype("<u4").tobytes())


def _letters(page: Page) -> "np.ndarray[tuple[int, ...], np.dtype[np.intp]]":
    """Where in the page's characters those stand that are no white space."""
    return np.flatnonzero(~np.isin(page.codes, _SEPARATORS))


def _read(path: Path) -> dict[tuple[str, str], Annotation]:
    known: dict[tuple[str, str], Annotation] = {}
    for line in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        page, main, title = (line["corpus"], line["id"]), _spans(line["main"]), _spans(line["title"])
        if page in known or not main or not (_are_in_order(main) and _are_in_order(title)):
            raise MaintextError(
                f"{path.name}: {line['id']} of {line['corpus']} has two lines, no content, or places out of order"
            )
        known[page] = Annotation(line["type"], main, title, line["check"])
    return known


def _spans(pairs: list[list[int]]) -> Spans:
    return tuple((start, stop) for start, stop in pairs)


def _are_in_order(spans: Spans) -> bool:
    places = [0, *(place for span in spans for place in span)]
    return places == sorted(places) and all(start < stop for start, stop in spans)
