"""`maintext bench`, as a user runs it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from maintext.benchmark import command as command_module
from maintext.benchmark import run as run_module
from maintext.benchmark import sweep
from maintext.benchmark.command import main
from maintext.benchmark.peers import PEERS
from maintext.cli import main as maintext

pytestmark = pytest.mark.usefixtures("fake_peers")


@pytest.fixture
def corpora(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one small corpus, `mills`; and a working folder of the test's own."""
    folder = tmp_path / "corpora"
    (folder / "mills").mkdir(parents=True)
    for number in range(3):
        (folder / "mills" / f"{number}.html").write_text(f"<p>The mill number {number} stands where two brooks meet.")
        (folder / "mills" / f"{number}.txt").write_text(f"The mill number {number} stands where two brooks meet.")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MAINTEXT_CORPORA", raising=False)
    return folder


def test_a_run_prints_a_table_and_writes_reports(corpora: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(
        ["run", "--corpora", str(corpora), "--methods", "whole-text,cetr lines=long", "--output", "report", "--workers", "1"]
    )
    out = capsys.readouterr().out
    assert code == 0
    assert "mills" in out
    assert "cetr lines=long" in out
    assert any((tmp_path / "report").iterdir())
    assert sorted(path.name for path in (tmp_path / ".maintext-bench").iterdir()) == ["cetr_lines=long.jsonl", "whole-text.jsonl"]


def test_the_environment_says_where_corpora_are(
    corpora: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MAINTEXT_CORPORA", str(corpora))
    assert main(["corpora"]) == 0
    assert "mills" in capsys.readouterr().out


@pytest.mark.usefixtures("corpora")
def test_without_corpora_it_says_how_to_name_them(caplog: pytest.LogCaptureFixture) -> None:
    assert main(["run"]) == 2
    assert "give --corpora DIR, or set MAINTEXT_CORPORA" in caplog.text


def test_what_there_is_not_is_told_of_and_the_rest_goes_on(
    corpora: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    (corpora / "goldless").mkdir()
    (corpora / "goldless" / "page.html").write_text("<p>one")
    (corpora / "broken.parquet").write_text("not Parquet")
    code = main(
        ["run", "--corpora", str(corpora), "--methods", "whole-text,cedt", "--peers", "unimportable,trafilatur", "--workers", "1"]
    )
    assert code == 1
    out = capsys.readouterr().out
    assert "mills" in out
    assert "whole-text" in out
    errors = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(errors) == 5
    for what in ("'cedt'", "'trafilatur'", "goldless", "broken.parquet", "pip install"):
        assert sum(what in error for error in errors) == 1, errors


def test_with_no_contender_left_it_is_wrong_usage(corpora: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert main(["run", "--corpora", str(corpora), "--methods", "cedt"]) == 2
    assert "no contender is left to run" in caplog.text


def test_with_no_corpus_left_it_is_wrong_usage(corpora: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert main(["run", "--corpora", str(corpora / "nowhere")]) == 2
    assert "nothing to measure on" in caplog.text


def test_failures_on_pages_are_results_and_get_a_line(
    corpora: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    assert main(["run", "--corpora", str(corpora), "--peers", "raising", "--workers", "1"]) == 0
    assert "raising failed on 3 pages, first on mills/0: ValueError: on purpose" in caplog.text
    assert "raising" in capsys.readouterr().out


def test_methods_baselines_and_peers_are_each_run_once(corpora: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from maintext import METHODS
    from maintext.benchmark import contenders

    asked: list[str] = []

    def run(_: object, chosen: list[contenders.Contender], **_options: object) -> list[object]:
        asked.extend(each.name for each in chosen)
        return []

    monkeypatch.setattr(run_module, "run", run)
    wanted = ["--all-methods", "--baselines", "--methods", "cetr", "--peers", "obedient"]
    assert main(["run", "--corpora", str(corpora), *wanted]) == 2  # nothing was measured
    assert sorted(asked) == sorted({*METHODS, *contenders.baselines(), "obedient"})


def test_an_interrupted_run_says_that_it_goes_on(
    corpora: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def run(*_: object, **_options: object) -> list[object]:
        raise KeyboardInterrupt

    monkeypatch.setattr(run_module, "run", run)
    assert main(["run", "--corpora", str(corpora)]) == 130
    assert "the same command goes on from there" in caplog.text


@pytest.mark.parametrize("command", ["run", "sweep"])
def test_an_output_that_cannot_be_written_is_noticed_before_the_work(
    command: str, corpora: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(run_module, "run", lambda *_, **__: pytest.fail("it went to work"))
    monkeypatch.setattr(sweep, "measured", lambda *_, **__: pytest.fail("it went to work"))
    (tmp_path / "taken").touch()
    more = ["--figure", "cepr-10"] if command == "sweep" else []
    assert main([command, "--corpora", str(corpora), "--output", "taken", *more]) == 2
    assert caplog.messages == ["cannot write into taken: File exists"]


def test_what_keeps_nothing_does_not_promise_to_go_on(
    corpora: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_module, "corpora_table", interrupted)
    assert main(["corpora", "--corpora", str(corpora)]) == 130
    assert caplog.messages == ["interrupted"]


def test_all_peers_may_stand_beside_others() -> None:
    options = command_module._parser().parse_args(["run", "--peers", "all,obedient"])
    assert list(command_module._asked_for(options)) == list(PEERS)


def test_names_that_are_not_utf_8_do_not_stop_the_reports(
    corpora: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    folder = os.fsdecode(os.fsencode(corpora) + b"/pl\xff")
    try:
        (corpora / "mills").rename(folder)
    except OSError:
        pytest.skip("this file system has no such names")
    arguments = ["run", "--corpora", folder, "--methods", "whole-text", "--workers", "1", "--output"]
    assert main([*arguments, "report"]) == 0
    assert "pl\ufffd" in capsys.readouterr().out
    assert any((tmp_path / "report").iterdir())
    assert main([*arguments, os.fsdecode(b"report\xff")]) == 2
    assert caplog.messages == ["cannot write into report\ufffd: its name is not UTF-8"]


def test_a_sweep_measures_a_parameter(corpora: Path, tmp_path: Path) -> None:
    arguments = ["--method", "cetr-tm", "--parameter", "lambda", "--values", "0.5,1", "--workers", "1", "--output", "sweep"]
    assert main(["sweep", "--corpora", str(corpora), *arguments]) == 0
    assert any((tmp_path / "sweep").iterdir())


def test_numbers_are_asked_for_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {"--limit": "a whole number, not 'x'", "--deadline": "a number of seconds, not 'x'"}
    for option, words in wrong.items():
        with pytest.raises(SystemExit):
            main(["run", option, "x"])
        assert f"argument {option}: {words}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nothing"],
        ["run", "--workers", "0"],
        ["run", "--deadline", "-1"],
        ["run", "--limit", "x"],
        ["run", "--deadline", "inf"],
    ],
)
def test_wrong_usage_exits_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert "usage: maintext bench" in capsys.readouterr().err


# -- as a part of `maintext` -----------------------------------------------------------------------------------------------


def test_maintext_passes_bench_on(corpora: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert maintext(["bench", "corpora", "--corpora", str(corpora)]) == 0
    assert "mills" in capsys.readouterr().out


def test_its_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        maintext(["bench", "--help"])
    assert stop.value.code == 0
    out = capsys.readouterr().out
    assert all(f"\n    {command} " in out for command in ("corpora", "run", "sweep", "floors"))


def test_the_help_of_maintext_mentions_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        maintext(["--help"])
    assert "bench" in capsys.readouterr().out


def test_other_commands_do_not_load_it() -> None:
    program = (
        "import sys; from maintext.cli import main; main(['methods']); print(any('benchmark' in name for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_a_missing_extra_says_what_to_install(
    corpora: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    assert maintext(["bench", "run", "--corpora", str(corpora)]) == 1
    assert "pip install 'maintext[bench]'" in capsys.readouterr().err
