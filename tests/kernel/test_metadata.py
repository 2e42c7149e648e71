"""What metadata asks the kernel for, beside its twins in Python."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.document import Words
from maintext.metadata import strings
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
        assert page.document.clues(first, end, _CLUES) == twin.document.clues(first, end, _CLUES)
    for rows in ([], [1], list(range(len(page)))[::-1], [2, 2]):
        assert page.document.clues_among(rows, _CLUES) == twin.document.clues_among(rows, _CLUES)
    assert [page.document.names(row) for row in range(-1, len(page))] == [
        twin.document.names(row) for row in range(-1, len(page))
    ]


def test_words_are_found_in_their_own_attribute_only() -> None:
    page, twin = both("<p class=author>a</p><p id=author>b</p><p title=author>c</p>")
    wanted = Words((("id", "author"),))
    assert page.document.clues(0, 9, wanted) == twin.document.clues(0, 9, wanted) == [3]
    assert page.document.clues_among([1, 3, 5], wanted) == twin.document.clues_among([1, 3, 5], wanted) == [3]


@pytest.mark.parametrize("word", ["x", "xy", "-x"])
def test_words_of_any_length_are_found_anywhere_in_a_value(word: str) -> None:
    values = ["x", "xy", "yx", "y-X", "XY-", "y", "-", "a x b", "x\u0301", "\u0445"]
    page, twin = both("".join(f"<p class='{value}'>text</p>" for value in values))
    wanted = Words((("class", word),))
    assert page.document.clues(0, 99, wanted) == twin.document.clues(0, 99, wanted)


def test_what_the_kernel_does_not_look_into_is_an_error() -> None:
    page, _ = both("<p>a")
    for wanted in ((("title", "x"),), ((),), (("class", *"x" * 200),)):
        with pytest.raises(ValueError, match="does not look"):
            page.document.clues(0, 9, Words(wanted))
    with pytest.raises(IndexError):
        page.document.names(100)
    rows = rows_of_page(page)
    for row in (-1, len(page)):
        with pytest.raises(IndexError):
            rows.below(row, 9)
    assert page.document.clues_among([-1, 99], _CLUES) == []


@pytest.mark.parametrize("line", LINES)
def test_beginnings_of_lines_are_judged_alike(line: str) -> None:
    page, twin = both(f"<p>{line}</p><p>between</p><b>{line}</b>")
    for first, end in ((0, 99), (-1, 3), (2, 4), (4, 2)):
        ours, theirs = rows_of_page(page), rows_of_page(twin)
        found = ours.beginning(first, end, _FIRST_WORDS, longest=100)
        assert found == theirs.beginning(first, end, _FIRST_WORDS, longest=100)


@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("before", ["", "a", "ab", "abc", "é", "<p>"])
def test_years_are_found_alike(year: str, before: str) -> None:
    page, twin = both(f"{before}{year}<p>text</p><p>{'long ' * 80}{year}</p><i>{year}</i>{year}")
    ours, theirs = rows_of_page(page), rows_of_page(twin)
    for longest, part, around, most in ((300, 25, 99, 60), (1000, 3, 9, 2), (3, 3, 0, 60), (300, 300, 300, 0)):
        found = ours.with_year(longest=longest, part=part, around=around, most=most)
        assert found == theirs.with_year(longest=longest, part=part, around=around, most=most)


@pytest.mark.parametrize(
    "text", ["2024 a", "a 2024 5", "5 a 2024", "© 2024 é…", "\u0665 2024", "２ 2024", "中 2024", "2024 2024"]
)
def test_runs_with_a_year_alone_are_left_out_alike(text: str) -> None:
    ours, theirs = map(rows_of_page, both(f"<p>{text}</p><p>{text} {text}</p><p>2024<p>{text} <i>2024</i><ul><li>2024<li>{text}"))
    found = ours.with_year(longest=300, part=5, around=30, most=60)
    assert found == theirs.with_year(longest=300, part=5, around=30, most=60)


def test_a_year_alone_is_no_date() -> None:
    rows = rows_of_page(both("<p>All rights reserved since 2024<p>All rights reserved, 5 May 2024<p>2024")[0])
    assert rows.with_year(longest=300, part=25, around=99, most=60) == [(4, 31)]
    assert rows.with_year(longest=300, part=25, around=99, most=1) == []


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<div><p><b>17</b> <i>May 2024</i></p></div>", True),
        ("<div><p><b>17</b></p> <p>May 2024</p></div>", True),  # two elements up
        ("<section><div><b>17</b></div> <div><p>May 2024</p></div></section>", False),  # three
        ("<div><p>17</p></div> <p>May 2024</p>", False),  # the body holds whatever there is
        (f"<div><p><b>17</b> <i>May 2024</i> {'long ' * 40}</p></div>", False),
    ],
)
def test_a_year_is_a_part_of_a_date_whose_day_stands_near(html: str, found: bool) -> None:
    for page in both(html):
        runs = rows_of_page(page).with_year(longest=300, part=25, around=120, most=60)
        assert bool(runs) is found


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
    assert [ours.end(row) for row in everything] == [theirs.end(row) for row in everything]
    runs = page.text_rows.tolist()
    assert [ours.text(row) for row in runs] == [theirs.text(row) for row in runs]
    for column in ("tag", "parent", "chars"):
        assert getattr(ours, column).tolist() == getattr(theirs, column).tolist()
    for tags in ((int(page.tag[-1]),), (int(page.tag[0]), int(page.tag[-1]))):
        assert ours.of_tags(tags, 3) == theirs.of_tags(tags, 3)
    assert [ours.written(row, row + 5) for row in everything] == [theirs.written(row, row + 5) for row in everything]
    for longest in (0, 3, 1000):
        assert [ours.below(row, longest) for row in everything] == [theirs.below(row, longest) for row in everything]
    wanted = {"longest": 20, "part": 5, "around": 9, "most": 3}
    assert ours.with_year(**wanted) == theirs.with_year(**wanted)
    assert ours.beginning(0, 99, _FIRST_WORDS, longest=20) == theirs.beginning(0, 99, _FIRST_WORDS, longest=20)


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
    wanted = ("og:title", "description", "a", "c", "é", "content-language", "k", "n" * 63, "n" * 65)
    names = {name: name.upper() for name in wanted}
    for most in (1, 9):
        assert page.document.metas(names, most) == twin.document.metas(names, most)


def test_heads_say_telling_links_alone() -> None:
    page, _ = both("<html lang=de><link rel=icon href=i><link rel=canonical href=c><base href=/b>")
    assert page.said == ("de", "/b", [("canonical", "c")])


def test_metas_are_found_by_all_spellings_of_their_names() -> None:
    page, twin = both("<meta name=' DC:Date ' content=1><meta name=x content=2><meta property=dc.date content=3><meta name=y>")
    for each in (page, twin):
        assert each.document.metas({"dc.date": "date", "dc:date": "date"}, 9) == {"date": ["1", "3"]}
        assert each.document.metas({"dc.date": "date", "dc:date": "date"}, 1) == {"date": ["1"]}


SIGNS = st.sampled_from([*"aB9 _-#&<'\t\n\x00\x7f", "\xa0", "\xad", *"¶éÉßÿ×÷Þş–’…\u200b\u2028 ǅ中\ud800"])


@settings(max_examples=1000, deadline=None)
@given(st.lists(SIGNS, max_size=8).map("".join), st.integers(0, 9))
def test_texts_are_cleaned_and_compared_alike(text: str, longest: int) -> None:
    cleaned, comparable = strings.cleaned(text, longest), strings.comparable.__wrapped__(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strings, "_by_kernel", lambda: (lambda text, longest: False, lambda text: None))
        assert (cleaned, comparable) == (strings.cleaned(text, longest), strings.comparable.__wrapped__(text))


def test_what_is_no_text_is_never_clean() -> None:
    assert [strings.cleaned(value) for value in (None, 5, b"text", ["text"])] == [""] * 4


def test_a_page_without_a_tree_says_nothing() -> None:
    page = Page(
        **{name: getattr(by_twin(tree_of("<p>x")), name) for name in ("tag", "parent", "start", "chars", "spaced", "characters")}
    )
    assert (page.said, page.document.metas({"a": "a"}, 9)) == ((None, None, []), {})
    assert (page.document.names(0), page.document.clues(0, 9, _CLUES), page.document.clues_among([0], _CLUES)) == ("", [], [])


def test_a_page_that_was_read_without_marks_is_looked_at_too() -> None:
    from maintext.parse import parse_for

    page = parse_for("<p>By Ada, 2024", charset=None, url=None, with_marks=False)
    assert READER is not None
    assert rows_of_page(page).with_year(longest=99, part=5, around=99, most=9) == []
    assert rows_of_page(replace(page, url="x")).beginning(0, 9, _FIRST_WORDS, longest=99) == [2]
