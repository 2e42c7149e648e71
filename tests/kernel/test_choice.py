"""Which code does the work: the kernel where it can, numpy where it cannot or should not, and a word about it."""

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from maintext import extract, kernel, parse
from maintext.cli import main
from maintext.table import table_of
from tests.kernel.reading import needs_kernel, parsing, reading, tree_of

pytestmark = pytest.mark.usefixtures("small_pages_too")

HTML = "<nav class=menu>Home</nav><article><p>One paragraph of a few words.</article>"


@pytest.fixture(autouse=True)
def undecided() -> Iterator[None]:
    """Each test decides anew, and so do those after it."""

    def forget() -> None:
        kernel.choice.cache_clear()
        reading.reading.cache_clear()

    forget()
    yield
    forget()


def told() -> list[str]:
    """What is warned of while two pages are read."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        parse(HTML)
        parse(HTML)
    return [str(warning.message) for warning in caught]


@needs_kernel
def test_the_kernel_is_used_where_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(kernel.PURE, raising=False)
    assert told() == []
    assert kernel.choice().words == "compiled kernel"
    assert parsing.read_by() == "by the compiled kernel"
    assert isinstance(parse(HTML).document, reading.CompiledTree)


def test_numpy_can_be_chosen_and_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kernel.PURE, "1")
    assert told() == []
    assert kernel.compiled() is None
    assert kernel.choice().words == "numpy: MAINTEXT_PURE is set"
    assert parsing.read_by() == "in Python"
    assert isinstance(parse(HTML).document, reading.Tree)


@needs_kernel
@pytest.mark.parametrize("value", ["", "0"])
def test_an_empty_choice_is_none(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kernel.PURE, value)
    assert kernel.compiled() is not None


def test_a_missing_kernel_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(f"no {name}")

    monkeypatch.delenv(kernel.PURE, raising=False)
    monkeypatch.setattr(kernel, "import_module", missing)
    (warning,) = told()
    assert "no maintext._kernel" in warning
    assert "MAINTEXT_PURE" in warning
    assert "no maintext._kernel" in kernel.choice().words


@pytest.mark.parametrize("left_over", [SimpleNamespace(), SimpleNamespace(INTERFACE=kernel.INTERFACE - 1)])
def test_a_kernel_of_another_version_is_told_once_and_not_used(
    left_over: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(kernel.PURE, raising=False)
    monkeypatch.setattr(kernel, "import_module", lambda _: left_over)
    (warning,) = told()
    assert "build or install the package again" in warning
    assert kernel.compiled() is None


def test_the_command_tells_it_in_its_own_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(kernel.PURE, raising=False)
    monkeypatch.setattr(kernel, "import_module", lambda name: import_module(f"{name}_of_another_machine"))
    page = tmp_path / "page.html"
    page.write_text(HTML)
    for quiet in ([], ["--quiet"]):
        kernel.choice.cache_clear()
        reading.reading.cache_clear()
        assert main(["extract", *quiet, str(page)]) == 0
        lines = capsys.readouterr().err.splitlines()
        assert [line[:44] for line in lines] == ([] if quiet else ["maintext: warning: maintext is several times"])


@needs_kernel
@pytest.mark.parametrize("version", ["0.9.9", "2.0.0", "unknown"])
def test_an_unknown_parser_is_read_in_python(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading.selectolax, "__version__", version)
    (warning,) = told()
    assert f"selectolax {version}" in warning
    assert f"selectolax {version}" in parsing.read_by()
    assert kernel.compiled() is not None  # what works on tables goes on


@needs_kernel
def test_another_edition_of_lexbor_is_read_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading.lexbor, "LEXBOR_VERSION_MAJOR", 99)
    assert len(told()) == 1


@needs_kernel
def test_nodes_that_are_laid_out_otherwise_are_never_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_fields", lambda node: (node.tag_id, 0, 0, 0, 0, 0, 0))
    monkeypatch.setattr(reading, "_vocabulary", lambda: pytest.fail("the kernel was let at a tree"))
    (warning,) = told()
    assert "nodes" in warning
    assert isinstance(parse(HTML).document, reading.Tree)


@needs_kernel
def test_a_kernel_that_reads_otherwise_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    vocabulary = reading._vocabulary()
    monkeypatch.setattr(reading, "_vocabulary", lambda: (*vocabulary[:10], 0, *vocabulary[11:]))  # nothing is hidden
    (warning,) = told()
    assert "probe page" in warning
    assert isinstance(parse(HTML).document, reading.Tree)


@needs_kernel
def test_both_give_the_same_table_and_text(monkeypatch: pytest.MonkeyPatch) -> None:
    table, text = table_of(parse(HTML)), extract(HTML)
    monkeypatch.setenv(kernel.PURE, "1")
    kernel.choice.cache_clear()
    reading.reading.cache_clear()
    assert (table_of(parse(HTML)), extract(HTML)) == (table, text)
    assert table_of(parse(tree_of(HTML))) == table


def test_importing_the_package_decides_nothing() -> None:
    program = "import sys, maintext; print('maintext._kernel' in sys.modules)"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    assert found.stdout.strip() == "False"
    assert found.stderr == ""
