"""Pages with parts taken out, and with parts of other pages put in, so that the net learns from more pages than there are.

What a block is does not change when a menu, a teaser or a paragraph is taken out elsewhere, nor when another site's menu or
teaser comes to stand beside it. So a page with gold gives many more whose gold is known. They differ in what a net learns by
heart all too soon: how much text there is, how much of it is content, what stands before and after it.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from selectolax.lexbor import LexborHTMLParser, LexborNode

from maintext import parse
from maintext.benchmark.metrics import tokens
from maintext.benchmark.model import Sample
from maintext.decode import decode
from maintext.depth import MAX_DEPTH, flatten, may_nest_deeper
from maintext.methods.fused.view import view_of
from maintext.page import BoolArray, FloatArray, Page
from maintext.parse.tree import walk
from maintext.tags import member_table
from training.ageing import without_unseen
from training.labels import aligned_shares, is_cut_short

EDITION = 2  # goes up when pages are changed otherwise: models fitted to older editions are not taken for new

# Elements that can be taken out, and put in elsewhere, without breaking what is around them.
_IS_WHOLE = member_table(
    "div section aside nav header footer main article form figure blockquote pre p h1 h2 h3 h4 h5 h6 ul ol dl table".split()
)
_IS_PIECE = member_table("li dd tr td".split())  # can be taken out, but nothing else belongs beside them
_SMALLEST, _LARGEST = 10, 0.25  # of what is moved, and what it is put beside: characters, and share of the page's text
_TAKEN_OUT = (0.02, 0.05, 0.1, 0.2)  # of all elements: one of these
_MOST_TAKEN_OUT = 0.7  # of the page's text
_PUT_IN = (3, 6, 12)  # parts: one of these
_DONORS = 3  # pages that they come from
_NEAR = 0.12  # how far a part may stand from where it stood on its own page, as a share of the page's text
_CONTENT_IN_PART = 0.02  # words align with the gold by chance, too
_PARTS_OF_PAGE, _LONGEST_PART = 10, 30_000  # kept of a page; characters of markup


class Part(NamedTuple):
    """An element of a page that holds no content."""

    html: str
    place: float  # share of its page's text that ends before it


class Opened(NamedTuple):
    """A page that can be changed."""

    tree: LexborHTMLParser
    page: Page
    nodes: list[LexborNode | None]  # of each row
    size: FloatArray  # characters of text below each row
    place: FloatArray  # share of the text that ends before each row


def opened_page(html: str) -> Opened | None:
    """None for a page without text."""
    if may_nest_deeper(html.encode("utf-8", "ignore"), MAX_DEPTH):
        html, _ = flatten(html, MAX_DEPTH)
    tree = LexborHTMLParser(html)
    page = parse(tree)
    if tree.body is None or not page.chars.any():
        return None
    size = page.subtree_sum(page.chars.astype(np.float64))
    return Opened(tree, page, walk(tree.body).nodes, size, (page.chars.cumsum() - page.chars) / size[0])


def parts_of(sample: Sample) -> list[Part]:
    """Some of the outermost elements without content that are not too large; none of a page without gold, or with one that is cut
    short."""
    opened = opened_page(decode(sample.html)) if sample.gold.strip() else None
    if opened is None:
        return []
    page, view = opened.page, view_of(opened.page)
    share = aligned_shares([tokens(text) for text in view.blocks.texts], tokens(sample.gold))
    if is_cut_short(view, share, sample):
        return []
    of_owner = np.bincount(view.blocks.owner, weights=view.blocks.size * share, minlength=len(page))
    is_part = (
        (page.subtree_sum(of_owner) <= _CONTENT_IN_PART * view.size_below) & page.is_any(_IS_WHOLE) & _is_of_fit_size(opened)
    )
    within = page.inside(is_part).take(np.maximum(page.parent, 0))
    outermost = np.flatnonzero(is_part & ~within).tolist()
    random = random_for(sample)
    chosen = random.sample(outermost, min(_PARTS_OF_PAGE, len(outermost)))
    found = [Part(without_unseen(_node(opened, row).html or ""), float(opened.place[row])) for row in chosen]
    return [part for part in found if 0 < len(part.html) <= _LONGEST_PART]


def _is_of_fit_size(opened: Opened) -> BoolArray:
    return (opened.size >= _SMALLEST) & (opened.size <= _LARGEST * opened.size[0])


def random_for(sample: Sample) -> Random:
    """Chance that is the same every time for the same page."""
    return Random(f"{sample.corpus}/{sample.id}")


def changed(sample: Sample, donors: Sequence[Sequence[Part]]) -> list[str]:
    """The page in a few other forms: twice with parts taken out, once with parts of other pages put in, once with both.
    `donors` are the parts of those pages. A form that leaves the page as it is is left out."""
    html, random = decode(sample.html), random_for(sample)
    forms = [
        _changed(html, random, taking_out, random.sample(donors, min(count, len(donors))))
        for taking_out, count in ((True, 0), (True, 0), (False, _DONORS), (True, _DONORS))
    ]
    return [each for each in forms if each is not None]


def _changed(html: str, random: Random, taking_out: bool, donors: Sequence[Sequence[Part]]) -> str | None:
    opened = opened_page(html)
    if opened is None:
        return None
    gone = _rows_to_take_out(opened, random) if taking_out else []
    grafts = _grafts(opened, [part for donor in donors for part in donor], gone, random)
    if not gone and not grafts:
        return None
    for number, (row, _) in enumerate(grafts):
        _node(opened, row).insert_before(_marker(number))
    for row in gone:
        _node(opened, row).decompose()
    html = opened.tree.html or ""
    for number, (_, part) in enumerate(grafts):
        html = html.replace(_marker(number), part.html)
    return html


def _marker(number: int) -> str:
    """Text that stands for a part until the page is written: no page has such a sequence of private characters."""
    return f"\ue000{number}\ue001"


def _node(opened: Opened, row: int) -> LexborNode:
    node = opened.nodes[row]
    assert node is not None  # rows of elements alone are chosen
    return node


def _rows_to_take_out(opened: Opened, random: Random) -> list[int]:
    """Elements of which none stands in another."""
    page, share = opened.page, random.choice(_TAKEN_OUT)
    candidates = np.flatnonzero((page.is_any(_IS_WHOLE) | page.is_any(_IS_PIECE)) & _is_of_fit_size(opened)).tolist()
    gone = np.zeros(len(page), dtype=bool)
    chosen, left = [], _MOST_TAKEN_OUT * float(opened.size[0])
    for row in random.sample(candidates, round(share * len(candidates))):
        below = slice(row, int(page.end[row]))
        if not gone[below].any() and opened.size[row] <= left:
            gone[below] = True
            left -= float(opened.size[row])
            chosen.append(row)
    return chosen


def _grafts(opened: Opened, parts: list[Part], gone: Sequence[int], random: Random) -> list[tuple[int, Part]]:
    """Some of the parts, each with the row before which it goes: about where it stood on its own page."""
    if not parts:
        return []
    page = opened.page
    is_gone = np.zeros(len(page), dtype=bool)
    is_gone[list(gone)] = True
    may_follow = page.is_any(_IS_WHOLE) & _is_of_fit_size(opened) & ~page.inside(is_gone)
    found = []
    for part in random.sample(parts, min(random.choice(_PUT_IN), len(parts))):
        rows = np.flatnonzero(may_follow & (np.abs(opened.place - part.place) < _NEAR)).tolist()
        if rows:
            found.append((random.choice(rows), part))
    return found
