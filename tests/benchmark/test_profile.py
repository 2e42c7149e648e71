"""Profiles: the steps are those of `extract`, and the stages add up to it."""

import shutil
from pathlib import Path

import pytest

from maintext.benchmark import profile
from maintext.benchmark.command import main
from maintext.benchmark.stages import STAGES, STEPS, Pipeline, as_stages, run_through, timed
from maintext.errors import BadInput, MaintextError
from maintext.extraction import extract_page
from maintext.methods import METHODS
from tests.benchmark.parquet import write_columns

pytestmark = pytest.mark.usefixtures("small_pages_too")

PAGE = b"<title>Ice</title><nav><a>Home</a></nav><article><h1>Ice</h1>" + b"<p>The harbour froze over in January.</p>" * 20


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    write_columns(tmp_path / "ice.parquet", html=[PAGE, b""], gold=["x", "y"])
    return tmp_path


def test_stages_add_up_to_the_whole() -> None:
    steps = dict(zip(STEPS, [5, 40, 65, 30, 50, 2, 8, 140], strict=True))
    stages = as_stages(steps)
    assert tuple(stages) == STAGES
    assert stages == {
        "decode": 5,
        "parse": 40,
        "page": 20,
        "features": 30,
        "model": 20,
        "decision": 2,
        "render": 8,
        "rest": 15,
    }
    assert sum(stages.values()) == steps["extract"]


@pytest.mark.parametrize("method", ["fused", "cectd-ds", "cetr"])
@pytest.mark.parametrize("html", [PAGE, b""])
def test_the_steps_do_what_extract_does(method: str, html: bytes) -> None:
    page = Pipeline(html, METHODS[method])
    assert len(page.steps) == len(STEPS)
    for step in page.steps:
        step()
    found = extract_page(html, method=method)
    assert (page.kept == found.keep).all()
    assert (page.score == found.score).all()


def test_features_leave_the_page_as_it_was() -> None:
    page = Pipeline(PAGE, METHODS["fused"])
    for step in page.steps[:3]:
        step()
    before = set(page.page._derived)
    page.steps[3]()
    assert set(page.page._derived) == before


def test_every_step_is_timed() -> None:
    times = timed([PAGE, b""], METHODS["cectd-ds"], rounds=2)
    assert tuple(times) == STEPS
    assert all(0 <= seconds < 10 for seconds in times.values())
    run_through([PAGE], METHODS["fused"], 0)


def test_the_command_tells_times_and_shares_for_both_engines(corpora: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["profile", "--corpora", str(corpora), "--method", "cectd-ds", "--rounds", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "ice: cectd-ds on 2 pages, µs a page"
    assert [line.split()[0] for line in lines[-len(STAGES) - 1 :]] == [*STAGES, "all"]
    assert "in numpy" in "".join(lines)


def test_instructions_are_differences_of_runs_up_to_each_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    totals = {steps: 1_000_000 + 10_000 * steps * steps for steps in range(len(STEPS) + 1)}

    def run(wrapper: list[str], request: dict[str, int], pure: str) -> dict[str, str]:
        out = next(word.partition("=")[2] for word in wrapper if word.startswith("--callgrind-out-file"))
        Path(out).write_text(f"events: Ir\nfn=(1)\n1 2\nsummary: {totals[request['steps']]}\ntotals: 7\n")
        return {"engine": "numpy" if pure == "1" else "compiled kernel"}

    monkeypatch.setattr(profile, "_run", run)
    monkeypatch.setattr(profile, "find_valgrind", lambda: "valgrind")
    (tmp_path / "page.html").write_bytes(PAGE)
    engine, found = profile.counted(tmp_path, method="fused", pure="1")
    assert engine == "numpy"
    assert found["decode"] == 10
    assert found["parse"] == 30
    assert found["page"] == 50 - 30 - 10
    print(profile.profile_table({"in numpy": found}, "thousand instructions"))
    assert "thousand instructions in numpy" in capsys.readouterr().out


def test_a_missing_valgrind_is_an_error_that_says_what_to_do(
    corpora: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert main(["profile", "--corpora", str(corpora), "--instructions"]) == 2
    assert "--instructions needs valgrind, which is not installed" in caplog.text
    with pytest.raises(BadInput):
        profile.find_valgrind()


def test_a_report_without_a_count_is_an_error() -> None:
    assert profile.instructions_in("totals: 12\n") == 12
    with pytest.raises(MaintextError, match="no instructions"):
        profile.instructions_in("events: Ir\n")


def test_steps_that_cannot_be_run_are_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(MaintextError, match=r"could not be run: .*nothing"):
        profile.profiled(tmp_path, method="nothing", rounds=1, pure="1")


def test_without_a_kernel_numpy_stands_alone(
    corpora: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(profile, "profiled", lambda *_, **__: ("numpy: not compiled", dict.fromkeys(STAGES, 1.0)))
    assert main(["profile", "--corpora", str(corpora)]) == 0
    written = capsys.readouterr().out
    assert "the kernel is not there (numpy: not compiled)" in written
    assert "µs with the kernel" not in written
