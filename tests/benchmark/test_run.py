"""A run: nothing that an extractor does stops it, nothing is measured twice, and a stopped run goes on."""

import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from maintext.benchmark import contenders
from maintext.benchmark.contenders import Contender, parse_contender
from maintext.benchmark.corpora import CorpusError
from maintext.benchmark.model import PageResult, Sample
from maintext.benchmark.pool import Outcome
from maintext.benchmark.run import Readable, run
from maintext.benchmark.store import Store
from maintext.errors import BadInput, MaintextError
from tests.benchmark.conftest import Pages

pytestmark = pytest.mark.usefixtures("fake_peers")

DEADLINE_S = 1.0
WARM_UPS = 2  # calls of an extractor before its first page


def measured(
    corpus: Pages, *names: str, cache: Path, deadline: float = DEADLINE_S, workers: int = 2, limit: int | None = None
) -> list[PageResult]:
    chosen = [parse_contender(name) for name in names]
    return run([corpus], chosen, cache=cache, deadline=deadline, workers=workers, limit=limit, progress=False)


def test_each_page_meets_its_own_fate(tmp_path: Path) -> None:
    texts = ("one two", "sleep well", "three", "raise it", "exit here", "crash now", "nothing here", "four")
    results = measured(Pages(texts), "obedient", cache=tmp_path)
    assert [result.error for result in results] == [
        None,
        "deadline of 1 s passed",
        None,
        "RuntimeError: as told",
        "SystemExit: as told",
        "process killed by SIGSEGV",
        "TypeError: the result is no text but NoneType",
        None,
    ]
    assert [result.scores["f1"] for result in results] == [1, 0, 1, 0, 0, 0, 0, 1]
    assert [result.sample for result in results] == [f"page {number}" for number in range(8)]
    assert all((result.seconds > 0) == (result.error is None) for result in results)


def test_a_contender_that_always_fails_fails_on_every_page_and_leaves_the_others_alone(tmp_path: Path) -> None:
    results = measured(Pages(("one", "two")), "raising", "sleeping", "dying", "whole-text", cache=tmp_path, deadline=0.5)
    errors = {name: {result.error for result in results if result.contender == name} for name in ("raising", "sleeping", "dying")}
    assert errors == {
        "raising": {"ValueError: on purpose"},
        "sleeping": {"deadline of 0.5 s passed"},
        "dying": {"process ended with exit code 3"},
    }
    assert [result.scores["f1"] for result in results if result.contender == "whole-text"] == [1, 1]
    assert [result.contender for result in results[:4]] == ["raising", "sleeping", "dying", "whole-text"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("unimportable", "No module named 'a_package_that_nobody_has'); install it with: pip install pytest"),
        ("dying-on-import", "cannot be loaded: process ended with exit code 4"),
    ],
)
def test_a_contender_that_cannot_be_loaded_is_named_and_has_no_results(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, why: str
) -> None:
    results = measured(Pages(("one",)), name, "obedient", cache=tmp_path)
    assert {result.contender for result in results} == {"obedient"}
    assert why in caplog.text


def test_a_fault_in_scoring_is_ours_and_stops_the_run(tmp_path: Path) -> None:
    gold: Any = 5
    with pytest.raises(MaintextError, match="scoring failed: "):
        run([OnePage(replace(PAGE, gold=gold))], [parse_contender("obedient")], cache=tmp_path, workers=1, progress=False)


def test_workers_leave_nothing_running(tmp_path: Path) -> None:
    import multiprocessing

    measured(Pages(("sleep", "crash", "fine")), "obedient", cache=tmp_path, deadline=0.5)
    assert multiprocessing.active_children() == []


def test_seconds_are_those_of_the_extraction_after_a_warm_up(tmp_path: Path, calls: Path) -> None:
    (result,) = measured(Pages(("one",)), "obedient", cache=tmp_path)
    assert calls.stat().st_size == WARM_UPS + 1
    assert 0 < result.seconds < 0.5  # no import, no start of a process


# -- the cache -------------------------------------------------------------------------------------------------------------


def test_nothing_is_measured_twice(tmp_path: Path, calls: Path) -> None:
    corpus = Pages(("one", "two", "raise", "crash"))
    first = measured(corpus, "obedient", cache=tmp_path)
    before = calls.stat().st_size
    assert measured(corpus, "obedient", cache=tmp_path) == first
    assert calls.stat().st_size == before


def test_the_same_page_twice_is_measured_once_and_counts_twice(tmp_path: Path, calls: Path) -> None:
    results = measured(Pages(("one", "one", "one")), "obedient", cache=tmp_path, workers=1)
    assert calls.stat().st_size == WARM_UPS + 1
    assert [(result.sample, result.scores["f1"]) for result in results] == [("page 0", 1), ("page 1", 1), ("page 2", 1)]


@dataclass(frozen=True)
class OnePage:
    sample: Sample
    name: str = "one page"

    def read(self, _: object = None) -> Iterator[Sample]:
        yield self.sample


PAGE = Sample("one page", "page", b"<p>one two", gold="one two", must_have=("one",))


def test_a_changed_page_is_measured_again(tmp_path: Path, calls: Path) -> None:
    versions = (
        PAGE,
        replace(PAGE, html=b"<p>one three"),
        replace(PAGE, gold="one"),
        replace(PAGE, must_have=("two",)),
        replace(PAGE, must_not_have=("two",)),
        replace(PAGE, url="https://example.org/"),
    )
    for sample in (*versions, *versions):
        run([OnePage(sample)], [parse_contender("obedient")], cache=tmp_path, workers=1, progress=False)
    assert calls.stat().st_size == (WARM_UPS + 1) * len(versions)


def test_another_version_of_a_contender_is_measured_again(tmp_path: Path, calls: Path) -> None:
    contender = parse_contender("obedient")
    for version in (contender, replace(contender, fingerprint="another")):
        run([OnePage(PAGE)], [version], cache=tmp_path, workers=1, progress=False)
    assert calls.stat().st_size == 2 * (WARM_UPS + 1)


def test_a_page_that_was_cut_off_is_tried_again_with_more_time_and_not_with_less(tmp_path: Path, calls: Path) -> None:
    corpus = Pages(("sleep",))
    errors = []
    for deadline in (0.5, 0.7, 0.6):
        errors += [result.error for result in measured(corpus, "obedient", cache=tmp_path, deadline=deadline, workers=1)]
    assert errors == ["deadline of 0.5 s passed", "deadline of 0.7 s passed", "deadline of 0.7 s passed"]
    assert calls.stat().st_size == 2 * (WARM_UPS + 1)


def test_a_page_that_took_longer_than_the_deadline_is_measured_again(tmp_path: Path) -> None:
    with Store(tmp_path, parse_contender("obedient")) as store:
        store.add("slow", PAGE, Outcome(2.0, None, {"f1": 1.0}))
        assert store.get("slow", 3.0) == Outcome(2.0, None, {"f1": 1.0})
        assert store.get("slow", 1.0) is None


def test_a_torn_last_line_costs_its_page_alone(tmp_path: Path, calls: Path) -> None:
    corpus = Pages(("one", "two", "three"))
    whole = measured(corpus, "obedient", cache=tmp_path / "cache", workers=1)
    (file,) = (tmp_path / "cache").iterdir()
    file.write_bytes(file.read_bytes()[:-20])
    before = calls.stat().st_size
    again = measured(corpus, "obedient", cache=tmp_path / "cache", workers=1)
    assert calls.stat().st_size == before + WARM_UPS + 1
    assert [result.scores for result in again] == [result.scores for result in whole]
    assert (
        measured(corpus, "obedient", cache=tmp_path / "cache", workers=1) == again
    )  # the new line does not hang on to the torn one


PROGRAM = """
import signal
import sys
from pathlib import Path
from maintext.benchmark.contenders import Contender
from maintext.benchmark.peers import PEERS
from maintext.benchmark.run import Readable, run
from tests.benchmark.conftest import Pages
from tests.benchmark.fake_peers import FAKES
from maintext.benchmark.contenders import peer_contender

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # shells start jobs in the background deaf to it
    corpus = Pages(("one", "two", "three", "sleep"))
    run([corpus], [peer_contender(FAKES[0])], cache=Path(sys.argv[1]), workers=1, deadline=60, progress=False)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_stopped_goes_on_where_it_was(tmp_path: Path, calls: Path, how: signal.Signals) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    paths = os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])
    started = subprocess.Popen(
        [sys.executable, str(program), str(tmp_path / "cache")], env=os.environ | {"PYTHONPATH": paths}, stderr=subprocess.DEVNULL
    )
    _wait_until(lambda: calls.stat().st_size == WARM_UPS + 4)  # it hangs on the last page now
    started.send_signal(how)
    assert started.wait(10) != 0
    (file,) = (tmp_path / "cache").iterdir()
    assert len(file.read_text().splitlines()) == 3

    results = measured(Pages(("one", "two", "three", "sleep")), "obedient", cache=tmp_path / "cache", deadline=0.5, workers=1)
    assert calls.stat().st_size == WARM_UPS + 4 + WARM_UPS + 1  # the page that was left
    assert [result.error for result in results] == [None, None, None, "deadline of 0.5 s passed"]


def _wait_until(reached: Callable[[], bool], seconds: float = 20) -> None:
    until = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_cache_that_cannot_be_written_is_an_error_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match=r"cannot keep results in .*file"):
        measured(Pages(("one",)), "obedient", cache=tmp_path / "file")


def test_a_line_of_the_cache_names_its_page(tmp_path: Path) -> None:
    measured(Pages(("one",)), "cetr lines=long", cache=tmp_path)
    record = json.loads((tmp_path / "cetr_lines=long.jsonl").read_text())
    assert (record["corpus"], record["sample"], record["error"]) == ("pages", "page 0", None)


# -- corpora ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Broken:
    name: str = "broken"

    def read(self, _: object = None) -> Iterator[Sample]:
        yield PAGE
        raise MaintextError("the file is torn")


@dataclass(frozen=True)
class Holed:
    name: str = "holed"

    def read(self, on_problem: Callable[[CorpusError], None]) -> Iterator[Sample]:
        yield replace(PAGE, id="before")
        on_problem(CorpusError(Path("holed") / "page.html", "cannot be unpacked"))
        yield replace(PAGE, id="behind", html=b"<p>one")


@dataclass(frozen=True)
class Goldless:
    name: str = "goldless"

    def read(self, _: object = None) -> Iterator[Sample]:
        yield replace(PAGE, gold="", must_have=())


def test_a_corpus_that_cannot_be_used_is_named_and_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    corpora: list[Readable] = [Broken(), Goldless(), Pages((), "empty"), Pages(("one",))]
    with caplog.at_level(logging.ERROR):
        results = run(corpora, [parse_contender("whole-text")], cache=tmp_path, workers=1, progress=False)
    assert {result.corpus for result in results} == {"pages"}
    assert [record.getMessage() for record in caplog.records] == [
        "corpus broken: the file is torn",
        "corpus goldless: no page has gold or snippets to compare with",
        "corpus empty: no pages",
    ]


def test_a_page_that_cannot_be_read_is_named_once_and_the_rest_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    results = run([Holed()], [parse_contender("whole-text"), parse_contender("cetr")], cache=tmp_path, workers=1, progress=False)
    assert [result.sample for result in results] == ["before", "before", "behind", "behind"]
    assert [record.getMessage() for record in caplog.records] == [f"{Path('holed') / 'page.html'}: cannot be unpacked"]


class Changing:
    """A corpus that is another one each time that it is read."""

    name = "changing"

    def __init__(self, *readings: tuple[str, ...]) -> None:
        self.readings = iter(readings)

    def read(self, _: object = None) -> Iterator[Sample]:
        for text in next(self.readings):
            if text == "gone":
                raise MaintextError("the file is gone")
            yield Sample(self.name, text, f"<p>{text}</p>".encode(), gold=text)


@pytest.mark.parametrize("later", [("new", "three", "other", "one"), ("three", "one"), ("three", "one", "gone")])
def test_pages_that_change_or_move_while_a_run_goes_on_do_not_get_the_results_of_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, later: tuple[str, ...]
) -> None:
    corpus = Changing(("one", "two", "three"), later)
    results = run([corpus], [parse_contender("whole-text")], cache=tmp_path, workers=1, progress=False)
    assert [(result.sample, result.scores["f1"]) for result in results] == [("one", 1), ("three", 1)]
    assert caplog.messages[-1:] == ["corpus changing: 1 pages changed while the run went on; they have no results"]
    assert len((tmp_path / "whole-text.jsonl").read_text().splitlines()) == 2


def test_a_page_that_one_contender_did_not_see_is_left_out_for_all(tmp_path: Path) -> None:
    corpus = Changing(("one", "two"), ("one", "two"), ("two",))
    names = ("whole-text", "cetr")
    results = run([corpus], [parse_contender(name) for name in names], cache=tmp_path, workers=1, progress=False)
    assert [(result.sample, result.contender) for result in results] == [("two", name) for name in names]


def test_a_limit_takes_pages_from_all_over_the_corpus(tmp_path: Path) -> None:
    corpus = Pages(tuple(f"number {number}" for number in range(10)))
    results = measured(corpus, "whole-text", cache=tmp_path, limit=3)
    assert [result.sample for result in results] == ["page 0", "page 3", "page 6"]
    assert [result.scores["f1"] for result in results] == [1, 1, 1]


# -- contenders ------------------------------------------------------------------------------------------------------------


def test_changed_code_has_another_fingerprint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fingerprint() -> str:
        contenders._digest_of_package.cache_clear()
        return contenders._digest_of_package()

    monkeypatch.setattr(contenders, "_PACKAGE", tmp_path)
    monkeypatch.setattr(contenders, "_BENCHMARK", tmp_path / "benchmark")
    (tmp_path / "benchmark").mkdir()
    (tmp_path / "method.py").write_text("threshold = 1")
    before = fingerprint()
    (tmp_path / "benchmark" / "report.py").write_text("tables")
    assert fingerprint() == before
    (tmp_path / "method.py").write_text("threshold = 2")
    assert fingerprint() != before
    contenders._digest_of_package.cache_clear()


def test_the_order_of_settings_does_not_matter() -> None:
    def identity(contender: Contender) -> tuple[str, str]:
        return contender.name, contender.fingerprint

    one, other = parse_contender("cetr lines=long k=4"), parse_contender("cetr k=4 lines=long")
    assert identity(one) == identity(other)
    assert one.name == "cetr k=4 lines=long"
