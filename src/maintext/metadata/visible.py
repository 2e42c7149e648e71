"""What the visible page tells: headings, bylines, dates, and microdata beside them.

Reading attributes is what costs time here. So rows are looked at only where a byline can stand: around the main heading, and around
texts that hold a year.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from maintext.metadata.dates import LONGEST as LONGEST_DATE
from maintext.metadata.dates import Calendar
from maintext.metadata.names import author_names, begins_with_by, names_in_runs, without
from maintext.metadata.record import BYLINE, MICRODATA, REL, TEXT, TIME, Field, Text, Texts
from maintext.metadata.strings import cleaned
from maintext.page import Page
from maintext.tags import NUMBER, TEXT as TEXT_RUN

_BEFORE, _AFTER = 60, 160  # rows around the main heading where a byline may stand
_AROUND_DATE = 14
_MOST_HEADINGS = 30
_MOST_DATES = 60  # texts with a year in them, or `time` elements, that are looked at
_ROWS_OF_BYLINE = 40
_NEXT_ROWS = 8
_LONGEST_LINE = 100  # characters of a line that names an author
_LONGEST_TEXT = 300  # characters of an element that is a byline and no bio
_ENOUGH_FOR_DATE, _ENOUGH_FOR_AUTHOR = 1.0, 2.5
_ELSEWHERE_COST = 4.0

_YEARS = (re.compile(r"20[0-4]\d(?!\d)", re.ASCII), re.compile(r"199\d(?!\d)", re.ASCII))
_SHORT_YEAR = re.compile(r"(?<![\d.])[0-3]\d\.[01]\d\.[0-4]\d(?![\d.])", re.ASCII)
_DATE_WORDS = re.compile(r"date|datum|fecha|time|publi|posted|entry-meta|post-meta|byline|dateline|created|meta|info|when", re.I)
_AUTHOR_WORDS = re.compile(
    r"author|byline|by-line|autor|auteur|writer|written|posted-by|user-?name|user-?info|user-?details|postuser|creator|poster\b|contributor|redakt|verfasser", re.I
)
_ELSEWHERE = re.compile(
    r"(?:^|[\s_-])(?:comment|related|sidebar|side-bar|recommend|footer|nav|menu|promo|teaser|latest|popular|trending|"
    r"copyright|carousel|upcoming|sponsor|advert)", re.I
)
_OWN_FOOTER = re.compile(r"(?:post|entry|article|story)[_-]+footer", re.I)
_PUBLISHED_LABEL = re.compile(
    r"\b(?:publi|post(?:ed)?\b|veröffentlicht|erstellt|stand\b|vom\b|date\b|datum|fecha|data\b|written|created|am\b|le\b|on\b|"
    r"opublik|dodano|опублик|дата|publicerad|yayın|gepubl|geplaatst|発行|公開|発表|发布|發布|时间|時間|日期|등록|입력)", re.I
)
_CHANGED_LABEL = re.compile(
    r"updat|modif|aktualis|geändert|änderung|actualiz|aggiornat|atualiz|bijgewerkt|zaktualiz|обновл|güncell|uppdater|更新|수정|revised|edited", re.I
)
_NO_LABEL = re.compile(r"©|copyright|\(c\)|all rights|since|gegründet|born|founded|effective|expires|deadline|joined", re.I)
_AUTHOR_PLACE = re.compile(r"/(?:author|autor|auteur|autore|autoren|authors|profile|profil|people|staff|users?|members?|u|by|team|writers?|contributors?)/|/user-\d", re.I)

_TIME, _A, _META = (NUMBER[name] for name in ("time", "a", "meta"))
_NO_SPACE = frozenset(NUMBER[name] for name in "a abbr b bdi bdo cite code em font i mark q s small span strong sub sup tt u var wbr".split())
_APART = frozenset(NUMBER[name] for name in ("aside", "nav", "footer"))


@dataclass(frozen=True)
class ShownDate:
    """A date on the visible page, and what speaks for it."""

    row: int
    field: Text
    score: float
    changed: bool  # it is labelled as that of a change


@dataclass
class Look:
    """One look at a page: what was read of it stays read."""

    page: Page
    calendar: Calendar
    tags: list[int] = field(init=False)
    parents: list[int] = field(init=False)
    heading: int = -1  # row of the main heading, as soon as that is known
    around_heading: frozenset[int] = frozenset()  # the rows that it stands in
    _words: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tags = self.page.tag.tolist()
        self.parents = self.page.parent.tolist()

    def set_heading(self, row: int) -> None:
        self.heading = row
        self.around_heading = frozenset(self.page.upwards(row)) if row >= 0 else frozenset()

    # -- strings -------------------------------------------------------------------------------------------------------

    def end(self, row: int) -> int:
        """One past the last row below this one: `page.end` for a few rows is cheaper this way."""
        after = row + 1
        while after < len(self.parents) and self.parents[after] >= row:
            after += 1
        return after

    def text(self, row: int, longest: int = 1000) -> str:
        """The text of a row and all below it, with white space where a reader sees some; `""` if it is too long."""
        page, parts, gap, length = self.page, [], False, 0
        for at in range(row, self.end(row)):
            if self.tags[at] != TEXT_RUN:
                gap |= self.tags[at] not in _NO_SPACE
                continue
            run = page.text(at)
            parts.append(f" {run}" if parts and (gap or page.spaced[at]) else run)
            gap, length = False, length + len(run)
            if length > longest:
                return ""
        return "".join(parts)

    def words(self, row: int) -> str:
        """The class and id of a row: what its author called it."""
        if row not in self._words:
            attributes = self.page.attributes(row)
            self._words[row] = f"{attributes.get('class') or ''} {attributes.get('id') or ''}" if attributes else ""
        return self._words[row]

    def above(self, row: int, levels: int) -> Iterator[int]:
        """So many ancestors, `body` not among them."""
        for _ in range(levels):
            row = self.parents[row]
            if row <= 0:
                return
            yield row

    def elsewhere(self, row: int) -> bool:
        """Inside of what is not the page's own article: comments, related pages, the site's footer.

        What holds the main heading too is no such place, whatever it is called.
        """
        for at in (row, *self.above(row, 8)):
            if at in self.around_heading:
                return False
            if self.tags[at] in _APART:
                return True
            words = self.words(at)
            if words and _ELSEWHERE.search(words) and not _OWN_FOOTER.search(words):
                return True
        return False

    # -- headings ------------------------------------------------------------------------------------------------------

    def headings(self, levels: tuple[str, ...] = ("h1",)) -> dict[int, str]:
        """The text of each heading that has some, by its row."""
        tag = self.page.tag
        rows = np.flatnonzero(np.logical_or.reduce([tag == NUMBER[level] for level in levels]))[:_MOST_HEADINGS].tolist()
        found = {row: cleaned(self.text(row)) for row in rows}
        return {row: text for row, text in found.items() if text}

    # -- dates ---------------------------------------------------------------------------------------------------------

    def date(self) -> "ShownDate | None":
        """The most likely date of publication; of equals the first."""
        best = max(self._dates(), key=lambda shown: shown.score, default=None)
        return best if best and best.score >= _ENOUGH_FOR_DATE else None

    def _dates(self) -> "Iterator[ShownDate]":
        marked = np.flatnonzero((self.page.tag == _TIME) | (self.page.tag == _META))[:_MOST_DATES].tolist()
        for row in marked:
            yield from self._marked_date(row)
        for row in self._rows_with_year():
            if self.tags[self.parents[row]] != _TIME:
                yield from self._date_in(row)

    def _marked_date(self, row: int) -> "Iterator[ShownDate]":
        """A `time` element, or a `meta` of microdata, which may stand anywhere in the page."""
        attributes = self.page.attributes(row)
        prop = (attributes.get("itemprop") or attributes.get("property") or "").lower()
        day = self.calendar.read(attributes.get("datetime") or attributes.get("content"))
        if self.tags[row] == _TIME:
            day = day or self.calendar.read(self.text(row, LONGEST_DATE))
        elif "date" not in prop:
            return
        if day:
            changed = bool(_CHANGED_LABEL.search(f"{self.words(row)} {prop} {self.text(self.parents[row], 120)}"))
            score = 5.0 + self._near(row) - _ELSEWHERE_COST * self.elsewhere(row)
            score += 3 * ("publi" in prop or "created" in prop or "pubdate" in attributes) - 1.5 * changed
            yield ShownDate(row, Field(day, MICRODATA if prop else TIME), score, changed)

    def _rows_with_year(self) -> list[int]:
        """The text runs that hold a year, in their order."""
        characters = self.page.characters
        places = [found.start() for pattern in _YEARS for found in pattern.finditer(characters)]
        if len(places) < 3:
            places += [found.start() for found in _SHORT_YEAR.finditer(characters)]
        if not places:
            return []
        text_rows = self.page.text_rows
        at = np.searchsorted(self.page.start[text_rows], places, side="right") - 1
        rows = np.unique(text_rows[at])
        return [row for row in rows[self.page.chars[rows] <= _LONGEST_TEXT].tolist()][:_MOST_DATES]

    def _date_in(self, row: int) -> "Iterator[ShownDate]":
        text = self.page.text(row)
        day = next(self.calendar.search(text), None)
        if day is None:  # `<span>17</span> <span>May 2023</span>`
            text = self.text(self.parents[row], LONGEST_DATE)
            day = next(self.calendar.search(text), None)
        if day is None:
            return
        named = any(_DATE_WORDS.search(self.words(at)) for at in self.above(row, 3))
        changed = bool(_CHANGED_LABEL.search(f"{self.words(self.parents[row])} {text}"))
        score = 2.0 * (len(text) < 40) + 1.0 * (len(text) < 80) + self._near(row)
        score += 2.0 * named + 1.5 * bool(_PUBLISHED_LABEL.search(text)) - 1.5 * changed - 5.0 * bool(_NO_LABEL.search(text))
        score -= 1.5 * (self.tags[self.parents[row]] == _A)  # the date of another page
        if score >= _ENOUGH_FOR_DATE and self.elsewhere(row):
            score -= _ELSEWHERE_COST
        yield ShownDate(row, Field(day, BYLINE if named else TEXT), score, changed)

    def _near(self, row: int) -> float:
        """How well a row's place fits a byline of this heading; 0 where there is none."""
        if self.heading < 0:
            return 1.0 if row < _AFTER else 0.0
        distance = row - self.heading
        if distance >= 0:
            return max(0.0, 3.0 - distance / 25) if distance < 75 else 0.0
        return max(0.0, 2.0 + distance / 20)

    # -- authors -------------------------------------------------------------------------------------------------------

    def authors(self, date: int | None, sites: frozenset[str]) -> Texts | None:
        """The names in the most likely byline."""
        best: tuple[float, Texts] | None = None
        for row in self._byline_rows(date):
            found = self._authors_at(row, sites)
            if found and found[0] >= _ENOUGH_FOR_AUTHOR and (best is None or found[0] > best[0]):
                best = found
        return best and best[1]

    def _byline_rows(self, date: int | None) -> list[int]:
        middle = max(self.heading, 0)
        rows = set(range(max(0, middle - _BEFORE), min(len(self.tags), middle + _AFTER)))
        if date is not None:
            rows.update(range(max(0, date - _AROUND_DATE), min(len(self.tags), date + _AROUND_DATE)))
        return sorted(rows)

    def _authors_at(self, row: int, sites: frozenset[str]) -> tuple[float, Texts] | None:
        if self.tags[row] == TEXT_RUN:
            return self._authors_in_text(row, sites)
        attributes = self.page.attributes(row)
        if not attributes:
            return None
        prop, rel, href = (attributes.get(name) or "" for name in ("itemprop", "rel", "href"))
        words = self._words[row] = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
        named = _AUTHOR_WORDS.search(words)
        score = 5.0 * ("author" in prop or "author" in rel) + 3.0 * bool(named) + 2.0 * bool(href and _AUTHOR_PLACE.search(href))
        if not score:
            return None
        names = self._names_below(row, attributes, sites)
        if not names:
            return None
        score += self._near(row) - _ELSEWHERE_COST * self.elsewhere(row)
        source = MICRODATA if prop else REL if "author" in rel else BYLINE
        return score, Field(tuple(names), source)

    def _names_below(self, row: int, attributes: Mapping[str, str | None], sites: frozenset[str]) -> list[str]:
        if self.tags[row] == _META:
            return without(author_names(attributes.get("content")), sites)
        runs = self.runs(row)
        labelled = next((number for number, run in enumerate(runs) if begins_with_by(run)), 0)
        return without(names_in_runs(runs[labelled:]), sites)

    def _authors_in_text(self, row: int, sites: frozenset[str]) -> tuple[float, Texts] | None:
        """`By Ada Lovelace`, in one piece or with the name in the next element."""
        text = self.page.text(row)
        if len(text) > _LONGEST_LINE or not begins_with_by(text):
            return None
        names = without(names_in_runs([text, *self._runs_after(row)], people_only=True), sites)
        if not names:
            return None
        score = 2.5 + self._near(row) - _ELSEWHERE_COST * self.elsewhere(row)
        return score, Field(tuple(names), BYLINE)

    def _runs_after(self, row: int) -> list[str]:
        """The next few pieces of text, if the row itself ends without a name."""
        after = range(row + 1, min(row + _NEXT_ROWS, len(self.tags)))
        return [self.page.text(at) for at in after if self.tags[at] == TEXT_RUN]

    def runs(self, row: int) -> list[str]:
        """The first pieces of text below a row."""
        below = range(row, min(self.end(row), row + _ROWS_OF_BYLINE))
        return [self.page.text(at) for at in below if self.tags[at] == TEXT_RUN]
