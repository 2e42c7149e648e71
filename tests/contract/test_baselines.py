"""What every method promises, checked for each baseline too, on the same pages as METHODS."""

import dataclasses
import inspect

import numpy as np
import pytest

from maintext import FORMATS, Page, extract_page, parse
from maintext.methods.baselines import BASELINES
from maintext.methods.protocol import Method, parameters
from tests.contract.outcomes import columns, outcome
from tests.contract.pages import ARTICLE, BLANK, LIGHT, PAGES, PARAGRAPH

FURTHER = {
    "a line of 2 MB without a tag": "some words " * 190_000,
    "20,000 nested elements": "<div>" * 20_000 + "deep words" + "</div>" * 20_000,
    "20,000 nested and unclosed": "<b><i>x " * 10_000,
    "an attribute of 3 MB": f'<p>{PARAGRAPH}</p><img src="data:{"x" * 3_000_000}"><p>{PARAGRAPH}</p>',
    "500 different fonts": "".join(f"<p><font size={n}>word {n} " for n in range(500)),
    "Arabic news": '<ul><li><a href="/a">أخبار</a></li></ul>' + "<p>تجمد الميناء وتوقفت العبارة فمشى الناس إلى الجزيرة.</p>" * 5,
}
# One large page has millions of rows and takes half a minute before a baseline sees it: a smaller one of its kind will do.
EVERY = {name: html for name, html in {**PAGES, **FURTHER}.items() if name != "5,000 different fonts"}
# R2L and DANA read scripts beyond ASCII, and give nothing for pages in English.
BY_SCRIPT = {"r2l", "dana"}
# One block, or only what is longest or flattest: not all of an article.
PARTIAL = {"dsc", "fe", "kfe"}

_parsed: dict[str, Page] = {}


@pytest.fixture
def page(page_name: str) -> Page:
    if page_name not in _parsed:
        _parsed[page_name] = parse(EVERY[page_name])
    return _parsed[page_name]


every_baseline = pytest.mark.parametrize("name", BASELINES)
every_page = pytest.mark.parametrize("page_name", EVERY)
every_light_page = pytest.mark.parametrize("page_name", LIGHT)


# -- on every page -------------------------------------------------------------------------------------------------------


@every_baseline
@every_page
def test_scores_are_finite_decisions_agree_and_the_page_is_left_as_it_was(name: str, page: Page) -> None:
    found = outcome(page, BASELINES[name])
    assert found.score_shape == found.keep_shape == (found.rows,)
    assert (found.score_type, found.keep_type) == ("float64", "bool")
    assert found.score_is_finite
    assert found.elements_agree_with_text
    assert found.page_is_untouched


@every_baseline
@every_light_page
def test_the_same_page_gives_the_same_result_twice(name: str, page: Page, page_name: str) -> None:
    method = BASELINES[name]
    again = parse(EVERY[page_name])
    before = columns(again)
    assert outcome(again, method) == outcome(again, method) == outcome(page, method)
    assert columns(again) == before


@every_baseline
@pytest.mark.parametrize("page_name", ["article", "empty", "preformatted", "only links"])
@pytest.mark.parametrize("format", FORMATS)
def test_every_format_can_be_written(name: str, page: Page, format: str) -> None:
    assert isinstance(extract_page(page, method=name).render(format), str)


# -- on particular pages -------------------------------------------------------------------------------------------------


@every_baseline
@pytest.mark.parametrize("page_name", sorted(BLANK))
def test_a_page_without_text_gives_nothing(name: str, page: Page) -> None:
    result = extract_page(page, method=name)
    assert not result.keep.any()
    assert (result.text, result.html, result.dropped) == ("", "", "")


@every_baseline
def test_text_without_any_tag_is_kept_whole(name: str) -> None:
    source = PAGES["no tags at all"]
    assert extract_page(source, method=name).text == ("" if name in BY_SCRIPT else source)


@every_baseline
def test_the_text_of_an_article_is_kept_and_its_script_is_not(name: str) -> None:
    text = extract_page(ARTICLE, method=name).text
    assert text.count(PARAGRAPH) == (0 if name in BY_SCRIPT else 3) or (name in PARTIAL and PARAGRAPH in text)
    assert "track" not in text


@pytest.mark.parametrize("name", sorted(BY_SCRIPT))
def test_a_page_in_arabic_is_read_by_its_script(name: str) -> None:
    text = extract_page(FURTHER["Arabic news"], method=name).text
    assert text.count("تجمد الميناء") == 5


@every_baseline
@pytest.mark.parametrize("page_name", ["unclosed comment", "unclosed script", "unclosed quote"])
def test_what_an_unclosed_construct_swallows_never_shows(name: str, page: Page) -> None:
    result = extract_page(page, method=name)
    assert "gone" not in result.text + result.dropped


@every_baseline
def test_what_was_read_before_makes_no_difference(name: str) -> None:
    alone = extract_page(ARTICLE, method=name).text
    for other in ("only links", "Chinese", "empty", "preformatted"):
        extract_page(PAGES[other], method=name)
    assert extract_page(ARTICLE, method=name).text == alone


# -- the method ----------------------------------------------------------------------------------------------------------


@every_baseline
def test_a_baseline_is_a_frozen_dataclass_with_a_docstring_and_its_paper(name: str) -> None:
    method = BASELINES[name]
    assert isinstance(method, Method)
    assert dataclasses.is_dataclass(method)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(method, "paper", "")  # noqa: B010
    assert type(method).__doc__
    assert not str(type(method).__doc__).startswith(type(method).__name__ + "(")
    module = inspect.getdoc(inspect.getmodule(type(method)))
    assert "What is known of the original" in str(module)
    assert "Readings:" in str(module)
    assert method.paper
    assert "\n" not in method.paper


@every_baseline
def test_every_parameter_has_a_default_and_says_what_it_means(name: str) -> None:
    for key, each in parameters(BASELINES[name]).items():
        assert each.default is not dataclasses.MISSING, key
        assert each.metadata["help"].strip(), key
        assert isinstance(each.default, str) == bool(each.metadata["choices"]), key


@every_baseline
def test_empty_parameters_are_the_published_ones(name: str) -> None:
    plain = extract_page(ARTICLE, method=name)
    empty = extract_page(ARTICLE, method=name, parameters={})
    assert plain.method == empty.method == BASELINES[name]
    assert np.array_equal(plain.keep, empty.keep)
