"""Text runs where an author or a date may stand: a first look at all of them, so that a closer one is needed at few.

`rows` asks here, or the compiled kernel (`src/kernel/clues.c`, `rows.c`) about pages that it has read.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from maintext.document import Words
from maintext.page import Page

_YEAR = re.compile(r"(?:20[0-4]|199)\d(?!\d)", re.ASCII)
_DIGITS_OF_YEAR = 4
_DIGIT = re.compile(r"[0-9\u0100-\u1fff\u3000-\U0010ffff]")  # and what may be one in another script
_EDGES = "[ |,:-]"
_MOMENT = "[ |,:./0-9-]{6}"
_FIRST_LETTERS = 4


def runs_with_year(page: Page, *, longest: int) -> list[tuple[int, int]] | None:
    """The text runs with a year, none longer than so, with their lengths. None if no run of any length has one."""
    places = [year.start() for year in _YEAR.finditer(page.characters)]
    return runs_at(page, places, longest=longest) if places else None


def has_lone_year(text: str) -> bool:
    """Whether a text with a year has no other digits."""
    return len(_DIGIT.findall(text)) == _DIGITS_OF_YEAR


def runs_at(page: Page, places: list[int], *, longest: int) -> list[tuple[int, int]]:
    """The text runs that hold these places of `page.characters`, in their order, with their lengths; none longer than so."""
    rows = page.text_rows
    found = rows[page.start[rows].searchsorted(places, side="right") - 1]
    runs = sorted(set(zip(found.tolist(), page.chars[found].tolist(), strict=True)))
    return [(row, length) for row, length in runs if length <= longest]


def first_words(words: frozenset[str]) -> Words:
    """What `lines_beginning` looks for instead of these words: letters of ASCII, as many as tell something."""
    plain = {re.split("[^a-z]", word)[0] for word in words}
    return Words((("", *sorted(word for word in plain if len(word) > 1 and (word in words or len(word) >= _FIRST_LETTERS))),))


def lines_beginning(page: Page, first: int, end: int, words: Words, *, longest: int) -> list[int]:
    """The text runs in a range of rows that may begin with one of the words, in letters of either case: that do, signs before it
    aside, and go on with no letter of ASCII; or begin with a moment, or with letters beyond ASCII. None is longer than so many
    characters, or has only one."""
    first = max(first, 0)
    lengths = enumerate(page.chars[first : max(end, 0)].tolist(), first)
    may_begin = _beginning(words)
    return [row for row, length in lengths if 1 < length <= longest and may_begin(page.text(row))]


@lru_cache
def _beginning(words: Words) -> Callable[[str], object]:
    """What tells whether a text may begin with one of the words."""
    beyond = f".{{0,{_FIRST_LETTERS - 1}}}[^\\x00-\\x7f]"
    either = "|".join(map(re.escape, words.by_attribute[0][1:]))
    return re.compile(rf"{_MOMENT}|{_EDGES}*(?:{beyond}|(?:{either})(?![a-z]))", re.IGNORECASE | re.ASCII | re.DOTALL).match
