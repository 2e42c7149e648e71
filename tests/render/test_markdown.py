"""Markdown: the same words as the text, and the structure that a CommonMark parser reads back."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.parse import parse
from maintext.render.markdown import render_markdown
from maintext.render.options import RenderOptions
from maintext.render.text import render_text

from .markdown_reader import elements_of, tokens_of, words_of
from .test_text import BLOCKS, INLINE, STRAY_ITEMS, STRUCTURES, random_html, without


def markdown_of(source: str, url: str | None = None, options: RenderOptions | None = None) -> str:
    page = parse(source, url=url)
    return render_markdown(page, page.around(page.is_text), options or RenderOptions())


def words_in_text(source: str) -> list[str]:
    page = parse(source)
    return render_text(page, page.is_text).split()


# -- words ---------------------------------------------------------------------------------------------------------------

SIGNS = [
    *"a b word 1 2 # ## > - + * _ ` ~ ~~ ~~~ ``` | || : = === --- *** ___ \\ \\\\ ! [ ] ( ) { } . $ ^ \" ' / é 日本 😀 ， 「".split(),
    *"1. 2) 10. - - #x x# [x] [x](y) [x]: ![x](y) [^1] &amp;amp; &amp;copy; &amp;#42; &lt;b&gt; &lt; &gt; &lt;!-- *a* _a_ a_b __a__".split(),
    *"<https://e.org> https://e.org/a_b_c C:\\dir |---|---| :-- a|b =x -- \\* \\[ http://e.org".split(),
    *["- x", "1. x", "# x", "> x", "x #", " ", "\n", "&nbsp;", "[ ] x", "a  b", "    x", "[x]: /y", "| a | b |"],
]
MARKED = "b i em strong del s sup sub a code kbd span x-card font cite".split()


@st.composite
def signs_and_marks(draw: st.DrawFn, depth: int = 3) -> str:
    """Elements with signs in Markdown and texts that look like it, glued to each other in any way."""
    inside = signs_and_marks(depth - 1) if depth else st.just("")
    parts: list[str] = []
    for _ in range(draw(st.integers(1, 5))):
        kind = draw(st.integers(0, 9))
        if kind < 5 or not depth:
            parts.append(draw(st.sampled_from(SIGNS)))
        elif kind < 8:
            name = draw(st.sampled_from(MARKED))
            parts.append(f"<{name} href=/x>{draw(inside)}</{name}>")
        elif kind == 8:
            parts.append(draw(st.sampled_from(["<br>", "<img src=/i.png alt='a [b] *c*'>", "<hr>", "<wbr>"])))
        else:
            name = draw(st.sampled_from(["p", "div", "li", "h2", "blockquote", "td", "pre", "table", "ul", "ol", "dd", "figcaption"]))
            parts.append(f"<{name}>{draw(inside)}</{name}>")
    return "".join(parts)


@st.composite
def signs_in_structures(draw: st.DrawFn) -> str:
    structures = [*STRUCTURES, "<p>%s<p>%s", "<h1>%s</h1>%s", "<blockquote>%s</blockquote>%s", "%s<pre>%s</pre>"]
    return draw(st.sampled_from(structures)) % (draw(signs_and_marks()), draw(signs_and_marks()))


@settings(max_examples=400)
@given(random_html())
def test_the_words_of_any_page_are_those_of_its_text(source: str) -> None:
    assert words_of(markdown_of(source)) == words_in_text(source)


@settings(max_examples=600)
@given(st.one_of(signs_and_marks(), signs_in_structures()))
def test_signs_of_markup_in_the_text_are_read_back_as_text(source: str) -> None:
    assert words_of(markdown_of(source)) == words_in_text(source)


@settings(max_examples=200)
@given(st.one_of(random_html(), signs_in_structures()), st.data())
def test_the_words_of_any_selection_are_those_of_its_text(source: str, data: st.DataObject) -> None:
    page = parse(source)
    chosen = np.array(data.draw(st.lists(st.booleans(), min_size=len(page), max_size=len(page))), dtype=bool) & page.is_text
    assert words_of(render_markdown(page, page.around(chosen))) == render_text(page, chosen).split()
