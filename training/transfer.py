"""What carries over to pages that somebody else collected and marked: a corpus is judged by a model that was fitted without it.
Written by `python -m training transfer`."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from maintext.benchmark.model import Sample
from training.dataset import rewritten, site_of
from training.evaluate import Line, judge_all, lines_by

TOGETHER = frozenset({"threads-dev", "zh-dev"})  # left out at once: most Chinese pages are in one of them

Pair = tuple[Line, Line]  # the pages of a corpus as they are, and as pages used to be written


def selections(corpora: Iterable[str]) -> list[frozenset[str]]:
    """What is left out of the corpora, one after the other."""
    return list(dict.fromkeys(TOGETHER if corpus in TOGETHER else frozenset({corpus}) for corpus in corpora))


def without(samples: Sequence[Sample], left_out: frozenset[str]) -> list[Sample]:
    """The pages of the other corpora, but for those of sites that stand in what is left out too."""
    sites = {site_of(sample) for sample in samples if sample.corpus in left_out}
    return [sample for sample in samples if sample.corpus not in left_out and site_of(sample) not in sites]


def judged_unseen(samples: Sequence[Sample], left_out: frozenset[str], model: Path, workers: int) -> list[Pair]:
    unseen = [sample for sample in samples if sample.corpus in left_out and sample.gold.strip()]
    older = [rewritten(sample)[1] for sample in unseen]
    as_they_are, as_they_were = (lines_by(judge_all(pages, model, workers), "corpus") for pages in (unseen, older))
    return list(zip(as_they_are, as_they_were, strict=True))


def transfer_table(pairs: Sequence[Pair]) -> str:
    rows = [
        "| corpus, never seen | pages | F1 | rewritten |",
        "| --- | ---: | ---: | ---: |",
        *(f"| {each.name} | {each.pages:,} | {_cell(each)} | {_cell(older)} |" for each, older in pairs),
    ]
    means = (f"{np.mean([line.mean for line in column]):.4f}" for column in zip(*pairs, strict=True))
    return "\n".join([*rows, f"| mean | | {' | '.join(means)} |"])


def _cell(line: Line) -> str:
    return f"{line.mean:.4f} ({line.low:.4f} to {line.high:.4f})"
