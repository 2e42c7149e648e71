"""The options of `maintext bench sweep`, and the sweeps that they ask for."""

import argparse
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from maintext.benchmark.options import add_corpora, add_measuring
from maintext.benchmark.sweep.figures import FIGURES, Sweep, steps
from maintext.errors import BadParameter, UnknownName
from maintext.extraction import find_method
from maintext.methods.protocol import parameters

_MAX_STEPS = 1000


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--figure", action="append", metavar="NAME", help=f"figures of the papers: {', '.join(FIGURES)}, or all")
    parser.add_argument("--method", metavar="NAME", help="vary a parameter of this method (see 'maintext methods')")
    parser.add_argument("--parameter", metavar="NAME", help="the parameter to vary")
    parser.add_argument("--values", metavar="A,B,…", help="its values")
    parser.add_argument("--from", dest="low", type=float, metavar="A", help="or values from A …")
    parser.add_argument("--to", dest="high", type=float, metavar="B", help="… to B …")
    parser.add_argument("--steps", type=int, default=21, metavar="N", help="… in so many steps (default: %(default)s)")
    add_corpora(parser)
    add_measuring(parser)
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("sweep"), metavar="DIR", help="where to write (default: %(default)s)"
    )


def chosen(options: argparse.Namespace) -> list[Sweep]:
    """The sweeps that the options ask for."""
    if options.figure:
        if options.method or options.parameter:
            raise BadParameter("--figure has its own method and parameter: give either --figure or --method and --parameter")
        return [FIGURES[name] for name in _figure_names(options.figure)]
    if not (options.method and options.parameter):
        raise BadParameter("what to vary? Give --figure NAME, or --method NAME --parameter NAME with --values or --from and --to")
    known = parameters(find_method(options.method))
    if options.parameter not in known:
        raise UnknownName("parameter", options.parameter, known, of=options.method)
    default: Any = known[options.parameter].default
    if isinstance(default, (bool, str)):
        raise BadParameter(f"{options.parameter} of {options.method} is no number: there is nothing to draw a curve over")
    values = tuple(type(default)(value) for value in _values(options, whole=isinstance(default, int)))
    for value in values:
        find_method(options.method, {options.parameter: value})
    title = f"{options.method}: {options.parameter}"
    return [Sweep(f"{options.method}-{options.parameter}", title, options.method, options.parameter, values, float(default))]


def _figure_names(wanted: Sequence[str]) -> list[str]:
    names = list(FIGURES) if "all" in wanted else list(dict.fromkeys(wanted))
    for name in names:
        if name not in FIGURES:
            raise UnknownName("figure", name, [*FIGURES, "all"])
    return names


def _values(options: argparse.Namespace, *, whole: bool) -> list[float]:
    """The values in rising order, each once."""
    if options.values is not None:
        values = [_number(word) for word in options.values.split(",")]
    elif options.low is None or options.high is None:
        raise BadParameter("which values? Give --values A,B,… or --from A --to B")
    elif not 2 <= options.steps <= _MAX_STEPS:
        raise BadParameter(f"--steps is 2 to {_MAX_STEPS}, not {options.steps}")
    elif not (isfinite(options.low) and isfinite(options.high)):
        raise BadParameter(f"--from and --to take finite numbers, not {options.low} and {options.high}")
    else:
        values = [round(value) if whole else value for value in steps(options.low, options.high, options.steps)]
    if whole and any(value != int(value) for value in values):
        raise BadParameter(f"{options.parameter} takes whole numbers, not {options.values}")
    if len(set(values)) < 2:
        raise BadParameter("a curve needs at least two different values")
    return sorted(set(values))


def _number(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        raise BadParameter(f"--values takes numbers with commas between them, not {word.strip()!r}") from None
    if not isfinite(value):
        raise BadParameter(f"--values takes finite numbers, not {word.strip()!r}")
    return value
