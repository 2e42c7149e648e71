"""What each part contributes: the same net fitted without it. Written by `python -m training ablate`."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import torch

from maintext.methods.fused.features import GROUP_FEATURES, PAPERS
from maintext.methods.fused.grid import on_grid
from maintext.methods.fused.network import run
from maintext.page import BoolArray, FloatArray
from training.dataset import FOLDS, Example, fold_of
from training.fit import fit_net, scaling_of
from training.recipe import MAX_BLOCKS, STUDENT

KEYWORDS = frozenset(name for names in GROUP_FEATURES.values() for name in names if name.endswith(" word"))


def parts() -> dict[str, frozenset[str]]:
    """The features that each variant does without."""
    papers = {f"without {name}": frozenset(GROUP_FEATURES[name]) for name in PAPERS}
    everything = frozenset(name for paper in PAPERS for name in GROUP_FEATURES[paper])
    others = frozenset(name for names in GROUP_FEATURES.values() for name in names) - everything
    return {
        "all features": frozenset(),
        **papers,
        "without any paper": everything,
        "the papers alone": others,
        "without keywords in class names": KEYWORDS,
        "without what the page declares": frozenset(GROUP_FEATURES["declared"]),
    }


def ablate(examples: Sequence[Example], seeds: Sequence[int], workers: int) -> dict[str, dict[str, float]]:
    """For each variant its F1 by corpus, over the words that the labels count: blocks with a probability of a half are kept.

    Not quite the package's own score, but the same for all variants.
    """
    jobs = [(examples, name, without, fold, seed) for name, without in parts().items() for fold in range(FOLDS) for seed in seeds]
    scores: dict[str, dict[str, list[float]]] = {name: {} for name in parts()}
    with ProcessPoolExecutor(workers) as pool:
        for name, found in pool.map(_fit_without, jobs):
            for corpus, f1 in found:
                scores[name].setdefault(corpus, []).append(f1)
    return {name: {corpus: float(np.mean(values)) for corpus, values in found.items()} for name, found in scores.items()}


def _fit_without(job: tuple[Sequence[Example], str, frozenset[str], int, int]) -> tuple[str, list[tuple[str, float]]]:
    examples, name, without, fold, seed = job
    torch.set_num_threads(1)
    seen = [each for each in examples if fold_of(each.site) != fold and len(each) <= MAX_BLOCKS]
    scaling = scaling_of(seen, without)
    weights = on_grid(fit_net(seen, scaling, STUDENT, seed).weights())
    held_out = [each for each in examples if fold_of(each.site) == fold and each.has_gold and not each.is_rewritten]
    found = []
    for each in held_out:
        probability = run(weights, scaling(each.features), list(each.groups), 0.0).main
        found.append((each.corpus, _f1(each, probability >= 0.5)))
    return name, found


def _f1(page: Example, keep: BoolArray) -> float:
    kept: FloatArray = page.words * keep
    return float(2 * (kept * page.content).sum() / max(kept.sum() + (page.words * page.content).sum(), 1))


def ablation_table(scores: dict[str, dict[str, float]]) -> str:
    corpora = list(scores["all features"])
    head = f"| variant | {' | '.join(corpora)} | mean |"
    rows = [head, f"| --- |{' ---: |' * (len(corpora) + 1)}"]
    whole = scores["all features"]
    for name, found in scores.items():
        values = [*(found[corpus] for corpus in corpora), float(np.mean([found[corpus] for corpus in corpora]))]
        base = [*(whole[corpus] for corpus in corpora), float(np.mean([whole[corpus] for corpus in corpora]))]
        cells = [
            f"{value:.3f}" if found is whole else f"{value - before:+.3f}" for value, before in zip(values, base, strict=True)
        ]
        rows.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(rows)
