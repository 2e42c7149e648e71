"""`maintext bench profile`: where the time goes, stage by stage, with the compiled kernel and without it.

Times depend on the machine and on what else it does. `--instructions` counts the processor's instructions instead, which do not:
valgrind runs the steps of `stages` up to each of them, and the differences are what each takes.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from maintext.benchmark.corpora import aligned, spread
from maintext.benchmark.options import add_corpus_choice, chosen_corpora, count
from maintext.benchmark.stages import STAGES, STEPS, as_stages
from maintext.errors import BadInput, MaintextError
from maintext.extraction import DEFAULT_METHOD, find_method
from maintext.kernel import PURE

DONE = 0
ENGINES = {"with the kernel": "0", "in numpy": "1"}  # to the value of the environment's MAINTEXT_PURE

_PAGES, _PAGES_COUNTED = 100, 10  # of a corpus; valgrind takes about fifty times as long
_TOTAL = re.compile(r"^(?:summary|totals):\s*(\d+)", re.MULTILINE)

Profile = dict[str, float]  # a stage to what it takes


def profiled(folder: Path, *, method: str, rounds: int, pure: str) -> tuple[str, Profile]:
    """Microseconds a page for each stage, and what did the work."""
    answer = _run([], {"folder": str(folder), "method": method, "rounds": rounds}, pure)
    return answer["engine"], {stage: seconds * 1e6 for stage, seconds in as_stages(answer["steps"]).items()}


def counted(folder: Path, *, method: str, pure: str) -> tuple[str, Profile]:
    """Thousands of instructions a page for each stage, and what did the work."""
    pages = len(list(folder.iterdir()))
    engine, totals = "", []
    for steps in range(len(STEPS) + 1):
        with tempfile.TemporaryDirectory() as scratch:
            out = Path(scratch) / "callgrind.out"
            valgrind = [find_valgrind(), "--tool=callgrind", f"--callgrind-out-file={out}", "--quiet"]
            engine = _run(valgrind, {"folder": str(folder), "method": method, "steps": steps}, pure)["engine"]
            totals.append(instructions_in(out.read_text(encoding="utf-8", errors="replace")))
    each = [(after - before) / pages / 1000 for before, after in pairwise(totals)]
    return engine, as_stages(dict(zip(STEPS, each, strict=True)))


def find_valgrind() -> str:
    found = shutil.which("valgrind")
    if found is None:
        raise BadInput("--instructions needs valgrind, which is not installed (apt install valgrind, dnf install valgrind)")
    return found


def instructions_in(report: str) -> int:
    """The total of a file that callgrind wrote."""
    found = _TOTAL.findall(report)
    if not found:
        raise MaintextError("valgrind counted no instructions")
    return max(map(int, found))


def _run(wrapper: list[str], request: Mapping[str, Any], pure: str) -> Any:
    """Have the steps run in a process of their own."""
    settings = {PURE: pure, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    command = [*wrapper, sys.executable, "-m", "maintext.benchmark.stages"]
    done = subprocess.run(
        command, input=json.dumps(request), capture_output=True, text=True, env=os.environ | settings, check=False
    )
    if done.returncode:
        raise MaintextError(f"the steps could not be run: {(done.stderr.strip().splitlines() or ['no reason was given'])[-1]}")
    return json.loads(done.stdout.strip().splitlines()[-1])


@contextmanager
def pages_in_folder(pages: Sequence[bytes]) -> Iterator[Path]:
    """The pages as files, which a process can read without knowing any corpus."""
    with tempfile.TemporaryDirectory() as folder:
        for number, page in enumerate(pages):
            (Path(folder) / f"{number:06}.html").write_bytes(page)
        yield Path(folder)


def profile_table(profiles: Mapping[str, Profile], unit: str) -> str:
    """A line for each stage: what it takes and its share, for each engine."""
    totals = {engine: sum(profile.values()) for engine, profile in profiles.items()}
    rows: list[tuple[str, ...]] = [("stage", *(head for engine in profiles for head in (f"{unit} {engine}", "share")))]
    for stage in STAGES:
        figures = ((profile[stage], profile[stage] / (totals[engine] or 1)) for engine, profile in profiles.items())
        rows.append((stage, *(cell for figure, share in figures for cell in (f"{figure:,.0f}", f"{share:.0%}"))))
    rows.append(("all", *(cell for total in totals.values() for cell in (f"{total:,.0f}", ""))))
    return aligned(rows)


# -- the command -----------------------------------------------------------------------------------------------------------


def add_options(command: argparse.ArgumentParser) -> None:
    add_corpus_choice(command)
    command.add_argument("--method", default=DEFAULT_METHOD, metavar="NAME", help="a method by name (default: %(default)s)")
    command.add_argument("--rounds", type=count, default=5, metavar="N", help="the best of so many counts (default: %(default)s)")
    command.add_argument(
        "--instructions", action="store_true", help="count instructions with valgrind, whatever else the machine does"
    )


def run(options: argparse.Namespace) -> int:
    find_method(options.method)
    if options.instructions:
        find_valgrind()
    limit = options.limit or (_PAGES_COUNTED if options.instructions else _PAGES)
    unit = "thousand instructions" if options.instructions else "µs"
    for corpus in chosen_corpora(options):
        pages = [sample.html for sample in spread(list(corpus.read()), limit)]
        print(f"{corpus.name}: {options.method} on {len(pages)} pages, {unit} a page")
        with pages_in_folder(pages) as folder:
            print(profile_table(_profiles(folder, options), unit), flush=True)
    return DONE


def _profiles(folder: Path, options: argparse.Namespace) -> dict[str, Profile]:
    profiles: dict[str, Profile] = {}
    for name, pure in ENGINES.items():
        if options.instructions:
            engine, profile = counted(folder, method=options.method, pure=pure)
        else:
            engine, profile = profiled(folder, method=options.method, rounds=options.rounds, pure=pure)
        if name == "with the kernel" and engine.startswith("numpy"):
            print(f"the kernel is not there ({engine})")
            continue
        profiles[name] = profile
    return profiles
