"""`maintext bench speed`: time beside other extractors, growth, workers, memory and start, with the kernel and without it.

Everything is measured by `probes`, in processes of their own. `--write` makes a page of documentation of it.
"""

import argparse
import json
import logging
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

from maintext.benchmark.corpora import Corpus, spread
from maintext.benchmark.options import add_corpus_choice, chosen_corpora, count, write_file
from maintext.benchmark.peers import PeerMissing, find_peer
from maintext.benchmark.probes import PARSER, REFERENCE
from maintext.benchmark.profile import pages_in_folder
from maintext.errors import MaintextError
from maintext.extraction import DEFAULT_METHOD, find_method
from maintext.kernel import PURE
from maintext.version import __version__

DONE = 0

_METHODS = (DEFAULT_METHOD, "cectd-ds")
_PEERS = ("readability-lxml", "justext", "trafilatura")
_PAGES = 300  # of a corpus
_WORKERS = (1, 2)
_PURE = {"kernel": "0", "numpy": "1"}  # to the value of the environment's MAINTEXT_PURE
_PACKAGES = ("numpy", "selectolax")
_START = """
import time
started = time.perf_counter()
import maintext
loaded = time.perf_counter()
maintext.extract("<p>Some words, and <a>a link</a>.</p>")
print(loaded - started, time.perf_counter() - loaded)
"""

_log = logging.getLogger("maintext")


@dataclass(frozen=True)
class Entry:
    """What is measured: one of our methods by one of the engines, or something else, which has none."""

    name: str
    engine: str = ""

    def __str__(self) -> str:
        return f"`{self.name}`, {self.engine}" if self.engine else self.name


@dataclass(frozen=True)
class Table:
    """One table of the report."""

    title: str
    words: str  # what its figures are
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> str:
        sides = "| --- |" + " ---: |" * (len(self.head) - 1)
        lines = [f"| {' | '.join(row)} |" for row in (self.head, *self.rows)]
        return "\n".join([f"## {self.title}", "", self.words, "", lines[0], sides, *lines[1:], ""])


# -- measuring -------------------------------------------------------------------------------------------------------------


class Probe:
    """Measures in processes of their own, on the pages of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, probe: str, entry: Entry, **request: Any) -> dict[str, float]:
        asked = {"probe": probe, "folder": str(self._folder), "name": entry.name, **request}
        answer = _output(["-m", "maintext.benchmark.probes"], json.dumps(asked), entry.engine)
        return json.loads(answer.strip().splitlines()[-1])


def _output(arguments: list[str], given: str, engine: str) -> str:
    environment = os.environ | {PURE: _PURE.get(engine, "0")}
    done = subprocess.run([sys.executable, *arguments], input=given, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise MaintextError(f"nothing could be measured: {(done.stderr.strip().splitlines() or ['no reason was given'])[-1]}")
    return done.stdout


def start_times(engine: str, rounds: int) -> tuple[float, float]:
    """Seconds to import the package, and for the first page: the best of the rounds."""
    runs = [tuple(map(float, _output(["-c", _START], "", engine).split())) for _ in range(rounds)]
    return min(run[0] for run in runs), min(run[1] for run in runs)


# -- tables ----------------------------------------------------------------------------------------------------------------


def race_table(corpus: str, pages: int, probe: Probe, entries: Iterable[Entry], rounds: int) -> Table:
    rows = []
    for entry in entries:
        found = probe("race", entry, rounds=rounds)
        figures = (f"{found['ratio']:.2f}", f"{found['mean']:.3f}", f"{found['median']:.3f}", f"{found['reference']:.3f}")
        rows.append((str(entry), *figures))
        _log.info("%s: %s takes %s x the time of %s", corpus, entry, figures[0], REFERENCE)
    words = (
        f"Plain text of {pages} pages of `{corpus}`, decoded beforehand, on one core. Each races {REFERENCE} alone, page by page "
        f"in turn, and keeps its best of {rounds} rounds; the ratio is that of the mean times."
    )
    head = ("", f"x {REFERENCE}", "mean ms", "median ms", f"{REFERENCE}'s mean ms")
    return Table(f"Time beside other extractors: {corpus}", words, head, tuple(rows))


def growth_table(corpus: str, probe: Probe, entries: Iterable[Entry], rounds: int) -> Table:
    rows = [(str(entry), f"{probe('growth', entry, rounds=rounds)['growth']:.2f}") for entry in entries]
    words = f"Time on a page of `{corpus}` joined ten-fold, over ten times the time on one: 1 is linear."
    return Table("Growth with the size of the page", words, ("", "growth"), tuple(rows))


def scaling_table(corpus: str, probe: Probe, entries: Iterable[Entry], rounds: int) -> Table:
    rows = []
    for entry in entries:
        each = [probe("scaling", entry, workers=workers, rounds=rounds)["pages"] for workers in _WORKERS]
        rows.append((str(entry), *(f"{pages:,.0f}" for pages in each), f"{each[-1] / each[0]:.2f}"))
    words = f"`maintext.extract_many` on pages of `{corpus}`: pages a second. The kernel runs in threads, numpy in processes."
    return Table("Workers", words, ("", *(f"{workers} worker{'s' * (workers > 1)}" for workers in _WORKERS), "gain"), tuple(rows))


def memory_table(probe: Probe, entries: Iterable[Entry], megabytes: float, times: int) -> Table:
    rows = []
    for entry in entries:
        large = probe("large_page", entry, megabytes=megabytes)
        many = probe("many_pages", entry, times=times)
        change = many["late"] / many["early"] - 1
        figures = (f"{large['peak']:,.0f}", f"{large['seconds']:.1f}", f"{many['early']:,.0f}", f"{many['late']:,.0f}")
        rows.append((str(entry), *figures, f"{change:+.1%}"))
    words = (
        f"A page of {megabytes:g} million characters: megabytes beyond the page itself at the worst moment, and seconds. Then "
        f"{times:,} extractions one after the other: megabytes of the process in the second thousand and in the last."
    )
    head = ("", "large page MB", "s", "second thousand MB", "last thousand MB", "change")
    return Table("Memory", words, head, tuple(rows))


def start_table(rounds: int) -> Table:
    rows = []
    for engine in _PURE:
        loaded, first = start_times(engine, rounds)
        rows.append((engine, f"{loaded:.3f}", f"{first:.3f}"))
    words = f"`import maintext` in a fresh process and the first page, which loads the model: seconds, the best of {rounds}."
    return Table("Start", words, ("", "import s", "first page s"), tuple(rows))


def report(tables: Iterable[Table], command: str) -> str:
    """The page of documentation."""
    peers = [find_peer(name) for name in _installed((REFERENCE, *_PEERS))]
    versions = ", ".join(
        [f"{name} {metadata.version(name)}" for name in _PACKAGES] + [f"{peer.name} {peer.version}" for peer in peers]
    )
    machine = f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}"
    about = f"maintext {__version__}, Python {platform.python_version()}, {versions}; {machine}. Written by `{command}`."
    kernel = (
        f"*kernel* is the compiled kernel, *numpy* the same package without it (`{PURE}=1`): the results are the same. Ratios "
        "carry over to other machines, times do not."
    )
    return "\n".join(["# Performance", "", about, "", kernel, "", *(table.markdown() for table in tables)])


def _installed(peers: Iterable[str]) -> list[str]:
    """Those of the peers that are there; the others are told of."""
    return [name for name in peers if _is_there(name)]


def _is_there(peer: str) -> bool:
    try:
        return bool(find_peer(peer).version)
    except PeerMissing as error:
        _log.error("%s", error)
        return False


# -- the command -----------------------------------------------------------------------------------------------------------


def add_options(command: argparse.ArgumentParser) -> None:
    add_corpus_choice(command)
    command.add_argument("--method", action="append", metavar="NAME", help=f"may be repeated (default: {', '.join(_METHODS)})")
    command.add_argument("--rounds", type=count, default=3, metavar="N", help="the best of so many counts (default: %(default)s)")
    command.add_argument("--megabytes", type=count, default=50, metavar="N", help="of the large page (default: %(default)s)")
    command.add_argument("--times", type=count, default=10_000, metavar="N", help="extractions in a row (default: %(default)s)")
    command.add_argument("--write", type=Path, metavar="FILE", help="write it as a page of Markdown, such as docs/performance.md")


def run(options: argparse.Namespace) -> int:
    methods = options.method or list(_METHODS)
    for name in methods:
        find_method(name)
    find_peer(REFERENCE).load_for_text()  # nothing to compare with otherwise
    tables = list(_tables(chosen_corpora(options), methods, options))
    made = report(tables, _command(options))
    print(made)
    if options.write is not None:
        write_file(options.write, made)
    return DONE


def _tables(corpora: Sequence[Corpus], methods: Sequence[str], options: argparse.Namespace) -> Iterator[Table]:
    own = [Entry(name, engine) for name in methods for engine in _PURE]
    others = [Entry(PARSER), *map(Entry, _installed(_PEERS))]
    for number, corpus in enumerate(corpora):
        pages = [sample.html for sample in spread(list(corpus.read()), options.limit or _PAGES)]
        with pages_in_folder(pages) as folder:
            probe = Probe(folder)
            measured = partial(_with_note, corpus.name)
            yield measured(race_table(corpus.name, len(pages), probe, [*own, *others], options.rounds))
            if number == 0:  # these say little about the corpus
                yield measured(growth_table(corpus.name, probe, [*own, Entry(PARSER), Entry(REFERENCE)], options.rounds))
                yield measured(scaling_table(corpus.name, probe, own, options.rounds))
                yield measured(memory_table(probe, own, options.megabytes, options.times))
    yield start_table(max(options.rounds, 3))


def _with_note(corpus: str, table: Table) -> Table:
    _log.info("%s: %s, done", corpus, table.title)
    return table


def _command(options: argparse.Namespace) -> str:
    """How to have the same again, wherever the corpora are."""
    chosen = "".join(f" --corpus {name}" for name in options.corpus or ())
    limit = f" --limit {options.limit}" if options.limit else ""
    return f"maintext bench speed --corpora DIR{chosen}{limit} --rounds {options.rounds}"
