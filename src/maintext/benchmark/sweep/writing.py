"""Curves as files: tables, pictures, and a page with all of them."""

import csv
from collections.abc import Sequence
from pathlib import Path

from maintext.benchmark.report_html import curve_figure, curves_section, document
from maintext.benchmark.summary import CURVES_FILE, About, Curve, write_curves
from maintext.benchmark.svg import standalone
from maintext.errors import BadInput


def write(curves: Sequence[Curve], folder: Path, about: About) -> list[Path]:
    """The curves as CSV, JSON, one SVG each, and a page with all of them."""
    paths = [folder / "sweep.csv", folder / CURVES_FILE, folder / "sweep.html"]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write_csv(curves, paths[0])
        write_curves(curves, about, paths[1])
        paths[2].write_text(document("maintext bench sweep", curves_section(curves, about)), encoding="utf-8")
        for curve in curves:
            paths.append(folder / f"{curve.figure}-{_file_name(curve.corpus)}.svg")
            paths[-1].write_text(standalone(curve_figure(curve)), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write into {folder}: {error.strerror or error}") from error
    return paths


def _file_name(corpus: str) -> str:
    return "".join(character if character.isalnum() or character in "-_." else "_" for character in corpus)


def _write_csv(curves: Sequence[Curve], path: Path) -> None:
    metrics = sorted({metric for curve in curves for score in curve.scores for metric in score})
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["figure", "method", "parameter", "value", "corpus", "pages", *metrics])
        for curve in curves:
            for value, scores in zip(curve.values, curve.scores, strict=True):
                row = [curve.figure, curve.method, curve.parameter, f"{value:g}", curve.corpus, curve.pages]
                writer.writerow(row + [scores.get(metric) for metric in metrics])
