"""Quotes that are no `blockquote`: forums make them of `div`, and say so by its class."""

import numpy as np

from maintext.page import BoolArray, Page
from maintext.tags import HEADINGS, member_table

_NAMES = frozenset({"quote", "bbcode_quote"})
_IS_DIV = member_table({"div"})
_IS_QUOTE = member_table({"blockquote"})
_IS_HEADING = member_table(HEADINGS)


def quoting_divs(page: Page, kept: BoolArray) -> list[int]:
    """The rows of such elements among the kept ones, the outermost where they nest; those with quotes inside of them or around
    them are left to these. One with a heading is no quote: elsewhere than in forums, a quote is a price."""
    if "quote" not in page.source:
        return []
    is_quote = page.is_any(_IS_QUOTE)
    has_others = page.around(is_quote | page.is_any(_IS_HEADING))
    candidates = page.is_any(_IS_DIV) & kept & ~has_others & ~page.inside(is_quote)
    found: list[int] = []
    after = 0
    for row in np.flatnonzero(candidates).tolist():
        if row >= after and not _NAMES.isdisjoint((page.attributes(row).get("class") or "").split()):
            found.append(row)
            after = int(page.end[row])
    return found
