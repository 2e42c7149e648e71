"""What is wanted of a page: the running text of an article, or all that belongs to the content."""

import pytest

from maintext import parse
from maintext.methods.fused import Fused
from maintext.methods.fused import compiled as by_kernel
from maintext.page import Page

ARTICLES = [
    "<meta property='og:type' content='article'>",
    "<script type='application/ld+json'>{'@type': 'NewsArticle'}</script>".replace("'", '"'),
]
RECIPE = '<script type="application/ld+json">{"@type": "Recipe"}</script>'
OTHERS = ["", "<meta property='og:type' content='website'>", RECIPE, ARTICLES[0] + RECIPE]
RUNNING_TEXT, ALL_OF_IT = -1.0, 1.0


def page_with(head: str) -> Page:
    return parse(f"<head>{head}</head><body><h1>Ice</h1><p>The lake froze over in a night.")


@pytest.mark.parametrize("head", ARTICLES)
def test_of_what_says_it_is_an_article_the_running_text_is_wanted(head: str) -> None:
    assert Fused().aim(page_with(head)).convention == RUNNING_TEXT


@pytest.mark.parametrize("head", OTHERS)
def test_of_any_other_page_all_of_it_is_wanted(head: str) -> None:
    assert Fused().aim(page_with(head)).convention == ALL_OF_IT


def test_an_article_has_to_be_surer_and_switches_count_for_all_pages_alike() -> None:
    article, other = page_with(ARTICLES[0]), page_with("")
    full, default, precise = Fused(favor_recall=True), Fused(), Fused(favor_precision=True)
    assert default.aim(article).factor > default.aim(other).factor
    for page in (article, other):
        assert full.aim(page).factor < default.aim(page).factor < precise.aim(page).factor
    assert full.aim(article).factor == full.aim(other).factor
    assert precise.aim(article).factor == precise.aim(other).factor


@pytest.mark.parametrize("head", [*ARTICLES, *OTHERS])
def test_the_aim_is_the_same_without_the_kernel(head: str, monkeypatch: pytest.MonkeyPatch) -> None:
    aim = Fused().aim(page_with(head))
    monkeypatch.setattr(by_kernel, "compiled", lambda: None)
    assert Fused().aim(page_with(head)) == aim
