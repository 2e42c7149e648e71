"""What metadata asks the kernel for, beside its twins in Python."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.metadata import clues
from maintext.metadata.bylines import _CLUES, _FIRST_WORDS
from maintext.metadata.rows import PageRows, TableRows, rows_of_page
from maintext.page import Page
from tests.kernel.reading import READER, by_kernel, by_twin, needs_kernel, tree_of

pytestmark = needs_kernel

ATTRIBUTES = [
    "class",
    "class=''",
    "class=AUTHOR-name",
    "class='post' id=Byline",
    "class=autho",
    "class=é",
    "id=&#x212a;",
    "href=/Author/x",
    "href=/a rel='me author'",
    "rel",
    "itemprop='Author'",
    "property=og:author",
    "data-author=x",
    f"class='{'x' * 600}'",
    f"class='{'x' * 511}' id=y",
    f"class='{'x' * 512}' id=y",
    f"class='{'x' * 512}'",
    "class='a  b' id=''",
]
LINES = [
    "By",
    "by Ada",
    "BY: Ada",
    "- von Ada",
    "| , : - by",
    "12.03.2024 13:30 von Ada",
    "12345",
    "123456",
    "  .:,/-|",
    "作者",
    "tác giả",
    "Veröffentlicht von",
    "redaKtion",
    "redac\u212ation",
    "b",
    "bx",
    "Other",
    "Oth\u00e9r",
    "Othe\u00e9r",
    "By " + "x" * 97,
    "By " + "x" * 98,
    "é" * 100,
]
YEARS = [
    "1989",
    "1990",
    "2049",
    "2050",
    "2024",
    "12024",
    "20245",
    "x2024",
    "2024x",
    "20242024",
    "\u0662024",
    "202",
    "in 1999, 2001",
]


def both(html: str) -> tuple[Page, Page]:
    tree = tree_of(html)
    return by_kernel(tree), by_twin(tree)


@pytest.mark.parametrize("attributes", ATTRIBUTES)
def test_attributes_are_asked_alike(attributes: str) -> None:
    page, twin = both(f"<div {attributes}>text<p>more</p></div><x-y {attributes}></x-y>")
    for first, end in ((0, 9), (-3, 2), (2, 1), (2, 100)):
        assert page.clues(first, end, _CLUES) == twin.clues(first, end, _CLUES)
    assert [page.names(row) for row in range(-1, len(page))] == [twin.names(row) for row in range(-1, len(page))]


def test_words_are_found_in_their_own_attribute_only() -> None:
    page, twin = both("<p class=author>a</p><p id=author>b</p><p title=author>c</p>")
    assert page.clues(0, 9, (("id", "author"),)) == twin.clues(0, 9, (("id", "author"),)) == [3]


def test_what_the_kernel_does_not_look_into_is_an_error() -> None:
    page, _ = both("<p>a")
    for wanted in ((("title", "x"),), ((),), (("class", *"x" * 200),)):
        with pytest.raises(ValueError, match="does not look"):
            page.clues(0, 9, wanted)
    with pytest.raises(IndexError):
        page.names(100)


@pytest.mark.parametrize("line", LINES)
def test_beginnings_of_lines_are_judged_alike(line: str) -> None:
    page, twin = both(f"<p>{line}</p><p>between</p><b>{line}</b>")
    for first, end in ((0, 99), (-1, 3), (2, 4), (4, 2)):
        found = clues.lines_beginning(page, first, end, _FIRST_WORDS, longest=100)
        assert found == clues.lines_beginning(twin, first, end, _FIRST_WORDS, longest=100)


@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("before", ["", "a", "ab", "abc", "é", "<p>"])
def test_years_are_found_alike(year: str, before: str) -> None:
    page, twin = both(f"{before}{year}<p>text</p><p>{'long ' * 80}{year}</p><i>{year}</i>{year}")
    for longest, part, most in ((300, 25, 60), (1000, 3, 2), (3, 3, 60), (300, 300, 0)):
        found = clues.runs_with_year(page, longest=longest, part=part, most=most)
        assert found == clues.runs_with_year(twin, longest=longest, part=part, most=most)


@pytest.mark.parametrize(
    "text", ["2024 a", "a 2024 5", "5 a 2024", "© 2024 é…", "\u0665 2024", "２ 2024", "中 2024", "2024 2024"]
)
def test_runs_with_a_year_alone_are_left_out_alike(text: str) -> None:
    page, twin = both(f"<p>{text}</p><p>{text} {text}</p><p>2024")
    found = clues.runs_with_year(page, longest=300, part=5, most=60)
    assert found == clues.runs_with_year(twin, longest=300, part=5, most=60)


def test_a_year_alone_is_no_date() -> None:
    page, _ = both("<p>All rights reserved since 2024<p>All rights reserved, 5 May 2024<p>2024")
    assert clues.runs_with_year(page, longest=300, part=25, most=60) == [(4, 31), (6, 4)]
    assert clues.runs_with_year(page, longest=300, part=25, most=1) == []


PIECES = st.sampled_from(
    ["2024", "19", "99", "By", "é", " ", "作者", "<p>", "<h1>", "</h1>", "<b>", "</b>", "<p class=byline>", ":", "x"]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_rows_of_any_page_are_looked_at_alike(html: str) -> None:
    page, twin = both(html)
    ours, theirs = rows_of_page(page), rows_of_page(twin)
    assert (type(ours), type(theirs)) == (TableRows, PageRows)
    everything = range(len(page))
    for look in (PageRows.text, PageRows.end, PageRows.spaced):
        name = look.__name__
        assert [getattr(ours, name)(row) for row in everything] == [getattr(theirs, name)(row) for row in everything]
    for column in ("tag", "parent", "chars"):
        assert getattr(ours, column).tolist() == getattr(theirs, column).tolist()
    for tags in ((int(page.tag[-1]),), (int(page.tag[0]), int(page.tag[-1]))):
        assert ours.of_tags(tags, 3) == theirs.of_tags(tags, 3)
    assert [ours.written(row, row + 5) for row in everything] == [theirs.written(row, row + 5) for row in everything]
    assert [ours.holds_more(0, len(page), size) for size in everything] == [
        theirs.holds_more(0, len(page), size) for size in everything
    ]
    assert clues.runs_with_year(page, longest=20, part=5, most=3) == clues.runs_with_year(twin, longest=20, part=5, most=3)
    assert clues.lines_beginning(page, 0, 99, _FIRST_WORDS, longest=20) == clues.lines_beginning(
        twin, 0, 99, _FIRST_WORDS, longest=20
    )


HEADS = [
    "<meta property=og:title name=other content=x><meta name=' DESCRIPTION\t' content=' y '>",
    "<meta property='' name=a content=x><meta name=b content=''><meta name=c><meta content=d>",
    "<meta itemprop=É content=x><meta http-equiv=content-language content=de><meta name=&#x212a; content=x>",
    f"<meta name='{'N' * 63}' content=a><meta name='{'N' * 64}' content=b><meta name='{'N' * 65}' content=c>",
    "<link rel=Canonical href=/a><link rel='x license' href=''><link rel=icon href=b><link rel=é href=c><link rel=canonical>",
    "<base><base href=''><base href=/b><base href=/c>",
]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("root", ["", "lang", "lang=''", "lang=de-CH"])
def test_what_heads_say_is_read_alike(head: str, root: str) -> None:
    page, twin = both(f"<html {root}><head>{head}</head><body>x")
    assert page.said == twin.said


def test_heads_say_names_in_lower_case_and_telling_links_alone() -> None:
    page, _ = both("<html lang=de><link rel=icon href=i><link rel=canonical href=c><meta name=' A ' content=x><base href=/b>")
    assert page.said == ("de", "/b", [("a", "x")], [("canonical", "c")])


def test_a_page_without_a_tree_says_nothing() -> None:
    page = Page(
        **{name: getattr(by_twin(tree_of("<p>x")), name) for name in ("tag", "parent", "start", "chars", "spaced", "characters")}
    )
    assert (page.said, page.names(0), page.clues(0, 9, _CLUES)) == ((None, None, [], []), "", [])


def test_a_page_that_was_read_without_marks_is_looked_at_too() -> None:
    from maintext.parse import parse_for

    page = parse_for("<p>By Ada, 2024", charset=None, url=None, with_marks=False)
    assert READER is not None
    assert clues.runs_with_year(page, longest=99, part=25, most=9) == [(2, 12)]
    assert clues.lines_beginning(replace(page, url="x"), 0, 9, _FIRST_WORDS, longest=99) == [2]
