"""Kept rows as one JSON record: the text, the Markdown, what is known about the page, and the decision on each of its blocks.

`record.schema.json` beside this file describes the record. `VERSION` is the schema's: its second number rises with every field
that is added, its first one where a field changes its meaning or goes away.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import numpy as np

from maintext.labels import LABELS
from maintext.page import BoolArray, IntArray, Page
from maintext.render.addresses import base_address, followable
from maintext.render.content import content_of
from maintext.render.images import images, shown_images
from maintext.render.kept import Kept
from maintext.render.markdown import render_markdown
from maintext.render.options import RenderOptions
from maintext.render.places import images_in_kept
from maintext.render.text import written_runs
from maintext.tags import member_table

VERSION = "1.0"

_DIGITS = 6  # of a score
_LONGEST_PATH = 64  # names: pages nest 20 deep, and a hostile one must not write its depth for each of its blocks

_IS_ANCHOR = member_table({"a"})

Span = tuple[int, int]  # from and to, in characters of a text


def record_schema() -> dict[str, Any]:
    """The JSON Schema of the record."""
    from importlib.resources import files  # few programs ask for it

    schema: dict[str, Any] = json.loads(files("maintext.render").joinpath("record.schema.json").read_text(encoding="utf-8"))
    return schema


def render_json(kept: Kept, options: RenderOptions) -> str:
    """A JSON object on one line."""
    return json.dumps(record_of(kept, options), ensure_ascii=False)


def record_of(kept: Kept, options: RenderOptions) -> dict[str, Any]:
    page, judgement = kept.page, kept.judgement()
    content = content_of(page, kept.keep).text
    text, spans = _text_and_spans(page, content)
    return {
        "version": VERSION,
        "url": page.url,
        "method": kept.method,
        "origin": kept.origin,
        "page_type": judgement.page_type,
        "confidence": judgement.confidence if judgement.confidence is None else round(float(judgement.confidence), _DIGITS),
        "metadata": dict(kept.read_metadata()),
        "text": text,
        "markdown": render_markdown(page, kept.keep, options),
        "warnings": list(kept.warnings),
        "blocks": list(_blocks(kept, content, judgement.labels, text, spans)),
        "links": list(_links(page, text, spans)) if options.include_links else [],
        "images": list(_images(page, content)) if options.include_images else [],
    }


def _text_and_spans(page: Page, text_runs: BoolArray) -> tuple[str, dict[int, Span]]:
    """The text of the runs, and where in it each of them stands."""
    runs = list(written_runs(page, text_runs))
    spans: dict[int, Span] = {}
    end = 0
    for row, (before, run) in zip(np.flatnonzero(text_runs).tolist(), runs, strict=True):
        start = end + len(before)
        end = start + len(run)
        spans[row] = start, end
    return "".join(chain.from_iterable(runs)), spans


# -- blocks --------------------------------------------------------------------------------------------------------------


def _blocks(kept: Kept, content: BoolArray, labels: IntArray, text: str, spans: Mapping[int, Span]) -> Iterator[dict[str, Any]]:
    """One for each stretch of text in one block-level element with one decision and one label, in document order."""
    page, rows = kept.page, kept.page.text_rows
    if not len(rows):
        return
    dropped_text, dropped_spans = _text_and_spans(page, page.is_text & ~content)
    decisions = np.stack([page.block[rows], content[rows], labels[rows]])
    first = np.flatnonzero(np.concatenate(([True], (decisions[:, 1:] != decisions[:, :-1]).any(axis=0))))
    last = np.concatenate((first[1:], [len(rows)])) - 1
    chars = np.maximum(np.add.reduceat(page.chars[rows], first), 1)
    scores = np.add.reduceat(kept.score[rows] * page.chars[rows], first) / chars
    paths = _paths(page, page.block[rows[first]])
    columns = zip(rows[first].tolist(), rows[last].tolist(), scores.tolist(), paths, strict=True)
    for row, until, score, path in columns:
        is_kept = bool(content[row])
        known = spans if is_kept else dropped_spans
        start, end = known[row][0], known[until][1]
        if start == end:  # says what the formula in the block before it says
            continue
        yield {
            "row": row,
            "path": path,
            "label": LABELS[labels[row]],
            "score": round(score, _DIGITS),
            "keep": is_kept,
            "start": start if is_kept else None,
            "end": end if is_kept else None,
            "text": (text if is_kept else dropped_text)[start:end],
        }


def _paths(page: Page, rows: IntArray) -> list[str]:
    """The names from `body` down to each row; of elements that nest deeper than any page of a person's, the last names."""
    numbers = page.path[rows].tolist()
    row_of_path = dict(zip(numbers, rows.tolist(), strict=True))
    paths = {}
    for number, row in row_of_path.items():
        names = [page.name(at) for at, _ in zip(page.upwards(row), range(_LONGEST_PATH), strict=False)]
        paths[number] = ".".join(reversed(names))
    return [paths[number] for number in numbers]


# -- links and images ----------------------------------------------------------------------------------------------------


def _links(page: Page, text: str, spans: Mapping[int, Span]) -> Iterator[dict[str, Any]]:
    """The links with kept text; of links inside of links, which no browser follows, the outer one."""
    base = base_address(page)
    runs = np.array(list(spans), dtype=np.int64)
    anchors = np.flatnonzero(page.is_any(_IS_ANCHOR) & ~page.in_link[np.maximum(page.parent, 0)])
    firsts, ends = np.searchsorted(runs, anchors), np.searchsorted(runs, page.end[anchors])
    for row, first, end in zip(anchors.tolist(), firsts.tolist(), ends.tolist(), strict=True):
        href = page.attributes(row).get("href") if first < end else None
        address = followable(href, base) if href else None
        if address:
            start, until = spans[int(runs[first])][0], spans[int(runs[end - 1])][1]
            if start < until:  # else it is part of a formula
                yield {"url": address, "text": text[start:until], "start": start, "end": until}


def _images(page: Page, content: BoolArray) -> Iterator[dict[str, Any]]:
    """The images that belong to what is kept, each address once."""
    shown = shown_images(page, images_in_kept(page, content, images(page)), content, base_address(page))
    seen = set()
    for row, address in shown.items():
        if address not in seen:
            seen.add(address)
            yield {"url": address, "alt": " ".join((page.attributes(row).get("alt") or "").split())}
