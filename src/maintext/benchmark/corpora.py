"""Corpora: finding them, reading them, and what is wrong with them."""

import hashlib
import logging
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import maintext
from maintext.benchmark.corpus_files import CorpusError, Layout, OnProblem, files, pages_in, readable, stop, subfolders
from maintext.benchmark.layouts import LAYOUTS
from maintext.benchmark.metrics import tokens
from maintext.benchmark.model import Sample
from maintext.errors import BadInput

__all__ = [
    "CORPORA_VARIABLE",
    "Corpus",
    "CorpusCheck",
    "CorpusError",
    "aligned",
    "check",
    "corpora_table",
    "find_corpora",
    "named_corpora",
    "readable",
    "shared_pages",
    "spread",
    "with_progress",
]

CORPORA_VARIABLE = "MAINTEXT_CORPORA"  # of the environment: where corpora are, unless others are named

MISSING_SHARE = 0.1  # of a gold's words that are not on its page: above this the gold does not fit the page
_MAX_DEPTH = 4  # folders below the one that was named in which corpora are looked for

# Names that say nothing without the folder above.
_VAGUE = frozenset("data dev development test train training val validation".split())

_NOTHING = f"no corpus here: neither a Parquet file nor a folder as {', '.join(layout.name for layout in LAYOUTS[1:])}"


_log = logging.getLogger("maintext")

_Item = TypeVar("_Item")


@dataclass(frozen=True)
class Corpus:
    """Pages with their gold. Nothing is held in memory: every `read` reads the files anew."""

    name: str
    path: Path
    layout: str  # a name in LAYOUTS
    pages: int

    def __len__(self) -> int:
        return self.pages

    def read(self, on_problem: OnProblem = stop) -> Iterator[Sample]:
        """The samples, one at a time.

        A page that cannot be read is a `CorpusError`; with `on_problem` that function is given the error and the rest goes on.
        """
        layout = next(layout for layout in LAYOUTS if layout.name == self.layout)
        return layout.read(self.path, self.name, on_problem)


# -- finding ---------------------------------------------------------------------------------------------------------------


def named_corpora(named: Sequence[str] | None) -> list[Corpus]:
    """The corpora in these places, or in those that the environment names. What cannot be used is logged as an error.

    Raises `BadInput` where there are none.
    """
    paths = named or [path for path in os.environ.get(CORPORA_VARIABLE, "").split(os.pathsep) if path]
    if not paths:
        raise BadInput(f"no corpora: give --corpora DIR, or set {CORPORA_VARIABLE} to a folder with corpora")
    corpora, problems = find_corpora(paths)
    for problem in problems:
        _log.error("%s", problem)
    if not corpora:
        raise BadInput(f"nothing to measure on: no corpus in {readable(', '.join(paths))}")
    return corpora


def find_corpora(paths: Iterable[str | Path]) -> tuple[list[Corpus], list[CorpusError]]:
    """The corpora in files and folders, recognised by what lies there; and what looked like one and cannot be used.

    A folder may be a corpus or hold several, its folders included. Names are unique: where two corpora would be called the
    same, the folders above them tell them apart.
    """
    found: dict[Path, _Place] = {}
    problems: list[CorpusError] = []
    for path in map(Path, paths):
        before = len(problems)
        here = list(_search(path, problems, _MAX_DEPTH))
        found = {place.path.resolve(): place for place in here} | found
        if not here and len(problems) == before:
            problems.append(CorpusError(path, _NOTHING if path.exists() else "no such file or folder"))
    names = _unique_names({path: _name_parts(path, place.layout) for path, place in found.items()})
    return [Corpus(names[path], place.path, place.layout, place.pages) for path, place in found.items()], problems


class _Place(NamedTuple):
    path: Path
    layout: str
    pages: int


def _search(path: Path, problems: list[CorpusError], depth: int) -> Iterator[_Place]:
    """The corpora in a path; into `problems` goes what might have been one. A corpus is not searched for further ones."""
    try:
        place = _recognised(path)
        below = [each for each in files(path) if each.suffix.lower() == ".parquet"]
        if not place:
            below += subfolders(path)
            if pages_in(path):
                problems.append(CorpusError(path, f"{len(pages_in(path))} pages, but no gold for any of them"))
    except CorpusError as problem:
        problems.append(problem)
        return
    if place:
        yield place
    for each in below if depth else ():
        yield from _search(each, problems, depth - 1)


def _recognised(path: Path) -> _Place | None:
    for layout in LAYOUTS:
        pages = layout.count(path)
        if pages:
            _insist_on_gold(path, layout)
            return _Place(path, layout.name, pages)
    return None


def _insist_on_gold(path: Path, layout: Layout) -> None:
    """Raises `CorpusError` where no page can be scored. As a rule the first one can, and no more is read."""
    problems: list[CorpusError] = []
    samples = layout.read(path, "", problems.append)
    if not any(sample.gold.strip() or sample.must_have or sample.must_not_have for sample in samples):
        raise problems[0] if problems else CorpusError(path, "no page has gold or snippets")


def _unique_names(parts: Mapping[Path, Sequence[str]]) -> dict[Path, str]:
    """As few of the last parts of each path as tell it from the others; numbers where even all of them do not."""
    lengths = dict.fromkeys(parts, 1)
    while True:
        names = {path: "-".join(parts[path][-length:]) for path, length in lengths.items()}
        times = Counter(names.values())
        clashing = [path for path in parts if times[names[path]] > 1 and lengths[path] < len(parts[path])]
        if not clashing:
            return _numbered(names)
        lengths |= {path: lengths[path] + 1 for path in clashing}


def _numbered(names: Mapping[Path, str]) -> dict[Path, str]:
    seen: Counter[str] = Counter()
    numbered = {}
    for path, name in names.items():
        seen[name] += 1
        numbered[path] = name if seen[name] == 1 else f"{name}-{seen[name]}"
    return numbered


def _name_parts(path: Path, layout: str) -> list[str]:
    """What a corpus may be called after. A last folder that says nothing by itself is one with that above it."""
    *above, last = [part for part in path.parts if part != path.anchor] or ["corpus"]
    last = re.sub(r"\.parquet$", "", last, flags=re.IGNORECASE)
    if above and (last.lower() in _VAGUE or layout == "CleanEval"):  # the corpus is what lies around its pages
        last = f"{above.pop()}-{last}"
    return [readable(part) for part in (*above, last)]


def spread(items: list[_Item], limit: int | None) -> list[_Item]:
    """At most so many, evenly spread, since corpora are often sorted by site or kind."""
    if limit is None or limit >= len(items):
        return items
    return [items[number * len(items) // limit] for number in range(limit)]


# -- checking --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CorpusCheck:
    """What a reader of a benchmark's figures should know about the corpus."""

    corpus: str
    pages: int = 0
    blank_gold: int = 0  # pages whose gold is empty, which is not scored, or white space: finding anything there scores 0
    foreign_gold: tuple[str, ...] = ()  # ids of pages whose gold has more words than MISSING_SHARE that are not on them
    duplicates: tuple[str, ...] = ()  # ids of pages that show the same text as an earlier one
    repeated_ids: tuple[str, ...] = ()  # ids that stand for more than one page
    problems: tuple[CorpusError, ...] = ()  # pages that cannot be read
    fingerprints: Mapping[str, str] = field(default_factory=dict, repr=False)  # of each different text, the first page's id


def check(corpus: Corpus, *, progress: bool = False) -> CorpusCheck:
    """Read a corpus through and count its defects."""
    problems: list[CorpusError] = []
    blank = 0
    ids: Counter[str] = Counter()
    foreign: list[str] = []
    duplicates: list[str] = []
    first: dict[str, str] = {}
    samples = corpus.read(problems.append)
    for sample in with_progress(samples, len(corpus), corpus.name) if progress else samples:
        text = maintext.extract(sample.html, method="whole-text")
        ids[sample.id] += 1
        blank += not sample.gold.strip()
        if missing_share(sample.gold, text) > MISSING_SHARE:
            foreign.append(sample.id)
        fingerprint = _fingerprint(sample, text)
        if fingerprint in first:
            duplicates.append(sample.id)
        first.setdefault(fingerprint, sample.id)
    repeated = tuple(id for id, times in ids.items() if times > 1)
    return CorpusCheck(corpus.name, ids.total(), blank, tuple(foreign), tuple(duplicates), repeated, tuple(problems), first)


def missing_share(gold: str, text: str) -> float:
    """The share of a gold's words that a text has not, each as often as the gold has it. A gold without words misses none."""
    wanted = Counter(tokens(gold))
    return (wanted - Counter(tokens(text))).total() / (wanted.total() or 1)


def _fingerprint(sample: Sample, text: str) -> str:
    """Equal for pages that show the same words in the same order; by its bytes for a page that shows nothing."""
    shown = " ".join(text.split()).encode("utf-8", "replace")
    return hashlib.sha256(shown or sample.html).hexdigest()


def shared_pages(corpora: Iterable[Corpus | CorpusCheck]) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """Pages that stand in two corpora, such as a training and a test set: for each pair of corpora, their ids in both.

    Takes checks as well, which have read the pages already.
    """
    checks = [each if isinstance(each, CorpusCheck) else check(each) for each in corpora]
    shared: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    places: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for each in checks:
        for fingerprint, id in each.fingerprints.items():
            for other, other_id in places[fingerprint]:
                shared[other, each.corpus].append((other_id, id))
            places[fingerprint].append((each.corpus, id))
    return dict(shared)


# -- showing ---------------------------------------------------------------------------------------------------------------


def corpora_table(corpora: Sequence[Corpus], problems: Iterable[CorpusError] = ()) -> str:
    """What `maintext bench corpora` prints: a line for each corpus with its defects, then shared pages, then problems."""
    checks = [check(corpus, progress=sys.stderr.isatty()) for corpus in corpora]
    head = ("corpus", "layout", "pages", "blank gold", "gold not on page", "duplicates", "repeated ids", "unreadable")
    rows = [_table_row(corpus, each) for corpus, each in zip(corpora, checks, strict=True)]
    blocks = [aligned([head, *rows])] if rows else ["no corpora"]
    shared = [f"  {one} and {other}: {len(ids)}" for (one, other), ids in shared_pages(checks).items()]
    if shared:
        blocks.append("\n".join(["the same page in two corpora:", *shared]))
    wrong = [f"  {problem}" for problem in (*problems, *(problem for each in checks for problem in each.problems))]
    if wrong:
        blocks.append("\n".join(["problems:", *wrong]))
    return "\n\n".join(blocks)


def _table_row(corpus: Corpus, checked: CorpusCheck) -> tuple[str, ...]:
    defects = (checked.foreign_gold, checked.duplicates, checked.repeated_ids, checked.problems)
    counts = (checked.blank_gold, *map(len, defects))
    return (corpus.name, corpus.layout, f"{checked.pages:,}", *(f"{count:,}" if count else "-" for count in counts))


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Two columns of words, then numbers, which stand at the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = "<<" + ">" * (len(widths) - 2)
    return "\n".join(
        "  ".join(f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True)).rstrip() for row in rows
    )


def with_progress(items: Iterable[_Item], total: int, name: str) -> Iterable[_Item]:
    """The same, with a bar on standard error where somebody looks and tqdm is installed."""
    if not sys.stderr.isatty():
        return items
    try:
        from tqdm import tqdm
    except ImportError:
        return items
    bar: Any = tqdm(items, desc=name, total=total, unit="page", leave=False, file=sys.stderr, dynamic_ncols=True)
    return bar
