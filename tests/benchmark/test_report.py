import csv
import json
import logging
import random
from collections.abc import Iterator
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from statistics import fmean

import pyarrow.parquet as pq
import pytest
from selectolax.lexbor import LexborHTMLParser

from maintext import BadInput, __version__
from maintext.benchmark.metrics import average, bootstrap_interval
from maintext.benchmark.model import PageResult
from maintext.benchmark.report import terminal_table, write_reports
from maintext.benchmark.summary import (
    About,
    Curve,
    by_page_type,
    compare,
    kind_of,
    overall,
    percent,
    read_curves,
    scores_by_page,
    summarise,
    write_curves,
)

DAY = date(2012, 2, 29)
CONTENDERS = ("cectd-ds", "cetr lines=long", "bte", "whole-text", "some-peer")
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
ODD = '<b>"odd" & | `name`'


def result(
    contender: str,
    sample: str,
    scores: dict[str, float],
    *,
    corpus: str = "news",
    page_type: str | None = None,
    error: str | None = None,
) -> PageResult:
    return PageResult(corpus, sample, page_type, contender, "1.2", 0.0 if error else 0.002, error, scores)


def gold_scores(f1: float) -> dict[str, float]:
    names = ("precision", "recall", "f1", "lcs_precision", "lcs_recall", "lcs_f1", "lcs_score", "rouge5_f1")
    return dict.fromkeys(names, f1)


def made_up(corpus: str = "news", pages: int = 12, contenders: tuple[str, ...] = CONTENDERS) -> list[PageResult]:
    generator = random.Random(corpus)
    found = []
    for page in range(pages):
        hard = generator.random() * 0.3
        for place, contender in enumerate(contenders):
            scores = gold_scores(max(0.0, 0.95 - hard - place * 0.05 - generator.random() * 0.02))
            found.append(result(contender, str(page), scores, corpus=corpus, page_type=("article", "forum")[page % 2]))
    return found


def written(results: list[PageResult], folder: Path, **options: str) -> dict[str, str]:
    """The text reports by file name."""
    paths = write_reports(results, folder, corpora={"news": 12}, command="maintext bench run --corpora 'a b'", day=DAY, **options)
    assert [path.name for path in paths] == ["report.md", "benchmark.md", "report.html", "results.csv", "pages.parquet"]
    assert all(path.is_file() for path in paths)
    return {path.name: path.read_text(encoding="utf-8") for path in paths if path.suffix != ".parquet"}


CASES: dict[str, list[PageResult]] = {
    "several": made_up() + made_up("blogs"),
    "one contender": made_up(contenders=("cectd-ds",)),
    "one page": made_up(pages=1),
    "one result": [result("cectd-ds", "1", gold_scores(0.5))],
    "no results": [],
    "all failed": [
        result(name, str(page), gold_scores(0.0), error="it hung") for name in ("cectd-ds", "bte") for page in range(3)
    ],
    "snippets only": [
        result(name, str(page), {"must_have": share, "must_not_have": 1 - share})
        for name, share in (("cectd-ds", 0.9), ("bte", 0.5))
        for page in range(3)
    ],
    "nothing to score": [result("cectd-ds", "1", {})],
    "odd names": [result(ODD, "<page>", gold_scores(0.7), corpus=ODD, page_type=kind) for kind in ("<x>", "<y>")],
    "different corpora": made_up() + made_up("blogs", contenders=("bte", "some-peer")),
}
every_case = pytest.mark.parametrize("results", CASES.values(), ids=CASES)


# -- numbers ---------------------------------------------------------------------------------------------------------------


def test_a_summary_holds_the_averages_of_the_pages() -> None:
    results = made_up()
    for summary in summarise(results):
        own = [each for each in results if each.contender == summary.contender]
        assert summary.scores == average([each.scores for each in own])
        assert summary.interval == bootstrap_interval([each.scores["f1"] for each in own])
        assert summary.pages == 12
        assert summary.median_ms == summary.mean_ms == pytest.approx(2.0)


def test_the_best_contender_comes_first_and_corpora_by_name() -> None:
    summaries = summarise(CASES["several"])
    assert [summary.corpus for summary in summaries] == ["blogs"] * 5 + ["news"] * 5
    assert [summary.contender for summary in summaries[:5]] == list(CONTENDERS)


def test_failed_pages_count_as_failures_and_not_in_the_time() -> None:
    results = [result("bte", "1", gold_scores(1.0)), result("bte", "2", gold_scores(0.0), error="it hung")]
    (summary,) = summarise(results)
    assert (summary.failures, summary.pages, summary.scores["f1"]) == (1, 2, 0.5)
    assert summary.mean_ms == pytest.approx(2.0)


def test_pages_without_anything_to_compare_with_are_told_apart() -> None:
    results = [result("bte", "1", gold_scores(1.0)), result("bte", "2", {})]
    (summary,) = summarise(results)
    assert (summary.pages, summary.scored, summary.scores["f1"]) == (2, 1, 1.0)
    assert "1 of 2" in terminal_table(results)


def test_snippets_decide_where_there_is_no_gold() -> None:
    assert [(each.contender, round(each.rank, 2)) for each in summarise(CASES["snippets only"])] == [
        ("cectd-ds", 0.9),
        ("bte", 0.5),
    ]


def mixed(contender: str = "bte", f1: float = 0.2) -> list[PageResult]:
    """Twenty pages with gold text, and twenty with snippets alone, all of which it finds."""
    gold = [result(contender, f"gold {page}", gold_scores(f1)) for page in range(20)]
    return gold + [result(contender, f"snippets {page}", {"must_have": 1.0}) for page in range(20)]


def test_pages_with_snippets_alone_do_not_move_the_interval_of_f1() -> None:
    (summary,) = summarise(mixed())
    assert (summary.pages, summary.scored) == (40, 20)
    assert summary.interval == pytest.approx((0.2, 0.2))
    assert summary.rank == pytest.approx(0.2)
    assert "20.0 [20.0, 20.0]" in terminal_table(mixed())


def test_pages_with_snippets_alone_do_not_dilute_a_comparison_of_f1() -> None:
    pairing = compare(scores_by_page(mixed("a", 0.3) + mixed("b", 0.2)), "news", "a", "b")
    assert pairing is not None
    assert pairing.found.pages == 20
    assert pairing.found.difference == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("contender", "kind"),
    [
        ("cectd-ds", "method"),
        ("cetr lines=long", "method"),
        ("bte", "baseline"),
        ("whole-text", "baseline"),
        ("trafilatura", "peer"),
        ("", "peer"),
    ],
)
def test_kinds_of_contenders(contender: str, kind: str) -> None:
    assert kind_of(contender) == kind


def test_the_mean_over_corpora_gives_each_the_same_weight() -> None:
    results = [result("bte", str(page), gold_scores(1.0)) for page in range(9)] + [
        result("bte", "1", gold_scores(0.0), corpus="small")
    ]
    (only,) = overall(summarise(results))
    assert only.mean == 0.5


def test_who_missed_a_corpus_comes_last_and_has_no_mean_to_compare() -> None:
    ranking = overall(summarise(CASES["different corpora"]))
    assert [each.complete for each in ranking] == [True, True, False, False, False]


def test_scores_by_page_type_are_means_of_its_pages() -> None:
    results = made_up()
    mean, pages = by_page_type(results, "news")["bte"]["forum"]
    own = [each.scores["f1"] for each in results if each.contender == "bte" and each.page_type == "forum"]
    assert mean == pytest.approx(fmean(own))
    assert pages == 6
    assert by_page_type([each for each in results if each.page_type == "forum"], "news") == {}


def test_contenders_are_compared_on_the_pages_that_both_have() -> None:
    results = [result("a", str(page), gold_scores(0.5 + page / 100)) for page in range(10)]
    results += [result("b", str(page), gold_scores(0.4 + page / 100)) for page in range(5, 20)]
    pairing = compare(scores_by_page(results), "news", "a", "b")
    assert pairing is not None
    assert (pairing.found.pages, pairing.verdict) == (5, "better")
    assert pairing.found.difference == pytest.approx(0.1)
    reverse = compare(scores_by_page(results), "news", "b", "a")
    assert reverse is not None
    assert reverse.verdict == "worse"


def test_no_page_in_common_means_no_comparison() -> None:
    scores = scores_by_page([result("a", "1", gold_scores(1)), result("b", "2", gold_scores(1))])
    assert compare(scores, "news", "a", "b") is None
    assert compare(scores, "news", "a", "a") is None


# -- the terminal ----------------------------------------------------------------------------------------------------------


def test_the_table_prints_the_averages() -> None:
    table = terminal_table(made_up())
    for summary in summarise(made_up()):
        (row,) = [row for row in table.splitlines() if row.startswith(f"{summary.contender}  ")]
        assert summary.interval is not None
        low, high = summary.interval
        assert f"{percent(summary.scores['f1'])} [{percent(low)}, {percent(high)}]" in row
        assert percent(summary.scores["lcs_hf1"]) in row


def test_shingle_f1_stands_beside_its_margin_in_every_report(tmp_path: Path) -> None:
    shares = [(0.8, 0.1, 0.1), (0.5, 0.3, 0.2), (0.9, 0.0, 0.1)]
    names = ("shingle_tp", "shingle_fp", "shingle_fn")
    results = [
        result("bte", str(page), gold_scores(0.5) | dict(zip(names, each, strict=True))) for page, each in enumerate(shares)
    ]
    (summary,) = summarise(results)
    assert summary.margins["shingle_f1"] > 0.01
    cell = f"{percent(summary.scores['shingle_f1'])} ± {percent(summary.margins['shingle_f1'])}"
    texts = written(results, tmp_path)
    for text in (terminal_table(results), texts["report.md"], texts["benchmark.md"], texts["report.html"]):
        assert cell in text


def test_columns_are_aligned() -> None:
    _, *rows = terminal_table(made_up()).splitlines()
    assert len({len(row) for row in rows}) == 1


def test_columns_without_a_value_are_left_out() -> None:
    assert "must have" not in terminal_table(made_up())
    snippets = terminal_table(CASES["snippets only"])
    assert "must have" in snippets
    assert "F1" not in snippets


def test_no_results_make_one_line() -> None:
    assert terminal_table([]) == "no results"


@every_case
def test_any_results_make_a_table(results: list[PageResult]) -> None:
    assert terminal_table(results)


# -- files -----------------------------------------------------------------------------------------------------------------


@every_case
def test_every_report_says_where_its_numbers_come_from(results: list[PageResult], tmp_path: Path) -> None:
    for name, text in written(results, tmp_path).items():
        if name == "results.csv" and not results:
            continue
        assert "2012-02-29" in text, name
        assert __version__ in text, name
        assert "maintext bench run --corpora" in text, name
        assert "12" in text, name


def test_the_same_results_give_the_same_bytes(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        written(CASES["several"], tmp_path / folder)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


def test_another_day_changes_the_date_alone(tmp_path: Path) -> None:
    first = written(CASES["several"], tmp_path)
    for path in write_reports(
        CASES["several"], tmp_path, corpora={"news": 12}, command="maintext bench run --corpora 'a b'", day=date(2013, 3, 1)
    ):
        if path.suffix != ".parquet":
            assert path.read_text(encoding="utf-8").replace("2013-03-01", "2012-02-29") == first[path.name]


def test_the_csv_holds_the_averages(tmp_path: Path) -> None:
    written(made_up(), tmp_path)
    with (tmp_path / "results.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["contender"]: row for row in csv.DictReader(file)}
    for summary in summarise(made_up()):
        row = rows[summary.contender]
        assert float(row["f1"]) == summary.scores["f1"]
        assert (row["corpus"], row["corpus_pages"], row["kind"], row["version"]) == ("news", "12", summary.kind, "1.2")


def test_the_parquet_file_holds_every_page_of_every_contender(tmp_path: Path) -> None:
    results = CASES["several"] + CASES["snippets only"]
    written(results, tmp_path)
    table = pq.read_table(tmp_path / "pages.parquet")
    assert table.num_rows == len(results)
    assert table.column("f1").to_pylist() == [each.scores.get("f1") for each in results]
    assert table.schema.metadata[b"date"] == b"2012-02-29"


def test_the_reference_can_be_chosen_and_has_to_be_there(tmp_path: Path) -> None:
    assert "| cectd-ds | whole-text |" in written(made_up(), tmp_path, reference="whole-text")["report.md"]
    with pytest.raises(BadInput, match="no contender 'nobody' to compare with; there are: bte,"):
        written(made_up(), tmp_path, reference="nobody")


def test_a_file_in_the_way_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("here")
    with pytest.raises(BadInput, match=r"cannot write reports into .*taken"):
        write_reports([], tmp_path / "taken", corpora={}, command="")


# -- Markdown --------------------------------------------------------------------------------------------------------------


def test_comparisons_are_against_the_best_and_the_default_method(tmp_path: Path) -> None:
    results = made_up(contenders=("bte", "fused", "some-peer"))
    report = written(results, tmp_path)["report.md"]
    assert "| some-peer | bte |" in report
    assert "| some-peer | fused |" in report
    assert "| fused | bte |" in report


def test_comparisons_show_p(tmp_path: Path) -> None:
    results = made_up(contenders=("bte", "cectd-ds"))
    pairing = compare(scores_by_page(results), "news", "cectd-ds", "bte")
    assert pairing is not None
    texts = written(results, tmp_path)
    assert f"| {pairing.found.p_value:.3f} | 12 | worse |" in texts["report.md"]
    assert f"<td>{pairing.found.p_value:.3f}</td><td>12</td><td>worse</td>" in texts["report.html"]


def table_rows(markdown: str) -> Iterator[list[str]]:
    """Every block of table rows."""
    block: list[str] = []
    for line in [*markdown.splitlines(), ""]:
        if line.startswith("|"):
            block.append(line.replace("\\|", ""))
        elif block:
            yield block
            block = []


@every_case
def test_tables_in_markdown_are_rectangular(results: list[PageResult], tmp_path: Path) -> None:
    texts = written(results, tmp_path)
    for name in ("report.md", "benchmark.md"):
        for block in table_rows(texts[name]):
            assert len({row.count("|") for row in block}) == 1, block


def test_the_docs_page_says_plainly_what_did_not_reproduce(tmp_path: Path) -> None:
    bad = [result("cectd-ds", str(page), gold_scores(0.5), corpus="cleaneval") for page in range(5)]
    page = written(bad, tmp_path)["benchmark.md"]
    failed = page.partition("## What did not reproduce")[2]
    assert "CECTD-DS on CleanEval" in failed
    assert "It does not hold" in failed
    assert "hF1 50.0" in failed


# -- HTML ------------------------------------------------------------------------------------------------------------------


class Checker(HTMLParser):
    """Holds that every element is closed in its order, and collects what refers to something else."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.references: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.references += [
            value or "" for name, value in attrs if name in ("src", "href", "xlink:href", "srcset", "data", "action")
        ]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.references += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@every_case
def test_the_page_is_well_formed_and_needs_nothing_else(results: list[PageResult], tmp_path: Path) -> None:
    page = written(results, tmp_path)["report.html"]
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    assert checker.references == []
    assert "http" not in page
    assert "@import" not in page
    assert "url(" not in page
    tree = LexborHTMLParser(page)
    assert tree.css_first("h1") is not None
    assert tree.css("title")[0].text() == "maintext benchmark"


def test_names_are_escaped(tmp_path: Path) -> None:
    page = written(CASES["odd names"], tmp_path)["report.html"]
    assert "<b>" not in page.replace('<div class="tile"><b>', "")
    assert ODD in [cell.text() for cell in LexborHTMLParser(page).css("td")]
    assert "<x>" not in page


def test_the_page_shows_everyone_in_picture_heat_table_forest_and_table(tmp_path: Path) -> None:
    tree = LexborHTMLParser(written(CASES["several"], tmp_path)["report.html"])
    drawn = [node.text() for node in tree.css("svg text")]
    cells = [node.text() for node in tree.css("td")]
    for contender in CONTENDERS:
        assert drawn.count(contender) >= 5  # the mean, and both corpora in pictures and forests
        assert contender in cells
    headings = [node.text() for node in tree.css("h2")]
    assert headings[:5] == [
        "Accuracy against speed",
        "F1 at a glance",
        "F1 by page type",
        "How sure is that?",
        "The papers’ claims beside what we measure",
    ]


def test_the_far_too_low_are_named_and_not_drawn(tmp_path: Path) -> None:
    results = made_up() + [result("lost", str(page), gold_scores(0.01)) for page in range(12)]
    tree = LexborHTMLParser(written(results, tmp_path)["report.html"])
    assert "lost (1.0)" in tree.css("figcaption")[0].text()


def test_without_any_time_there_is_no_picture_of_speed(tmp_path: Path) -> None:
    assert "Accuracy against speed" not in written(CASES["all failed"], tmp_path)["report.html"]


def test_the_tiles_count_what_was_scored_and_timed(tmp_path: Path) -> None:
    results = [
        result("bte", "1", gold_scores(0.5)),
        result("bte", "2", {"must_have": 1.0}),
        result("bte", "3", {}),
        result("bte", "4", gold_scores(0.0), error="it hung"),
    ]
    tree = LexborHTMLParser(written(results, tmp_path)["report.html"])
    tiles = {tile.css("span")[0].text(): tile.css("b")[0].text() for tile in tree.css(".tile")}
    assert tiles["pages with human-checked gold or snippets"] == "3"
    assert tiles["extractions timed and scored"] == "2"


def test_there_is_a_rule_for_dark_mode_and_one_for_paper(tmp_path: Path) -> None:
    page = written(made_up(), tmp_path)["report.html"]
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page


def drawn_curve(corpus: str = "news") -> Curve:
    scores = tuple(gold_scores(value) for value in (0.5, 0.7, 0.6))
    return Curve(
        "cetd-5", "CETD, <figure> 5", "The paper says.", "cectd-ds", "coefficient", 1.0, corpus, 3, (0.0, 0.5, 1.0), scores
    )


SWEPT = About("maintext bench sweep --figure cetd-5", "2011-01-31", {"blogs": 3, "news": 3}, "0.0.7", "3.99")


def test_curves_in_the_folder_are_drawn(tmp_path: Path) -> None:
    write_curves([drawn_curve()], SWEPT, tmp_path / "sweep.json")
    assert read_curves(tmp_path) == ([drawn_curve()], SWEPT)
    texts = written(made_up(), tmp_path)
    assert "CETD, <figure> 5" in [node.text() for node in LexborHTMLParser(texts["report.html"]).css("h3")]
    assert "| CETD, &lt;figure> 5 | cectd-ds | coefficient | 1 | 0.5 | 70.0 |" in texts["benchmark.md"]


def test_curves_say_which_command_on_which_pages_they_come_from(tmp_path: Path) -> None:
    write_curves([drawn_curve("blogs"), drawn_curve()], SWEPT, tmp_path / "sweep.json")
    texts = written(made_up(), tmp_path)
    below = (
        texts["benchmark.md"].partition("## Figures over a parameter")[2],
        texts["report.html"].partition("drawn again</h2>")[2],
    )
    for text in below:
        for words in ("maintext bench sweep --figure cetd-5", "2011-01-31", "0.0.7", "blogs (3 pages), news (3 pages)"):
            assert words in text
    assert "comes from the commands below" in texts["benchmark.md"]
    for name in ("benchmark.md", "report.html"):
        assert "mean of 2 corpora: blogs, news" in texts[name]
        assert "all corpora" not in texts[name]


def bad_curves() -> Iterator[str]:
    good = {"values": [1, 2], "scores": [gold_scores(0.5), gold_scores(0.6)], "published": 1, "pages": 3}
    good |= dict.fromkeys(("figure", "title", "says", "method", "parameter", "corpus"), "x")
    about = {"command": "c", "day": "d", "corpora": {"x": 3}, "maintext": "1", "python": "3"}
    yield from ("{", "[1]", '[{"figure": "x"}]', "{}", "null", '{"curves": {"a": 1}, "about": {}}')
    changes: tuple[dict[str, object], ...] = (
        {"values": [1, 2, 3]},
        {"values": []},
        {"values": [1, "two"]},
        {"values": [1, float("nan")]},
        {"scores": [{"f1": 0.5}, {"f1": 0.6}]},
        {"scores": 7},
    )
    for changed in changes:
        yield json.dumps({"about": about, "curves": [good | changed]})
    yield json.dumps({"about": about, "curves": [good, good | {"values": [1, 3]}]})
    yield json.dumps({"about": {"command": "c"}, "curves": [good]})


@pytest.mark.parametrize("content", list(bad_curves()))
def test_a_broken_file_of_curves_is_one_clear_line_and_costs_no_report(
    content: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "sweep.json").write_text(content)
    assert "Figures over a parameter" not in written(made_up(), tmp_path)["benchmark.md"]
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert "sweep.json is not a file of 'maintext bench sweep'" in record.getMessage()
    assert "\n" not in record.getMessage()
