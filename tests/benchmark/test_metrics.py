"""The scores against slow obvious references, and against figures that the papers print."""

import os
import random
import re
import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext import BadParameter, MaintextError
from maintext.benchmark import metrics
from maintext.benchmark.metrics import (
    average,
    bootstrap_interval,
    cleaneval_alignment,
    harmonic_interval,
    harmonic_mean,
    longest_common_subsequence,
    measure,
    paired,
    shingle_margins,
    tokens,
)
from maintext.benchmark.model import Sample

WORDS = st.lists(st.sampled_from(["a", "b", "c", "D", "Zoë", "漢字", "7", "."]), max_size=25)
GOLD_METRICS = {
    *("precision", "recall", "f1", "lcs_precision", "lcs_recall", "lcs_f1", "lcs_score"),
    *("rouge5_f1", "shingle_tp", "shingle_fp", "shingle_fn"),
}


def sample(gold: str = "", *, must_have: Sequence[str] = (), must_not_have: Sequence[str] = ()) -> Sample:
    return Sample("test", "1", b"", gold, must_have=tuple(must_have), must_not_have=tuple(must_not_have))


# -- words -----------------------------------------------------------------------------------------------------------------


def test_words_are_runs_of_letters_digits_and_underscores_in_small_letters() -> None:
    assert tokens("It's 2,5 km—Éa snake_case!") == ["it", "s", "2", "5", "km", "éa", "snake_case"]


def test_scripts_without_spaces_have_a_word_a_character() -> None:
    assert tokens("漢字かなカナ and ไทย") == ["漢", "字", "か", "な", "カ", "ナ", "and", "ไ", "ท", "ย"]
    assert tokens("한국어 텍스트") == ["한국어", "텍스트"]


# -- one page --------------------------------------------------------------------------------------------------------------


def slow_lcs(one: Sequence[str], other: Sequence[str]) -> int:
    best = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, word in enumerate(one):
        for j, against in enumerate(other):
            best[i + 1][j + 1] = best[i][j] + 1 if word == against else max(best[i][j + 1], best[i + 1][j])
    return best[-1][-1]


def slow_runs(words: Sequence[str], length: int) -> "Counter[tuple[str, ...]]":
    return Counter(tuple(words[start : start + length]) for start in range(len(words) - length + 1))


@given(WORDS, WORDS)
def test_the_longest_common_subsequence_is_the_textbooks(one: list[str], other: list[str]) -> None:
    assert longest_common_subsequence(one, other) == slow_lcs(one, other)


@given(WORDS, WORDS)
def test_every_gold_metric_equals_its_definition(found: list[str], gold: list[str]) -> None:
    scores = measure(" ".join(found), sample(" ".join(gold) or " "))
    got, wanted = tokens(" ".join(found)), tokens(" ".join(gold))
    assert scores.keys() == GOLD_METRICS
    if got and wanted:
        bag, lcs = (Counter(got) & Counter(wanted)).total(), slow_lcs(got, wanted)
        assert scores["precision"] == bag / len(got)
        assert scores["recall"] == bag / len(wanted)
        assert scores["f1"] == pytest.approx(harmonic_mean(bag / len(got), bag / len(wanted)))
        assert scores["lcs_precision"] == lcs / len(got)
        assert scores["lcs_recall"] == lcs / len(wanted)
        assert scores["lcs_f1"] == pytest.approx(harmonic_mean(lcs / len(got), lcs / len(wanted)))
        assert scores["lcs_score"] == lcs / (len(got) + len(wanted) - lcs)
        common = (slow_runs(got, 5) & slow_runs(wanted, 5)).total()
        runs = slow_runs(got, 5).total(), slow_runs(wanted, 5).total()
        assert scores["rouge5_f1"] == pytest.approx(harmonic_mean(common / max(runs[0], 1), common / max(runs[1], 1)))
    else:
        ratios = GOLD_METRICS - {"shingle_tp", "shingle_fp", "shingle_fn"}
        assert {scores[name] for name in ratios} == {float(not got and not wanted)}


def reference_shingles(true: str, found: str) -> tuple[float, float, float]:
    """What Scrapinghub's evaluation counts, put as plainly as possible: runs of four words, one short run for a short text."""
    counts = []
    for text in (true, found):
        words = re.findall(r"\w+", text)
        runs = [tuple(words[i : i + 4]) for i in range(max(1, len(words) - 3))]
        counts.append(Counter(run for run in runs if run))
    gold, got = counts
    right = sum(min(gold[run], got[run]) for run in gold | got)
    surplus = sum(max(0, got[run] - gold[run]) for run in gold | got)
    missing = sum(max(0, gold[run] - got[run]) for run in gold | got)
    total = (right + surplus + missing) or 1
    return right / total, surplus / total, missing / total


@given(WORDS, WORDS)
def test_shingles_are_counted_as_scrapinghub_counts_them(found: list[str], gold: list[str]) -> None:
    scores = measure(" ".join(found), sample(" ".join(gold) or " "))
    assert (scores["shingle_tp"], scores["shingle_fp"], scores["shingle_fn"]) == pytest.approx(
        reference_shingles(" ".join(gold), " ".join(found))
    )


def test_runs_of_words_are_told_apart_where_their_numbers_would_not_fit_a_machine_word() -> None:
    others = [str(number) for number in range(2**16 - 6)]  # 2 ** 16 words in all: four of them fill a machine word
    scores = measure("y b c d e", sample(" ".join(["x", "b", "c", "d", "e", *others, "y"])))
    assert scores["lcs_precision"] == 0.8
    assert scores["rouge5_f1"] == 0.0


def test_a_run_does_not_reach_from_one_text_into_the_other() -> None:
    scores = measure("a a a a a a", sample("a a a a a"))
    assert scores["rouge5_f1"] == 2 * 1 / (2 + 1)
    assert scores["shingle_tp"] == 2 / 3


def test_order_counts_for_the_subsequence_and_not_for_the_bag() -> None:
    scores = measure("d c b a", sample("a b c d"))
    assert scores["f1"] == 1.0
    assert scores["lcs_f1"] == 0.25


def test_shingles_mind_capitals_and_the_other_metrics_do_not() -> None:
    scores = measure("one two three four", sample("One two three four"))
    assert (scores["lcs_score"], scores["shingle_tp"]) == (1.0, 0.0)


def test_a_page_without_gold_has_no_gold_metrics() -> None:
    assert measure("anything", sample()) == {}
    assert measure("Read  MORE here", sample(must_have=["read more", "not this"])) == {"must_have": 0.5}


def test_snippets_are_found_whatever_their_capitals_and_white_space() -> None:
    scores = measure("The\n main  text. Log in", sample(must_have=["the main\ttext"], must_not_have=["LOG IN", "Share"]))
    assert scores == {"must_have": 1.0, "must_not_have": 0.5}


@pytest.mark.parametrize(("found", "gold", "score"), [("", " \n", 1.0), ("…", "!", 1.0), ("word", " ", 0.0), ("", "word", 0.0)])
def test_both_empty_is_right_and_one_empty_is_wrong(found: str, gold: str, score: float) -> None:
    scores = measure(found, sample(gold))
    names = ("precision", "recall", "f1", "lcs_f1", "lcs_score", "rouge5_f1")
    assert [scores[name] for name in names] == [score] * len(names)


@given(WORDS, WORDS)
def test_the_alignment_score_of_cleaneval_is_the_score_over_the_subsequence(found: list[str], gold: list[str]) -> None:
    alignment = cleaneval_alignment(" ".join(found), " ".join(gold))
    assert alignment == measure(" ".join(found), sample(" ".join(gold) or " "))["lcs_score"]
    got, wanted = tokens(" ".join(found)), tokens(" ".join(gold))
    places = len(got) + len(wanted) - slow_lcs(got, wanted)  # insertions, deletions and matches
    assert alignment == (slow_lcs(got, wanted) / places if places else 1.0)


def test_without_rapidfuzz_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    metrics._lcs_similarity.cache_clear()
    monkeypatch.setitem(sys.modules, "rapidfuzz.distance", None)
    with pytest.raises(MaintextError, match=r"pip install 'maintext\[bench\]'"):
        measure("a", sample("a"))


# -- a corpus --------------------------------------------------------------------------------------------------------------


def test_a_corpus_has_the_mean_of_the_pages_that_have_the_metric() -> None:
    means = average([{"f1": 1.0, "must_have": 0.5}, {"f1": 0.0}])
    assert means == {"f1": 0.5, "must_have": 0.5}


def test_no_pages_have_no_means() -> None:
    assert average([]) == {}


@pytest.mark.parametrize(
    ("precision", "recall", "printed"), [(95.87, 97.15, 96.51), (92.96, 94.52, 93.73), (90.35, 92.60, 91.46)]
)
def test_the_f1_of_the_cetd_tables_is_the_harmonic_mean_of_their_averages(
    precision: float, recall: float, printed: float
) -> None:
    pages = [
        {"precision": (precision + d) / 100, "recall": (recall - d) / 100, "lcs_precision": precision, "lcs_recall": recall}
        for d in (-2, 0, 2)
    ]
    means = average(pages)
    assert round(100 * means["hf1"], 2) == printed
    assert round(means["lcs_hf1"], 2) == printed


def test_precision_and_recall_of_nothing_have_a_harmonic_mean_of_nothing() -> None:
    assert average([{"precision": 0.0, "recall": 0.0}])["hf1"] == 0.0


def reference_shingle_figures(rows: Sequence[dict[str, float]]) -> dict[str, float]:
    """Scrapinghub's figures: mean precision where something was found, mean recall where something is wanted, and their F1."""
    precision = statistics.mean(
        row["shingle_tp"] / (row["shingle_tp"] + row["shingle_fp"]) for row in rows if row["shingle_tp"] + row["shingle_fp"] > 0
    )
    recall = statistics.mean(
        row["shingle_tp"] / (row["shingle_tp"] + row["shingle_fn"]) for row in rows if row["shingle_tp"] + row["shingle_fn"] > 0
    )
    f1 = 2 * precision * recall / (precision + recall)
    return {"shingle_precision": precision, "shingle_recall": recall, "shingle_f1": f1}


def shingle_rows(count: int = 40) -> list[dict[str, float]]:
    rng = random.Random(3)
    rows = [dict(zip(("shingle_tp", "shingle_fp", "shingle_fn"), (0.0, 0.0, 1.0), strict=True))]
    for _ in range(count):
        shares = [rng.random() for _ in range(3)]
        rows.append({f"shingle_{name}": share / sum(shares) for name, share in zip(("tp", "fp", "fn"), shares, strict=True)})
    return rows


def test_shingle_figures_leave_out_pages_on_which_nothing_was_found_from_precision_as_scrapinghub_does() -> None:
    rows = shingle_rows()
    means = average(rows)
    assert {name: means[name] for name in ("shingle_precision", "shingle_recall", "shingle_f1")} == pytest.approx(
        reference_shingle_figures(rows)
    )


def test_shingle_figures_of_pages_with_nothing_on_either_side_are_zero() -> None:
    assert average([{"shingle_tp": 0.0, "shingle_fp": 0.0, "shingle_fn": 0.0}])["shingle_f1"] == 0.0


def test_shingle_margins_are_those_of_drawn_corpora() -> None:
    rows = shingle_rows()
    rng = random.Random(5)
    drawn = [reference_shingle_figures([rng.choice(rows) for _ in rows]) for _ in range(2000)]
    margins = shingle_margins(rows, rounds=4000)
    assert margins.keys() == {"shingle_precision", "shingle_recall", "shingle_f1"}
    for name, value in margins.items():
        assert value == pytest.approx(1.96 * statistics.stdev(each[name] for each in drawn), rel=0.1)
    assert margins == shingle_margins(rows, rounds=4000)
    assert shingle_margins([{"f1": 1.0}]) == {}


# -- how sure --------------------------------------------------------------------------------------------------------------

SCORES = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@given(st.floats(0, 1), st.integers(1, 50))
def test_the_interval_of_equal_values_is_that_value(value: float, pages: int) -> None:
    assert bootstrap_interval([value] * pages, rounds=20) == pytest.approx((value, value))


@given(SCORES)
def test_an_interval_lies_between_the_smallest_and_the_largest_value(values: list[float]) -> None:
    low, high = bootstrap_interval(values, rounds=50)
    assert min(values) - 1e-12 <= low <= high <= max(values) + 1e-12


def test_the_same_seed_gives_the_same_interval_and_another_one_another() -> None:
    values = np.random.default_rng(0).random(50)
    assert bootstrap_interval(values, seed=7) == bootstrap_interval(values, seed=7)
    assert bootstrap_interval(values, seed=7) != bootstrap_interval(values, seed=8)


def test_an_interval_is_as_wide_as_the_standard_error_says() -> None:
    values = np.random.default_rng(0).normal(0.5, 0.1, 400)
    low, high = bootstrap_interval(values)
    error = values.std() / 20
    assert (low, high) == pytest.approx((values.mean() - 1.96 * error, values.mean() + 1.96 * error), abs=error / 4)


def test_drawing_in_small_portions_draws_as_many_corpora(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "_CHUNK", 7)
    assert [len(draw) for draw in metrics._draws(3, 5, 0)] == [2, 2, 1]


def test_a_clear_difference_is_found_and_counted() -> None:
    rng = np.random.default_rng(0)
    hard = rng.random(100)  # pages differ far more than the contenders do
    result = paired(hard + 0.01, hard + rng.normal(0, 0.002, 100))
    assert result.pages == 100
    assert 0 < result.low < result.difference < result.high < 0.02
    assert result.p_value < 0.01


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=30))
def test_a_comparison_read_backwards_says_the_same(pages: list[tuple[float, float]]) -> None:
    a, b = zip(*pages, strict=True)
    there, back = paired(a, b, rounds=200), paired(b, a, rounds=200)
    assert there.difference == -back.difference
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low))
    assert there.p_value == back.p_value


def test_a_contender_is_not_better_than_itself() -> None:
    result = paired([0.5, 0.9], [0.5, 0.9])
    assert (result.difference, result.p_value) == (0.0, 1.0)


def test_the_interval_of_a_harmonic_mean_draws_precision_and_recall_of_the_same_pages() -> None:
    rng = random.Random(3)
    pages = [(rng.random(), rng.random()) for _ in range(40)]
    drawn = []
    for _ in range(4000):
        some = [rng.choice(pages) for _ in pages]
        drawn.append(statistics.harmonic_mean([statistics.fmean(each) for each in zip(*some, strict=True)]))
    low, high = harmonic_interval([one for one, _ in pages], [other for _, other in pages])
    assert (low, high) == pytest.approx(tuple(np.quantile(drawn, [0.025, 0.975])), abs=0.01)
    assert harmonic_interval([0.0], [0.0]) == (0.0, 0.0)


def test_what_cannot_be_compared_is_an_error() -> None:
    with pytest.raises(BadParameter, match="2 against 1"):
        paired([0.5, 0.5], [0.5])
    with pytest.raises(BadParameter, match="at least one value"):
        bootstrap_interval([])
    with pytest.raises(BadParameter, match="between 0 and 1"):
        bootstrap_interval([1.0], level=95)
    with pytest.raises(BadParameter, match="rounds"):
        bootstrap_interval([1.0], rounds=0)


# -- real pages ------------------------------------------------------------------------------------------------------------


def reference_measure(found: str, page: Sample) -> dict[str, float]:
    """The scores as first written, in as few lines as they take."""
    from rapidfuzz.distance import LCSseq

    result: dict[str, float] = {}
    got, gold = tokens(found), tokens(page.gold)
    if page.gold:
        shared = (Counter(got) & Counter(gold)).total()
        result["precision"] = shared / len(got) if got else float(not gold)
        result["recall"] = shared / len(gold) if gold else float(not got)
        result["f1"] = 2 * shared / (len(got) + len(gold)) if got or gold else 1.0
        common = LCSseq.similarity(got, gold)
        result["lcs_f1"] = 2 * common / (len(got) + len(gold)) if got or gold else 1.0
        result["lcs_score"] = common / (len(got) + len(gold) - common) if got or gold else 1.0
    flat = " ".join(found.lower().split())
    for key, snippets in (("must_have", page.must_have), ("must_not_have", page.must_not_have)):
        if snippets:
            result[key] = statistics.mean(" ".join(s.lower().split()) in flat for s in snippets)
    return result


@pytest.mark.parametrize("name", ["scrapinghub", "cleaneval", "snippets-dev", "zh-dev"])
def test_real_pages_score_as_the_first_implementation_scored_them(name: str) -> None:
    folder = os.environ.get("MAINTEXT_CORPORA")
    file = Path(folder or "", f"{name}.parquet")
    if not folder or not file.exists():
        pytest.skip(f"MAINTEXT_CORPORA names no folder with {name}.parquet")
    from maintext.benchmark.corpora import find_corpora

    (corpus,), _ = find_corpora([file])
    ours, reference = [], []
    for page in corpus.read():
        found = maintext.extract(page.html, url=page.url)
        ours.append(measure(found, page))
        reference.append(reference_measure(found, page))
    means = average(ours)
    expected = average(reference)
    assert {name: round(means[name], 4) for name in expected} == {name: round(value, 4) for name, value in expected.items()}
