from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

import numpy as np
import pytest

from maintext import METHODS, BadParameter, MaintextError, Page, UnknownName, extract, extract_page, parse
from maintext.extraction import find_method
from maintext.methods.cetr import ThresholdTagRatio
from maintext.methods.protocol import Method, configured, parameters
from tests.methods.pages import ARTICLE, words

PAGES = {
    "an article": ARTICLE,
    "lines": f"<ul>\n<li><a href=/a>Home</a></li>\n</ul>\n<p>{words(40)}, and so on.</p>\n<p>{words(9)}.</p>\n" * 3,
    "nothing": "",
    "one letter": "<p>a</p>",
    "no tags": "plain words",
    "deep": "<div>" * 3000 + "deep words",
    "a custom element": "<my-element>some <b>words</b></my-element><your-element>more, words.</your-element>",
    "hidden": "<p hidden>some words</p><noscript><p>others</p></noscript><p>seen</p>",
    "an instruction": "<p>some words before it</p><?php echo 'lost' ?><p>some words after it</p>",
    "not text": "\0\0\ud800<p>\ud800 words \0</p>",
    "other scripts": "<p>中文，句子。</p><p>\U0001d4d0\U0001d4d1, \u202eابج</p>",
}

every_method = pytest.mark.parametrize("name", METHODS)
every_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())

# What each method takes, and the published value.
PUBLISHED: dict[str, dict[str, object]] = {
    "fused": {"favor_precision": False, "favor_recall": False, "include_title": False, "include_comments": False, "model": ""},
    "cetd-ds": {"drop_hidden": False, "threshold": "path", "coefficient": 1.0},
    "cectd-s": {"link_promotion": True, "drop_hidden": False, "coefficient": 1.0},
    "cectd-ds": {"link_promotion": True, "drop_hidden": False, "threshold": "path", "coefficient": 1.0},
    "cetr-tm": {"lines": "paper", "max_radius": 0, "lambda": 1.0},
    "cetr-km": {"lines": "paper", "max_radius": 0, "k": 3},
    "cetr": {"lines": "paper", "max_radius": 0, "k": 3, "alpha": 3},
    "danag": {"lines": "block", "gap": 20},
    "cepr-tpr": {"lambda": 1.7},
    "cepr-etpr": {"lambda": 0.7},
    "cepr-setpr": {"lambda": 0.8, "radius": 1, "alpha": 1.0, "distance": "characters"},
    "block-extractor": {"threshold": 1.5, "text_class": True, "attributes": "all"},
    "whole-text": {},
}


# -- every method --------------------------------------------------------------------------------------------------------


@every_method
def test_defaults_are_the_published_ones(name: str) -> None:
    found = {parameter: each.default for parameter, each in parameters(METHODS[name]).items()}
    assert found == PUBLISHED[name]


@every_method
def test_a_method_is_a_frozen_dataclass_that_names_its_paper(name: str) -> None:
    method = METHODS[name]
    assert isinstance(method, Method)
    assert is_dataclass(method)
    assert len(method.paper) > 20
    assert "\n" not in method.paper
    for each in fields(method):
        with pytest.raises(FrozenInstanceError):
            setattr(method, each.name, each.default)


@every_method
def test_every_parameter_says_what_it_means(name: str) -> None:
    assert all(each.metadata["help"] for each in parameters(METHODS[name]).values())


@every_method
@every_page
def test_a_finite_score_and_a_decision_for_each_row(name: str, page: str) -> None:
    found = extract_page(page, method=name)
    assert found.score.shape == found.keep.shape == (len(found.page),)
    assert found.score.dtype == np.float64
    assert found.keep.dtype == np.bool_
    assert np.isfinite(found.score).all()


@every_method
@every_page
def test_an_element_is_kept_if_and_only_if_some_of_its_text_is(name: str, page: str) -> None:
    found = extract_page(page, method=name)
    table: Page = found.page
    for row in range(len(table)):
        below = slice(row, int(table.end[row]))
        assert found.keep[row] == (found.keep & table.is_text)[below].any()


@every_method
@every_page
def test_a_page_is_not_changed_and_gives_the_same_answer_again(name: str, page: str) -> None:
    table = parse(page)
    columns = ("tag", "parent", "start", "chars", "spaced")
    before = [getattr(table, column).copy() for column in columns]
    first = extract_page(table, method=name)
    for other in METHODS:
        extract_page(table, method=other)
    again = extract_page(table, method=name)
    np.testing.assert_array_equal(first.score, again.score)
    np.testing.assert_array_equal(first.keep, again.keep)
    for column, values in zip(columns, before, strict=True):
        np.testing.assert_array_equal(getattr(table, column), values)


@every_method
def test_a_score_may_be_read_only(name: str) -> None:
    table = parse(ARTICLE)
    method = METHODS[name]
    score = method.score(table)
    expected = method.keep(table, score.copy())
    score.setflags(write=False)
    np.testing.assert_array_equal(method.keep(table, score), expected)


# -- parameters by name --------------------------------------------------------------------------------------------------


@every_method
def test_an_unknown_parameter_is_an_error_that_lists_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownName) as caught:
        extract("<p>x", method=name, parameters={"no-such": 1})
    listed = ", ".join(sorted(PUBLISHED[name])) or "none"
    assert str(caught.value) == f"unknown parameter 'no-such' of {name}; there are: {listed}"


def test_an_unknown_method_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(UnknownName) as caught:
        extract("<p>x", method="no-such")
    beginning, _, listed = str(caught.value).partition("; there are: ")
    assert beginning == "unknown method 'no-such'"
    assert set(METHODS) <= set(listed.split(", "))


def test_errors_are_of_one_family_and_value_errors_too() -> None:
    for error in (UnknownName, BadParameter):
        assert issubclass(error, MaintextError)
        assert issubclass(error, ValueError)


def test_lambda_is_called_by_its_name_though_python_has_taken_it() -> None:
    method = find_method("cetr-tm", {"lambda": 2})
    assert method == ThresholdTagRatio(lambda_=2.0)
    with pytest.raises(UnknownName, match="lambda_"):
        find_method("cetr-tm", {"lambda_": 2})


def test_a_method_itself_can_be_given_and_changed() -> None:
    method = ThresholdTagRatio(max_radius=4)
    assert find_method(method) is method
    assert find_method(method, {"lambda": "0.5"}) == ThresholdTagRatio(max_radius=4, lambda_=0.5)
    with pytest.raises(UnknownName, match="ThresholdTagRatio"):
        find_method(method, {"k": 3})


def test_without_settings_the_registered_method_is_used() -> None:
    assert find_method("cetr", {}) is METHODS["cetr"]
    assert configured(METHODS["danag"], "danag", {}) is METHODS["danag"]


def test_settings_leave_the_registered_method_as_it_is() -> None:
    find_method("danag", {"gap": 5})
    assert METHODS["danag"].gap == 20  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "settings", "field", "expected"),
    [
        ("cetr", {"k": "4"}, "k", 4),
        ("cetr", {"max_radius": "0"}, "max_radius", 0),
        ("cetr-tm", {"lambda": "1.25"}, "lambda_", 1.25),
        ("cetr-tm", {"lambda": 2}, "lambda_", 2.0),
        ("cetr-tm", {"lambda": np.float32(0.5)}, "lambda_", 0.5),
        ("danag", {"gap": np.int64(7)}, "gap", 7),
        ("danag", {"lines": "long"}, "lines", "long"),
        ("block-extractor", {"text_class": "false"}, "text_class", False),
        ("block-extractor", {"text_class": "No"}, "text_class", False),
        ("block-extractor", {"text_class": 0}, "text_class", False),
        ("cectd-ds", {"drop_hidden": "true"}, "drop_hidden", True),
        ("cectd-ds", {"drop_hidden": "ON"}, "drop_hidden", True),
        ("cectd-ds", {"drop_hidden": True}, "drop_hidden", True),
    ],
)
def test_values_are_read_as_the_parameters_type(name: str, settings: dict[str, Any], field: str, expected: object) -> None:
    value = getattr(find_method(name, settings), field)
    assert value == expected
    assert type(value) is type(expected)


BREAKINGS = "source, paper, mean, long, all, block"


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("cetr", {"lines": "line"}, f"lines is one of {BREAKINGS}, not 'line'"),
        ("danag", {"lines": None}, f"lines is one of {BREAKINGS}, not None"),
        ("danag", {"lines": ["block"]}, rf"lines is one of {BREAKINGS}, not \['block'\]"),
        ("cectd-ds", {"threshold": "html"}, "threshold is one of path, body, not 'html'"),
        ("cepr-setpr", {"distance": "tag"}, "distance is one of characters, tags, not 'tag'"),
        ("block-extractor", {"attributes": True}, "attributes is one of all, value, none, not True"),
        ("cetr", {"k": 1}, "k is at least 2, not 1"),
        ("cetr-km", {"k": "-3"}, "k is at least 2, not '-3'"),
        ("cetr", {"alpha": 1}, "alpha is at least 2, not 1"),
        ("cetr", {"max_radius": -1}, "max_radius is at least 0, not -1"),
        ("danag", {"gap": -1}, "gap is at least 0, not -1"),
        ("cepr-setpr", {"radius": 0}, "radius is at least 1, not 0"),
        ("cepr-setpr", {"alpha": -0.5}, "alpha is at least 0, not -0.5"),
        ("cepr-tpr", {"lambda": -1}, "lambda is at least 0, not -1"),
        ("block-extractor", {"threshold": -0.1}, "threshold is at least 0, not -0.1"),
        ("cetr", {"k": "three"}, "k takes a whole number, not 'three'"),
        ("cetr", {"k": 2.5}, "k takes a whole number, not 2.5"),
        ("cetr", {"k": True}, "k takes a whole number, not True"),
        ("cetr", {"k": None}, "k takes a whole number, not None"),
        ("cetr-tm", {"lambda": "much"}, "lambda takes a number, not 'much'"),
        ("cetr-tm", {"lambda": "nan"}, "lambda takes a number, not 'nan'"),
        ("cetr-tm", {"lambda": float("inf")}, "lambda takes a number, not inf"),
        ("cetr-tm", {"lambda": 10**400}, "lambda takes a number, not 1000"),
        ("cetr-tm", {"lambda": [1]}, r"lambda takes a number, not \[1\]"),
        ("cectd-ds", {"drop_hidden": "maybe"}, "drop_hidden takes true or false, not 'maybe'"),
        ("cectd-ds", {"drop_hidden": 2}, "drop_hidden takes true or false, not 2"),
        ("cectd-ds", {"link_promotion": None}, "link_promotion takes true or false, not None"),
    ],
)
def test_a_value_that_a_parameter_cannot_take(name: str, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadParameter, match=f"^{message}"):
        extract("<p>x", method=name, parameters=settings)


def test_a_bad_parameter_is_found_before_the_page_is_read() -> None:
    with pytest.raises(BadParameter):
        extract(object(), method="cetr", parameters={"k": 0})


@pytest.mark.parametrize(
    ("name", "settings"),
    [(name, {parameter: choice}) for name, method in METHODS.items() for parameter, each in parameters(method).items()
     for choice in each.metadata["choices"]],
)  # fmt: skip
@every_page
def test_every_choice_works_on_every_page(name: str, settings: dict[str, str], page: str) -> None:
    found = extract_page(page, method=name, parameters=settings)
    assert np.isfinite(found.score).all()
    assert found.keep.shape == (len(found.page),)


SMALLEST: list[tuple[str, dict[str, Any]]] = [
    (name, {parameter: each.metadata["at_least"]})
    for name, method in METHODS.items()
    for parameter, each in parameters(method).items()
    if each.metadata["at_least"] is not None
]


@pytest.mark.parametrize(("name", "settings"), SMALLEST)
@every_page
def test_the_smallest_value_of_a_parameter_works_on_every_page(name: str, settings: dict[str, Any], page: str) -> None:
    found = extract_page(page, method=name, parameters=settings)
    assert np.isfinite(found.score).all()


@pytest.mark.parametrize("change", [str.upper, str.title])
def test_names_of_methods_are_exact(change: Callable[[str], str]) -> None:
    with pytest.raises(UnknownName):
        find_method(change("danag"))
