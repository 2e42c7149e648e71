"""Speed: what is measured, and the page that is made of it."""

from pathlib import Path
from typing import Any

import pytest

from maintext.benchmark import probes, speed
from maintext.benchmark.command import main
from maintext.benchmark.peers import PEERS
from maintext.benchmark.probes import PARSER, REFERENCE
from maintext.errors import MaintextError
from tests.benchmark.fake_peers import FAKES
from tests.benchmark.parquet import write_columns

PAGES = ["<p>Ice", "<p>Snow and rain", "<p>Hail, snow and rain"]


@pytest.fixture
def paces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Contenders that take a time for each character, the reference twice as long as ours; no clock is read."""
    monkeypatch.setattr(probes, "contender", lambda name: {REFERENCE: 2e-3, "ours": 1e-3}[name])
    monkeypatch.setattr(probes, "seconds", lambda pace, html: pace * len(html))


@pytest.mark.usefixtures("paces")
def test_a_race_compares_mean_times() -> None:
    found = probes.race(PAGES, "ours", rounds=2)
    mean = sum(map(len, PAGES)) / len(PAGES)
    assert found == pytest.approx({"ratio": 0.5, "mean": mean, "median": len(PAGES[1]), "reference": 2 * mean})


@pytest.mark.usefixtures("paces")
def test_growth_is_one_for_what_is_linear() -> None:
    assert probes.growth(PAGES, "ours", rounds=1)["growth"] == pytest.approx(1)


def test_contenders_are_our_methods_the_parser_and_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PEERS, "obedient", FAKES[0])
    assert probes.contender("cectd-ds")("<p>Ice") == "Ice"
    assert probes.contender("obedient")("<p>Ice") == "Ice"
    assert probes.contender(PARSER)("<p>Ice") is not None


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_are_counted_in_pages_a_second(workers: int) -> None:
    assert probes.scaling(PAGES, "cectd-ds", workers=workers, rounds=1)["pages"] > 0


def test_memory_is_told_for_a_large_page_and_for_many() -> None:
    large = probes.large_page(PAGES, "cectd-ds", megabytes=0.01)
    assert 0.009 < large["size"] <= 0.01
    assert large["peak"] >= 0
    many = probes.many_pages(PAGES, "cectd-ds", times=30)
    assert many["early"] > 1
    assert many["late"] > 1


def test_memory_is_the_peak_where_the_system_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> str:
        raise OSError

    monkeypatch.setattr(Path, "read_text", missing)
    assert probes.memory() == probes.peak_memory()


def test_a_probe_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    for number, page in enumerate(PAGES):
        (tmp_path / f"{number}.html").write_text(page)
    probe = speed.Probe(tmp_path)
    assert set(probe("growth", speed.Entry("cectd-ds", "numpy"), rounds=1)) == {"growth"}
    with pytest.raises(MaintextError, match=r"nothing could be measured: .*nobody"):
        probe("growth", speed.Entry("nobody"), rounds=1)


def test_the_start_is_timed_in_a_fresh_process() -> None:
    loaded, first = speed.start_times("numpy", rounds=1)
    assert 0 < loaded < 60
    assert 0 < first < 60


ANSWERS = {
    "race": {"ratio": 0.5, "mean": 0.75, "median": 0.6, "reference": 1.5},
    "growth": {"growth": 1.02},
    "large_page": {"size": 50.0, "peak": 400.0, "seconds": 1.2},
    "many_pages": {"early": 100.0, "late": 101.0},
}


@pytest.fixture
def measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Nothing is measured, but what was asked for is noted."""
    for name in ("one", "two"):
        write_columns(tmp_path / f"{name}.parquet", html=PAGES, gold=PAGES)
    asked: list[tuple[str, str]] = []

    def answer(_: object, probe: str, entry: speed.Entry, **request: Any) -> dict[str, float]:
        asked.append((probe, str(entry)))
        return ANSWERS.get(probe) or {"pages": 100.0 * request["workers"]}

    monkeypatch.setattr(speed.Probe, "__call__", answer)
    monkeypatch.setattr(speed, "start_times", lambda *_: (0.2, 0.05))
    monkeypatch.setitem(PEERS, REFERENCE, FAKES[0])
    for name in ("readability-lxml", "justext", "trafilatura"):
        monkeypatch.setitem(PEERS, name, FAKES[1])
    return asked


def test_the_command_writes_a_page_of_documentation(
    measured: list[tuple[str, str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "docs" / "performance.md"
    assert main(["speed", "--corpora", str(tmp_path), "--corpus", "one", "--corpus", "two", "--write", str(page)]) == 0
    written = page.read_text(encoding="utf-8")
    assert written in capsys.readouterr().out
    for row in (
        "| `fused`, kernel | 0.50 | 0.750 | 0.600 | 1.500 |",
        "| trafilatura | 0.50 | 0.750 | 0.600 | 1.500 |",
        "| `cectd-ds`, numpy | 1.02 |",
        "| `fused`, kernel | 100 | 200 | 2.00 |",
        "| `fused`, numpy | 400 | 1.2 | 100 | 101 | +1.0% |",
        "| kernel | 0.200 | 0.050 |",
        "`maintext bench speed --corpora DIR --corpus one --corpus two --rounds 3`",
    ):
        assert row in written
    assert str(tmp_path) not in written
    assert [probe for probe, _ in measured].count("race") == 2 * (4 + 1 + 3)


def test_a_peer_that_is_missing_is_told_of_and_the_others_race(
    measured: list[tuple[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(speed, "_PEERS", ("trafilatura", "missing"))
    monkeypatch.setitem(PEERS, "missing", type(FAKES[0])("missing", "nobody-has-this", FAKES[0].importer))
    assert main(["speed", "--corpora", str(tmp_path), "--corpus", "one", "--method", "cetr"]) == 1
    assert "'missing' is not installed" in caplog.text
    assert ("race", "trafilatura") in measured
    assert ("race", "`cetr`, kernel") in measured
