"""Fitting: it runs, it learns, and the same seed gives the same model."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from maintext.labels import LABELS, PAGE_TYPES
from maintext.methods.fused.features import FEATURES
from maintext.methods.fused.grid import CLIP, INPUT_STEP, on_grid
from maintext.methods.fused.network import run, standardised
from maintext.page import FloatArray, RealArray
from training.dataset import Example

torch = pytest.importorskip("torch")

from training import fit  # noqa: E402
from training.fit import fit_model, fit_net, own_convention, scaling_of  # noqa: E402
from training.labels import UNKNOWN  # noqa: E402
from training.network import Dropout, Net, batch_of  # noqa: E402
from training.recipe import REPEATS, Settings  # noqa: E402

TINY = Settings(8, 6, epochs=2, dropout=0.1, feature_dropout=0.05, keyword_dropout=0.15, weight_decay=0.03, rate=2e-2)
TELLING = 12  # so many features tell content from the rest; the others are noise, or nothing
TOLD = FEATURES.index("size")
assert TOLD < TELLING


def page(number: int, blocks: int = 12, **other: object) -> Example:
    """A page whose content can be told by some of the features."""
    random = np.random.default_rng(number)
    content = (random.random(blocks) < 0.5).astype(np.float64)
    features = random.normal(size=(blocks, len(FEATURES)))
    features[:, :TELLING] = 4 * content[:, None] - 2 + features[:, :TELLING]
    features[:, 2 * TELLING :] = 0
    made = Example(
        corpus="corpus",
        id=str(number),
        site=f"site-{number}.org",
        page_type=PAGE_TYPES[number % len(PAGE_TYPES)],
        has_gold=True,
        features=features.astype(np.float16),
        groups=np.stack([np.zeros(blocks, dtype=np.int64), np.arange(blocks) // 6, np.arange(blocks)]),
        content=content,
        known=np.ones(blocks, dtype=bool),
        kind=np.where(content > 0, LABELS.index("main"), LABELS.index("boilerplate")),
        words=random.integers(1, 60, blocks).astype(np.float64),
    )
    return replace(made, **other)  # type: ignore[arg-type]


PAGES = [page(number) for number in range(8)]


def fitted(pages: list[Example], seed: int = 1, settings: Settings = TINY, taught: list[FloatArray] | None = None) -> Net:
    scaling = scaling_of(pages)
    torch.set_num_threads(1)
    return fit_net(pages, scaling, settings, seed, taught)


def loss(net: Net, pages: list[Example]) -> float:
    """The mean cross-entropy of the blocks."""
    scaling = scaling_of(pages)
    entropies = []
    net.eval()
    for each in pages:
        with torch.no_grad():
            main, _, _ = net(batch_of([scaling(each.features)], [each.groups]), torch.tensor([0.0]))
        answer = torch.sigmoid(main)[: len(each)].numpy()
        entropies.append(-np.log(np.where(each.content > 0, answer, 1 - answer)).mean())
    return float(np.mean(entropies))


def same(one: Mapping[str, RealArray], other: Mapping[str, RealArray]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


# -- one net -------------------------------------------------------------------------------------------------------------------


def test_two_epochs_lower_the_loss() -> None:
    torch.manual_seed(1)
    untaught = Net(len(FEATURES), TINY.channels, TINY.hidden, TINY.dropout)
    pages = [page(number) for number in range(80)]  # an epoch shows each of them three times
    assert loss(fitted(pages), pages) < 0.8 * loss(untaught, pages)


def test_more_epochs_learn_what_there_is_to_learn() -> None:
    net = fitted(PAGES, settings=replace(TINY, epochs=30))
    assert loss(net, PAGES) < 0.2
    assert loss(net, [page(number) for number in range(100, 104)]) < 0.35  # and not by heart


def test_the_same_seed_gives_the_same_weights_and_another_one_others() -> None:
    one, again, other = fitted(PAGES, 1).weights(), fitted(PAGES, 1).weights(), fitted(PAGES, 2).weights()
    assert same(one, again)
    assert not same(one, other)


def test_what_torch_drew_before_does_not_matter() -> None:
    one = fitted(PAGES).weights()
    torch.manual_seed(99)
    torch.rand(5)
    np.random.default_rng(3).random(5)
    assert same(one, fitted(PAGES).weights())


def test_a_fitted_net_answers_without_chance() -> None:
    net = fitted(PAGES, settings=replace(TINY, dropout=0.5))
    batch = batch_of([scaling_of(PAGES)(PAGES[0].features)], [PAGES[0].groups])
    answers = [net(batch, torch.tensor([0.0]))[0].detach().numpy() for _ in range(2)]
    np.testing.assert_array_equal(*answers)


@pytest.mark.parametrize("share", [0.1, 0.3])
def test_dropout_leaves_out_its_share_and_keeps_the_mean(share: float) -> None:
    torch.manual_seed(1)
    dropped = Dropout(share)(torch.ones(400, 500)).numpy()
    assert np.mean(dropped == 0) == pytest.approx(share, abs=0.01)
    assert dropped.mean() == pytest.approx(1, abs=0.01)
    assert Dropout(share).eval()(torch.ones(3)).tolist() == [1, 1, 1]


def test_older_forms_of_pages_are_learned_from_too() -> None:
    """Those of pages that are there, so that no site is seen that was to be held out."""
    older = [replace(page(100 + int(each.id)), id=each.id, site=each.site, is_rewritten=True) for each in PAGES]
    stray = replace(page(200), is_rewritten=True)
    alone, together = fitted(PAGES).weights(), fitted([*PAGES, *older]).weights()
    assert not same(alone, together)
    assert same(together, fitted([*PAGES, *older, stray]).weights())


def test_older_forms_do_not_move_the_scale() -> None:
    older = [replace(each, features=each.features + 9, is_rewritten=True) for each in PAGES]
    one, other = scaling_of(PAGES), scaling_of([*PAGES, *older])
    np.testing.assert_array_equal(one.mean, other.mean)
    np.testing.assert_array_equal(one.scale, other.scale)


def test_a_page_with_snippets_alone_teaches_its_known_blocks() -> None:
    """What is not known is neither content nor boilerplate."""
    pages = [page(number, has_gold=False, known=np.arange(12) < 6) for number in range(8)]
    flipped = [replace(each, content=np.where(each.known, each.content, 1 - each.content)) for each in pages]
    assert same(fitted(pages).weights(), fitted(flipped).weights())
    changed = [replace(each, content=1 - each.content) for each in pages]
    assert not same(fitted(pages).weights(), fitted(changed).weights())


def test_blocks_of_unknown_kind_and_pages_of_unknown_type_teach_nothing_of_it() -> None:
    unknown = [replace(each, kind=np.full(len(each), UNKNOWN), page_type=None) for each in PAGES]
    weights = fitted(unknown).weights()
    assert same(weights, fitted([replace(each, page_type="no such type") for each in unknown]).weights())
    assert not same(weights, fitted([replace(each, page_type=PAGE_TYPES[0]) for each in unknown]).weights())
    assert not same(weights, fitted([replace(each, kind=np.zeros(len(each), dtype=np.int64)) for each in unknown]).weights())


def test_pages_of_any_length_are_taught_together() -> None:
    net = fitted([page(number, blocks) for number, blocks in enumerate((1, 2, 40, 7))])
    assert all(np.isfinite(array).all() for array in net.weights().values())


def test_pages_of_small_corpora_with_gold_come_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "SMALL_CORPUS", 3)
    corpora = ["small", "large", "large", "large", "snippets"]
    pages = [page(number, corpus=corpus, has_gold=corpus != "snippets", page_type=None) for number, corpus in enumerate(corpora)]
    assert fit._pool(pages) == [0] * REPEATS + [1, 2, 3, 4]


# -- scaling -----------------------------------------------------------------------------------------------------------------


def test_every_page_counts_the_same_in_the_scaling() -> None:
    short, long = page(0, 1), page(1, 500)
    short.features[:], long.features[:] = 3.0, 1.0
    scaling = scaling_of([short, long])
    np.testing.assert_allclose(scaling.mean, 2)
    np.testing.assert_allclose(scaling.scale, 1.01)


def test_scaled_features_are_those_that_the_package_scales() -> None:
    scaling = scaling_of(PAGES)
    features = PAGES[0].features * 10
    weights = {"mean": scaling.mean.astype(np.float32), "scale": scaling.scale.astype(np.float32)}
    np.testing.assert_allclose(scaling(features), standardised(weights, features.astype(np.float32)), atol=INPUT_STEP)
    assert np.abs(scaling(features)).max() == CLIP


def test_a_constant_feature_is_scaled_to_nothing_and_divides_by_nothing() -> None:
    pages = [page(number) for number in range(3)]
    for each in pages:
        each.features[:, 0] = 7.0
    scaled = scaling_of(pages)(pages[0].features)
    assert np.isfinite(scaled).all()
    np.testing.assert_allclose(scaled[:, 0], 0, atol=1e-6)


def test_a_feature_to_do_without_is_scaled_to_nothing() -> None:
    scaled = scaling_of(PAGES, frozenset({"size"}))(PAGES[0].features)
    assert np.abs(scaled[:, TOLD]).max() < 1e-6
    assert np.abs(np.delete(scaled, TOLD, axis=1)).max() > 1


# -- conventions -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("corpus", "page_type", "convention"),
    [
        ("news-dev", "article", -1),
        ("news-dev", None, -1),
        ("wcxb-dev", "article", 1),
        ("wcxb-dev", "forum", None),
        ("wcxb-dev", None, None),
        ("zh-dev", "article", None),
    ],
)
def test_the_convention_of_a_page_is_that_of_its_gold(corpus: str, page_type: str | None, convention: float | None) -> None:
    assert own_convention(page(0, corpus=corpus, page_type=page_type)) == convention


def test_labels_and_teachers_are_weighed_by_convention() -> None:
    told = np.array([[0.1] * 12, [0.2] * 12, [0.3] * 12])
    news, other = page(0, corpus="news-dev"), page(0)
    snippets = page(0, has_gold=False, known=np.arange(12) < 6)
    assert fit._target(news, -1.0, None) is news.content
    np.testing.assert_allclose(fit._target(news, -1.0, told), (news.content + 0.1) / 2)
    np.testing.assert_allclose(fit._target(news, 1.0, told), 0.3)  # its labels follow another convention
    np.testing.assert_allclose(fit._target(other, 0.0, told), (other.content + 0.2) / 2)
    np.testing.assert_allclose(fit._target(snippets, 1.0, told), [*snippets.content[:6], *[0.3] * 6])


def test_keyword_features_are_left_out_all_at_once() -> None:
    always = replace(TINY, feature_dropout=0.0, keyword_dropout=1.0)
    kept = fit._kept_features(always, np.random.default_rng(0))
    assert [name for name, each in zip(FEATURES, kept, strict=True) if not each] == [
        name for name in FEATURES if name.endswith(" word")
    ]
    assert any(name.endswith(" word") for name in FEATURES)
    assert fit._kept_features(replace(always, keyword_dropout=0.0), np.random.default_rng(0)).all()
    assert not fit._kept_features(replace(always, feature_dropout=1.0), np.random.default_rng(0)).any()


# -- the whole model -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "TEACHER", replace(TINY, channels=12))
    monkeypatch.setattr(fit, "STUDENT", replace(TINY, epochs=12))
    monkeypatch.setattr(fit, "TEACHERS", 2)


@pytest.mark.usefixtures("tiny")
def test_a_fitted_model_runs_in_the_package_and_has_learned() -> None:
    weights = fit_model(PAGES, seed=1)
    hits = []
    for each in PAGES:
        output = run(weights, standardised(weights, each.features.astype(np.float32)), list(each.groups), 0.0)
        hits.extend((output.main > 0.5) == (each.content > 0.5))
    assert np.mean(hits) > 0.9


@pytest.mark.usefixtures("tiny")
def test_the_same_seed_gives_the_same_model() -> None:
    one = fit_model(PAGES, seed=1)
    assert same(one, fit_model(PAGES, seed=1))
    assert not same(one, fit_model(PAGES, seed=2))


@pytest.mark.usefixtures("tiny")
def test_a_model_without_a_feature_does_not_look_at_it() -> None:
    weights = fit_model(PAGES, seed=1, without=frozenset({"size"}))
    features = PAGES[0].features.astype(np.float32)
    before = run(weights, standardised(weights, features.copy()), list(PAGES[0].groups), 0.0).main
    features[:, TOLD] = 5.0
    after = run(weights, standardised(weights, features), list(PAGES[0].groups), 0.0).main
    np.testing.assert_allclose(after, before, atol=1e-6)


@pytest.mark.usefixtures("tiny")
def test_very_long_pages_are_not_trained_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "MAX_BLOCKS", 12)
    assert same(fit_model(PAGES[:4], seed=1), fit_model([*PAGES[:2], page(50, 13), *PAGES[2:4]], seed=1))


def test_teachers_are_heard_under_each_convention() -> None:
    nets = [fitted(PAGES, seed) for seed in (1, 2)]
    scaling = scaling_of(PAGES)
    pages = [page(number, blocks) for number, blocks in enumerate(range(1, 21))]  # more than a batch, of different lengths
    for each, told in zip(pages, fit._mean_answers(nets, scaling, pages), strict=True):
        assert told.shape == (3, len(each))
        for row, convention in zip(told, (-1.0, 0.0, 1.0), strict=True):
            answers = [run(on_grid(net.weights()), scaling(each.features), list(each.groups), convention).main for net in nets]
            np.testing.assert_allclose(row, np.mean(answers, axis=0), atol=0.05)
