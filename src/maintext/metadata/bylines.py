"""Authors on the visible page: elements that are marked as a byline, and lines that begin with "By".

Rows are looked at only where a byline can stand: around the main heading and around the date.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from maintext.metadata.look import Look, class_and_id
from maintext.metadata.names import author_names, begins_with_by, names_in_runs, without
from maintext.metadata.record import BYLINE, MICRODATA, REL, Field, Texts
from maintext.page import Attributes
from maintext.tags import NUMBER, TEXT, member_table

_BEFORE, _AFTER = 60, 160  # rows around the main heading where a byline may stand
_AROUND_DATE = 14
_ROWS_OF_BYLINE = 40
_ROWS_AFTER_BY = 8  # in which the name follows a "By"
_LONGEST_LINE = 100  # characters of a line that names an author
_ENOUGH = 2.5  # the least score of a byline that is believed
_ELSEWHERE = -4.0

_MARKED = re.compile(
    r"author|byline|by-line|autor|auteur|writer|written|posted-by|user-?name|user-?info|user-?details|postuser|creator|poster\b|"
    r"contributor|redakt|verfasser"
)
_PLACE = re.compile(
    r"/(?:authors?|autor|auteur|autore|autoren|profiles?|profil|people|staff|users?|members?|u|by|team|writers?|contributors?)/|/user-\d"
)
_MAY_HOLD_BYLINE = member_table(
    "a address article b cite dd div dt em footer h2 h3 h4 h5 h6 header i li meta p section small span strong td".split()
) | ~member_table(NUMBER)  # custom elements may
_A, _META = NUMBER["a"], NUMBER["meta"]


@dataclass(frozen=True)
class Byline:
    """A place that names authors, and what speaks for it."""

    names: list[str]
    source: str
    score: float


def bylines(look: Look, date_row: int | None) -> list[Byline]:
    """What may be the byline, the most likely first."""
    found = [byline for row in _rows(look, date_row) if (byline := _byline_at(look, row)) and byline.score >= _ENOUGH]
    return sorted(found, key=lambda byline: -byline.score)  # equals stay in their order


def authors_in(found: list[Byline], sites: frozenset[str]) -> Texts | None:
    """The names in the most likely byline that names more than the site."""
    for byline in found:
        names = without(byline.names, sites)
        if names:
            return Field(tuple(names), byline.source)
    return None


def _rows(look: Look, date_row: int | None) -> Iterator[int]:
    middle = max(look.heading, 0)
    last = min(len(look.page), middle + _AFTER)
    yield from _candidates(look, max(0, middle - _BEFORE), last)
    if date_row is not None and date_row >= last:
        yield from _candidates(look, max(last, date_row - _AROUND_DATE), min(len(look.page), date_row + _AROUND_DATE))


def _candidates(look: Look, first: int, end: int) -> Iterator[int]:
    """Of a range of rows the elements that may hold a byline and the short lines."""
    page = look.page
    tag = page.tag[first:end].clip(max=len(_MAY_HOLD_BYLINE) - 1)
    chars = page.chars[first:end]
    wanted = _MAY_HOLD_BYLINE[tag] | ((tag == TEXT) & (chars > 1) & (chars <= _LONGEST_LINE))
    return iter((wanted.nonzero()[0] + first).tolist())


def _byline_at(look: Look, row: int) -> Byline | None:
    attributes = look.attributes(row)
    if not attributes:
        return _line_at(look, row) if look.tags[row] == TEXT else None
    rel, prop, name = attributes.get("rel"), attributes.get("itemprop"), class_and_id(attributes)
    score = 5.0 * bool((prop and "author" in prop) or (rel and "author" in rel)) + 3.0 * bool(name and _MARKED.search(name))
    if look.tags[row] == _A and _PLACE.search(attributes.get("href") or ""):
        score += 2.0
    names = _names_below(look, row, attributes) if score else []
    if not names:
        return None
    source = MICRODATA if prop else REL if rel and "author" in rel else BYLINE
    return Byline(names, source, score + look.nearness(row) + _ELSEWHERE * look.elsewhere(row))


def _names_below(look: Look, row: int, attributes: Attributes) -> list[str]:
    if look.tags[row] == _META:
        return author_names(attributes.get("content"))
    runs = list(look.runs(row, min(look.end(row), row + _ROWS_OF_BYLINE)))
    labelled = next((number for number, run in enumerate(runs) if begins_with_by(run)), 0)
    return names_in_runs(runs[labelled:])


def _line_at(look: Look, row: int) -> Byline | None:
    """`By Ada Lovelace`, in one piece or with the name in the next element."""
    text = look.page.text(row)
    if not begins_with_by(text):
        return None
    names = names_in_runs([text, *look.runs(row + 1, row + _ROWS_AFTER_BY)], people_only=True)
    return Byline(names, BYLINE, 2.5 + look.nearness(row) + _ELSEWHERE * look.elsewhere(row)) if names else None
