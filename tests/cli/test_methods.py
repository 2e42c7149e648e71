"""`maintext methods`."""

import pytest

from maintext.methods import METHODS
from maintext.methods.protocol import parameters
from tests.cli.running import Run


def test_methods_lists_every_method_with_its_paper_and_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "methods")
    assert run.code == 0
    for name, method in METHODS.items():
        assert f"\n{name}" in "\n" + run.out
        assert method.paper in run.out
        assert all(f"    {key}=" in run.out for key in parameters(method))


def test_methods_lists_the_baselines_after_them(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "methods")
    assert run.out.index("whole-text") < run.out.index("-- baselines") < run.out.index("bte")
    assert "Finn" in Run(capsys, "methods", "bte").out


def test_methods_tells_of_those_that_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "methods", "danag")
    assert "gap=20" in run.out
    assert "cetr" not in run.out
    assert Run(capsys, "methods", "magic").code == 2
