"""`python -m training`: fit the fused method's model, measure it, write its card, take its parts away in turn."""

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path

from maintext import MaintextError
from maintext.benchmark.corpora import Corpus, named_corpora
from training.dataset import FOLDS, Example, examples, fold_of
from training.evaluate import Judged, fit_confidence, judge_held_out
from training.export import write_model
from training.fit import fit_model

TRAINING_CORPORA = ("wcxb-dev", "news-dev", "threads-dev", "zh-dev", "snippets-dev")
SHIPPED = Path(__file__).resolve().parent.parent / "src/maintext/methods/fused/model.npz"
WHOLE = -1  # in place of a fold: fitted on everything


def main() -> int:
    options = _parser().parse_args()
    try:
        options.run(options)
    except MaintextError as error:
        print(f"training: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    fit = commands.add_parser("fit", help="cross-validate by site, fit on everything, write the model")
    fit.add_argument("--corpora", action="append", help="a folder with corpora (default: those that MAINTEXT_CORPORA names)")
    fit.add_argument(
        "--train",
        action="append",
        help=f"a corpus to train on, by name; may be repeated (default: {', '.join(TRAINING_CORPORA)})",
    )
    fit.add_argument("--output", type=Path, default=SHIPPED, help="where the model goes (default: into the package)")
    fit.add_argument("--work", type=Path, default=Path("build/training"), help="where models of folds and results are kept")
    fit.add_argument("--seed", type=int, default=1)
    fit.add_argument("--workers", type=int, default=1, help="processes; the result does not depend on it")
    fit.set_defaults(run=_fit)
    return parser


def _fit(options: argparse.Namespace) -> None:
    corpora = named_corpora(options.corpora)
    chosen = _chosen(corpora, options.train or TRAINING_CORPORA)
    samples = [sample for corpus in chosen for sample in corpus.read()]
    made = examples(samples, options.workers)
    _tell(f"{len(made)} pages of {', '.join(corpus.name for corpus in chosen)}; {sum(map(len, made))} blocks")
    models = {fold: options.work / f"fold-{fold}.npz" for fold in range(FOLDS)} | {WHOLE: options.work / "whole.npz"}
    jobs = [(made, fold, path, options.seed) for fold, path in models.items() if not path.exists()]
    with ProcessPoolExecutor(options.workers) as pool:
        for path in pool.map(_fit_fold, jobs):
            _tell(f"fitted {path}")
    held_out = judge_held_out(samples, models, {}, options.workers)
    write_judged(options.work / "held-out.json", held_out)
    _finish(options, models[WHOLE], held_out)


def _chosen(corpora: Sequence[Corpus], names: Sequence[str]) -> list[Corpus]:
    found = {corpus.name: corpus for corpus in corpora}
    missing = [name for name in names if name not in found]
    if missing:
        raise MaintextError(f"no corpus called {', '.join(missing)}: there are {', '.join(found)}; choose with --train")
    return [found[name] for name in names]


def _fit_fold(job: tuple[Sequence[Example], int, Path, int]) -> Path:
    made, fold, path, seed = job
    weights = fit_model([each for each in made if fold_of(each.site) != fold], seed)
    write_model(path, weights)
    return path


def _finish(options: argparse.Namespace, whole: Path, held_out: Sequence[Judged]) -> None:
    """The model fitted on everything, with the confidence that the held-out pages teach."""
    import numpy as np

    with np.load(whole, allow_pickle=False) as stored:
        weights = {name: array for name, array in stored.items() if name not in ("features", "format", "confidence")}
    write_model(options.output, weights, fit_confidence(held_out))
    _tell(f"wrote {options.output}, {options.output.stat().st_size // 1000} kB")


def write_judged(path: Path, pages: Sequence[Judged]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(page) for page in pages], indent=0), encoding="utf-8")


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
