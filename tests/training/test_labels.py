"""Labels: which blocks the gold covers, and what kind of block each is."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import parse
from maintext.benchmark.metrics import tokens
from maintext.benchmark.model import Sample
from maintext.labels import LABELS
from maintext.methods.fused.view import view_of
from training.labels import UNKNOWN, aligned_shares, is_cut_short, label, snippet_shares

relaxed = settings(max_examples=60, deadline=None)

PROSE = "The lake froze in the first week of December and by Christmas it bore the weight of a cart."


def shares(*blocks: str, gold: str) -> list[float]:
    return aligned_shares([block.split() for block in blocks], gold.split()).tolist()


def kinds(html: str, **known: object) -> dict[str, str | None]:
    """The kind of each block by its text; None where it is not known."""
    sample = Sample("corpus", "id", html.encode(), **known)  # type: ignore[arg-type]
    view = view_of(parse(sample.html))
    found = label(view, [tokens(text) for text in view.blocks.texts], sample)
    names = [None if kind == UNKNOWN else LABELS[kind] for kind in found.kind.tolist()]
    return dict(zip(view.blocks.texts, names, strict=True))


# -- alignment ---------------------------------------------------------------------------------------------------------------


def test_blocks_of_the_gold_in_their_order_are_covered_and_others_are_not() -> None:
    assert shares("home news", "a b c d", "e f g", "imprint", gold="a b c d e f g") == [0, 1, 1, 0]


def test_a_block_is_covered_by_the_share_of_its_words() -> None:
    assert shares("a b c d", "e f x y", gold="a b c d e f") == [1, 0.5]


def test_words_of_the_gold_that_the_page_does_not_have_do_no_harm() -> None:
    assert shares("home", "a b c", gold="x a y b z c w") == [0, 1]


def test_a_word_of_the_gold_covers_one_word_of_the_page() -> None:
    """A menu that repeats words of the article is no content."""
    found = shares("ice lake snow", "the ice on the lake is thick", "ice", gold="the ice on the lake is thick")
    assert found[1] == 1
    assert found[2] == 0
    assert found[0] <= 0.5


def test_of_two_copies_only_as_many_are_covered_as_the_gold_has() -> None:
    assert sorted(shares("a b c d e", "a b c d e", gold="a b c d e")) == [0, 1]
    assert shares("a b c d e", "a b c d e", gold="a b c d e a b c d e") == [1, 1]


def test_a_block_without_words_is_not_covered() -> None:
    assert shares("", "a b", "", gold="a b") == [0, 1, 0]


@pytest.mark.parametrize(("blocks", "gold"), [(("a b",), ""), (("", ""), "a b"), ((), "a b"), (("a b",), "c d")])
def test_where_there_is_nothing_to_align_nothing_is_covered(blocks: tuple[str, ...], gold: str) -> None:
    assert shares(*blocks, gold=gold) == [0] * len(blocks)


def test_a_moved_block_is_found_by_its_runs_of_words() -> None:
    assert shares("one two three four five six", "a b c d", gold="a b c d one two three four five six") == [1, 1]
    assert shares("a b c d e f g h i j", "one two three four", gold="one two three four a b c d e f g h i j") == [1, 1]


def test_a_moved_block_of_a_few_words_is_not_found() -> None:
    found = shares("a b c d e f", "x y z", gold="x y z a b c d e f")
    assert found == [1, 0]


def test_a_moved_block_is_found_only_if_most_of_it_is() -> None:
    gold = "a b c d e f g h i j one two three four five"
    assert shares("one two three four five v w x y", "a b c d e f g h i j", gold=gold) == [0, 1]
    assert shares("one two three four five w x", "a b c d e f g h i j", gold=gold) == [pytest.approx(5 / 7), 1]
    scattered = f"{gold} p v q w r x s y"
    assert shares("one two three four five y x w v", "a b c d e f g h i j", gold=scattered) == [0, 1]


def test_a_moved_block_is_found_only_if_most_of_its_words_are_left() -> None:
    gold = "a b c d e f g h i j k l one two three four five six seven eight nine"
    used = "one two three four"
    assert shares("one two three four five six seven eight nine", f"a b c d e f g h i j k l {used}", gold=gold)[0] <= 0.5


def test_a_block_with_the_words_of_the_gold_in_another_order_is_not_covered() -> None:
    assert max(shares("f e d c b a", gold="a b c d e f")) <= 0.5


def test_a_moved_copy_is_not_found_again_once_the_gold_is_used_up() -> None:
    found = shares(
        "one two three four five", "a b c d e f g", "one two three four five", gold="a b c d e f g one two three four five"
    )
    assert found == [0, 1, 1]
    found = shares(*["one two three four five"] * 2, "a b c d e f g", gold="a b c d e f g one two three four five")
    assert found[2] == 1
    assert sorted(found[:2]) == [0, 1]


@relaxed
@given(st.lists(st.tuples(st.booleans(), st.integers(4, 9)), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_blocks_of_different_words_are_covered_if_and_only_if_the_gold_has_them(
    blocks: list[tuple[bool, int]], random: Random
) -> None:
    words = [[f"{number}-{place}" for place in range(count)] for number, (_, count) in enumerate(blocks)]
    wanted = [own for own, (is_wanted, _) in zip(words, blocks, strict=True) if is_wanted]
    expected = [float(is_wanted) for is_wanted, _ in blocks]
    assert aligned_shares(words, [word for own in wanted for word in own]).tolist() == expected
    random.shuffle(wanted)
    assert aligned_shares(words, [word for own in wanted for word in own]).tolist() == expected


@relaxed
@given(st.lists(st.lists(st.sampled_from("abcde"), max_size=8), max_size=8), st.lists(st.sampled_from("abcdef"), max_size=30))
def test_shares_are_shares_whatever_the_words(words: list[list[str]], gold: list[str]) -> None:
    found = aligned_shares(words, gold)
    assert found.shape == (len(words),)
    assert ((found >= 0) & (found <= 1)).all()


def test_chinese_is_aligned_character_by_character() -> None:
    words = [tokens(text) for text in ("首页新闻", "湖面结冰了。", "版权所有")]
    assert aligned_shares(words, tokens("湖面结冰了")).tolist() == [0, 1, 0]


# -- golds that are cut short ------------------------------------------------------------------------------------------------


def cut_short(*blocks: tuple[str, bool]) -> bool:
    """Whether the gold of a page is cut short, given its blocks and whether the gold has them."""
    view = view_of(parse("".join(html for html, _ in blocks)))
    shares = np.array([float(covered) for _, covered in blocks])
    return is_cut_short(view, shares, Sample("corpus", "id", b""))


PARAGRAPH = f"<p>{PROSE}</p>"


def test_a_gold_that_ends_long_before_the_prose_on_its_path_is_cut_short() -> None:
    assert cut_short((PARAGRAPH, True), (PARAGRAPH, False))
    assert cut_short(*[(PARAGRAPH, True)] * 2, *[(PARAGRAPH, False)] * 2)


def test_a_gold_that_misses_at_most_half_as_much_as_it_has_is_not() -> None:
    assert not cut_short(*[(PARAGRAPH, True)] * 2, (PARAGRAPH, False))
    assert not cut_short((PARAGRAPH, True))


def test_prose_before_the_last_of_the_gold_or_on_other_paths_is_not_missed() -> None:
    assert not cut_short(*[(PARAGRAPH, False)] * 3, (PARAGRAPH, True))
    assert not cut_short((PARAGRAPH, True), *[(f"<div class=comments>{PARAGRAPH}</div>", False)] * 3)
    assert not cut_short((PARAGRAPH, True), *[("<p>short</p>", False)] * 50)


def test_a_gold_without_prose_is_not_cut_short() -> None:
    assert not cut_short((PARAGRAPH, False), (PARAGRAPH, False))
    assert not cut_short(("<p>short</p>", True), (PARAGRAPH, False))


# -- snippets ------------------------------------------------------------------------------------------------------------------


def snippets(must_have: tuple[str, ...] = (), must_not_have: tuple[str, ...] = ()) -> Sample:
    return Sample("corpus", "id", b"", must_have=must_have, must_not_have=must_not_have)


def test_blocks_with_a_snippet_are_known_and_others_are_not() -> None:
    texts = ["Home", "The lake froze over.", "Something else", "All rights reserved"]
    share, known = snippet_shares(texts, snippets(("lake froze",), ("rights reserved",)))
    assert share.tolist() == [0, 1, 0, 0]
    assert known.tolist() == [False, True, False, True]


def test_snippets_are_found_whatever_their_case_and_white_space() -> None:
    share, known = snippet_shares(["The  LAKE\n froze"], snippets(("the lake   Froze",)))
    assert (share.tolist(), known.tolist()) == ([1], [True])


def test_a_block_with_both_is_content() -> None:
    share, known = snippet_shares(["wanted and unwanted"], snippets(("wanted and",), ("unwanted",)))
    assert (share.tolist(), known.tolist()) == ([1], [True])


def test_an_empty_snippet_says_nothing() -> None:
    _, known = snippet_shares(["anything"], snippets(("", " "), ("\n",)))
    assert known.tolist() == [False]


def test_with_gold_every_block_is_known() -> None:
    html = f"<p>Menu</p><p>{PROSE}</p>"
    sample = Sample("corpus", "id", html.encode(), gold=PROSE, must_have=("nothing of it",))
    view = view_of(parse(html))
    found = label(view, [tokens(text) for text in view.blocks.texts], sample)
    assert found.share.tolist() == [0, 1]
    assert found.known.tolist() == [True, True]


def test_without_gold_only_snippets_are_known() -> None:
    found = kinds(
        f"<p>Menu</p><p>{PROSE}</p><p>Imprint</p>", gold=" \n", must_have=("first week of",), must_not_have=("imprint",)
    )
    assert found == {"Menu": None, PROSE: "main", "Imprint": "boilerplate"}


# -- kinds ---------------------------------------------------------------------------------------------------------------------


def test_what_the_gold_has_is_main_and_the_rest_is_boilerplate() -> None:
    assert kinds(f"<p>Menu</p><p>{PROSE}</p>", gold=PROSE) == {"Menu": "boilerplate", PROSE: "main"}


def test_the_title_is_found_by_its_words_wherever_it_stands() -> None:
    html = f"<h2>ICE on the lake!</h2><p>{PROSE}</p><p>Ice on the lake and much more of it</p>"
    found = kinds(html, gold=PROSE, title="Ice on the lake")
    assert found == {"ICE on the lake!": "title", PROSE: "main", "Ice on the lake and much more of it": "boilerplate"}


def test_a_title_of_one_word_is_not_looked_for() -> None:
    assert kinds(f"<h1>Ice</h1><p>{PROSE}</p>", gold=PROSE, title="Ice")["Ice"] == "boilerplate"


def test_a_title_in_the_gold_is_a_title() -> None:
    assert kinds(f"<h1>Ice on the lake</h1><p>{PROSE}</p>", gold=f"Ice on the lake {PROSE}", title="Ice on the lake") == {
        "Ice on the lake": "title",
        PROSE: "main",
    }


def test_an_author_near_the_title_is_a_byline_and_far_from_it_is_none() -> None:
    html = "<h1>Ice on the lake</h1><p>By Ada Frost</p>" + "<p>more</p>" * 9 + "<p>Ada Frost again</p>"
    found = kinds(html, gold=PROSE, title="Ice on the lake", author="Ada Frost, Ben Snow")
    assert found["By Ada Frost"] == "byline"
    assert found["Ada Frost again"] == "boilerplate"


def test_an_author_in_an_element_named_so_is_a_byline_anywhere() -> None:
    found = kinds(f"<div class=author><p>ADA FROST</p></div><p>{PROSE}</p>", gold=PROSE, author="Ada Frost")
    assert found["ADA FROST"] == "byline"


def test_a_date_near_the_title_in_an_element_named_so_is_a_byline() -> None:
    html = "<h1>Ice on the lake</h1><p class=date>3 May 2024</p><p>5 June 2024</p><p class=date>Today</p>"
    found = kinds(html, gold=PROSE, title="Ice on the lake")
    assert [found[text] for text in ("3 May 2024", "5 June 2024", "Today")] == ["byline", "boilerplate", "boilerplate"]


def test_short_names_of_authors_are_not_looked_for() -> None:
    assert (
        kinds("<h1>Ice on the lake</h1><p>By Ada</p>", gold=PROSE, title="Ice on the lake", author="Ada")["By Ada"]
        == "boilerplate"
    )


def test_captions_are_found_by_element_and_by_name() -> None:
    html = (
        "<figure><img><figcaption>The lake in May</figcaption></figure>"
        "<div class=photo-credit><p>Photo of the frozen lake</p></div>"
        f"<div class=gallery><a href=/x>See all photos of it</a></div><p>{PROSE}</p>"
    )
    found = kinds(html, gold=f"The lake in May {PROSE}")
    assert found["The lake in May"] == "caption"
    assert found["Photo of the frozen lake"] == "caption"
    assert found["See all photos of it"] == "boilerplate"
    assert found[PROSE] == "main"


def test_a_long_block_is_no_caption() -> None:
    long = " ".join([PROSE] * 5)
    assert kinds(f"<figure><figcaption>{long}</figcaption></figure>", gold=long)[long] == "main"


def test_comments_are_what_stands_in_an_element_named_so_and_not_in_the_gold() -> None:
    comment, short = "I was there and saw it with my own eyes.", "Reply"
    html = f"<p>{PROSE}</p><div class=comments><p>{comment}</p><p>{short}</p></div>"
    assert kinds(html, gold=PROSE) == {PROSE: "main", comment: "comments", short: "boilerplate"}
    assert kinds(html, gold=f"{PROSE} {comment}")[comment] == "main"


def test_a_forum_has_no_comments() -> None:
    html = f"<p>{PROSE}</p><div class=comments><p>I was there and saw it with my own eyes.</p></div>"
    assert "comments" not in kinds(html, gold=PROSE, page_type="forum").values()


def test_a_page_that_is_called_comments_as_a_whole_has_none() -> None:
    html = f"<div class=comments><p>{PROSE}</p><p>I was there and saw it with my own eyes.</p></div>"
    assert "comments" not in kinds(html, gold=PROSE).values()


def test_kinds_are_known_even_where_the_gold_is_not() -> None:
    html = f"<h1>Ice on the lake</h1><p>{PROSE}</p><div class=comments><p>I was there and saw it with my own eyes.</p></div>"
    found = kinds(html, must_have=("first week",), title="Ice on the lake")
    assert list(found.values()) == ["title", "main", "comments"]
