"""FE and KFE: blocks and their features."""

import numpy as np
import pytest

from maintext import extract_page, parse
from maintext.methods.baselines.feature_extractor import block_features
from tests.methods.pages import kept, row_of

HTML = (
    "<ul><li><a>Home</a></li><li><a>News</a></li></ul>"
    f"<div><p>{'a' * 100}</p><p>{'b' * 80} <a>link</a></p><p>{'c' * 10}</p></div>"
    "<p>d<img src=a><img src=b></p>"
)


def test_features_are_divided_by_the_largest_of_the_page() -> None:
    page = parse(HTML)
    block, features = block_features(page)
    menu, first, second = row_of(page, name="ul"), row_of(page, name="p"), row_of(page, name="p", number=1)
    # text, links, pictures, list items, tables, form fields
    np.testing.assert_allclose(features[menu], [8 / 100, 1, 0, 1, 0, 0])
    np.testing.assert_allclose(features[first], [1, 0, 0, 0, 0, 0])
    np.testing.assert_allclose(features[second], [84 / 100, 1 / 2, 0, 0, 0, 0])
    assert block[row_of(page, text="link")] == second
    assert not features[row_of(page, name="a")].any()


def test_the_score_is_text_less_other_features() -> None:
    found = extract_page(HTML, method="fe")
    assert found.score[row_of(found.page, text="bbb")] == pytest.approx(0.34)
    assert found.score[row_of(found.page, text="Home")] == pytest.approx(0.08 - 2)


def test_fe_keeps_the_block_with_the_most_text() -> None:
    assert kept(HTML, "fe") == ["a" * 100]


def test_a_block_with_more_of_something_else_does_not_qualify() -> None:
    html = f"<p>{'a' * 100}<img src=a></p><p>{'b' * 90}</p>"
    assert kept(html, "fe") == ["b" * 90]


def test_where_no_block_qualifies_the_one_with_the_most_text_is_kept() -> None:
    assert kept("<p><a>one</a></p><p><a>two three</a></p>", "fe") == ["two three"]


def test_kfe_keeps_the_blocks_that_are_like_the_longest() -> None:
    html = "".join(f"<p>{letter * size}</p>" for letter, size in zip("abcdef", (100, 3, 95, 2, 60, 90), strict=True))
    assert kept(html, "kfe") == ["a" * 100, "c" * 95, "f" * 90]
    assert kept(html, "kfe", k=2) == ["a" * 100, "c" * 95, "e" * 60, "f" * 90]


@pytest.mark.parametrize("k", [2, 3, 10**30])
def test_fewer_blocks_than_clusters_are_no_trouble(k: int) -> None:
    assert kept("<p>one</p>", "kfe", k=k) == ["one"]
    assert "three" in kept("<p>three</p><p>a</p>", "kfe", k=k)
    assert kept("", "kfe", k=k) == []


def test_equal_blocks_are_one_cluster() -> None:
    assert kept("<p>same</p>" * 5, "kfe") == ["same"] * 5
