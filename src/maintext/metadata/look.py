"""A look at the visible page: texts, classes and places of single rows.

Reading attributes is what costs time here, so nothing is read before it is asked for.
"""

import re
from collections.abc import Iterator

from maintext.document import Attributes, Words
from maintext.metadata.rows import PageRows
from maintext.metadata.strings import cleaned, comparable
from maintext.page import Page
from maintext.properties import cached_property
from maintext.tags import NUMBER, TEXT

_MAIN, _LOWER = (NUMBER["h1"],), (NUMBER["h2"], NUMBER["h3"])
_MOST_HEADINGS = 30
_LONGEST = 1000  # characters of a text that is a title or a label
_ANCESTORS = 8  # how far up the name of a place is looked for

# What is not the page's own article, by its element or by what its author called it.
_APART = frozenset(NUMBER[name] for name in ("aside", "nav", "footer"))
_OTHER_PLACES = tuple(
    """
    comment related sidebar side-bar recommend footer nav menu promo teaser latest popular trending copyright carousel upcoming
    sponsor advert
    """.split()
)
_CLUES = Words((("class", *_OTHER_PLACES), ("id", *_OTHER_PLACES)))
_ELSEWHERE = re.compile(rf"(?:^|[\s_-])(?:{'|'.join(_OTHER_PLACES)})")
_OWN_FOOTER = re.compile(r"(?:post|entry|article|story)[_-]+footer")


def main_headings(rows: PageRows) -> dict[int, str]:
    """The text of each main heading that has some, by its row."""
    return {row: text for row in rows.of_tags(_MAIN, _MOST_HEADINGS) if (text := cleaned(rows.below(row, _LONGEST)))}


def lower_heading(rows: PageRows, wanted: str) -> int | None:
    """The row of the first heading below the main ones that says so, as `comparable` writes it."""
    for row in rows.of_tags(_LOWER, _MOST_HEADINGS):
        text = rows.below(row, _LONGEST)
        if wanted and text[:1].isalnum() and text[0].casefold()[0] != wanted[0]:
            continue  # nearly all of them, and no more to look at
        text = cleaned(text)
        if text and comparable(text) == wanted:
            return row
    return None


class Look:
    """A look at a page around its main heading."""

    def __init__(self, page: Page, rows: PageRows, heading: int) -> None:
        self.page = page
        self.rows = rows
        self.heading = heading  # row of the main heading; -1 where there is none

    def tag(self, row: int) -> int:
        return self.rows.tag[row]

    def parent(self, row: int) -> int:
        return self.rows.parent[row]

    @cached_property
    def _around_heading(self) -> frozenset[int]:
        found, row = [], self.heading
        while row >= 0:
            found.append(row)
            row = self.rows.parent[row]
        return frozenset(found)

    # -- texts ---------------------------------------------------------------------------------------------------------

    def text(self, row: int, longest: int = _LONGEST) -> str:
        """The text of a row and all below it, with white space where a reader sees some; `""` if it is too long."""
        return self.rows.below(row, longest)

    def runs(self, first: int, end: int) -> Iterator[str]:
        """The pieces of text in a range of rows."""
        return (self.rows.text(at) for at, tag in enumerate(self.rows.tag[first:end], first) if tag == TEXT)

    # -- places --------------------------------------------------------------------------------------------------------

    def attributes(self, row: int) -> Attributes:
        return self.page.document.attributes(row)

    def words(self, row: int) -> str:
        """The class and id of a row, in lower case: what its author called it."""
        return self.page.document.names(row)

    def above(self, row: int, levels: int) -> Iterator[int]:
        """So many ancestors, `body` not among them."""
        for _ in range(levels):
            row = self.parent(row)
            if row <= 0:
                return
            yield row

    def elsewhere(self, row: int) -> bool:
        """Inside of what is not the page's own article: comments, related pages, the site's footer.

        What holds the main heading too is no such place, whatever it is called.
        """
        around, tag, parent = self._around_heading, self.rows.tag, self.rows.parent
        inside: list[int] = []
        for _ in range(_ANCESTORS + 1):
            if row in around:
                break
            if tag[row] in _APART:
                return True
            inside.append(row)
            row = parent[row]
            if row <= 0:
                break
        return any(_is_elsewhere(self.words(at)) for at in self.page.document.clues_among(inside, _CLUES))

    def nearness(self, row: int) -> float:
        """How well the place of a row fits a byline: 3 right behind the main heading, less further on or before it."""
        if self.heading < 0:
            return 1.0 if row < 160 else 0.0
        distance = row - self.heading
        return max(0.0, 3.0 - distance / 25 if distance >= 0 else 2.0 + distance / 20)

    def span(self, first: int, end: int) -> tuple[int, int]:
        """Where the text of a range of rows stands in `page.characters`."""
        rows = self.page.text_rows
        within = rows[(rows >= first) & (rows < end)]
        if not len(within):
            return 0, 0
        return self.page.start.item(within[0]), self.page.start.item(within[-1]) + self.page.chars.item(within[-1])


def _is_elsewhere(words: str) -> bool:
    return _ELSEWHERE.search(words) is not None and not _OWN_FOOTER.search(words)
