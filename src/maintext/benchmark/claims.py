"""What the papers claim, as data, and what the results at hand say to it.

A claim knows where to look and how to judge; nothing here knows how any run turned out. Published figures are shares (0.9651 for
96.51 %). Each kind of check says in its docstring when a claim holds.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Protocol

from maintext.benchmark.metrics import bootstrap_interval, harmonic_interval
from maintext.benchmark.model import PageResult
from maintext.benchmark.summary import Curve, Pairing, Scores, Summary, averaged, by_figure, compare, scores_by_page, summarise

HOLDS, PARTLY, FAILS, UNDECIDED = "holds", "partly", "does not hold", "undecided"
NOT_MEASURED, NOT_CHECKABLE = "not measured", "cannot be checked"

_TOLERANCE = 0.01  # tokenisation alone moves a score by half a point, other readings of the gold by as much again
_FLAT = 0.005  # a score that is this near to the best one is as good

_NAMES = {
    "lcs_hf1": "hF1",
    "lcs_f1": "LCS F1",
    "lcs_precision": "P",
    "lcs_recall": "R",
    "lcs_score": "Score",
    "f1": "F1",
    "hf1": "hF1",
    "precision": "P",
    "recall": "R",
}


@dataclass(frozen=True)
class Evidence:
    """The results at hand, ready to be looked up."""

    summaries: Mapping[tuple[str, str], Summary]  # by corpus and contender
    scores: Scores
    curves: Mapping[str, Curve]  # by figure

    @classmethod
    def of(
        cls, results: Sequence[PageResult], summaries: Iterable[Summary] | None = None, curves: Iterable[Curve] = ()
    ) -> "Evidence":
        found = summarise(results) if summaries is None else summaries
        by_place = {(each.corpus, each.contender): each for each in found}
        return cls(by_place, scores_by_page(results), {name: averaged(each) for name, each in by_figure(curves).items()})

    def mean(self, corpus: str, contender: str, metric: str) -> float | None:
        summary = self.summaries.get((corpus, contender))
        return summary.scores.get(metric) if summary else None

    def interval(self, corpus: str, contender: str, metric: str) -> tuple[float, float]:
        """Of a metric that pages have, or of the harmonic mean of two such (`hf1`, `lcs_hf1`)."""
        pages = self.scores[corpus, contender].values()
        if not metric.endswith("hf1"):
            return bootstrap_interval([scores[metric] for scores in pages if metric in scores])
        names = (metric.replace("hf1", "precision"), metric.replace("hf1", "recall"))
        precisions, recalls = ([scores[name] for scores in pages if name in scores] for name in names)
        return harmonic_interval(precisions, recalls)

    def corpora(self, wanted: tuple[str, ...]) -> list[str]:
        """The wanted corpora that there are, or all of them."""
        present = dict.fromkeys(corpus for corpus, _ in self.summaries)
        return [corpus for corpus in present if not wanted or corpus in wanted]


@dataclass(frozen=True)
class Finding:
    """What the results say to a claim."""

    here: str
    verdict: str
    why: str = ""


_NOTHING = Finding("–", NOT_MEASURED)


class Check(Protocol):
    def judge(self, evidence: Evidence) -> Finding: ...


def _points(difference: float) -> str:
    rounded = round(100 * difference, 1)
    return f"{rounded:+.1f}".replace("-", "−") if rounded else "0.0"


def _where(curve: Curve) -> str:
    return f"{curve.corpus}; {curve.pages:,} pages"


# -- kinds of checks ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    """A row of a table; the first figure decides, the others say where a gap comes from.

    Holds if it is reached within one point; undecided if the figure lies in the 95 % interval of what is found here.
    """

    contender: str
    corpus: str
    figures: dict[str, float]

    def judge(self, evidence: Evidence) -> Finding:
        summary = evidence.summaries.get((self.corpus, self.contender))
        if summary is None or not self.figures.keys() <= summary.scores.keys():
            return _NOTHING
        gaps = {metric: summary.scores[metric] - published for metric, published in self.figures.items()}
        here = ", ".join(f"{_NAMES[metric]} {100 * summary.scores[metric]:.1f}" for metric in self.figures)
        metric, published = next(iter(self.figures.items()))
        _, high = evidence.interval(self.corpus, self.contender, metric)
        verdict = HOLDS if gaps[metric] >= -_TOLERANCE else UNDECIDED if published <= high else FAILS
        why = ", ".join(f"{_NAMES[metric]} {_points(each)}" for metric, each in gaps.items())
        return Finding(f"{here} ({summary.scored} pages)", verdict, why)


@dataclass(frozen=True)
class Better:
    """One contender is better than others, perhaps by so much.

    On each corpus it meets the best of the others, page by page; a corpus shows it better if the interval of the difference lies
    above 0, and worse if it lies below. Holds if no corpus shows it worse, half of them or more show it better, and its mean lead
    is `by`, within one point. Does not hold if `by` lies above the interval of every corpus. Holds partly if it leads on average
    and some corpus shows it better. Undecided if none shows anything, or if it would hold but others were not measured.
    """

    contender: str
    than: tuple[str, ...]
    metric: str
    by: float = 0.0
    corpora: tuple[str, ...] = ()  # none named: all

    def judge(self, evidence: Evidence) -> Finding:
        met = [pairing for corpus in evidence.corpora(self.corpora) if (pairing := self._meeting(evidence, corpus))]
        if not met:
            return _NOTHING
        better, worse = (sum(each.verdict == word for each in met) for word in ("better", "worse"))
        lead = fmean(each.found.difference for each in met)
        why = f"mean lead {_points(lead)}; better on {better}, worse on {worse}, undecided on {len(met) - better - worse}"
        holds = 2 * better >= len(met) and not worse and lead >= (self.by - _TOLERANCE if self.by else 0)
        out_of_reach = not holds and self.by > max(each.found.high for each in met)
        missing = self._missing(evidence, [each.corpus for each in met])
        why += "; the published lead is above every interval" if out_of_reach else ""
        why += f"; not measured: {', '.join(missing)}" if missing else ""
        if holds:
            return Finding(self._in_words(met), UNDECIDED if missing else HOLDS, why)
        partly = better and lead > 0 and not out_of_reach
        verdict = PARTLY if partly else FAILS if better or worse or out_of_reach else UNDECIDED
        return Finding(self._in_words(met), verdict, why)

    def _missing(self, evidence: Evidence, corpora: Sequence[str]) -> list[str]:
        """The others that some corpus has no score of, with these corpora where it is not all."""
        found = []
        for name in self.than:
            without = [corpus for corpus in corpora if evidence.mean(corpus, name, self.metric) is None]
            if without:
                found.append(name if len(without) == len(corpora) else f"{name} on {', '.join(without)}")
        return found

    def _in_words(self, met: Sequence[Pairing]) -> str:
        leads: dict[str, list[str]] = {}
        for each in met:
            leads.setdefault(each.other, []).append(f"{each.corpus} {_points(each.found.difference)}")
        return "; ".join(f"over {other}: {', '.join(each)}" for other, each in leads.items())

    def _meeting(self, evidence: Evidence, corpus: str) -> Pairing | None:
        rivals = {name: evidence.mean(corpus, name, self.metric) for name in self.than}
        known = {name: mean for name, mean in rivals.items() if mean is not None}
        if not known:
            return None
        return compare(
            evidence.scores, corpus, self.contender, max(known, key=known.__getitem__), lambda scores: scores.get(self.metric)
        )


@dataclass(frozen=True)
class Level:
    """A contender reaches a level on corpora of a kind. Holds if it does on most of them (or on every one, where that is
    claimed); partly if on some, where most are claimed.
    """

    contender: str
    metric: str
    level: float
    corpora: tuple[str, ...] = ()  # none named: all
    every: bool = False

    def judge(self, evidence: Evidence) -> Finding:
        means = {corpus: evidence.mean(corpus, self.contender, self.metric) for corpus in evidence.corpora(self.corpora)}
        known = {corpus: mean for corpus, mean in means.items() if mean is not None}
        if not known:
            return _NOTHING
        here = ", ".join(f"{100 * mean:.1f} on {corpus}" for corpus, mean in known.items())
        reached = sum(mean >= self.level for mean in known.values())
        enough = reached == len(known) if self.every else reached > len(known) / 2
        verdict = HOLDS if enough else PARTLY if reached and not self.every else FAILS
        return Finding(here, verdict, f"reached on {reached} of {len(known)}")


@dataclass(frozen=True)
class Peak:
    """A score is highest at some values of a parameter. Holds if it is, partly if it is within half a point of the highest."""

    figure: str
    metric: str
    low: float
    high: float

    def judge(self, evidence: Evidence) -> Finding:
        curve = evidence.curves.get(self.figure)
        if curve is None:
            return _NOTHING
        best, scores = curve.best(self.metric), dict(zip(curve.values, curve.of(self.metric), strict=True))
        inside = [score for value, score in scores.items() if self.low - 1e-9 <= value <= self.high + 1e-9]
        if not inside:
            return _NOTHING
        gap = max(inside) - scores[best]
        here = f"{_NAMES[self.metric]} is highest at {best:g} ({100 * scores[best]:.1f}; {_where(curve)})"
        verdict = HOLDS if self.low - 1e-9 <= best <= self.high + 1e-9 else PARTLY if gap >= -_FLAT else FAILS
        return Finding(here, verdict, "" if verdict == HOLDS else f"{_points(gap)} where the paper has it")


@dataclass(frozen=True)
class AllAtZero:
    """At 0 everything is kept. Holds if recall is highest there, and 95 % or more: some gold has words that its page has not."""

    figure: str
    metric: str

    def judge(self, evidence: Evidence) -> Finding:
        curve = evidence.curves.get(self.figure)
        if curve is None or 0 not in curve.values:
            return _NOTHING
        recalls = curve.of(self.metric)
        at_zero = recalls[curve.values.index(0)]
        holds = at_zero >= max(recalls) - 1e-9 and at_zero >= 0.95
        return Finding(f"R {100 * at_zero:.1f} at 0 ({_where(curve)})", HOLDS if holds else FAILS)


@dataclass(frozen=True)
class Lost:
    """What the paper gives cannot be read any more."""

    why: str

    def judge(self, evidence: Evidence) -> Finding:
        return Finding("–", NOT_CHECKABLE, self.why)


# -- the claims --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Claim:
    paper: str
    claim: str  # in our words
    published: str
    check: Check


_CETD, _CETR, _CEPR = "CETD, SIGIR 2011", "CETR, WWW 2010", "CEPR, CIKM 2013"
_BLOCKS, _DANAG = "BlockExtractor, 2012", "DANAg, 2012"
_NEWS = ("cleanportaleval", "news-dev", "scrapinghub")


def _cetd_row(precision: float, recall: float, f1: float, score: float) -> dict[str, float]:
    return {"lcs_hf1": f1, "lcs_precision": precision, "lcs_recall": recall, "lcs_score": score}


CLAIMS: tuple[Claim, ...] = (
    Claim(
        _CETD,
        "CECTD-DS on CleanEval (the F1 is the harmonic mean of mean precision and mean recall)",
        "F1 96.51, P 95.87, R 97.15, Score 93.87",
        Figures("cectd-ds", "cleaneval", _cetd_row(0.9587, 0.9715, 0.9651, 0.9387)),
    ),
    Claim(
        _CETD,
        "CETD-DS on CleanEval",
        "F1 93.73, P 92.96, R 94.52, Score 88.96",
        Figures("cetd-ds", "cleaneval", _cetd_row(0.9296, 0.9452, 0.9373, 0.8896)),
    ),
    Claim(
        _CETD,
        "CECTD-S on CleanEval",
        "F1 91.46, P 90.35, R 92.60, Score 87.24",
        Figures("cectd-s", "cleaneval", _cetd_row(0.9035, 0.9260, 0.9146, 0.8724)),
    ),
    Claim(_CETD, "Composite density beats plain density", "CECTD-DS > CETD-DS", Better("cectd-ds", ("cetd-ds",), "lcs_f1")),
    Claim(
        _CETD,
        "Plain density with DensitySum beats smoothed composite density",
        "F1 93.73 against 91.46 on CleanEval",
        Better("cetd-ds", ("cectd-s",), "lcs_f1", by=0.0227, corpora=("cleaneval",)),
    ),
    Claim(_CETD, "DensitySum beats smoothing", "CECTD-DS far above CECTD-S", Better("cectd-ds", ("cectd-s",), "lcs_f1")),
    Claim(
        _CETD,
        "CECTD-DS beats the best of the other approaches",
        "F1 8.79 higher on average",
        Better("cectd-ds", ("bte", "dsc", "lqf", "ccb", "fe", "kfe", "cetr", "cetr-tm", "cetr-km"), "lcs_f1", by=0.0879),
    ),
    Claim(
        _CETD,
        "CECTD-DS beats the winner of the CleanEval competition",
        "its Score was 84.1",
        Level("cectd-ds", "lcs_score", 0.841, ("cleaneval",)),
    ),
    Claim(_CETD, "A threshold coefficient of 0 keeps everything", "recall 100 (figure 5)", AllAtZero("cetd-5", "lcs_recall")),
    Claim(
        _CETD,
        "The threshold needs no tuning: 0.9 to 1 is a good trade-off",
        "0.9 to 1 (figure 5)",
        Peak("cetd-5", "lcs_f1", 0.9, 1),
    ),
    Claim(
        _CETR,
        "Clustering in two dimensions is far better than a threshold or one dimension",
        "CETR > CETR-TM, CETR-KM",
        Better("cetr", ("cetr-tm", "cetr-km"), "f1"),
    ),
    Claim(_CETR, "k-means typically beats the threshold", "CETR-KM > CETR-TM", Better("cetr-km", ("cetr-tm",), "f1")),
    Claim(
        _CETR,
        "CETR on CleanEval, English",
        "a table",
        Lost("the numbers of the table are lost in the text of the paper that we have"),
    ),
    Claim(_CETR, "F1 of 86.59 and more on every source", "86.59 to 98.93", Level("cetr", "hf1", 0.8659, every=True)),
    Claim(_CETR, "A threshold coefficient of 0 keeps everything", "recall 100 (figure 6)", AllAtZero("cetr-6", "recall")),
    Claim(_CETR, "A good trade-off on the New York Times lies at 0.5", "0.5 (figure 6)", Peak("cetr-6", "f1", 0.5, 0.5)),
    Claim(
        _CEPR, "CEPR-SETPR beats CETR", "F 8.69 higher on average", Better("cepr-setpr", ("cetr", "cetr k=2"), "f1", by=0.0869)
    ),
    Claim(
        _CEPR,
        "CEPR-SETPR beats CETR on news",
        "as above",
        Better("cepr-setpr", ("cetr", "cetr k=2"), "f1", by=0.0869, corpora=_NEWS),
    ),
    Claim(_CEPR, "Punctuation and spread help", "CEPR-ETPR > CEPR-TPR", Better("cepr-etpr", ("cepr-tpr",), "f1")),
    Claim(_CEPR, "Smoothing helps", "CEPR-SETPR > CEPR-ETPR", Better("cepr-setpr", ("cepr-etpr",), "f1")),
    Claim(_CEPR, "A good trade-off lies at a threshold of 0.8", "0.8 (figure 9)", Peak("cepr-9", "f1", 0.8, 0.8)),
    Claim(_CEPR, "Smoothing is best with alpha = 1", "F 92.60 on Techweb (figure 10)", Peak("cepr-10", "f1", 1, 1)),
    Claim(
        _BLOCKS,
        "F1 on four news sites (with what recurs on a site removed, which a page alone does not allow)",
        "94.72",
        Level("block-extractor", "lcs_hf1", 0.9472, _NEWS),
    ),
    Claim(
        _BLOCKS,
        "BlockExtractor beats other densities on news",
        "F1 94.72 against 79.04 and less",
        Better("block-extractor", ("cetd-ds", "alexjc", "zhou"), "lcs_f1", by=0.1568, corpora=_NEWS),
    ),
    Claim(_BLOCKS, "F1 is highest at a threshold of 1.3 to 1.7", "1.6 (figure 4)", Peak("block-extractor-4", "lcs_f1", 1.3, 1.7)),
    Claim(_DANAG, "F1 above 0.90 on most news sites", "90 to 97.9 on 8 of 9", Level("danag", "lcs_f1", 0.90, _NEWS)),
    Claim(
        _DANAG,
        "DANAg beats plain density, content code blurring, document slope curves and link quotas on most sites",
        "best on 6 of 9 news sites",
        Better("danag", ("density", "ccb", "accb", "tccb", "dsc", "lqf"), "lcs_f1", corpora=_NEWS),
    ),
)


def judge(evidence: Evidence) -> list[tuple[Claim, Finding]]:
    """Every claim with what the results say to it."""
    return [(claim, claim.check.judge(evidence)) for claim in CLAIMS]


def in_words(findings: Sequence[tuple[Claim, Finding]]) -> str:
    """The outcome in one sentence."""
    order = (HOLDS, PARTLY, FAILS, UNDECIDED, NOT_MEASURED, NOT_CHECKABLE)
    counts = {verdict: sum(finding.verdict == verdict for _, finding in findings) for verdict in order}
    words = {  # of one, of several
        HOLDS: ("holds", "hold"),
        PARTLY: ("holds partly", "hold partly"),
        FAILS: ("does not hold", "do not hold"),
        UNDECIDED: ("is undecided", "are undecided"),
        NOT_MEASURED: ("was not measured", "were not measured"),
        NOT_CHECKABLE: ("cannot be checked", "cannot be checked"),
    }
    told = [f"{count} {words[verdict][count > 1]}" for verdict, count in counts.items() if count]
    return f"Of {len(findings)} claims, {', '.join(told)}."
