"""Reading the files of a corpus: what every layout needs."""

import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from maintext import MaintextError
from maintext.benchmark.model import Sample

_PAGE_ENDINGS = (".html", ".htm", ".xhtml", ".shtml")

OnProblem = Callable[["CorpusError"], None]


class CorpusError(MaintextError):
    """A corpus, or a part of one, that cannot be used; the message is one line that names the place."""

    def __init__(self, path: Path, what: object) -> None:
        super().__init__(path, str(what))

    def __str__(self) -> str:
        path, what = self.args
        return readable(f"{path}: {' '.join(what.split())}")


def stop(problem: CorpusError) -> None:
    """What to do about a page that cannot be read, unless somebody knows better."""
    raise problem


class Layout(Protocol):
    """A way to lay pages and golds out."""

    @property
    def name(self) -> str: ...

    def count(self, path: Path) -> int:
        """How many pages with gold lie there in this layout: 0 where it is not this layout. Raises `CorpusError`."""

    def read(self, path: Path, corpus: str, on_problem: OnProblem = stop) -> Iterator[Sample]:
        """The pages in the order of their ids, one at a time. `on_problem` is told of each that cannot be read."""


def attempted(make: Callable[[], Sample], on_problem: OnProblem) -> Iterator[Sample]:
    """A sample, or none and a word about why."""
    try:
        sample = make()
    except CorpusError as problem:
        on_problem(problem)
    else:
        yield sample


def readable(name: str) -> str:
    """A name that can be printed and written: files may have names that are not in UTF-8."""
    return os.fsencode(name).decode("utf-8", "replace")


# -- files and folders -----------------------------------------------------------------------------------------------------


def read_bytes(path: Path) -> bytes:
    """What a file holds, unpacked. Raises `CorpusError` where that cannot be had."""
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if path.suffix == ".gz" else data
    except (OSError, EOFError, zlib.error) as error:
        raise CorpusError(path, getattr(error, "strerror", None) or f"cannot be unpacked ({error})") from error


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object in a file. Raises `CorpusError` where there is none."""
    try:
        value = json.loads(read_bytes(path).decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise CorpusError(path, f"not JSON ({error})") from error
    if not isinstance(value, dict):
        raise CorpusError(path, f"a JSON object was expected, not {type(value).__name__}")
    return value


def files(folder: Path | None) -> list[Path]:
    """The files of a folder, by name."""
    return [path for path in _listed(folder) if path.is_file()]


def subfolders(folder: Path) -> list[Path]:
    """The folders in a folder, by name, less hidden ones."""
    return [path for path in _listed(folder) if path.is_dir() and not path.name.startswith(".")]


def _listed(folder: Path | None) -> list[Path]:
    try:
        return sorted(folder.iterdir()) if folder and folder.is_dir() else []
    except OSError as error:
        raise CorpusError(folder or Path(), error.strerror or error) from error


def subfolder(folder: Path, name: str) -> Path | None:
    """By its name in any capitals: archives unpack differently from system to system."""
    return next((path for path in subfolders(folder) if path.name.lower() == name), None)


def by_id(paths: list[Path], *endings: str) -> dict[str, Path]:
    """Files by their names, less one of the endings and `.gz`; a file with none of the endings is left out."""
    found: dict[str, Path] = {}
    for path in paths:
        name = path.name.removesuffix(".gz")
        ending = next((ending for ending in endings if name.lower().endswith(ending)), "")
        if ending and len(name) > len(ending):
            found.setdefault(name[: -len(ending)], path)
    return found


def pages_in(folder: Path | None) -> dict[str, Path]:
    """The web pages of a folder by their ids."""
    return by_id(files(folder), *_PAGE_ENDINGS)


def in_utf8(page: str) -> bytes:
    """A page that is no longer in the encoding that it declares: the byte order mark outranks the declaration."""
    return b"\xef\xbb\xbf" + page.encode("utf-8", "replace")


def strings(value: object) -> tuple[str, ...]:
    """The strings of a list, whatever else others have put into the field."""
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, (list, tuple)) else ()


def string(value: object) -> str | None:
    """A string that says something, or None."""
    return value if isinstance(value, str) and value else None
