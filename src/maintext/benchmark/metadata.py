"""`maintext bench metadata`: title, authors and date against the gold of corpora that have it, beside trafilatura.

A value is right if it is equal to the gold after both are normalised, in the same way for all contenders:

- **title**: NFKC, case folded, words alone (`\\w+`): quotes, dashes, other punctuation and white space do not count;
- **author**: a set of names. A string is taken apart at commas, semicolons, ampersands, vertical bars and slashes and at "and" in
  a few languages, each name is normalised as a title is; the order does not count, a name too many or too few does;
- **date**: the day, `YYYY-MM-DD`, of an ISO 8601 date.

A gold that is empty after that (a date without a day, say) is left out. `recall` is the share of golds that are found exactly
(what others call accuracy), `precision` the share of right ones among the values given where there is a gold. `beyond gold`
counts pages without a gold for which a value was given: nobody has looked whether it is right.

Times are of the processor, a page: the reading of metadata from HTML, parsing included. Of maintext, which parses a page once for
all that is asked of it, the part after parsing is told too.
"""

import argparse
import logging
import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib import metadata as distributions
from pathlib import Path
from time import process_time

import maintext
from maintext.benchmark.corpora import Corpus, named_corpora, spread, with_progress
from maintext.benchmark.model import Sample
from maintext.benchmark.options import add_corpora, count, write_file
from maintext.errors import BadInput, MaintextError

FIELDS = ("title", "author", "date")
PEER = "trafilatura"

_NAMES_APART = re.compile(r"[;,&|/]|\s(?:and|und|et|og|och|en|y|e|i|ve|и)\s", re.IGNORECASE)
_WORDS = re.compile(r"\w+")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")

_log = logging.getLogger("maintext")


# -- normalisation ---------------------------------------------------------------------------------------------------------


def normal_title(text: str | None) -> str:
    return " ".join(_WORDS.findall(unicodedata.normalize("NFKC", text or "").casefold()))


def normal_authors(text: str | None) -> frozenset[str]:
    return frozenset(filter(None, map(normal_title, _NAMES_APART.split(text or ""))))


def normal_date(text: str | None) -> str:
    found = _DAY.match(text or "")
    return found[0] if found else ""


_NORMAL: dict[str, Callable[[str | None], Hashable]] = {"title": normal_title, "author": normal_authors, "date": normal_date}


# -- contenders ------------------------------------------------------------------------------------------------------------

Found = dict[str, "str | None"]  # the value of each field


@dataclass
class Contender:
    """Something that reads metadata. `after_parsing` is the part of its seconds that it spends on a parsed page, where known."""

    name: str
    version: str
    read: Callable[[bytes, "str | None"], Found]
    after_parsing: float | None = None


def _ours() -> Contender:
    read_metadata = maintext.read_metadata  # imported now: that is no part of a page's time

    def read(html: bytes, url: str | None) -> Found:
        page = maintext.parse(html, url=url)
        began = process_time()
        found = read_metadata(page)
        contender.after_parsing = (contender.after_parsing or 0.0) + process_time() - began
        return {"title": found.title, "author": found.author, "date": found.date}

    contender = Contender("maintext", maintext.__version__, read)
    return contender


def _trafilatura() -> Contender:
    """Raises `ImportError` where it is not installed. It gets the text that maintext reads: encodings are not compared here."""
    from trafilatura import extract_metadata

    def read(html: bytes, url: str | None) -> Found:
        found = extract_metadata(maintext.decode(html), default_url=url)
        return {name: getattr(found, name, None) for name in FIELDS}

    return Contender(PEER, distributions.version(PEER), read)


def contenders(*, peer: bool) -> list[Contender]:
    """maintext, and trafilatura where it is installed and wanted."""
    found = [_ours()]
    if peer:
        try:
            found.append(_trafilatura())
        except ImportError:
            _log.warning("without %s, which is not installed: pip install %s", PEER, PEER)
    return found


# -- measuring -------------------------------------------------------------------------------------------------------------


@dataclass
class Score:
    """How a contender did on one field of a corpus."""

    gold: int = 0
    found: int = 0  # values given where there is a gold
    right: int = 0
    beyond: int = 0  # values given where there is none

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.gold if self.gold else 0.0

    def add(self, gold: Hashable, value: Hashable) -> None:
        if gold:
            self.gold += 1
            self.found += bool(value)
            self.right += value == gold
        else:
            self.beyond += bool(value)


@dataclass
class Result:
    """How a contender did on a corpus."""

    corpus: str
    contender: str
    version: str
    pages: int = 0
    failures: int = 0
    seconds: float = 0.0
    after_parsing: float | None = None
    scores: dict[str, Score] = field(default_factory=lambda: {name: Score() for name in FIELDS})


def measured(samples: Sequence[Sample], corpus: str, contender: Contender) -> Result:
    """One contender on the pages of a corpus. One that raises has found nothing."""
    result = Result(corpus, contender.name, contender.version, pages=len(samples))
    contender.after_parsing = None
    for sample in with_progress(samples, len(samples), f"{corpus} {contender.name}"):
        found: Found = {}
        began = process_time()
        try:
            found = contender.read(sample.html, sample.url)
        except Exception as error:
            result.failures += 1
            _log.warning("%s failed on %s/%s: %s", contender.name, corpus, sample.id, error)
        result.seconds += process_time() - began
        for name, score in result.scores.items():
            score.add(_NORMAL[name](getattr(sample, name)), _NORMAL[name](found.get(name)))
    result.after_parsing = contender.after_parsing
    return result


def _samples(corpus: Corpus, limit: int | None) -> list[Sample]:
    """The pages that have a gold for any of the fields."""
    try:
        read = list(corpus.read(lambda problem: _log.error("%s", problem)))
    except (MaintextError, OSError) as error:
        _log.error("corpus %s: %s", corpus.name, error)
        return []
    return spread([sample for sample in read if any(getattr(sample, name) for name in FIELDS)], limit)


# -- showing ---------------------------------------------------------------------------------------------------------------

_HEADINGS = ("corpus", "field", "contender", "gold", "found", "right", "precision", "recall", "beyond gold")


def _rows(results: Iterable[Result]) -> list[tuple[str, ...]]:
    """A row for each corpus, field and contender."""
    rows = [
        (result.corpus, name, f"{result.contender} {result.version}", *_figures(score))
        for result in results
        for name, score in result.scores.items()
        if score.gold
    ]
    return sorted(rows, key=lambda row: (row[0], FIELDS.index(row[1])))


def _figures(score: Score) -> tuple[str, ...]:
    counts = (score.gold, score.found, score.right)
    return (*map(str, counts), f"{score.precision:.3f}", f"{score.recall:.3f}", str(score.beyond))


def terminal_table(results: Sequence[Result]) -> str:
    lines = [_HEADINGS, *_rows(results)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    sides = "<<<" + ">" * (len(widths) - 3)
    shown = [
        "  ".join(f"{cell:{side}{width}}" for cell, side, width in zip(line, sides, widths, strict=True)).rstrip()
        for line in lines
    ]
    return "\n".join([*shown, "", *map(_time, results)])


def _time(result: Result) -> str:
    milliseconds = f"{1000 * result.seconds / result.pages:.2f} ms a page"
    if result.after_parsing is not None:
        milliseconds += f", {1000 * result.after_parsing / result.pages:.2f} ms of them after parsing"
    failures = f", {result.failures} failures" if result.failures else ""
    return f"{result.corpus}, {result.contender}: {result.pages} pages, {milliseconds}{failures}"


def markdown(results: Sequence[Result], command: str) -> str:
    """The same as a page of Markdown."""
    rows = ["| " + " | ".join(row) + " |" for row in _rows(results)]
    head = "| " + " | ".join(_HEADINGS) + " |"
    sides = "| --- | --- | --- |" + " ---: |" * (len(_HEADINGS) - 3)
    times = [f"- {_time(result)}" for result in results]
    title = ["# Metadata", "", f"Exact match after normalisation (see `maintext.benchmark.metadata`). `{command}`", ""]
    return "\n".join([*title, head, sides, *rows, "", *times, ""])


# -- the command -----------------------------------------------------------------------------------------------------------


def add_options(command: argparse.ArgumentParser) -> None:
    add_corpora(command)
    command.add_argument("--limit", type=count, metavar="N", help="at most so many pages of each corpus, evenly spread")
    command.add_argument("--no-peer", dest="peer", action="store_false", help=f"without {PEER}")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the tables as Markdown into this file")


def run(options: argparse.Namespace) -> int:
    found = contenders(peer=options.peer)
    results = [
        measured(samples, corpus.name, contender)
        for corpus in named_corpora(options.corpora)
        if (samples := _samples(corpus, options.limit))
        for contender in found
    ]
    if not results:
        raise BadInput("no corpus has a gold for title, author or date")
    print(terminal_table(results))
    if options.output is not None:
        write_file(options.output, markdown(results, options.command))
    return 0
