from collections.abc import Sequence

import pytest

from maintext import METHODS
from maintext.benchmark.claims import (
    CLAIMS,
    FAILS,
    HOLDS,
    NOT_CHECKABLE,
    NOT_MEASURED,
    PARTLY,
    UNDECIDED,
    AllAtZero,
    Better,
    Evidence,
    Figures,
    Level,
    Lost,
    Peak,
    in_words,
    judge,
)
from maintext.benchmark.model import PageResult
from maintext.benchmark.summary import Curve
from maintext.benchmark.sweep.figures import FIGURES
from maintext.methods.baselines import BASELINES


def pages(contender: str, values: Sequence[float], corpus: str = "cleaneval", metric: str = "f1") -> list[PageResult]:
    return [
        PageResult(corpus, str(number), None, contender, "1", 0.01, None, {"f1": value, metric: value})
        for number, value in enumerate(values)
    ]


def lcs_pages(precision: float, recall: float) -> list[PageResult]:
    scores = {"f1": 0.9, "lcs_precision": precision, "lcs_recall": recall, "lcs_score": 0.9, "lcs_f1": 0.9}
    return [PageResult("cleaneval", str(number), None, "cectd-ds", "1", 0.01, None, scores) for number in range(5)]


def curve(values: tuple[float, ...], f1: tuple[float, ...], recall: tuple[float, ...] | None = None) -> Curve:
    scores = tuple({"f1": one, "recall": other} for one, other in zip(f1, recall or f1, strict=True))
    return Curve("figure", "t", "", "m", "p", 1.0, "c", 3, values, scores)


def verdict_on(
    check: Figures | Better | Level | Peak | AllAtZero, results: list[PageResult], curves: list[Curve] | None = None
) -> str:
    return check.judge(Evidence.of(results, curves=curves or [])).verdict


def test_without_results_nothing_is_measured_and_what_is_lost_stays_lost() -> None:
    verdicts = {claim.claim: finding.verdict for claim, finding in judge(Evidence.of([]))}
    assert set(verdicts.values()) == {NOT_MEASURED, NOT_CHECKABLE}


def test_every_claim_looks_for_what_there_is() -> None:
    known = {*METHODS, *BASELINES}
    for claim in CLAIMS:
        check = claim.check
        names = [getattr(check, "contender", "cetr"), *getattr(check, "than", ())]
        assert {name.split()[0] for name in names} <= known, claim.claim
        assert getattr(check, "figure", "cetd-5") in FIGURES, claim.claim


def test_a_row_of_a_table_that_is_reached_holds_and_says_what_was_found() -> None:
    figures = {"lcs_hf1": 0.9, "lcs_precision": 0.85}
    finding = Figures("cectd-ds", "cleaneval", figures).judge(Evidence.of(lcs_pages(0.9, 0.9)))
    assert finding.verdict == HOLDS
    assert finding.here == "hF1 90.0, P 90.0 (5 pages)"
    assert finding.why == "hF1 0.0, P +5.0"


def test_a_row_of_a_table_that_is_missed_does_not_hold() -> None:
    assert verdict_on(Figures("cectd-ds", "cleaneval", {"lcs_hf1": 0.95}), lcs_pages(0.9, 0.9)) == FAILS


def test_a_row_that_is_missed_by_less_than_the_pages_vary_is_undecided() -> None:
    results = pages("cetr", [0.5, 1.0, 0.7, 0.9, 0.8])
    assert verdict_on(Figures("cetr", "cleaneval", {"f1": 0.82}), results) == UNDECIDED


def test_a_row_is_judged_by_the_interval_of_its_own_metric() -> None:
    f1_apart = [
        PageResult("cleaneval", str(number), None, "cetr", "1", 0.01, None, {"f1": f1, "lcs_precision": 0.8, "lcs_recall": 0.8})
        for number, f1 in enumerate((0.1, 0.9, 0.2, 1.0))
    ]
    assert verdict_on(Figures("cetr", "cleaneval", {"lcs_hf1": 0.85}), f1_apart) == FAILS
    f1_alike = [
        PageResult("cleaneval", str(number), None, "cetr", "1", 0.01, None, {"f1": 0.8, "lcs_precision": p, "lcs_recall": p})
        for number, p in enumerate((0.6, 1.0, 0.7, 0.9))
    ]
    assert verdict_on(Figures("cetr", "cleaneval", {"lcs_hf1": 0.85}), f1_alike) == UNDECIDED


def test_what_the_papers_compare_is_compared() -> None:
    checks = {claim.claim: claim.check for claim in CLAIMS}
    plain = checks["Plain density with DensitySum beats smoothed composite density"]
    assert plain == Better("cetd-ds", ("cectd-s",), "lcs_f1", by=0.0227, corpora=("cleaneval",))
    (danag,) = [check for check in checks.values() if isinstance(check, Better) and check.contender == "danag"]
    assert "density" in danag.than


def test_a_contender_without_that_metric_is_not_measured() -> None:
    assert verdict_on(Figures("cetr", "cleaneval", {"lcs_hf1": 0.5}), pages("cetr", [1.0])) == NOT_MEASURED


BASE = [0.50, 0.55, 0.60, 0.65, 0.70]


@pytest.mark.parametrize(
    ("lead", "by", "verdict"),
    [(0.1, 0.0, HOLDS), (0.1, 0.1, HOLDS), (0.1, 0.3, FAILS), (-0.1, 0.0, FAILS), (0.0, 0.0, UNDECIDED)],
)
def test_better_by_so_much(lead: float, by: float, verdict: str) -> None:
    results = pages("cetr", BASE) + pages("cetr-km", [value + lead for value in BASE])
    assert verdict_on(Better("cetr-km", ("cetr",), "f1", by=by), results) == verdict


def test_a_lead_above_every_interval_is_refuted_and_one_inside_some_is_not() -> None:
    narrow = pages("a", BASE) + pages("b", [value - 0.1 for value in BASE])
    wide = pages("a", [1.0] * 5, "other") + pages("b", [0.5, 0.95, 0.9, 0.95, 1.0], "other")
    finding = Better("a", ("b",), "f1", by=0.2).judge(Evidence.of(narrow))
    assert finding.verdict == FAILS
    assert finding.why.endswith("the published lead is above every interval")
    assert verdict_on(Better("a", ("b",), "f1", by=0.2), narrow + wide) == PARTLY


def test_rivals_that_were_not_measured_are_named_and_leave_it_undecided() -> None:
    results = pages("a", BASE) + pages("b", [0.1] * 5) + pages("a", BASE, "other") + pages("b", [0.1] * 5, "other")
    results += pages("c", [0.1] * 5, "other")
    finding = Better("a", ("b", "c", "d"), "f1").judge(Evidence.of(results))
    assert finding.verdict == UNDECIDED
    assert finding.why.endswith("; not measured: c on cleaneval, d")
    assert verdict_on(Better("b", ("a", "d"), "f1"), results) == FAILS


def test_better_on_one_corpus_and_worse_on_another_is_partly() -> None:
    results = pages("a", BASE) + pages("b", [value - 0.1 for value in BASE])
    results += pages("a", BASE, "other") + pages("b", [value + 0.05 for value in BASE], "other")
    finding = Better("a", ("b",), "f1").judge(Evidence.of(results))
    assert finding.verdict == PARTLY
    assert finding.here == "over b: cleaneval +10.0, other −5.0"


def test_better_somewhere_does_not_make_up_for_being_worse_on_average() -> None:
    results = pages("a", BASE) + pages("b", [value - 0.1 for value in BASE])
    results += pages("a", BASE, "other") + pages("b", [value + 0.2 for value in BASE], "other")
    assert verdict_on(Better("a", ("b",), "f1"), results) == FAILS


def test_it_meets_the_best_of_the_others() -> None:
    results = pages("a", BASE) + pages("weak", [0.1] * 5) + pages("strong", [0.9] * 5)
    assert "strong" in Better("a", ("weak", "strong"), "f1").judge(Evidence.of(results)).here


def test_better_looks_at_the_named_corpora_only() -> None:
    results = pages("a", BASE) + pages("b", [0.1] * 5)
    assert verdict_on(Better("a", ("b",), "f1", corpora=("elsewhere",)), results) == NOT_MEASURED


@pytest.mark.parametrize(
    ("level", "every", "verdict"),
    [(0.5, True, HOLDS), (0.7, False, HOLDS), (0.7, True, FAILS), (0.85, False, PARTLY), (0.95, False, FAILS)],
)
def test_a_level_on_most_or_on_every_corpus(level: float, every: bool, verdict: str) -> None:
    results = pages("a", [0.6], "one") + pages("a", [0.8], "two") + pages("a", [0.9], "three")
    assert verdict_on(Level("a", "f1", level, every=every), results) == verdict


@pytest.mark.parametrize(
    ("f1", "verdict"),
    [((0.5, 0.9, 0.6), HOLDS), ((0.901, 0.9, 0.6), PARTLY), ((0.95, 0.9, 0.6), FAILS), ((0.2, 0.3, 0.9), FAILS)],
)
def test_a_peak_where_the_paper_has_it(f1: tuple[float, ...], verdict: str) -> None:
    assert verdict_on(Peak("figure", "f1", 0.9, 1.1), [], [curve((0, 1, 2), f1)]) == verdict


def test_what_curves_say_names_their_corpora() -> None:
    one = curve((0, 1), (0.99, 0.6))
    found = [
        check.judge(Evidence.of([], curves=[one, Curve(**{**vars(one), "corpus": "d"})])).here
        for check in (Peak("figure", "f1", 0, 1), AllAtZero("figure", "recall"))
    ]
    assert [here.partition(";")[2] for here in found[:1]] == [" mean of 2 corpora: c, d; 6 pages)"]
    assert found[1] == "R 99.0 at 0 (mean of 2 corpora: c, d; 6 pages)"


def test_a_peak_without_a_value_there_is_not_measured() -> None:
    assert verdict_on(Peak("figure", "f1", 5, 6), [], [curve((0, 1), (0.5, 0.6))]) == NOT_MEASURED


def test_everything_is_kept_at_zero() -> None:
    check = AllAtZero("figure", "recall")
    assert verdict_on(check, [], [curve((0, 1), (0.5, 0.6), (0.99, 0.9))]) == HOLDS
    assert verdict_on(check, [], [curve((0, 1), (0.5, 0.6), (0.8, 0.9))]) == FAILS
    assert verdict_on(check, [], [curve((0.5, 1), (0.5, 0.6))]) == NOT_MEASURED


def test_the_outcome_in_words_counts_every_claim() -> None:
    found = [(claim, Lost("gone").judge(Evidence.of([]))) for claim in CLAIMS]
    assert in_words(found) == f"Of {len(CLAIMS)} claims, {len(CLAIMS)} cannot be checked."
