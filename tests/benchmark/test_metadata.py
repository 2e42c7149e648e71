"""`maintext bench metadata`: normalisation, counts and tables."""

import sys
from pathlib import Path

import pytest

from maintext.benchmark import command
from maintext.benchmark.metadata import Contender, Score, contenders, measured, normal_authors, normal_date, normal_title
from maintext.benchmark.model import Sample
from tests.benchmark.parquet import write_columns

PAGE = """<html lang=en><head><title>Seven kinds of fog | Cloud</title><meta name=author content="Ada Lovelace">
<meta property="article:published_time" content="2023-05-17"></head><body><h1>Seven kinds of fog</h1></body></html>"""


def test_titles_are_compared_by_their_words() -> None:
    assert normal_title("Seven  kinds – of “Fog”!") == normal_title("seven kinds of 'FOG'")
    assert normal_title("Seven kinds") != normal_title("Seven kinds of fog")
    assert normal_title(None) == ""


def test_authors_are_compared_as_sets_of_names() -> None:
    assert normal_authors("Ada Lovelace and Charles Babbage") == normal_authors("charles babbage; Ada Lovelace")
    assert normal_authors("Ada Lovelace") != normal_authors("Ada Lovelace, Charles Babbage")
    assert normal_authors(None) == frozenset()


def test_dates_are_compared_by_the_day() -> None:
    assert normal_date("2023-05-17T10:00:00Z") == "2023-05-17"
    assert normal_date("2023-05") == normal_date(None) == ""


def test_a_score_counts_only_what_has_a_gold() -> None:
    score = Score()
    for gold, value in (("a", "a"), ("a", "b"), ("a", ""), ("", "b"), ("", "")):
        score.add(gold, value)
    assert (score.gold, score.found, score.right, score.beyond) == (3, 2, 1, 1)
    assert score.precision == 1 / 2
    assert score.recall == 1 / 3
    assert Score().precision == Score().recall == 0.0


def test_one_that_fails_on_a_page_has_found_nothing() -> None:
    def fail(_html: bytes, _url: str | None) -> dict[str, str | None]:
        raise RuntimeError("no")

    result = measured([Sample("c", "1", b"", title="Fog")], "c", Contender("broken", "1", fail))
    assert result.failures == 1
    assert (result.scores["title"].gold, result.scores["title"].found) == (1, 0)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    write_columns(
        tmp_path / "clouds.parquet",
        id=["1", "2"],
        html=[PAGE.encode(), b"<p>Nothing"],
        gold=["Seven kinds of fog", "Nothing"],
        title=["Seven kinds of fog", "Something"],
        author=["Ada Lovelace", None],
        date=["2023-05-17", None],
    )
    return tmp_path


def test_it_prints_a_table_and_writes_markdown(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "out" / "metadata.md"
    assert command.main(["metadata", "--corpora", str(corpus), "--no-peer", "-o", str(output)]) == 0
    printed = capsys.readouterr().out
    lines = [line.split() for line in printed.splitlines() if line.startswith("clouds ")]
    assert [(line[1], line[4:7], line[8]) for line in lines] == [
        ("title", ["2", "1", "1"], "0.500"),
        ("author", ["1", "1", "1"], "1.000"),
        ("date", ["1", "1", "1"], "1.000"),
    ]
    assert "2 pages" in printed
    assert "after parsing" in printed
    assert "| clouds | date | maintext" in output.read_text(encoding="utf-8")


def test_trafilatura_is_left_out_where_it_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "trafilatura", None)
    assert [contender.name for contender in contenders(peer=True)] == ["maintext"]
    assert "pip install trafilatura" in caplog.text


def test_corpora_without_these_golds_are_wrong_usage(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    write_columns(tmp_path / "bare.parquet", html=[b"<p>x"], gold=["x"])
    assert command.main(["metadata", "--corpora", str(tmp_path), "--no-peer"]) == 2
    assert "no corpus has a gold" in caplog.text
