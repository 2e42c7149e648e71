"""`python -m training`: fit the fused method's model, measure it, write its card, take its parts or its corpora away in turn."""

import argparse
import hashlib
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np

from maintext import MaintextError, __version__
from maintext.benchmark.corpora import Corpus, named_corpora
from maintext.benchmark.model import Sample
from training.annotations import with_own_gold
from training.card import Results, model_card, reliability_diagram
from training.dataset import FOLDS, Example, examples, fold_of, rewritten, small
from training.evaluate import (
    Judged,
    as_found,
    confidences,
    cross_fitted_confidence,
    fit_confidence,
    judge_all,
    judge_held_out,
    judge_peer,
    judge_without_content,
    lines_by,
    reliability,
)
from training.export import write_model
from training.fit import fit_model
from training.recipe import recipe_name
from training.transfer import judged_unseen, selections, transfer_table, without

TRAINING_CORPORA = ("wcxb-dev", "news-dev", "threads-dev", "zh-dev", "snippets-dev")
PEER = "trafilatura"
ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ROOT / "src/maintext/methods/fused/model.npz"
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
    for name, run, help in (
        ("fit", _fit, "cross-validate by site, fit on everything, write the model"),
        ("card", _card, "measure the fitted models and write the model card"),
        ("ablate", _ablate, "fit without each part in turn and print a table"),
        ("transfer", _transfer, "fit without each corpus in turn, judge it by that model and print a table"),
    ):
        command = commands.add_parser(name, help=help, description=help)
        command.add_argument(
            "--corpora", action="append", metavar="DIR", help="folders with corpora (default: MAINTEXT_CORPORA's)"
        )
        command.add_argument(
            "--train", action="append", metavar="NAME", help=f"corpora to train on ({', '.join(TRAINING_CORPORA)})"
        )
        command.add_argument(
            "--work", type=Path, default=Path("build/training"), metavar="DIR", help="where folds' models are kept"
        )
        command.add_argument(
            "--output", type=Path, default=SHIPPED, metavar="FILE", help="the model (default: the package's own)"
        )
        command.add_argument("--docs", type=Path, default=ROOT / "docs", metavar="DIR", help="where the card goes")
        command.add_argument("--seed", type=int, default=1, metavar="N")
        command.add_argument("--workers", type=int, default=1, metavar="N", help="processes; the result does not depend on it")
        command.set_defaults(run=run)
    return parser


# -- fit --------------------------------------------------------------------------------------------------------------------


def _fit(options: argparse.Namespace) -> None:
    samples = _samples(options)
    models = _models(options, samples)
    missing = {fold: path for fold, path in models.items() if not path.exists()}
    if missing:
        made = examples(samples, options.workers)
        pages = [each for each in made if not each.is_rewritten]
        _tell(f"{len(pages)} pages, {sum(map(len, pages))} blocks; models to fit: {len(missing)}")
        _fit_each(options, {path: [each for each in made if fold_of(each.site) != fold] for fold, path in missing.items()})
    held_out = judge_held_out(samples, models, {}, options.workers)
    with np.load(models[WHOLE], allow_pickle=False) as stored:
        weights = {name: array for name, array in stored.items() if name not in ("features", "format", "confidence")}
    emptied = judge_without_content(samples, models, options.workers)
    write_model(options.output, weights, fit_confidence(as_found(held_out, emptied)))
    _tell(f"wrote {options.output}, {options.output.stat().st_size // 1000} kB")
    for each in lines_by(held_out, "corpus"):
        _tell(f"{each.name:16} {each.pages:5} pages  F1 {each.mean:.4f} ({each.low:.4f} to {each.high:.4f}), held out by site")


def _models(options: argparse.Namespace, samples: Sequence[Sample]) -> dict[int, Path]:
    """Where they are kept. Those of other pages, features or settings have a place of their own: nothing is taken for new that
    is not."""
    pages = hashlib.sha256()
    for sample in samples:
        pages.update(repr(sample).encode())
    work = options.work / recipe_name(options.seed, pages.hexdigest())
    return {fold: work / f"fold-{fold}.npz" for fold in range(FOLDS)} | {WHOLE: work / "whole.npz"}


def _samples(options: argparse.Namespace) -> list[Sample]:
    chosen = _chosen(named_corpora(options.corpora), options.train or TRAINING_CORPORA)
    return with_own_gold(sample for corpus in chosen for sample in corpus.read())


def _chosen(corpora: Sequence[Corpus], names: Sequence[str]) -> list[Corpus]:
    found = {corpus.name: corpus for corpus in corpora}
    missing = [name for name in names if name not in found]
    if missing:
        raise MaintextError(f"no corpus called {', '.join(missing)}: there are {', '.join(found)}; choose with --train")
    return [found[name] for name in names]


def _fit_each(options: argparse.Namespace, pages_of: Mapping[Path, Sequence[Example]]) -> None:
    """A model at each of the paths, fitted to the pages given for it."""
    with ProcessPoolExecutor(options.workers) as pool:
        for path in pool.map(_fit_one, pages_of, pages_of.values(), [options.seed] * len(pages_of)):
            _tell(f"fitted {path}")


def _fit_one(path: Path, pages: Sequence[Example], seed: int) -> Path:
    write_model(path, fit_model(pages, seed))
    return path


# -- card -------------------------------------------------------------------------------------------------------------------


def _card(options: argparse.Namespace) -> None:
    samples = _samples(options)
    models = _models(options, samples)
    held_out = judge_held_out(samples, models, {}, options.workers)
    points = {
        name: judge_held_out(samples, models, {name: True}, options.workers)
        for name in ("favor_precision", "favor_recall", "include_title", "include_comments")
    }
    trained = set(options.train or TRAINING_CORPORA)
    others = [sample for corpus in named_corpora(options.corpora) if corpus.name not in trained for sample in corpus.read()]
    peer_scores = judge_peer(PEER, [*samples, *others], options.workers)
    in_other_forms: list[Judged] = []
    with_gold = [sample for sample in samples if sample.gold.strip()]
    for form, pages in (
        ("rewritten", [rewritten(sample)[1] for sample in with_gold]),
        ("cropped", [cropped for sample in with_gold if (cropped := small(sample))]),
    ):
        for page in judge_held_out(pages, models, {}, options.workers):
            in_other_forms.append(replace(page, corpus=f"{page.corpus}, {form}"))
        for (corpus, id), found in judge_peer(PEER, pages, options.workers).items():
            peer_scores[f"{corpus}, {form}", id] = found
    emptied = judge_without_content(samples, models, options.workers)
    mixed = as_found(held_out, emptied)
    results = Results(
        version=__version__,
        command="python -m training card --corpora DIR",
        model=options.output,
        held_out=held_out,
        points=points,
        peer=PEER,
        peer_scores=peer_scores,
        reporting=judge_all(others, options.output, options.workers),
        in_other_forms=in_other_forms,
        confidence=cross_fitted_confidence(mixed),
        confidence_whole=confidences([page for page in held_out if page.f1 is not None], fitted_on=mixed),
        confidence_emptied=confidences(emptied, fitted_on=mixed),
    )
    (options.docs / "model-card.md").write_text(model_card(results), encoding="utf-8")
    (options.docs / "reliability.svg").write_text(reliability_diagram(reliability(results.confidence)), encoding="utf-8")
    _tell(f"wrote {options.docs / 'model-card.md'}")


# -- ablate -----------------------------------------------------------------------------------------------------------------


def _ablate(options: argparse.Namespace) -> None:
    from training.ablate import ablate, ablation_table

    made = examples(_samples(options), options.workers)
    print(ablation_table(ablate(made, [options.seed], options.workers)))


# -- transfer ---------------------------------------------------------------------------------------------------------------


def _transfer(options: argparse.Namespace) -> None:
    samples = _samples(options)
    work = _models(options, samples)[WHOLE].parent
    models = {work / f"unseen-{'-'.join(sorted(names))}.npz": names for names in selections(each.corpus for each in samples)}
    if len(models) < 2:
        raise MaintextError(
            f"there is nothing to fit to once {' and '.join(sorted(*models.values()))} is left out: name other corpora too"
        )
    seen = {path: without(samples, names) for path, names in models.items() if not path.exists()}
    # Forms of pages are made for each selection anew: they hold parts of other pages.
    _fit_each(options, {path: examples(pages, options.workers) for path, pages in seen.items()})
    pairs = [pair for path, names in models.items() for pair in judged_unseen(samples, names, path, options.workers)]
    print(transfer_table(pairs))


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
