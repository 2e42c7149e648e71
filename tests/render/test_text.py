"""Text: white space follows the HTML model, and no word is lost, glued or torn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import extract
from maintext.parse import parse
from maintext.render.markdown import render_markdown
from maintext.render.text import render_text

from .pages import random_html, without
from .visible import visible_words


def text_of(source: str) -> str:
    page = parse(source)
    return render_text(page, page.is_text)


# -- words ---------------------------------------------------------------------------------------------------------------


@settings(max_examples=400, deadline=None)
@given(random_html())
def test_the_words_of_a_page_come_out_in_order_neither_glued_nor_torn(source: str) -> None:
    assert text_of(source).split() == visible_words(source)


@settings(max_examples=200, deadline=None)
@given(random_html(), st.data())
def test_the_words_of_a_selection_come_out_in_order(source: str, data: st.DataObject) -> None:
    page = parse(source)
    keep = np.array(data.draw(st.lists(st.booleans(), min_size=len(page), max_size=len(page))), dtype=bool) & page.is_text
    text = render_text(page, keep)
    assert "".join(text.split()) == "".join("".join(page.text(row).split()) for row in np.flatnonzero(keep).tolist())
    assert text == text.rstrip()
    assert not text.startswith("\n")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<div>one</div><div>two</div>", "one\ntwo"),
        ("<div>one</div>two", "one\ntwo"),
        ("one<div>two</div>three", "one\ntwo\nthree"),
        ("one<br>two", "one\ntwo"),
        ("<form>one</form><form>two</form>", "one\ntwo"),
        ("<center>one</center>two", "one\ntwo"),
        ("<table><tr><td>one</td><td>two</td></tr><tr><td>three</td><td>four</td></tr></table>", "one\ttwo\nthree\tfour"),
        ("<table><tr><th>one<td>two</table>", "one\ttwo"),
        ("<select><option>one<option>two</select>", "one\ntwo"),
        ("one<div></div>two", "one\ntwo"),
        ("one<hr>two", "one\n\ntwo"),
    ],
)
def test_words_of_neighbouring_blocks_cells_and_lines_are_not_glued(source: str, text: str) -> None:
    assert text_of(source) == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>before <b>bold</b> after</p>", "before bold after"),
        ("<p>before <a href=x>link</a>, after</p>", "before link, after"),
        ("<p>one<!-- x --> two</p>", "one two"),
        ("<p>one <script>x()</script>two</p>", "one two"),
        ("<p>x<sup>2</sup>+y</p>", "x2+y"),
        ("<p><x-card>one</x-card> tail</p>", "one tail"),
    ],
)
def test_text_after_an_inline_element_is_kept(source: str, text: str) -> None:
    assert text_of(source) == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<b>bo</b>ld", "bold"),
        ("bo<b>ld</b>", "bold"),
        ("<i>b</i><b>o</b>ld", "bold"),
        ("bo<!-- x -->ld", "bold"),
        ("bo<wbr>ld", "bold"),
        ("bo<script>x</script>ld", "bold"),
        ("<b>bo</b>&shy;ld", "bo\u00adld"),
    ],
)
def test_a_word_is_not_torn_by_inline_elements(source: str, text: str) -> None:
    assert text_of(source) == text


@pytest.mark.parametrize(
    "source",
    [
        "<a href=x>one</a><a href=y>two</a>",
        "<button>one</button><button>two</button>",
        "<span><a href=x><b>one</b></a></span><a href=y>two</a>",
    ],
)
def test_links_and_buttons_that_touch_are_words_of_their_own(source: str) -> None:
    assert text_of(source) == "one two"


@pytest.mark.parametrize("source", ["<a href=x>bo<b>ld</b></a>", "<a href=x>bo</a>ld", "bo<a href=x>ld</a>"])
def test_a_word_is_not_torn_by_the_edge_of_one_link(source: str) -> None:
    assert text_of(source) == "bold"


@pytest.mark.parametrize(
    "source",
    [
        "<b>one</b> <b>two</b>",
        "<b>one</b>\n\t<b>two</b>",
        "<b>one </b><b>two</b>",
        "<b>one</b><b> two</b>",
        "<b>one</b><i> </i><b>two</b>",
        "<b>one</b> <!-- x --> <b>two</b>",
        "<b>one</b>&nbsp;<b>two</b>",
        "<b>one</b> <img src=x> <b>two</b>",
        "one   \n  two",
    ],
)
def test_any_white_space_between_words_is_one_space(source: str) -> None:
    assert text_of(source) == "one two"


# -- lines ---------------------------------------------------------------------------------------------------------------


def test_paragraphs_and_headings_are_an_empty_line_apart() -> None:
    assert text_of("<h1>Ice</h1><p>one</p><p>two</p><div>three</div><div>four</div>") == "Ice\n\none\n\ntwo\n\nthree\nfour"


def test_deeply_wrapped_paragraphs_are_still_one_empty_line_apart() -> None:
    assert text_of("<section><div><p>one</p></div></section>\n\n<article><div><p>two</p></div></article>") == "one\n\ntwo"


def test_list_items_stand_on_lines_of_their_own() -> None:
    assert text_of("<p>list:</p><ul><li>one</li><li>two</li></ul>after") == "list:\n\none\ntwo\n\nafter"


def test_a_nested_list_is_not_torn_apart() -> None:
    assert text_of("<ul><li>one<ul><li>two</li><li>three</li></ul></li><li>four</li></ul>") == "one\ntwo\nthree\nfour"


def test_terms_and_definitions_stand_on_lines_of_their_own() -> None:
    assert text_of("<dl><dt>one<dd>two<dt>three<dd>four</dl>") == "one\ntwo\nthree\nfour"


def test_two_line_breaks_leave_an_empty_line() -> None:
    assert text_of("one<br><br>two<br>three<br><br><br>four") == "one\n\ntwo\nthree\n\nfour"
    assert text_of("one<br>\n <br>two") == "one\n\ntwo"


@pytest.mark.parametrize(
    "source", ["<br>one<br>", " one ", "<p> one </p>\n", "<table><tr><td><td>one<td></table>", "\u00a0one\u00a0"]
)
def test_no_white_space_stands_before_or_after_the_text(source: str) -> None:
    assert text_of(source) == "one"


def test_no_line_begins_or_ends_with_a_space() -> None:
    assert text_of("<div> one </div> <div> <b> two </b> three </div> four <br> five ") == "one\ntwo three\nfour\nfive"


# -- preformatted --------------------------------------------------------------------------------------------------------


def test_preformatted_text_stays_as_it_is() -> None:
    code = "def f(x):\n    if x:\n\n        return  x\n\treturn 0"
    assert text_of(f"<p>Code:</p><pre>{code}</pre><p>End.</p>") == f"Code:\n\n{code}\n\nEnd."


def test_the_indentation_of_the_first_line_stays() -> None:
    assert text_of("<pre>    one\n  two</pre>") == "    one\n  two"
    assert text_of("<p>x</p><pre>\n    one\n  two\n</pre>y") == "x\n\n    one\n  two\n\ny"


def test_highlighted_code_keeps_its_lines() -> None:
    source = "<pre><code><span>def</span> <span>f</span>():\n    <span>return</span> <b>1</b>\n\n<span>f</span>()</code></pre>"
    assert text_of(source) == "def f():\n    return 1\n\nf()"


def test_line_breaks_between_spans_of_code_are_kept() -> None:
    assert text_of("<pre><span>one</span>\n<span>two</span>\n    <span>three</span></pre>") == "one\ntwo\n    three"


def test_line_breaks_as_elements_inside_code_are_kept() -> None:
    assert text_of("<pre>one<br>  two</pre>") == "one\n  two"


def test_text_after_preformatted_text_starts_a_new_line() -> None:
    assert text_of("<pre>one\n\n\n</pre>two") == "one\n\ntwo"
    assert text_of("<div>zero<pre>one</pre> two</div>") == "zero\n\none\n\ntwo"


def test_two_preformatted_blocks_stay_apart() -> None:
    assert text_of("<pre>one\n</pre><pre>\n  two</pre>") == "one\n\n  two"


def test_preformatted_text_inside_a_line_is_not_glued_to_it() -> None:
    assert text_of("<p>one <textarea>two</textarea> three</p>") == "one two three"
    assert text_of("<textarea>one</textarea> <textarea>two</textarea>") == "one two"


def test_links_that_touch_in_code_are_not_torn_apart() -> None:
    assert text_of("<pre><a href=x>list</a><a href=y>.sort</a>()</pre>") == "list.sort()"


# -- a part of the text --------------------------------------------------------------------------------------------------


def test_nothing_kept_is_no_text() -> None:
    page = parse("<p>one</p>")
    assert render_text(page, np.zeros(len(page), dtype=bool)) == ""


def test_words_on_both_sides_of_what_was_left_out_are_not_glued() -> None:
    page = parse("<p>one<b>two</b>three</p>")
    assert render_text(page, without(page, "two")) == "one three"


def test_paragraphs_on_both_sides_of_what_was_left_out_stay_apart() -> None:
    page = parse("<p>one</p><p>two</p><p>three</p>")
    assert render_text(page, without(page, "two")) == "one\n\nthree"


def test_cells_on_both_sides_of_one_that_was_left_out_stay_cells() -> None:
    page = parse("<table><tr><td>one<td>two<td>three</table>")
    assert render_text(page, without(page, "two")) == "one\tthree"


def test_code_on_both_sides_of_what_was_left_out_is_not_glued() -> None:
    page = parse("<pre>one<b>two</b>three</pre>")
    assert render_text(page, without(page, "two")) == "one three"


# -- formulas ------------------------------------------------------------------------------------------------------------

X = "<script type='math/tex'>x</script>"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>Let <math><mi>x</mi></math>, so.", "Let $x$, so."),
        ("<p>a<span class=katex><math alttext=x><mi>x</mi></math><span class=katex-html>x</span></span>b", "a$x$b"),
        (f"<p>Let {X}, so.", "Let $x$, so."),
        (f"<p>Let <span class=MathJax>X</span>{X} be.", "Let $x$ be."),
        (f"<p>a{X}b", "a$x$b"),
        (f"<p>a</p>{X}<p>b", "a\n\n$x$\n\nb"),
        (f"<p>{X} and {X}{X}</p>", "$x$ and $x$ $x$"),
        (f"<p>a<p>{X} b", "a\n\n$x$ b"),
        (f"<ul><li>a {X}<li>b</ul>", "a $x$\nb"),
        (f"<p>a</p><p>{X}</p>", "a\n\n$x$"),
        (f"<p>a</p><table><tr>{X}</table>", "a"),
    ],
)
def test_a_formula_is_written_once_as_tex(source: str, text: str) -> None:
    page = parse(source)
    assert text_of(source) == text
    assert render_markdown(page, page.around(page.is_text)).replace("- ", "").split() == text.split()


@pytest.mark.parametrize("format", ["text", "markdown", "html", "xml"])
def test_formulas_in_scripts_are_written_however_their_type_is(format: str) -> None:
    page = '<p>Let <script type="Math/TeX">x^2</script> be given.</p>'
    assert "x^2" in extract(page, format=format, method="whole-text")


def test_what_shows_a_formula_belongs_to_the_first_script_behind_it() -> None:
    page = "<p>a <span class=MathJax>shown</span><script type=math/tex>x</script><script type=math/tex>y</script> b</p>"
    assert extract(page, method="whole-text") == "a $x$ $y$ b"


def test_thousands_of_formulas_in_one_paragraph() -> None:
    shown, scripts = "<span class=MathJax>s</span>" * 4000, "<script type=math/tex>x</script>" * 4000
    assert extract(f"<p>a {shown}{scripts} b</p>", method="whole-text").split().count("$x$") == 4000
