"""Plain text by the compiled kernel: what `render.text` gives, without a loop in Python on an ordinary page.

What is left out of the text (see `content`) is told by attributes. The kernel, which knows names and text alone, asks about the
few rows where they matter: short links that read like the mark of a footnote or stand in a heading, digits beside code, buttons
in it, and what may be a link to edit the page.
"""

from functools import cache
from types import ModuleType

import numpy as np

from maintext.kernel import compiled
from maintext.page import BoolArray, Page
from maintext.render.code import IS_CODE, IS_TABLE, MAY_BE_GUTTER, is_called_gutter, is_code_table
from maintext.render.content import (
    IS_ANCHOR,
    IS_BUTTON,
    IS_RAISED,
    IS_SPAN,
    IS_TITLE,
    LONGEST_PERMALINK,
    content_of,
    has_copying_spans,
    is_tool,
)
from maintext.render.footnotes import LONGEST_WAY_BACK, inner_target
from maintext.render.maths import IS_MATH
from maintext.render.spaces import IS_BREAK, IS_CELL, IS_ITEM, IS_LIST, STANDS_APART, STARTS_LINE
from maintext.table import table_at_hand, tree_at_hand
from maintext.tags import LINKS, NUMBER, member_table

# What a name means to text, in the order of `enum kind` in src/kernel/text.c.
_KINDS = (
    *(STARTS_LINE, STANDS_APART, IS_CELL, IS_LIST, IS_ITEM, IS_BREAK, member_table(LINKS), IS_ANCHOR, IS_TITLE, IS_RAISED),
    *(IS_CODE, MAY_BE_GUTTER, IS_MATH, IS_TABLE, IS_BUTTON, IS_SPAN),
)


@cache
def kernel_for_text() -> ModuleType | None:
    """The kernel, told what the names of elements mean to text; None where numpy does the work."""
    kernel = compiled()
    if kernel is not None:
        kinds = sum((table.astype(np.uint16) << bit for bit, table in enumerate(_KINDS)), np.zeros(len(IS_MATH), dtype=np.uint16))
        kernel.configure_text(kinds.astype(np.uint16).tobytes(), LONGEST_WAY_BACK, LONGEST_PERMALINK)
    return kernel


def compiled_text(page: Page, keep: BoolArray) -> str | None:
    """The text of the kept rows. None without a kernel, for a page that it has not read, and for one with formulas."""
    table = table_at_hand(page)
    kernel = None if table is None else kernel_for_text()
    if kernel is None:
        return None
    decisions, tree = keep.tobytes(), tree_at_hand(page)
    asked = kernel.questions(table, decisions, tree)
    if any(page.tag[row] == NUMBER["math"] for row in asked) or page.tex_scripts:
        return None
    # Where attributes are at hand, spans in code are among what is asked about.
    may_copy = tree is None and bool(page.verbatim) and has_copying_spans(page)
    if may_copy or any(_may_be_left_out(page, row) for row in asked):
        decisions = content_of(page, keep).text.tobytes()
    text: str = kernel.text(table, decisions, page.verbatim)
    return text


def _may_be_left_out(page: Page, row: int) -> bool:
    tag = page.tag[row]
    if tag == NUMBER["table"]:
        return is_code_table(page, row)
    attributes = page.attributes(row)
    if tag == NUMBER["a"] and inner_target(page, attributes.get("href") or ""):
        return True
    return is_tool(page, row, attributes) or is_called_gutter(page, row, attributes)
