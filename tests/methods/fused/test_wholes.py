"""Code, tables, quotes, items and headings are whole or not there, whatever was decided on their parts."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.methods.fused.view import View, view_of
from maintext.methods.fused.wholes import completed
from maintext.parse import parse

DATA = "<table><tr><th>n<th>m<tr><td>1<td>2</table>"


def kept(html: str, dropped: str) -> str:
    """The words that are kept in the end where these, each a block of its own, are dropped first."""
    view = view_of(parse(html))
    texts, out = view.blocks.texts, dropped.split()
    keep = completed(view, np.array([text not in out for text in texts]))
    return " ".join(text for text, is_kept in zip(texts, keep, strict=True) if is_kept)


@pytest.mark.parametrize(
    ("html", "dropped", "words"),
    [
        (f"<p>a</p>{DATA}<p>b</p>", "n m 1 2", "a n m 1 2 b"),
        (f"<p>a</p>{DATA}", "1 2", "a n m 1 2"),
        ("<p>a</p><pre>x<div>y</div></pre>", "y", "a x y"),
        ("<p>a</p><pre>x</pre><p>b</p>", "x", "a x b"),
        ("<p>a</p><h2>t</h2><p>b</p>", "t", "a t b"),
        ("<p>a</p><blockquote>q</blockquote><p>b</p>", "q", "a q b"),
        ("<p>a</p><blockquote><p>q</p><p>rrrr</p></blockquote>", "rrrr", "a q rrrr"),
        ("<ul><li><p>aaaa</p><p>b</p></ul>", "b", "aaaa b"),
    ],
)
def test_what_is_broken_or_stands_between_what_is_kept_is_made_whole(html: str, dropped: str, words: str) -> None:
    assert kept(html, dropped) == words


@pytest.mark.parametrize(
    ("html", "dropped", "words"),
    [
        (f"{DATA}<p>b</p>", "n m 1 2", "b"),  # at the edge of the page
        (f"<p>a</p>{DATA}<p>b</p>", "n m 1 2 b", "a"),  # at the edge of what is kept
        (f"<p>a</p>{DATA}", "n m 1", "a 2"),  # most of it is dropped
        ("<p>a</p><table><tr><td>x<td>y</table>", "y", "a x"),  # a single line arranges the page
        ("<p>a</p><table><tr><td>x<tr><td>y</table>", "y", "a x"),  # a list
        (f"<p>a</p><table><tr><td>x<td>y<tr><td>{DATA}<td>z</table>", "z", "a x y n m 1 2"),  # tables inside
        (f"<p>a</p><table><tr><td>x<td>{'y' * 500}<tr><td>z<td>w</table>", "z w", f"a x {'y' * 500}"),  # prose in columns
        ("<p>a</p><table><tr><td><a href=/>xx</a><td>y<tr><td><a href=/>zz</a><td>w</table>", "y", "a xx zz w"),  # links
        ("<p>a</p><h2><a href=/>t</a></h2><p>b</p>", "t", "a b"),
        ("<p>a</p><div><h2>t</h2></div><p>b</p>", "t", "a b"),  # leads nothing
        ("<p>a</p><h2>t</h2><p>c</p><p>b</p>", "t c", "a b"),
        ("<p>a</p><blockquote>q</blockquote>", "q", "a"),
        ("<p>a</p><blockquote><p>q</p><p>rrrrr</p></blockquote>", "rrrrr", "a q"),  # a sixth is too little
        ("<p>a</p><blockquote><a href=/>q</a></blockquote><p>b</p>", "q", "a b"),  # links
        ("<ul><li><p>aaa</p><p>b</p></ul>", "b", "aaa"),  # three quarters are too little
        (f"<ul><li><p>{'a' * 300}</p><p>b</p></ul>", "b", "a" * 300),  # prose
        ("<p>a</p><ul><li>c</ul><p>b</p>", "c", "a b"),
    ],
)
def test_everything_else_stays_as_it_was_decided(html: str, dropped: str, words: str) -> None:
    assert kept(html, dropped) == words


PIECES = """
    <p>a <table> </table> <tr> <td>1 <td>22 <th>n <pre>x </pre> <h2>t </h2> <h3><a~href=/>l </a></h3> <div> </div> text
    <table><tr><td>1<td>2<tr><td>3<td>4</table> <p>b <blockquote> </blockquote> <p>quote <ul><li> </ul> <li>item
""".split()
PAGES = st.lists(st.sampled_from(PIECES), min_size=1, max_size=30).map(lambda pieces: " ".join(pieces).replace("~", " "))


def by_hand(view: View, keep: list[bool]) -> list[bool]:
    """The rules one element and one block at a time."""
    page, blocks, whole = view.page, view.blocks, list(keep)
    begins = blocks.rows[blocks.first].tolist()
    for row in range(1, len(page)):
        end, name = int(page.end[row]), page.name(row)
        inside = [number for number, begin in enumerate(begins) if row <= begin < end]
        if name not in ("table", "pre", "h2", "h3", "blockquote", "li") or not inside:
            continue
        size, linked = sum(blocks.size[inside]), sum(blocks.linked[inside])
        kept = [number for number in inside if keep[number]]
        before, after = inside[0] - 1, inside[-1] + 1
        surrounded = not kept and before >= 0 and keep[before] and after < len(keep) and keep[after]
        names = [page.name(each) for each in range(row + 1, end)]
        lines, cells = names.count("tr"), names.count("td") + names.count("th")
        is_data = "table" not in names and lines >= 2 and cells >= 2 * lines and size <= (300 if "th" in names else 100) * cells
        if name == "pre":
            is_broken = bool(kept) or surrounded
        elif name == "li":
            is_broken = size <= 300 and sum(blocks.size[kept]) >= 0.8 * size
        elif 2 * linked > size:
            is_broken = False
        elif name == "table":
            is_broken = is_data and (surrounded or 2 * sum(blocks.size[kept]) >= size)
        elif name == "blockquote":
            is_broken = surrounded or sum(blocks.size[kept]) >= 0.2 * size
        else:
            is_broken = surrounded and begins[after] < page.end[page.parent[row]]
        for number in inside if is_broken else ():
            whole[number] = True
    return whole


@settings(max_examples=300, deadline=None)
@given(PAGES, st.randoms(use_true_random=False))
def test_any_decision_is_completed_as_by_hand(html: str, random: Random) -> None:
    view = view_of(parse(html))
    keep = [random.random() < 0.6 for _ in range(len(view.blocks))]
    if keep:
        assert completed(view, np.array(keep)).tolist() == by_hand(view, keep)
