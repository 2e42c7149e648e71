"""How good a model is: a confidence that says what can be expected, and tables."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from maintext.benchmark.model import Sample
from maintext.methods.fused import Fused
from maintext.methods.fused.decision import confidence
from maintext.page import FloatArray
from training import evaluate
from training.dataset import FOLDS, fold_of, site_of
from training.evaluate import (
    EMPTY,
    Judged,
    as_found,
    confidences,
    cross_fitted_confidence,
    fit_confidence,
    judge_held_out,
    line,
    lines_by,
    reliability,
)

RELATION = np.array([0.8, -0.5, 1.2, 0.4, -0.9, 0.3])


def judged(number: int, f1: float | None = 0.5, **other: object) -> Judged:
    made = Judged("corpus", str(number), number % FOLDS, None, {} if f1 is None else {"f1": f1})
    return replace(made, **other)  # type: ignore[arg-type]


def pages(count: int, relation: FloatArray, seed: int = 0, noise: float = 0.0) -> list[Judged]:
    """Pages whose F1 is a logistic function of their inputs."""
    random = np.random.default_rng(seed)
    made = []
    for number in range(count):
        inputs = np.append(random.normal(size=5), 1.0)
        f1 = float(np.clip(confidence(inputs, relation) + noise * random.normal(), 0, 1))
        made.append(judged(number, f1, kept=True, inputs=tuple(inputs.tolist())))
    return made


# -- confidence ----------------------------------------------------------------------------------------------------------------


def test_a_known_relation_is_recovered() -> None:
    np.testing.assert_allclose(fit_confidence(pages(500, RELATION)), RELATION, atol=0.01)


def test_a_known_relation_is_recovered_from_noise() -> None:
    np.testing.assert_allclose(fit_confidence(pages(4000, RELATION, noise=0.1)), RELATION, atol=0.15)


def test_pages_without_gold_and_pages_where_nothing_is_kept_teach_nothing() -> None:
    known = pages(200, RELATION)
    noise = [judged(1, None, kept=True, inputs=(9.0,) * 6), judged(2, 0.0, kept=False, inputs=(0.0,) * 6)]
    np.testing.assert_array_equal(fit_confidence([*known, *noise]), fit_confidence(known))


@pytest.mark.parametrize("f1", [0.0, 1.0])
def test_pages_that_all_went_alike_give_finite_weights(f1: float) -> None:
    made = [judged(number, f1, kept=True, inputs=each.inputs) for number, each in enumerate(pages(100, RELATION))]
    weights = fit_confidence(made)
    assert np.isfinite(weights).all()
    assert np.mean([confidence(np.array(each.inputs), weights) for each in made]) == pytest.approx(f1, abs=0.02)


def test_the_mean_confidence_is_the_mean_f1() -> None:
    made = pages(500, RELATION, noise=0.2)
    weights = fit_confidence(made)
    mean = np.mean([confidence(np.array(each.inputs), weights) for each in made])
    assert mean == pytest.approx(np.mean([each.f1 or 0.0 for each in made]), abs=0.002)


def test_pages_of_which_none_is_kept_give_weights_all_the_same() -> None:
    assert np.isfinite(fit_confidence([judged(0, 0.0, inputs=(0.0,) * 6)])).all()


def test_the_confidence_of_a_page_is_fitted_on_the_other_folds() -> None:
    """In one fold everything is turned round: its pages must be expected to be like those of the others."""
    made = pages(500, RELATION)
    turned = [
        judged(int(each.id), 1 - (each.f1 or 0.0), kept=True, inputs=each.inputs) if each.fold == 0 else each for each in made
    ]
    pairs = cross_fitted_confidence(turned)
    assert len(pairs) == len(made)
    first = [pair for pair, each in zip(pairs, made, strict=True) if each.fold == 0]
    np.testing.assert_allclose([found for found, _ in first], [1 - f1 for _, f1 in first], atol=0.02)


def test_pages_without_gold_have_a_confidence_too() -> None:
    made = pages(500, RELATION)
    unknown = judged(0, None, kept=True, inputs=made[0].inputs)
    assert confidences([unknown], fitted_on=made) == [pytest.approx(made[0].f1, abs=0.02)]
    assert confidences([replace(unknown, kept=False)], fitted_on=made) == [0.0]


def test_some_pages_without_content_are_reckoned_with() -> None:
    made, emptied = pages(190, RELATION), [judged(number, 0.0) for number in range(35)]
    mixed = as_found(made, emptied)
    assert mixed[:190] == made
    assert len(mixed) - 190 == round(EMPTY * len(mixed)) == 10
    assert [page.id for page in mixed[190:]] == [str(number) for number in range(0, 30, 3)]
    assert as_found(made, []) == made
    assert as_found([], emptied) == []


def test_nothing_kept_is_no_confidence_and_pages_without_gold_are_left_out() -> None:
    made = [*pages(100, RELATION), judged(0, 0.0, kept=False, inputs=(5.0,) * 6), judged(0, None, kept=True, inputs=(5.0,) * 6)]
    pairs = cross_fitted_confidence(made)
    assert len(pairs) == 101
    assert (0.0, 0.0) in pairs


# -- reliability ---------------------------------------------------------------------------------------------------------------


def test_pages_are_sorted_into_bins_of_the_same_size_by_confidence() -> None:
    pairs = [(0.9, 1.0), (0.1, 0.2), (0.8, 0.6), (0.2, 0.0)]
    low, high = reliability(pairs, bins=2)
    assert (low.pages, high.pages) == (2, 2)
    assert [low.confidence, low.f1] == pytest.approx([0.15, 0.1])
    assert [high.confidence, high.f1] == pytest.approx([0.85, 0.8])


def test_a_right_confidence_is_reliable_in_every_bin() -> None:
    made = pages(2000, RELATION, noise=0.05)
    bins = reliability(cross_fitted_confidence(made))
    assert [each.pages for each in bins] == [200] * 10
    assert all(abs(each.confidence - each.f1) < 0.03 for each in bins)
    assert [each.confidence for each in bins] == sorted(each.confidence for each in bins)


def test_fewer_pages_than_bins_make_fewer_bins() -> None:
    assert [each.pages for each in reliability([(0.5, 1.0), (0.6, 0.0)])] == [1, 1]
    assert reliability([]) == []


# -- held out --------------------------------------------------------------------------------------------------------------------


def test_each_page_is_judged_by_the_model_that_has_not_seen_its_site(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    def note(samples: Sequence[Sample], methods: Sequence[Fused], _: int) -> list[Judged]:
        asked.extend((sample.id, method.model) for sample, method in zip(samples, methods, strict=True))
        return []

    monkeypatch.setattr(evaluate, "_judged", note)
    samples = [Sample("corpus", str(number), b"", url=f"https://site-{number % 40}.org/{number}") for number in range(80)]
    models = {fold: Path(f"fold-{fold}.npz") for fold in range(FOLDS)} | {-1: Path("whole.npz")}
    judge_held_out(samples, models, {}, workers=1)
    assert asked == [(sample.id, f"fold-{fold_of(site_of(sample))}.npz") for sample in samples]
    assert len({model for _, model in asked}) == FOLDS


# -- tables --------------------------------------------------------------------------------------------------------------------


def test_a_line_is_a_mean_within_its_interval() -> None:
    found = line("all", [0.2, 0.4, 0.6, 0.8])
    assert (found.name, found.pages) == ("all", 4)
    assert found.mean == pytest.approx(0.5)
    assert 0.2 <= found.low < found.mean < found.high <= 0.8


def test_lines_are_grouped_by_corpus_or_page_type_in_the_order_they_come() -> None:
    made = [
        judged(0, 0.2, corpus="b", page_type="forum"),
        judged(1, 0.6, corpus="a", page_type="forum"),
        judged(2, 0.4, corpus="b"),
        judged(3, None, corpus="c"),
    ]
    assert [(each.name, each.pages, round(each.mean, 6)) for each in lines_by(made, "corpus")] == [("b", 2, 0.3), ("a", 1, 0.6)]
    assert [(each.name, each.pages) for each in lines_by(made, "page_type")] == [("forum", 2), ("None", 1)]
    assert lines_by(made, "corpus", "must_have") == []
