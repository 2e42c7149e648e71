"""`maintext doctor`."""

import numpy as np
import pytest

from maintext import doctor
from maintext.errors import BadModel
from maintext.kernel import choice, compiled
from maintext.methods.fused import fused
from maintext.version import __version__
from tests.cli.running import Run


def test_the_doctor_names_versions_the_kernel_and_the_model(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "doctor")
    assert run.code == 0
    found = dict(line.split(maxsplit=1) for line in run.out.splitlines())
    assert found["maintext"] == __version__
    assert found["numpy"] == np.__version__
    assert found["kernel"] == choice().words
    assert found["model"].startswith("readable, sha256 ")
    assert found["trial"] == "a page was extracted"


def test_the_doctor_says_what_does_not_work(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise BadModel("the model is gone")

    monkeypatch.setattr(doctor, "load_weights", broken)
    monkeypatch.setattr(doctor, "_PACKAGES", ("numpy", "no-such-package"))
    run = Run(capsys, "doctor")
    assert run.code == 1
    assert "the model is gone" in run.out
    assert "no-such-package" in run.err
    assert "model" in run.err


@pytest.mark.skipif(compiled() is None, reason="there is no kernel")
def test_the_doctor_tries_the_kernel_s_decision(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise BadModel("the kernel cannot take it")

    monkeypatch.setattr(fused, "judge", broken)
    run = Run(capsys, "doctor")
    assert run.code == 1
    assert "the kernel cannot take it" in run.out
