"""`maintext extract`."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import ARTICLE, PAGE, Run


def test_a_file_gives_its_main_text(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "extract", pages / "one.html")
    assert (run.code, run.err) == (0, "")
    assert run.out.endswith(f"{ARTICLE.strip()}\n")
    assert "About" not in run.out


def test_several_files_say_where_each_text_is_from(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "extract", pages / "one.html", pages / "deeper" / "two.HTM")
    assert run.code == 0
    assert run.out.index(f"==> {pages / 'one.html'} <==") < run.out.index("The mill") < run.out.index("two.HTM <==")
    assert "The forge" in run.out


def test_a_folder_gives_all_its_pages_and_only_them(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "extract", pages)
    assert run.out.count("==>") == 2
    assert "not a page" not in run.out


def test_json_of_several_pages_is_a_record_a_line(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = [json.loads(line) for line in Run(capsys, "extract", pages, "--format", "json").out.splitlines()]
    assert [Path(record["file"]).name for record in records] == ["two.HTM", "one.html"]
    assert "The forge" in records[0]["text"]


def test_html_of_several_pages_names_them_in_comments(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "extract", pages, "--format", "html")
    assert run.out.count("<!-- ") == 2
    assert "<p>The mill stands" in run.out


def test_standard_input_is_read_for_a_dash(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode("utf-16"))))
    assert "The mill" in Run(capsys, "extract", "-").out


def test_standard_input_is_read_when_nothing_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode())))
    assert "The mill" in Run(capsys, "extract").out


def test_nothing_named_at_a_terminal_is_wrong_usage(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    terminal = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stdin", terminal)
    run = Run(capsys, "extract")
    assert run.code == 2
    assert "name a file" in run.err


def test_the_result_goes_to_a_file(pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "extract", pages / "one.html", "-o", tmp_path / "new" / "out.txt")
    assert (run.code, run.out) == (0, "")
    assert (tmp_path / "new" / "out.txt").read_text().startswith("The mill")


def test_results_of_a_folder_go_into_a_folder_of_the_same_shape(
    pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Run(capsys, "extract", pages, "-o", tmp_path / "out", "--format", "json")
    assert json.loads((tmp_path / "out" / "one.json").read_text())["text"].startswith("The mill")
    assert (tmp_path / "out" / "deeper" / "two.json").exists()


def test_markdown_goes_into_files_with_its_usual_ending(pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Run(capsys, "extract", pages, "-o", tmp_path / "out", "--format", "markdown")
    assert "The mill" in (tmp_path / "out" / "one.md").read_text()


def test_what_is_not_wanted_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        f"<title>Mill</title><p><a href=/x>{ARTICLE}</a><img src=/i.png></p><table><tr><th>a<th>b<tr><td>c<td>d</table>"
    )
    command = ("extract", page, "--method", "whole-text", "--format", "markdown")
    everything = Run(capsys, *command, "--front-matter").out
    assert everything.startswith("---\ntitle: Mill\n---\n")
    assert all(part in everything for part in ("](/x)", "![](/i.png)", "| c | d |"))
    assert Run(capsys, *command, "--no-links", "--no-images", "--no-tables").out == f"{ARTICLE.strip()}\n"


def test_a_record_names_the_method_as_it_was_asked_for(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "extract", pages / "one.html", "--format", "json", "--method", "cetr", "--set", "lines=long")
    assert json.loads(run.out)["method"] == "cetr"


def test_xml_of_several_pages_names_them_in_comments(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "extract", pages, "--format", "xml", "--method", "whole-text")
    assert run.out.count("<!-- ") == run.out.count("<TEI ") == 2


def test_pages_that_differ_only_in_their_ending_do_not_overwrite_each_other(
    pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pages / "one.htm").write_text(PAGE.replace("mill", "barn"))
    Run(capsys, "extract", pages, "-o", tmp_path / "out")
    texts = [path.read_text()[:8] for path in sorted((tmp_path / "out").glob("*.txt"))]
    assert sorted(texts) == ["The barn", "The mill"]


def test_a_page_is_never_overwritten_by_a_result(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pages / "one.htm").write_text(PAGE.replace("mill", "barn"))
    run = Run(capsys, "extract", pages, "-o", pages, "--format", "html")
    assert run.code == 0
    assert (pages / "one.html").read_text() == PAGE
    assert "The mill" in (pages / "one.html.html").read_text()
    assert "The barn" in (pages / "one.htm.html").read_text()
    alone = Run(capsys, "extract", pages / "one.html", "-o", pages / "one.html", "--format", "html")
    assert alone.code == 1
    assert "choose another place" in alone.err


def test_pages_of_the_same_name_from_three_folders_give_three_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("mill", "barn", "lock"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "page.html").write_text(PAGE.replace("mill", name))
    Run(capsys, "extract", *(tmp_path / name / "page.html" for name in ("mill", "barn", "lock")), "-o", tmp_path / "out")
    first_lines = [path.read_text()[:8] for path in (tmp_path / "out").iterdir()]
    assert sorted(first_lines) == ["The barn", "The lock", "The mill"]


def test_a_place_with_a_slash_is_a_folder(pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Run(capsys, "extract", pages / "one.html", "-o", f"{tmp_path}/new/")
    assert (tmp_path / "new" / "one.txt").exists()


@pytest.mark.parametrize("name", ["", "a" * 5000])
def test_a_name_that_no_file_can_have_is_one_line(capsys: pytest.CaptureFixture[str], name: str) -> None:
    run = Run(capsys, "extract", name)
    assert run.code == 1
    assert len(run.err.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_an_error_in_words(pages: Path) -> None:
    command = [sys.executable, "-m", "maintext", "extract", str(pages / "one.html")]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(b"maintext: error: ")
    assert b"Traceback" not in done.stderr


def test_several_pages_do_not_go_into_one_file(pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out.txt").write_text("mine")
    run = Run(capsys, "extract", pages, "-o", tmp_path / "out.txt")
    assert run.code == 2
    assert (tmp_path / "out.txt").read_text() == "mine"


def test_a_place_that_cannot_be_written_is_an_error(pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "taken").write_text("a file")
    run = Run(capsys, "extract", pages / "one.html", "-o", tmp_path / "taken" / "out.txt")
    assert run.code == 1
    assert "cannot write" in run.err


def test_a_broken_file_does_not_stop_the_others(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pages / "gone.html").symlink_to(pages / "nowhere.html")
    (pages / "folder.html").mkdir()
    (pages / "paper.html").write_bytes(b"%PDF-1.7 ...")
    run = Run(capsys, "extract", pages)
    assert run.code == 1
    assert "The mill" in run.out
    assert "The forge" in run.out
    assert len(run.err.splitlines()) == 2  # a folder with such a name is only a folder
    assert all(line.startswith("maintext: error: ") for line in run.err.splitlines())
    assert "paper.html: not a web page but a PDF document" in run.err


def test_a_file_that_is_not_there_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "extract", "nowhere.html")
    assert (run.code, run.err) == (1, "maintext: error: nowhere.html: no such file or folder\n")


def test_an_address_is_told_how_to_be_fetched(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "extract", "https://example.org/page")
    assert run.code == 1
    assert "nothing is fetched: curl -s ADDRESS | maintext extract - --url ADDRESS" in run.err


def test_a_folder_without_pages_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "extract", tmp_path)
    assert run.code == 1
    assert "no pages in this folder (.html" in run.err


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["--method", "magic"], ["unknown method 'magic'", "cectd-ds", "danag"]),
        (["--format", "magic"], ["unknown format 'magic'", "text", "json"]),
        (["--set", "magic=1"], ["unknown parameter 'magic' of fused", "favor_precision", "model"]),
        (["--method", "cectd-ds", "--set", "threshold=magic"], ["threshold is one of path, body"]),
        (["--favor-precision", "--favor-recall"], ["exclude each other"]),
        (["--method", "cetr", "--favor-recall"], ["unknown parameter 'favor_recall' of cetr"]),
        (["--set", "model=nowhere.npz"], ["cannot read a model", "nowhere.npz"]),
        (["--set", "threshold"], ["NAME=VALUE"]),
        (["--method", "danag", "--set", "gap=-1"], ["gap is at least 0"]),
    ],
)
def test_wrong_names_and_values_are_one_line_with_the_right_ones(
    pages: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], names: list[str]
) -> None:
    run = Run(capsys, "extract", pages / "one.html", *arguments)
    assert (run.code, run.out) == (2, "")
    assert len(run.err.splitlines()) == 1
    assert all(name in run.err for name in names)


def test_method_and_parameters_reach_the_extraction(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    strict = Run(capsys, "extract", pages / "one.html", "-m", "block-extractor", "--set", "threshold=1000", "-q")
    assert (strict.code, strict.out) == (0, "\n")
    assert "Home" in Run(capsys, "extract", pages / "one.html", "-m", "cepr-tpr", "--set", "lambda=0").out


def test_a_charset_that_is_none_is_told_and_passed_over(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, without = (Run(capsys, "extract", pages / "one.html", *options) for options in (("--charset", "nope"), ()))
    assert (run.code, run.out) == (0, without.out)
    assert "--charset nope: no encoding that browsers know" in run.err
    assert without.err == ""


def test_front_matter_for_what_has_none_is_told(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told, not_told = (
        Run(capsys, "extract", pages / "one.html", "--front-matter", "-f", name).err for name in ("text", "markdown")
    )
    assert "--front-matter is for Markdown alone: text has none" in told
    assert not_told == ""


def test_charset_and_url_reach_the_extraction(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html"
    path.write_bytes("<p>Käse und <a href='/brot'>Brot</a></p>".encode("cp850"))
    arguments = ["--charset", "ibm866", "--url", "https://example.org/a/", "-f", "html", "-m", "whole-text"]
    run = Run(capsys, "extract", path, *arguments)
    assert "K\u0414se" in run.out  # the byte of a-umlaut in cp850, read as ibm866
    assert 'href="https://example.org/brot"' in run.out


def test_a_page_without_content_is_an_empty_result_with_a_warning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.html").write_text("")
    run = Run(capsys, "extract", tmp_path / "empty.html")
    assert (run.code, run.out) == (0, "\n")
    assert "warning" in run.err
    assert "no main content" in run.err


def test_what_was_done_to_a_page_is_told_unless_quiet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "deep.html").write_text("<div>" * 5000 + "deep")
    assert "nested deeper" in Run(capsys, "extract", tmp_path / "deep.html").err
    assert Run(capsys, "extract", tmp_path / "deep.html", "--quiet").err == ""
