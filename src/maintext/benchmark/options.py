"""Options that several of the commands have."""

import argparse
import tempfile
from pathlib import Path

from maintext.benchmark.corpora import CORPORA_VARIABLE, Corpus, named_corpora, readable
from maintext.errors import BadInput, UnknownName

_CACHE = Path(".maintext-bench")


def add_corpora(command: argparse.ArgumentParser) -> None:
    """Where the corpora are."""
    command.add_argument(
        "--corpora",
        nargs="+",
        metavar="DIR",
        help=f"files or folders with corpora (default: the environment's {CORPORA_VARIABLE})",
    )


def add_corpus_choice(command: argparse.ArgumentParser) -> None:
    """Where the corpora are, which of them are meant, and how many of their pages."""
    add_corpora(command)
    command.add_argument(
        "--corpus", action="append", metavar="NAME", help="only the corpus of that name; may be repeated (default: all of them)"
    )
    command.add_argument("--limit", type=count, metavar="N", help="at most so many pages of each corpus, evenly spread")


def chosen_corpora(options: argparse.Namespace) -> list[Corpus]:
    """The corpora that are meant. Raises `UnknownName`."""
    found = {corpus.name: corpus for corpus in named_corpora(options.corpora)}
    for name in options.corpus or ():
        if name not in found:
            raise UnknownName("corpus", name, found)
    return [found[name] for name in options.corpus or found]


def add_measuring(command: argparse.ArgumentParser) -> None:
    """What decides on how much is measured at a time, and how often."""
    command.add_argument(
        "--cache", type=Path, default=_CACHE, metavar="DIR", help="keep what has been measured here (default: %(default)s)"
    )
    command.add_argument("--workers", type=count, default=2, metavar="N", help="processes at a time (default: %(default)s)")
    command.add_argument("--limit", type=count, metavar="N", help="at most so many pages of each corpus, evenly spread")


def count(text: str) -> int:
    """A whole number from 1."""
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a whole number, not {text!r}") from None
    if number < 1:
        raise argparse.ArgumentTypeError(f"at least 1, not {number}")
    return number


def seconds(text: str) -> float:
    """A time that something may take."""
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a number of seconds, not {text!r}") from None
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"more than 0, not {text}")
    return number


def write_file(path: Path, text: str) -> None:
    """Write a report. Raises `BadInput`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from error
    print(path)


def make_folder(folder: Path) -> None:
    """Have a folder that can be written into. Raises `BadInput`: now, and not when all the work is done."""
    if readable(str(folder)) != str(folder):
        raise BadInput(f"cannot write into {readable(str(folder))}: its name is not UTF-8")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise BadInput(f"cannot write into {folder}: {error.strerror or error}") from error
