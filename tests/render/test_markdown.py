"""Markdown: the same words as the text, and the structure that a CommonMark parser reads back."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import extract
from maintext.parse import parse
from maintext.render.markdown import render_markdown
from maintext.render.options import RenderOptions
from maintext.render.text import render_text

from .markdown_reader import elements_of, tokens_of, words_of
from .pages import BLOCKS, INLINE, STRAY_ITEMS, STRUCTURES, markdown_of, random_html, without


def words_in_text(source: str) -> list[str]:
    page = parse(source)
    return render_text(page, page.is_text).split()


# -- words ---------------------------------------------------------------------------------------------------------------

SIGNS = [
    *'a b word 1 2 # ## > - + * _ ` ~ ~~ ~~~ ``` | || : = === --- *** ___ \\ \\\\ ! [ ] ( ) { } . $ ^ "'.split(),
    *"' / é 日本 😀 ， 「".split(),
    *"1. 2) 10. - - #x x# [x] [x](y) [x]: ![x](y) [^1] &amp;amp; &amp;copy; &amp;#42; &lt;b&gt; &lt; &gt; &lt;!--".split(),
    *"*a* _a_ a_b __a__".split(),
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
            name = draw(
                st.sampled_from(["p", "div", "li", "h2", "blockquote", "td", "pre", "table", "ul", "ol", "dd", "figcaption"])
            )
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


# -- structure -----------------------------------------------------------------------------------------------------------


def test_nothing_kept_is_no_markdown() -> None:
    page = parse("<p>one</p>")
    assert render_markdown(page, np.zeros(len(page), dtype=bool)) == ""
    empty = parse("")
    assert render_markdown(empty, np.zeros(len(empty), dtype=bool)) == ""


def test_a_reader_finds_the_structure_again() -> None:
    source = (
        "<h2>a</h2><ul><li>b<ol><li>c</ol><li>d</ul><blockquote>e</blockquote><pre>f</pre><hr>"
        "<table><tr><th>g<th>h<tr><td>i<td>j</table><p><a href=/x>k</a> <b>l</b> <code>m</code> <img src=/n.png>"
    )
    assert elements_of(markdown_of(source)) == [
        *("h2 ul li p ol li p li p blockquote p fence hr table thead tr th th tbody tr td td p a strong code img".split()),
    ]


def test_an_ordered_list_that_does_not_begin_with_one_is_a_list_inside_an_item_as_well() -> None:
    assert elements_of(markdown_of("<ul><li>a<ol start=4><li>b</ol></ul>")) == "ul li p ol li p".split()


def test_a_list_without_its_item_kept_is_still_a_list() -> None:
    page = parse("<ul><li>one<ul><li>two</li></ul></li></ul>")
    assert render_markdown(page, without(page, "one")) == "- - two"


@pytest.mark.parametrize(
    ("source", "markdown"),
    [
        ("<b>bo</b>ld", "**bo**ld"),
        ('a<b>"x"</b>b', 'a"x"b'),
        ("<b>one</b><b>two</b>", "**onetwo**"),
        ("<b>one</b><i>two</i>", "**one**two"),
        ("(<b>one</b>)", "(**one**)"),
        ("<b><i>one</i></b>", "***one***"),
        ("<b>one <i>two</i></b>", "**one *two***"),
        ("日本<b>語</b>。", "日本**語**。"),
        ("日本<b>「語」</b>の", "日本「語」の"),
        ("<b>one<br>two</b>", "**one  \ntwo**"),
        ("<b> </b>one", "one"),
    ],
)
def test_emphasis_is_written_where_every_reader_takes_it_for_emphasis(source: str, markdown: str) -> None:
    assert markdown_of(source) == markdown


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("snake_case_name", "snake_case_name"),
        ("[1]", "[1]"),
        ("~5 km", "~5 km"),
        ("AT&T", "AT&T"),
        ("a < b", "a < b"),
        ("C:\\dir", "C:\\dir"),
        ("$5 and $6", "$5 and $6"),
        ("-5 degrees", "-5 degrees"),
        ("1.5 km", "1.5 km"),
        ("#hashtag", "#hashtag"),
    ],
)
def test_signs_without_a_meaning_get_no_backslash(text: str, escaped: str) -> None:
    assert markdown_of(f"<p>{text.replace('&', '&amp;').replace('<', '&lt;')}</p>") == escaped


# -- switches ------------------------------------------------------------------------------------------------------------

SWITCHED = "<p>one <a href=/x>two</a> <img src=/i.png alt=i></p><table><tr><th>a<th>b<tr><td>c<td>d</table><p>end"


@pytest.mark.parametrize(
    ("options", "markdown"),
    [
        (RenderOptions(), "one [two](/x) ![i](/i.png)\n\n| a | b |\n| --- | --- |\n| c | d |\n\nend"),
        (RenderOptions(include_links=False), "one two ![i](/i.png)\n\n| a | b |\n| --- | --- |\n| c | d |\n\nend"),
        (RenderOptions(include_images=False), "one [two](/x)\n\n| a | b |\n| --- | --- |\n| c | d |\n\nend"),
        (RenderOptions(include_tables=False), "one [two](/x) ![i](/i.png)\n\nend"),
    ],
)
def test_what_is_switched_off_is_left_out(options: RenderOptions, markdown: str) -> None:
    assert markdown_of(SWITCHED, options=options) == markdown


def test_layout_tables_stay_where_tables_are_switched_off() -> None:
    assert markdown_of("<table><tr><td><p>one</table>", options=RenderOptions(include_tables=False)) == "one"


# -- addresses -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "href", ["javascript:x()", " JavaScript:x()", "java\nscript:x()", "data:text/html,x", "vbscript:x", "", "http://[x"]
)
def test_an_address_that_runs_something_or_is_none_leaves_the_text(href: str) -> None:
    assert markdown_of(f'<a href="{href}">click</a>', url="https://example.org/") == "click"


@pytest.mark.parametrize("src", ["javascript:x()", "data:image/png;base64,AAAA", "", "mailto:a@b.c", "/img/spacer.gif"])
def test_an_image_without_a_file_to_show_is_left_out(src: str) -> None:
    assert markdown_of(f'<p>one <img src="{src}" alt="x"> two', url="https://example.org/") == "one two"


# -- large and deep ------------------------------------------------------------------------------------------------------


def test_deep_lists_come_out_whole() -> None:
    source = "<ul><li>word" * 5000
    markdown = markdown_of(source)
    assert markdown.count("word") == 5000
    assert max(map(len, markdown.splitlines())) < 200


def test_fifty_thousand_cells_come_out_whole() -> None:
    markdown = markdown_of("<table>" + ("<tr>" + "<td>x" * 10) * 5000 + "</table>")
    assert markdown.count("x") == 50_000
    assert len(markdown.splitlines()) == 5001


def test_a_wide_row_above_many_narrow_ones_does_not_fill_the_page_with_empty_cells() -> None:
    markdown = markdown_of("<table><tr>" + "<td>x" * 3000 + "<tr><td>y" * 3000 + "</table>")
    assert markdown.count("y") == 3000
    assert len(markdown) < 100_000


@pytest.mark.parametrize("span", ["colspan=9007199254740991", "rowspan=9007199254740991", "colspan=-1", "colspan=x", "rowspan=0"])
def test_senseless_spans_do_no_harm(span: str) -> None:
    rows = f"<tr><td {span}>a<td>b<tr><td>c<td>d" * 100
    markdown = markdown_of(f"<table>{rows}</table>")
    assert sorted(words_of(markdown)) == sorted("abcd" * 100)
    assert len(markdown) < 20_000


def test_a_table_of_cells_that_all_reach_down_is_written_without_their_spans() -> None:
    markdown = markdown_of("<table><tr>" + "<td rowspan=9999>x" * 2000 + "<td>z" + "<tr><td>y" * 2000 + "</table>")
    assert (markdown.count("x"), markdown.count("y")) == (2000, 2000)
    assert len(markdown) < 100_000


def test_a_page_of_opening_signs_is_read_in_one_go() -> None:
    signs = r"\( \[ $ \begin{align} " * 2000
    assert markdown_of("<script src=mathjax.js></script>" + signs).replace("\\", "") == signs.replace("\\", "").strip()


# -- formulas ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        ("<mi>x</mi><mo>+</mo><mn>1</mn>", "x+1"),
        ("<msup><mi>x</mi><mn>2</mn></msup>", "x^2"),
        ("<msub><mi>x</mi><mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow></msub>", "x_{i+1}"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_i^2"),
        ("<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>", "{ab}^2"),
        ("<mfrac><mi>a</mi><mi>b</mi></mfrac>", r"\frac{a}{b}"),
        ("<msqrt><mi>x</mi><mo>+</mo><mi>y</mi></msqrt>", r"\sqrt{x+y}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
        ("<mi>sin</mi><mi>x</mi>", r"\sin x"),
        ("<mi>α</mi><mi>β</mi><mo>≤</mo><mi>γ</mi>", r"\alpha\beta\le\gamma"),
        ("<mi>α</mi><mi>x</mi>", r"\alpha x"),
        ("<mi>max</mi>", r"\max"),
        ("<mi>foo</mi>", r"\mathrm{foo}"),
        ("<mi mathvariant='double-struck'>R</mi>", r"\mathbb{R}"),
        ("<mi>ℝ</mi>", r"\mathbb{R}"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", r"\bar{x}"),
        ("<mover><mi>v</mi><mo>→</mo></mover>", r"\vec{v}"),
        ("<munder><mo>lim</mo><mrow><mi>n</mi><mo>→</mo><mi>∞</mi></mrow></munder>", r"\lim_{n\to\infty}"),
        ("<mtext>if </mtext><mi>x</mi>", r"\text{if}x"),
        ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a,b)"),
        ("<mfenced open='[' close=']' separators=';'><mi>a</mi><mi>b</mi></mfenced>", "[a;b]"),
        ("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>",
         r"\begin{matrix} 1 & 2 \\ 3 \end{matrix}"),
        ("<msup><mi>f</mi><mo>′</mo></msup>", "f'"),
        ("<mi>x</mi><mphantom><mi>y</mi></mphantom>", "x"),
        ("<mfrac><mi>a</mi></mfrac>", "a"),
    ],
)  # fmt: skip
def test_mathml_is_written_as_tex(mathml: str, tex: str) -> None:
    assert markdown_of(f"<p>so <math>{mathml}</math></p>") == f"so ${tex}$"


def test_the_tex_that_a_formula_carries_is_preferred() -> None:
    annotation = "<annotation encoding='application/x-tex'>\\displaystyle x_1</annotation>"
    assert markdown_of(f"<math><semantics><mi>y</mi>{annotation}</semantics></math>") == "$x_1$"
    assert markdown_of("<math alttext='{\\displaystyle x_{2}}'><mi>y</mi></math>") == "$x_{2}$"
    assert markdown_of("<math data-latex='x_3'><mi>y</mi></math>") == "$x_3$"


def test_the_formula_of_a_hidden_twin_is_written_where_its_paragraph_is_kept() -> None:
    page = parse("<p>Where <span style='display:none'><math><mi>h</mi></math></span> is small.</p>")
    assert render_markdown(page, without(page, "h")) == "Where $h$ is small."


def test_a_script_between_dropped_texts_is_not_written() -> None:
    page = parse("<p>one</p><p>two <script type='math/tex'>x</script></p>")
    assert render_markdown(page, without(page, "two")) == "one"


def test_dollars_are_formulas_only_where_a_script_makes_them_so() -> None:
    assert markdown_of("<p>$x_1$ and $y*z$</p>") == r"$x_1$ and $y\*z$"
    assert markdown_of("<script src=katex.js></script><p>$x_1$ and $y*z$</p>") == "$x_1$ and $y*z$"


# -- code ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opening", "language"),
    [
        ("<pre class=language-js>", "js"),
        ("<pre class='lang-c++'>", "c++"),
        ("<pre class='brush: php; toolbar: false'>", "php"),
        ("<pre class='prettyprint lang-sql linenums'>", "sql"),
        ("<pre class='line-numbers language-go'>", "go"),
        ("<pre class='wp-block-code'><code lang=en class='hljs language-rust'>", "rust"),
        ("<pre><code class='hljs kotlin'>", "kotlin"),
        ("<pre class='sourceCode r'>", "r"),
        ("<div class='highlight highlight-source-ts'><pre>", "ts"),
        ("<div class='mw-highlight mw-highlight-lang-lua'><pre>", "lua"),
        ("<pre data-language=Swift>", "swift"),
        ("<pre class=EnlighterJSRAW data-enlighter-language=java>", "java"),
        ("<pre class=python>", "python"),
        ("<div class=python><pre>", ""),
        ("<pre class=hljs>", ""),
        ("<pre class='language-plaintext'>", ""),
        ("<pre>", ""),
    ],
)
def test_the_language_is_read_from_the_names_that_highlighters_use(opening: str, language: str) -> None:
    assert markdown_of(f"{opening}x = 1") == f"```{language}\nx = 1\n```"


@pytest.mark.parametrize("number", ["1", "12.", "|1", ":1", ".1", "١", "\u00a01", "1<b></b>2"])
def test_line_numbers_are_left_out_however_they_are_written(number: str) -> None:
    assert markdown_of(f"<pre><span class=lineno>{number}</span>x = 1</pre>") == "```\nx = 1\n```"


@pytest.mark.parametrize("text", ["x", "(1)", "1a", "-1"])
def test_what_is_called_a_gutter_and_holds_other_signs_stays(text: str) -> None:
    assert markdown_of(f"<pre><span class=lineno>{text}</span> y</pre>") == f"```\n{text} y\n```"


def test_numbers_in_code_that_no_gutter_holds_stay() -> None:
    assert markdown_of("<pre><span class=line>1</span>\n<span class=gutter-like>2 + x</span></pre>") == "```\n1\n2 + x\n```"


def test_a_page_of_line_numbers_alone_keeps_them() -> None:
    assert markdown_of("<pre><span class=lineno>1</span></pre>") == "```\n1\n```"


def test_a_fence_is_longer_than_any_in_the_code() -> None:
    token = tokens_of(markdown_of("<pre>````\nx\n````</pre>"))[0]
    assert (token.type, token.content) == ("fence", "````\nx\n````\n")


# -- every page of the other tests' vocabulary ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*INLINE, *BLOCKS, *STRAY_ITEMS])
def test_no_element_swallows_its_text(name: str) -> None:
    assert words_of(markdown_of(f"one <{name}>two</{name}> three")) == ["one", "two", "three"]


def test_a_base_that_is_longer_than_any_address_is_none() -> None:
    html = "<base href='https://example.org/%s/'><p>See <a href=x>there</a>.</p>"
    assert extract(html % "d", format="markdown", method="whole-text") == "See [there](https://example.org/d/x)."
    assert extract(html % ("d" * 3000), format="markdown", method="whole-text") == "See [there](x)."
