"""Hashes of outputs: equal for equal contents, and they name the pages that have changed."""

from pathlib import Path

import pytest

from maintext.benchmark.command import main
from maintext.benchmark.outputs import corpus_hash, different, page_hashes
from tests.benchmark.conftest import Pages
from tests.benchmark.parquet import write_columns


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    """A folder of pages with their golds."""
    folder = tmp_path / "corpora"
    for name, texts in {"one": ["Ice", "Snow"], "two": ["Rain"]}.items():
        write_columns(folder / f"{name}.parquet", id=texts, html=[f"<p>{text}</p>" for text in texts], gold=texts)
    return folder


def hashes_of(*texts: str, **options: object) -> dict[str, str]:
    return page_hashes(Pages(texts), method="whole-text", format="text", **options)  # type: ignore[arg-type]


def test_the_same_contents_have_the_same_hash() -> None:
    assert corpus_hash(hashes_of("Ice", "Snow")) == corpus_hash(hashes_of("Ice", "Snow", workers=2))


def test_another_content_order_or_page_has_another_hash() -> None:
    contents = [("Ice", "Snow"), ("Ice", "Rain"), ("Snow", "Ice"), ("Ice",), ()]
    assert len({corpus_hash(hashes_of(*each)) for each in contents}) == len(contents)


def test_pages_that_have_changed_are_named() -> None:
    assert different(hashes_of("Ice", "Snow", "Rain"), hashes_of("Ice", "Hail")) == ["page 1", "page 2"]


def test_a_limit_takes_pages_from_all_of_the_corpus() -> None:
    assert list(hashes_of("a", "b", "c", "d", limit=2)) == ["page 0", "page 2"]


def test_the_command_prints_a_line_for_each_corpus(corpora: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hash", "--corpora", str(corpora)]) == 0
    one, two = capsys.readouterr().out.splitlines()
    assert one.endswith("  one, 2 pages, fused, text")
    assert two.endswith("  two, 1 pages, fused, text")
    assert main(["hash", "--corpora", str(corpora), "--corpus", "two"]) == 0
    assert capsys.readouterr().out.splitlines() == [two]


def test_the_command_compares_with_what_was_written(corpora: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "hashes.json"
    assert main(["hash", "--corpora", str(corpora), "--write", str(kept)]) == 0
    assert main(["hash", "--corpora", str(corpora), "--compare", str(kept)]) == 0
    assert "nothing has changed" in capsys.readouterr().out
    assert main(["hash", "--corpora", str(corpora), "--compare", str(kept), "--format", "markdown", "--method", "cetr"]) == 0
    assert main(["hash", "--corpora", str(corpora), "--compare", str(kept), "--format", "html"]) == 1
    assert "one: 2 pages differ: Ice, Snow" in capsys.readouterr().out


@pytest.mark.parametrize("content", ["", "[]", '{"one": 1}'])
def test_a_file_without_hashes_is_an_error_in_words(
    corpora: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, content: str
) -> None:
    kept = tmp_path / "hashes.json"
    kept.write_text(content)
    assert main(["hash", "--corpora", str(corpora), "--compare", str(kept)]) == 2
    assert "--write" in caplog.text


def test_a_corpus_that_is_not_there_is_an_error_with_the_right_names(corpora: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert main(["hash", "--corpora", str(corpora), "--corpus", "three"]) == 2
    assert "one, two" in caplog.text
