"""The columns of a page for who looks at single rows: arrays are for all rows at once, and slow for one.

The table of a page that the kernel has read is looked into where it lies. No array is made of it, and no text but
what is asked for.
"""

from types import ModuleType

from maintext import kernel
from maintext.document import Words
from maintext.metadata.clues import has_lone_year, lines_beginning, runs_with_year
from maintext.page import Page
from maintext.properties import cached_property
from maintext.table import COLUMNS, HEADER, rows_of, table_at_hand
from maintext.tags import NAMES, NUMBER, TEXT

_TAG, _PARENT, _END, _CHARS, _BYTE_START, _BYTES = (
    COLUMNS.index(name) for name in ("tag", "parent", "end", "chars", "byte_start", "bytes")
)
# Elements without white space around them; between all others a reader sees some.
_INLINE = frozenset(
    NUMBER[name] for name in "a abbr b bdi bdo cite code em font i mark q s small span strong sub sup tt u var wbr".split()
)
_ANY_LENGTH = 1 << 62
_IS_INLINE = bytes(number in _INLINE for number in range(len(NAMES)))


class PageRows:
    """The rows of any page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.tag, self.parent, self.chars = page.tag.data, page.parent.data, page.chars.data

    def text(self, row: int) -> str:
        """That of a text run."""
        return self._page.text(row)

    def written(self, first: int, end: int) -> str:
        """The text of a range of rows, with signs between the runs."""
        first, last = self._first_and_last_run(first, end)
        start = self._page.start
        return self._page.characters[start.item(first) : start.item(last) + self.chars[last]]

    def _first_and_last_run(self, first: int, end: int) -> tuple[int, int]:
        first, last = max(first, 0), min(end, len(self.chars)) - 1
        while first < last and not self.chars[first]:
            first += 1
        while first < last and not self.chars[last]:
            last -= 1
        return first, last

    def below(self, row: int, longest: int) -> str:
        """The text of a row and all below it, with white space where a reader sees some; `""` if it is too long."""
        end, gap = self.end(row), False
        if int(self._page.chars[row:end].sum()) > longest:
            return ""
        parts: list[str] = []
        for at, tag in enumerate(self.tag[row:end], row):
            if tag != TEXT:
                gap = gap or tag not in _INLINE
                continue
            parts.append(f" {self.text(at)}" if parts and (gap or self._page.spaced[at]) else self.text(at))
            gap = False
        return "".join(parts)

    def end(self, row: int) -> int:
        """One past the last row of the subtree: for single rows cheaper than `page.end`, which is for all."""
        size, parent = 32, self._page.parent
        while True:
            after = (parent[row + 1 : row + 1 + size] < row).nonzero()[0]
            if len(after):
                return row + 1 + int(after[0])
            if row + 1 + size >= len(parent):
                return len(parent)
            size *= 4

    def of_tags(self, tags: tuple[int, ...], most: int) -> list[int]:
        """The first so many elements that have one of these numbers for a name."""
        wanted = self._page.tag == tags[0]
        for tag in tags[1:]:
            wanted |= self._page.tag == tag
        return wanted.nonzero()[0][:most].tolist()

    def with_year(self, *, longest: int, part: int, around: int, most: int) -> list[tuple[int, int]] | None:
        """Of the first so many text runs with a year, none longer than so, those that may hold a date, with their lengths: that
        have more digits, or are shorter than a `part` and have more in one of the two elements around them, if that has no more
        characters than `around`. None if no run of any length has a year."""
        runs = runs_with_year(self._page, longest=longest)
        if runs is None:
            return None
        return [
            (row, length)
            for row, length in runs[:most]
            if not has_lone_year(self.text(row)) or (length < part and self._has_digits_around(row, around))
        ]

    def _has_digits_around(self, row: int, longest: int) -> bool:
        for _ in range(2):
            row = self.parent[row]
            text = self.below(row, longest) if row > 0 else ""
            if not text:
                return False
            if not has_lone_year(text):
                return True
        return False

    def beginning(self, first: int, end: int, words: Words, *, longest: int) -> list[int]:
        """The text runs of a range that may begin with one of the words: see `lines_beginning`."""
        return lines_beginning(self._page, first, end, words, longest=longest)


class TableRows(PageRows):
    """The rows of a page that the kernel has read."""

    def __init__(self, module: ModuleType, table: bytes) -> None:
        self._module, self._table, self._rows = module, table, rows_of(table)
        self._text = (HEADER + len(COLUMNS) * self._rows) * 8
        self._numbers = memoryview(table)[: self._text].cast("q")
        self.tag, self.parent = self._column(_TAG), self._column(_PARENT)

    def _column(self, number: int) -> memoryview:
        first = HEADER + number * self._rows
        return self._numbers[first : first + self._rows]

    @cached_property
    def chars(self) -> memoryview:  # type: ignore[override]  # a column like the others, made when it is asked for
        return self._column(_CHARS)

    def text(self, row: int) -> str:
        return self.below(row, _ANY_LENGTH)

    def written(self, first: int, end: int) -> str:
        first, last = self._first_and_last_run(first, end)
        start, length = self._column(_BYTE_START), self._column(_BYTES)
        return self._table[self._text + start[first] : self._text + start[last] + length[last]].decode()

    def below(self, row: int, longest: int) -> str:
        found: str = self._module.below(self._table, row, longest, _IS_INLINE)
        return found

    def end(self, row: int) -> int:
        return self._numbers[HEADER + _END * self._rows + row]

    def of_tags(self, tags: tuple[int, ...], most: int) -> list[int]:
        found: list[int] = self._module.elements(self._table, tags, most)
        return found

    def with_year(self, *, longest: int, part: int, around: int, most: int) -> list[tuple[int, int]] | None:
        found: list[tuple[int, int]] | None = self._module.years(self._table, longest, part, around, most)
        return found

    def beginning(self, first: int, end: int, words: Words, *, longest: int) -> list[int]:
        found: list[int] = self._module.lines(self._table, first, end, longest, words.for_kernel)
        return found


def rows_of_page(page: Page) -> PageRows:
    table, module = table_at_hand(page), kernel.compiled()
    return PageRows(page) if table is None or module is None else TableRows(module, table)
