"""From sweeps and corpora to curves.

What is scored is kept, so that a sweep that was stopped goes on where it was.
"""

import logging
import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from math import inf
from pathlib import Path

from maintext.benchmark.contenders import method_contender
from maintext.benchmark.corpora import Corpus, spread, with_progress
from maintext.benchmark.metrics import average
from maintext.benchmark.model import Sample
from maintext.benchmark.store import Store, digest
from maintext.benchmark.summary import CURVE_METRICS, Curve
from maintext.benchmark.sweep.figures import Sweep
from maintext.benchmark.sweep.scoring import PageScores, Point, score_page
from maintext.errors import MaintextError

_log = logging.getLogger("maintext")

Stores = Mapping[tuple[str, str], Store]  # what has been scored before, by method and parameter
Job = tuple[Sample, Sequence[Point]]  # a page, and the points that it has no scores for yet


def measured(
    corpora: Iterable[Corpus], sweeps: Sequence[Sweep], *, cache: Path, limit: int | None = None, workers: int = 2
) -> list[Curve]:
    """A curve for each sweep and corpus. Pages without gold text are left out; a corpus without any has no curve.

    A page or corpus that cannot be read is logged as an error. A method that raises has extracted nothing, and scores so.
    """
    curves: list[Curve] = []
    with _stores(cache, sweeps) as stores:
        for corpus in corpora:
            samples = spread(_samples(corpus), limit)
            if samples:
                pages = _scored(samples, _points(sweeps), stores, workers)
                _tell_failures(corpus.name, samples, pages)
                curves += [_curve(sweep, corpus.name, pages) for sweep in sweeps]
    return sorted(curves, key=lambda curve: [sweep.name for sweep in sweeps].index(curve.figure))


def _samples(corpus: Corpus) -> list[Sample]:
    try:
        return [sample for sample in corpus.read(lambda problem: _log.error("%s", problem)) if sample.gold]
    except (MaintextError, OSError) as error:
        _log.error("corpus %s: %s", corpus.name, error)
        return []


def _points(sweeps: Iterable[Sweep]) -> list[Point]:
    """Each once: figures may share some."""
    return list(dict.fromkeys(Point(sweep.method, sweep.parameter, value) for sweep in sweeps for value in sweep.values))


@contextmanager
def _stores(cache: Path, sweeps: Iterable[Sweep]) -> Iterator[Stores]:
    """They are not those of a run, which have seconds as well."""
    with ExitStack() as stack:
        stores = {}
        for method, parameter in dict.fromkeys((sweep.method, sweep.parameter) for sweep in sweeps):
            contender = replace(method_contender(method), name=f"sweep {method} {parameter}")
            stores[method, parameter] = stack.enter_context(Store(cache, contender))
        yield stores


def _scored(samples: Sequence[Sample], points: Sequence[Point], stores: Stores, workers: int) -> list[PageScores]:
    """The scores of every page for every point, new ones and known ones."""
    keys = [digest(sample) for sample in samples]
    pages = [_known(key, points, stores) for key in keys]
    missing = [number for number, page in enumerate(pages) if len(page) < len(points)]
    jobs = [(samples[number], [point for point in points if point not in pages[number]]) for number in missing]
    with _mapped(_score_job, jobs, workers) as results:
        for number, found in zip(missing, with_progress(results, len(jobs), samples[0].corpus), strict=True):
            for point, outcome in found.items():
                stores[point.method, point.parameter].add(_key(keys[number], point), samples[number], outcome)
            pages[number] |= found
    return pages


def _known(page: str, points: Iterable[Point], stores: Stores) -> PageScores:
    outcomes = {point: stores[point.method, point.parameter].get(_key(page, point), inf) for point in points}
    return {point: outcome for point, outcome in outcomes.items() if outcome is not None}


def _key(page: str, point: Point) -> str:
    return f"{page} {float(point.value)!r}"


@contextmanager
def _mapped(score: Callable[[Job], PageScores], jobs: Sequence[Job], workers: int) -> Iterator[Iterable[PageScores]]:
    """The scores of all pages in their order, by worker processes where there are several."""
    if workers == 1 or len(jobs) < 2:
        yield map(score, jobs)
        return
    context = multiprocessing.get_context("spawn")
    # Ctrl-C reaches all processes; this one ends the others.
    with context.Pool(min(workers, len(jobs)), signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield pool.imap(score, jobs, chunksize=4)


def _score_job(job: Job) -> PageScores:
    return score_page(*job)


def _tell_failures(corpus: str, samples: Sequence[Sample], pages: Sequence[PageScores]) -> None:
    """One line for each method that failed."""
    failed: dict[str, dict[int, str]] = {}
    for number, page in enumerate(pages):
        for point, outcome in page.items():
            if outcome.error is not None:
                failed.setdefault(point.method, {}).setdefault(number, outcome.error)
    for method, errors in failed.items():
        number, error = next(iter(errors.items()))
        _log.warning("%s failed on %d pages, first on %s/%s: %s", method, len(errors), corpus, samples[number].id, error)


def _curve(sweep: Sweep, corpus: str, pages: Sequence[PageScores]) -> Curve:
    points = _points([sweep])
    means = [average([_drawn(page[point].scores) for page in pages]) for point in points]
    return Curve(
        figure=sweep.name,
        title=sweep.title,
        says=sweep.says,
        method=sweep.method,
        parameter=sweep.parameter,
        published=sweep.published,
        corpus=corpus,
        pages=len(pages),
        values=sweep.values,
        scores=tuple(means),
    )


def _drawn(scores: Mapping[str, float]) -> dict[str, float]:
    return {metric: score for metric, score in scores.items() if metric in CURVE_METRICS}
