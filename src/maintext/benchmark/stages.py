"""What `extract` does, step by step, by calling the library's own functions: the part of `maintext bench profile` that runs in a
process of its own, so that it can be run without the compiled kernel, or under valgrind.

`python -m maintext.benchmark.stages` reads what to do as JSON, and writes what it took as JSON.
"""

import copy
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from maintext.decode import decode_with_octets
from maintext.extraction import extract, find_method
from maintext.kernel import choice, compiled
from maintext.methods.fused import Fused
from maintext.methods.fused.compiled import constants, said
from maintext.methods.fused.declared import read_declared
from maintext.methods.fused.features import FEATURES, feature_matrix
from maintext.methods.fused.view import view_of
from maintext.methods.protocol import Method
from maintext.page import BoolArray, FloatArray, Page
from maintext.parse import for_parser, parse_for, reading, tree_of
from maintext.render.text import render_text
from maintext.table import table_of

# The steps that are run, in this order, and the stages that they are told as: a step that holds another is told without it.
STEPS = ("decode", "tree", "parse", "features", "score", "keep", "render", "extract")
STAGES = ("decode", "parse", "page", "features", "model", "decision", "render", "rest")


def as_stages(steps: Mapping[str, float]) -> dict[str, float]:
    """What each stage takes, given what each step takes. `rest` is what `extract` spends between the others, and on letting go of
    the page. Where the kernel takes all steps in one call, it is less than nothing: what that saves."""
    stages = {
        "decode": steps["decode"],
        "parse": steps["tree"],
        "page": steps["parse"] - steps["decode"] - steps["tree"],
        "features": steps["features"],
        "model": steps["score"] - steps["features"],
        "decision": steps["keep"],
        "render": steps["render"],
    }
    return stages | {"rest": steps["extract"] - sum(stages.values())}


class Pipeline:
    """One page on its way. Each step leaves what the next one needs."""

    decoded: str | bytes
    page: Page
    score: FloatArray
    kept: BoolArray

    def __init__(self, html: bytes, method: Method) -> None:
        self._html = html
        self._method = method
        self.steps: tuple[Callable[[], object], ...] = (
            *(self._decode, self._parse_alone, self._parse, self._features, self._score, self._keep, self._render, self._extract),
        )

    def _decode(self) -> None:
        text, octets = decode_with_octets(self._html)
        self.decoded = text if octets is None else octets

    def _parse_alone(self) -> None:
        """The kernel reads pages without the parser."""
        reader, _ = reading()
        if reader is None or not reader.reads_html:
            tree_of(for_parser(self.decoded)[0])

    def _parse(self) -> None:
        is_fused = isinstance(self._method, Fused)
        self.page = parse_for(self._html, charset=None, url=None, with_marks=is_fused)

    def _features(self) -> None:
        if isinstance(self._method, Fused):
            find_features(_untouched(self.page))

    def _score(self) -> None:
        self.score = self._method.score(self.page)

    def _keep(self) -> None:
        self.kept = self._method.keep(self.page, self.score)

    def _render(self) -> None:
        render_text(self.page, self.kept)

    def _extract(self) -> None:
        extract(self._html, method=self._method)


def find_features(page: Page) -> None:
    """The features of the fused method, as it finds them itself."""
    kernel = compiled()
    if kernel is not None:
        kernel.features(table_of(page), said(read_declared(page)), constants(), len(FEATURES))
        return
    view = view_of(page)
    if len(view.blocks):
        feature_matrix(view)


def _untouched(page: Page) -> Page:
    """The page as it was parsed: what is derived from it from now on is not kept for the original."""
    twin = copy.copy(page)
    vars(twin)["_derived"] = dict(page._derived)
    return twin


def timed(pages: Sequence[bytes], method: Method, rounds: int) -> dict[str, float]:
    """Seconds that each step takes a page: the best of the rounds, the mean of the pages."""
    best = [[float("inf")] * len(STEPS) for _ in pages]
    for _ in range(rounds):
        for number, html in enumerate(pages):
            for step, run in enumerate(Pipeline(html, method).steps):
                started = time.perf_counter()
                run()
                best[number][step] = min(best[number][step], time.perf_counter() - started)
    return {name: sum(page[step] for page in best) / len(pages) for step, name in enumerate(STEPS)}


def run_through(pages: Sequence[bytes], method: Method, steps: int) -> None:
    """The first so many steps of each page."""
    for html in pages:
        for run in Pipeline(html, method).steps[:steps]:
            run()


def main() -> None:
    request: dict[str, Any] = json.load(sys.stdin)
    pages = [path.read_bytes() for path in sorted(Path(request["folder"]).iterdir())]
    method = find_method(request["method"])
    run_through(pages, method, len(STEPS))  # what is loaded or remembered at first is no stage's
    answer: dict[str, Any] = {"engine": choice().words}
    if request.get("steps") is None:
        answer["steps"] = timed(pages, method, request["rounds"])
    else:
        run_through(pages, method, request["steps"])
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
