"""The kernel's fused method is the twin's: the same blocks, groups, decisions and labels, and the same numbers but for their last
digits."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext import Page, parse
from maintext.labels import LABELS
from maintext.methods.fused import Fused, compiled, fused, scant
from maintext.methods.fused.compiled import Answer, Judgement, Settings, constants, packed_weights, said
from maintext.methods.fused.declared import read_declared
from maintext.methods.fused.features import FEATURES, feature_matrix
from maintext.methods.fused.grid import INPUT_STEP, rounded
from maintext.methods.fused.model import load_weights
from maintext.methods.fused.network import run, sigmoid, standardised
from maintext.methods.fused.view import View, view_of
from maintext.page import FloatArray, IntArray
from maintext.parse import parse_for
from maintext.table import table_at_hand, table_of
from tests.kernel.tables import ODD_PAGES, PAGES, kernel, needs_kernel, read
from tests.methods.fused.nets import CHANNELS, LOUD, SHORT_AND_LONG, WIDTH, random_weights, scaling
from tests.methods.fused.pages import HOSTILE, markup, repetitive
from tests.methods.fused.test_wholes import PAGES as PAGES_TO_COMPLETE

pytestmark = [needs_kernel, pytest.mark.usefixtures("small_pages_too")]

PROSE = "The lake froze in the first week of December, and by Christmas it bore the weight of a horse and cart. "
MORE_PAGES = {
    **ODD_PAGES,
    **HOSTILE,
    "only noscript": f"<noscript><p>{PROSE * 5}</p></noscript>",
    "noscript in noscript": f"<noscript>{'<noscript>' * 5}<p>{PROSE}</p></noscript><p>{PROSE}</p>",
    "a large table": f"<table>{f'<tr><td>{PROSE}<td>7<td><a href=/>x</a>' * 800}</table>",
    "a title twice": f"<title>Ice on the lake</title><h1>Ice</h1><h1>Ice on the lake</h1><h1>Ice on the lake</h1><p>{PROSE}",
    "equal prose on two paths": f"<div><p>{PROSE}</p></div><section><p>{PROSE}</p></section>",
    "everything declared": (
        f"<title>{PROSE}</title><meta property=og:title content='{PROSE}'><meta name=description content='{PROSE}'>"
        f'<script type="application/ld+json">{{"@type": ["Article", "Product"], "text": "{PROSE}"}}</script><p>{PROSE}<p>x'
    ),
    "declared in capitals of other alphabets": "<title>ΛΊΜΝΗ ОЗЕРО ÉTÉ</title><h1>λίμνη озеро été</h1><p>ΛΊΜΝΗ ОЗЕРО ÉTÉ",
    "text split by inline elements": "<p>one <b>two</b> three</p><p>one two<i> three</i></p><p>one two three</p>" * 3,
    "many paragraphs": "".join(f"<div class=c{number % 7}><p>{PROSE} {number}</p></div>" for number in range(5000)),
}
MODEL = Path(fused.__file__).with_name("model.npz")
HEAD = ("head", "head_bias", "head_convention")
METHODS = [
    Fused(),
    Fused(favor_precision=True),
    Fused(favor_recall=True, include_comments=True),
    Fused(include_title=True),
]

pages = (markup() | repetitive()).map(parse)
relaxed = settings(max_examples=100, deadline=None)


@contextmanager
def without_kernel() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for module in (fused, compiled):  # which both ask for it
            patch.setattr(module, "compiled", lambda: None)
        yield


def judged(method: Fused, page: Page) -> Judgement:
    """What the kernel says by itself."""
    wanted = Settings(method.model, *method.aim(page), method.include_title, method.include_comments)
    return compiled.judge(kernel(), page, wanted)


# -- features ------------------------------------------------------------------------------------------------------------


def kernel_features(page: Page) -> tuple[View, dict[str, IntArray], FloatArray]:
    """Blocks, groups and features."""
    answer = Answer(kernel().features(table_of(page), said(read_declared(page)), constants(), len(FEATURES)))
    count, runs, stride, columns = answer.integers(4).tolist()
    view = answer.view(page, runs, count)
    groups = {name: answer.integers(count) for name in ("tag path", "class path", "record kind", "tenth", "field")}
    return view, groups, answer.singles(columns * stride).reshape(columns, stride)[:, :count].T


def number_alike(one: IntArray, other: IntArray) -> bool:
    pairs = set(zip(one.tolist(), other.tolist(), strict=True))
    return len(pairs) == len(set(one.tolist())) == len(set(other.tolist()))


def assert_same_features(page: Page) -> None:
    expected = view_of(page)
    view, groups, features = kernel_features(page)
    for name, column in vars(expected.blocks).items():
        if name != "page":
            np.testing.assert_array_equal(getattr(view.blocks, name), column, err_msg=name)
    if not len(expected.blocks):
        return
    np.testing.assert_array_equal(view.first_copy, expected.first_copy)
    class_path, record_kind, tenth = expected.groups
    twins = {
        "tag path": expected.tag_path,
        "class path": class_path,
        "record kind": record_kind,
        "tenth": tenth,
        "field": expected.field,
    }
    for name, numbers in groups.items():
        assert number_alike(numbers, twins[name]), name
    wanted = feature_matrix(expected)
    for name, found, column in zip(FEATURES, features.T, wanted.T, strict=True):
        np.testing.assert_allclose(found, column, rtol=1e-6, atol=1e-6, err_msg=name)
    weights = load_weights()
    np.testing.assert_array_equal(standardised(weights, features.copy()), standardised(weights, wanted))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_features_on_the_pages_in_the_repository_are_the_same(path: Path) -> None:
    assert_same_features(read(path))


@pytest.mark.parametrize("name", MORE_PAGES)
def test_features_on_odd_pages_are_the_same(name: str) -> None:
    assert_same_features(parse(MORE_PAGES[name]))


@relaxed
@given(pages)
def test_features_on_any_page_are_the_same(page: Page) -> None:
    assert_same_features(page)


def test_a_model_for_other_features_is_refused() -> None:
    page = parse("<p>word")
    with pytest.raises(ValueError, match="features"):
        kernel().features(table_of(page), said(read_declared(page)), constants(), len(FEATURES) + 1)


# -- net -----------------------------------------------------------------------------------------------------------------


@pytest.fixture(params=[1, 8, 16])
def _vectors(request: pytest.FixtureRequest) -> Iterator[None]:
    """Each way to compute the net that this machine has."""
    floats = kernel().choose_net(request.param)
    try:
        if floats < request.param:
            pytest.skip(f"this machine has no vectors of {request.param} floats")
        yield
    finally:
        kernel().choose_net(16)


@pytest.mark.usefixtures("_vectors")
@pytest.mark.parametrize("blocks", SHORT_AND_LONG)
@pytest.mark.parametrize("convention", [-1.0, 1.0])
@pytest.mark.parametrize("scale", [0.25, LOUD])
def test_a_net_of_any_width_says_the_same(blocks: int, convention: float, scale: float) -> None:
    weights = {**random_weights(blocks, scale), **scaling(WIDTH)}
    random = np.random.default_rng(blocks)
    inputs = rounded(random.normal(size=(blocks, WIDTH)).astype(np.float32), INPUT_STEP)
    groups = [np.unique(random.integers(0, 3, blocks), return_inverse=True)[1] for _ in range(3)]
    expected = run(weights, inputs, groups, convention)
    answer = Answer(
        kernel().net(
            kernel().weights(packed_weights(weights)),
            np.ascontiguousarray(inputs.T).tobytes(),
            np.stack(groups).astype(np.int64).tobytes(),
            convention,
        )
    )
    of_blocks = answer.singles(blocks * 16).reshape(blocks, 16)
    np.testing.assert_allclose(sigmoid(of_blocks[:, 0].astype(np.float64)), expected.main, atol=1e-15)
    np.testing.assert_array_equal(of_blocks[:, 1 : 1 + len(LABELS)], expected.kind)
    np.testing.assert_array_equal(answer.singles(16)[: len(expected.page_type)], expected.page_type)


def test_weights_are_filled_up_to_whole_vectors() -> None:
    assert CHANNELS % 16  # so that the test above is about it
    assert len(packed_weights({**random_weights(), **scaling(WIDTH)})) % 64 == 0


@pytest.mark.parametrize("bytes_", [b"", b"\0" * 64, b"\1" * 640, packed_weights(load_weights())[:-64]])
def test_other_bytes_are_no_weights(bytes_: bytes) -> None:
    with pytest.raises(ValueError, match="weights"):
        kernel().weights(bytes_)


# -- decision ------------------------------------------------------------------------------------------------------------


def assert_same_decision(source: "str | bytes") -> None:
    for method in METHODS:
        page, other = parse(source), parse(source)
        found = judged(method, page)
        score = method.score(page)
        keep = method.keep(page, score)
        with without_kernel():
            expected = method.score(other)
            wanted = method.keep(other, expected)
            np.testing.assert_allclose(score, expected, atol=1e-12)
            np.testing.assert_allclose(found.score, expected, atol=1e-12)
            np.testing.assert_array_equal(keep, wanted)
            np.testing.assert_array_equal(found.keep, wanted)
            labels, page_type = method.labels(other, wanted), method.page_type(other)
            confidence = method.confidence(other, wanted)
        np.testing.assert_array_equal(method.labels(page, keep), labels)
        assert method.page_type(page) == page_type
        assert method.confidence(page, keep) == pytest.approx(confidence, abs=1e-5)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_decisions_on_the_pages_in_the_repository_are_the_same(path: Path) -> None:
    assert_same_decision(path.read_bytes())


@pytest.mark.parametrize("name", MORE_PAGES)
def test_decisions_on_odd_pages_are_the_same(name: str) -> None:
    assert_same_decision(MORE_PAGES[name])


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["", "<meta property=og:type content=article>"]), markup() | repetitive())
def test_decisions_on_any_page_are_the_same(head: str, source: str) -> None:
    assert_same_decision(head + source)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from([f"<p>{PROSE}</p>", f"<p>Again: {PROSE}"]) | PAGES_TO_COMPLETE, min_size=2, max_size=12).map("".join)
)
def test_structures_are_made_whole_alike(source: str) -> None:
    assert_same_decision(source)


@relaxed
@given(markup() | repetitive(), st.integers(0, 30))
def test_reasons_are_the_same(source: str, row: int) -> None:
    method, page, other = Fused(), parse(source), parse(source)
    if row >= len(page):
        return
    reasons = method.explain(page, method.keep(page, method.score(page)), row, 5)
    with without_kernel():
        expected = method.explain(other, method.keep(other, method.score(other)), row, 5)
    assert [reason.effect for reason in reasons] == pytest.approx([reason.effect for reason in expected], abs=1e-9)


def test_of_pages_with_next_to_no_text_numpy_keeps_more_than_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scant, "LITTLE", 800)
    source = "<p>One line that says something.<ul><li>and<li>a<li>list<li><a href=x>a link</ul>"
    page, other, method = parse(source), parse(source), Fused()
    judgement, decided = method._judgement(page), method.decide(page)
    assert judgement is not None
    np.testing.assert_array_equal(decided.certain, judgement.keep)
    assert (decided.keep & ~judgement.keep).any()
    np.testing.assert_array_equal(method.keep(page, method.score(page)), decided.keep)
    with without_kernel():
        expected = method.decide(other)
    np.testing.assert_allclose(decided.score, expected.score, atol=1e-12)
    for found, wanted in zip(decided[1:], expected[1:], strict=True):
        np.testing.assert_array_equal(found, wanted)


def test_threads_do_not_disturb_each_other() -> None:
    parsed = [parse(path.read_bytes()) for path in PAGES] * 4
    expected = [judged(METHODS[0], page).answer for page in parsed]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda page: judged(METHODS[0], page).answer, parsed)) == expected


def test_a_model_file_with_other_widths_is_read_in_its_own(tmp_path: Path) -> None:
    stored = dict(np.load(MODEL))
    stored["head"], stored["head_bias"], stored["head_convention"] = (np.repeat(stored[name], 3, -1) for name in HEAD)
    one_of_three = np.arange(3 * len(stored["main"])) % 3 == 0
    stored["main"], stored["kind"] = (np.repeat(stored[name], 3, 0) * one_of_three[:, None] for name in ("main", "kind"))
    path = tmp_path / "wide.npz"
    np.savez(path, **stored)
    page, other = parse(PAGES[0].read_bytes()), parse(PAGES[0].read_bytes())
    np.testing.assert_allclose(Fused(model=str(path)).score(page), Fused().score(other), atol=1e-12)


def test_a_table_without_marks_is_refused() -> None:
    page = parse_for(PROSE, charset=None, url=None, with_marks=False)
    with pytest.raises(ValueError, match="marks"):
        kernel().features(table_at_hand(page), said(read_declared(page)), constants(), len(FEATURES))


def test_scores_that_were_changed_are_decided_on_anew() -> None:
    page, method = parse(f"<p>{PROSE * 5}</p><p>{PROSE * 5} again</p>"), Fused()
    score = method.score(page)
    score[2] = 0
    kept = method.keep(page, score)
    assert not kept[2]
    assert kept[4]
