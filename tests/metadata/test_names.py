"""Names of authors, cleaned."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.metadata.names import author_names, begins_with_by, names_in_runs, names_organisation, without


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ada Lovelace", ["Ada Lovelace"]),
        ("By Ada Lovelace", ["Ada Lovelace"]),
        ("BY ADA LOVELACE", ["ADA LOVELACE"]),
        ("Written by: Ada Lovelace", ["Ada Lovelace"]),
        ("Posted by Author: Ada Lovelace", ["Ada Lovelace"]),
        ("View all posts by Ada Lovelace", ["Ada Lovelace"]),
        ("Von Anna Müller und Bernd Groß", ["Anna Müller", "Bernd Groß"]),
        ("Par Marie Curie et Pierre Curie", ["Marie Curie", "Pierre Curie"]),
        ("Por Ana García y Luis Pérez", ["Ana García", "Luis Pérez"]),
        ("Di Anna Bianchi e Carlo Rossi", ["Anna Bianchi", "Carlo Rossi"]),
        ("Door Anna de Vries en Jan van den Berg", ["Anna de Vries", "Jan van den Berg"]),
        ("Автор: Иван Петров", ["Иван Петров"]),
        ("作者：张三", ["张三"]),
        ("글쓴이: 홍길동", ["홍길동"]),
        ("Text & Fotos: Otto Normal", ["Otto Normal"]),
        ("Ada Lovelace, Staff Writer", ["Ada Lovelace"]),
        ("Anna Müller, Redakteurin", ["Anna Müller"]),
        ("Marie Curie, journaliste", ["Marie Curie"]),
        ("Ada Lovelace (Reporter)", ["Ada Lovelace"]),
        ("Ada Lovelace, PhD", ["Ada Lovelace, PhD"]),
        ("Ada Lovelace, Charles Babbage, and Mary Somerville", ["Ada Lovelace", "Charles Babbage", "Mary Somerville"]),
        ("Ada Lovelace; Charles Babbage; ada lovelace", ["Ada Lovelace", "Charles Babbage"]),
        ("Ada Lovelace | The Weekly Cloud", ["Ada Lovelace"]),
        ("Ada Lovelace <ada@cloud.example>", ["Ada Lovelace"]),
        ("Ada Lovelace @ada", ["Ada Lovelace"]),
        ("Martin Luther King Jr.", ["Martin Luther King Jr."]),
        ("Food and Drug Administration", ["Food and Drug Administration"]),
        ("Center for Fog and Mist Research", ["Center for Fog and Mist Research"]),
        ("https://cloud.example/ada", []),
        ("@ada", []),
        ("ada@cloud.example", []),
        ("admin", []),
        ("via", []),
        ("5 mins", []),
        ("Recipe by", []),
        ("Insights from", []),
        ("12 minutes", []),
        ("", []),
        ("…", []),
        (None, []),
        (7, []),
        ("x" * 100_000, []),
        ("Ada Lovelace, " * 10_000, []),
    ],
)
def test_names_in_fields(text: object, names: list[str]) -> None:
    assert author_names(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("By Ada Lovelace on May 17, 2023", ["Ada Lovelace"]),
        ("By Ada Lovelace in Weather", ["Ada Lovelace"]),
        ("Von Anna Müller, 17.05.2023, 10:20 Uhr", ["Anna Müller"]),
        ("17.05.2023 10:20 von Anna Müller", ["Anna Müller"]),
        ("Ada Lovelace May 17, 2023", ["Ada Lovelace"]),
    ],
)
def test_names_in_lines_end_where_something_else_begins(text: str, names: list[str]) -> None:
    assert author_names(text, in_line=True) == names


@pytest.mark.parametrize(
    ("runs", "names"),
    [
        (["By", "Ada Lovelace", ",", "Charles Babbage", "and", "Mary Somerville"], 3),
        (["By", "Ada Lovelace", "17 May 2023"], 1),
        (["17 May 2023", "Ada Lovelace", "Weather"], 1),
        (["Ada Lovelace", "Photos by", "Charles Babbage"], 1),
        (["Recipe by", "Ada Lovelace"], 1),
        ([], 0),
    ],
)
def test_names_in_the_pieces_of_a_byline(runs: list[str], names: int) -> None:
    assert names_in_runs(runs) == ["Ada Lovelace", "Charles Babbage", "Mary Somerville"][:names]


def test_a_sentence_is_no_byline() -> None:
    assert names_in_runs(["By the time the fog lifts"], people_only=True) == []
    assert begins_with_by("By Ada")
    assert not begins_with_by("Bye, Ada")
    assert not begins_with_by("")


def test_sites_are_no_people() -> None:
    assert without(["Ada Lovelace", "The Weekly Cloud"], frozenset({"the weekly cloud"})) == ["Ada Lovelace"]
    assert names_organisation("Wolke GmbH")
    assert names_organisation("cloud.example.com")
    assert not names_organisation("Ada Lovelace")


@given(st.text(max_size=500))
def test_any_text_has_short_names_or_none(text: str) -> None:
    for name in author_names(text) + author_names(text, in_line=True) + names_in_runs([text]):
        assert 2 <= len(name) <= 90
        assert any(letter.isalpha() for letter in name)
