"""The net: equal to slow loops and to its twin in PyTorch, whatever the length of a page."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.labels import LABELS, PAGE_TYPES
from maintext.methods.fused.features import FEATURES
from maintext.methods.fused.network import CLIP, DILATIONS, POOL_AFTER, Output, Weights, run, standardised
from maintext.page import FloatArray, IntArray
from tests.methods.fused.nets import CHANNELS, HIDDEN, SHORT_AND_LONG, WIDTH, random_weights

relaxed = settings(max_examples=25, deadline=None)


def random_page(blocks: int, seed: int = 0, width: int = WIDTH) -> tuple[FloatArray, list[IntArray]]:
    """Inputs, and three ways in which blocks belong together."""
    random = np.random.default_rng(seed)
    groups = [np.unique(random.integers(0, limit, blocks), return_inverse=True)[1] for limit in (1, 3, blocks)]
    return random.normal(size=(blocks, width)), groups


def assert_same(one: Output, other: Output, tolerance: float) -> None:
    for name in ("main", "kind", "page_type"):
        np.testing.assert_allclose(getattr(one, name), getattr(other, name), atol=tolerance, err_msg=name)


def test_the_shape_of_the_net_is_that_of_the_models_in_use() -> None:
    """A change needs a new FORMAT: a model's file would fit, and mean something else."""
    assert (DILATIONS, POOL_AFTER, CLIP) == ((1, 2, 4, 8), 2, 4.0)


# -- slow and obvious ------------------------------------------------------------------------------------------------------


def relu(values: FloatArray) -> FloatArray:
    return np.where(values > 0, values, 0.0)


def slow_run(weights: Weights, inputs: FloatArray, groups: Sequence[IntArray], convention: float) -> Output:
    """One block at a time."""
    blocks = range(len(inputs))
    first = weights["input_bias"] + convention * weights["input_convention"]
    state = [relu(inputs[at] @ weights["input"] + first) for at in blocks]
    nothing = np.zeros(len(first))
    for number, dilation in enumerate(DILATIONS):
        before, here, after = weights[f"convolution_{number}"]
        bias = weights[f"convolution_{number}_bias"]

        def at_or_nothing(at: int, state: Sequence[FloatArray] = tuple(state)) -> FloatArray:
            return state[at] if 0 <= at < len(state) else nothing

        state = [
            state[at]
            + relu(at_or_nothing(at - dilation) @ before + state[at] @ here + at_or_nothing(at + dilation) @ after + bias)
            for at in blocks
        ]
        if number + 1 == POOL_AFTER:
            page = np.concatenate((np.mean(state, axis=0), np.max(state, axis=0))) @ weights["page"] + weights["page_bias"]
            heard = []
            for at in blocks:
                total = page
                for which, group in enumerate(groups):
                    members = [state[other] for other in blocks if group[other] == group[at]]
                    total = total + np.mean(members, axis=0) @ weights[f"group_{which}"]
                heard.append(relu(total))
            state = [state[at] + heard[at] for at in blocks]
    hidden = [relu(each @ weights["head"] + weights["head_bias"] + convention * weights["head_convention"]) for each in state]
    main = [1 / (1 + np.exp(-(each @ weights["main"] + weights["main_bias"])[0])) for each in hidden]
    kind = [each @ weights["kind"] + weights["kind_bias"] for each in hidden]
    page_type = np.concatenate((np.mean(state, axis=0), np.max(state, axis=0))) @ weights["type"] + weights["type_bias"]
    return Output(np.array(main), np.array(kind), lambda: page_type)


@pytest.mark.parametrize("convention", [-1.0, 0.0, 1.0])
@pytest.mark.parametrize("blocks", SHORT_AND_LONG)
def test_the_net_equals_slow_loops_on_pages_of_any_length(blocks: int, convention: float) -> None:
    weights = random_weights(blocks)
    inputs, groups = random_page(blocks, blocks)
    assert_same(run(weights, inputs, groups, convention), slow_run(weights, inputs, groups, convention), 1e-12)


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
    for array in (*weights.values(), inputs, *groups):
        array.setflags(write=False)
    one, other = run(weights, inputs, groups, 0.5), run(weights, inputs, groups, 0.5)
    assert_same(one, other, 0)


def test_the_convention_changes_the_answer() -> None:
    weights, (inputs, groups) = random_weights(), random_page(20)
    answers = [run(weights, inputs, groups, convention).main for convention in (-1.0, 0.0, 1.0)]
    assert not np.allclose(answers[0], answers[1])
    assert not np.allclose(answers[1], answers[2])


def test_without_its_weights_the_convention_means_nothing() -> None:
    weights, (inputs, groups) = random_weights(), random_page(20)
    without = weights | {"input_convention": np.zeros(CHANNELS), "head_convention": np.zeros(HIDDEN)}
    assert_same(run(without, inputs, groups, -1.0), run(without, inputs, groups, 1.0), 0)


def silent(weights: dict[str, FloatArray], *names: str) -> dict[str, FloatArray]:
    """The weights without what these parts hear."""
    return {name: np.zeros_like(array) if name.startswith(names) else array for name, array in weights.items()}


def reach(weights: Weights, blocks: int, changed: int, groups: list[IntArray]) -> list[int]:
    """The blocks whose answer changes with the inputs of one block."""
    inputs, _ = random_page(blocks)
    inputs = np.abs(inputs)  # so that no change is lost below zero
    other = inputs.copy()
    other[changed] += 1.0
    difference = np.abs(run(weights, inputs, groups, 0.0).kind - run(weights, other, groups, 0.0).kind).max(axis=1)
    return np.flatnonzero(difference > 1e-12).tolist()


def positive() -> dict[str, FloatArray]:
    return {name: np.abs(array) * 0.1 for name, array in random_weights().items()}


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
    other[f"convolution_{longest}"][[0, 2]] = 99.0
    inputs, groups = random_page(blocks)
    assert_same(run(weights, inputs, groups, 0.0), run(other, inputs, groups, 0.0), 0)


def test_a_block_hears_from_its_own_group_and_from_no_other() -> None:
    weights = silent(positive(), "page", "convolution", "group_1", "group_2")
    group = np.arange(40) % 4
    expected = [number for number in range(40) if number % 4 == 2]
    assert reach(weights, 40, 2, [group, group, group]) == expected


def test_groups_are_heard_as_means_whatever_their_order() -> None:
    weights, (inputs, groups) = random_weights(), random_page(30)
    renamed = [group.max() - group for group in groups]
    assert_same(run(weights, inputs, groups, 0.0), run(weights, inputs, renamed, 0.0), 1e-12)


def test_every_block_hears_from_the_whole_page() -> None:
    weights = silent(positive(), "convolution", "group")
    assert reach(weights, 60, 0, []) == list(range(60))


def test_standardised_features_are_clipped() -> None:
    weights = {"mean": np.array([1.0, 0.0, 0.0]), "scale": np.array([2.0, 0.5, 1e9])}
    found = standardised(weights, np.array([[1.0, 1.0, 5.0], [5.0, 100.0, 7.0], [-99.0, 0.0, 1e6]]))
    np.testing.assert_allclose(found, np.array([[0, 2, 0], [2, CLIP, 0], [-CLIP, 0, 0.001]]), atol=1e-7)


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


def torch_answers(net: object, pages: Sequence[tuple[FloatArray, list[IntArray]]], conventions: Sequence[float]) -> list[Output]:
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
        assert_same(run(twin_weights(torch_net), *page, convention), twin, 1e-5)


def test_the_twin_says_the_same_of_pages_in_one_batch_as_one_by_one(torch_net: object) -> None:
    pages = [random_page(blocks, blocks, len(FEATURES)) for blocks in (3, 1, 40, 8, 2, 17)]
    conventions = [-1.0, 1.0, 0.0, 1.0, -1.0, 0.5]
    together = torch_answers(torch_net, pages, conventions)
    for page, convention, answer in zip(pages, conventions, together, strict=True):
        (alone,) = torch_answers(torch_net, [page], [convention])
        assert_same(alone, answer, 1e-5)
        assert_same(run(twin_weights(torch_net), *page, convention), answer, 1e-5)


def test_the_twin_hands_over_all_weights_that_the_net_reads(torch_net: object) -> None:
    read: set[str] = set()

    class Noted(dict[str, FloatArray]):
        def __getitem__(self, name: str) -> FloatArray:
            read.add(name)
            return super().__getitem__(name)

    weights = Noted(twin_weights(torch_net))
    assert run(weights, *random_page(20, width=len(FEATURES)), 0.0).page_type is not None  # which is found out when asked for
    assert read == set(weights)
    assert all(array.dtype == np.float64 for array in weights.values())
