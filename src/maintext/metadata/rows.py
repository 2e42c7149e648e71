"""The columns of a page for who looks at single rows: arrays are for all rows at once, and slow for one.

The table of a page that the kernel has read is looked into where it lies. No array is made of it, and no text but
what is asked for.
"""

from types import ModuleType

from maintext import kernel
from maintext.page import Page
from maintext.table import COLUMNS, HEADER, SPACED, rows_of, table_at_hand

_TAG, _PARENT, _END, _CHARS, _BYTE_START, _BYTES, _FLAGS = (
    COLUMNS.index(name) for name in ("tag", "parent", "end", "chars", "byte_start", "bytes", "flags")
)
_AT_ONCE = 32  # rows


class PageRows:
    """The rows of any page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.tag, self.parent, self.chars = page.tag.data, page.parent.data, page.chars.data

    def text(self, row: int) -> str:
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

    def spaced(self, row: int) -> bool:
        return bool(self._page.spaced[row])

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

    def holds_more(self, row: int, end: int, longest: int) -> bool:
        """Whether the text of these rows is longer than so many characters."""
        return int(self._page.chars[row:end].sum()) > longest


class TableRows(PageRows):
    """The rows of a page that the kernel has read."""

    def __init__(self, module: ModuleType, table: bytes) -> None:
        self._module, self._table = module, table
        rows = rows_of(table)
        self._text = (HEADER + len(COLUMNS) * rows) * 8
        numbers = memoryview(table)[: self._text].cast("q")[HEADER:]

        def column(number: int) -> memoryview:
            return numbers[number * rows : (number + 1) * rows]

        self.tag, self.parent, self.chars = column(_TAG), column(_PARENT), column(_CHARS)
        self._end, self._start, self._bytes, self._flags = column(_END), column(_BYTE_START), column(_BYTES), column(_FLAGS)

    def text(self, row: int) -> str:
        first = self._text + self._start[row]
        return self._table[first : first + self._bytes[row]].decode()

    def written(self, first: int, end: int) -> str:
        first, last = self._first_and_last_run(first, end)
        return self._table[self._text + self._start[first] : self._text + self._start[last] + self._bytes[last]].decode()

    def spaced(self, row: int) -> bool:
        return self._flags[row] & SPACED > 0

    def end(self, row: int) -> int:
        return self._end[row]

    def of_tags(self, tags: tuple[int, ...], most: int) -> list[int]:
        found: list[int] = self._module.elements(self._table, tags, most)
        return found

    def holds_more(self, row: int, end: int, longest: int) -> bool:
        for first in range(row, end, _AT_ONCE):  # a few are enough, as a rule
            longest -= sum(self.chars[first : min(first + _AT_ONCE, end)])
            if longest < 0:
                return True
        return False


def rows_of_page(page: Page) -> PageRows:
    table, module = table_at_hand(page), kernel.compiled()
    return PageRows(page) if table is None or module is None else TableRows(module, table)
