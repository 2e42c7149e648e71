"""Clean HTML: the same words, the structure around them, and nothing active."""

import numpy as np
import pytest
from hypothesis import given, settings
from selectolax.lexbor import LexborHTMLParser, LexborNode

from maintext.parse import parse
from maintext.render import FORMATS, Kept
from maintext.render.clean_html import render_html
from maintext.render.options import RenderOptions
from maintext.render.text import render_text

from .pages import html_of, random_html, without
from .visible import visible_words


def first(written: str, selector: str) -> LexborNode:
    node = LexborHTMLParser(written).css_first(selector)
    assert node is not None
    return node


# -- words ---------------------------------------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(random_html())
def test_the_html_parses_back_to_the_same_words(source: str) -> None:
    assert visible_words(html_of(source)) == visible_words(source)


@pytest.mark.parametrize(
    "source",
    [
        "<div>one</div><div>two</div>",
        "<form>one</form><form>two</form>",
        "<center>one</center>two",
        "one<div></div>two",
        "one<hr>two",
        "one<br>two",
        "<select><option>one<option>two</select>",
        "<fieldset><legend>one</legend>two</fieldset>",
        "<table><tr><td>one<td>two</table>",
        "<dialog>one</dialog><search>two</search>",
        "one <textarea>two</textarea>",
        "<button>one</button><button>two</button>",
    ],
)
def test_words_of_neighbouring_blocks_are_not_glued_where_an_element_is_not_written(source: str) -> None:
    assert visible_words(html_of(source)) == ["one", "two"]


def test_a_word_is_not_torn_where_an_inline_element_is_not_written() -> None:
    assert visible_words(html_of("<font>bo</font><x-card>l</x-card>d")) == ["bold"]


def test_words_on_both_sides_of_what_was_left_out_are_not_glued() -> None:
    page = parse("<p>one<b>two</b>three</p>")
    keep = without(page, "two")
    assert visible_words(render_html(page, keep)) == render_text(page, keep).split() == ["one", "three"]


def test_signs_of_markup_in_the_text_stay_text() -> None:
    assert visible_words(html_of("<p>a &lt;b&gt; &amp;amp; &lt;script&gt;x()&lt;/script&gt;</p>")) == [
        "a",
        "<b>",
        "&amp;",
        "<script>x()</script>",
    ]


def test_nothing_kept_is_no_html() -> None:
    page = parse("<p>one</p>")
    assert render_html(page, np.zeros(len(page), dtype=bool)) == ""


# -- structure -----------------------------------------------------------------------------------------------------------


def test_structure_around_the_text_is_written() -> None:
    source = "<h1>Ice</h1><p>It <b>froze</b> over.</p><ul><li>tea</li></ul><blockquote>cold</blockquote>"
    assert html_of(source) == f"<div>{source}</div>"


def test_language_and_direction_are_kept() -> None:
    assert html_of('<p lang="he" dir="rtl">שלום</p>') == '<div><p lang="he" dir="rtl">שלום</p></div>'


def test_elements_without_kept_text_are_left_out() -> None:
    page = parse("<div><p>one</p></div><div><p>two</p></div>")
    assert render_html(page, without(page, "two")) == "<div><div><p>one</p></div></div>"


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("It was<em> very</em> cold", "It was <em>very</em> cold"),
        ("It was <em>very </em>cold", "It was <em>very</em> cold"),
        ("<b>one</b><i> two </i>three", "<b>one</b> <i>two</i> three"),
        ("<a href=/x> one </a><b>two</b>", '<a href="/x">one</a> <b>two</b>'),
        ("one<b><i> two</i></b>", "one <b><i>two</i></b>"),
        ("one<span> two</span>", "one two"),
        ("<font>bo</font>ld", "bold"),
        ("<strike>one</strike> <tt>two</tt>", "<s>one</s> <code>two</code>"),
    ],
)
def test_white_space_stands_outside_of_elements(source: str, written: str) -> None:
    assert html_of(f"<p>{source}</p>") == f"<div><p>{written}</p></div>"


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("one<br>two", "one<br>two"),
        ("one<br><br>two", "one<br><br>two"),
        ("one<br><br><br><br>two", "one<br><br>two"),
        ("<br>one<br>", "one"),
        ("<b>one<br></b>two", "<b>one</b><br>two"),
        ("one<br><img src=/i.png alt=i><br>two", 'one<br><img src="/i.png" alt="i"><br>two'),
    ],
)
def test_line_breaks_stand_between_lines(source: str, written: str) -> None:
    assert html_of(f"<p>{source}</p>") == f"<div><p>{written}</p></div>"


def test_what_a_block_that_was_left_out_held_apart_is_on_two_lines() -> None:
    page = parse("<div>one<p>two</p>three</div>")
    assert render_html(page, without(page, "two")) == "<div><div>one<br><br>three</div></div>"


# -- lists ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opening", "written"),
    [
        ("<ol start=5>", '<ol start="5"><li>a</li><li>b</li></ol>'),
        ("<ol start=-3>", '<ol start="-3"><li>a</li><li>b</li></ol>'),
        ("<ol start=1>", "<ol><li>a</li><li>b</li></ol>"),
        ("<ol start=x>", "<ol><li>a</li><li>b</li></ol>"),
        ("<ol type=A>", '<ol type="A"><li>a</li><li>b</li></ol>'),
        ("<ol type=disc>", "<ol><li>a</li><li>b</li></ol>"),
        ("<ol reversed>", '<ol reversed start="2"><li>a</li><li>b</li></ol>'),
        ("<ol reversed start=9>", '<ol reversed start="9"><li>a</li><li>b</li></ol>'),
        ("<ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<menu>", "<ul><li>a</li><li>b</li></ul>"),
    ],
)
def test_lists_keep_their_numbers(opening: str, written: str) -> None:
    closing = "</" + opening[1:5].strip(" >") + ">"
    assert html_of(f"{opening}<li>a<li>b{closing}") == f"<div>{written}</div>"


def test_values_of_items_count_on() -> None:
    assert html_of("<ol><li>a<li value=5>b<li>c<li value=7>d<li value=7>e</ol>") == (
        '<div><ol><li>a</li><li value="5">b</li><li>c</li><li>d</li><li value="7">e</li></ol></div>'
    )


def test_items_keep_their_numbers_where_others_are_left_out() -> None:
    page = parse("<ol><li>a<li>b<li>c<li>d</ol>")
    assert render_html(page, without(page, "a", "c")) == '<div><ol start="2"><li>b</li><li value="4">d</li></ol></div>'
    page = parse("<ol reversed><li>a<li>b<li>c</ol>")
    assert render_html(page, without(page, "a")) == '<div><ol reversed start="2"><li>b</li><li>c</li></ol></div>'


def test_definition_lists_stay_as_they_are() -> None:
    source = "<dl><dt>one</dt><dd>two</dd><dd><p>three</p></dd></dl>"
    assert html_of(source) == f"<div>{source}</div>"


# -- tables --------------------------------------------------------------------------------------------------------------


def test_tables_keep_their_parts_and_spans() -> None:
    source = (
        '<table><caption>c</caption><thead><tr><th scope="col" colspan="2">one</th><th rowspan="2">two</th></tr></thead>'
        "<tbody><tr><td>a</td><td></td></tr><tr><td></td><td>b</td></tr></tbody></table>"
    )
    assert html_of(source) == f"<div>{source}</div>".replace(' rowspan="2"', "")  # no cell reaches into another part
    source = '<table><tbody><tr><td colspan="2" rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>'
    assert html_of(source) == f"<div>{source}</div>"


def test_empty_cells_of_kept_rows_stay_so_that_columns_line_up() -> None:
    page = parse("<table><tr><th>a<th>b<th>c<tr><td>d<td>e<td>f<tr><td>g<td>h<td>i</table>")
    written = render_html(page, without(page, "b", "e", "g", "h", "i"))
    assert written == (
        "<div><table><tbody><tr><th>a</th><th></th><th>c</th></tr><tr><td>d</td><td></td><td>f</td></tr></tbody></table></div>"
    )


def test_a_cell_spans_no_rows_that_are_left_out() -> None:
    page = parse("<table><tr><td rowspan=3>a<td>b<tr><td>c<tr><td>d<tr><td>e<td>f</table>")
    assert 'rowspan="2"' in render_html(page, without(page, "c"))
    assert "rowspan" not in render_html(page, without(page, "c", "d"))
    assert 'rowspan="4"' in html_of("<table><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d<tr><td>e</table>")


@pytest.mark.parametrize("span", ["colspan=9007199254740991", "rowspan=9007199254740991", "colspan=-1", "colspan=x", "rowspan=0"])
def test_senseless_spans_do_no_harm(span: str) -> None:
    written = html_of(f"<table>{f'<tr><td {span}>a<td>b<tr><td>c<td>d' * 100}</table>")
    assert visible_words(written) == list("abcd" * 100)
    assert all(int(node.attributes.get("colspan") or 1) <= 2 for node in LexborHTMLParser(written).css("td"))
    assert all(int(node.attributes.get("rowspan") or 1) <= 200 for node in LexborHTMLParser(written).css("td"))


# -- images --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("one <img src=/i.png alt='a &quot;b&quot;'> two", 'one <img src="/i.png" alt="a &quot;b&quot;"> two'),
        ("one<img src=/i.png>two", 'one<img src="/i.png" alt="">two'),
        ("one <img src=/i.png>, two", 'one <img src="/i.png" alt="">, two'),
        ("<img src=/i.png title=t> two", '<img src="/i.png" alt="t"> two'),
        ("one <a href=/x><img src=/i.png></a> two", 'one <a href="/x"><img src="/i.png" alt=""></a> two'),
        ("one <img src=/i.png><img src=/i.png>", 'one <img src="/i.png" alt="">'),
        ("<picture><source srcset='/l.webp 2x, /s.webp'><img alt=p></picture> one", '<img src="/l.webp" alt="p"> one'),
        ("one <img src='data:image/png;base64,AAAA'> two", "one two"),
        ("one <img src=/i.png width=1 height=1> two", "one two"),
        ("one <a href=/x><img src=/img/spacer.gif></a> two", "one two"),
    ],
)
def test_images_are_written_once_with_their_best_file(source: str, written: str) -> None:
    assert html_of(f"<p>{source}</p>") == f"<div><p>{written}</p></div>"


def test_a_figure_keeps_its_image_and_caption() -> None:
    source = '<figure><img src="/i.png" alt="i"><figcaption>one</figcaption></figure>'
    assert html_of(source) == f"<div>{source}</div>"


# -- code ----------------------------------------------------------------------------------------------------------------


def test_preformatted_text_stays_as_it_is() -> None:
    code = "def f():\n    return  1\n"
    assert first(html_of(f"<p>x</p><pre>{code}</pre>"), "pre").text() == code
    assert first(html_of(f"<p>x</p><pre>\n\n{code}</pre>"), "pre").text() == "\n" + code
    assert first(html_of(f"<p>x</p><pre>\n<code>\n{code}</code></pre>"), "pre").text() == "\n" + code


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("<pre><code class='hljs language-js'>x</code></pre>", '<pre><code class="language-js">x</code></pre>'),
        ("<pre class='brush: php'>x</pre>", '<pre><code class="language-php">x</code></pre>'),
        ("<pre><code>x</code></pre>", "<pre><code>x</code></pre>"),
        ("<pre>x</pre>", "<pre>x</pre>"),
        ("<xmp>x <b></xmp>", "<pre>x &lt;b&gt;</pre>"),
        ("<pre data-lang='\"><script>'>x</pre>", "<pre>x</pre>"),
        ("<pre><span class=k>if</span> <b>x</b>\n  <i> y</i></pre>", "<pre>if <b>x</b>\n   <i>y</i></pre>"),
        ("<pre><div>one</div><div>  two</div></pre>", "<pre>one\n  two</pre>"),
        ("<pre>one<br>  two</pre>", "<pre>one\n  two</pre>"),
        ("<pre><a href=/x>list</a><a href=/y>.sort</a>()</pre>", '<pre><a href="/x">list</a><a href="/y">.sort</a>()</pre>'),
    ],
)
def test_code_blocks_are_verbatim_and_know_their_language(source: str, written: str) -> None:
    assert html_of(source) == f"<div>{written}</div>"


def test_line_numbers_are_left_out() -> None:
    source = "<pre><span class=lineno>1</span>one\n<span class=lineno>2</span>two</pre>"
    assert html_of(source) == "<div><pre>one\ntwo</pre></div>"


# -- formulas ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "tex"),
    [
        ("<math><msup><mi>x</mi><mn>2</mn></msup></math>", "x^2"),
        (
            "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>a &lt; b</annotation></semantics></math>",
            "a &lt; b",
        ),
        ("<span class=katex><math alttext=y><mi>y</mi></math><span class=katex-html aria-hidden=true>y</span></span>", "y"),
        ("<span class=MathJax>z</span><script type=math/tex>z</script>", "z"),
    ],
)
def test_a_formula_is_written_once(source: str, tex: str) -> None:
    assert html_of(f"<p>Let {source} be.</p>") == rf'<div><p>Let <span class="math inline">\({tex}\)</span> be.</p></div>'


def test_a_formula_on_a_line_of_its_own_says_so() -> None:
    source = "<p>So</p><math display=block><mi>x</mi></math><p>holds.</p>"
    assert html_of(source) == r'<div><p>So</p><span class="math display">\[x\]</span><p>holds.</p></div>'


# -- what only helps to get around -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("format", ["text", "html", "markdown"])
@pytest.mark.parametrize(
    "source",
    [
        "<h2>one<a href=#one>¶</a></h2><p>two",
        "<h2><a href=#one>#</a> one</h2><p>two",
        "<dl><dt>one<a href=#one>¶</a><dd>two</dl>",
        "<p>one</p><table><caption>two<a href=#t>§</a></caption></table>",
    ],
)
def test_links_to_the_heading_itself_are_left_out_of_every_format(source: str, format: str) -> None:
    page = parse(source)
    written = FORMATS[format](Kept.of(page, page.is_text), RenderOptions())
    assert not set("¶§") & set(written)
    assert "#" not in written.removeprefix("## ")


@pytest.mark.parametrize("format", ["text", "html", "markdown"])
@pytest.mark.parametrize(
    ("source", "sign"),
    [("<h2>C <a href=/sharp>#</a></h2>", "#"), ("<h2><a href=#x>§</a></h2>", "§"), ("<p>see <a href=#x>§</a></p>", "§")],
)
def test_other_signs_in_links_stay(source: str, sign: str, format: str) -> None:
    page = parse(source)
    assert sign in FORMATS[format](Kept.of(page, page.is_text), RenderOptions())


# -- switches ------------------------------------------------------------------------------------------------------------

SWITCHED = "<p>one <a href=/x>two</a> <img src=/i.png></p><table><tr><th>a<th>b<tr><td>c<td>d</table><p>end"
TABLE = "<table><tbody><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr></tbody></table>"


@pytest.mark.parametrize(
    ("options", "written"),
    [
        (RenderOptions(), f'<p>one <a href="/x">two</a> <img src="/i.png" alt=""></p>{TABLE}<p>end</p>'),
        (RenderOptions(include_links=False), f'<p>one two <img src="/i.png" alt=""></p>{TABLE}<p>end</p>'),
        (RenderOptions(include_images=False), f'<p>one <a href="/x">two</a></p>{TABLE}<p>end</p>'),
        (RenderOptions(include_tables=False), '<p>one <a href="/x">two</a> <img src="/i.png" alt=""></p><p>end</p>'),
    ],
)
def test_what_is_switched_off_is_left_out(options: RenderOptions, written: str) -> None:
    assert html_of(SWITCHED, options=options) == f"<div>{written}</div>"


# -- large and deep ------------------------------------------------------------------------------------------------------


def test_deep_lists_and_many_cells_come_out_whole() -> None:
    assert html_of("<ul><li>word" * 5000).count("word") == 5000
    assert html_of("<table>" + ("<tr>" + "<td>x" * 10) * 5000 + "</table>").count("<td>x</td>") == 50_000


# -- addresses -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("href", "absolute"),
    [
        ("/a", "https://example.org/a"),
        ("a.html", "https://example.org/x/a.html"),
        ("../a", "https://example.org/a"),
        ("?q=1&amp;r=2", "https://example.org/x/page.html?q=1&r=2"),
        ("#top", "https://example.org/x/page.html#top"),
        ("//cdn.example/a", "https://cdn.example/a"),
        ("http://other.example/a", "http://other.example/a"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("tel:+47123", "tel:+47123"),
        (" \n/a\t", "https://example.org/a"),
    ],
)
def test_addresses_are_absolute_where_that_of_the_page_is_known(href: str, absolute: str) -> None:
    written = html_of(f'<a href="{href}">x</a>', url="https://example.org/x/page.html")
    assert first(written, "a").attributes == {"href": absolute}


@pytest.mark.parametrize("href", ["/a", "a.html", "#top", "?q=a:b", "./a:b"])
def test_addresses_stay_as_they_are_where_that_of_the_page_is_not_known(href: str) -> None:
    assert html_of(f'<a href="{href}">x</a>') == f'<div><a href="{href}">x</a></div>'


@pytest.mark.parametrize(
    ("href", "written"),
    [(" \n/a\t", "/a"), ("ht\ntp://example.org/a", "http://example.org/a"), ("my file.html", "my%20file.html")],
)
def test_white_space_in_an_address_is_read_as_browsers_read_it(href: str, written: str) -> None:
    assert html_of(f'<a href="{href}">x</a>') == f'<div><a href="{written}">x</a></div>'


@pytest.mark.parametrize("href", ["http://[broken", "//[::1", "", "http://", "http://?q=1", "https://My Site/x"])
def test_what_is_no_address_is_left_out(href: str) -> None:
    assert html_of(f'<a href="{href}">x</a>', url="https://example.org/") == "<div>x</div>"
