"""Where pages come from: files, folders of files, standard input."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from maintext.errors import BadInput

PAGE_ENDINGS = (".html", ".htm", ".xhtml", ".shtml")
STANDARD_INPUT = "-"


@dataclass(frozen=True)
class Source:
    """A page that can be read."""

    path: Path | None  # None: standard input
    place: Path  # where it stands among the results: its path below the folder that was named

    def __str__(self) -> str:
        return "standard input" if self.path is None else str(self.path)

    def read(self) -> bytes:
        """The page's bytes. Raises `BadInput`, with a reason in words, where they cannot be had."""
        try:
            return sys.stdin.buffer.read() if self.path is None else self.path.read_bytes()
        except OSError as error:
            raise BadInput(error.strerror or str(error)) from error


def find_sources(names: Iterable[str]) -> tuple[list[Source], dict[str, str]]:
    """The pages behind names of files and folders, `-` being standard input; and the names with nothing behind them, with why."""
    sources: list[Source] = []
    missing: dict[str, str] = {}
    for name in names:
        try:
            found = _behind(name)
        except OSError as error:  # a name that no file can have
            missing[name] = error.strerror or str(error)
            continue
        sources += found
        if not found:
            missing[name] = _why_nothing(name)
    return sources, missing


def _why_nothing(name: str) -> str:
    if name and Path(name).is_dir():
        return f"no pages in this folder ({', '.join(PAGE_ENDINGS)})"
    if name.startswith(("http://", "https://")):
        return "this is an address, and nothing is fetched: curl -s ADDRESS | maintext extract - --url ADDRESS"
    return "no such file or folder"


def _behind(name: str) -> list[Source]:
    path = Path(name)
    if name == STANDARD_INPUT:
        return [Source(None, Path("standard-input"))]
    if name and path.is_dir():
        return [Source(each, each.relative_to(path)) for each in sorted(path.rglob("*")) if _is_page(each)]
    return [Source(path, Path(path.name))] if name and path.exists() else []


def _is_page(path: Path) -> bool:
    """By its name; a link that leads nowhere counts, so that it is told of."""
    return path.suffix.lower() in PAGE_ENDINGS and (path.is_file() or path.is_symlink())
