"""From results to reports: a table for the terminal, Markdown, CSV, Parquet and HTML. All print what `summary` computes."""

import csv
import logging
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

from maintext.benchmark.claims import FAILS, PARTLY, Claim, Evidence, Finding, in_words, judge
from maintext.benchmark.model import PageResult
from maintext.benchmark.report_html import report_html
from maintext.benchmark.summary import (
    F1,
    LEGEND,
    About,
    Curve,
    Pairing,
    Summary,
    averaged,
    by_corpus,
    by_figure,
    by_page_type,
    milliseconds,
    overall,
    pairings,
    percent,
    read_curves,
    reference_among,
    summarise,
    table,
)
from maintext.errors import BadInput, MaintextError

NOTHING = "no results"

_log = logging.getLogger("maintext")


# -- the terminal ------------------------------------------------------------------------------------------------------------


def terminal_table(results: Sequence[PageResult]) -> str:
    """A table for each corpus, the best contender first."""
    if not results:
        return NOTHING
    found = by_corpus(summarise(results))
    return "\n\n".join(f"{corpus}\n{_aligned(*table(parts))}" for corpus, parts in found.items())


def _aligned(headings: list[str], rows: list[list[str]]) -> str:
    """Columns as wide as their widest cell, the first to the left and all others to the right."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    lines = [headings, ["-" * width for width in widths], *rows]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if index == 0 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


# -- all reports -------------------------------------------------------------------------------------------------------------


def write_reports(
    results: Sequence[PageResult],
    folder: Path,
    *,
    corpora: dict[str, int],
    command: str,
    reference: str | None = None,
    day: date | None = None,
) -> list[Path]:
    """Write every report into a folder and give their paths.

    `corpora` says how many pages each has, `command` how the results came about. `reference` is the contender that all others are
    compared with beside the best one (the default method, where it took part). Curves that `maintext bench sweep` left in the
    folder are drawn too; a file of curves that cannot be read is told as an error. The same results on the same `day` give the
    same bytes.
    """
    about = About.today(command, corpora, day)
    summaries = summarise(results)
    compared = pairings(results, summaries, reference_among((each.contender for each in summaries), reference))
    _make(folder)
    curves, swept = _curves(folder)
    findings = judge(Evidence.of(results, summaries, curves))
    texts = {
        "report.md": _markdown_report(results, summaries, compared, about),
        "benchmark.md": _docs_page(summaries, findings, curves, about, swept),
        "report.html": report_html(results, summaries, compared, findings, curves, about, swept),
    }
    try:
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
        _write_csv(summaries, about, folder / "results.csv")
        _write_parquet(results, about, folder / "pages.parquet")
    except OSError as error:
        raise BadInput(f"{folder}: {error.strerror or error}") from error
    return [folder / name for name in (*texts, "results.csv", "pages.parquet")]


def _curves(folder: Path) -> tuple[list[Curve], About | None]:
    try:
        return read_curves(folder)
    except BadInput as error:
        _log.error("%s", error)
        return [], None


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot write reports into {folder}: {error.strerror or error}") from error


def _write_csv(summaries: Sequence[Summary], about: About, path: Path) -> None:
    """One row for each corpus and contender, with everything that tells where its numbers come from."""
    metrics = sorted({metric for summary in summaries for metric in summary.scores})
    fixed = ["corpus", "corpus_pages", "contender", "kind", "version", "pages", "scored", "failures"]
    after = ["interval_low", "interval_high", "median_ms", "mean_ms", "maintext", "python", "date", "command"]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*fixed, *metrics, *after])
        for each in summaries:
            low, high = each.interval or (None, None)
            size = about.corpora.get(each.corpus)
            writer.writerow(
                [each.corpus, size, each.contender, each.kind, each.version, each.pages, each.scored, each.failures]
                + [each.scores.get(metric) for metric in metrics]
                + [low, high, each.median_ms, each.mean_ms, about.maintext, about.python, about.day, about.command]
            )


def _write_parquet(results: Sequence[PageResult], about: About, path: Path) -> None:
    """One row for each page and contender; where the numbers come from stands in the file's metadata."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise MaintextError("pages.parquet needs pyarrow: pip install 'maintext[bench]'") from error
    words = {name: pa.array([getattr(result, name) for result in results], pa.string()) for name in _WORDS}
    seconds = {"seconds": pa.array([result.seconds for result in results], pa.float64())}
    metrics = sorted({metric for result in results for metric in result.scores})
    scores = {metric: pa.array([result.scores.get(metric) for result in results], pa.float64()) for metric in metrics}
    sizes = ", ".join(f"{name}: {pages}" for name, pages in about.corpora.items())
    said = {"command": about.command, "date": about.day, "maintext": about.maintext, "python": about.python, "corpora": sizes}
    rows = pa.table({**words, **seconds, **scores}).replace_schema_metadata(said)
    pq.write_table(rows, path, compression="zstd")


_WORDS = ("corpus", "sample", "page_type", "contender", "version", "error")


# -- Markdown ----------------------------------------------------------------------------------------------------------------


def _rows(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; the first column to the left, all others to the right."""
    lines = [headings, ["---", *["---:"] * (len(headings) - 1)], *rows]
    return "\n".join(f"| {' | '.join(_flat(cell) for cell in line)} |" for line in lines)


def _flat(words: str) -> str:
    """Text that cannot break out of a table's cell."""
    return " ".join(words.replace("|", "\\|").replace("<", "&lt;").split())


def _about(about: About, summaries: Sequence[Summary]) -> str:
    sizes = ", ".join(f"{name} ({pages:,} pages)" for name, pages in about.corpora.items()) or "none"
    versions = sorted({f"{each.contender} {each.version}" for each in summaries if each.kind == "peer"})
    lines = [
        f"- date: {about.day}",
        f"- command: `{about.command}`",
        f"- maintext {about.maintext}, Python {about.python}",
        f"- corpora: {sizes}",
        *([f"- other extractors: {', '.join(versions)}"] if versions else []),
    ]
    return "\n".join(lines)


def _overview(summaries: Sequence[Summary]) -> str:
    ranking = overall(summaries)
    if not ranking:
        return ""
    corpora = sorted({corpus for each in ranking for corpus in each.f1})
    rows = [
        [
            each.contender,
            percent(each.mean) if each.complete else "–",
            *(percent(each.f1.get(corpus)) for corpus in corpora),
            milliseconds(each.mean_ms),
        ]
        for each in ranking
    ]
    return f"## F1 at a glance\n\n{_rows(['contender', 'mean', *corpora, 'ms a page'], rows)}"


def _tables(summaries: Sequence[Summary]) -> list[str]:
    return [f"### {corpus}\n\n{_rows(*table(parts))}" for corpus, parts in by_corpus(summaries).items()]


def _comparisons(compared: dict[str, list[Pairing]]) -> list[str]:
    parts = []
    for corpus, each in compared.items():
        rows = [
            [
                one.contender,
                one.other,
                f"{100 * one.found.difference:+.1f}",
                f"{100 * one.found.low:+.1f} to {100 * one.found.high:+.1f}",
                f"{one.found.p_value:.3f}",
                str(one.found.pages),
                one.verdict,
            ]
            for one in each
        ]
        headings = ["contender", "against", "difference", "95 % interval", "p", "pages", "so it is"]
        parts += [f"### {corpus}\n\n{_rows(headings, rows)}"] if rows else []
    return parts


def _types(results: Sequence[PageResult]) -> list[str]:
    parts = []
    for corpus in sorted({result.corpus for result in results}):
        found = by_page_type(results, corpus)
        names = sorted({name for types in found.values() for name in types})
        rows = [
            [contender, *(percent(types[name][0]) if name in types else "–" for name in names)]
            for contender, types in found.items()
        ]
        parts += [f"### {corpus}\n\n{_rows(['contender', *names], rows)}"] if rows else []
    return parts


def _markdown_report(
    results: Sequence[PageResult], summaries: Sequence[Summary], compared: dict[str, list[Pairing]], about: About
) -> str:
    parts = ["# Benchmark report", _about(about, summaries)]
    if not results:
        parts.append("There are no results to report.")
    parts += [_overview(summaries), "## All figures", LEGEND, *_tables(summaries)] if summaries else []
    types, compare = _types(results), _comparisons(compared)
    parts += ["## F1 by page type", *types] if types else []
    parts += ["## Is one better than the other?", _COMPARED, *compare] if compare else []
    return "\n\n".join(part for part in parts if part) + "\n"


_COMPARED = (
    "Page by page on the same pages, each contender against the best one and against the reference. An interval that excludes 0 "
    "shows a difference; of many such intervals, one in twenty does so by chance. p says how easily the choice of pages alone "
    "turns the difference round."
)


# -- the page of the documentation -------------------------------------------------------------------------------------------


def _docs_page(
    summaries: Sequence[Summary],
    findings: Sequence[tuple[Claim, Finding]],
    curves: Sequence[Curve],
    about: About,
    swept: About | None,
) -> str:
    """Results, how to get them again, and the papers' claims."""
    parts = [
        "# Benchmark",
        "This page is written by `maintext bench`. Every number on it comes from the commands below; none is typed in by hand.",
        _about(about, summaries),
        _overview(summaries) or "There are no results to report.",
        *_best(summaries),
        "## Results on every corpus",
        LEGEND,
        *_tables(summaries),
        "## The papers' claims beside what we measure",
        in_words(findings) + " Pages and gold differ from the papers' wherever theirs are not to be had.",
        _claims(findings),
        "## What did not reproduce",
        _failed(findings),
        *_sweeps(curves, swept),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _best(summaries: Sequence[Summary]) -> list[str]:
    """In words, who is best where."""
    lines = []
    for corpus, parts in by_corpus(summaries).items():
        best = parts[0]
        if F1 in best.scores and best.interval:
            low, high = (percent(edge) for edge in best.interval)
            lines.append(f"- {corpus}: {best.contender}, F1 {percent(best.scores[F1])} (95 % interval {low} to {high})")
    return ["Best on each corpus:", "\n".join(lines)] if lines else []


def _claims(findings: Sequence[tuple[Claim, Finding]]) -> str:
    rows = [[each.paper, each.claim, each.published, found.here, _verdict(found)] for each, found in findings]
    table_rows = [["paper", "claim", "published", "here", "verdict"], ["---"] * 5, *rows]
    return "\n".join(f"| {' | '.join(_flat(cell) for cell in row)} |" for row in table_rows)


def _verdict(finding: Finding) -> str:
    return f"{finding.verdict} ({finding.why})" if finding.why else finding.verdict


def _failed(findings: Sequence[tuple[Claim, Finding]]) -> str:
    """The claims that the results speak against, said plainly."""
    lines = [
        f"- **{claim.paper}: {claim.claim}.** Published: {claim.published}. Here: {found.here}. "
        + ("It does not hold" if found.verdict == FAILS else "It holds only partly")
        + (f": {found.why}." if found.why else ".")
        for claim, found in findings
        if found.verdict in (FAILS, PARTLY)
    ]
    return "\n".join(lines) or "No claim that was measured failed."


def _sweeps(curves: Sequence[Curve], swept: About | None) -> list[str]:
    if not curves:
        return []
    rows = []
    for each in by_figure(curves).values():
        whole = averaged(each)
        best = whole.values.index(whole.best("lcs_f1"))
        rows.append(
            [
                whole.title,
                whole.method,
                whole.parameter,
                f"{whole.published:g}",
                f"{whole.values[best]:g}",
                percent(whole.of("lcs_f1")[best]),
            ]
        )
    headings = ["figure", "method", "parameter", "the paper's value", "best value here", "LCS F1 there"]
    return ["## Figures over a parameter", _about(swept, ()) if swept else "", _rows(headings, rows)]
