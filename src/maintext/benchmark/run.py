"""`run`: every contender on every page of every corpus, once.

A run that was stopped goes on where it was, and gives the same results as one that was not: what is done is kept in a folder, by
the content of the page, the contender with its settings, and its version. See `store` for the files, `pool` for the processes.
"""

import logging
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from maintext.benchmark.contenders import Contender
from maintext.benchmark.corpora import CorpusError, spread
from maintext.benchmark.metrics import measure
from maintext.benchmark.model import PageResult, Sample
from maintext.benchmark.pool import Outcome, Pool, Unloadable
from maintext.benchmark.store import Store, digest
from maintext.errors import MaintextError

_log = logging.getLogger("maintext")


class Readable(Protocol):
    """A corpus, as far as a run needs to know it."""

    @property
    def name(self) -> str: ...

    def read(self, on_problem: Callable[[CorpusError], None], /) -> Iterator[Sample]:
        """The pages in their order. `on_problem` is told of each that cannot be read."""
        ...


@dataclass(frozen=True)
class _Page:
    """A page of a corpus, known by its content; the content itself is read again when it is needed."""

    digest: str
    id: str
    page_type: str | None


@dataclass(frozen=True)
class _Plan:
    """The pages of a corpus that are measured."""

    corpus: Readable
    pages: list[_Page]


def run(
    corpora: Sequence[Readable],
    contenders: Sequence[Contender],
    *,
    cache: Path,
    workers: int = 2,
    deadline: float = 60.0,
    limit: int | None = None,
    progress: bool = True,
) -> list[PageResult]:
    """How every contender did on every page: corpus by corpus and page by page, the contenders in their order.

    An extraction that raises, takes longer than `deadline` seconds, or brings its process down scores as empty, with its error.
    `limit` takes at most so many pages of each corpus, evenly spread. A page or corpus that cannot be read, a corpus with nothing
    to compare with, and a contender that cannot be loaded are logged as errors and have no results; so are pages that changed
    while the run went on.
    """
    measure("word", Sample("", "", b"", gold="word"))  # a missing package should be heard of now, and not from a worker
    plans = [plan for corpus in corpora if (plan := _planned(corpus, limit)) is not None]
    total = sum(len(plan.pages) for plan in plans) * len(contenders)
    found: list[dict[str, Outcome]] = []
    measured: list[Contender] = []
    with _progress_bar(total, progress) as bar:
        for contender in contenders:
            bar.set_description(contender.name)
            try:
                found.append(_run_one(contender, plans, cache, workers, deadline, bar))
                measured.append(contender)
            except Unloadable as error:
                _log.error("%s: %s", contender.name, error)
    return [
        _result(plan.corpus.name, page, contender, outcomes[page.digest])
        for plan in plans
        for page in _unchanged(plan, found)
        for contender, outcomes in zip(measured, found, strict=True)
    ]


def _unchanged(plan: _Plan, found: list[dict[str, Outcome]]) -> list[_Page]:
    """The pages for which every contender has an outcome: only they compare the contenders."""
    pages = [page for page in plan.pages if all(page.digest in outcomes for outcomes in found)]
    changed = len(plan.pages) - len(pages)
    if changed:
        _log.error("corpus %s: %d pages changed while the run went on; they have no results", plan.corpus.name, changed)
    return pages


def _run_one(
    contender: Contender, plans: list[_Plan], cache: Path, workers: int, deadline: float, bar: Any
) -> dict[str, Outcome]:
    """The outcome of each page by its digest, new ones and known ones."""
    wanted = Counter(page.digest for plan in plans for page in plan.pages)
    with Store(cache, contender) as store:
        outcomes = {page: known for page in wanted if (known := store.get(page, deadline)) is not None}
        missing = wanted.keys() - outcomes.keys()
        bar.update(sum(wanted[page] for page in outcomes))
        with Pool[str](contender, workers=workers, deadline=deadline) as pool:
            samples: dict[str, Sample] = {}
            for page, outcome in pool.run(_jobs(plans, missing, samples)):
                store.add(page, samples.pop(page), outcome)
                outcomes[page] = outcome
                bar.update(wanted[page])
        return outcomes


def _jobs(plans: list[_Plan], missing: set[str], samples: dict[str, Sample]) -> Iterator[tuple[str, Sample]]:
    """Read the pages that are missing, each once; `samples` holds those that are being worked on.

    A page is known by its content and not by its place, since files may change or move while a run goes on.
    """
    left = set(missing)
    for plan in plans:
        if left.isdisjoint(page.digest for page in plan.pages):
            continue
        for sample in _read_again(plan.corpus):
            page = digest(sample)
            if page in left:
                left.remove(page)
                samples[page] = sample
                yield page, sample


def _read_again(corpus: Readable) -> Iterator[Sample]:
    """The pages, as far as they can still be read."""
    try:
        yield from corpus.read(_known)
    except (MaintextError, OSError) as error:
        _log.error("corpus %s: %s", corpus.name, error)


def _planned(corpus: Readable, limit: int | None) -> _Plan | None:
    """Which pages to measure; None, with the reason logged, where there are none."""
    pages, comparable = [], False
    try:
        for sample in corpus.read(_tell):
            pages.append(_Page(digest(sample), sample.id, sample.page_type))
            comparable |= bool(sample.gold or sample.must_have or sample.must_not_have)
    except (MaintextError, OSError) as error:
        _log.error("corpus %s: %s", corpus.name, error)
        return None
    if not comparable:
        _log.error("corpus %s: %s", corpus.name, "no page has gold or snippets to compare with" if pages else "no pages")
        return None
    return _Plan(corpus, spread(pages, limit))


def _tell(problem: CorpusError) -> None:
    _log.error("%s", problem)


def _known(problem: CorpusError) -> None:
    """A page that cannot be read has been told of once."""


def _result(corpus: str, page: _Page, contender: Contender, outcome: Outcome) -> PageResult:
    return PageResult(
        corpus=corpus,
        sample=page.id,
        page_type=page.page_type,
        contender=contender.name,
        version=contender.version,
        seconds=outcome.seconds,
        error=outcome.error,
        scores=outcome.scores,
    )


def _progress_bar(total: int, wanted: bool) -> Any:
    """On standard error, where somebody looks."""
    from tqdm import tqdm

    return tqdm(total=total, unit="page", file=sys.stderr, disable=not (wanted and sys.stderr.isatty()), dynamic_ncols=True)
