"""`maintext bench sweep`: precision, recall and F1 of a method over the values of one of its parameters.

The papers show such figures for their thresholds; each can be drawn again on other pages.
"""

import argparse

from maintext.benchmark.corpora import named_corpora
from maintext.benchmark.options import make_folder
from maintext.benchmark.summary import About
from maintext.benchmark.sweep.measuring import measured
from maintext.benchmark.sweep.options import add_options, chosen
from maintext.benchmark.sweep.writing import write
from maintext.errors import BadInput

__all__ = ["add_options", "run"]


def run(options: argparse.Namespace) -> int:
    """Sweep, write the curves, and give the exit code."""
    sweeps = chosen(options)
    corpora = named_corpora(options.corpora)
    make_folder(options.output)
    curves = measured(corpora, sweeps, cache=options.cache, limit=options.limit, workers=options.workers)
    if not curves:
        raise BadInput("no page in these corpora has a gold text to compare with")
    about = About.today(getattr(options, "command", "maintext bench sweep"), {curve.corpus: curve.pages for curve in curves})
    for path in write(curves, options.output, about):
        print(path)
    return 0
