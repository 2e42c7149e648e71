"""Text by the kernel is the twin's, to the letter, whatever is kept."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import Page, extract_page, parse
from maintext.page import BoolArray
from maintext.render.compiled_text import compiled_text
from maintext.render.text import render_text
from maintext.table import table_of, tree_at_hand
from tests.kernel.tables import ODD_PAGES, PAGES, for_kernel, for_twin, kernel, needs_kernel, read
from tests.render.pages import random_html

pytestmark = needs_kernel


def assert_same(page: Page, keep: BoolArray) -> None:
    assert render_text(for_kernel(page), keep) == render_text(for_twin(page), keep)


def assert_same_for_many_decisions(page: Page) -> None:
    random = np.random.default_rng(0)
    decisions = [page.is_text, np.ones(len(page), dtype=bool), np.zeros(len(page), dtype=bool)]
    decisions += [page.around(page.is_text & (random.random(len(page)) < share)) for share in (0.9, 0.5, 0.5, 0.1, 0.02)]
    for keep in decisions:
        assert_same(page, keep)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_text_of_the_pages_in_the_repository_is_the_same(path: Path) -> None:
    page = read(path)
    assert_same(page, extract_page(page).keep)
    assert_same_for_many_decisions(page)


@pytest.mark.parametrize("name", ODD_PAGES)
def test_text_of_odd_pages_is_the_same(name: str) -> None:
    assert_same_for_many_decisions(parse(ODD_PAGES[name]))


def drawn_decisions(data: st.DataObject, page: Page) -> BoolArray:
    return np.array(data.draw(st.lists(st.booleans(), min_size=len(page), max_size=len(page))), dtype=bool)


@settings(max_examples=400, deadline=None)
@given(random_html(), st.data())
def test_text_of_any_page_is_the_same(source: str, data: st.DataObject) -> None:
    page = parse(source)
    assert_same(page, page.is_text)
    assert_same(page, drawn_decisions(data, page))


# What may be left out of a text, and what only looks like it.
SPECIAL = [
    *("<h2>One<a href=#one>¶</a></h2>", "<h2>Two<sup><a href=#two>#</a></sup></h2>", "<h3><a href=#c>§</a></h3>"),
    *("<h2>Three<a href=x>#</a></h2>", "<dt>Term<a href=#t>🔗\ufe0f</a></dt>", "<h2>Q<a href=#q>qa</a></h2>"),
    *(
        "<h2 id=x>Title <a href='#x'>\ue001<b>\ue002</b>\ue000</a></h2>",
        "<h2>Edit<span class=mw-editsection>[<a href=e>edit</a>]</span></h2>",
    ),
    *("<p>So <span class=mw-editsection>[edit]</span> it is", "<pre>code<button class=copy-button>Copy</button></pre>"),
    *("<table class=crayon-table><tr><td class=crayon-nums>1<br>2<td>x<br>y</table>", "<table><tr><td>1<td>2</table>"),
    *("<p>Claim<sup><a id=r1 href=#n1>[1]</a></sup> goes on.", "<p>Other<a id=r2 class=footnote href=#n2>iv</a>"),
    *("<p>Page <a href='?page=2'>2</a> <a href=#top>OK</a> <a href=#n1>nineteen letters</a>", "<p><a href=#n1>note 12</a>"),
    *("<p>Sign<a class=note href=#n1> ( † ) </a>.", "<p><sup><a href=#n2>ſ</a></sup><a href=#n1>٣</a>"),
    *("<ol><li id=n1>The note <a href=#r1>↩</a><li id=n2>Other (<a href=#r2>^</a>)</ol>", "<p id=n1>Text [<a href=#r1>back</a>]"),
    *(
        "<table><tr><td class=gutter><pre>1\n2</pre><td><pre>one\ntwo</pre></table>",
        "<pre><span class=lineno>12</span>x = 1</pre>",
    ),
    *("<table><tr><td class=line-numbers>1 2<td><pre>x</pre></table>", "<pre>a <span class=mi>42</span> b</pre>"),
    *(
        "<textarea>\n as it is </textarea>",
        "<p>before<pre>\n  code\n\n</pre>after",
        "<xmp> x </xmp>",
        "<p>",
        "words",
        "<br>",
        " ",
    ),
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(SPECIAL), max_size=12).map("".join), st.data())
def test_text_of_notes_signs_and_code_is_the_same(source: str, data: st.DataObject) -> None:
    page = parse(source)
    assert_same(page, page.is_text)
    assert_same(page, drawn_decisions(data, page))


@pytest.mark.parametrize(
    "source", ["<p>x<math><mi>y</mi></math>", '<p>Let <script type="math/tex">x^2</script> be.', "<p><math></math>words"]
)
def test_pages_with_formulas_are_left_to_the_twin(source: str) -> None:
    page = for_kernel(parse(source))
    assert compiled_text(page, page.is_text) is None
    assert_same(page, page.is_text)


def asked(source: str) -> list[str]:
    page = parse(source)
    compiled_text(for_kernel(page), page.is_text)  # which tells the kernel what names mean
    return [page.name(row) for row in kernel().questions(table_of(page), page.is_text.tobytes(), tree_at_hand(page))]


def test_nothing_is_asked_about_an_ordinary_page() -> None:
    assert asked("<h1>Title</h1><p>Some <a href=#x>words</a><ul><li><a>Home</a></ul><table><tr><td>a<td>2</table>") == []


@pytest.mark.parametrize(
    "label", ["1", "1234", "[12]", "( 3 )", "b", "Ab", "iv", "XVIII", "lxiii", "*", "†‡", "§§§", "[¶]", "Note 123"]
)
def test_every_mark_of_a_footnote_is_asked_about(label: str) -> None:
    assert asked(f"<p>Claim<a href=#n>{label}</a>") == ["a"]
    page = parse(f"<p>Claim<sup><a id=r href=#n>{label}</a></sup><p id=n>A note. <a href=#r>Back</a>")
    assert render_text(for_kernel(page), page.is_text) == f"Claim{label}\n\nA note."


@pytest.mark.parametrize("label", ["12345", "abc", "((1", "[]", "**** ", "ivory", "x1", "note", "note 1234", "日本", "1 2"])
def test_other_links_are_not_asked_about(label: str) -> None:
    assert asked(f"<p>Claim<a href=#n>{label}</a>") == []


@pytest.mark.parametrize(
    "source",
    [
        "<p>Claim<a href=/n>1</a><a>2</a>",
        "<h2>Title<a href=other.html>#</a><span class=small>more</span></h2>",
        "<pre>one <span class=keyword>two</span><button class=run>Run</button></pre>",
    ],
)
def test_attributes_that_say_no_spare_a_question(source: str) -> None:
    page = parse(source)
    compiled_text(for_kernel(page), page.is_text)
    keep = page.is_text.tobytes()
    assert kernel().questions(table_of(page), keep, tree_at_hand(page)) == ()
    assert kernel().questions(table_of(page), keep, None) != ()  # of which nothing is known
    assert_same(page, page.is_text)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("<pre>one <button title='Copy to clipboard'>C</button></pre>", "button"),
        ("<pre>one <span data-CLIPBOARD-text=x class=btn-COPY>C</span></pre>", "span"),
        ("<h2>Title<span class=mw-editsection>edit</span></h2>", "span"),
    ],
)
def test_attributes_that_may_say_yes_are_asked_about(source: str, name: str) -> None:
    assert asked(source) == [name]


def test_digits_of_every_script_may_number_a_footnote() -> None:
    digits = [sign for sign in map(chr, range(sys.maxunicode)) if re.fullmatch(r"\d", sign)]
    assert len(digits) > 600
    assert len(asked("".join([f"<a href=#n>{digit}</a>" for digit in digits]))) == len(digits)


def test_letters_that_stand_for_others_may_mark_a_footnote() -> None:
    alike = [sign for sign in map(chr, range(0x80, 0x3000)) if re.fullmatch("[a-z]", sign, re.IGNORECASE)]
    assert len(asked("".join([f"<a href=#n>{sign}</a>" for sign in alike]))) == len(alike) > 0


def test_decisions_for_another_page_are_refused() -> None:
    page = for_kernel(parse("<p>x"))
    compiled_text(page, page.is_text)
    with pytest.raises(ValueError, match="one decision for each row"):
        kernel().text(table_of(page), b"\1", {})
    with pytest.raises(ValueError, match="no table"):
        kernel().text(b"x" * 80, b"\1", {})
    with pytest.raises(ValueError, match="another page"):
        kernel().questions(table_of(page), page.is_text.tobytes(), tree_at_hand(for_kernel(parse("<p>x<p>y"))))
