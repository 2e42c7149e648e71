"""Features: finite on any page, the same whatever does not matter, and what their names say."""

import re
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings

from maintext import Page, parse
from maintext.methods.fused.blocks import PAUSES, SENTENCE_ENDS
from maintext.methods.fused.features import FEATURES, GROUP_FEATURES, GROUPS, PAPERS, Matrix, columns_of, feature_matrix
from maintext.methods.fused.grid import SingleArray
from maintext.methods.fused.view import View, view_of
from maintext.page import FloatArray
from tests.methods.fused.pages import HOSTILE, markup, repetitive
from tests.walks import ancestors

relaxed = settings(max_examples=40, deadline=None)

views = (markup() | repetitive()).map(lambda html: view_of(parse(html))).filter(lambda view: len(view.blocks) > 0)

SENTENCE = "The lake froze in the first week of December, and by Christmas it bore a horse and cart. "
SITE = (
    "<title>Ice on the long lake - The Harbour Post</title><meta name=description content='Why the long lake froze early.'>"
    '<script type="application/ld+json">{"@type":"NewsArticle","articleBody":"The lake froze in the first week of December"}'
    "</script><body><header><nav class=main-menu><ul><li><a href=/>Home</a><li><a href=/news>News</a><li><a href=/ice>Ice</a>"
    "</ul></nav></header><div id=page><main><article><h1>Ice on the long lake</h1><p class=byline>By Ada Frost, 3 May</p>"
    f"<p>{SENTENCE * 3}</p><p>{SENTENCE}<a href=/x>More about carts</a></p><h2>The carts</h2><p>{SENTENCE * 2}</p><p>{SENTENCE}"
    f"</p></article></main><aside class=related><h2>Read next</h2><div class=card><a href=/1>Snow on the hills</a><p>Short.</div>"
    "<div class=card><a href=/2>Wind on the plains</a><p>Short.</div><div class=card><a href=/3>Rain in the valley</a><p>Shorter."
    "</div></aside></div><section class=comments><p>Ben wrote</p><p>Nice, I was there and saw it.</p></section>"
    "<footer>© The Harbour Post. <a href=/imprint>Imprint</a></footer>"
)
CHINESE = (
    "<title>湖面结冰的原因是什么呢</title><nav><ul><li><a>首页</a><li><a>新闻</a></ul></nav><div><h1>湖面结冰的原因是什么呢</h1>"
    "<p>十二月的第一周，湖面结冰了。到了圣诞节，冰面可以承受马车的重量。村民们在冰上行走，孩子们在冰上滑行。</p>"
    "<p>老人们说，这是五十年来最冷的冬天；河流、池塘和水井都结了冰。没有人记得这样的寒冷，也没有人愿意离开火炉。</p>"
    "</div><footer>版权所有</footer>"
)
LISTING = "<h1>Snow</h1>" + "".join(
    f"<div class=card><h2><a href=/{number}>Snow shoe number {number}</a></h2><p>Light, strong; {number} kg.</p></div>"
    for number in range(8)
)
PAGES = {"site": SITE, "chinese": CHINESE, "listing": LISTING, "one word": "word", "links": HOSTILE["only links"]}


def view(html: str) -> View:
    return view_of(parse(html))


def columns(html: str) -> dict[str, SingleArray]:
    return columns_of(view(html))


def matrix(html: "str | Page") -> SingleArray:
    return feature_matrix(view_of(html if isinstance(html, Page) else parse(html)))


def number_of(view: View, text: str) -> int:
    return next(number for number, found in enumerate(view.blocks.texts) if found.startswith(text))


def log(count: float) -> float:
    """As a feature has it."""
    return float(np.float32(np.log(1 + max(count, 0))))


@pytest.fixture(params=list(PAGES))
def found(request: pytest.FixtureRequest) -> View:
    """Each of PAGES in turn."""
    return view(PAGES[request.param])


# -- any page --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def no_bad_arithmetic() -> Iterator[None]:
    with np.errstate(divide="raise", invalid="raise", over="raise"):
        yield


@pytest.mark.usefixtures("no_bad_arithmetic")
@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE.keys())
def test_features_of_hostile_pages_are_finite(html: str) -> None:
    found = view(html)
    features = feature_matrix(found)
    assert len(found.blocks) > 0
    assert features.shape == (len(found.blocks), len(FEATURES))
    assert features.dtype == np.float32
    assert np.isfinite(features).all()
    assert np.abs(np.delete(features, FEATURES.index("depth"), axis=1)).max() < 20  # counts go in as logarithms


@relaxed
@given(views)
def test_features_of_random_pages_are_finite_and_in_order(view: View) -> None:
    with np.errstate(divide="raise", invalid="raise", over="raise"):
        found = columns_of(view)
    assert tuple(found) == FEATURES
    assert all(column.shape == (len(view.blocks),) for column in found.values())
    assert np.isfinite(feature_matrix(view)).all()
    outside = [name for name, column in found.items() if is_share(name) and (column.min() < 0 or column.max() > 1 + 1e-9)]
    assert outside == []


def is_share(name: str) -> bool:
    """Whether a feature is a yes or no, or a part of a whole."""
    starts = (
        "capitals,covers,density sum,ends,in ,is ,link share,near,on ,page declares,page link,page main,page reply,"
        "paragraph score,position,prose left,repeats,share of,since main,tag ratio"
    )
    return name.startswith(tuple(starts.split(","))) or name.endswith("by the largest")


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE.keys())
def test_the_columns_of_any_page_are_the_features_in_their_order(html: str) -> None:
    found = view(html)
    assert tuple(columns_of(found)) == FEATURES
    for name, group in GROUPS.items():
        made = group(found)
        assert (made.names if isinstance(made, Matrix) else tuple(made)) == GROUP_FEATURES[name]


def test_the_matrix_has_the_columns_in_the_order_of_the_names() -> None:
    found = columns(SITE)
    for number, name in enumerate(FEATURES):
        np.testing.assert_array_equal(matrix(SITE)[:, number], found[name])


def test_no_two_groups_have_a_feature_of_the_same_name() -> None:
    assert sum(map(len, GROUP_FEATURES.values())) == len(set(FEATURES)) == len(FEATURES)
    assert list(GROUP_FEATURES) == list(GROUPS)


def test_every_paper_has_a_group_of_its_own() -> None:
    assert list(PAPERS) == ["CETD", "CETR", "DANAg", "CEPR", "BlockExtractor"]
    assert PAPERS.items() <= GROUPS.items()


def test_features_do_not_depend_on_pages_seen_before() -> None:
    before = matrix(SITE)
    matrix(CHINESE)
    matrix(LISTING)
    np.testing.assert_array_equal(matrix(SITE), before)


def test_columns_of_a_view_are_not_changed_by_reading_them_twice() -> None:
    found = view(SITE)
    np.testing.assert_array_equal(feature_matrix(found), feature_matrix(found))


# -- what does not matter ----------------------------------------------------------------------------------------------------


def test_the_order_of_attributes_and_of_classes_does_not_matter() -> None:
    page = "<div {}><p {}>one two three.</p><a {}>four</a></div><p>five</p>"
    one = page.format("class='card comments' id=main", "id=x hidden role=main", "href=/x class=more")
    other = page.format("id=main class='comments card'", "role=main id=x hidden", "class=more href=/x")
    np.testing.assert_array_equal(matrix(one), matrix(other))


def test_the_values_of_other_attributes_do_not_matter() -> None:
    page = "<div class=card {0}><p {0}>one two three.</p><a href={1}>four</a></div><p>five</p>"
    one = page.format("data-x=1", "/x")
    other = page.format("data-x=comments", "https://example.org/comments/a-very-long-address?with=much")
    np.testing.assert_array_equal(matrix(one), matrix(other))


@pytest.mark.parametrize("between", ["<!-- a comment, with words. -->", "\n\n\t  ", " <!-- one --> <!-- two --> ", "<!---->\n"])
@pytest.mark.parametrize("html", [SITE, CHINESE, LISTING], ids=["site", "chinese", "listing"])
def test_comments_and_white_space_between_the_tags_of_blocks_do_not_matter(html: str, between: str) -> None:
    edges = (
        "<p> </p> <div> </div> <h1> <h2> <li> <ul> </ul> <nav> </nav> <main> <article> <aside> <footer> <section> <body>".split()
    )
    padded = html
    for edge in edges:
        padded = padded.replace(edge, f"{between}{edge}{between}")
    assert padded != html
    np.testing.assert_array_equal(matrix(padded), matrix(html))


def test_scripts_and_styles_do_not_matter() -> None:
    padded = SITE.replace("<p>", "<script>var words = 'some. words, here';</script><style>p { color: red }</style><p>")
    np.testing.assert_array_equal(matrix(padded), matrix(SITE))


def test_white_space_within_a_text_is_collapsed() -> None:
    np.testing.assert_array_equal(matrix(SITE.replace("froze in", "froze \n\t  in")), matrix(SITE))


def test_the_source_and_the_address_do_not_matter() -> None:
    np.testing.assert_array_equal(matrix(parse(SITE, url="https://example.org/comments/1")), matrix(parse(SITE.encode())))


# -- no words ----------------------------------------------------------------------------------------------------------------


def test_no_feature_needs_spaces_between_words() -> None:
    """A letter in place of every space weighs as much, and nothing else may change."""

    def joined(match: re.Match[str]) -> str:
        return re.sub(r"(?<=[^\s>]) (?=[^\s<])", "q", match[0])

    unspaced = re.sub(r">[^<]+<|content='[^']+'", joined, SITE)
    assert "q" not in SITE
    assert unspaced.count("q") > 100
    assert view(SITE).declared != view(unspaced).declared
    one, other = columns(SITE), columns(unspaced)
    for name in FEATURES:
        chance = 0.25 if name in GROUP_FEATURES["declared"] else 0  # runs of characters are compared by a short hash
        np.testing.assert_allclose(one[name], other[name], atol=chance, rtol=0, err_msg=name)


def test_a_chinese_page_without_any_space_has_sensible_values() -> None:
    found = view(CHINESE)
    assert not any(" " in text for text in found.blocks.texts)
    value = columns_of(found)
    title, first, second, footer = (number_of(found, text) for text in ("湖面结冰的", "十二月", "老人们", "版权"))
    for paragraph in (first, second):
        assert value["size"][paragraph] == log(len(found.blocks.texts[paragraph].encode()))
        assert value["sentences"][paragraph] > value["sentences"][title] == 0
        assert value["pauses"][paragraph] > value["pauses"][footer] == 0
        assert value["ends like a sentence"][paragraph] == 1
        assert value["on the path of prose"][paragraph] == 1
        assert value["in best paragraphs"][paragraph] == 1
        assert value["in the densest"][paragraph] == 1
        assert value["in the core area"][paragraph] == 1
        assert value["extended ratio of class path"][paragraph] > value["extended ratio of class path"][footer]
        assert value["tag ratio"][paragraph] > value["tag ratio"][footer]
        assert value["text density"][paragraph] > value["text density"][footer]
    assert value["in the title"][title] == value["covers the title"][title] == 1
    assert value["link share"][0] == 1


@pytest.mark.parametrize("html", [HOSTILE[name] for name in ("Chinese", "Japanese", "Arabic", "Hebrew")])
def test_prose_is_found_in_any_script(html: str) -> None:
    found = view(f"<ul><li><a>1</a><li><a>2</a></ul><div>{html}</div>")
    value = columns_of(found)
    paragraphs = found.blocks.size > 80
    assert paragraphs.sum() == 5
    for name in ("on the path of prose", "in best paragraphs", "ends like a sentence", "is p"):
        assert (value[name][paragraphs] == 1).all(), name
        assert (value[name][:2] == 0).all(), name


# -- the block ---------------------------------------------------------------------------------------------------------------


def test_own_text_is_counted_in_logarithms_and_shares(found: View) -> None:
    value, blocks = columns_of(found), found.blocks
    for number, text in enumerate(blocks.texts):
        assert value["size"][number] == log(blocks.size[number])
        assert value["link share"][number] == np.float32(blocks.linked[number] / blocks.size[number])
        assert value["links"][number] == log(blocks.links[number])
        assert value["sentences"][number] == log(sum(character in SENTENCE_ENDS for character in text))
        assert value["pauses"][number] == log(sum(character in PAUSES for character in text))
        assert value["capitals"][number] == np.float32(sum(map(str.isupper, text)) / blocks.chars[number])
        for name in ("p", "div", "h1", "h2"):
            assert value[f"is {name}"][number] == (found.page.name(int(blocks.owner[number])) == name)


@pytest.mark.parametrize("end", [*".!?…。！？؟।", *'"”’»」』)'])
def test_a_block_ends_like_a_sentence(end: str) -> None:
    assert columns(f"<p>One{end}</p><p>{end}Two</p>")["ends like a sentence"].tolist() == [1, 0]


@pytest.mark.parametrize("end", list("a,;:-湖，("))
def test_a_block_does_not_end_like_a_sentence(end: str) -> None:
    assert columns(f"<p>One{end}</p><p>Two.</p>")["ends like a sentence"].tolist() == [0, 1]


def declared_page(*blocks: str, title: str = "", description: str = "", body: str = "") -> dict[str, SingleArray]:
    return columns(
        f"<title>{title}</title><meta name=description content='{description}'>"
        f'<script type="application/ld+json">{{"articleBody": "{body}"}}</script>'
        + "".join(f"<p>{block}</p>" for block in blocks)
    )


def test_a_heading_that_is_the_title_covers_it() -> None:
    value = declared_page("Ice on the long lake", "Quite another thing", "ICE ON THE LONG LAKE", title="Ice on the long lake")
    assert value["in the title"].tolist() == [1, 0, 1]
    assert value["covers the title"].tolist() == [1, 0, 1]


def test_a_heading_that_is_half_of_the_title_covers_half_of_it() -> None:
    value = declared_page("Ice on the long lake", title="Ice on the long lake - Harbour Post, X")
    assert value["in the title"].tolist() == [1]
    assert value["covers the title"][0] == pytest.approx(0.5, abs=0.05)


def test_the_title_that_a_block_has_more_in_common_with_counts() -> None:
    titles = "<title>Ice on the long lake - Harbour Post</title><meta property=og:title content='{}'><p>Ice on the long lake</p>"
    for other, covered in (("Ice on the long lake", 1), ("Quite another thing", 0.5), ("", 0.5)):
        value = columns(titles.format(other))
        assert value["in the title"].tolist() == [1]
        assert value["covers the title"][0] == pytest.approx(covered, abs=0.05)


def test_a_paragraph_with_a_heading_in_it_is_in_the_title_in_part() -> None:
    value = declared_page("Ice on the long lake. And more words, much as long.", title="Ice on the long lake")
    assert 0.3 < value["in the title"][0] < 0.5


def test_a_long_block_is_no_title() -> None:
    title = "Ice on the long lake, "
    assert declared_page(title * 13, title=title)["in the title"][0] > 0.8
    assert declared_page(title * 14, title=title)["in the title"].tolist() == [0]
    assert declared_page(title * 14, title=title)["covers the title"].tolist() == [0]


def test_a_very_short_title_tells_nothing() -> None:
    assert declared_page("Ice 2024", title="Ice 2024")["in the title"].tolist() == [0]
    assert declared_page("Ice, 2024", title="Ice, 2024")["in the title"].tolist() == [1]


def test_description_and_declared_text_are_compared_with_every_block() -> None:
    value = declared_page(
        "Why the lake froze.", "It was cold.", description="Why the lake froze.", body=SENTENCE + "It was cold."
    )
    assert value["in the description"].tolist() == [1, 0]
    assert value["in the declared text"][1] == 1
    assert value["in the declared text"][0] < 0.8
    long = declared_page(SENTENCE * 10, body=SENTENCE * 10)
    assert long["in the declared text"][0] == 1


def test_a_block_of_a_few_characters_has_nothing_in_common() -> None:
    value = declared_page("Ice", "Ice on the long lake", title="Ice on the long lake")
    assert value["in the title"].tolist() == [0, 1]


def test_nothing_beyond_the_end_of_a_block_is_compared() -> None:
    value = declared_page("Ice on the ", " long lake", title="Ice on the long lake")
    assert value["in the title"].tolist() == [1, 1]


def test_capitals_of_other_alphabets_are_compared_like_small_letters() -> None:
    value = declared_page("ЛЁД НА ОЗЕРЕ", "ΠΑΓΟΣ ΣΤΗ ΛΙΜΝΗ", title="лЁд на озере παγοΣ στη λιμνη")
    assert (value["in the title"] > 0.9).all()


def test_place_is_counted_in_blocks_and_text(found: View) -> None:
    value, size, texts = columns_of(found), found.blocks.size.tolist(), found.blocks.texts
    for number, text in enumerate(texts):
        assert value["position in text"][number] == pytest.approx((sum(size[:number]) + size[number] / 2) / sum(size))
        assert value["blocks before"][number] == log(number)
        assert value["blocks after"][number] == log(len(texts) - 1 - number)
        assert value["depth"][number] == (len(ancestors(found.page, int(found.blocks.owner[number]))) - 1) / 10
        assert value["share of text"][number] == size[number] / sum(size)
        assert value["copies"][number] == log(texts.count(text) - 1)
        assert value["repeats"][number] == (text in texts[:number])


# -- what stands around it ---------------------------------------------------------------------------------------------------


def test_marks_above_a_block_are_its_features() -> None:
    found = view(SITE)
    value = columns_of(found)
    home, title, comment = (number_of(found, text) for text in ("Home", "Ice on", "Nice"))
    for number, names in (
        (home, {"in nav", "in header", "in li", "in menu word"}),
        (title, {"in main", "in article"}),
        (comment, {"in comment word"}),
    ):
        assert {name for name in GROUP_FEATURES["marks"] if name.startswith("in ") and value[name][number]} == names


def test_a_mark_around_nearly_the_whole_text_says_nothing() -> None:
    assert columns("<main><p>0123456789</p></main>")["in main"].tolist() == [0]
    assert columns("<main><p>012345678</p></main><p>x</p>")["in main"].tolist() == [0, 0]
    assert columns("<main><p>01234567</p></main><p>x</p>")["in main"].tolist() == [1, 0]


def test_keywords_count_as_near_on_the_nearest_three_elements() -> None:
    inner = "<p>one</p>"
    for levels, expected in ((0, 1), (1, 1), (2, 0)):
        html = f"<section class=comments>{'<div>' * levels}{inner}{'</div>' * levels}</section><p>two</p>"
        assert columns(html)["near comment word"].tolist() == [expected, 0]
    assert columns("<p class='byline headline content'>one</p><p>two</p>")["near byline word"].tolist() == [1, 0]
    assert columns("<p class='byline headline content'>one</p><p>two</p>")["near title word"].tolist() == [1, 0]
    assert columns("<p class='byline headline content'>one</p><p>two</p>")["near content word"].tolist() == [1, 0]


def text_in(view: View, row: int) -> float:
    return float(view.blocks.size[[row in ancestors(view.page, owner) for owner in view.blocks.owner.tolist()]].sum())


def test_what_the_elements_above_a_block_hold(found: View) -> None:
    value, page = columns_of(found), found.page
    for number, owner in enumerate(found.blocks.owner.tolist()):
        walk = ancestors(page, owner)
        up = [walk[min(level, len(walk) - 1)] for level in range(5)]
        third = next(row for row in walk if text_in(found, row) >= 0.3 * found.total)
        section, record = int(found.section[number]), int(found.record[number])
        assert value["share of text 1 up"][number] == np.float32(text_in(found, up[1]) / found.total)
        assert value["blocks 4 up"][number] == log(found.blocks_below[up[4]])
        linked = found.blocks.linked[found.inside(third)].sum()
        assert value["link share of third ancestor"][number] == np.float32(linked / text_in(found, third))
        assert value["mean block of section"][number] == log(text_in(found, section) / found.blocks_below[section])
        assert value["records alike"][number] == (log(found.alike[record]) if record else 0)


def test_records_alike_are_counted_on_a_listing() -> None:
    found = view(LISTING)
    assert columns_of(found)["records alike"].tolist() == [0, *[log(8)] * 16]


def test_the_best_paragraphs_are_those_of_the_article() -> None:
    found = view(SITE)
    value = columns_of(found)
    article = next(row for row in range(len(found.page)) if found.page.name(row) == "article")
    assert value["in best paragraphs"].tolist() == found.inside(article).tolist()
    last = int(np.flatnonzero(found.inside(article))[-1])
    assert value["after best paragraphs"].tolist() == [log(number - last) for number in range(len(found.blocks))]
    assert value["paragraph score 1 up"].max() == 1
    assert (value["paragraph score 1 up"] == 1).tolist() == [
        found.page.parent[owner] == article for owner in found.blocks.owner.tolist()
    ]
    home, title, comment = (number_of(found, text) for text in ("Home", "Ice on", "Nice"))
    depth = len(ancestors(found.page, article)) - 1
    assert value["best paragraphs above shared"][[home, title, comment]].tolist() == [log(depth), 0, log(depth)]
    assert value["block above shared"][[home, title, comment]].tolist() == [log(4), log(1), log(2)]


def slow_paragraph_scores(view: View) -> FloatArray:
    """For each row the points of the blocks that stand in it, in its children and in its grandchildren."""
    blocks, scores = view.blocks, np.zeros(len(view.page))
    for number, owner in enumerate(blocks.owner.tolist()):
        size = float(blocks.size[number])
        points = (1 + blocks.pauses[number] + min(size / 100, 3)) * (1 - blocks.linked[number] / size) if size > 25 else 0.0
        for row, weight in zip(ancestors(view.page, owner), (0.25, 1.0, 0.5), strict=False):
            scores[row] += points * weight
    scores[0] = 0  # body holds everything
    return scores


def test_paragraph_scores_are_those_of_the_element_above(found: View) -> None:
    scores = slow_paragraph_scores(found)
    if scores.any():
        value = columns_of(found)
        above = np.maximum(found.page.parent[found.blocks.owner], 0)
        np.testing.assert_allclose(value["paragraph score 1 up"], scores[above] / scores.max())
        assert value["in best paragraphs"].tolist() == found.inside(int(scores.argmax())).tolist()


def test_loose_text_counts_for_its_element_and_paragraphs_far_below_do_not() -> None:
    long, short = f"{'x' * 40}, {'y' * 40}", "z" * 30
    found = view(
        f"<div>{short}<p>{long}</p><ul><li><i>a</i><section><p>{'w' * 900}</p></section></ul></div><div><p>{long}</p></div>"
    )
    scores = slow_paragraph_scores(found)
    first, second = (row for row in range(len(found.page)) if found.page.name(row) == "div")
    assert scores[first] == pytest.approx(0.25 * (1 + 0.3) + (2 + 0.82))
    assert scores[second] == pytest.approx(2 + 0.82)
    value = columns_of(found)["paragraph score 1 up"]
    assert value[number_of(found, long)] == pytest.approx(scores[first] / scores.max())
    assert value[-1] == pytest.approx(scores[second] / scores.max())


def test_headings_are_counted_from() -> None:
    value = columns("<p>a</p><h1>b</h1><p>c</p><p>d</p><h3>e</h3><p>f</p><h1>g</h1>")
    assert value["before main heading"].tolist() == [log(1), 0, 0, 0, 0, 0, 0]
    assert value["after main heading"].tolist() == [0, 0, *(log(count) for count in range(1, 6))]
    assert value["since main heading"].tolist() == [0, 1, 1, 1, 1, 1, 1]
    assert value["since last heading"].tolist() == [log(300), 0, log(1), log(2), 0, log(1), 0]


def test_a_page_without_a_main_heading_is_neither_before_nor_after_it() -> None:
    value = columns("<p>a</p><h2>b</h2><p>c</p>")
    assert value["before main heading"].tolist() == value["after main heading"].tolist() == [0, 0, 0]
    assert value["since main heading"].tolist() == [0.5, 0.5, 0.5]
    assert columns("<p>a</p>")["since last heading"].tolist() == [log(300)]


def test_a_heading_far_above_is_as_far_as_none() -> None:
    value = columns("<h2>a</h2>" + "<p>b</p>" * 310)
    assert value["since last heading"][299:302].tolist() == [log(299), log(300), log(300)]


def test_distances_to_prose_are_counted_in_blocks() -> None:
    long = f"<p>{'x' * 90}</p>"
    value = columns(f"<p>a</p>{long}<p>b</p><p>c</p>{long * 2}<p>d</p>")
    assert value["since last paragraph"].tolist() == [log(60), 0, log(1), log(2), 0, 0, log(1)]
    assert value["until next paragraph"].tolist() == [log(1), 0, log(2), log(1), 0, 0, log(60)]
    assert value["prose left"] == pytest.approx([1, 2 / 3, 2 / 3, 2 / 3, 1 / 3, 0, 0])
    assert value["after the prose"].tolist() == [0, 0, 0, 0, 0, 0, log(1)]
    assert value["on the path of prose"].tolist() == [1] * 7


def test_the_path_of_prose_is_the_one_with_the_most_prose() -> None:
    value = columns(f"<p>{'x' * 100}</p><div><p>{'y' * 90}</p><p>{'z' * 90}</p><p>a</p></div><p>b</p>")
    assert value["on the path of prose"].tolist() == [0, 1, 1, 1, 0]
    assert value["after the prose"].tolist() == [0, 0, 0, log(1), log(2)]


def test_a_page_without_prose_has_no_path_of_it() -> None:
    value = columns("<p>a</p><p>b</p>")
    assert value["on the path of prose"].tolist() == [0, 0]
    assert value["after the prose"].tolist() == [0, 0]
    assert value["prose left"].tolist() == [0, 0]
    assert value["since last paragraph"].tolist() == value["until next paragraph"].tolist() == [log(60), log(60)]


def test_the_page_is_the_same_for_all_of_its_blocks() -> None:
    html = (
        '<script type="application/ld+json">{"@type":"Product"}</script><main><p>one</p></main>'
        "<div class=replies><p>two<a>four</a></p></div>"
    )
    value = columns(html)
    expected = {
        "page blocks": log(2),
        "page link share": 4 / 10,
        "page declares article": 0,
        "page declares product": 1,
        "page main": 3 / 10,
        "page reply word": 7 / 10,
    }
    assert {name: value[name].tolist() for name in GROUP_FEATURES["page context"]} == {
        name: [pytest.approx(each)] * 2 for name, each in expected.items()
    }
    assert columns(SITE)["page declares article"][0] == 1
    assert columns(SITE)["page declares product"][0] == 0


# -- the five papers: slow and obvious ---------------------------------------------------------------------------------------


def test_cetd_densities_of_the_elements_above(found: View) -> None:
    value, page, sums = columns_of(found), found.page, found.density_sum
    densest = int(sums.argmax())
    for number, owner in enumerate(found.blocks.owner.tolist()):
        walk = ancestors(page, owner)
        up = [walk[min(level, len(walk) - 1)] for level in range(5)]
        tags = sum(owner in ancestors(page, row) for row in range(len(page)) if page.name(row) != "#text")
        assert value["text density"][number] == log(text_in(found, owner) / tags)
        assert value["composite density 1 up"][number] == log(found.composite_density[up[1]])
        for level in (2, 3):
            assert value[f"density sum {level} up"][number] == pytest.approx(sums[up[level]] / max(sums.max(), 1e-9))
        assert value["in the densest"][number] == (densest in walk)
        shared = next(row for row in walk if row in ancestors(page, densest))
        assert value["densest above shared"][number] == log(page.depth[densest] - page.depth[shared])
        assert value["share of the densest"][number] == text_in(found, densest) / found.total


def test_cetr_ratios_are_smoothed_over_neighbours(found: View) -> None:
    blocks, page = found.blocks, found.page
    owners = blocks.owner.tolist()
    starts = [sum(page.name(row) != "#text" for row in range(owner + 1)) for owner in owners]
    tags = [max(here - before, 0) for before, here in zip([0, *starts], starts, strict=False)]
    ratios = blocks.size / (1 + np.array(tags) + blocks.inline)
    kernel = {offset: np.exp(-0.5 * (offset / 2.5) ** 2) for offset in range(-6, 7)}
    smooth = np.array(
        [
            sum(ratios[at + offset] * weight for offset, weight in kernel.items() if 0 <= at + offset < len(ratios))
            / sum(kernel.values())
            for at in range(len(ratios))
        ]
    )
    ahead = [np.mean([smooth[min(at + step, len(smooth) - 1)] for step in range(3)]) for at in range(len(smooth))]
    value = columns_of(found)
    np.testing.assert_allclose(value["tag ratio"], smooth / smooth.max())
    np.testing.assert_allclose(value["change of tag ratio"], (ahead - smooth) / smooth.max(), atol=1e-12)


def danag_regions(surplus: list[float]) -> list[list[int]]:
    """Runs of blocks with more text than markup."""
    regions: list[list[int]] = []
    for number, each in enumerate(surplus):
        if each > 0 and number > 0 and surplus[number - 1] > 0:
            regions[-1].append(number)
        elif each > 0:
            regions.append([number])
    return regions


def test_danag_surplus_and_core_area(found: View) -> None:
    blocks, page = found.blocks, found.page
    before = [int(page.parent[row]) for row in blocks.rows[blocks.first].tolist()]
    until = [int(found.markup[: row + 1].sum()) for row in before]
    own = [float(size - max(here - last, 0)) for size, last, here in zip(blocks.size, [0, *until], until, strict=False)]
    surplus = [sum(own[max(at - 1, 0) : at + 2]) for at in range(len(own))]
    regions = danag_regions(surplus)
    value = columns_of(found)
    np.testing.assert_allclose(value["text surplus"], [np.sign(each) * log(abs(each)) for each in surplus])
    core = max(regions, key=lambda region: blocks.size[region].sum(), default=[])
    area = set(core)
    at = regions.index(core) if core else 0
    for step in (1, -1):
        last = core
        for region in regions[at + step :: step] if at + step >= 0 else []:
            gap = region[0] - last[-1] - 1 if step == 1 else last[0] - region[-1] - 1
            if gap > 6:
                break
            area |= set(region) | set(range(min(last[-1], region[-1]), max(last[0], region[0])))
            last = region
    assert np.flatnonzero(value["in the core area"]).tolist() == sorted(area)


BARE = "<p class=a-class-name-that-is-longer-than-the-text-of-the-block>x</p>"


@pytest.mark.parametrize(
    ("first", "gap", "second", "area"),
    [
        (300, 8, 200, range(11)),  # a region shares its text with its neighbours: 6 blocks lie between the two
        (200, 8, 300, range(11)),
        (300, 9, 200, range(2)),
        (200, 9, 300, range(9, 12)),
    ],
)
def test_the_core_area_reaches_over_small_gaps_only(first: int, gap: int, second: int, area: range) -> None:
    html = f"<p>{'x' * first}</p>{BARE * gap}<p>{'y' * second}</p>{BARE * 12}<p>{'z' * 150}</p>"
    assert np.flatnonzero(columns_of(view(html))["in the core area"]).tolist() == list(area)


def test_cepr_ratios_are_those_of_the_blocks_on_the_same_path(found: View) -> None:
    value, blocks, size = columns_of(found), found.blocks, found.blocks.size
    for name, path in (("tag path", found.tag_path), ("class path", found.class_path)):
        largest = max(size[path == each].sum() for each in set(path.tolist()))
        for number in range(len(blocks)):
            same = path == path[number]
            assert value[f"blocks of {name}"][number] == log(same.sum() - 1)
            assert value[f"share of {name}"][number] == pytest.approx(size[same].sum() / found.total)
            assert value[f"{name} by the largest"][number] == pytest.approx(size[same].sum() / largest)
    for number in range(len(blocks)):
        same = found.class_path == found.class_path[number]
        mean, spread = size[same].mean(), size[same].std()
        marks = (blocks.sentence_ends + blocks.pauses)[same].mean()
        ratio = (mean * marks * spread) ** 0.25
        assert value["extended ratio of class path"][number] == pytest.approx(log(ratio), abs=1e-2)
        assert value["spread of class path"][number] == pytest.approx(log(spread), abs=1e-3)
        assert value["link share of class path"][number] == pytest.approx(blocks.linked[same].sum() / size[same].sum())


def test_block_extractor_density_is_text_for_each_character_of_markup(found: View) -> None:
    value = columns_of(found)["markup density"]
    expected = [log(text_in(found, owner) / found.markup_below[owner]) for owner in found.blocks.owner.tolist()]
    np.testing.assert_allclose(value, expected)
