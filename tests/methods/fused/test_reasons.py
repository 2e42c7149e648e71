"""Reasons: what moved the net, how far, and in which words."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext import parse
from maintext.methods.fused.features import FEATURES, GROUP_FEATURES, feature_matrix
from maintext.methods.fused.grid import INPUT_STEP, STATE_STEP, SingleArray, on_grid
from maintext.methods.fused.network import Weights, run, standardised
from maintext.methods.fused.phrases import PHRASES
from maintext.methods.fused.reading import Reading
from maintext.methods.fused.reasons import Reason, block_of_row, reasons
from maintext.methods.fused.view import View, view_of
from maintext.methods.fused.wording import Context, share_in_words
from maintext.page import BoolArray, FloatArray
from tests.methods.fused.nets import HIDDEN, shapes
from tests.methods.pages import row_of, words

LAKE = "The lake froze in the first week of December, and by Christmas it bore the weight of a horse and a cart."
SNOW = "Snow fell on the ice, which kept it from growing, and so the skaters came with brooms, as they do every year."
PAGE = f"""
<head><title>The frozen lake</title><meta name="description" content="When the lake froze, the skaters came."></head>
<body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li><li><a href="/shop">Shop</a></li></ul></nav>
<main>
  <h1>The frozen lake</h1>
  <p>{LAKE}</p>
  <p>{SNOW} <a href="/brooms">Where to buy brooms</a></p>
  <p>{LAKE}</p>
</main>
<div class="comments"><div class="comment"><p>I was there!</p></div><div class="comment"><p>Me too</p></div></div>
<footer><p>All rights reserved</p></footer>
</body>
"""
HOME, HEADING, FIRST, SECOND, THIRD, COMMENT, FOOTER = 0, 3, 4, 5, 6, 7, 9
SHAPES = shapes(len(FEATURES))


# -- nets ----------------------------------------------------------------------------------------------------------------


def scaling() -> dict[str, FloatArray]:
    return {"mean": np.full(len(FEATURES), 0.25), "scale": np.full(len(FEATURES), 0.5)}


def random_net(seed: int, blind_to: tuple[str, ...] = ()) -> Weights:
    """Random weights; those of the features that it is blind to are 0."""
    random = np.random.default_rng(seed)
    net = {name: random.normal(0, 0.3, shape) for name, shape in SHAPES.items()}
    net["input"] /= 3
    net["input"][[FEATURES.index(name) for name in blind_to]] = 0
    return on_grid(net | scaling())


def linear_net(**weight_of: float) -> dict[str, SingleArray]:
    """The log-odds are the weighted sum of the standardised features: no unit is ever below 0, and nothing is mixed in from
    other blocks. `link_share=2` gives "link share" the weight 2."""
    net = {name: np.zeros(shape) for name, shape in SHAPES.items()}
    for name, weight in weight_of.items():
        net["input"][FEATURES.index(name.replace("_", " ")), 0] = weight
    net["input_bias"][0], net["head"][0, 0], net["main"][0, 0], net["main_bias"][0] = 16, 1, 1, -16
    return on_grid(net | scaling())


def page_mean_net(feature: str) -> Weights:
    """The log-odds are the mean of a standardised feature over the page."""
    net = {name: np.zeros(shape) for name, shape in SHAPES.items()}
    net["input"][FEATURES.index(feature), 0] = net["page"][0, 1] = net["head"][1, 0] = net["main"][0, 0] = 1
    net["input_bias"][0], net["main_bias"][0] = 16, -16
    return on_grid(net | scaling())


def read(html: str, net: Weights, convention: float = 0.0) -> Reading:
    view = view_of(parse(html))
    inputs = standardised(net, feature_matrix(view))
    output = run(net, inputs, view.groups, convention)
    return Reading(view, output, output.main, 0.5, lambda: inputs)


def nothing_kept(reading: Reading) -> BoolArray:
    return np.zeros(len(reading.view.blocks), dtype=bool)


def reasons_for(net: Weights, block: int, limit: int = len(FEATURES), html: str = PAGE) -> list[Reason]:
    reading = read(html, net)
    return reasons(reading, net, nothing_kept(reading), block, 0.0, limit)


def test_the_page_of_these_tests_has_the_blocks_they_name() -> None:
    texts = view_of(parse(PAGE)).blocks.texts
    assert [texts[HOME], texts[HEADING], texts[COMMENT], texts[FOOTER]] == [
        "Home",
        "The frozen lake",
        "I was there!",
        "All rights reserved",
    ]
    assert texts[FIRST] == texts[THIRD] == LAKE


# -- effects -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("weight", "block"), [(2.0, HOME), (-2.0, HOME), (2.0, FIRST), (-2.0, FIRST)])
def test_a_net_that_reads_one_feature_gives_it_all_the_effect(weight: float, block: int) -> None:
    net = linear_net(link_share=weight)
    [reason] = reasons_for(net, block)
    link_share = 1.0 if block == HOME else 0.0
    assert (reason.feature, reason.value) == ("link share", link_share)
    assert reason.effect == pytest.approx(weight * (link_share - 0.25) / 0.5, abs=1e-4)


@pytest.mark.parametrize("bias", [-100.0, 100.0])
def test_a_net_that_is_certain_whatever_it_is_told_has_no_reasons(bias: float) -> None:
    net = linear_net(link_share=2.0)
    net["main_bias"][0] = bias
    assert read(PAGE, net).output.main[HOME] == pytest.approx(float(bias > 0))
    assert reasons_for(net, HOME) == []


def test_each_feature_of_a_linear_net_gets_its_own_share() -> None:
    found = reasons_for(linear_net(link_share=1.0, capitals=-1.0, page_main=0.5), HOME)
    view = view_of(parse(PAGE))
    values = dict(zip(FEATURES, feature_matrix(view)[HOME].tolist(), strict=True))
    expected = {
        name: weight * (values[name] - 0.25) / 0.5
        for name, weight in {"link share": 1.0, "capitals": -1.0, "page main": 0.5}.items()
    }
    assert {reason.feature: reason.effect for reason in found} == pytest.approx(
        {name: effect for name, effect in expected.items() if abs(effect) >= 0.05}, abs=INPUT_STEP / 2
    )


@pytest.mark.parametrize("block", [HOME, SECOND, FOOTER])
def test_what_the_net_does_not_look_at_is_no_reason(block: int) -> None:
    blind_to = FEATURES[::2]
    found = {reason.feature for reason in reasons_for(random_net(1, blind_to), block)}
    assert found
    assert not found & set(blind_to)


@pytest.mark.parametrize("seed", range(3))
def test_the_strongest_reasons_come_first_and_the_weakest_are_left_out(seed: int) -> None:
    sizes = [abs(reason.effect) for reason in reasons_for(random_net(seed), SECOND)]
    assert len(sizes) > 5
    assert all(before >= after for before, after in pairwise(sizes))
    assert sizes[-1] >= 0.05


def test_there_are_no_more_reasons_than_asked_for() -> None:
    net = random_net(2)
    every = reasons_for(net, FIRST)
    assert reasons_for(net, FIRST, limit=3) == every[:3]
    assert reasons_for(net, FIRST, limit=0) == []
    reading = read(PAGE, net)
    assert reasons(reading, net, nothing_kept(reading), FIRST, 0.0) == every[:5]


def test_a_net_that_looks_at_nothing_has_no_reasons() -> None:
    assert reasons_for(linear_net(), FIRST) == []


def test_values_are_those_of_the_page_even_where_the_net_cuts_them_off() -> None:
    net = linear_net(size=1.0)
    [reason] = reasons_for(net, FIRST)
    assert reason.value == pytest.approx(np.log1p(len(LAKE)))
    assert reason.effect == pytest.approx(4, abs=1e-3)


def test_the_convention_of_the_reading_moves_no_feature_by_itself() -> None:
    net = {**linear_net(link_share=1.0), "head_convention": np.full(HIDDEN, 3.0, dtype=np.float32)}
    reading = read(PAGE, net, convention=1.0)
    [reason] = reasons(reading, net, nothing_kept(reading), HOME, 1.0)
    assert reason.effect == pytest.approx(1.5, abs=1e-4)


@pytest.mark.parametrize("feature", [*GROUP_FEATURES["page context"], "share of the densest"])
def test_what_is_the_same_for_the_whole_page_is_taken_from_the_whole_page(feature: str) -> None:
    net = page_mean_net(feature)
    reading = read(PAGE, net)
    [reason] = reasons(reading, net, nothing_kept(reading), SECOND, 0.0)
    assert reason.feature == feature
    assert reason.effect == pytest.approx(reading.inputs[SECOND, FEATURES.index(feature)], abs=1e-3)


def test_what_is_the_blocks_own_is_taken_from_the_block_alone() -> None:
    net = page_mean_net("size")
    reading = read(PAGE, net)
    [reason] = reasons(reading, net, nothing_kept(reading), SECOND, 0.0)
    assert reason.effect == pytest.approx(reading.inputs[SECOND, FEATURES.index("size")] / len(reading.inputs), abs=STATE_STEP)


def test_a_reading_is_not_changed_by_being_explained() -> None:
    net = random_net(3)
    reading = read(PAGE, net)
    inputs, main = reading.inputs.copy(), reading.output.main.copy()
    reasons(reading, net, nothing_kept(reading), FIRST, 0.0)
    np.testing.assert_array_equal(reading.inputs, inputs)
    np.testing.assert_array_equal(reading.output.main, main)


# -- features that say the same ------------------------------------------------------------------------------------------


def test_no_two_reasons_say_the_same() -> None:
    for block in range(len(view_of(parse(PAGE)).blocks)):
        texts = [reason.text for reason in reasons_for(random_net(4), block)]
        assert len(texts) == len(set(texts))


def test_features_that_say_the_same_are_one_reason_with_the_effect_of_both() -> None:
    net = linear_net(copies=1.0, repeats=3.0)
    [reason] = reasons_for(net, HEADING)
    assert reason.feature == "repeats"
    assert reason.text == "its text stands nowhere else on the page"
    assert reason.effect == pytest.approx(-0.5 * (1 + 3), abs=1e-3)


def test_features_that_say_the_same_and_undo_each_other_are_no_reason() -> None:
    assert reasons_for(linear_net(copies=1.0, repeats=-1.0), HEADING) == []


# -- words ---------------------------------------------------------------------------------------------------------------


def context_of(html: str, block: int, keep: BoolArray | None = None) -> Context:
    view = view_of(parse(html))
    values = dict(zip(FEATURES, feature_matrix(view)[block].tolist(), strict=True))
    return Context(view, np.zeros(len(view.blocks), dtype=bool) if keep is None else keep, block, values)


CONTEXTS = [context_of(PAGE, block) for block in range(10)] + [context_of("x", 0)]


def said(feature: str, block: int, html: str = PAGE, keep: BoolArray | None = None) -> str:
    """What is said of a feature of a block of a page."""
    context = context_of(html, block, keep)
    return PHRASES[feature](context.values[feature], context)


def test_every_feature_has_words_and_there_are_no_others() -> None:
    assert set(PHRASES) == set(FEATURES)


@given(value=st.floats(allow_nan=False), context=st.sampled_from(CONTEXTS))
def test_there_are_words_for_every_value(value: float, context: Context) -> None:
    for feature, phrase in PHRASES.items():
        text = phrase(value, context)
        assert text == " ".join(text.split()), feature
        assert text, feature
        assert not set("{}") & set(text), feature


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0, "none"),
        (0.01, "hardly any"),
        (0.1, "a tenth"),
        (0.25, "a quarter"),
        (1 / 3, "a third"),
        (0.5, "half"),
        (2 / 3, "two thirds"),
        (0.9, "most"),
        (0.99, "most"),
        (1, "all"),
    ],
)
def test_shares_are_named(share: float, words: str) -> None:
    assert share_in_words(share) == words


@pytest.mark.parametrize(
    ("feature", "value", "text"),
    [
        ("size", np.log1p(12), "it is very short: 12 bytes of text"),
        ("size", np.log1p(1), "it is very short: one byte of text"),
        ("size", np.log1p(1200), "it is long: 1200 bytes of text"),
        ("link share", 0.5, "half of its characters are links"),
        ("link share", 0, "none of its characters are links"),
        ("links", np.log1p(3), "it has 3 links"),
        ("sentences", 0, "no sentence ends in it"),
        ("sentences", np.log1p(1), "one sentence ends in it"),
        ("sentences", np.log1p(7), "7 sentences end in it"),
        ("ends like a sentence", 1, "it ends like a sentence"),
        ("ends like a sentence", 0, "it does not end like a sentence"),
        ("is p", 0, "it is not a paragraph (p)"),
        ("in the title", 1, "the page's title says the same"),
        ("covers the title", 0.5, "half of the page's title stands in it"),
        ("depth", 0.7, "it is nested 7 elements deep"),
        ("copies", np.log1p(1), "its text stands on the page once more"),
        ("copies", np.log1p(4), "its text stands on the page 4 more times"),
        ("repeats", 1, "it repeats an earlier block"),
        ("in footer", 1, "it stands inside a footer"),
        ("in dialog", 0, "it does not stand inside a dialog"),
        ("in menu word", 1, "a class or id above it speaks of menus"),
        ("near title word", 0, "no part above it has a class or id that speaks of titles"),
        ("in details word", 0, "no part above it has a class or id that speaks of details"),
        ("in hidden", 1, "it is hidden from readers"),
        ("blocks 4 up", np.log1p(30), "the element four levels up holds 30 blocks"),
        ("records alike", np.log(13), "it stands in a list of 12 similar items"),
        ("records alike", 0, "it stands in no list of similar items"),
        ("paragraph score 1 up", 0.1, "the element around it holds few paragraphs"),
        ("paragraph score 1 up", 1, "the element around it holds the most paragraphs"),
        ("after best paragraphs", np.log1p(1), "it comes one block after the element with the most paragraphs"),
        ("before main heading", np.log1p(2), "it comes 2 blocks before the main heading"),
        ("since main heading", 0.5, "the page has no main heading (h1)"),
        ("since last heading", np.log1p(300), "no heading comes soon before it"),
        ("since last paragraph", np.log1p(3), "it comes 3 blocks after the last long paragraph"),
        ("since last paragraph", np.log1p(60), "no long paragraph comes soon before it"),
        ("until next paragraph", 0, "it is a long paragraph"),
        ("page blocks", np.log1p(240), "the page has 240 blocks"),
        ("page declares article", 1, "the page declares itself an article"),
        ("text density", np.log1p(52.4), "its element has 52 bytes of text for each tag (CETD)"),
        ("markup density", np.log1p(0.84), "its element has 0.8 bytes of text for each character of markup (BlockExtractor)"),
        ("in the densest", 1, "it lies in the densest part of the page (CETD)"),
        ("densest above shared", 0, "it lies in the densest part of the page (CETD)"),
        ("densest above shared", np.log1p(2), "it is reached only 2 levels above the densest part of the page (CETD)"),
        ("tag ratio", 0.9, "text stands close together around it: few tags (CETR)"),
        ("tag ratio", 0.3, "text stands loosely around it: some tags (CETR)"),
        ("tag ratio", 0.01, "there is little text around it: many tags (CETR)"),
        ("change of tag ratio", -0.3, "text stands more loosely after it than around it (CETR)"),
        ("change of tag ratio", 0, "text stands as close together after it as around it (CETR)"),
        ("text surplus", -np.log1p(40), "there is more markup than text around it, by 40 bytes (DANAg)"),
        ("text surplus", np.log1p(300), "there is more text than markup around it, by 300 bytes (DANAg)"),
        ("text surplus", 0, "there is as much text as markup around it (DANAg)"),
        ("text density", np.log1p(2), "its element has 2 bytes of text for each tag (CETD)"),
        ("spread of class path", 0, "the blocks on its path are all of one length"),
        (
            "extended ratio of class path",
            np.log1p(22),
            "the blocks on its path look much like prose, by length and punctuation (CEPR)",
        ),
        ("spread of class path", np.log1p(150), "the blocks on its path differ by some 150 bytes in length"),
    ],
)
def test_values_in_words(feature: str, value: float, text: str) -> None:
    assert PHRASES[feature](value, context_of(PAGE, FIRST)) == text


def test_other_blocks_on_a_path_are_counted_by_their_fate() -> None:
    rows = "<table>" + "<tr><td>A cell of its own</td></tr>" * 15 + "</table><p>Else</p>"
    kept = np.zeros(16, dtype=bool)
    assert said("blocks of tag path", 0, rows, kept) == "same tag path as 14 dropped blocks"
    kept[[2, 5]] = True
    assert said("blocks of tag path", 0, rows, kept) == "same tag path as 2 kept blocks and 12 dropped blocks"
    assert said("blocks of tag path", 2, rows, kept) == "same tag path as one kept block and 13 dropped blocks"
    assert said("blocks of tag path", 15, rows, kept) == "no other block has its tag path"


def test_a_path_with_classes_goes_by_its_own_name_only_where_it_leads_elsewhere() -> None:
    items = "<div><p>One</p></div>" * 2 + '<div class="menu"><p>Two</p></div>' * 3
    assert said("blocks of tag path", 0, items) == "same tag path as 4 dropped blocks"
    assert said("blocks of class path", 0, items) == "same path of tags and classes as one dropped block"
    assert said("blocks of class path", FIRST) == said("blocks of tag path", FIRST) == "same tag path as 2 dropped blocks"


def test_alone_on_its_path_a_block_speaks_for_the_path() -> None:
    assert said("link share of class path", HEADING) == said("link share", HEADING)
    assert said("share of class path", HEADING) == said("share of tag path", HEADING) == said("share of text", HEADING)
    assert said("spread of class path", HEADING) == said("blocks of class path", HEADING) == "no other block has its tag path"


def test_a_path_is_compared_with_the_one_that_holds_the_most_text() -> None:
    assert said("tag path by the largest", FIRST) == "no tag path holds more text than its own"
    assert said("tag path by the largest", HOME) == "another tag path holds far more text than its own"


def test_a_mark_on_the_whole_page_is_not_denied() -> None:
    html = f"<main><p>{LAKE}</p><p>{SNOW}</p></main>"
    assert said("in main", 0, html) == "it stands inside a main element (true of nearly the whole page)"
    assert said("in main", FIRST) == "it stands inside a main element"
    assert said("in main", FOOTER) == "it does not stand inside a main element"


def test_words_above_a_block_are_told_from_words_near_it() -> None:
    far = f'<div class="comments"><div><div><div><p>Me too</p></div></div></div></div><p>{LAKE}</p>'
    near = "a class or id near it speaks of comments"
    assert said("in comment word", COMMENT) == said("near comment word", COMMENT) == near
    assert said("in comment word", 0, far) == "a class or id above it speaks of comments"
    assert said("near comment word", 0, far) == "no part near it has a class or id that speaks of comments"
    assert (
        said("in comment word", 1, far)
        == said("near comment word", 1, far)
        == "no part above it has a class or id that speaks of comments"
    )
    everywhere = f'<div class="comments"><p>{LAKE}</p></div>'
    assert said("in comment word", 0, everywhere) == said("near comment word", 0, everywhere) == near


def test_a_block_stands_before_or_after_the_main_heading_or_there_is_none() -> None:
    features = GROUP_FEATURES["headings"][:3]
    assert [said(feature, HOME) for feature in features] == [
        "it comes 3 blocks before the main heading",
        "it comes before the main heading",
        "it comes before the main heading",
    ]
    assert [said(feature, SECOND) for feature in features] == [
        "it does not come before the main heading",
        "it comes 2 blocks after the main heading",
        "it does not come before the main heading",
    ]
    assert {said(feature, 0, "<p>One</p><p>Two</p>") for feature in features} == {"the page has no main heading (h1)"}


def test_a_page_without_long_paragraphs_has_that_to_say_and_no_more() -> None:
    assert {said(feature, 0, "<p>One</p><p>Two</p>") for feature in GROUP_FEATURES["prose"]} == {"the page has no long paragraph"}


def test_a_block_without_links_says_so_once() -> None:
    assert said("links", FIRST) == said("link share", FIRST) == "none of its characters are links"
    assert said("links", SECOND) == "it has one link"


def test_the_first_of_several_copies_repeats_nothing() -> None:
    assert said("repeats", FIRST) == "later blocks repeat it"
    assert said("repeats", THIRD) == "it repeats an earlier block"


def test_the_title_of_the_page_is_known() -> None:
    assert said("in the title", HEADING) == "the page's title says the same"
    assert said("covers the title", HEADING) == "all of the page's title stands in it"
    assert said("in the title", HOME) == said("covers the title", HOME) == "it does not look like the page's title"


# -- rows and blocks -----------------------------------------------------------------------------------------------------


def numbered_view() -> View:
    return view_of(
        parse(
            f"<div id=all><p id=one>A <b>bold</b> word<br></p><p id=two>B</p><hr id=rule><div id=box><p>C</p><p>D</p></div>"
            f"<svg id=drawing><text>E</text></svg></div><p>{words(3)}</p>"
        )
    )


def test_a_text_run_belongs_to_its_block() -> None:
    view = numbered_view()
    found = {text: block_of_row(view, row_of(view.page, text=text)) for text in ("A", "bold", "word", "B", "C", "D")}
    assert found == {"A": 0, "bold": 0, "word": 0, "B": 1, "C": 2, "D": 3}


def test_an_element_has_the_first_block_inside_it() -> None:
    view = numbered_view()
    named = {
        id: block_of_row(view, row_of(view.page, name=name, id=id)) for name, id in (("div", "all"), ("p", "two"), ("div", "box"))
    }
    assert named == {"all": 0, "two": 1, "box": 2}
    assert block_of_row(view, row_of(view.page, name="b")) == 0
    assert block_of_row(view, 0) == 0


def test_a_row_without_text_of_the_page_has_no_block() -> None:
    view = numbered_view()
    assert block_of_row(view, row_of(view.page, name="hr")) is None
    assert block_of_row(view, row_of(view.page, name="br")) is None
    assert block_of_row(view, row_of(view.page, name="svg")) is None
    assert block_of_row(view_of(parse("<hr>")), 0) is None


@pytest.mark.parametrize("html", [PAGE, "<p>One<br><br>two</p> three <div>four</div>"])
def test_every_text_run_is_found_in_the_block_that_holds_it(html: str) -> None:
    view = view_of(parse(html))
    found = [block_of_row(view, row) for row in view.blocks.rows.tolist()]
    assert found == view.blocks.of_run.tolist()
