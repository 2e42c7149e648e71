"""Slow and obvious walks of the tree, to compare the arithmetic on columns with."""

from maintext.page import Page


def ancestors(page: Page, row: int) -> list[int]:
    """The row itself, its parent, and so on."""
    found = []
    while row >= 0:
        found.append(row)
        row = int(page.parent[row])
    return found


def subtree(page: Page, row: int) -> list[int]:
    return [other for other in range(len(page)) if row in ancestors(page, other)]
