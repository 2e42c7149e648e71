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
from functools import lru_cache
from pathlib import Path

import numpy as np

from maintext import MaintextError, parse
from maintext.benchmark.model import Sample
from maintext.page import Page

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
        sample if sample.gold.strip() or (sample.corpus, sample.id) not in known else _annotated(sample, known)
        for sample in samples
    ]


def _annotated(sample: Sample, known: Mapping[tuple[str, str], Annotation]) -> Sample:
    found, page = known[sample.corpus, sample.id], parse(sample.html, url=sample.url)
    if checksum(page) != found.check:
        raise MaintextError(
            f"the page {sample.id} of {sample.corpus} is not the one that {ANNOTATIONS.name} speaks of: "
            "take the corpus that it was made for, or take the page's line out"
        )
    return replace(
        sample,
        gold="\n".join(texts_at(page, found.main)),
        title=sample.title or " ".join(texts_at(page, found.title)),
        page_type=sample.page_type or found.page_type,
    )


def texts_at(page: Page, spans: Spans) -> list[str]:
    """What stands there, each run of the page's text on a line of its own."""
    places = _letters(page)
    texts = [page.characters[places[start] : places[stop - 1] + 1] for start, stop in spans]
    return ["\n".join(" ".join(line.split()) for line in text.split("\0")) for text in texts]


def checksum(page: Page) -> int:
    """Of all characters of the page that are no white space."""
    return zlib.crc32(page.codes.take(_letters(page)).astype("<u4").tobytes())


def _letters(page: Page) -> "np.ndarray[tuple[int, ...], np.dtype[np.intp]]":
    """Where in the page's characters those stand that are no white space."""
    return np.flatnonzero(~np.isin(page.codes, _SEPARATORS))


@lru_cache
def _read(path: Path) -> dict[tuple[str, str], Annotation]:
    lines = path.read_text(encoding="utf-8").splitlines()
    found = map(json.loads, lines)
    return {
        (each["corpus"], each["id"]): Annotation(each["type"], _spans(each["main"]), _spans(each["title"]), each["check"])
        for each in found
    }


def _spans(pairs: list[list[int]]) -> Spans:
    return tuple((start, stop) for start, stop in pairs)
