"""Marks: what tags, roles, class names and other attributes say about what stands in an element."""

import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import Page, marks, parse
from maintext.document import Attributes, NoDocument
from maintext.marks import BIT, KEYWORDS, MARKS, TAGS, inherited, read_marks, words_in
from maintext.tags import NUMBER
from tests.methods.fused.pages import by_hand
from tests.walks import ancestors

relaxed = settings(max_examples=80, deadline=None)


def named(bits: int) -> set[str]:
    return {mark for mark in MARKS if bits & BIT[mark]}


def marks_of(attributes: str, name: str = "div") -> set[str]:
    """The marks of an element with these attributes."""
    page = parse(f"<section><{name} {attributes}>text</{name}></section>")
    marks, _ = read_marks(page)
    return named(int(marks[2]))


def words(name: str) -> set[str]:
    """The marks of a class name, without ` word`."""
    return {mark.removesuffix(" word") for mark in named(words_in(name))}


# -- bits ----------------------------------------------------------------------------------------------------------------


def test_every_mark_has_a_bit_of_its_own_in_a_signed_64_bit_number() -> None:
    assert len(set(MARKS)) == len(MARKS) == len(BIT) <= 63
    assert sorted(BIT.values()) == [1 << number for number in range(len(MARKS))]


# -- tags and roles ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TAGS)
def test_the_name_of_an_element_is_its_mark(name: str) -> None:
    marks, _ = read_marks(by_hand([(name, ["text"])]))
    assert named(int(marks[1])) == {name}


@pytest.mark.parametrize("name", ["div", "section", "p", "span", "x-card"])
def test_other_elements_have_no_mark(name: str) -> None:
    assert marks_of("", name) == set()


def test_a_text_run_and_a_custom_element_have_no_mark() -> None:
    page = parse("<nav><x-menu>text</x-menu></nav>")
    marks, _ = read_marks(page)
    assert [named(bits) for bits in marks.tolist()] == [set(), {"nav"}, set(), set()]


@pytest.mark.parametrize("name", ["button", "select", "noscript", "li", "x-card", "option", "td"])
def test_attributes_of_parts_of_a_page_are_read(name: str) -> None:
    marks, markup = read_marks(with_attributes(name))
    assert named(int(marks[1])) >= {"comment word", "hidden"}
    assert markup[1] == len("comments") + 5


@pytest.mark.parametrize("name", ["a", "span", "b", "em", "label", "font"])
def test_attributes_of_elements_within_a_line_are_not_read(name: str) -> None:
    marks, markup = read_marks(with_attributes(name))
    assert named(int(marks[1])) == {name} & set(TAGS)
    assert markup[1] == 5


def with_attributes(name: str) -> Page:
    """A page that holds one such element, wherever a parser would put it."""
    page = by_hand([(name, ["text"])])
    return replace(page, document=Attributed())


class Attributed(NoDocument):
    def attributes(self, row: int) -> Attributes:
        return {"class": "comments", "hidden": None}


def test_an_element_without_text_keeps_the_mark_of_its_name() -> None:
    page = parse("<nav class=comments></nav><p>text")
    assert named(int(read_marks(page)[0][1])) == {"nav"}  # its attributes are not read: nothing stands in it


@pytest.mark.parametrize(
    ("role", "mark"),
    [
        ("navigation", "nav"),
        ("menu", "nav"),
        ("menubar", "nav"),
        ("tablist", "nav"),
        ("search", "nav"),
        ("banner", "header"),
        ("contentinfo", "footer"),
        ("complementary", "aside"),
        ("main", "main"),
        ("MAIN", "main"),
        ("article", "article"),
        ("dialog", "dialog"),
        ("alertdialog", "dialog"),
        ("listitem", "li"),
        ("button", "button"),
    ],
)
def test_a_role_is_worth_the_element_that_it_stands_for(role: str, mark: str) -> None:
    assert marks_of(f"role={role}") == {mark}


@pytest.mark.parametrize("attribute", ["role=presentation", "role=''", "role", "role=nav", "data-role=main"])
def test_other_roles_say_nothing(attribute: str) -> None:
    assert marks_of(attribute) == set()


def test_tag_role_and_class_add_up() -> None:
    assert marks_of("role=main class=comments id=footer hidden", "nav") == {
        *("nav", "main", "comment word", "foot word", "hidden"),
    }


# -- keywords ------------------------------------------------------------------------------------------------------------


def _keywords() -> list[object]:
    """Each keyword with its mark."""
    pairs = [(keyword, name) for name, keywords in KEYWORDS.items() for keyword in keywords.split()]
    return [pytest.param(*pair, id=pair[0]) for pair in pairs]


@pytest.mark.parametrize(("keyword", "mark"), _keywords())
def test_each_keyword_marks_a_class_that_consists_of_it(keyword: str, mark: str) -> None:
    assert mark in words(keyword.strip(".").replace(".", "-"))


@pytest.mark.parametrize("pair", [("main-menu", "menu"), ("topicList", "reply"), ("breadcrumbs", "menu"), ("postnav", "menu")])
def test_a_keyword_without_an_edge_may_stand_inside_a_word(pair: tuple[str, str]) -> None:
    assert pair[1] in words(pair[0])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ad", {"promo"}),
        ("ads", {"promo"}),
        ("left-ad-1", {"promo"}),
        ("load", set()),  # `.ad.` is a word of its own
        ("adapted", set()),
        ("bio", {"person"}),
        ("biology", set()),
        ("more", {"related"}),
        ("moreover", set()),
        ("post", {"post"}),
        ("posts", {"post"}),  # `.post` has an edge on its left only
        ("compost", set()),
        ("body", {"content"}),
        ("everybody", set()),
        ("metadata", {"byline"}),
        ("toc", {"contents"}),
        ("autoclave", set()),
    ],
)
def test_a_dot_is_the_edge_of_a_word(name: str, expected: set[str]) -> None:
    assert words(name) == expected


@pytest.mark.parametrize(
    "name", ["side-bar", "side_bar", "sideBar", "SideBar", "side.bar", "side2bar", "side--bar", "xSideBar", "Side-Bar"]
)
def test_words_end_at_signs_digits_and_capitals(name: str) -> None:
    assert words(name) == {"sidebar"}


@pytest.mark.parametrize("name", ["right-col", "RightCol", "rightCol", "right_column"])
def test_keywords_of_two_words_are_found_however_they_are_joined(name: str) -> None:
    assert words(name) == {"sidebar"}


def test_two_classes_are_not_one_keyword() -> None:
    assert words("side bar") == set()
    assert words("read next") == set()


def test_keywords_are_found_whatever_their_case() -> None:
    assert words("COMMENTS") == words("Comments") == words("comments") == {"comment"}


def test_a_longer_keyword_hides_the_shorter_one_that_begins_with_it() -> None:
    assert words("author") == {"byline"}  # and not `auth`
    assert words("featured") == {"popular"}  # and not `feature`
    assert words("subtitle") == {"lead", "title"}  # it begins elsewhere


def test_all_keywords_of_all_classes_count() -> None:
    assert words("entry-content comment-reply x1") == {"story", "content", "comment", "reply"}
    assert words("") == set()


@pytest.mark.parametrize(("name", "expected"), [("more-ads", {"related", "promo"}), ("ad-bio", {"promo", "person"})])
def test_two_keywords_may_share_an_edge(name: str, expected: set[str]) -> None:
    assert words(name) == expected


def test_class_and_id_are_both_read_and_kept_apart() -> None:
    assert marks_of("class=comments") == marks_of("id=comments") == {"comment word"}
    assert marks_of("class=side id=bar") == set()
    assert marks_of("id=menu class='byline' data-class=footer") == {"menu word", "byline word"}
    assert marks_of("class id") == set()


def test_names_in_other_scripts_are_edges() -> None:
    assert words("注释comments") == {"comment"}
    assert words("注释") == set()


# -- other attributes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "attribute",
    [
        "hidden",
        "hidden=''",
        "hidden=until-found",
        "aria-hidden=true",
        "style='display:none'",
        "style='color:red; DISPLAY : None'",
        "style='visibility: hidden'",
        "aria-hidden=TRUE",
    ],
)
def test_what_a_browser_does_not_show_is_marked_hidden(attribute: str) -> None:
    assert marks_of(attribute) == {"hidden"}


@pytest.mark.parametrize("attribute", ["aria-hidden=false", "aria-hidden", "style", "style='display:block'", "data-hidden=true"])
def test_what_a_browser_shows_is_not_marked_hidden(attribute: str) -> None:
    assert marks_of(attribute) == set()


@pytest.mark.parametrize("value", ["articleBody", "articlebody", "description", "text", "reviewBody"])
def test_a_property_that_holds_a_text_is_marked(value: str) -> None:
    assert marks_of(f"itemprop={value}") == {"body property"}


@pytest.mark.parametrize("attribute", ["itemprop=name", "itemprop", "itemprop=''", "property=articleBody"])
def test_other_properties_say_nothing(attribute: str) -> None:
    assert marks_of(attribute) == set()


# -- markup --------------------------------------------------------------------------------------------------------------


def test_markup_grows_with_class_and_id_and_a_text_run_has_none() -> None:
    _, markup = read_marks(parse("<p>one</p><p class=abc>two</p><p class=abc id=defg>three</p>"))
    _, plain, _, with_class, _, with_both, text = markup.tolist()
    assert plain == 5
    assert with_class == plain + len("abc")
    assert with_both == plain + len("abc" + "defg")
    assert text == 0


def test_the_markup_of_an_element_without_text_is_its_name_alone() -> None:
    assert read_marks(parse("<p class=abc></p>one"))[1].tolist() == [5, 5, 0]


# -- what stands above ---------------------------------------------------------------------------------------------------


def slow_inheritance(page: Page, marks: list[int]) -> list[int]:
    gathered = []
    for row in range(len(page)):
        bits = 0
        for above in ancestors(page, row):
            bits |= marks[above]
        gathered.append(bits)
    return gathered


@st.composite
def marked_trees(draw: st.DrawFn) -> tuple[Page, list[int]]:
    """A random tree of elements, and marks for all of them but body."""
    parent = [-1]
    for levels in draw(st.lists(st.integers(0, 6), max_size=60)):
        above = len(parent) - 1
        for _ in range(levels):
            above = max(parent[above], 0)
        parent.append(above)
    none = np.zeros(len(parent), dtype=np.int64)
    page = Page(none + NUMBER["div"], np.array(parent), none, none, none > 0, "")
    return page, [0, *(draw(st.sampled_from([0, 0, 1, 2, 4, 1 << 55])) for _ in parent[1:])]


@relaxed
@given(marked_trees())
def test_a_row_has_the_marks_of_everything_above_it(drawn: tuple[Page, list[int]]) -> None:
    page, marks = drawn
    assert inherited(page, np.array(marks)).tolist() == slow_inheritance(page, marks)


@pytest.mark.parametrize("depth", range(1, 20))
def test_marks_reach_any_depth(depth: int) -> None:
    page = parse(f"<div class=comments>{'<div>' * depth}text")
    assert all(named(bits) == {"comment word"} for bits in inherited(page, read_marks(page)[0]).tolist()[1:])


@pytest.mark.parametrize("depth", [*range(10), 30])
def test_marks_of_body_reach_any_depth(depth: int) -> None:
    page = parse(f"<body class=comments>{'<div>' * depth}text")
    assert all(named(bits) == {"comment word"} for bits in inherited(page, read_marks(page)[0]).tolist())


def test_inheritance_leaves_the_marks_of_each_row_as_they_are() -> None:
    page = parse("<nav><p class=comments>text")
    marks, _ = read_marks(page)
    before = marks.tolist()
    inherited(page, marks)
    assert marks.tolist() == before


def test_marks_do_not_reach_what_stands_beside() -> None:
    page = parse("<nav><p>one</p></nav><p>two</p>")
    gathered = inherited(page, read_marks(page)[0])
    assert [named(bits) for bits in gathered.tolist()] == [set(), {"nav"}, {"nav"}, {"nav"}, set(), set()]


# -- what is remembered --------------------------------------------------------------------------------------------------


def test_classes_are_remembered_unless_they_are_long_and_never_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "_MOST_REMEMBERED", 3)
    remembered = marks._OfClass()
    wanted = marks._of_class["sidebar"]
    assert [remembered[names] for names in ("sidebar", "a", "sidebar", "b", "c", "sidebar")].count(wanted) == 3
    assert len(remembered) <= 3
    assert "sidebar" in remembered
    known = marks._words_in_one.cache_info().currsize
    assert named(int.from_bytes(remembered["sidebar " + "x" * 1000][:8], sys.byteorder)) == {"sidebar word"}
    assert max(map(len, filter(None, remembered))) < 1000
    assert marks._words_in_one.cache_info().currsize == known
