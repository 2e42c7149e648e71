"""BASELINES, and how they are found."""

import pytest

from maintext import METHODS, UnknownName, extract
from maintext.extraction import find_method
from maintext.methods.baselines import BASELINES

NAMES = "bte dsc adsc lqf ccb accb tccb density fe kfe lsi zhou alexjc r2l dana".split()


def test_every_baseline_has_its_name() -> None:
    assert list(BASELINES) == NAMES
    assert not BASELINES.keys() & METHODS.keys()


@pytest.mark.parametrize("name", NAMES)
def test_a_baseline_is_found_by_its_name(name: str) -> None:
    assert find_method(name) is BASELINES[name]
    assert isinstance(extract("<p>some words</p>", method=name), str)


def test_a_parameter_of_a_baseline_can_be_set() -> None:
    assert find_method("dsc", {"window": "20"}) != find_method("dsc")


def test_an_unknown_name_lists_methods_and_baselines() -> None:
    with pytest.raises(UnknownName) as caught:
        find_method("bet")
    assert all(name in str(caught.value) for name in [*METHODS, *BASELINES])
