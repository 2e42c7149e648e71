"""From probabilities to a decision: no other choice of blocks is better, and records go together."""

from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.methods.fused.decision import (
    best_expected_f1,
    confidence,
    confidence_inputs,
    levelled,
    likely_from,
    without_copies,
)
from maintext.page import BoolArray, FloatArray, IntArray

relaxed = settings(max_examples=100, deadline=None)

NONE = -1


@st.composite
def pages(draw: st.DrawFn, most: int = 7) -> tuple[FloatArray, FloatArray]:
    """Probabilities and sizes of a few blocks, with ties and zeros."""
    count = draw(st.integers(1, most))
    probability = draw(
        st.lists(st.sampled_from([0.0, 0.1, 0.5, 0.5, 0.9, 1.0]) | st.floats(0, 1), min_size=count, max_size=count)
    )
    size = draw(st.lists(st.integers(1, 300), min_size=count, max_size=count))
    return np.array(probability), np.array(size, dtype=np.float64)


def expected_f1(probability: FloatArray, size: FloatArray, chosen: list[int]) -> float:
    """Twice the expected overlap over what is chosen and what is wanted."""
    return float(2 * (probability * size)[chosen].sum() / (size[chosen].sum() + (probability * size).sum() or 1))


def subsets(count: int) -> list[list[int]]:
    numbers = range(count)
    return [list(each) for each in chain.from_iterable(combinations(numbers, many) for many in range(count + 1))]


# -- records -----------------------------------------------------------------------------------------------------------------


def columns(*rows: tuple[float, float, int, int]) -> tuple[FloatArray, FloatArray, IntArray, IntArray]:
    """Probability, size, kind of record and field, from rows."""
    probability, size, kind, field = zip(*rows, strict=True)
    return np.array(probability), np.array(size, dtype=np.float64), np.array(kind), np.array(field)


def test_the_same_field_of_three_records_has_the_same_probability() -> None:
    found = levelled(*columns((0.9, 9, 0, 0), (0.1, 9, 0, 1), (0.6, 9, 0, 0), (0.2, 9, 0, 1), (0.3, 9, 0, 0), (0.3, 9, 0, 1)))
    assert found == pytest.approx([0.6, 0.2, 0.6, 0.2, 0.6, 0.2])


def test_long_fields_weigh_more() -> None:
    found = levelled(*columns((1.0, 99, 0, 0), (0.0, 49, 0, 0), (0.0, 49, 0, 0)))
    assert found == pytest.approx([0.5] * 3)


def test_fields_of_no_size_are_levelled_too() -> None:
    assert levelled(*columns((0.9, 0, 0, 0), (0.3, 0, 0, 0), (0.3, 0, 0, 0))) == pytest.approx([0.5] * 3)


def test_two_fields_are_not_levelled() -> None:
    assert levelled(*columns((0.9, 9, 0, 0), (0.1, 9, 0, 0))).tolist() == [0.9, 0.1]


def test_blocks_outside_of_records_are_left_alone() -> None:
    rows = columns((0.9, 9, NONE, 0), (0.1, 9, NONE, 0), (0.2, 9, NONE, 0), (0.3, 9, NONE, 0))
    assert levelled(*rows).tolist() == [0.9, 0.1, 0.2, 0.3]


def test_levelling_does_not_write_to_what_it_is_given() -> None:
    rows = columns((0.9, 9, 0, 0), (0.1, 9, 0, 0), (0.2, 9, 0, 0))
    for column in rows:
        column.setflags(write=False)
    levelled(*rows)


@relaxed
@given(pages(12), st.data())
def test_levelling_equals_a_slow_mean(page: tuple[FloatArray, FloatArray], data: st.DataObject) -> None:
    probability, size = page
    field = np.array(data.draw(st.lists(st.integers(0, 3), min_size=len(size), max_size=len(size))))
    kind = np.where(field == 0, NONE, 0)
    found = levelled(probability, size, kind, np.unique(field, return_inverse=True)[1])
    for number in range(len(size)):
        same = field == field[number]
        mean = np.average(probability[same], weights=size[same] + 1)
        assert found[number] == pytest.approx(mean if field[number] != 0 and same.sum() >= 3 else probability[number])


# -- the best choice -----------------------------------------------------------------------------------------------------------


@relaxed
@given(pages())
def test_no_choice_of_blocks_has_a_better_expected_f1(page: tuple[FloatArray, FloatArray]) -> None:
    probability, size = page
    best = max(expected_f1(probability, size, chosen) for chosen in subsets(len(size)))
    assert best_expected_f1(probability, size) == pytest.approx(best, abs=1e-9)


@relaxed
@given(pages())
def test_half_of_the_best_f1_is_the_threshold_that_reaches_it(page: tuple[FloatArray, FloatArray]) -> None:
    """The rule that `likely_from` rests on."""
    probability, size = page
    best = best_expected_f1(probability, size)
    chosen = np.flatnonzero(probability >= best / 2).tolist()
    assert expected_f1(probability, size, chosen) == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize(
    ("probability", "best"), [([1.0, 0.0], 1.0), ([1.0, 1.0], 1.0), ([0.0, 0.0], 0.0), ([0.5], 2 * 0.5 / 1.5), ([], 0.0)]
)
def test_best_f1_of_clear_cases(probability: list[float], best: float) -> None:
    assert best_expected_f1(np.array(probability), np.full(len(probability), 100.0)) == pytest.approx(best)


def kept_blocks(probability: FloatArray, size: FloatArray, first_copy: IntArray, factor: float) -> BoolArray:
    return without_copies(probability >= likely_from(probability, size, factor), size, first_copy)


def kept(
    probability: list[float], size: list[float] | None = None, first: list[int] | None = None, factor: float = 0.5
) -> list[int]:
    """Numbers of the kept blocks; all of the same size and different by default."""
    count = len(probability)
    sizes = np.array(size if size is not None else [100.0] * count)
    keep = kept_blocks(
        np.array(probability), sizes, np.array(first if first is not None else range(count), dtype=np.int64), factor
    )
    assert keep.dtype == np.bool_
    return np.flatnonzero(keep).tolist()


def test_likely_blocks_are_kept_and_unlikely_ones_dropped() -> None:
    assert kept([0.95, 0.02, 0.9, 0.1, 0.97]) == [0, 2, 4]


def test_a_page_of_doubtful_blocks_keeps_the_best_of_them() -> None:
    assert kept([0.3, 0.01, 0.25]) == [0, 2]


def test_what_is_all_but_certain_is_kept_whatever_the_factor() -> None:
    assert kept([0.91, 1.0, 0.89], factor=5.0) == [0, 1]


def test_what_is_all_but_impossible_is_dropped_whatever_the_factor() -> None:
    assert kept([1e-7, 0.0, 1e-5], factor=0.0) == [2]
    assert kept([]) == []


@pytest.mark.parametrize("factor", [2.0, 5.0])
def test_where_no_block_is_likely_enough_the_likeliest_are_kept(factor: float) -> None:
    assert kept([1e-4], factor=factor) == [0]
    assert kept([0.01, 0.1, 0.095, 0.02], factor=factor) == [1, 2]


@relaxed
@given(pages(12), st.data())
def test_a_higher_factor_keeps_no_block_that_a_lower_one_drops(page: tuple[FloatArray, FloatArray], data: st.DataObject) -> None:
    """Of copies that differ in probability another one may be kept, but none is kept that was dropped with all its copies."""
    probability, size = page
    first = np.array([data.draw(st.integers(0, number)) for number in range(len(size))])
    first = first[first]  # the first copy is its own first copy
    low, high = sorted(data.draw(st.tuples(st.floats(0, 2), st.floats(0, 2))))

    def kept_texts(factor: float) -> set[int]:
        return set(first[kept_blocks(probability, size, first, factor)].tolist())

    def kept_alone(factor: float) -> set[int]:
        return set(np.flatnonzero(kept_blocks(probability, size, np.arange(len(size)), factor)).tolist())

    assert kept_alone(high) <= kept_alone(low)
    assert kept_texts(high) <= kept_texts(low)


# -- copies ------------------------------------------------------------------------------------------------------------------


def test_of_several_copies_the_first_is_kept() -> None:
    assert kept([0.9, 0.9, 0.9, 0.9], first=[0, 1, 0, 1]) == [0, 1]


def test_a_copy_is_kept_where_the_first_is_dropped() -> None:
    assert kept([0.01, 0.9, 0.95, 0.95], first=[0, 1, 0, 0]) == [1, 2]


@pytest.mark.parametrize(("size", "expected"), [(23.0, [0, 1, 2]), (24.0, [0])])
def test_copies_of_a_few_bytes_are_all_kept(size: float, expected: list[int]) -> None:
    assert kept([0.9, 0.9, 0.9], size=[size] * 3, first=[0, 0, 0]) == expected


def test_copies_do_not_bring_back_what_was_dropped() -> None:
    assert kept([0.01, 0.9, 0.01], first=[0, 1, 0]) == [1]


# -- confidence --------------------------------------------------------------------------------------------------------------


@relaxed
@given(pages(12), st.data())
def test_inputs_of_the_confidence_are_finite(page: tuple[FloatArray, FloatArray], data: st.DataObject) -> None:
    probability, size = page
    size = size * data.draw(st.sampled_from([0.0, 1.0, 1e6]))
    keep: BoolArray = np.array(data.draw(st.lists(st.booleans(), min_size=len(size), max_size=len(size))), dtype=bool)
    with np.errstate(all="raise"):
        inputs = confidence_inputs(probability, size, keep)
    assert inputs.shape == (6,)
    assert np.isfinite(inputs).all()
    assert np.abs(inputs).max() < 10
    assert 0 <= confidence(inputs, np.ones(6)) <= 1


def test_inputs_of_the_confidence_are_what_they_say() -> None:
    probability, size = np.array([0.9, 0.2, 0.6]), np.array([100.0, 50.0, 50.0])
    keep = np.array([True, False, True])
    odds, kept_size, share, sure, doubt, one = confidence_inputs(probability, size, keep)
    best = best_expected_f1(probability, size)
    assert odds == pytest.approx(np.log(best / (1 - best)))
    assert kept_size == pytest.approx(np.log1p(150) / 10)
    assert share == 150 / 200
    assert sure == pytest.approx((90 + 30) / 150)
    assert doubt == pytest.approx(4 * (0.09 * 100 + 0.16 * 50 + 0.24 * 50) / 200)
    assert one == 1


def test_a_sure_page_has_better_inputs_than_a_doubtful_one() -> None:
    size, keep = np.full(4, 100.0), np.array([True, True, False, False])
    sure = confidence_inputs(np.array([0.99, 0.98, 0.01, 0.02]), size, keep)
    doubtful = confidence_inputs(np.array([0.6, 0.6, 0.4, 0.4]), size, keep)
    assert sure[0] > doubtful[0]
    assert sure[3] > doubtful[3]
    assert sure[4] < doubtful[4]


def test_a_page_without_blocks_has_inputs_too() -> None:
    assert np.isfinite(confidence_inputs(np.zeros(0), np.zeros(0), np.zeros(0, dtype=bool))).all()


def test_confidence_is_a_logistic_function_of_its_inputs() -> None:
    inputs = np.array([2.0, 0.0, 0.0, 0.0, 0.0, 1.0])
    assert confidence(inputs, np.zeros(6)) == 0.5
    assert confidence(inputs, np.array([1.0, 0, 0, 0, 0, -2.0])) == 0.5
    assert confidence(inputs, np.array([1.0, 0, 0, 0, 0, 0])) == pytest.approx(1 / (1 + np.exp(-2)))
    assert isinstance(confidence(inputs, np.zeros(6)), float)
