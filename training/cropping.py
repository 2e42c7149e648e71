"""Small pages: a few blocks of a page's content, with a little of what stands around it or nothing at all.

The pages with gold have hundreds of blocks. Yet people write small ones by hand, and programs hand over parts of pages: a
paragraph and a list, a heading and a table. So pages are cropped to see how those go. Nets that had learned from pages cropped
much like this were worse on whole ones, on news by 0.008: nearly all of a small page is content.
"""

from collections.abc import Set
from html import escape
from random import Random

import numpy as np

from maintext.benchmark.model import Sample
from maintext.decode import decode
from maintext.methods.fused.view import View, view_of
from maintext.page import BoolArray, IntArray, Page
from maintext.tags import member_table
from training.ageing import undressed
from training.grafting import opened_page, random_for

_BLOCKS = (2, 3, 5, 8)  # of content, in a row: one of these
_SURROUNDINGS = (0, 0, 1, 2)  # elements without content: one of these
_LARGEST_SURROUNDING = 6  # blocks
_IS_BREAK = member_table({"br"})
_SMALLEST = 20  # bytes of content, below which a page says nothing


def cropped(sample: Sample, contents: Set[str]) -> str | None:
    """The page cropped, with its head or without, with class names or without; None for a page without content. `contents` are
    the texts of its blocks of content."""
    opened = opened_page(decode(sample.html))
    if opened is None:
        return None
    view, random = view_of(opened.page), random_for(sample)
    is_content = np.array([text in contents for text in view.blocks.texts], dtype=bool)
    kept = _some_content(is_content, random)
    if view.blocks.size[kept].sum() < _SMALLEST:
        return None
    body = _written(opened.page, _rows_of(view, kept) | _surroundings(view, is_content, random))
    head = opened.tree.head if random.random() < 0.5 else None
    html = f"<!DOCTYPE html><html>{head.html or '' if head is not None else ''}{body}</html>"
    return undressed(html) if random.random() < 0.5 else html


def _some_content(is_content: BoolArray, random: Random) -> IntArray:
    """Numbers of some blocks of content, in a row."""
    numbers = is_content.nonzero()[0]
    count = random.choice(_BLOCKS)
    first = random.randrange(max(len(numbers) - count, 0) + 1)
    return numbers[first : first + count]


def _rows_of(view: View, blocks: IntArray) -> BoolArray:
    """The text runs of some blocks."""
    found = np.zeros(len(view.page), dtype=bool)
    found[view.blocks.rows[np.isin(view.blocks.of_run, blocks)]] = True
    return found


def _surroundings(view: View, is_content: BoolArray, random: Random) -> BoolArray:
    """The text runs of some elements without content."""
    page, content = view.page, np.zeros(len(view.page))
    np.add.at(content, view.blocks.owner, is_content)
    content_below = page.subtree_sum(content)
    found = np.zeros(len(page), dtype=bool)
    others = (~is_content).nonzero()[0].tolist()
    for number in random.sample(others, min(random.choice(_SURROUNDINGS), len(others))):
        found |= _rows_of(view, np.array([number]))
        for row in page.upwards(int(view.blocks.owner[number])):
            if content_below[row] or view.blocks_below[row] > _LARGEST_SURROUNDING:
                break
            found[row : page.end[row]] = True
    return found & page.is_text


def _written(page: Page, text: BoolArray) -> str:
    """The body with these text runs alone, the elements around them and the line breaks between them."""
    stays = page.around(text)
    stays |= page.is_any(_IS_BREAK) & stays.take(np.maximum(page.parent, 0))
    parts: list[str] = []
    open_until: list[tuple[int, str]] = []  # the elements around a row: where each ends, and its name
    for row in stays.nonzero()[0].tolist():
        while open_until and open_until[-1][0] <= row:
            parts.append(f"</{open_until.pop()[1]}>")
        if page.is_text[row]:
            parts.append(" " * bool(page.spaced[row]) + escape(page.text(row)))
            continue
        name = page.name(row)
        attributes = (f' {key}="{escape(value or "")}"' for key, value in page.attributes(row).items())
        parts.append(f"<{name}{''.join(attributes)}>")
        if name != "br":
            open_until.append((int(page.end[row]), name))
    return "".join(parts + [f"</{name}>" for _, name in reversed(open_until)])
