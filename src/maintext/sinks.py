"""Where results go: standard output, one file, or a folder."""

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from typing import TextIO

from maintext.errors import BadInput
from maintext.extraction import Extraction
from maintext.sources import Source

_ENDINGS = {"text": ".txt", "markdown": ".md"}  # of a format's files; the others are named after the format


@dataclass(frozen=True)
class Format:
    """A format's name, and the options of `RenderOptions` that are not the default."""

    name: str
    options: Mapping[str, bool] = field(default_factory=dict)

    def render(self, found: Extraction) -> str:
        return found.render(self.name, **self.options)


class StreamSink:
    """One result after the other. Where there are several, each says where it is from."""

    def __init__(self, format: Format, several: bool, stream: TextIO | None = None) -> None:
        self._format = format
        self._several = several
        self._stream = stream or sys.stdout

    def write(self, source: Source, content: str) -> None:
        try:
            self._stream.write((self._headed(str(source), content) if self._several else content) + "\n")
            self._stream.flush()
        except BrokenPipeError:  # whoever reads has seen enough, which is for the command to know
            raise
        except OSError as error:
            raise BadInput(f"cannot write: {error.strerror or error}") from error

    def _headed(self, name: str, content: str) -> str:
        if self._format.name == "json":
            return json.dumps({"file": name, **json.loads(content)}, ensure_ascii=False)
        if self._format.name in ("html", "xml"):
            return f"<!-- {name.replace('--', '- -')} -->\n{content}"
        return f"==> {name} <==\n{content}\n"


class FileSink:
    """One result, one file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def write(self, source: Source, content: str) -> None:
        if source.path is not None and self._path.exists() and self._path.samefile(source.path):
            raise BadInput("the result would be written over the page: choose another place")
        _write(self._path, content)


class FolderSink:
    """A file for each result, in the places that the pages have in theirs. No page and no other result is written over."""

    def __init__(self, folder: Path, format: Format, pages: Iterable[Source]) -> None:
        self._folder = folder
        self._format = format
        self._taken = {page.path.resolve() for page in pages if page.path is not None}

    def write(self, source: Source, content: str) -> None:
        path = self._free_place(source.place)
        self._taken.add(path.resolve())
        _write(path, content)

    def _free_place(self, place: Path) -> Path:
        """page.txt for page.html; page.htm.txt beside it for page.htm; then numbers."""
        ending = _ENDINGS.get(self._format.name, f".{self._format.name}")
        names = chain((place.with_suffix(ending), Path(f"{place}{ending}")), (Path(f"{place}.{n}{ending}") for n in count(2)))
        return next(path for name in names if (path := self._folder / name).resolve() not in self._taken)


def _write(path: Path, content: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from error
