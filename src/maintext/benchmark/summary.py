"""What the results say, as numbers: averages, intervals, comparisons on the same pages, curves over a parameter.

Everything that a report prints comes from here, so the terminal, Markdown, CSV and HTML can never disagree.
"""

import json
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from math import isfinite
from pathlib import Path
from statistics import fmean, median
from typing import Any

from maintext.benchmark.metrics import Comparison, average, bootstrap_interval, paired, shingle_margins
from maintext.benchmark.model import PageResult
from maintext.errors import BadInput
from maintext.extraction import DEFAULT_METHOD
from maintext.methods import METHODS
from maintext.methods.baselines import BASELINES
from maintext.version import __version__

KINDS = {"method": "maintext's methods", "baseline": "baselines", "peer": "other extractors"}
CONTROL = "whole-text"  # a method that everybody has to beat
F1 = "f1"


@dataclass(frozen=True)
class About:
    """What a report says about the run that it reports."""

    command: str
    day: str
    corpora: dict[str, int]  # pages in each
    maintext: str = __version__
    python: str = platform.python_version()

    @classmethod
    def today(cls, command: str, corpora: dict[str, int], day: date | None = None) -> "About":
        return cls(command, (day or date.today()).isoformat(), dict(sorted(corpora.items())))


def kind_of(contender: str) -> str:
    """`method` for maintext's own, `baseline` for what the papers compare with, else `peer`."""
    name = contender.partition(" ")[0]
    if name in BASELINES or name == CONTROL:
        return "baseline"
    return "method" if name in METHODS else "peer"


def ranked_by(scores: Mapping[str, float]) -> float | None:
    """What contenders are ranked by: F1, or without gold text the mean share of right decisions on snippets."""
    if F1 in scores:
        return scores[F1]
    right = [scores["must_have"]] if "must_have" in scores else []
    right += [1 - scores["must_not_have"]] if "must_not_have" in scores else []
    return fmean(right) if right else None


Measure = Callable[[Mapping[str, float]], float | None]


def measure_for(pages: Iterable[Mapping[str, float]]) -> Measure:
    """One measure for all pages of a corpus: F1 where any page has it, else what `ranked_by` makes of snippets."""
    return _f1_of if any(F1 in scores for scores in pages) else ranked_by


def _f1_of(scores: Mapping[str, float]) -> float | None:
    return scores.get(F1)


# -- averages --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Summary:
    """How one contender did on one corpus."""

    corpus: str
    contender: str
    kind: str
    version: str
    pages: int
    scored: int  # of these, with the score that it is ranked by
    scores: dict[str, float]  # averages; what the corpus has no gold for is not there
    rank: float  # the score that it is ranked by; below all others where there is none
    interval: tuple[float, float] | None  # of that score
    margins: dict[str, float]  # of the shingle figures
    median_ms: float | None  # of pages that did not fail
    mean_ms: float | None
    failures: int


def summarise(results: Sequence[PageResult]) -> list[Summary]:
    """One summary for each corpus and contender: corpora by name, the best contender first."""
    groups: dict[tuple[str, str], list[PageResult]] = {}
    for result in results:
        groups.setdefault((result.corpus, result.contender), []).append(result)
    with_gold = {result.corpus for result in results if F1 in result.scores}
    summaries = [
        _summary(corpus, contender, pages, _f1_of if corpus in with_gold else ranked_by)
        for (corpus, contender), pages in groups.items()
    ]
    return sorted(summaries, key=lambda each: (each.corpus, -each.rank, each.contender))


def _summary(corpus: str, contender: str, results: list[PageResult], measure: Measure) -> Summary:
    rows = [result.scores for result in results]
    values = [value for scores in rows if (value := measure(scores)) is not None]
    times = [1000 * result.seconds for result in results if result.error is None]
    return Summary(
        corpus=corpus,
        contender=contender,
        kind=kind_of(contender),
        version=", ".join(sorted({result.version for result in results})),
        pages=len(results),
        scored=len(values),
        scores=average(rows),
        rank=fmean(values) if values else -1.0,
        interval=bootstrap_interval(values) if values else None,
        margins=shingle_margins(rows),
        median_ms=median(times) if times else None,
        mean_ms=fmean(times) if times else None,
        failures=sum(result.error is not None for result in results),
    )


def by_corpus(summaries: Iterable[Summary]) -> dict[str, list[Summary]]:
    grouped: dict[str, list[Summary]] = {}
    for summary in summaries:
        grouped.setdefault(summary.corpus, []).append(summary)
    return grouped


@dataclass(frozen=True)
class Overall:
    """How one contender did over all corpora with gold text, each with the same weight."""

    contender: str
    kind: str
    f1: dict[str, float]  # by corpus
    mean_ms: float | None
    complete: bool  # took part in every corpus: only then can its mean be compared

    @property
    def mean(self) -> float:
        return fmean(self.f1.values())


def overall(summaries: Sequence[Summary]) -> list[Overall]:
    """The best first; those that did not take part in every corpus last."""
    scored = [summary for summary in summaries if F1 in summary.scores]
    corpora = {summary.corpus for summary in scored}
    contenders: dict[str, list[Summary]] = {}
    for summary in scored:
        contenders.setdefault(summary.contender, []).append(summary)
    found = []
    for contender, parts in contenders.items():
        times = [part.mean_ms for part in parts if part.mean_ms is not None]
        f1 = {part.corpus: part.scores[F1] for part in parts}
        found.append(Overall(contender, parts[0].kind, f1, fmean(times) if times else None, f1.keys() == corpora))
    return sorted(found, key=lambda each: (not each.complete, -each.mean, each.contender))


def by_page_type(results: Iterable[PageResult], corpus: str) -> dict[str, dict[str, tuple[float, int]]]:
    """Mean F1 and pages by contender and page type, the best contender first; empty where a corpus has fewer than two types."""
    values: dict[str, dict[str, list[float]]] = {}
    for result in results:
        if result.corpus == corpus and result.page_type and F1 in result.scores:
            values.setdefault(result.contender, {}).setdefault(result.page_type, []).append(result.scores[F1])
    if len({name for types in values.values() for name in types}) < 2:
        return {}
    means = {contender: {name: (fmean(of), len(of)) for name, of in types.items()} for contender, types in values.items()}
    return dict(sorted(means.items(), key=lambda item: (-fmean(mean for mean, _ in item[1].values()), item[0])))


# -- comparisons on the same pages -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pairing:
    """Is one contender better than another, judged on the pages that both have?"""

    corpus: str
    contender: str
    other: str
    found: Comparison

    @property
    def verdict(self) -> str:
        return "better" if self.found.low > 0 else "worse" if self.found.high < 0 else "no difference seen"


Scores = dict[tuple[str, str], dict[str, dict[str, float]]]  # corpus and contender, to page, to metric


def scores_by_page(results: Iterable[PageResult]) -> Scores:
    found: Scores = {}
    for result in results:
        found.setdefault((result.corpus, result.contender), {})[result.sample] = result.scores
    return found


def compare(scores: Scores, corpus: str, contender: str, other: str, value: Measure | None = None) -> Pairing | None:
    """The difference with its interval, by the measure of the corpus if none is given; None without a page in common."""
    one, two = scores.get((corpus, contender), {}), scores.get((corpus, other), {})
    value = value or measure_for([*one.values(), *two.values()])
    both = [(value(one[page]), value(two[page])) for page in sorted(one.keys() & two.keys())]
    known = [(a, b) for a, b in both if a is not None and b is not None]
    if not known or contender == other:
        return None
    return Pairing(corpus, contender, other, paired([a for a, _ in known], [b for _, b in known]))


def reference_among(contenders: Iterable[str], wanted: str | None) -> str | None:
    """The contender that all others are compared with: the wanted one, else the default method where it took part."""
    known = set(contenders)
    if wanted is not None and wanted not in known:
        raise BadInput(f"no contender {wanted!r} to compare with; there are: {', '.join(sorted(known)) or 'none'}")
    return wanted or (DEFAULT_METHOD if DEFAULT_METHOD in known else None)


def pairings(results: Sequence[PageResult], summaries: Sequence[Summary], reference: str | None) -> dict[str, list[Pairing]]:
    """By corpus: each contender against the best one, then each against the reference."""
    scores = scores_by_page(results)
    found = {}
    for corpus, parts in by_corpus(summaries).items():
        others = dict.fromkeys(name for name in (parts[0].contender, reference) if name)
        made = (compare(scores, corpus, part.contender, other) for other in others for part in parts)
        found[corpus] = [each for each in made if each is not None]
    return found


# -- columns of the tables -------------------------------------------------------------------------------------------------


def percent(value: float | None, digits: int = 1) -> str:
    return "–" if value is None else f"{100 * value:.{digits}f}"


def milliseconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def _score(metric: str) -> Callable[[Summary], str]:
    return lambda summary: percent(summary.scores.get(metric))


def _pages(summary: Summary) -> str:
    return str(summary.pages) if summary.scored == summary.pages else f"{summary.scored} of {summary.pages}"


def _f1(summary: Summary) -> str:
    if F1 not in summary.scores or summary.interval is None:
        return "–"
    return f"{percent(summary.scores[F1])} [{percent(summary.interval[0])}, {percent(summary.interval[1])}]"


def _shingle(summary: Summary) -> str:
    if "shingle_f1" not in summary.scores:
        return "–"
    return f"{percent(summary.scores['shingle_f1'])} ± {percent(summary.margins['shingle_f1'])}"


# Title, cell, and the metric without which the column is left out.
_COLUMNS: tuple[tuple[str, Callable[[Summary], str], str | None], ...] = (
    ("pages", _pages, None),
    ("P", _score("precision"), F1),
    ("R", _score("recall"), F1),
    ("F1 [95 %]", _f1, F1),
    ("LCS F1", _score("lcs_f1"), "lcs_f1"),
    ("hF1", _score("lcs_hf1"), "lcs_hf1"),
    ("LCS Score", _score("lcs_score"), "lcs_score"),
    ("ROUGE-5", _score("rouge5_f1"), "rouge5_f1"),
    ("shingle F1", _shingle, "shingle_f1"),
    ("must have", _score("must_have"), "must_have"),
    ("must not have", _score("must_not_have"), "must_not_have"),
    ("median ms", lambda summary: milliseconds(summary.median_ms), None),
    ("mean ms", lambda summary: milliseconds(summary.mean_ms), None),
    ("failures", lambda summary: str(summary.failures), None),
)

LEGEND = (
    "P, R and F1 count words as a bag; LCS F1 and LCS Score align them in order. F1 is the mean of the pages' F1, hF1 the "
    "harmonic mean of mean precision and mean recall, which is what several papers print. ROUGE-5 counts runs of five words, "
    "shingle F1 runs of four as Scrapinghub's benchmark does, ± 1.96 standard deviations of a bootstrap. All in per cent. F1 "
    "alone has a 95 % bootstrap interval over the pages. A failed page counts as one from which nothing was extracted; a page "
    "whose gold is blank scores 0 for whoever finds anything. Pages are those with gold text, or with snippets where a corpus "
    "has nothing else. Milliseconds are those of pages that did not fail. Must have and must not have are shares of snippets "
    "found: many of the first and few of the second are wanted."
)


def table(summaries: Sequence[Summary]) -> tuple[list[str], list[list[str]]]:
    """Headings and rows; a column that no row has a value for is left out."""
    present = {metric for summary in summaries for metric in summary.scores}
    columns = [(title, cell) for title, cell, needs in _COLUMNS if needs is None or needs in present]
    headings = ["contender", *(title for title, _ in columns)]
    return headings, [[summary.contender, *(cell(summary) for _, cell in columns)] for summary in summaries]


# -- curves over a parameter -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Curve:
    """Scores of one method on one corpus over the values of one of its parameters."""

    figure: str  # `cetd-5`, or a name made of the method and the parameter
    title: str
    says: str  # what the paper reads off its figure
    method: str
    parameter: str
    published: float  # the value that the paper sets
    corpus: str
    pages: int
    values: tuple[float, ...]
    scores: tuple[dict[str, float], ...]  # one for each value

    def of(self, metric: str) -> tuple[float, ...]:
        return tuple(score[metric] for score in self.scores)

    def best(self, metric: str) -> float:
        """The value with the highest score; the first of several."""
        scores = self.of(metric)
        return self.values[scores.index(max(scores))]


CURVES_FILE = "sweep.json"
CURVE_METRICS = frozenset(f"{prefix}{metric}" for prefix in ("", "lcs_") for metric in ("precision", "recall", F1))


def write_curves(curves: Sequence[Curve], about: About, path: Path) -> None:
    made = {"about": asdict(about), "curves": [asdict(curve) for curve in curves]}
    path.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def read_curves(folder: Path) -> tuple[list[Curve], About | None]:
    """The curves that `maintext bench sweep` left in a folder, and what it says about them; none where it did not."""
    path = folder / CURVES_FILE
    if not path.is_file():
        return [], None
    try:
        made = json.loads(path.read_text(encoding="utf-8"))
        curves = [_read_curve(each) for each in made["curves"]]
        if any(not _alike(each) for each in by_figure(curves).values()):
            raise ValueError("curves of one figure over different values")
        return curves, _read_about(made["about"])
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadInput(f"{path} is not a file of 'maintext bench sweep': {error}") from error


def _read_curve(made: dict[str, Any]) -> Curve:
    values = tuple(float(value) for value in made["values"])
    scores = tuple({str(metric): float(score) for metric, score in each.items()} for each in made["scores"])
    if not values or len(values) != len(scores):
        raise ValueError(f"{len(values)} values with {len(scores)} scores")
    if not all(score.keys() >= CURVE_METRICS for score in scores):
        raise ValueError("a metric is missing")
    if not all(map(isfinite, (*values, *(score for each in scores for score in each.values())))):
        raise ValueError("a number is not finite")
    words = {name: str(made[name]) for name in ("figure", "title", "says", "method", "parameter", "corpus")}
    return Curve(**words, published=float(made["published"]), pages=int(made["pages"]), values=values, scores=scores)


def _alike(curves: Sequence[Curve]) -> bool:
    """Whether curves can be averaged."""
    return len({(curve.values, frozenset(metric for score in curve.scores for metric in score)) for curve in curves}) == 1


def _read_about(made: dict[str, Any]) -> About:
    corpora = {str(corpus): int(pages) for corpus, pages in made["corpora"].items()}
    return About(str(made["command"]), str(made["day"]), corpora, str(made["maintext"]), str(made["python"]))


def averaged(curves: Sequence[Curve]) -> Curve:
    """Curves of one figure on several corpora as one, each corpus with the same weight. They have the same values."""
    first = curves[0]
    if len(curves) == 1:
        return first
    corpus = f"mean of {len(curves)} corpora: {', '.join(curve.corpus for curve in curves)}"
    scores = tuple(
        {metric: fmean(curve.scores[index][metric] for curve in curves) for metric in first.scores[index]}
        for index in range(len(first.values))
    )
    return Curve(**{**vars(first), "corpus": corpus, "pages": sum(curve.pages for curve in curves), "scores": scores})


def by_figure(curves: Iterable[Curve]) -> dict[str, list[Curve]]:
    grouped: dict[str, list[Curve]] = {}
    for curve in curves:
        grouped.setdefault(curve.figure, []).append(curve)
    return grouped
