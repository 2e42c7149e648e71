"""What every method promises, checked for each entry of METHODS on ordinary, empty and hostile pages.

Each page is first read in another process, with a deadline, so that a page that hangs is a failed test and not a hung run. That
process's answers are then compared with this one's.
"""

import dataclasses
import inspect
import json
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from functools import cache

import numpy as np
import pytest

from maintext import FORMATS, METHODS, Page, extract_page, parse
from maintext.methods.protocol import Method, parameters
from tests.contract.outcomes import Outcome, outcome
from tests.contract.pages import ARTICLE, BLANK, HEAVY, LIGHT, PAGES, PARAGRAPH

DEADLINE_S = 240  # for what takes seconds: a guard against hanging, not a measure of speed


def methods_on(page_name: str) -> list[str]:
    """A large page is read by one method of each module: variants of a paper share their code."""
    one_of_each_module = {type(method).__module__: name for name, method in METHODS.items()}
    return list(METHODS if page_name in LIGHT else one_of_each_module.values())


def outcomes_of(name: str) -> dict[str, Outcome]:
    """The outcomes of the methods; this is what the other process runs."""
    page = parse(PAGES[name])
    return {method: outcome(page, METHODS[method]) for method in methods_on(name)}


@cache
def parsed(name: str) -> Page:
    return parse(PAGES[name])


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[dict[str, "Future[dict[str, Outcome]]"]]:
    """The outcomes in processes that share nothing with this one."""
    pool = ProcessPoolExecutor(max_workers=2, mp_context=multiprocessing.get_context("spawn"))
    futures = {name: pool.submit(outcomes_of, name) for name in (*HEAVY, *LIGHT)}
    yield futures
    if not all(future.done() for future in futures.values()):  # one hangs, and would be waited for
        for process in getattr(pool, "_processes", {}).values():
            process.kill()
    pool.shutdown(wait=True, cancel_futures=True)


@pytest.fixture
def there(elsewhere: dict[str, "Future[dict[str, Outcome]]"], page_name: str) -> dict[str, Outcome]:
    try:
        return elsewhere[page_name].result(timeout=DEADLINE_S)
    except FutureTimeoutError:
        pytest.fail(f"{page_name!r} was not read within {DEADLINE_S} s")


every_method = pytest.mark.parametrize("method_name", METHODS)
every_published_method = pytest.mark.parametrize(
    "method_name", [name for name in METHODS if ".baselines" not in type(METHODS[name]).__module__]
)
every_method_on_every_page = pytest.mark.parametrize(
    ("page_name", "method_name"), [(page, method) for page in PAGES for method in methods_on(page)]
)
every_light_page = pytest.mark.parametrize("page_name", LIGHT)


# -- on every page -------------------------------------------------------------------------------------------------------


@every_method_on_every_page
def test_one_finite_score_and_one_decision_for_each_row(there: dict[str, Outcome], method_name: str) -> None:
    found = there[method_name]
    assert found.score_shape == found.keep_shape == (found.rows,)
    assert (found.score_type, found.keep_type) == ("float64", "bool")
    assert found.score_is_finite


@every_method_on_every_page
def test_an_element_is_kept_if_and_only_if_some_text_below_it_is(there: dict[str, Outcome], method_name: str) -> None:
    assert there[method_name].elements_agree_with_text


@every_method_on_every_page
def test_the_page_is_left_as_it_was(there: dict[str, Outcome], method_name: str) -> None:
    assert there[method_name].page_is_untouched


@every_method
@every_light_page
def test_the_same_page_gives_the_same_result_twice_and_in_another_process(
    there: dict[str, Outcome], method_name: str, page_name: str
) -> None:
    method = METHODS[method_name]
    assert outcome(parsed(page_name), method) == there[method_name]
    assert outcome(parse(PAGES[page_name]), method) == there[method_name]


@every_method
@every_light_page
@pytest.mark.parametrize("format", FORMATS)
def test_every_format_can_be_written(there: dict[str, Outcome], method_name: str, page_name: str, format: str) -> None:
    assert there  # finished within the deadline
    result = extract_page(parsed(page_name), method=method_name)
    written = result.render(format)
    assert isinstance(written, str)
    if format == "json":
        assert json.loads(written)["text"] == result.text
    elif format == "xml":
        assert written.startswith("<TEI")  # a document, if an empty one
    else:
        assert bool(written) == bool(result.keep.any())


@pytest.mark.parametrize("page_name", sorted(HEAVY.keys() - {"5,000 different fonts"}))  # of that one the text alone, elsewhere
@pytest.mark.parametrize("format", FORMATS)
def test_every_format_can_be_written_of_a_large_page(there: dict[str, Outcome], page_name: str, format: str) -> None:
    assert there
    assert extract_page(parsed(page_name), method="whole-text").render(format)


# -- on particular pages -------------------------------------------------------------------------------------------------


@every_method
@pytest.mark.parametrize("page_name", sorted(BLANK))
def test_a_page_without_text_gives_nothing(there: dict[str, Outcome], method_name: str, page_name: str) -> None:
    assert there
    result = extract_page(parsed(page_name), method=method_name)
    assert not result.keep.any()
    assert (result.text, result.html, result.dropped) == ("", "", "")


@every_published_method
def test_text_without_any_tag_is_kept_whole(method_name: str) -> None:
    source = PAGES["no tags at all"]
    assert extract_page(source, method=method_name).text == source


@every_published_method
def test_the_text_of_an_article_is_kept_and_its_script_is_not(method_name: str) -> None:
    text = extract_page(ARTICLE, method=method_name).text
    assert text.count(PARAGRAPH) == (2 if method_name == "fused" else 3)  # which keeps one of two equal paragraphs
    assert "track" not in text


@every_method
@pytest.mark.parametrize("page_name", ["unclosed comment", "unclosed script", "unclosed quote"])
def test_what_an_unclosed_construct_swallows_never_shows(method_name: str, page_name: str) -> None:
    result = extract_page(parsed(page_name), method=method_name)
    assert "gone" not in result.text + result.dropped


@every_method
def test_all_text_of_a_page_that_nests_too_deep_is_there_and_a_warning_says_so(method_name: str) -> None:
    result = extract_page(parsed("100,000 nested elements"), method=method_name)
    assert sorted((result.text + " " + result.dropped).split()) == ["after", "deep", "words", "words"]
    assert len(result.warnings) == 1
    assert "nested deeper" in result.warnings[0]


@pytest.mark.parametrize(
    ("page_name", "words"),
    [("100,000 unclosed p", 200_000), ("5,000 different fonts", 10_000), ("50,000 table cells", 50_000)],
)
def test_no_word_of_a_large_page_is_lost(there: dict[str, Outcome], words: int) -> None:
    assert there["whole-text"].words == words


# -- the page ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page_name", ["article", "empty", "preformatted", "custom elements"])
def test_no_column_can_be_written_to(page_name: str) -> None:
    page = parse(PAGES[page_name])
    derived = [name for name, _ in inspect.getmembers(type(page)) if not name.startswith("_")]
    arrays = {name: getattr(page, name) for name in (*derived, *(each.name for each in dataclasses.fields(page)))}
    arrays = {name: value for name, value in arrays.items() if isinstance(value, np.ndarray)}
    assert {"tag", "parent", "start", "chars", "spaced", "end", "depth", "path", "block", "in_link", "hidden"} <= set(arrays)
    for name, array in arrays.items():
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(page, name, array)


# -- the method ----------------------------------------------------------------------------------------------------------


@every_method
def test_a_method_is_a_frozen_dataclass_with_a_docstring_and_its_paper(method_name: str) -> None:
    method = METHODS[method_name]
    assert isinstance(method, Method)
    assert dataclasses.is_dataclass(method)
    with pytest.raises(dataclasses.FrozenInstanceError):
        method.paper = ""
    assert type(method).__doc__
    assert not str(type(method).__doc__).startswith(type(method).__name__ + "(")  # what dataclass writes by itself
    assert getattr(inspect.getmodule(type(method)), "__doc__", None)
    assert method.paper
    assert "\n" not in method.paper


@every_method
def test_every_parameter_has_a_default_and_says_what_it_means(method_name: str) -> None:
    for name, each in parameters(METHODS[method_name]).items():
        assert each.default is not dataclasses.MISSING, name
        assert each.metadata["help"].strip(), name
        choices = each.metadata["choices"]
        assert not choices or each.default in choices, name
        assert not choices or isinstance(each.default, str), name


@every_method
def test_empty_parameters_are_the_published_ones(method_name: str) -> None:
    plain = extract_page(ARTICLE, method=method_name)
    empty = extract_page(ARTICLE, method=method_name, parameters={})
    assert plain.method == empty.method == METHODS[method_name]
    assert np.array_equal(plain.score, empty.score)
    assert np.array_equal(plain.keep, empty.keep)


@every_method
def test_what_was_read_before_makes_no_difference(method_name: str) -> None:
    alone = extract_page(ARTICLE, method=method_name).text
    for other in ("only links", "Chinese", "empty", "preformatted"):
        extract_page(PAGES[other], method=method_name)
    assert extract_page(ARTICLE, method=method_name).text == alone
