"""Numbers that single precision adds up exactly: what is put on the grid stays there, and no sum leaves it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.methods.fused import grid
from maintext.methods.fused.grid import CEILING, CLIP, INPUT_STEP, STATE_STEP, WEIGHT_STEP, is_on_grid, on_grid, rounded
from maintext.page import FloatArray
from tests.methods.fused.nets import WIDTH, random_weights, shapes

relaxed = settings(max_examples=50, deadline=None)


def any_weights(seed: int, scale: float) -> dict[str, FloatArray]:
    random = np.random.default_rng(seed)
    return {name: random.normal(size=shape) * scale for name, shape in shapes(WIDTH).items()}


@relaxed
@given(st.lists(st.floats(-32, 32, width=32), min_size=1), st.sampled_from([INPUT_STEP, STATE_STEP]))
def test_rounded_values_are_the_nearest_multiples(values: list[float], step: float) -> None:
    found = rounded(np.array(values, dtype=np.float32), step)
    np.testing.assert_array_equal(found, np.rint(np.array(values) / step) * step)


def test_values_are_rounded_in_their_place() -> None:
    values = np.array([0.1], dtype=np.float32)
    assert rounded(values, STATE_STEP) is values


@relaxed
@given(st.integers(0, 99), st.sampled_from([0.01, 0.3, 3.0, 50.0]))
def test_any_weights_can_be_put_on_the_grid(seed: int, scale: float) -> None:
    weights = any_weights(seed, scale)
    assert not is_on_grid(weights)
    assert is_on_grid(on_grid(weights))


@relaxed
@given(st.integers(0, 99))
def test_weights_of_common_size_are_moved_by_half_a_step_at_most(seed: int) -> None:
    weights = any_weights(seed, 0.3)
    for name, found in on_grid(weights).items():
        assert np.abs(found - weights[name]).max() <= WEIGHT_STEP / 2


def test_too_large_weights_are_made_smaller_and_keep_their_proportions() -> None:
    weights = any_weights(0, 0.3)
    weights["head"][:, 0] = [50.0, -25.0, 100.0, 25.0, 0.0, 50.0]
    weights["head_bias"][0] = weights["head_convention"][0] = 0
    found = on_grid(weights)["head"][:, 0]
    assert 32 * np.abs(found).sum() <= 1024
    np.testing.assert_allclose(found / found[2], [0.5, -0.25, 1.0, 0.25, 0.0, 0.5], atol=0.01)


@pytest.mark.parametrize("name", ["head", "head_bias", "convolution_3", "group_1", "type"])
def test_weights_that_are_not_on_the_grid_are_told(name: str) -> None:
    weights = dict(random_weights())
    assert is_on_grid(weights)
    assert not is_on_grid({**weights, name: weights[name] + np.float32(WEIGHT_STEP / 2)})
    assert not is_on_grid({**weights, name: weights[name] + np.float32(1024)})


@pytest.mark.parametrize("name", shapes(WIDTH))
def test_every_weight_counts_in_one_sum(name: str) -> None:
    assert sum(name in (*each.matrices, *each.biases) for each in grid._SUMS) == 1


@pytest.mark.parametrize("name", shapes(WIDTH))
def test_sums_may_be_as_large_as_single_precision_adds_up_and_no_larger(name: str) -> None:
    """By one weight alone: 24 bits of the smallest product that can be."""
    weights = {other: np.zeros(shape, dtype=np.float32) for other, shape in shapes(WIDTH).items()}
    largest_input, step = (CLIP, INPUT_STEP) if name == "input" else (CEILING, STATE_STEP)
    step = INPUT_STEP if name in ("input_bias", "input_convention") else step
    largest = 2**24 * step * WEIGHT_STEP / (1 if name.endswith(("_bias", "_convention")) else largest_input)
    weights[name].flat[-1] = -largest
    assert is_on_grid(weights)
    weights[name].flat[-1] = -largest - WEIGHT_STEP
    assert not is_on_grid(weights)


def test_all_that_is_added_up_counts() -> None:
    weights = {name: np.zeros(shape, dtype=np.float32) for name, shape in shapes(WIDTH).items()}
    for name in ("page", "group_0", "group_1", "group_2"):
        weights[name][:, 0] = 1.0
    weights["page_bias"][0] = 1024 - 32 * 5 * len(weights["group_0"])
    assert is_on_grid(weights)
    weights["page_bias"][0] += WEIGHT_STEP
    assert not is_on_grid(weights)


def test_what_else_a_model_has_is_left_as_it_is() -> None:
    found = on_grid({**any_weights(0, 0.3), "mean": np.array([0.123456])})
    assert found["mean"].dtype == np.float32
    assert found["mean"][0] == np.float32(0.123456)


@relaxed
@given(st.integers(0, 99))
def test_sums_are_the_same_in_any_order(seed: int) -> None:
    """Of states as large as they get, and of a matrix as large as it may be."""
    random = np.random.default_rng(seed)
    weights = on_grid(any_weights(seed, 20.0))["head"]
    state = rounded((random.random(len(weights)) * CEILING).astype(np.float32), STATE_STEP)
    exact = state.astype(np.float64) @ weights.astype(np.float64)
    for order in (np.arange(len(weights)), np.argsort(weights[:, 0]), random.permutation(len(weights))):
        total = np.zeros(weights.shape[1], dtype=np.float32)
        for place in order:
            total += state[place] * weights[place]
        np.testing.assert_array_equal(total, exact)
