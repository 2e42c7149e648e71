"""The numbers of list items, as a browser counts them."""

import numpy as np

from maintext.page import Page
from maintext.tags import member_table

_IS_ITEM = member_table({"li"})
_IS_ORDERED = member_table({"ol"})
_LARGEST = 2**31 - 1  # browsers count in 32 bits


def item_numbers(page: Page) -> dict[int, int]:
    """The number of each `li` right inside an `ol`, dropped ones counted as well: `start`, `value` and `reversed` decide."""
    items = np.flatnonzero(page.is_any(_IS_ITEM))
    items = items[page.is_any(_IS_ORDERED)[page.parent[items]]] if len(items) else items
    numbers: dict[int, int] = {}
    if not len(items):
        return numbers
    parents, counts = np.unique(page.parent[items], return_counts=True)
    following: dict[int, tuple[int, int]] = {}  # for each list the number of its next item, and the step to the one after
    for row, count in zip(parents.tolist(), counts.tolist(), strict=True):
        found = page.attributes(row)
        is_reversed = "reversed" in found
        start = integer(found.get("start"))
        following[row] = ((count if is_reversed else 1) if start is None else start, -1 if is_reversed else 1)
    for row, parent in zip(items.tolist(), page.parent[items].tolist(), strict=True):
        number, step = following[parent]
        value = integer(page.attributes(row).get("value"))
        numbers[row] = number if value is None else value
        following[parent] = (numbers[row] + step, step)
    return numbers


def integer(value: str | None) -> int | None:
    """The number in an attribute, within what browsers count with; None if it holds none."""
    digits = (value or "").strip()[:12]
    if not digits.isascii() or not digits.removeprefix("-").isdecimal():
        return None
    return min(max(int(digits), -_LARGEST), _LARGEST)
