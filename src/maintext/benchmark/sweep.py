"""`maintext bench sweep`: precision, recall and F1 of a method over the values of one of its parameters.

The papers show such figures for their thresholds; `FIGURES` holds what they vary, so that each can be drawn again on other pages.
A page is parsed once for all values, and scored once for each different text that comes out. What is scored is kept, so that a
sweep that was stopped goes on where it was.
"""

import argparse
import csv
import logging
import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from math import inf, isfinite
from pathlib import Path
from typing import Any, NamedTuple

from maintext import extract_page, parse
from maintext.benchmark.contenders import method_contender
from maintext.benchmark.corpora import Corpus, named_corpora, spread, with_progress
from maintext.benchmark.metrics import average, measure
from maintext.benchmark.model import Sample
from maintext.benchmark.options import add_corpora, add_measuring, make_folder
from maintext.benchmark.pool import Outcome
from maintext.benchmark.report_html import curve_figure, curves_section, document
from maintext.benchmark.store import Store, digest
from maintext.benchmark.summary import CURVE_METRICS, CURVES_FILE, About, Curve, write_curves
from maintext.benchmark.svg import standalone
from maintext.errors import BadInput, BadParameter, MaintextError, UnknownName, in_words
from maintext.extraction import find_method
from maintext.methods.protocol import parameters

_MAX_STEPS = 1000

_log = logging.getLogger("maintext")


@dataclass(frozen=True)
class Sweep:
    """What is varied, and over which values."""

    name: str
    title: str
    method: str
    parameter: str
    values: tuple[float, ...]
    published: float
    says: str = ""


def _steps(low: float, high: float, steps: int) -> tuple[float, ...]:
    """So many values from low to high, both included, without the dust of binary fractions."""
    return tuple(round(low + (high - low) * index / max(steps - 1, 1), 10) for index in range(steps))


FIGURES: Mapping[str, Sweep] = {
    sweep.name: sweep
    for sweep in (
        Sweep(
            "cetd-5",
            "CETD, figure 5: coefficient of the threshold",
            "cectd-ds",
            "coefficient",
            _steps(0, 1, 21),
            1.0,
            "The paper: at 0 recall is 100 %; 0.9 is a good trade-off on Yahoo!, and 1 serves all sites. (Above 1 the "
            "threshold can exceed the density of the whole page, and then nothing is left.)",
        ),
        Sweep(
            "cetr-6",
            "CETR, figure 6: coefficient of the threshold",
            "cetr-tm",
            "lambda",
            _steps(0, 2, 21),
            1.0,
            "The paper: at 0 recall is 100 %, precision rises and recall falls with lambda; 0.5 is a good trade-off on the New "
            "York Times.",
        ),
        Sweep(
            "cepr-9",
            "CEPR, figure 9: coefficient of the threshold",
            "cepr-setpr",
            "lambda",
            _steps(0, 2, 21),
            0.8,
            "The paper: recall falls with lambda; 0.8 is a good trade-off on the New York Post.",
        ),
        Sweep(
            "cepr-10",
            "CEPR, figure 10: how strongly unlike paths are held apart",
            "cepr-setpr",
            "alpha",
            (0, 1, 2, 3),
            1.0,
            "The paper: precision rises and recall falls with alpha; F is highest at 1 (92.60 % on Techweb).",
        ),
        Sweep(
            "block-extractor-4",
            "BlockExtractor, figure 4: threshold from 0 to 2",
            "block-extractor",
            "threshold",
            _steps(0, 2, 21),
            1.5,
            "The paper: precision rises, recall falls, and F1 is highest at about 1.6; 1.3 to 1.7 is balanced best.",
        ),
        Sweep(
            "block-extractor-5",
            "BlockExtractor, figure 5: threshold from 1 to 4",
            "block-extractor",
            "threshold",
            _steps(1, 4, 7),
            1.5,
            "The paper: as in figure 4, further out.",
        ),
    )
}


# -- options ---------------------------------------------------------------------------------------------------------------


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `maintext bench sweep`."""
    parser.add_argument("--figure", action="append", metavar="NAME", help=f"figures of the papers: {', '.join(FIGURES)}, or all")
    parser.add_argument("--method", metavar="NAME", help="vary a parameter of this method (see 'maintext methods')")
    parser.add_argument("--parameter", metavar="NAME", help="the parameter to vary")
    parser.add_argument("--values", metavar="A,B,…", help="its values")
    parser.add_argument("--from", dest="low", type=float, metavar="A", help="or values from A …")
    parser.add_argument("--to", dest="high", type=float, metavar="B", help="… to B …")
    parser.add_argument("--steps", type=int, default=21, metavar="N", help="… in so many steps (default: %(default)s)")
    add_corpora(parser)
    add_measuring(parser)
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("sweep"), metavar="DIR", help="where to write (default: %(default)s)"
    )


def run(options: argparse.Namespace) -> int:
    """Sweep, write the curves, and give the exit code."""
    sweeps = chosen(options)
    corpora = named_corpora(options.corpora)
    make_folder(options.output)
    curves = measured(corpora, sweeps, cache=options.cache, limit=options.limit, workers=options.workers)
    if not curves:
        raise BadInput("no page in these corpora has a gold text to compare with")
    about = About.today(getattr(options, "command", "maintext bench sweep"), {curve.corpus: curve.pages for curve in curves})
    for path in write(curves, options.output, about):
        print(path)
    return 0


def chosen(options: argparse.Namespace) -> list[Sweep]:
    """The sweeps that the options ask for."""
    if options.figure:
        if options.method or options.parameter:
            raise BadParameter("--figure has its own method and parameter: give either --figure or --method and --parameter")
        return [FIGURES[name] for name in _figure_names(options.figure)]
    if not (options.method and options.parameter):
        raise BadParameter("what to vary? Give --figure NAME, or --method NAME --parameter NAME with --values or --from and --to")
    known = parameters(find_method(options.method))
    if options.parameter not in known:
        raise UnknownName("parameter", options.parameter, known, of=options.method)
    default: Any = known[options.parameter].default
    if isinstance(default, (bool, str)):
        raise BadParameter(f"{options.parameter} of {options.method} is no number: there is nothing to draw a curve over")
    values = tuple(type(default)(value) for value in _values(options, whole=isinstance(default, int)))
    for value in values:
        find_method(options.method, {options.parameter: value})
    title = f"{options.method}: {options.parameter}"
    return [Sweep(f"{options.method}-{options.parameter}", title, options.method, options.parameter, values, float(default))]


def _figure_names(wanted: Sequence[str]) -> list[str]:
    names = list(FIGURES) if "all" in wanted else list(dict.fromkeys(wanted))
    for name in names:
        if name not in FIGURES:
            raise UnknownName("figure", name, [*FIGURES, "all"])
    return names


def _values(options: argparse.Namespace, *, whole: bool) -> list[float]:
    """The values in rising order, each once."""
    if options.values is not None:
        values = [_number(word) for word in options.values.split(",")]
    elif options.low is None or options.high is None:
        raise BadParameter("which values? Give --values A,B,… or --from A --to B")
    elif not 2 <= options.steps <= _MAX_STEPS:
        raise BadParameter(f"--steps is 2 to {_MAX_STEPS}, not {options.steps}")
    elif not (isfinite(options.low) and isfinite(options.high)):
        raise BadParameter(f"--from and --to take finite numbers, not {options.low} and {options.high}")
    else:
        values = [round(value) if whole else value for value in _steps(options.low, options.high, options.steps)]
    if whole and any(value != int(value) for value in values):
        raise BadParameter(f"{options.parameter} takes whole numbers, not {options.values}")
    if len(set(values)) < 2:
        raise BadParameter("a curve needs at least two different values")
    return sorted(set(values))


def _number(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        raise BadParameter(f"--values takes numbers with commas between them, not {word.strip()!r}") from None
    if not isfinite(value):
        raise BadParameter(f"--values takes finite numbers, not {word.strip()!r}")
    return value


# -- measuring -------------------------------------------------------------------------------------------------------------


class Point(NamedTuple):
    """A method with one value of its parameter."""

    method: str
    parameter: str
    value: float


PageScores = dict[Point, Outcome]  # the seconds are not measured: all points share the work on a page
Stores = Mapping[tuple[str, str], Store]  # what has been scored before, by method and parameter


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


Job = tuple[Sample, Sequence[Point]]


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


def score_page(sample: Sample, points: Iterable[Point]) -> PageScores:
    """The scores of one page at every point."""
    extract = _extractor(sample)
    known: dict[str, dict[str, float]] = {}

    def outcome(point: Point) -> Outcome:
        text, error = extract(point)
        if text not in known:
            known[text] = measure(text, sample)
        return Outcome(0.0, error, known[text])

    return {point: outcome(point) for point in points}


def _extractor(sample: Sample) -> Callable[[Point], tuple[str, str | None]]:
    """Gives the text of the page at a point, or why there is none."""
    try:
        page = parse(sample.html, url=sample.url)
    except Exception as error:
        why = in_words(error)
        return lambda point: ("", why)

    def extract(point: Point) -> tuple[str, str | None]:
        try:
            return extract_page(page, method=point.method, parameters={point.parameter: point.value}).text, None
        except Exception as error:
            return "", in_words(error)

    return extract


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


# -- writing ---------------------------------------------------------------------------------------------------------------


def write(curves: Sequence[Curve], folder: Path, about: About) -> list[Path]:
    """The curves as CSV, JSON, one SVG each, and a page with all of them."""
    paths = [folder / "sweep.csv", folder / CURVES_FILE, folder / "sweep.html"]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write_csv(curves, paths[0])
        write_curves(curves, about, paths[1])
        paths[2].write_text(document("maintext bench sweep", curves_section(curves, about)), encoding="utf-8")
        for curve in curves:
            paths.append(folder / f"{curve.figure}-{_file_name(curve.corpus)}.svg")
            paths[-1].write_text(standalone(curve_figure(curve)), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write into {folder}: {error.strerror or error}") from error
    return paths


def _file_name(corpus: str) -> str:
    return "".join(character if character.isalnum() or character in "-_." else "_" for character in corpus)


def _write_csv(curves: Sequence[Curve], path: Path) -> None:
    metrics = sorted({metric for curve in curves for score in curve.scores for metric in score})
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["figure", "method", "parameter", "value", "corpus", "pages", *metrics])
        for curve in curves:
            for value, scores in zip(curve.values, curve.scores, strict=True):
                row = [curve.figure, curve.method, curve.parameter, f"{value:g}", curve.corpus, curve.pages]
                writer.writerow(row + [scores.get(metric) for metric in metrics])
