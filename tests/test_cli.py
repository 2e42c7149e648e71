"""The command, as a user runs it."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from maintext import doctor
from maintext.cli import main
from maintext.errors import BadModel
from maintext.kernel import choice
from maintext.methods import METHODS
from maintext.methods.protocol import parameters
from maintext.version import __version__

ARTICLE = "The mill stands where two brooks meet, and has done so since before there was a village to grind for. " * 4
PAGE = f'<body><div><a href="/">Home</a> <a href="/about">About</a></div><div><h1>The mill</h1><p>{ARTICLE}</p></div></body>'


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    (folder / "deeper").mkdir(parents=True)
    (folder / "one.html").write_text(PAGE)
    (folder / "deeper" / "two.HTM").write_text(PAGE.replace("mill", "forge"))
    (folder / "notes.txt").write_text("not a page")
    return folder


class Run:
    """What one run of the command printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: object) -> None:
        try:
            self.code = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            self.code = int(stop.code or 0)
        self.out, self.err = capsys.readouterr()


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


def test_text_goes_out_as_utf8_whatever_the_locale(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>漢字 und Käse</p>", encoding="utf-8")
    command = [sys.executable, "-m", "maintext", "extract", str(tmp_path / "page.html"), "-m", "whole-text"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    done = subprocess.run(command, capture_output=True, timeout=60, check=True, env=environment)
    assert done.stdout.decode("utf-8") == "漢字 und Käse\n"


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


def test_an_unknown_option_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert Run(capsys, "extract", "--magic").code == 2
    assert Run(capsys).code == 2


def test_method_and_parameters_reach_the_extraction(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    strict = Run(capsys, "extract", pages / "one.html", "-m", "block-extractor", "--set", "threshold=1000", "-q")
    assert (strict.code, strict.out) == (0, "\n")
    assert "Home" in Run(capsys, "extract", pages / "one.html", "-m", "cepr-tpr", "--set", "lambda=0").out


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


# -- sites -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def site(tmp_path: Path) -> Path:
    notice = "<div><p>The office is open on Mondays and Thursdays from nine until noon, except in August.</p></div>"
    folder = tmp_path / "site"
    folder.mkdir()
    for name in ("mill", "forge", "barn"):
        (folder / f"{name}.html").write_text(PAGE.replace("mill", name) + notice)
    return folder


def test_the_pages_of_a_site_lose_what_they_share(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    together = Run(capsys, "extract", "--site", site, "-m", "whole-text")
    assert together.code == 0
    assert "office" not in together.out
    assert all(f"The {name} stands" in together.out for name in ("mill", "forge", "barn"))


def test_a_page_loses_what_other_pages_of_its_site_have(site: Path, pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pages / "one.html").write_text((site / "mill.html").read_text().replace("mill", "lock"))
    assert "office" in Run(capsys, "extract", pages / "one.html").out
    run = Run(capsys, "extract", pages / "one.html", "--site", site)
    assert "office" not in run.out
    assert "The lock stands" in run.out


def test_a_site_that_is_not_there_is_a_failure(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "extract", pages / "one.html", "--site", "nowhere")
    assert run.code == 1
    assert "The mill" in run.out


def test_the_charset_holds_for_the_pages_that_are_learned_too(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in site.iterdir():
        path.write_bytes(path.read_text().replace("Mondays", "понедельник").encode("koi8-r"))
    run = Run(capsys, "extract", "--site", site, "-m", "whole-text", "--charset", "koi8-r")
    assert "понедельник" not in run.out
    assert all(f"The {name} stands" in run.out for name in ("mill", "forge", "barn"))


def test_a_model_needs_pages_and_stands_alone(site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Run(capsys, "site", site, "-o", tmp_path / "model")
    assert "name the pages" in Run(capsys, "extract", "--site", tmp_path / "model").err
    assert "stands alone" in Run(capsys, "extract", site / "mill.html", "--site", tmp_path / "model", site).err
    assert Run(capsys, "extract", site / "mill.html", "--site", tmp_path / "model").code == 0


def test_a_saved_model_serves_as_well_as_the_pages(site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = Run(capsys, "site", site, "-o", tmp_path / "site.npz")
    assert saved.code == 0
    assert "3 pages learned" in saved.err
    fresh = tmp_path / "fresh.html"
    fresh.write_text((site / "mill.html").read_text().replace("mill", "lock"))
    with_pages = Run(capsys, "extract", fresh, "--site", site)
    with_model = Run(capsys, "extract", fresh, "--site", tmp_path / "site.npz")
    assert with_pages.out == with_model.out
    assert "office" not in with_model.out


def test_a_site_of_too_few_pages_is_told(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "nothing can recur" in Run(capsys, "extract", "--site", site / "mill.html").err


def test_a_broken_page_of_a_site_does_not_stop_the_others(site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (site / "image.html").write_bytes(b"\x89PNG")
    run = Run(capsys, "site", site, "-o", tmp_path / "site.npz")
    assert run.code == 1
    assert "3 pages learned" in run.err


def test_a_model_that_is_none_is_wrong_usage(pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.npz").write_text("no model")
    run = Run(capsys, "extract", pages / "one.html", "--site", tmp_path / "bad.npz")
    assert run.code == 2
    assert "bad.npz: not a site model" in run.err


def test_a_model_that_cannot_be_written_is_an_error(site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "site", site, "-o", tmp_path / "nowhere" / "site.npz")
    assert run.code == 1
    assert "nowhere" in run.err


# -- methods, help, processes ----------------------------------------------------------------------------------------------


def test_methods_lists_every_method_with_its_paper_and_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "methods")
    assert run.code == 0
    for name, method in METHODS.items():
        assert f"\n{name}" in "\n" + run.out
        assert method.paper in run.out
        assert all(f"    {key}=" in run.out for key in parameters(method))


def test_methods_lists_the_baselines_after_them(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "methods")
    assert run.out.index("whole-text") < run.out.index("-- baselines") < run.out.index("bte")
    assert "Finn" in Run(capsys, "methods", "bte").out


def test_methods_tells_of_those_that_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "methods", "danag")
    assert "gap=20" in run.out
    assert "cetr" not in run.out
    assert Run(capsys, "methods", "magic").code == 2


@pytest.mark.parametrize("command", [[], ["extract"], ["methods"], ["site"], ["doctor"]])
def test_help_tells_the_exit_codes(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    run = Run(capsys, *command, "--help")
    assert run.code == 0
    assert "exit codes" in run.out


def test_version_is_printed_with_what_does_the_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert Run(capsys, "--version").out == f"maintext {__version__} ({choice().words})\n"


def test_the_doctor_names_versions_the_kernel_and_the_model(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "doctor")
    assert run.code == 0
    found = dict(line.split(maxsplit=1) for line in run.out.splitlines())
    assert found["maintext"] == __version__
    assert found["numpy"] == np.__version__
    assert found["kernel"] == choice().words
    assert found["model"].startswith("readable, sha256 ")
    assert found["trial"] == "a page was extracted"


def test_the_doctor_says_what_does_not_work(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise BadModel("the model is gone")

    monkeypatch.setattr(doctor, "load_weights", broken)
    monkeypatch.setattr(doctor, "_PACKAGES", ("numpy", "no-such-package"))
    run = Run(capsys, "doctor")
    assert run.code == 1
    assert "the model is gone" in run.out
    assert "no-such-package" in run.err
    assert "model" in run.err


def test_a_reader_that_has_seen_enough_is_no_error(pages: Path) -> None:
    (pages / "large.html").write_text("<p>" + "word " * 300_000)
    command = [sys.executable, "-m", "maintext", "extract", str(pages)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 0


def test_the_module_runs_as_the_command() -> None:
    command = [sys.executable, "-m", "maintext", "extract", "-"]
    done = subprocess.run(command, input=PAGE.encode(), capture_output=True, timeout=60, check=True)
    assert done.stdout.decode().startswith("The mill")


def test_the_demo_shows_what_is_kept_and_dropped() -> None:
    demo = Path(__file__).parent.parent / "examples" / "demo.py"
    done = subprocess.run([sys.executable, str(demo)], capture_output=True, timeout=60, check=True)
    shown = done.stdout.decode()
    assert "首页" in shown[shown.index("dropped") :]
    assert "River returns to its old bed" in shown
    assert "maintext extract page.html" in shown
