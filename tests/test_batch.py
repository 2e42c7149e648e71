"""Many pages: in order, a few at a time, and none stops the others."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from selectolax.lexbor import LexborHTMLParser

import maintext
from maintext import BadInput, BadParameter, Outcome, UnknownName, batch, extract, extract_many, parse
from maintext.batch import in_order, lost, uses_threads
from maintext.kernel import compiled
from maintext.methods import METHODS
from maintext.page import BoolArray, FloatArray, Page

# Most have enough text for the kernel to be asked.
PAGES = [f"<h1>Page {number}</h1><p>{'Words of this page. ' * 10 * number}" for number in range(1, 20)]
EXPECTED = [extract(page) for page in PAGES]


@pytest.fixture(params=["threads", "processes"])
def workers_as(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(batch, "uses_threads", lambda *_: request.param == "threads")
    return str(request.param)


def test_one_worker_gives_what_extract_gives() -> None:
    assert [outcome.content for outcome in extract_many(PAGES)] == EXPECTED


@pytest.mark.usefixtures("workers_as")
def test_several_workers_give_the_same_in_the_same_order() -> None:
    assert [outcome.content for outcome in extract_many(PAGES, workers=2)] == EXPECTED


@pytest.mark.usefixtures("workers_as")
def test_options_reach_every_page() -> None:
    html = "<p>Some <a href=/x>words</a></p>"
    options = {"method": "whole-text", "format": "markdown", "url": "https://example.org/"}
    assert [outcome.content for outcome in extract_many([html] * 3, workers=2, **options)] == [extract(html, **options)] * 3  # type: ignore[arg-type]
    (outcome,) = extract_many([html], method="whole-text", format="markdown", include_links=False)
    assert outcome.content == "Some words"


def test_one_page_alone_is_an_error() -> None:
    for page in ("<p>one", b"<p>one"):
        with pytest.raises(BadInput, match="a list of pages, not one page"):
            extract_many(page)


@pytest.mark.usefixtures("workers_as")
def test_a_page_that_cannot_be_read_is_an_outcome_and_the_others_go_on() -> None:
    good, bad, other = extract_many(["<p>one", 3, b"<p>two"], workers=2)
    assert (good, other) == (Outcome("one"), Outcome("two"))
    assert bad.content == ""
    assert bad.error is not None
    assert "cannot read a page from int" in bad.error


@pytest.mark.usefixtures("workers_as")
def test_pages_may_be_anything_that_extract_takes() -> None:
    html = b"<p>Words"
    pages = [html, html.decode(), bytearray(html), memoryview(html), LexborHTMLParser(html.decode()), parse(html)]
    assert [outcome.content for outcome in extract_many(pages, workers=2)] == ["Words"] * len(pages)


def test_what_was_done_to_a_page_is_told() -> None:
    (outcome,) = extract_many(["<div>" * 4000 + "x"])
    assert outcome.error is None
    assert "nested deeper" in outcome.warnings[0]


def test_wrong_options_are_an_error_before_any_page_is_taken() -> None:
    def pages() -> Iterator[str]:
        raise AssertionError("a page was taken")
        yield ""

    with pytest.raises(UnknownName, match="cetr"):
        extract_many(pages(), method="nothing")
    with pytest.raises(UnknownName, match="markdown"):
        extract_many(pages(), format="nothing")
    with pytest.raises(BadParameter, match=r"no option tables: there are .*include_tables"):
        extract_many(pages(), tables=False)
    with pytest.raises(BadParameter, match="True or False"):
        extract_many(pages(), include_links="no")
    with pytest.raises(BadParameter, match="exclude each other"):
        extract_many(pages(), favor_precision=True, favor_recall=True)
    for workers in (0, -1, 1.5, True, "2"):
        with pytest.raises(BadParameter, match="workers"):
            extract_many(pages(), workers=workers)  # type: ignore[arg-type]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_only_a_few_pages_are_held_at_a_time(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "uses_threads", lambda *_: True)
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield "<p>Words"

    outcomes = extract_many(endless(), workers=workers)
    for done in range(1, 40):
        assert next(outcomes).content == "Words"
        assert taken <= done + batch._AHEAD * workers <= done + 8 * workers
    outcomes.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.usefixtures("workers_as")
def test_what_goes_wrong_with_the_callers_own_pages_comes_after_the_pages_before_it(workers: int) -> None:
    def pages() -> Iterator[str]:
        yield from ("<p>one", "<p>two")
        raise OSError("the disk is gone")

    outcomes = extract_many(pages(), workers=workers)
    assert [next(outcomes).content, next(outcomes).content] == ["one", "two"]
    with pytest.raises(OSError, match="the disk is gone"):
        next(outcomes)


def test_nothing_is_started_before_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "uses_threads", lambda *_: True)
    before = threading.active_count()
    unasked = extract_many(PAGES, workers=4)
    assert threading.active_count() == before
    outcomes = extract_many(PAGES[:2] * 9, workers=40)
    next(outcomes)
    assert threading.active_count() <= before + 18
    outcomes.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before
    del unasked


LEFT_OPEN = """
from maintext.batch import in_order

class Holder: pass

def main():
    holder = Holder()
    holder.itself, holder.results = holder, in_order(str, range(99), workers=3, threads=True, lost=str)
    next(holder.results)
    {end}

main()
"""


@pytest.mark.parametrize(("end", "code"), [("pass", 0), ("raise ValueError", 1)])
def test_a_program_ends_although_results_are_left(end: str, code: int) -> None:
    assert subprocess.run([sys.executable, "-c", LEFT_OPEN.format(end=end)], capture_output=True, timeout=60).returncode == code


@dataclass(frozen=True)
class Breaking:
    """A method that does not survive some pages."""

    paper: ClassVar[str] = "none"

    def score(self, page: Page) -> FloatArray:
        if "fails" in page.characters:
            raise ArithmeticError("this page\nis too much")
        if "dies" in page.characters:
            os._exit(3)
        return np.zeros(len(page))

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        return page.around(page.is_text)


def test_a_method_that_fails_on_a_page_fails_on_that_page_alone() -> None:
    outcomes = list(extract_many(["<p>one", "<p>fails", "<p>two"], method=Breaking(), workers=2))
    assert outcomes == [Outcome("one"), Outcome(error="ArithmeticError: this page"), Outcome("two")]


def test_a_page_that_ends_its_process_is_lost_alone() -> None:
    pages = ["<p>one", "<p>dies", *[f"<p>page {number}" for number in range(9)]]
    outcomes = list(extract_many(pages, method=Breaking(), workers=2))
    assert outcomes[1] == lost()
    assert outcomes[1].error == "the process that worked on this page ended"
    assert [outcome.content for outcome in outcomes] == ["one", "", *[f"page {number}" for number in range(9)]]


def test_a_method_that_cannot_be_sent_to_a_process_is_an_error_in_words() -> None:
    class Local(Breaking):
        pass

    with pytest.raises(BadParameter, match="cannot be sent"):
        extract_many(PAGES, method=Local(), workers=2)
    assert next(extract_many(PAGES, method=Local())).error is None


def test_threads_are_for_what_the_kernel_does() -> None:
    assert uses_threads(METHODS["fused"], "text") == (compiled() is not None)
    assert not uses_threads(METHODS["cetr"], "text")
    assert not uses_threads(METHODS["fused"], "markdown")


def test_results_come_as_they_are_asked_for() -> None:
    seen: list[int] = []
    results = in_order(seen.append, range(5), workers=1, threads=True, lost=lambda: None)
    next(results)
    assert seen == [0]


def test_the_callers_thread_is_one_of_the_workers() -> None:
    both_are_at_work = threading.Barrier(2, timeout=10)
    by = set()

    def work(_: int) -> None:
        by.add(threading.get_ident())
        both_are_at_work.wait()

    list(in_order(work, range(6), workers=2, threads=True, lost=lambda: None))
    assert threading.get_ident() in by
    assert len(by) == 2


def test_what_goes_wrong_in_a_thread_reaches_the_caller_in_its_turn() -> None:
    results = in_order(lambda number: 6 // number, [3, 2, 0, 1], workers=2, threads=True, lost=lambda: -1)
    assert [next(results), next(results)] == [2, 3]
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_an_interrupted_caller_leaves_no_thread_behind() -> None:
    def work(_: int) -> None:
        if threading.current_thread() is threading.main_thread():
            raise KeyboardInterrupt
        time.sleep(0.01)

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        list(in_order(work, range(100), workers=3, threads=True, lost=lambda: None))
    assert threading.active_count() == before


def test_the_names_are_public() -> None:
    assert {"extract_many", "Outcome"} <= set(dir(maintext)) & set(maintext.__all__)


def test_the_command_works_on_several_pages_at_a_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from maintext.cli import main

    pages = tmp_path / "pages"
    pages.mkdir()
    for number, page in enumerate(PAGES[:6]):
        (pages / f"{number}.html").write_text(page)
    (pages / "6.html").write_bytes(b"%PDF-1.4")
    arguments = ["extract", str(pages), "--method", "cetr"]
    for written in ("one", "two"):
        workers = ["--workers", "2"] if written == "two" else []
        assert main([*arguments, *workers, "-o", str(tmp_path / written)]) == 1
        assert "6.html: not a web page but a PDF document" in capsys.readouterr().err
    texts = {path.name: path.read_text() for path in (tmp_path / "one").iterdir()}
    assert len(texts) == 6
    assert texts == {path.name: path.read_text() for path in (tmp_path / "two").iterdir()}


def test_the_command_takes_a_number_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    from maintext.cli import main

    with pytest.raises(SystemExit):
        main(["extract", "page.html", "--workers", "0"])
    assert "a whole number from 1" in capsys.readouterr().err
