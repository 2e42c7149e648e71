"""How near a text comes to its gold: per page, over a corpus, and between two contenders on the same pages.

Four families, since the literature does not agree on one:

precision, recall, f1             words as a bag: CETR's tables and WCXB
lcs_precision … lcs_score         words in their order, by the longest common subsequence: CETD, CEPR, DANAg, CleanEval
rouge5_f1                         runs of five words: WebMainBench
shingle_tp, shingle_fp, shingle_fn   runs of four words: Scrapinghub's article benchmark

`must_have` and `must_not_have` are shares of snippets found; the second is better when it is smaller.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from maintext import BadParameter, MaintextError
from maintext.benchmark.model import Sample

METRICS_VERSION = 1  # part of every cache key: raise it whenever a score may come out differently

_NO_SPACES = r"\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # scripts written without spaces
_TOKEN = re.compile(rf"[{_NO_SPACES}]|[^\W{_NO_SPACES}]+")
_SHINGLE_WORD = re.compile(r"\w+")

_SHINGLE_WORDS = 4  # evaluate.py of scrapinghub/article-extraction-benchmark
_ROUGE_WORDS = 5  # TextRougeNgramMetric of opendatalab/WebMainBench

_NORMAL_95 = 1.96  # standard deviations on either side that hold 95 % of a normal distribution
_LARGEST = np.iinfo(np.int64).max
_CHUNK = 1_000_000  # draws of a bootstrap that are held at a time

FloatArray = NDArray[np.float64]


def tokens(text: str) -> list[str]:
    """The words of a text in small letters; every Chinese, Japanese or Thai character is a word of its own."""
    return _TOKEN.findall(text.lower())


# -- one page --------------------------------------------------------------------------------------------------------------


def measure(found: str, sample: Sample) -> dict[str, float]:
    """All scores of an extracted text. What the sample has no gold or no snippets for is absent.

    Both texts without words score 1, one of them without words scores 0.
    """
    scores = _gold_scores(found, sample.gold) if sample.gold else {}
    flat = _flat(found)
    for name, snippets in (("must_have", sample.must_have), ("must_not_have", sample.must_not_have)):
        if snippets:
            scores[name] = sum(_flat(snippet) in flat for snippet in snippets) / len(snippets)
    return scores


def cleaneval_alignment(found: str, gold: str) -> float:
    """CleanEval's score: the matched words in an alignment of both texts, over all of its places.

    An alignment of insertions and deletions around `common` matches has `len(found) + len(gold) - common` places, so the best
    one scores `common / places` with the longest common subsequence as its matches: what CETD calls Score, `lcs_score` here.
    """
    return _overlap(tokens(found), tokens(gold), longest_common_subsequence(tokens(found), tokens(gold)))["score"]


def longest_common_subsequence(one: Sequence[str], other: Sequence[str]) -> int:
    """Its length. Words that only one side has can match nothing, so they are left out first: the time is quadratic."""
    words = set(one) & set(other)
    similarity = _lcs_similarity()
    return similarity([word for word in one if word in words], [word for word in other if word in words])


@cache
def _lcs_similarity() -> Callable[[Sequence[str], Sequence[str]], int]:
    try:
        from rapidfuzz.distance import LCSseq
    except ImportError as error:
        raise MaintextError("the scores need rapidfuzz: pip install 'maintext[bench]'") from error
    return LCSseq.similarity


def _gold_scores(found: str, gold: str) -> dict[str, float]:
    got, wanted = tokens(found), tokens(gold)
    bag = _overlap(got, wanted, (Counter(got) & Counter(wanted)).total())
    lcs = _overlap(got, wanted, longest_common_subsequence(got, wanted))
    del bag["score"]  # defined over an alignment, which a bag has not
    return {
        **bag,
        **{f"lcs_{name}": value for name, value in lcs.items()},
        "rouge5_f1": _rouge(got, wanted),
        **_shingle_shares(found, gold),
    }


def _overlap(got: Sequence[str], wanted: Sequence[str], common: int) -> dict[str, float]:
    """The ratios behind both ways to count common words."""
    if not got or not wanted:
        score = float(not got and not wanted)
        return {"precision": score, "recall": score, "f1": score, "score": score}
    both = len(got) + len(wanted)
    return {
        "precision": common / len(got),
        "recall": common / len(wanted),
        "f1": 2 * common / both,
        "score": common / (both - common),
    }


def _rouge(got: Sequence[str], wanted: Sequence[str]) -> float:
    """ROUGE-5's F1. As in WebMainBench, a text shorter than five words has nothing to match; theirs cuts words with jieba."""
    if not got and not wanted:
        return 1.0
    runs = _run_count(got, _ROUGE_WORDS) + _run_count(wanted, _ROUGE_WORDS)
    return 2 * _common_runs(got, wanted, _ROUGE_WORDS) / runs if runs else 0.0


def _shingle_shares(found: str, gold: str) -> dict[str, float]:
    """Right, surplus and missing shingles as shares of all three, so that no page weighs more than another.

    The words are Scrapinghub's: capitals count, and scripts without spaces make long words. A text of fewer than four words is
    one shingle.
    """
    got, wanted = (_padded(_SHINGLE_WORD.findall(text)) for text in (found, gold))
    right = _common_runs(got, wanted, _SHINGLE_WORDS)
    surplus, missing = _run_count(got, _SHINGLE_WORDS) - right, _run_count(wanted, _SHINGLE_WORDS) - right
    total = (right + surplus + missing) or 1
    return {"shingle_tp": right / total, "shingle_fp": surplus / total, "shingle_fn": missing / total}


def _padded(words: list[str]) -> list[str]:
    """Filled up to the length of a shingle with what is no word."""
    return words + [""] * (_SHINGLE_WORDS - len(words)) if words else words


def _run_count(words: Sequence[str], length: int) -> int:
    return max(0, len(words) - length + 1)


def _common_runs(got: Sequence[str], wanted: Sequence[str], length: int) -> int:
    """How many runs of so many words two texts share, each as often as both have it.

    Both texts stand in one array, so that equal words have equal numbers; equal runs then get equal numbers, a word at a time.
    """
    if min(len(got), len(wanted)) < length:
        return 0
    numbers = {word: number for number, word in enumerate({*got, *wanted})}
    words = np.fromiter(map(numbers.__getitem__, chain(got, wanted)), np.int64, len(got) + len(wanted))
    count = len(words) - length + 1
    runs, bound = words[:count], len(numbers)  # every number is smaller than the bound
    for step in range(1, length):
        if bound * len(numbers) > _LARGEST:
            runs, bound = np.unique(runs, return_inverse=True)[1], count
        runs, bound = runs * len(numbers) + words[step : step + count], bound * len(numbers)
    runs = np.unique(runs, return_inverse=True)[1]
    of_got, of_wanted = runs[: len(got) - length + 1], runs[len(got) :]  # between them: runs across the border
    return int(np.minimum(np.bincount(of_got, minlength=count), np.bincount(of_wanted, minlength=count)).sum())


def _flat(text: str) -> str:
    return " ".join(text.lower().split())


# -- a corpus --------------------------------------------------------------------------------------------------------------


def average(rows: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """The mean of every metric over the pages that have it, and what is only defined for a corpus.

    `hf1` and `lcs_hf1` are harmonic means of the mean precision and the mean recall. The tables of CETD, CEPR and
    BlockExtractor print these as F1: they are not the mean of the pages' F1. `shingle_precision`, `shingle_recall` and
    `shingle_f1` are Scrapinghub's.
    """
    rows = list(rows)
    names = dict.fromkeys(name for row in rows for name in row)
    means = {name: float(np.mean([row[name] for row in rows if name in row])) for name in names}
    for prefix in ("", "lcs_"):
        if f"{prefix}precision" in means:
            means[f"{prefix}hf1"] = harmonic_mean(means[f"{prefix}precision"], means[f"{prefix}recall"])
    if "shingle_tp" in means:
        precision, recall = _shingle_ratios(rows)
        means |= _shingle_figures(np.array(_mean(precision)), np.array(_mean(recall)))
    return means


def harmonic_mean(one: float, other: float) -> float:
    return 2 * one * other / (one + other) if one + other else 0.0


def shingle_margins(rows: Iterable[Mapping[str, float]], *, rounds: int = 1000, seed: int = 0) -> dict[str, float]:
    """What Scrapinghub prints behind ±: 1.96 standard deviations of each shingle figure over corpora drawn from the pages."""
    precision, recall = _shingle_ratios(rows)
    if not len(precision):
        return {}
    drawn = [(_mean(precision[draw]), _mean(recall[draw])) for draw in _draws(len(precision), rounds, seed)]
    precisions, recalls = (np.concatenate(each) for each in zip(*drawn, strict=True))
    return _shingle_figures(precisions, recalls, summary=lambda values: _NORMAL_95 * np.std(values, ddof=1))


def _shingle_ratios(rows: Iterable[Mapping[str, float]]) -> tuple[FloatArray, FloatArray]:
    """Each page's precision and recall; NaN for a precision of nothing found and a recall of nothing wanted."""
    shares = [(row["shingle_tp"], row["shingle_fp"], row["shingle_fn"]) for row in rows if "shingle_tp" in row]
    right, surplus, missing = np.array(shares, dtype=np.float64).reshape(-1, 3).T
    with np.errstate(invalid="ignore"):
        return right / (right + surplus), right / (right + missing)


def _mean(ratios: FloatArray) -> FloatArray:
    """Along the last axis, over what is defined there; 0 where nothing is."""
    defined = ~np.isnan(ratios)
    return np.where(defined, ratios, 0.0).sum(axis=-1) / np.maximum(defined.sum(axis=-1), 1)


def _shingle_figures(
    precision: FloatArray, recall: FloatArray, *, summary: Callable[[FloatArray], np.floating] = np.mean
) -> dict[str, float]:
    both = precision + recall
    f1 = np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
    figures = {"shingle_precision": precision, "shingle_recall": recall, "shingle_f1": f1}
    return {name: float(summary(values)) for name, values in figures.items()}


# -- how sure --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """A against B on the same pages. Read it the other way round where smaller is better."""

    difference: float  # mean of A less mean of B
    low: float  # the difference's interval
    high: float
    p_value: float  # two-sided: how easily the drawing of pages alone turns the difference round
    pages: int


def bootstrap_interval(
    values: Sequence[float] | FloatArray, *, rounds: int = 2000, seed: int = 0, level: float = 0.95
) -> tuple[float, float]:
    """Where the mean would lie with other pages of the same kind: quantiles of the means of corpora drawn from these."""
    return _interval(_drawn_means(np.asarray(values, dtype=np.float64), rounds, seed), level)


def harmonic_interval(
    precisions: Sequence[float], recalls: Sequence[float], *, rounds: int = 2000, seed: int = 0, level: float = 0.95
) -> tuple[float, float]:
    """The same for the harmonic mean of mean precision and mean recall, both over the same drawn pages."""
    precision, recall = (_drawn_means(np.asarray(each, dtype=np.float64), rounds, seed) for each in (precisions, recalls))
    both = precision + recall
    return _interval(np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0), level)


def paired(
    a: Sequence[float] | FloatArray,
    b: Sequence[float] | FloatArray,
    *,
    rounds: int = 2000,
    seed: int = 0,
    level: float = 0.95,
) -> Comparison:
    """Is A better than B? Page by page, since two contenders find the same pages hard."""
    if len(a) != len(b):
        raise BadParameter(f"a paired comparison needs the same pages: {len(a)} against {len(b)} values")
    differences = np.asarray(a, dtype=np.float64) - np.asarray(b, dtype=np.float64)
    means = _drawn_means(differences, rounds, seed)
    low, high = _interval(means, level)
    against = min((means <= 0).sum(), (means >= 0).sum())
    return Comparison(
        difference=float(differences.mean()),
        low=low,
        high=high,
        p_value=float(min(1.0, 2 * (against + 1) / (rounds + 1))),  # + 1: the corpus itself is one of the draws
        pages=len(differences),
    )


def _drawn_means(values: FloatArray, rounds: int, seed: int) -> FloatArray:
    if not len(values):
        raise BadParameter("no pages to draw from: an interval needs at least one value")
    return np.concatenate([values[draw].mean(axis=1) for draw in _draws(len(values), rounds, seed)])


def _draws(pages: int, rounds: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Corpora of as many pages drawn with replacement, as rows of page numbers; many at a time, but never too many."""
    if rounds < 1:
        raise BadParameter(f"rounds must be 1 or more, not {rounds}")
    generator = np.random.default_rng(seed)
    at_a_time = max(1, _CHUNK // pages)
    for done in range(0, rounds, at_a_time):
        yield generator.integers(pages, size=(min(at_a_time, rounds - done), pages))


def _interval(means: FloatArray, level: float) -> tuple[float, float]:
    if not 0 < level < 1:
        raise BadParameter(f"level must lie between 0 and 1, not {level}")
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
