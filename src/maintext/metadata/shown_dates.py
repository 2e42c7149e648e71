"""Dates on the visible page: which of them is the day of publication.

What speaks for a date: a `time` element, a class such as `post-date`, a label such as "Published", a short text, a place near the
main heading. What speaks against it: a copyright sign, a label such as "Updated", a place among comments or related pages. The
points for each were chosen by hand on development corpora; `maintext bench metadata` tells what others would do.
"""

import re
from typing import NamedTuple

from maintext.document import Attributes, Words
from maintext.metadata.clues import runs_at
from maintext.metadata.dates import LONGEST, Calendar
from maintext.metadata.look import Look
from maintext.metadata.record import BYLINE, MICRODATA, TEXT, TIME, Field, Text
from maintext.tags import NUMBER

_ENOUGH = 1.0  # the least score of a date that is believed
_ELSEWHERE = -4.0
_LABEL = 1.5  # what a label such as "Published" adds to a score
_MOST = 60  # texts with a year in them, or marked elements, that are looked at
_AROUND = 60, 160  # rows before and behind the heading in which a short year is looked for
_PART_OF_DATE = 25  # characters of a text that may be the part of a date with the year
_LONGEST_TEXT = 300  # characters of a text that gives its own date, rather than tells of others

_SHORT_YEAR = re.compile(r"[0-3]\d\.[01]\d\.[0-4]\d(?![\d.])", re.ASCII)
_NAMES = tuple("date datum fecha time publi posted byline created meta info when".split())  # in a class or an id
_NAMED = re.compile("|".join(_NAMES))
_CLUES = Words((("class", *_NAMES), ("id", *_NAMES)))
_DATES = Words((("itemprop", "date"), ("property", "date")))
_PUBLISHED = re.compile(
    r"\b(?:publi|post(?:ed)?\b|veröffentlicht|erstellt|stand\b|vom\b|date\b|datum|fecha|data\b|written|created|am\b|le\b|on\b|"
    r"opublik|dodano|опублик|дата|publicerad|yayın|gepubl|geplaatst|発行|公開|発表|发布|發布|时间|時間|日期|등록|입력)"
)
_CHANGED = re.compile(
    r"updat|modif|aktualis|geändert|änderung|actualiz|aggiornat|atualiz|bijgewerkt|zaktualiz|обновл|güncell|uppdater|"
    r"更新|수정|revised|edited"
)
_OTHER = re.compile(r"©|copyright|\(c\)|all rights|since|gegründet|born|founded|effective|expires|deadline|joined")
_TIME, _META, _A = NUMBER["time"], NUMBER["meta"], NUMBER["a"]
_MARKED = (_TIME, _META)


class ShownDate(NamedTuple):
    """A date on the visible page, and what speaks for it."""

    row: int
    field: Text
    score: float
    changed: bool  # labelled as that of a change


# Where a date may stand: the highest possible score, below nothing so that the best sort first; which place of the page it is;
# its row; and the attributes of a marked element, None for a text run.
_Place = tuple[float, int, int, Attributes | None]


def shown_date(look: Look, calendar: Calendar, *, at_least: float = _ENOUGH) -> ShownDate | None:
    """The most likely day of publication with such a score; of equals that in the place that could have scored more.

    The places that can score most are looked at first, and what costs them points is looked for last: most places are out of the
    race before.
    """
    best: ShownDate | None = None
    beaten = at_least - 1e-9
    for least, _, row, attributes in sorted(_places(look)):
        if -least <= beaten:
            break
        shown = _in_text(look, calendar, row, beaten) if attributes is None else _marked(look, calendar, row, attributes)
        if shown is None or shown.score <= beaten:
            continue
        if look.elsewhere(row):
            shown = shown._replace(score=shown.score + _ELSEWHERE)
        if shown.score > beaten:
            best, beaten = shown, shown.score
    return best


def _places(look: Look) -> list[_Place]:
    places: list[_Place] = []
    tag, parent = look.rows.tag, look.rows.parent
    for row in _marked_rows(look):
        attributes = look.attributes(row)
        prop = _property(attributes)
        if "date" in prop or tag[row] == _TIME:
            most = look.nearness(row) + (8.0 if _is_published(prop, attributes) else 5.0)
            places.append((-most, len(places), row, attributes))
    for row, length in _rows_with_year(look):
        if tag[parent[row]] != _TIME:
            most = look.nearness(row) + 3.5 + _shortness(length)
            places.append((-most, len(places), row, None))
    return places


def _marked_rows(look: Look) -> list[int]:
    """Each `time`, and each `meta` that may be a date: of shops and lists of events most are about something else."""
    rows, tag = look.rows.of_tags(_MARKED, _MOST), look.rows.tag
    metas = [row for row in rows if tag[row] == _META]
    if not metas:
        return rows
    dates = frozenset(look.page.document.clues_among(metas, _DATES))
    return [row for row in rows if row in dates or tag[row] == _TIME]


def _marked(look: Look, calendar: Calendar, row: int, attributes: Attributes) -> ShownDate | None:
    """A `time` element, or a `meta` of microdata, which may stand anywhere in the page."""
    prop = _property(attributes)
    if look.tag(row) == _TIME:
        day = calendar.read(attributes.get("datetime")) or calendar.read(look.text(row, LONGEST))
    else:
        day = calendar.read(attributes.get("content"))
    if day is None:
        return None
    changed = _CHANGED.search(f"{look.words(row)} {prop} {look.text(look.parent(row), LONGEST).lower()}") is not None
    score = 5.0 + look.nearness(row) - 1.5 * changed
    score += 3.0 * _is_published(prop, attributes)
    return ShownDate(row, Field(day, MICRODATA if prop else TIME), score, changed)


def _property(attributes: Attributes) -> str:
    return (attributes.get("itemprop") or attributes.get("property") or "").lower()


def _is_published(prop: str, attributes: Attributes) -> bool:
    return "publi" in prop or "created" in prop or "pubdate" in attributes


def _rows_with_year(look: Look) -> list[tuple[int, int]]:
    """The text runs that have a year and may hold a date, with their lengths; where none has one, those around the heading with a
    short one."""
    found = look.rows.with_year(longest=_LONGEST_TEXT, part=_PART_OF_DATE, around=LONGEST, most=_MOST)
    return _rows_with_short_year(look) if found is None else found


def _rows_with_short_year(look: Look) -> list[tuple[int, int]]:
    around = look.heading - _AROUND[0], look.heading + _AROUND[1]
    if not _SHORT_YEAR.search(look.rows.written(*around)):
        return []
    first, last = look.span(*around)
    places = [found.start() for found in _SHORT_YEAR.finditer(look.page.characters, first, last)]
    return runs_at(look.page, places, longest=_LONGEST_TEXT)[:_MOST] if places else []


def _day_around(look: Look, calendar: Calendar, row: int, text: str) -> tuple[str, str | None]:
    """The date in a text run, or in the elements around it where that holds a part alone: `<b>17</b> <i>May 2023</i>`."""
    day = calendar.find(text)
    if day is None and len(text) < _PART_OF_DATE:
        for at in look.above(row, 2):
            wider = look.text(at, LONGEST)
            if wider != text:
                text, day = wider, calendar.find(wider)
                if day:
                    break
    return text, day


def _in_text(look: Look, calendar: Calendar, row: int, beaten: float) -> ShownDate | None:
    """A date in a text run, if it scores more than another one: what speaks for a text is cheaper to find than a date in it."""
    text = look.rows.text(row)
    score, named, changed = _judged(look, row, text)
    if score + (_LABEL if len(text) < _PART_OF_DATE else 0.0) <= beaten:
        return None
    wider, day = _day_around(look, calendar, row, text)
    if day is None:
        return None
    if wider != text:
        score, named, changed = _judged(look, row, wider)
    return ShownDate(row, Field(day, BYLINE if named else TEXT), score, changed)


def _judged(look: Look, row: int, text: str) -> tuple[float, bool, bool]:
    """The score of a date in that text of a run or around it; whether it is named as one; whether it is that of a change."""
    text, parent = text.lower(), look.rows.parent[row]
    named = any(_NAMED.search(look.words(at)) for at in look.page.document.clues_among(list(look.above(row, 3)), _CLUES))
    changed = _CHANGED.search(f"{look.words(parent)} {text}") is not None
    score = _shortness(len(text)) + look.nearness(row) + 2.0 * named - 1.5 * changed
    score += _LABEL * bool(_PUBLISHED.search(text)) - 5.0 * bool(_OTHER.search(text))
    score -= 1.5 * (look.rows.tag[parent] == _A)  # the date of another page
    return score, named, changed


def _shortness(length: int) -> float:
    return 3.0 if length < 40 else 1.0 if length < 80 else 0.0
