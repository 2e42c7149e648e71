"""Text runs where an author or a date may stand: a first look at all of them, so that a closer one is needed at few.

The compiled kernel does the same (`src/kernel/metadata.c`) for pages that it has read.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from types import ModuleType

from maintext import kernel
from maintext.page import Page
from maintext.table import table_at_hand

_YEAR = re.compile(r"(?:20[0-4]|199)\d(?!\d)", re.ASCII)
_DIGITS_OF_YEAR = 4
_DIGIT = re.compile(r"[0-9\u0100-\u1fff\u3000-\U0010ffff]")  # and what may be one in another script
_EDGES = "[ |,:-]"
_MOMENT = "[ |,:./0-9-]{6}"
_FIRST_LETTERS = 4


def runs_with_year(page: Page, *, longest: int, part: int, most: int) -> list[tuple[int, int]] | None:
    """The first so many text runs with a year, none longer than so many characters, with their lengths; less those of `part`
    characters or more that have no other digits, and so hold no date. None if no run of any length has a year."""
    compiled, table = _by_kernel(page)
    if compiled is not None:
        found: list[tuple[int, int]] | None = compiled.years(table, longest, part, most)
        return found
    places = [year.start() for year in _YEAR.finditer(page.characters)]
    if not places:
        return None
    runs = runs_at(page, places, longest=longest)[:most]
    return [(row, length) for row, length in runs if length < part or len(_DIGIT.findall(page.text(row))) != _DIGITS_OF_YEAR]


def runs_at(page: Page, places: list[int], *, longest: int) -> list[tuple[int, int]]:
    """The text runs that hold these places of `page.characters`, in their order, with their lengths; none longer than so."""
    rows = page.text_rows
    found = rows[page.start[rows].searchsorted(places, side="right") - 1]
    runs = sorted(set(zip(found.tolist(), page.chars[found].tolist(), strict=True)))
    return [(row, length) for row, length in runs if length <= longest]


def first_words(words: frozenset[str]) -> tuple[str, ...]:
    """What `lines_beginning` looks for instead of these words: letters of ASCII, as many as tell something."""
    plain = {re.split("[^a-z]", word)[0] for word in words}
    return tuple(sorted(word for word in plain if len(word) > 1 and (word in words or len(word) >= _FIRST_LETTERS)))


def lines_beginning(page: Page, first: int, end: int, words: tuple[str, ...], *, longest: int) -> list[int]:
    """The text runs in a range of rows that may begin with one of the words, in letters of either case: that do, signs before it
    aside, and go on with no letter of ASCII; or begin with a moment, or with letters beyond ASCII. None is longer than so many
    characters, or has only one."""
    compiled, table = _by_kernel(page)
    if compiled is not None:
        found: list[int] = compiled.lines(table, first, end, longest, words)
        return found
    first = max(first, 0)
    lengths = enumerate(page.chars[first : max(end, 0)].tolist(), first)
    may_begin = _beginning(words)
    return [row for row, length in lengths if 1 < length <= longest and may_begin(page.text(row))]


@lru_cache
def _beginning(words: tuple[str, ...]) -> Callable[[str], object]:
    """What tells whether a text may begin with one of the words."""
    beyond = f".{{0,{_FIRST_LETTERS - 1}}}[^\\x00-\\x7f]"
    either = "|".join(map(re.escape, words))
    return re.compile(rf"{_MOMENT}|{_EDGES}*(?:{beyond}|(?:{either})(?![a-z]))", re.IGNORECASE | re.ASCII | re.DOTALL).match


def _by_kernel(page: Page) -> tuple[ModuleType | None, bytes]:
    """The kernel, and the page as it has read it; None where it has not."""
    table = table_at_hand(page)
    return (None, b"") if table is None else (kernel.compiled(), table)
