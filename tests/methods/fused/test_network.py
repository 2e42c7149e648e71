"""The net: equal to slow loops to the last bit, and to its twin in PyTorch but for what is rounded, at any length of a page."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.labels import LABELS, PAGE_TYPES
from maintext.methods.fused import network
from maintext.methods.fused.features import FEATURES
from maintext.methods.fused.grid import CEILING, CLIP, INPUT_STEP, STATE_STEP, SingleArray, on_grid, rounded
from maintext.methods.fused.network import DILATIONS, POOL_AFTER, Output, Weights, run, standardised
from maintext.page import FloatArray, IntArray, RealArray
from tests.methods.fused.nets import CHANNELS, HIDDEN, LOUD, SHORT_AND_LONG, WIDTH, random_weights

relaxed = settings(max_examples=25, deadline=None)


def random_page(blocks: int, seed: int = 0, width: int = WIDTH) -> tuple[SingleArray, list[IntArray]]:
    """Inputs, and three ways in which blocks belong together."""
    random = np.random.default_rng(seed)
    groups = [np.unique(random.integers(0, limit, blocks), return_inverse=True)[1] for limit in (1, 3, blocks)]
    return rounded(random.normal(size=(blocks, width)).astype(np.float32), INPUT_STEP), groups


def assert_same(one: Output, other: Output) -> None:
    np.testing.assert_allclose(one.main, other.main, atol=1e-15, err_msg="main")  # exponentials differ in the last digit
    for name in ("kind", "page_type"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)


def assert_close(one: Output, other: Output, tolerance: float) -> None:
    for name in ("main", "kind", "page_type"):
        np.testing.assert_allclose(getattr(one, name), getattr(other, name), atol=tolerance, err_msg=name)


def test_the_shape_of_the_net_is_that_of_the_models_in_use() -> None:
    """A change needs a new FORMAT: a model's file would fit, and mean something else."""
    assert (DILATIONS, POOL_AFTER, CLIP) == ((1, 2, 4, 8), 2, 4.0)


# -- slow and obvious ------------------------------------------------------------------------------------------------------


def to_step(values: FloatArray) -> FloatArray:
    return np.rint(values / STATE_STEP) * STATE_STEP


def as_it_is(values: FloatArray) -> FloatArray:
    return values


def relu(values: FloatArray) -> FloatArray:
    return np.where(values > 0, values, 0.0)


def slow_run(
    weights: Mapping[str, RealArray],
    inputs: RealArray,
    groups: Sequence[IntArray],
    convention: float,
    round_: Callable[[FloatArray], FloatArray] = to_step,
) -> Output:
    """One block at a time, in double precision."""
    blocks = range(len(inputs))
    weight = {name: array.astype(np.float64) for name, array in weights.items()}

    def handed_on(sums: FloatArray) -> FloatArray:
        return round_(np.minimum(relu(sums), CEILING))

    def added(one: FloatArray, other: FloatArray) -> FloatArray:
        return np.minimum(one + other, CEILING)

    first = weight["input_bias"] + convention * weight["input_convention"]
    state = [handed_on(inputs[at].astype(np.float64) @ weight["input"] + first) for at in blocks]
    nothing = np.zeros(len(first))
    for number, dilation in enumerate(DILATIONS):
        before, here, after = weight[f"convolution_{number}"]
        bias = weight[f"convolution_{number}_bias"]

        def at_or_nothing(at: int, state: Sequence[FloatArray] = tuple(state)) -> FloatArray:
            return state[at] if 0 <= at < len(state) else nothing

        sums = [
            at_or_nothing(at - dilation) @ before + state[at] @ here + at_or_nothing(at + dilation) @ after + bias
            for at in blocks
        ]
        state = [added(state[at], handed_on(sums[at])) for at in blocks]
        if number + 1 == POOL_AFTER:
            pooled = np.concatenate((round_(np.mean(state, axis=0)), np.max(state, axis=0)))
            page = pooled @ weight["page"] + weight["page_bias"]
            heard = []
            for at in blocks:
                total = page
                for which, group in enumerate(groups):
                    members = [state[other] for other in blocks if group[other] == group[at]]
                    total = total + round_(np.mean(members, axis=0)) @ weight[f"group_{which}"]
                heard.append(handed_on(total))
            state = [added(state[at], heard[at]) for at in blocks]
    bias = weight["head_bias"] + convention * weight["head_convention"]
    hidden = [handed_on(each @ weight["head"] + bias) for each in state]
    main = [1 / (1 + np.exp(min(-(each @ weight["main"] + weight["main_bias"])[0], 30))) for each in hidden]
    kind = [each @ weight["kind"] + weight["kind_bias"] for each in hidden]
    pooled = np.concatenate((round_(np.mean(state, axis=0)), np.max(state, axis=0)))
    page_type = pooled @ weight["type"] + weight["type_bias"]
    return Output(np.array(main), np.array(kind, dtype=np.float32), lambda: page_type.astype(np.float32))


@pytest.mark.parametrize("scale", [0.25, LOUD])
@pytest.mark.parametrize("convention", [-1.0, 0.0, 1.0])
@pytest.mark.parametrize("blocks", SHORT_AND_LONG)
def test_the_net_equals_slow_loops_on_pages_of_any_length(blocks: int, convention: float, scale: float) -> None:
    weights = random_weights(blocks, scale)
    inputs, groups = random_page(blocks, blocks)
    assert_same(run(weights, inputs, groups, convention), slow_run(weights, inputs, groups, convention))


def test_what_layers_of_a_loud_net_hand_on_reaches_the_ceiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the test above would not be about it: neither about a layer's sums nor about what is added to them."""
    handed_on = []

    def noted(values: SingleArray, step: float) -> SingleArray:
        handed_on.append(values.copy())
        return rounded(values, step)

    monkeypatch.setattr(network, "rounded", noted)
    run(random_weights(40, LOUD), *random_page(40, 40), 1.0)
    assert len(handed_on) > len(DILATIONS)
    assert all((layer == CEILING).any() for layer in handed_on if layer.shape == (40, CHANNELS))


# -- parts -----------------------------------------------------------------------------------------------------------------


@relaxed
@given(st.integers(1, 30), st.integers(0, 1000))
def test_each_block_has_a_probability_and_scores_of_kinds_and_the_page_scores_of_types(blocks: int, seed: int) -> None:
    output = run(random_weights(seed), *random_page(blocks, seed), 0.0)
    assert output.main.shape == (blocks,)
    assert output.kind.shape == (blocks, len(LABELS))
    assert output.page_type.shape == (len(PAGE_TYPES),)
    assert ((output.main > 0) & (output.main < 1)).all()


def test_large_numbers_overflow_nothing() -> None:
    weights = random_weights(scale=50.0)
    with np.errstate(over="raise", invalid="raise"):
        output = run(weights, *random_page(12), 1.0)
        found = (output.main, output.kind, output.page_type)
    assert all(np.isfinite(each).all() for each in found)


def test_the_same_page_gives_the_same_answer_and_nothing_is_written_to() -> None:
    weights, (inputs, groups) = random_weights(), random_page(20)
    for array in (*weights.values(), inputs):
        array.setflags(write=False)
    for group in groups:
        group.setflags(write=False)
    one, other = run(weights, inputs, groups, 0.5), run(weights, inputs, groups, 0.5)
    assert_same(one, other)


def test_the_convention_changes_the_answer() -> None:
    weights, (inputs, groups) = random_weights(), random_page(20)
    answers = [run(weights, inputs, groups, convention).main for convention in (-1.0, 0.0, 1.0)]
    assert not np.allclose(answers[0], answers[1])
    assert not np.allclose(answers[1], answers[2])


def test_without_its_weights_the_convention_means_nothing() -> None:
    weights, (inputs, groups) = random_weights(), random_page(20)
    without = {
        **weights,
        "input_convention": np.zeros(CHANNELS, dtype=np.float32),
        "head_convention": np.zeros(HIDDEN, dtype=np.float32),
    }
    assert_same(run(without, inputs, groups, -1.0), run(without, inputs, groups, 1.0))


def silent(weights: Weights, *names: str) -> dict[str, SingleArray]:
    """The weights without what these parts hear."""
    return {name: np.zeros_like(array) if name.startswith(names) else array for name, array in weights.items()}


def reach(weights: Weights, blocks: int, changed: int, groups: list[IntArray]) -> list[int]:
    """The blocks whose answer changes with the inputs of one block."""
    inputs, _ = random_page(blocks)
    inputs = np.abs(inputs)  # so that no change is lost below zero
    other = inputs.copy()
    other[changed] += 1.0
    difference = np.abs(run(weights, inputs, groups, 0.0).kind - run(weights, other, groups, 0.0).kind).max(axis=1)
    return np.flatnonzero(difference > 0).tolist()


def positive() -> Weights:
    return {name: np.abs(array) for name, array in random_weights(scale=0.1).items()}


def test_a_block_hears_its_neighbours_up_to_the_sum_of_the_dilations() -> None:
    weights = silent(positive(), "page", "group")
    assert reach(weights, 60, 30, []) == list(range(30 - sum(DILATIONS), 30 + sum(DILATIONS) + 1))
    assert reach(weights, 60, 0, []) == list(range(sum(DILATIONS) + 1))
    assert reach(weights, 60, 59, []) == list(range(59 - sum(DILATIONS), 60))


def test_what_comes_before_and_what_comes_after_have_weights_of_their_own() -> None:
    weights = silent(positive(), "page", "group")
    for number in range(len(DILATIONS)):
        weights[f"convolution_{number}"][0] = 0  # nothing from before
    assert reach(weights, 60, 30, []) == list(range(30 - sum(DILATIONS), 31))


@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_a_page_shorter_than_a_dilation_hears_nothing_from_that_far(blocks: int) -> None:
    weights = random_weights()
    longest = len(DILATIONS) - 1
    assert DILATIONS[longest] > blocks
    other = {**weights, f"convolution_{longest}": weights[f"convolution_{longest}"].copy()}
    other[f"convolution_{longest}"][[0, 2]] = 3.0
    inputs, groups = random_page(blocks)
    assert_same(run(weights, inputs, groups, 0.0), run(other, inputs, groups, 0.0))


def test_a_block_hears_from_its_own_group_and_from_no_other() -> None:
    weights = silent(positive(), "page", "convolution", "group_1", "group_2")
    group = np.arange(40) % 4
    expected = [number for number in range(40) if number % 4 == 2]
    assert reach(weights, 40, 2, [group, group, group]) == expected


def test_groups_are_heard_as_means_whatever_their_order() -> None:
    weights, (inputs, groups) = random_weights(), random_page(30)
    renamed = [group.max() - group for group in groups]
    assert_same(run(weights, inputs, groups, 0.0), run(weights, inputs, renamed, 0.0))


def test_every_block_hears_from_the_whole_page() -> None:
    weights = silent(positive(), "convolution", "group")
    assert reach(weights, 60, 0, []) == list(range(60))


def test_standardised_features_are_clipped_and_rounded() -> None:
    weights = {"mean": np.array([1.0, 0.0, 0.0], dtype=np.float32), "scale": np.array([2.0, 0.5, 1e9], dtype=np.float32)}
    found = standardised(weights, np.array([[1.0, 1.01, 5.0], [5.0, 100.0, 7.0], [-99.0, 0.0, 3e7]], dtype=np.float32))
    assert 2.02 % INPUT_STEP
    np.testing.assert_array_equal(found, [[0, 2 + 1 * INPUT_STEP, 0], [2, CLIP, 0], [-CLIP, 0, 2 * INPUT_STEP]])


# -- the twin in PyTorch -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def torch_net() -> object:
    torch = pytest.importorskip("torch")
    from training.network import Net

    torch.set_num_threads(1)
    torch.manual_seed(7)
    net = Net(len(FEATURES), 16, 8, dropout=0.5)
    net.eval()
    return net


def torch_answers(net: object, pages: Sequence[tuple[RealArray, list[IntArray]]], conventions: Sequence[float]) -> list[Output]:
    """What the twin says of pages in one batch."""
    torch = pytest.importorskip("torch")
    from training.network import Net, batch_of

    assert isinstance(net, Net)
    batch = batch_of([inputs for inputs, _ in pages], [np.stack(groups) for _, groups in pages])
    with torch.no_grad():
        main, kind, page_type = net(batch, torch.tensor(conventions))
    answers = []
    for number in range(len(pages)):
        own = (batch.page == number) & (batch.real > 0)
        answers.append(Output(torch.sigmoid(main[own]).numpy(), kind[own].numpy(), page_type[number].numpy))
    return answers


def twin_weights(net: object) -> dict[str, FloatArray]:
    from training.network import Net

    assert isinstance(net, Net)
    return net.weights()


@pytest.mark.parametrize("blocks", [*SHORT_AND_LONG, 300])
def test_the_twin_in_pytorch_says_the_same_of_a_page(torch_net: object, blocks: int) -> None:
    page = random_page(blocks, blocks, len(FEATURES))
    for convention in (-1.0, 0.0, 1.0):
        (twin,) = torch_answers(torch_net, [page], [convention])
        assert_close(slow_run(twin_weights(torch_net), *page, convention, round_=as_it_is), twin, 1e-5)
        assert_close(run(on_grid(twin_weights(torch_net)), *page, convention), twin, 0.2)


def test_the_twin_says_the_same_of_pages_in_one_batch_as_one_by_one(torch_net: object) -> None:
    pages = [random_page(blocks, blocks, len(FEATURES)) for blocks in (3, 1, 40, 8, 2, 17)]
    conventions = [-1.0, 1.0, 0.0, 1.0, -1.0, 0.5]
    together = torch_answers(torch_net, pages, conventions)
    for page, convention, answer in zip(pages, conventions, together, strict=True):
        (alone,) = torch_answers(torch_net, [page], [convention])
        assert_close(alone, answer, 1e-5)


def test_the_twin_hands_over_all_weights_that_the_net_reads(torch_net: object) -> None:
    read: set[str] = set()

    class Noted(dict[str, SingleArray]):
        def __getitem__(self, name: str) -> SingleArray:
            read.add(name)
            return super().__getitem__(name)

    handed_over = twin_weights(torch_net)
    weights = Noted(on_grid(handed_over))
    assert run(weights, *random_page(20, width=len(FEATURES)), 0.0).page_type is not None  # which is found out when asked for
    assert read == set(weights)
    assert all(array.dtype == np.float64 for array in handed_over.values())
