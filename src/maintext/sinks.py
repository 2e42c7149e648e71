"""Where results go: standard output, one file, or a folder."""

import json
import sys
from pathlib import Path
from typing import TextIO

from maintext.errors import BadInput
from maintext.extraction import Extraction
from maintext.sources import Source

_ENDINGS = {"text": ".txt"}  # of a format's files; the others are named after the format


class StreamSink:
    """One result after the other. Where there are several, each says where it is from."""

    def __init__(self, format: str, several: bool, stream: TextIO | None = None) -> None:
        self._format = format
        self._several = several
        self._stream = stream or sys.stdout

    def write(self, source: Source, found: Extraction) -> None:
        content = found.render(self._format)
        self._stream.write((self._headed(str(source), content) if self._several else content) + "\n")

    def _headed(self, name: str, content: str) -> str:
        if self._format == "json":
            return json.dumps({"file": name, **json.loads(content)}, ensure_ascii=False)
        if self._format == "html":
            return f"<!-- {name.replace('--', '- -')} -->\n{content}"
        return f"==> {name} <==\n{content}\n"


class FileSink:
    """One result, one file."""

    def __init__(self, path: Path, format: str) -> None:
        self._path = path
        self._format = format

    def write(self, source: Source, found: Extraction) -> None:
        _write(self._path, source, found.render(self._format))


class FolderSink:
    """A file for each result, in the places that the pages have in theirs."""

    def __init__(self, folder: Path, format: str) -> None:
        self._folder = folder
        self._format = format
        self._taken: set[Path] = set()

    def write(self, source: Source, found: Extraction) -> None:
        ending = _ENDINGS.get(self._format, f".{self._format}")
        path = self._folder / source.place.with_suffix(ending)
        if path in self._taken:  # page.htm beside page.html
            path = self._folder / f"{source.place}{ending}"
        self._taken.add(path)
        _write(path, source, found.render(self._format))


def _write(path: Path, source: Source, content: str) -> None:
    if source.path is not None and path.exists() and path.samefile(source.path):
        raise BadInput("the result would be written over the page: choose another place")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from error
