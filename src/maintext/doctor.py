"""`maintext doctor`: what is installed here, what does the work, and whether it works."""

import hashlib
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files

from maintext.errors import MaintextError
from maintext.extraction import extract, extract_page
from maintext.kernel import choice
from maintext.methods.fused.model import load_weights
from maintext.parse import read_by
from maintext.version import __version__

_PACKAGES = ("numpy", "selectolax", "webencodings", "charset-normalizer")
_MAIN = "A page of a few sentences is enough to see whether the parts work together. This is the text that should be found."
_PAGE = f"<nav><a href=/>Home</a> <a href=/all>All</a></nav><article><h1>A test</h1>{f'<p>{_MAIN}' * 9}</article>"


@dataclass(frozen=True)
class Finding:
    subject: str
    words: str
    is_well: bool = True


def examine() -> Iterator[Finding]:
    """One finding for each thing that pages depend on."""
    yield Finding("maintext", __version__)
    yield Finding("python", f"{platform.python_version()}, {platform.python_implementation()}, {platform.platform()}")
    yield from map(_package, _PACKAGES)
    yield Finding("kernel", choice().words)
    yield Finding("reading", f"pages are read {read_by()}")
    yield _model()
    yield _trial()


def _package(name: str) -> Finding:
    try:
        return Finding(name, version(name))
    except PackageNotFoundError:
        return Finding(name, "not installed", is_well=False)


def _model() -> Finding:
    """The fused method's, by its checksum: reports that name it can be compared."""
    try:
        load_weights()
        digest = hashlib.sha256(files("maintext.methods.fused").joinpath("model.npz").read_bytes()).hexdigest()
    except (MaintextError, OSError) as error:
        return Finding("model", str(error), is_well=False)
    return Finding("model", f"readable, sha256 {digest}")


def _trial() -> Finding:
    try:
        works = _MAIN in extract(_PAGE) and _MAIN in extract_page(_PAGE).text  # at once, and step by step
    except MaintextError as error:
        return Finding("trial", str(error), is_well=False)
    return Finding("trial", "a page was extracted" if works else "the text of a page was not found", is_well=works)
