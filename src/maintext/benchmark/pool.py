"""Pages through worker processes, each page with a deadline, so that no extractor can stop or slow down the run.

The standard library's pools cannot end one worker, which is what a hanging page needs. Here every worker has its own pipe, on
which it tells what it is about to do. The parent gives each of these stages its time; a worker that exceeds it is killed and
replaced.

loading ─► warming up ─► ready ─► extracting ─► scoring ─► ready …

A worker serves one contender, so that none is measured in a process that another has changed.
"""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

from maintext.benchmark.contenders import Contender
from maintext.benchmark.metrics import measure
from maintext.benchmark.model import Sample
from maintext.benchmark.peers import Extractor
from maintext.errors import MaintextError, in_words

LOADING, WARMING, READY, EXTRACTING, SCORING, DONE, UNLOADABLE, FAILED = (
    *("loading", "warming up", "ready", "extracting", "scoring", "done", "unloadable", "failed"),
)

_LOADING_S = 120.0  # the slowest import of a peer takes a second or two; a disk may be slow
_SCORING_S = 600.0  # scoring is our own work: this only keeps a fault of ours from hanging the run
_LEAVING_S = 2.0  # for what a package does when its process ends

# A very short page and one of usual length: extractors have ways of their own for either, which load what they need at first.
_WARM_UPS = (
    b"<html lang=en><title>Ice</title><body><p>The harbour froze.</p></body></html>",
    b"<html lang=en><title>Ice</title><body><nav><a href=/>Home</a></nav><article><h1>Walking to the island</h1>"
    + b"<p>The harbour froze over in the second week of January, and by Friday the ferry had stopped. People walked to the "
    b"island instead, pulling sledges, and the baker put up a table half way across.</p>" * 30 + b"</article></body></html>",
)

# Spawned, not forked: a worker inherits neither threads and locks, nor the pipes of the other workers.
_PROCESSES = multiprocessing.get_context("spawn")

Tag = TypeVar("Tag")


class Unloadable(MaintextError):
    """A contender that cannot even be imported: nothing about it can be measured."""


@dataclass(frozen=True)
class Outcome:
    """What came of one page."""

    seconds: float  # of the extraction alone; 0 where it failed
    error: str | None
    scores: dict[str, float] = field(default_factory=dict)
    deadline: float | None = None  # the one that passed


# -- in the worker ---------------------------------------------------------------------------------------------------------


def _work(connection: "Connection[Any, Any]", contender: Contender, warm_up: bool) -> None:
    """What a worker process does: one page after the other, until the parent hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent ends the workers
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _silence()
    try:
        extract = contender.load()
    except Exception as error:
        connection.send((UNLOADABLE, in_words(error)))
        return
    for page in _WARM_UPS if warm_up else ():
        connection.send((WARMING, None))  # each has its own time
        _extracted(extract, Sample("", "", page))
    connection.send((READY, None))
    while True:
        try:
            sample = connection.recv()
        except EOFError:
            return
        _serve(connection, extract, sample)


def _serve(connection: "Connection[Any, Any]", extract: Extractor, sample: Sample) -> None:
    text, seconds, error = _extracted(extract, sample)
    connection.send((SCORING, None))
    try:
        outcome = Outcome(seconds, error, measure(text, sample))
    except Exception as fault:  # ours, and no contender's: the parent must hear of it and stop
        connection.send((FAILED, f"scoring failed: {in_words(fault)}"))
        return
    connection.send((DONE, outcome))


def _extracted(extract: Extractor, sample: Sample) -> tuple[str, float, str | None]:
    """The text, the seconds that it took, and why there is none."""
    started = time.perf_counter()
    try:
        text = extract(sample.html, sample.url)
        seconds = time.perf_counter() - started
        if not isinstance(text, str):
            raise TypeError(f"the result is no text but {type(text).__name__}")
    except (Exception, SystemExit) as error:  # an extractor may raise whatever it likes: it has then extracted nothing
        return "", 0.0, in_words(error)
    return text, seconds, None


def _end_with_parent() -> None:
    """A worker whose parent was killed would hang for as long as its page does."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _silence() -> None:
    """Peers write warnings and logs; what they have to say about a page arrives as its error."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


# -- in the parent ---------------------------------------------------------------------------------------------------------


class _Worker(Generic[Tag]):
    """A worker process with the page that it has, or will have once it is ready."""

    def __init__(self, contender: Contender, warm_up: bool, job: tuple[Tag, Sample]) -> None:
        self.connection, theirs = _PROCESSES.Pipe()
        self.process = _PROCESSES.Process(target=_work, args=(theirs, contender, warm_up), daemon=True)
        self.process.start()
        theirs.close()  # else the pipe would not end with the worker
        self.job: tuple[Tag, Sample] | None = job
        self.enter(LOADING, _LOADING_S)

    def enter(self, stage: str, limit: float) -> None:
        self.stage, self.until = stage, time.monotonic() + limit

    def send(self) -> None:
        assert self.job is not None
        with suppress(OSError):  # it has just died, which its pipe is about to tell
            self.connection.send(self.job[1])

    def hear(self) -> tuple[str, Any] | None:
        """The next message; None where there is none, or the worker died in the middle of it."""
        try:
            return self.connection.recv() if self.connection.poll() else None
        except (EOFError, OSError):
            self.process.join()
            return None

    def stop(self) -> None:
        self.connection.close()
        if self.stage == READY:
            self.process.join(_LEAVING_S)  # it has nothing to do, and leaves by itself
        self.process.kill()
        self.process.join()
        self.process.close()


class Pool(Generic[Tag]):
    """Worker processes for one contender. A context manager: no worker outlives it."""

    def __init__(self, contender: Contender, *, workers: int, deadline: float) -> None:
        self._contender = contender
        self._size = max(1, workers)
        self._deadline = deadline
        self._warm_up = True
        self._workers: list[_Worker[Tag]] = []

    def __enter__(self) -> "Pool[Tag]":
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.stop()
        self._workers.clear()

    def run(self, jobs: Iterable[tuple[Tag, Sample]]) -> Iterator[tuple[Tag, Outcome]]:
        """The outcome of every page, in the order in which they are done. Raises `Unloadable`."""
        waiting = iter(jobs)
        while True:
            self._hand_out(waiting)
            busy = [worker for worker in self._workers if worker.job is not None]
            if not busy:
                return
            _wait_for(busy)
            for worker in busy:
                outcome = self._outcome(worker)
                if outcome is not None and worker.job is not None:
                    tag, worker.job = worker.job[0], None
                    yield tag, outcome

    def _hand_out(self, waiting: Iterator[tuple[Tag, Sample]]) -> None:
        """A page for every worker without one, and workers for as many pages as there may be at a time."""
        for worker in [each for each in self._workers if each.job is None]:
            if worker.stage != READY or not worker.process.is_alive():
                self._workers.remove(worker)
                worker.stop()
                continue
            worker.job = next(waiting, None)
            if worker.job is not None:
                self._extract(worker)
        while len(self._workers) < self._size and (job := next(waiting, None)) is not None:
            self._workers.append(_Worker(self._contender, self._warm_up, job))

    def _extract(self, worker: _Worker[Tag]) -> None:
        worker.enter(EXTRACTING, self._deadline)
        worker.send()

    def _outcome(self, worker: _Worker[Tag]) -> Outcome | None:
        """Take in what became of a worker; the outcome if its page is done, one way or the other."""
        message = worker.hear()
        if message is not None:
            return self._heard(worker, *message)
        if not worker.process.is_alive():
            return self._lost(worker, _ending(worker.process.exitcode), None)
        if time.monotonic() >= worker.until:
            worker.process.kill()
            return self._lost(worker, f"deadline of {self._deadline:g} s passed", self._deadline)
        return None

    def _heard(self, worker: _Worker[Tag], message: str, content: Any) -> Outcome | None:
        if message == UNLOADABLE:
            raise Unloadable(content)
        if message == FAILED:
            raise MaintextError(content)
        if message == WARMING:
            worker.enter(WARMING, self._deadline)
        elif message == READY:
            self._extract(worker)
        elif message == SCORING:
            worker.enter(SCORING, _SCORING_S)
        elif message == DONE:
            worker.enter(READY, _LOADING_S)
            return content
        return None

    def _lost(self, worker: _Worker[Tag], why: str, deadline: float | None) -> Outcome | None:
        """A worker that is gone. What that says depends on what it was doing."""
        assert worker.job is not None
        if worker.stage == LOADING:
            raise Unloadable(f"cannot be loaded: {why if deadline is None else f'still loading after {_LOADING_S:g} s'}")
        if worker.stage == SCORING:
            raise MaintextError(f"scoring failed on page {worker.job[1].id!r}: {why}")
        if worker.stage == WARMING:
            # The page has not been tried: it gets a new worker, and there will be no other warm-up.
            self._warm_up = False
            self._workers[self._workers.index(worker)] = _Worker(self._contender, False, worker.job)
            worker.stop()
            return None
        return Outcome(0.0, why, measure("", worker.job[1]), deadline)


def _wait_for(workers: list[_Worker[Tag]]) -> None:
    """Until one of them says something, dies, or has had its time."""
    left = min(worker.until for worker in workers) - time.monotonic()
    wait([end for worker in workers for end in (worker.connection, worker.process.sentinel)], timeout=max(0.0, left))


def _ending(code: int | None) -> str:
    """How a process ended, in words."""
    if code is not None and code < 0:
        try:
            return f"process killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"process killed by signal {-code}"
    return f"process ended with exit code {code}"
