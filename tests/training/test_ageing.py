"""Pages as they used to be written: the same words, and nothing left of what newer pages say about their parts."""

from random import Random

import pytest

from maintext import parse
from maintext.benchmark.metrics import tokens
from maintext.methods.fused.view import view_of
from training.ageing import aged, undressed

HTML = """<!doctype html><html lang=en><head><title>Ice</title><meta property="og:type" content="article">
<script type="application/ld+json">{"@type": "Article"}</script><style>p { margin: 0 }</style></head><body class="post single">
<header role=banner id="top"><nav class='menu main'>
<ul><li><a href="/">Home</a></li><li><a href="/ice" class=on>Ice</a></li></ul></nav></header>
<main><article itemscope itemtype="https://schema.org/Article"><h1 data-level="1">Ice on the lake</h1>
<p style="color: red">It froze <b>early</b>.</p><div><p>And it bore a cart.</p></div><!-- end --></article></main>
<aside><button>Share</button></aside><footer>Imprint</footer></body></html>"""


def words(html: str) -> list[str]:
    return [word for text in view_of(parse(html)).blocks.texts for word in tokens(text)]


SEEDS = range(40)


def test_every_word_stays_where_it_was() -> None:
    for html in (undressed(HTML), *(aged(HTML, Random(seed)) for seed in SEEDS)):
        assert words(html) == words(HTML)


def test_nothing_says_any_more_what_a_part_is_for() -> None:
    html = undressed(HTML)
    for gone in ("class", "id=", "role", "style", "item", "data-", "<nav", "<main", "<article", "<aside", "<button", "<footer"):
        assert gone not in html


def test_nothing_is_declared_any_more() -> None:
    page = parse(undressed(HTML))
    assert (page.head.metas, page.json_ld) == ((), ())


def test_addresses_and_structure_stay() -> None:
    html = undressed(HTML)
    assert '<a href="/ice">Ice</a>' in html
    assert "<h1>Ice on the lake</h1>" in html
    assert html.count("<p>") == 2


def test_old_pages_use_tables_line_breaks_and_bold_text_in_turn() -> None:
    old = [aged(HTML, Random(seed)) for seed in SEEDS]
    for sign in ("<td>", "<br><br>", "<font size=4><b>Ice on the lake"):
        assert 0 < sum(sign in html for html in old) < len(old)


@pytest.mark.parametrize(
    "attribute",
    ['title="page id=3"', 'alt="hat, style=retro"', "title='a class = b'", "idx=5", 'identity="q"', "href=/a?id=1"],
)
def test_what_only_looks_like_a_telling_attribute_stays(attribute: str) -> None:
    html = f'<p>zero</p><a {attribute} class="x">one</a><p>two</p><a title="x">three</a>'
    assert undressed(html) == html.replace(' class="x"', "")
    assert words(undressed(html)) == words(html)


def test_names_with_a_hyphen_are_names_of_their_own() -> None:
    html = "<header-bar>one</header-bar><link-list>two</link-list>"
    assert undressed(html) == html


def test_what_is_there_without_scripts_alone_stays() -> None:
    html = f"<noscript><p>{'Words of a post. ' * 40}</p></noscript>"
    assert words(undressed(html)) == words(html) != []


def test_the_same_chance_gives_the_same_page() -> None:
    assert aged(HTML, Random(3)) == aged(HTML, Random(3))


@pytest.mark.parametrize("html", ["", "plain", "</div></div>a", "<div><div>a", "a < b > c", "<div class='x>a</div>"])
def test_a_page_that_is_not_well_formed_is_rewritten_all_the_same(html: str) -> None:
    assert words(aged(html, Random(1))) == words(html)
