"""The command as a whole: help, version, streams, processes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from maintext.kernel import choice
from maintext.version import __version__
from tests.cli.running import PAGE, Run


@pytest.mark.parametrize("command", [[], ["extract"], ["explain"], ["methods"], ["site"], ["doctor"]])
def test_help_tells_the_exit_codes(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    run = Run(capsys, *command, "--help")
    assert run.code == 0
    assert "exit codes" in run.out


def test_version_is_printed_with_what_does_the_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert Run(capsys, "--version").out == f"maintext {__version__} ({choice().words})\n"


@pytest.mark.parametrize(
    "command", [["extract"], ["explain", "page"], ["methods"], ["site", "page", "-o", "x"], ["bench", "run"]]
)
def test_an_unknown_option_is_told_with_the_usage_of_its_command(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    run = Run(capsys, *command, "--magic")
    assert run.code == 2
    assert re.match(f"usage: maintext {' '.join(command[: 1 + (command[0] == 'bench')])} \\[", run.err)
    assert "unrecognized arguments: --magic" in run.err


@pytest.mark.parametrize("command", [["--magic", "extract", "page"], ["--magic", "bench", "run"], ["-q", "bench"]])
def test_an_unknown_option_before_a_command_is_wrong_usage(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    run = Run(capsys, *command)
    assert run.code == 2
    assert f"unrecognized arguments: {command[0]}" in run.err


def test_no_command_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert Run(capsys).code == 2


def test_text_goes_out_as_utf8_whatever_the_locale(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>漢字 und Käse</p>", encoding="utf-8")
    command = [sys.executable, "-m", "maintext", "extract", str(tmp_path / "page.html"), "-m", "whole-text"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    done = subprocess.run(command, capture_output=True, timeout=60, check=True, env=environment)
    assert done.stdout.decode("utf-8") == "漢字 und Käse\n"


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
    demo = Path(__file__).parents[2] / "examples" / "demo.py"
    done = subprocess.run([sys.executable, str(demo)], capture_output=True, timeout=60, check=True)
    shown = done.stdout.decode()
    assert "首页" in shown[shown.index("dropped") :]
    assert "River returns to its old bed" in shown
    assert "maintext extract page.html" in shown
