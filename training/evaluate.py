"""How good a model is: every page extracted by the package itself with the model that has not seen the page's site."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from maintext import extract_page
from maintext.benchmark.corpora import with_progress
from maintext.benchmark.metrics import bootstrap_interval, measure
from maintext.benchmark.model import Sample
from maintext.benchmark.peers import PeerMissing, find_peer
from maintext.methods.fused import Fused
from maintext.methods.fused.decision import CONFIDENCE_INPUTS, confidence, confidence_inputs
from maintext.page import FloatArray
from training.dataset import FOLDS, fold_of, site_of, without_content
from training.export import NO_CONFIDENCE

EMPTY = 0.05  # share of pages that have no content


@dataclass(frozen=True)
class Judged:
    """How a page went."""

    corpus: str
    id: str
    fold: int
    page_type: str | None
    scores: Mapping[str, float]
    found_type: str | None = None
    kept: bool = False
    inputs: tuple[float, ...] = ()  # what its confidence is computed from

    @property
    def f1(self) -> float | None:
        return self.scores.get("f1")


def judge(sample: Sample, method: Fused) -> Judged:
    found = extract_page(sample.html, method=method, url=sample.url)
    reading = method.reading(found.page)
    inputs: FloatArray = np.zeros(CONFIDENCE_INPUTS)
    if reading is not None:
        blocks = reading.view.blocks
        inputs = confidence_inputs(reading.probability, blocks.size, blocks.of_rows(found.keep))
    return Judged(
        corpus=sample.corpus,
        id=sample.id,
        fold=fold_of(site_of(sample)),
        page_type=sample.page_type,
        scores=measure(found.text, sample),
        found_type=method.page_type(found.page),
        kept=bool(found.keep.any()),
        inputs=tuple(inputs.tolist()),
    )


def judge_held_out(
    samples: Sequence[Sample], models: Mapping[int, Path], settings: Mapping[str, bool], workers: int
) -> list[Judged]:
    """Each page by the model of its fold, which was fitted without it and its site."""
    methods = [Fused(model=str(models[fold_of(site_of(sample))]), **settings) for sample in samples]
    return _judged(samples, methods, workers)


def judge_without_content(samples: Sequence[Sample], models: Mapping[int, Path], workers: int) -> list[Judged]:
    """The same for the pages without their content: whatever is kept of them is wrong."""
    methods = [Fused(model=str(models[fold_of(site_of(sample))])) for sample in samples]
    with ProcessPoolExecutor(workers) as pool:
        jobs = pool.map(_judge_emptied, samples, methods, chunksize=8)
        return [page for page in with_progress(jobs, len(samples), "without content") if page is not None]


def _judge_emptied(sample: Sample, method: Fused) -> Judged | None:
    page = without_content(sample)
    return replace(judge(page, method), scores={"f1": 0.0}) if page else None


def judge_all(samples: Sequence[Sample], model: Path, workers: int) -> list[Judged]:
    return _judged(samples, [Fused(model=str(model))] * len(samples), workers)


def _judged(samples: Sequence[Sample], methods: Sequence[Fused], workers: int) -> list[Judged]:
    with ProcessPoolExecutor(workers) as pool:
        return list(with_progress(pool.map(judge, samples, methods, chunksize=8), len(samples), "extracting"))


def judge_peer(name: str, samples: Sequence[Sample], workers: int) -> dict[tuple[str, str], dict[str, float]]:
    """Another extractor's scores, by corpus and page. A page that it fails on has none."""
    with ProcessPoolExecutor(workers) as pool:
        jobs = pool.map(_peer_scores, [name] * len(samples), samples, chunksize=8)
        scores = list(with_progress(jobs, len(samples), name))
    return {(sample.corpus, sample.id): found for sample, found in zip(samples, scores, strict=True)}


def _peer_scores(name: str, sample: Sample) -> dict[str, float]:
    try:
        return measure(find_peer(name).load()(sample.html, sample.url), sample)
    except PeerMissing:
        raise
    except Exception:  # whatever a peer raises, it has extracted nothing
        return measure("", sample)


# -- confidence -------------------------------------------------------------------------------------------------------------


def as_found(pages: Sequence[Judged], emptied: Sequence[Judged]) -> list[Judged]:
    """The pages, and among them as many of those without content as we reckon with where pages are not chosen."""
    count = round(EMPTY * len(pages) / (1 - EMPTY))
    step = max(len(emptied) // count, 1) if count else 1
    return [*pages, *emptied[::step][:count]]


def fit_confidence(pages: Iterable[Judged]) -> FloatArray:
    """A logistic regression of a page's F1 on what the decision knows, by Newton's method with a little ridge."""
    known = [(page.inputs, page.f1) for page in pages if page.kept and page.f1 is not None]
    if not known:
        return NO_CONFIDENCE
    inputs, wanted = np.array([each for each, _ in known]), np.array([f1 for _, f1 in known], dtype=np.float64)
    weights = np.zeros(inputs.shape[1])
    ridge = 1e-2 * np.eye(len(weights))
    for _ in range(50):
        found = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (found - wanted) + ridge @ weights
        curve = (inputs * (found * (1 - found))[:, None]).T @ inputs + ridge
        weights = weights - np.linalg.solve(curve, slope)
    return weights


def cross_fitted_confidence(pages: Sequence[Judged]) -> list[tuple[float, float]]:
    """For each page with gold its confidence, fitted on the other folds, and its F1."""
    with_gold = [page for page in pages if page.f1 is not None]
    found = confidences(with_gold, fitted_on=pages)
    return [(each, page.f1) for each, page in zip(found, with_gold, strict=True) if page.f1 is not None]


def confidences(pages: Sequence[Judged], fitted_on: Sequence[Judged]) -> list[float]:
    """The confidence of each page, fitted on the other folds."""
    weights = [fit_confidence(page for page in fitted_on if page.fold != fold) for fold in range(FOLDS)]
    return [confidence(np.array(page.inputs), weights[page.fold]) if page.kept else 0.0 for page in pages]


@dataclass(frozen=True)
class Bin:
    pages: int
    confidence: float
    f1: float


def reliability(pairs: Sequence[tuple[float, float]], bins: int = 10) -> list[Bin]:
    """Pages sorted by confidence into bins of the same size: mean confidence beside mean F1."""
    ordered = np.array(sorted(pairs))
    return [Bin(len(part), *part.mean(axis=0).tolist()) for part in np.array_split(ordered, bins) if len(part)]


# -- tables -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A row of a table: a mean with its 95 % interval."""

    name: str
    pages: int
    mean: float
    low: float
    high: float


def line(name: str, values: Sequence[float]) -> Line:
    low, high = bootstrap_interval(np.array(values))
    return Line(name, len(values), float(np.mean(values)), low, high)


def lines_by(pages: Iterable[Judged], key: str, metric: str = "f1") -> list[Line]:
    """One line for each corpus or page type."""
    values: dict[str, list[float]] = {}
    for page in pages:
        if metric in page.scores:
            values.setdefault(str(getattr(page, key)), []).append(page.scores[metric])
    return [line(name, found) for name, found in values.items()]
