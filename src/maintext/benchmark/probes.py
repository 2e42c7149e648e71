"""What `maintext bench speed` measures, each in a process of its own.

`python -m maintext.benchmark.probes` reads what to measure as JSON, and writes what it found as JSON.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from itertools import cycle, islice
from pathlib import Path
from statistics import fmean, median
from typing import Any

from maintext.batch import extract_many
from maintext.benchmark.peers import find_peer
from maintext.decode import decode
from maintext.extraction import extract, find_method
from maintext.methods import METHODS

REFERENCE = "resiliparse"  # the fastest extractor that we know: times are multiples of its
PARSER = "the parser alone"

_THOUSAND = 1000  # extractions whose memory is averaged
_OFTEN = 5  # that workers get each page
_MEGABYTE = 1_000_000

Extract = Callable[[str], object]


def contender(name: str) -> Extract:
    """The parser, one of our methods, or a peer, as a function of a decoded page."""
    if name == PARSER:
        parser: Extract = import_module("maintext.parse").LexborHTMLParser
        return parser
    if name in METHODS:
        return partial(extract, method=find_method(name))
    peer = find_peer(name).load_for_text()
    return lambda html: peer(html, None)


def seconds(run: Extract, html: str) -> float:
    started = time.perf_counter()
    run(html)
    return time.perf_counter() - started


# -- speed -----------------------------------------------------------------------------------------------------------------


def race(pages: Sequence[str], name: str, rounds: int) -> dict[str, float]:
    """One contender beside the reference, page by page in turn, the best of the rounds: whatever slows the machine down for a
    while slows both. Several contenders that share a parser would warm it up for each other, so each races alone."""
    runners = (contender(REFERENCE), contender(name))
    best = [[float("inf")] * len(pages) for _ in runners]
    for _ in range(rounds):
        for number, html in enumerate(pages):
            for side, run in enumerate(runners):
                best[side][number] = min(best[side][number], seconds(run, html))
    reference, own = best
    return {
        "ratio": fmean(own) / fmean(reference),
        "mean": fmean(own) * 1000,
        "median": median(own) * 1000,
        "reference": fmean(reference) * 1000,
    }


def growth(pages: Sequence[str], name: str, rounds: int) -> dict[str, float]:
    """How much longer a page takes that is ten pages long, as a share of ten times as long: 1 is linear."""
    run, middle = contender(name), middle_page(pages)
    one, ten = (min(seconds(run, html) for _ in range(5 * rounds)) for html in (middle, middle * 10))
    return {"growth": ten / one / 10}


def scaling(pages: Sequence[str], name: str, workers: int, rounds: int) -> dict[str, float]:
    """Pages a second through `extract_many`. The workers are ready when the clock starts: they have had the first pages. What
    they have done of the next ones by then counts for nothing among so many."""
    best = 0.0
    first = workers * 4
    for _ in range(rounds):
        outcomes = extract_many(islice(cycle(pages), first + _OFTEN * len(pages)), workers=workers, method=name)
        for _ in range(first):
            next(outcomes)
        started = time.perf_counter()
        done = sum(1 for _ in outcomes)
        best = max(best, done / (time.perf_counter() - started))
    return {"pages": best}


def middle_page(pages: Sequence[str]) -> str:
    return sorted(pages, key=len)[len(pages) // 2]


# -- memory ----------------------------------------------------------------------------------------------------------------


def large_page(pages: Sequence[str], name: str, megabytes: float) -> dict[str, float]:
    """What a very large page takes, beyond itself and the package: megabytes at the worst moment, and seconds."""
    run, middle = contender(name), middle_page(pages)
    run(middle)
    html = middle * max(1, int(megabytes * _MEGABYTE / len(middle)))
    before = peak_memory()
    took = seconds(run, html)
    return {"size": len(html) / _MEGABYTE, "peak": (peak_memory() - before) / _MEGABYTE, "seconds": took}


def many_pages(pages: Sequence[str], name: str, times: int) -> dict[str, float]:
    """Megabytes while pages are extracted one after the other: in the second thousand, and in the last."""
    run = contender(name)
    span = min(_THOUSAND, times // 3)
    taken = []
    for html in islice(cycle(pages), times):
        run(html)
        taken.append(memory())
    return {"early": fmean(taken[span : 2 * span]) / _MEGABYTE, "late": fmean(taken[-span:]) / _MEGABYTE}


def peak_memory() -> int:
    """Bytes of memory at the worst moment so far. Where the system tells it of this program alone, that counts: `getrusage` also
    knows the worst moment of the process that started it."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024
    except (OSError, IndexError):
        import resource  # not everywhere

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


def memory() -> int:
    """Bytes of memory now; at the worst moment so far, where the system does not tell."""
    try:
        resident = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return peak_memory()
    import resource

    return int(resident) * resource.getpagesize()


# -- the process -----------------------------------------------------------------------------------------------------------

PROBES: dict[str, Callable[..., dict[str, float]]] = {
    probe.__name__: probe for probe in (race, growth, scaling, large_page, many_pages)
}


def main() -> None:
    request: dict[str, Any] = json.load(sys.stdin)
    pages = [decode(path.read_bytes()) for path in sorted(Path(request.pop("folder")).iterdir())]
    json.dump(PROBES[request.pop("probe")](pages, **request), sys.stdout)


if __name__ == "__main__":
    main()
