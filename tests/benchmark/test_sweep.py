import argparse
import csv
import json
import logging
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from maintext import BadInput, BadParameter, MaintextError, UnknownName, extract
from maintext.benchmark.corpora import Corpus, find_corpora
from maintext.benchmark.metrics import average, measure
from maintext.benchmark.model import Sample
from maintext.benchmark.summary import averaged, read_curves
from maintext.benchmark.sweep import measuring, run, scoring
from maintext.benchmark.sweep.figures import FIGURES, Sweep
from maintext.benchmark.sweep.measuring import measured
from maintext.benchmark.sweep.options import add_options, chosen
from maintext.benchmark.sweep.scoring import PageScores, Point, score_page
from maintext.methods.protocol import parameters
from tests.benchmark.parquet import write_columns

WORDS = "The harbour froze over in the second week of January, and by Friday the ferry had stopped. "


def page(number: int) -> str:
    links = "".join(f"<li><a href=/{each}>Section {each}</a></li>" for each in range(6))
    text = "".join(f"<p>{WORDS * (1 + (number + each) % 3)}</p>" for each in range(4))
    return (
        f"<html><body>\n<ul>{links}</ul>\n<div>\n<h1>Ice {number}</h1>\n{text}\n</div>\n<p>All rights reserved</p></body></html>"
    )


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Three pages with their gold, and one without."""
    folder = tmp_path / "corpora"
    pages = [page(number).encode() for number in range(4)]
    golds = [f"Ice {number} {WORDS * 6}" for number in range(3)] + [""]
    write_columns(folder / "ice.parquet", id=["a", "b", "c", "d"], html=pages, gold=golds)
    return folder


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a sweep keeps is kept in the working folder."""
    monkeypatch.chdir(tmp_path)


def options(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_options(parser)
    return parser.parse_args(arguments)


def one_sweep(*values: float) -> Sweep:
    return Sweep("cetr-tm-lambda", "cetr-tm: lambda", "cetr-tm", "lambda", values, 1.0)


# -- what to vary ----------------------------------------------------------------------------------------------------------


def test_values_are_read_sorted_and_taken_once() -> None:
    (found,) = chosen(options("--method", "cetr-tm", "--parameter", "lambda", "--values", "2, 0.5,1,0.5"))
    assert found.values == (0.5, 1.0, 2.0)
    assert found.published == 1.0


def test_values_from_one_number_to_another() -> None:
    (found,) = chosen(options("--method", "cetd-ds", "--parameter", "coefficient", "--from", "0", "--to", "0.3", "--steps", "4"))
    assert found.values == (0.0, 0.1, 0.2, 0.3)


def test_a_parameter_of_whole_numbers_gets_whole_numbers() -> None:
    (found,) = chosen(options("--method", "danag", "--parameter", "gap", "--from", "0", "--to", "3", "--steps", "7"))
    assert found.values == (0, 1, 2, 3)
    assert all(isinstance(value, int) for value in found.values)


def test_all_figures_of_the_papers() -> None:
    assert chosen(options("--figure", "all")) == list(FIGURES.values())
    assert [each.name for each in chosen(options("--figure", "cetr-6", "--figure", "cetd-5"))] == ["cetr-6", "cetd-5"]


@pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES)
def test_every_figure_varies_a_parameter_that_the_method_has_around_its_default(figure: Sweep) -> None:
    from maintext import METHODS

    parameter = parameters(METHODS[figure.method])[figure.parameter]
    assert parameter.default == figure.published
    assert figure.published in figure.values


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ((), BadParameter, "what to vary"),
        (("--method", "cetr-tm"), BadParameter, "what to vary"),
        (("--figure", "cetd-6"), UnknownName, "unknown figure 'cetd-6'; there are: all, block-extractor-4"),
        (("--figure", "cetd-5", "--method", "cetr"), BadParameter, "either --figure or --method"),
        (("--method", "no", "--parameter", "x"), UnknownName, "unknown method 'no'"),
        (("--method", "cetr-tm", "--parameter", "x"), UnknownName, "unknown parameter 'x' of cetr-tm"),
        (("--method", "cetr-tm", "--parameter", "lines"), BadParameter, "is no number"),
        (("--method", "cetd-ds", "--parameter", "drop_hidden"), BadParameter, "is no number"),
        (("--method", "cetr-tm", "--parameter", "lambda"), BadParameter, "which values"),
        (("--method", "cetr-tm", "--parameter", "lambda", "--values", "1,x"), BadParameter, "not 'x'"),
        (("--method", "cetr-tm", "--parameter", "lambda", "--values", "1,inf"), BadParameter, "finite"),
        (("--method", "cetr-tm", "--parameter", "lambda", "--values", "1"), BadParameter, "at least two"),
        (("--method", "cetr-tm", "--parameter", "lambda", "--values=-1,1"), BadParameter, "at least 0"),
        (("--method", "danag", "--parameter", "gap", "--from", "nan", "--to", "1"), BadParameter, "finite"),
        (("--method", "danag", "--parameter", "gap", "--values", "1,2.5"), BadParameter, "whole numbers"),
        (
            ("--method", "cetr-tm", "--parameter", "lambda", "--from", "0", "--to", "1", "--steps", "1"),
            BadParameter,
            "--steps is 2",
        ),
    ],
)
def test_bad_options_are_one_clear_line(arguments: tuple[str, ...], error: type[MaintextError], words: str) -> None:
    with pytest.raises(error) as raised:
        chosen(options(*arguments))
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)


# -- measuring -------------------------------------------------------------------------------------------------------------


def test_a_page_is_scored_as_if_it_were_extracted_with_each_value() -> None:
    sample = Sample("ice", "a", page(1).encode(), gold=f"Ice 1 {WORDS * 6}")
    points = [Point("cetr-tm", "lambda", value) for value in (0.0, 2.0)]
    outcomes = score_page(sample, points)
    assert list(outcomes) == points
    for point, outcome in outcomes.items():
        assert outcome.error is None
        assert outcome.scores == measure(extract(sample.html, method="cetr-tm", parameters={"lambda": point.value}), sample)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_curve_holds_the_averages_of_the_pages_with_gold(workers: int, corpus: Path, tmp_path: Path) -> None:
    corpora, problems = find_corpora([corpus])
    assert not problems
    points = [Point("cetr-tm", "lambda", value) for value in (0.0, 1.0)]
    (curve,) = measured(corpora, [one_sweep(0.0, 1.0)], cache=tmp_path, workers=workers)
    pages = [score_page(sample, points) for sample in corpora[0].read() if sample.gold]
    assert curve.pages == len(pages) == 3
    for point, scores in zip(points, curve.scores, strict=True):
        expected = average([page[point].scores for page in pages])
        assert scores == {metric: expected[metric] for metric in scores}
        assert {"f1", "lcs_f1", "hf1"} <= scores.keys()


@pytest.fixture
def ice(corpus: Path) -> Corpus:
    (found,), _ = find_corpora([corpus])
    return found


@pytest.mark.parametrize("workers", [1, 2])
def test_nothing_is_scored_twice(ice: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    (first,) = measured([ice], [one_sweep(0.0, 1.0)], cache=tmp_path, workers=workers)
    asked: list[Point] = []

    def score(sample: Sample, points: list[Point]) -> PageScores:
        asked.extend(points)
        return score_page(sample, points)

    monkeypatch.setattr(measuring, "score_page", score)
    (again,) = measured([ice], [one_sweep(0.0, 1.0)], cache=tmp_path, workers=1)
    assert (again, asked) == (first, [])
    measured([ice], [one_sweep(0.0, 2.0)], cache=tmp_path, workers=1)
    assert asked == [Point("cetr-tm", "lambda", 2.0)] * 3


def test_a_sweep_that_is_stopped_goes_on_where_it_was(ice: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (whole,) = measured([ice], [one_sweep(0.0, 1.0)], cache=tmp_path / "other", workers=1)
    done: list[str] = []

    def score(sample: Sample, points: list[Point]) -> PageScores:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(sample.id)
        return score_page(sample, points)

    monkeypatch.setattr(measuring, "score_page", score)
    with pytest.raises(KeyboardInterrupt):
        measured([ice], [one_sweep(0.0, 1.0)], cache=tmp_path, workers=1)
    assert done == ["a", "b"]
    done.clear()
    assert measured([ice], [one_sweep(0.0, 1.0)], cache=tmp_path, workers=1) == [whole]
    assert done == ["c"]


def test_a_page_that_cannot_be_read_does_not_end_a_sweep(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for number in range(3):
        (tmp_path / "html").mkdir(exist_ok=True)
        (tmp_path / "ground-truth").mkdir(exist_ok=True)
        (tmp_path / "html" / f"{number}.html").write_text(page(number))
        (tmp_path / "ground-truth" / f"{number}.json").write_text(json.dumps({"ground_truth": {"main_content": WORDS}}))
    (tmp_path / "ground-truth" / "1.json").write_text("{")
    corpora, _ = find_corpora([tmp_path])
    (curve,) = measured(corpora, [one_sweep(0.0, 1.0)], cache=tmp_path / "cache", workers=1)
    assert curve.pages == 2
    (problem,) = caplog.records
    assert problem.levelno == logging.ERROR
    assert "1.json: not JSON" in problem.getMessage()


@pytest.mark.parametrize("what", ["parse", "extract_page"])
def test_a_method_that_raises_has_found_nothing(
    ice: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("on purpose")

    monkeypatch.setattr(scoring, what, fail)
    (curve,) = measured([ice], [one_sweep(0.0, 1.0)], cache=tmp_path, workers=1)
    assert curve.pages == 3
    assert curve.of("f1") == (0, 0)
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("WARNING", "cetr-tm failed on 3 pages, first on ice/a: ValueError: on purpose")
    ]


def test_everything_is_kept_at_zero(ice: Corpus, tmp_path: Path) -> None:
    sweeps = [FIGURES[name] for name in ("cetd-5", "cetr-6", "block-extractor-4")]
    for curve in measured([ice], sweeps, cache=tmp_path, workers=1):
        whole = [measure(extract(each.html, method="whole-text"), each) for each in ice.read() if each.gold]
        assert curve.of("recall")[0] == average(whole)["recall"], curve.figure


def test_curves_of_several_corpora_have_the_same_weight(ice: Corpus, tmp_path: Path) -> None:
    (curve,) = measured([ice], [one_sweep(0.0, 2.0)], cache=tmp_path, workers=1)
    whole = averaged([curve, curve])
    assert (whole.corpus, whole.pages, whole.scores) == ("mean of 2 corpora: ice, ice", 6, curve.scores)
    assert averaged([curve]) == curve


# -- the command -----------------------------------------------------------------------------------------------------------


def test_the_command_writes_csv_json_figures_and_a_page(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    code = run(options("--figure", "cepr-10", "--corpora", str(corpus), "--limit", "2", "--workers", "1", "-o", str(out)))
    assert code == 0
    assert capsys.readouterr().out.split() == [
        str(out / name) for name in ("sweep.csv", "sweep.json", "sweep.html", "cepr-10-ice.svg")
    ]
    (curve,), about = read_curves(out)
    assert curve.pages == 2
    assert about is not None
    assert (about.command, about.corpora) == ("maintext bench sweep", {"ice": 2})
    assert json.loads((out / "sweep.json").read_text())["curves"][0]["values"] == [0, 1, 2, 3]
    with (out / "sweep.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["value"], float(row["lcs_f1"])) for row in rows] == [
        (f"{value:g}", score) for value, score in zip(curve.values, curve.of("lcs_f1"), strict=True)
    ]
    drawn = [node.text for node in ET.parse(out / "cepr-10-ice.svg").iter() if node.tag.endswith("text")]
    assert {"words in order (LCS)", "words as a bag", "trade-off, by alpha", "paper: 1"} <= set(drawn)
    assert LexborHTMLParser((out / "sweep.html").read_text(encoding="utf-8")).css_first("svg") is not None


@pytest.mark.parametrize(("option", "value"), [("--workers", "0"), ("--limit", "0")])
def test_numbers_below_one_are_refused(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        options("--figure", "cepr-10", option, value)
    assert f"argument {option}: at least 1, not 0" in capsys.readouterr().err


def test_corpora_come_from_the_environment(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAINTEXT_CORPORA", str(corpus))
    assert run(options("--figure", "cepr-10", "--workers", "1", "-o", str(tmp_path / "out"))) == 0


def test_no_corpora_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAINTEXT_CORPORA", raising=False)
    with pytest.raises(BadInput, match="no corpora: give --corpora DIR, or set MAINTEXT_CORPORA"):
        run(options("--figure", "cepr-10"))
    with pytest.raises(BadInput, match="no corpus in"):
        run(options("--figure", "cepr-10", "--corpora", str(tmp_path)))


def test_a_file_in_the_way_of_the_output_is_one_clear_line(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("here")
    with pytest.raises(BadInput, match=r"cannot write into .*taken"):
        run(options("--figure", "cepr-10", "--corpora", str(corpus), "--workers", "1", "-o", str(tmp_path / "taken")))
