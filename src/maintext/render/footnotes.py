"""Footnotes: a short link to a place further down, and the paragraph or list item at that place."""

import re
from dataclasses import dataclass, field
from itertools import count, pairwise

import numpy as np

from maintext.page import BoolArray, IntArray, Page

_LABEL = re.compile(r"[\[(]?\s*(\d{1,4}|[a-z]{1,2}|[ivxlc]{1,5}|[*†‡§¶]{1,3}|note \d{1,3})\s*[\])]?", re.IGNORECASE)
_SAYS_NOTE = re.compile(r"fn|foot_?-?note|end_?-?note|cite_?-?note|note-?ref|(?:^|[\s_#-])note", re.IGNORECASE)
_LEVELS_ABOVE = 3
LONGEST_WAY_BACK = 12  # characters: an arrow, "Jump up"; no mark of a footnote is longer either
_FEW_ROWS = 8  # around a way back and its brackets
_LONGEST_NOTE = 3000  # characters

_MAY_BE_NOTE = frozenset({"li", "p", "div", "dd", "aside"})


@dataclass(slots=True)
class Footnotes:
    """The rows of links to notes and of the notes, with their labels; and of the links that lead back, with their brackets."""

    references: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    ways_back: set[int] = field(default_factory=set)


def find_footnotes(page: Page, kept: BoolArray, kept_text: BoolArray, anchors: IntArray, kept_chars: IntArray) -> Footnotes:
    """The footnotes whose link and text are both kept. `anchors` are the kept links; `kept_chars` counts the kept characters in
    each element."""
    found = Footnotes()
    inner_links = {
        row: target
        for row in anchors[kept_chars[anchors] <= LONGEST_WAY_BACK].tolist()
        if (target := inner_target(page, page.attributes(row).get("href") or ""))
    }
    references = {row: target for row, target in inner_links.items() if _is_reference(page, row, kept_text)}
    if not references:
        return found
    rows_by_id = _rows_by_id(page, kept)
    notes = {row: rows_by_id[target] for row, target in references.items() if target in rows_by_id}
    notes = {row: note for row, target in notes.items() if (note := _note_at(page, row, target)) is not None}
    _add_labels(page, notes, kept_text, found)
    origins = {row_id for row in found.references for row_id in _ids_around(page, row)}
    for row, target in inner_links.items():
        if row not in found.references and target in origins:
            found.ways_back.add(row)
            found.ways_back |= _brackets_around(page, row, kept_text)
    return found


def _brackets_around(page: Page, row: int, kept_text: BoolArray) -> set[int]:
    """The text runs beside a way back in its parent, if they only put it in brackets."""
    parent = int(page.parent[row])
    rows = {*range(parent, row), *range(int(page.end[row]), int(page.end[parent]))}
    runs = {each for each in rows if kept_text[each]} if len(rows) <= _FEW_ROWS else set()
    return runs if all(page.text(each).strip("[]().^ ") == "" for each in runs) else set()


def inner_target(page: Page, href: str) -> str:
    """The id that a link on this page leads to, on this page."""
    address, sign, target = href.strip().partition("#")
    return target if sign and (not address or address == page.url) else ""


def _text(page: Page, row: int, kept_text: BoolArray) -> str:
    rows = row + np.flatnonzero(kept_text[row : page.end[row]])
    return "".join([page.text(each) for each in rows.tolist()])


def _is_reference(page: Page, row: int, kept_text: BoolArray) -> bool:
    if not _LABEL.fullmatch(_text(page, row, kept_text)):
        return False
    if _SAYS_NOTE.search(page.attributes(row).get("href") or ""):
        return True
    above = row
    for _ in range(_LEVELS_ABOVE):
        attributes = page.attributes(above)
        hints = " ".join([attributes.get(name) or "" for name in ("class", "id", "role", "rel", "epub:type")])
        if _SAYS_NOTE.search(hints) or page.name(above) == "sup":
            return True
        above = max(int(page.parent[above]), 0)
    return False


def _rows_by_id(page: Page, kept: BoolArray) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in np.flatnonzero(kept & ~page.is_text).tolist():
        attributes = page.attributes(row)
        for name in ("id", "name"):
            value = attributes.get(name)
            if value:
                found.setdefault(value, row)
    return found


def _note_at(page: Page, reference: int, target: int) -> int | None:
    """The block at the target, if it may be a note: further down, a paragraph or item, and not long."""
    note = int(page.block[target])
    is_note = (
        note > reference and page.name(note) in _MAY_BE_NOTE and int(page.chars[note : page.end[note]].sum()) <= _LONGEST_NOTE
    )
    return note if is_note else None


def _add_labels(page: Page, notes: dict[int, int], kept_text: BoolArray, found: Footnotes) -> None:
    rows = sorted(set(notes.values()))
    outer = {one for one, other in pairwise(rows) if other < page.end[one]}  # holds other notes
    taken: set[str] = set()
    for reference, note in notes.items():
        if note in outer:
            continue
        if note not in found.notes:
            label = _new_label(_text(page, reference, kept_text), taken)
            taken.add(label)
            found.notes[note] = label
        found.references[reference] = found.notes[note]


def _new_label(text: str, taken: set[str]) -> str:
    match = _LABEL.fullmatch(text)
    wanted = match.group(1).replace(" ", "-") if match else ""
    if not wanted.replace("-", "").isalnum() or wanted in taken:
        wanted = next(label for label in map(str, count(len(taken) + 1)) if label not in taken)
    return wanted


def _ids_around(page: Page, row: int) -> list[str]:
    ids = []
    for _ in range(_LEVELS_ABOVE):
        attributes = page.attributes(row)
        ids += [value for name in ("id", "name") if (value := attributes.get(name))]
        row = max(int(page.parent[row]), 0)
    return ids
