"""The kernel's text densities are the twin's, and keep the same rows."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from maintext import Page, parse
from maintext.methods.cetd import DensitySmoothing, DensitySum, TextDensitySum
from maintext.methods.protocol import Method
from maintext.table import table_of
from tests.kernel.tables import ODD_PAGES, PAGES, for_kernel, for_twin, kernel, needs_kernel, read
from tests.render.pages import random_html

pytestmark = needs_kernel

METHODS: list[Method] = [
    *(TextDensitySum(), TextDensitySum(threshold="body"), TextDensitySum(coefficient=0.5), TextDensitySum(coefficient=0)),
    *(
        DensitySum(),
        DensitySum(threshold="body", coefficient=0.8),
        DensitySum(link_promotion=False),
        DensitySum(drop_hidden=True),
    ),
    *(DensitySmoothing(), DensitySmoothing(coefficient=2)),
]


def assert_same(page: Page) -> None:
    one, other = for_kernel(page), for_twin(page)
    for method in METHODS:
        scores = method.score(other)
        # Logarithms may differ in the last digit: the twin's are numpy's, which depend on the processor.
        np.testing.assert_allclose(method.score(one), scores, rtol=1e-12, atol=0)
        np.testing.assert_array_equal(method.keep(one, method.score(one)), method.keep(other, scores))
        np.testing.assert_array_equal(method.keep(one, scores), method.keep(other, scores))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_densities_on_the_pages_in_the_repository_are_the_same(path: Path) -> None:
    assert_same(read(path))


@pytest.mark.parametrize("name", ODD_PAGES)
def test_densities_on_odd_pages_are_the_same(name: str) -> None:
    assert_same(parse(ODD_PAGES[name]))


@settings(max_examples=300, deadline=None)
@given(random_html())
def test_densities_on_any_page_are_the_same(source: str) -> None:
    assert_same(parse(source))


def test_results_can_be_written_to_like_those_of_the_twin() -> None:
    page = for_kernel(parse("<p>words <a>link</a>"))
    score = DensitySum().score(page)
    score += 1
    DensitySum().keep(page, score)[0] = False


def test_scores_of_another_page_are_refused() -> None:
    page = parse("<p>x")
    with pytest.raises(ValueError, match="one score for each row"):
        kernel().keep_density_sum(table_of(page), b"", 1.0, False, True)
