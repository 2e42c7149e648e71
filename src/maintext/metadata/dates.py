"""Dates, from whatever a page calls one, to ISO 8601.

A date that the page cannot have is none: nothing after the day of the crawl, no placeholder such as 0001-01-01 or 1970-01-01.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime, timezone

from maintext.metadata.months import month_number
from maintext.properties import cached_property

_EARLIEST = date(1900, 1, 2)  # earlier ones are placeholders, not dates: 0001-01-01, 1899-12-30, 1900-01-01
_EPOCH = date(1970, 1, 1)  # what computers write for "unknown"
_EARLIEST_SHOWN = 1991  # year: visible text tells of the past, and a web page is not older than the web
LONGEST = 120  # characters of a value that is a date and no text

_ISO = re.compile(
    r"\s*(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:[Tt\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([Zz]|[Uu][Tt][Cc]|[Gg][Mm][Tt]|[+-]\d{2}:?\d{2})?)?",
    re.ASCII,
)
_COMPACT = re.compile(r"\s*((?:19|20)\d\d)([01]\d)([0-3]\d)(?:T?[0-2]\d[0-5]\d[0-5]\d)?\s*\Z", re.ASCII)
_SECONDS = re.compile(r"\s*(\d{9,10})(\d{3})?\s*\Z", re.ASCII)  # since 1970, perhaps with milliseconds

_YEAR = re.compile(r"(?:20|19)\d\d(?!\d)", re.ASCII)
_REACH = 35  # characters before and behind a year in which its day and month stand
_LONGEST_MONTH = 12  # letters
_WORD = rf"[^\W\d_]{{3,{_LONGEST_MONTH}}}"
_DIGITS = re.compile(r"\d(?:.*\d)?", re.DOTALL)  # from the first to the last
_ORDINAL = r"(?:st|nd|rd|th|er|[ºª°.])?"
_OF = r"(?:de|del|of|di|d['’])?"
_SHOWN = re.compile(
    rf"""
      (?=\d) (?<!\d) (?:
        (?P<y1>(?:19|20)\d\d) \s?[-/.年년]\s? (?P<m1>\d{{1,2}}) \s?[-/.月월]\s? (?P<d1>\d{{1,2}}) (?!\d)
      | (?P<d2>[0-3]?\d) {_ORDINAL} [\s\-/]* {_OF} \s* (?P<m2>{_WORD}) [.,]* [\s\-/]* {_OF} \s* (?P<y2>(?:19|20)\d\d) (?!\d)
      | (?<![.,/-]) (?P<a>[0-3]?\d) \s?(?P<sign>[./-])\s? (?P<b>[0-3]?\d) \s?(?P=sign)\s? (?P<y4>(?:19|20)\d\d|\d\d) (?![\d%])
      | (?P<y5>(?:19|20)\d\d) \.? \s+ (?P<m5>{_WORD}) \.? \s+ (?P<d5>[0-3]?\d) (?!\d)
      )
    | (?<![^\W\d_]) (?P<m3>{_WORD}) [.,]? \s* (?P<d3>[0-3]?\d) {_ORDINAL} ,? \s+ (?P<y3>(?:19|20)\d\d) (?!\d)
    """,
    re.VERBOSE,
)
# English alone is written both ways; these countries put the day first.
_DAY_FIRST_ENGLISH = frozenset("gb uk au nz ie in za sg my hk ng ke pk lk mt".split())
_GENERIC_DOMAINS = frozenset("com org net edu gov mil info biz io us co ai dev app blog news me tv".split())


@dataclass
class Calendar:
    """How a page's dates are to be read: what its readers take 5/6/2023 for, and the last day that it can know of."""

    today: date
    language: str = ""
    address: str | None = None

    @cached_property
    def day_first(self) -> bool:
        """Few pages have a date that asks for it."""
        return _day_first(self.language, self.address or "")

    def read(self, value: object) -> str | None:
        """The ISO 8601 date, with the time where there is one, of a value that should be a date: an attribute, say."""
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1e14:
            value = str(int(value))
        if not isinstance(value, str):
            return None
        value = value[:LONGEST]
        found = _ISO.match(value)
        if found:
            return self._iso(found)
        found = _COMPACT.match(value)
        if found:
            return self._day(*map(int, found.groups()))
        found = _SECONDS.match(value)
        if found:
            return self._since_1970(int(found[1]))
        return self.find(value)

    def find(self, text: str) -> str | None:
        """The first date in a text, as a day."""
        if len(text) <= 2 * _REACH:
            return self._first(text)
        for year in _YEAR.finditer(text):  # a date is written around its year: far cheaper than to try every word for a month
            day = self._first(text[max(0, year.start() - _REACH) : year.end() + _REACH])
            if day is not None:
                return day
        return None

    def _first(self, text: str) -> str | None:
        digits = _DIGITS.search(text)
        if digits is None or digits[0].isdecimal():  # a year alone is no date
            return None
        for found in _SHOWN.finditer(text, _before(text, digits.start()), digits.end() + 1):
            day = self._shown(found)
            if day is not None:
                return day
        return None

    def _iso(self, found: "re.Match[str]") -> str | None:
        year, month, day, hour, minute, second, zone = found.groups()
        shown = self._day(int(year), int(month), int(day))
        if shown is None or hour is None or hour.zfill(2) > "23" or minute > "59":
            return shown
        return f"{shown}T{hour.zfill(2)}:{minute}:{second if second and second < '60' else '00'}{_zone(zone)}"

    def _since_1970(self, seconds: int) -> str | None:
        moment = datetime.fromtimestamp(seconds, tz=timezone.utc)
        day = self._day(moment.year, moment.month, moment.day)
        return day and f"{day}T{moment:%H:%M:%S}Z"

    def _shown(self, found: "re.Match[str]") -> str | None:
        kind = found.lastgroup
        if kind == "d1":
            year, month, day = found["y1"], int(found["m1"]), found["d1"]
        elif kind == "y2":
            year, month, day = found["y2"], month_number(found["m2"]) or 0, found["d2"]
        elif kind == "y3":
            year, month, day = found["y3"], month_number(found["m3"]) or 0, found["d3"]
        elif kind == "y4":
            return self._numbers(int(found["a"]), int(found["b"]), found["y4"], found["sign"])
        else:
            year, month, day = found["y5"], month_number(found["m5"]) or 0, found["d5"]
        return self._shown_day(int(year), month, int(day))

    def _numbers(self, first: int, second: int, year: str, sign: str) -> str | None:
        """5/6/2023: the order that the page's readers are used to, and the other one where that is no date."""
        if len(year) == 2 and sign == "-":  # a range or a score, as a rule
            return None
        full = int(year) if len(year) == 4 else 2000 + int(year)
        ways = [(second, first), (first, second)]
        if sign not in ".-" and not self.day_first:
            ways.reverse()
        return self._shown_day(full, *ways[0]) or self._shown_day(full, *ways[1])

    def _shown_day(self, year: int, month: int, day: int) -> str | None:
        return self._day(year, month, day) if year >= _EARLIEST_SHOWN else None

    def _day(self, year: int, month: int, day: int) -> str | None:
        try:
            found = date(year, month, day)
        except ValueError:
            return None
        return found.isoformat() if _EARLIEST <= found <= self.today and found != _EPOCH else None


def _before(text: str, digit: int) -> int:
    """Where a date may begin: with the first digit, or with a month right before it. To try every word for a month takes time."""
    return max(0, len(text[:digit].rstrip()) - 1 - _LONGEST_MONTH)


def _zone(zone: str | None) -> str:
    if not zone:
        return ""
    if zone.upper() in ("Z", "UTC", "GMT"):
        return "Z"
    sign, hours, minutes = zone[0], zone[1:3], zone[-2:]
    return f"{sign}{hours}:{minutes}" if hours < "24" and minutes < "60" else ""


def _day_first(language: str, address: str) -> bool:
    """By the language, the country in it, or the country of the address. Where nothing is known, as most of the web has it."""
    tongue, _, region = language.lower().replace("_", "-").partition("-")
    if tongue not in ("en", ""):
        return True
    domain = address.partition("://")[2].partition("/")[0].partition(":")[0].rpartition(".")[2].lower()
    country = region.rpartition("-")[2] or domain
    if tongue == "en":
        return country in _DAY_FIRST_ENGLISH
    return len(country) == 2 and country not in _GENERIC_DOMAINS
