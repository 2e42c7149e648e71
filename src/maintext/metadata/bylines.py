"""Authors on the visible page: elements that are marked as a byline, and lines that begin with "By".

Rows are looked at only where a byline can stand: around the main heading and around the date. The points for each mark and the
scores that are enough were chosen by hand on development corpora; `maintext bench metadata` tells what others would do.
"""

import re
from collections.abc import Callable, Iterator

from maintext.document import Words
from maintext.metadata.clues import first_words
from maintext.metadata.look import Look
from maintext.metadata.names import FIRST_WORDS, author_names, begins_with_by, names_in_runs, without
from maintext.metadata.record import BYLINE, MICRODATA, REL, Field, Texts
from maintext.properties import cached_property
from maintext.tags import NAMES, NUMBER

_NEAR, _FAR = (25, 60), (60, 160)  # rows before and behind the main heading where a byline may stand
_AROUND_DATE = 14
_ROWS_OF_BYLINE = 40
_ROWS_AFTER_BY = 8  # in which the name follows a "By"
_LONGEST_LINE = 100  # characters of a line that names an author
_ENOUGH = 2.5  # the least score of a byline that is believed
_SURE = 6.0  # that of one that makes any further look unnecessary
_ELSEWHERE = -4.0

_MARKED = re.compile(
    r"author|byline|by-line|autor|auteur|writer|written|posted-by|user-?name|user-?info|user-?details|postuser|creator|poster\b|"
    r"contributor|redakt|verfasser"
)
_PLACE = re.compile(
    r"/(?:authors?|autor|auteur|autore|autoren|profiles?|profil|people|staff|users?|members?|u|by|team|writers?|contributors?)/|/user-\d"
)
# What stands in the attributes of all that these patterns find, and of a little more.
_CLASSES = tuple(
    "author byline by-line autor auteur writer written posted-by user creator poster contributor redakt verfasser".split()
)
_PLACES = tuple("/author /autor /auteur /profil /people/ /staff/ /user /member /u/ /by/ /team/ /writer /contributor".split())
_CLUES = Words(
    (
        *(("class", *_CLASSES), ("id", *_CLASSES), ("href", *_PLACES)),
        *((name, "author") for name in ("rel", "itemprop", "property")),
    )
)
_HOLDERS = "a address article b cite dd div dt em footer h2 h3 h4 h5 h6 header i li meta p section small span strong td"
_MAY_HOLD_BYLINE = frozenset(NUMBER[name] for name in _HOLDERS.split())
_FIRST_WORDS = first_words(FIRST_WORDS)
_META = NUMBER["meta"]


class Byline:
    """A place that may name authors, and what speaks for it."""

    def __init__(self, look: Look, row: int, source: str, score: float, read: Callable[[Look, int], list[str]]) -> None:
        self.source, self.score = source, score
        self._look, self._row, self._read = look, row, read

    @cached_property
    def names(self) -> list[str]:
        """The names that stand there, if any. To read them costs more than to judge the place, so the best places come first."""
        return self._read(self._look, self._row)


def bylines(look: Look, *, date_row: int | None, dated: bool) -> list[Byline]:
    """What may be the byline, the most likely first. A page without a date has one only near its heading, if at all."""
    found: list[Byline] = []
    for first, end in _ranges(look, date_row, dated):
        found += _marked_bylines(look, first, end)
        found += _lines(look, first, end)
        if any(byline.score >= _SURE and byline.names for byline in found):
            break
    return sorted(found, key=lambda byline: -byline.score)  # equals stay in their order


def authors_in(found: list[Byline], sites: frozenset[str]) -> Texts | None:
    """The names in the most likely byline that names more than the site."""
    for byline in found:
        names = without(byline.names, sites)
        if names:
            return Field(tuple(names), byline.source)
    return None


def _ranges(look: Look, date_row: int | None, dated: bool) -> Iterator[tuple[int, int]]:
    """The rows near the main heading, those around a date on the visible page, and what else there is around the heading."""
    middle, size = max(look.heading, 0), len(look.rows.tag)
    near = max(0, middle - _NEAR[0]), min(size, middle + _NEAR[1])
    yield near
    if date_row is not None and not near[0] <= date_row < near[1]:
        yield max(0, date_row - _AROUND_DATE), min(size, date_row + _AROUND_DATE)
    if dated:
        yield near[1], min(size, middle + _FAR[1])
        yield max(0, middle - _FAR[0]), near[0]


def _marked_bylines(look: Look, first: int, end: int) -> Iterator[Byline]:
    """Elements whose attributes say what they are."""
    tag = look.rows.tag
    for row in look.page.document.clues(first, end, _CLUES):
        if tag[row] in _MAY_HOLD_BYLINE or tag[row] >= len(NAMES):  # custom elements may
            source, score = _marks(look, row)
            yield from _judged(look, row, source, score, _names_below)


def _marks(look: Look, row: int) -> tuple[str, float]:
    """What the attributes of an element say about who is named in it, and how clearly."""
    attributes = look.attributes(row)
    rel, href = attributes.get("rel") or "", attributes.get("href") or ""
    prop = attributes.get("itemprop") or attributes.get("property") or ""
    score = 5.0 * ("author" in prop or "author" in rel) + 3.0 * bool(_MARKED.search(look.words(row)))
    score += 2.0 * bool(_PLACE.search(href))
    return MICRODATA if prop else REL if "author" in rel else BYLINE, score


def _judged(look: Look, row: int, source: str, score: float, read: Callable[[Look, int], list[str]]) -> Iterator[Byline]:
    """The place, if enough speaks for it."""
    if not score:
        return
    score += look.nearness(row)
    if score >= _ENOUGH:
        score += _ELSEWHERE * look.elsewhere(row)
    if score >= _ENOUGH:
        yield Byline(look, row, source, score, read)


def _names_below(look: Look, row: int) -> list[str]:
    if look.tag(row) == _META:
        return author_names(look.attributes(row).get("content"))
    runs = list(look.runs(row, min(look.rows.end(row), row + _ROWS_OF_BYLINE)))
    labelled = next((number for number, run in enumerate(runs) if begins_with_by(run)), 0)
    return names_in_runs(runs[labelled:])


def _lines(look: Look, first: int, end: int) -> Iterator[Byline]:
    """`By Ada Lovelace`, in one piece or with the name in the next element."""
    for row in look.rows.beginning(first, end, _FIRST_WORDS, longest=_LONGEST_LINE):
        if begins_with_by(look.rows.text(row)):
            yield from _judged(look, row, BYLINE, 2.5, _names_behind)


def _names_behind(look: Look, row: int) -> list[str]:
    return names_in_runs(look.runs(row, row + _ROWS_AFTER_BY), people_only=True)
