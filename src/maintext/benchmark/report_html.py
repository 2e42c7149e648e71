"""The report as one HTML file that needs nothing else: no fonts, scripts or images from elsewhere. For the screen and paper."""

from collections.abc import Iterable, Sequence
from html import escape
from statistics import fmean

from maintext.benchmark.charts import Interval, Mark, Series, curves, forest, pareto, trade_off
from maintext.benchmark.claims import FAILS, HOLDS, PARTLY, Claim, Finding, in_words
from maintext.benchmark.model import PageResult
from maintext.benchmark.summary import (
    F1,
    KINDS,
    LEGEND,
    About,
    Curve,
    Overall,
    Pairing,
    Summary,
    averaged,
    by_corpus,
    by_figure,
    by_page_type,
    kind_of,
    milliseconds,
    overall,
    percent,
    table,
)
from maintext.benchmark.svg import STYLE, element, marker, moved, svg

_CSS = """
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); }
body { font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; margin: 0 auto; max-width: 1180px;
  padding: 56px 40px 80px; }
h1 { font-size: 40px; line-height: 1.15; letter-spacing: -0.02em; margin: 0 0 12px; }
h2 { font-size: 26px; letter-spacing: -0.01em; margin: 72px 0 8px; }
h3 { font-size: 18px; margin: 36px 0 8px; }
p { max-width: 76ch; margin: 8px 0 16px; }
a { color: var(--method); }
code { font: 0.9em ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.lead { font-size: 20px; color: var(--muted); }
.note { color: var(--muted); font-size: 14px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 32px 0; }
.tile { border: 1px solid var(--line); border-radius: 10px; padding: 14px 18px; }
.tile b { display: block; font-size: 28px; line-height: 1.2; font-variant-numeric: tabular-nums; }
.tile span { color: var(--muted); font-size: 14px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 20px; font-size: 14px; margin: 0; }
dt { color: var(--muted); } dd { margin: 0; }
.legend { display: flex; flex-wrap: wrap; gap: 20px; font-size: 14px; margin: 12px 0; }
.legend svg { width: 14px; height: 14px; vertical-align: -2px; margin-right: 6px; }
figure { margin: 16px 0; } figcaption { color: var(--muted); font-size: 14px; }
figure svg, .grid > svg { display: block; max-width: 100%; height: auto; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(440px, 1fr)); gap: 36px 40px; align-items: start; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; margin: 12px 0; }
th, td { padding: 5px 12px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { color: var(--muted); font-weight: 600; white-space: normal; border-bottom: 1.5px solid var(--muted);
  vertical-align: bottom; }
th:first-child, td:first-child, .words td, .words th { text-align: left; }
.words td { white-space: normal; vertical-align: top; } .words td:first-child { white-space: nowrap; }
.words td:nth-child(2), .words td:nth-child(3) { min-width: 150px; }
table.sortable th { cursor: pointer; }
td.method, td.baseline, td.peer { font-weight: 600; }
td.method { color: var(--method); } td.baseline { color: var(--baseline); } td.peer { color: var(--peer); }
td.heat { background: color-mix(in srgb, var(--method) var(--heat), transparent); }
td.best { font-weight: 700; }
.verdict { white-space: nowrap; font-weight: 600; }
.verdict::before { content: attr(data-sign); display: inline-block; width: 1.4em; }
details { margin: 8px 0; } summary { cursor: pointer; color: var(--muted); font-size: 14px; }
@media print {
  :root { --paper: #fff; --ink: #000; --muted: #444; --line: #ccc; --method: #0072b2; --baseline: #b34700; --peer: #00785a; }
  body { max-width: none; padding: 0; font-size: 11pt; }
  h2 { break-after: avoid; } figure, svg, tr, .tile { break-inside: avoid; }
  .grid { grid-template-columns: 1fr 1fr; } table { font-size: 8pt; } th, td { padding: 2px 5px; }
  td.heat, svg * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
""".strip()

# A click on a heading sorts by its column: numbers by value, the largest first; words by the alphabet.
_SCRIPT = """
const value = (row, column) => {
  const words = row.cells[column].textContent, number = parseFloat(words);
  return isNaN(number) ? words : number;
};
const isNumber = value => typeof value === "number";
const order = (a, b) => isNumber(a) === isNumber(b) ? (isNumber(a) ? b - a : a.localeCompare(b)) : isNumber(a) ? -1 : 1;
for (const head of document.querySelectorAll("table.sortable th")) head.addEventListener("click", () => {
  const body = head.closest("table").tBodies[0], column = head.cellIndex, sign = head.dataset.sign = -(head.dataset.sign ?? -1);
  body.append(...[...body.rows].sort((a, b) => order(value(a, column), value(b, column)) * sign));
});
""".strip()

_SHADED = 0.25  # F1 that a cell of a heat table may lie below the best one before it is left white
_SHOWN = 0.35  # F1 that a contender may lie below the best one before it is named under a picture instead of drawn
_SIGNS = {HOLDS: "●", PARTLY: "◐", FAILS: "○"}


# -- pieces ----------------------------------------------------------------------------------------------------------------


def document(title: str, body: str) -> str:
    """A page around a body of HTML."""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n'
        f"<style>\n{STYLE}\n{_CSS}\n</style>\n</head>\n<body>\n{body}\n<script>\n{_SCRIPT}\n</script>\n</body>\n</html>\n"
    )


def _cell(words: str, class_: str = "", style: str = "") -> str:
    return element("td", escape(words), class_=class_ or None, style=style or None) if words else "<td></td>"


def _table(headings: Sequence[str], rows: Iterable[str], class_: str = "sortable") -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return (
        f'<div class="scroll"><table class="{class_}">\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'
    )


def _figure(drawing: str, caption: str) -> str:
    return f"<figure>{drawing}<figcaption>{escape(caption)}</figcaption></figure>"


def _legend(kinds: Iterable[str]) -> str:
    shown = set(kinds)
    keys = (
        f'<span><svg viewBox="0 0 14 14" aria-hidden="true">{marker(7, 7, kind, size=5)}</svg>{escape(words)}</span>'
        for kind, words in KINDS.items()
        if kind in shown
    )
    return f'<div class="legend">{"".join(keys)}</div>'


def _heat(rows: Sequence[Sequence[float | None]]) -> list[str]:
    """Cells of a table, each column shaded for itself: the nearer to the column's best, the stronger."""
    best = [max((value for value in column if value is not None), default=0.0) for column in zip(*rows, strict=True)]
    return ["".join(_heat_cell(value, top) for value, top in zip(row, best, strict=True)) for row in rows]


def _heat_cell(value: float | None, best: float) -> str:
    if value is None:
        return _cell("–")
    share = max(0.0, 1 - (best - value) / _SHADED)
    style = f"--heat: {round(52 * share)}%"  # at most so dark that the number can be read
    return _cell(percent(value), "heat best" if value == best else "heat", style)


# -- sections --------------------------------------------------------------------------------------------------------------


def _title(about: About, results: Sequence[PageResult], ranking: Sequence[Overall]) -> str:
    scored = [result for result in results if result.scores]
    tiles = {
        "pages with human-checked gold or snippets": f"{len({(result.corpus, result.sample) for result in scored}):,}",
        "corpora": str(len({result.corpus for result in results})),
        "contenders": str(len({result.contender for result in results})),
        "extractions timed and scored": f"{sum(result.error is None for result in scored):,}",
    }
    if ranking and ranking[0].complete:
        tiles[f"best mean F1: {ranking[0].contender}"] = percent(ranking[0].mean)
    shown = "".join(
        f'<div class="tile"><b>{escape(value)}</b><span>{escape(words)}</span></div>' for words, value in tiles.items()
    )
    return (
        "<header>\n<h1>Main content of web pages: accuracy and speed</h1>\n"
        '<p class="lead">How much of what a person calls the content of a page do extractors find, how much do they add that is '
        f'none, and how fast are they?</p>\n<div class="tiles">{shown}</div>\n'
        f"<dl>{_facts(about)}</dl>\n</header>"
    )


def _facts(about: About) -> str:
    """How numbers came about."""
    facts = {
        "date": about.day,
        "maintext": about.maintext,
        "Python": about.python,
        "corpora": ", ".join(f"{name} ({pages:,} pages)" for name, pages in about.corpora.items()) or "–",
    }
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{escape(words)}</dd>" for name, words in facts.items())
    return f"{listed}<dt>command</dt><dd><code>{escape(about.command)}</code></dd>"


def _mark(contender: str, kind: str, f1: float, mean_ms: float) -> Mark:
    title = f"{contender}: F1 {percent(f1)}, {milliseconds(mean_ms)} ms a page"
    return Mark(contender, kind, 1000 / mean_ms, f1, title)


def _accuracy_and_speed(marks: Sequence[Mark], caption: str) -> str:
    """The picture without the far too low ones, for whom all others would have to move together; the caption names them."""
    best = max(mark.y for mark in marks)
    shown = [mark for mark in marks if mark.y >= best - _SHOWN]
    below = ", ".join(f"{mark.label} ({percent(mark.y)})" for mark in marks if mark not in shown)
    drawing = pareto(shown, x_title="pages a second, one process, log scale", y_title="F1, per cent")
    return _figure(drawing, f"{caption} Far below the others: {below}." if below else caption)


def _pareto(summaries: Sequence[Summary], ranking: Sequence[Overall]) -> str:
    marks = [_mark(each.contender, each.kind, each.mean, each.mean_ms) for each in ranking if each.complete and each.mean_ms]
    if not marks:
        return ""
    corpora = list(ranking[0].f1)
    what = f"mean over {len(corpora)} corpora, each with the same weight" if len(corpora) > 1 else corpora[0]
    parts = [
        "<h2>Accuracy against speed</h2>",
        "<p>Up and to the right is better. On the dashed line stand those that no other beats in both.</p>",
        _legend(mark.kind for mark in marks),
        _accuracy_and_speed(marks, f"F1 of words and pages a second: {what}."),
    ]
    if len(corpora) > 1:
        drawn = "".join(_pareto_of(corpus, each) for corpus, each in by_corpus(summaries).items())
        parts.append(f"<details><summary>The same for each corpus</summary>{drawn}</details>")
    return "\n".join(parts)


def _pareto_of(corpus: str, parts: Sequence[Summary]) -> str:
    marks = [
        _mark(part.contender, part.kind, part.scores[F1], part.mean_ms) for part in parts if F1 in part.scores and part.mean_ms
    ]
    return _accuracy_and_speed(marks, f"F1 of words and pages a second: {corpus}.") if marks else ""


def _overview(ranking: Sequence[Overall]) -> str:
    if not ranking:
        return ""
    corpora = sorted({corpus for each in ranking for corpus in each.f1})
    heat = _heat([[each.mean if each.complete else None, *(each.f1.get(corpus) for corpus in corpora)] for each in ranking])
    rows = [
        _cell(each.contender, each.kind) + cells + _cell(milliseconds(each.mean_ms))
        for each, cells in zip(ranking, heat, strict=True)
    ]
    words = "Mean F1 of the words of each page, in per cent. The stronger the colour, the nearer to the best of the column."
    return f"<h2>F1 at a glance</h2>\n<p>{words}</p>\n" + _table(["contender", "mean", *corpora, "ms a page"], rows)


def _page_types(results: Sequence[PageResult]) -> str:
    parts = []
    for corpus in sorted({result.corpus for result in results}):
        found = by_page_type(results, corpus)
        if not found:
            continue
        pages = {name: count for types in found.values() for name, (_, count) in types.items()}
        names = sorted(pages, key=lambda name: (-pages[name], name))
        means = [[types[name][0] if name in types else None for name in names] for types in found.values()]
        heat = _heat([[fmean(mean for mean in row if mean is not None), *row] for row in means])
        rows = [_cell(contender, kind_of(contender)) + cells for contender, cells in zip(found, heat, strict=True)]
        headings = ["contender", "mean of types", *(f"{name} ({pages[name]})" for name in names)]
        parts.append(f"<h3>{escape(corpus)}</h3>\n{_table(headings, rows)}")
    if not parts:
        return ""
    return "<h2>F1 by page type</h2>\n<p>An article is the easy case. In brackets, pages of each type.</p>\n" + "\n".join(parts)


def _forests(summaries: Sequence[Summary]) -> str:
    drawn = []
    for corpus, parts in by_corpus(summaries).items():
        rows = [
            Interval(part.contender, part.kind, part.scores[F1], *part.interval)
            for part in parts
            if F1 in part.scores and part.interval
        ]
        if rows:
            drawn.append(forest(rows, title=f"{corpus} ({max(part.scored for part in parts):,} pages)"))
    if not drawn:
        return ""
    words = "Points are means over the pages, lines their 95 % bootstrap intervals. Where two lines overlap, see the comparisons."
    legend = _legend(part.kind for part in summaries)
    return f'<h2>How sure is that?</h2>\n<p>{words}</p>\n{legend}\n<div class="grid">{"".join(drawn)}</div>'


def _tables(summaries: Sequence[Summary], pairings: dict[str, list[Pairing]]) -> str:
    parts = ["<h2>All figures</h2>", f"<p>{escape(LEGEND)} A click on a heading sorts.</p>"]
    for corpus, each in by_corpus(summaries).items():
        headings, rows = table(each)
        kinds = {part.contender: part.kind for part in each}
        cells = ("".join([_cell(row[0], kinds[row[0]]), *(_cell(words) for words in row[1:])]) for row in rows)
        parts.append(f"<h3>{escape(corpus)}</h3>\n{_table(headings, cells)}")
        parts.append(_comparisons(pairings.get(corpus, [])))
    return "\n".join(parts)


def _comparisons(found: Sequence[Pairing]) -> str:
    if not found:
        return ""
    rows = []
    for each in found:
        signed = [f"{100 * value:+.1f}" for value in (each.found.difference, each.found.low, each.found.high)]
        sure = (f"{signed[1]} to {signed[2]}", f"{each.found.p_value:.3f}", str(each.found.pages))
        words = (each.contender, each.other, signed[0], *sure, each.verdict)
        rows.append("".join(_cell(word) for word in words))
    headings = ["contender", "against", "difference", "95 % interval", "p", "pages", "so it is"]
    note = (
        "Page by page on the same pages. Of many intervals at 95 %, one in twenty misses by chance. p says how easily the choice "
        "of pages alone turns the difference round."
    )
    made = _table(headings, rows)
    return f'<details><summary>Is one better than the other?</summary>\n<p class="note">{note}</p>\n{made}</details>'


def _claims(findings: Sequence[tuple[Claim, Finding]]) -> str:
    rows = []
    for claim, finding in findings:
        sign = _SIGNS.get(finding.verdict, "–")
        word = f'<span class="verdict" data-sign="{sign}">{escape(finding.verdict)}</span>'
        verdict = f'<td>{word}<div class="note">{escape(finding.why)}</div></td>'
        rows.append("".join(_cell(words) for words in (claim.paper, claim.claim, claim.published, finding.here)) + verdict)
    return (
        f"<h2>The papers’ claims beside what we measure</h2>\n<p>{escape(in_words(findings))} Pages and gold differ from "
        "the papers’ wherever theirs are not to be had.</p>\n"
        + _table(["paper", "claim", "published", "here", "verdict"], rows, "words")
    )


# -- curves over a parameter -----------------------------------------------------------------------------------------------


def curve_figure(curve: Curve) -> str:
    """Precision, recall and F1 over a parameter, by LCS and as a bag, and the trade-off of precision and recall."""
    width, height, gap = 370.0, 340.0, 30.0
    drawn = []
    for index, (prefix, words) in enumerate((("lcs_", "words in order (LCS)"), ("", "words as a bag"))):
        series = [
            Series(label, kind, curve.of(f"{prefix}{metric}"))
            for label, kind, metric in (("P", "baseline", "precision"), ("R", "peer", "recall"), ("F1", "method", "f1"))
        ]
        chart = curves(
            curve.values, series, title=words, x_title=curve.parameter, published=curve.published, width=width, height=height
        )
        drawn.append(moved(4 + index * (width + gap), 4, chart))
    points = [
        (score["lcs_recall"], score["lcs_precision"], f"{at:g}") for at, score in zip(curve.values, curve.scores, strict=True)
    ]
    chart = trade_off(
        points,
        title=f"trade-off, by {curve.parameter}",
        x_title="recall",
        y_title="precision",
        highlight=f"{curve.published:g}",
        width=width,
        height=height,
    )
    drawn.append(moved(4 + 2 * (width + gap), 4, chart))
    return svg(3 * width + 2 * gap + 8, height + 4, "".join(drawn), title=f"{curve.title}, {curve.corpus}")


def curves_section(found: Sequence[Curve], about: About | None = None) -> str:
    """Every figure once, over all corpora, and how they came about; those of single corpora folded away."""
    title = "The papers’ figures, drawn again" if any(curve.says for curve in found) else "Scores over a parameter"
    parts = [f"<h2>{title}</h2>"] if found else []
    parts += [f"<dl>{_facts(about)}</dl>"] if found and about else []
    for each in by_figure(found).values():
        whole = averaged(each)
        best = f"Here LCS F1 is highest at {whole.best('lcs_f1'):g}, bag F1 at {whole.best('f1'):g}."
        parts.append(f"<h3>{escape(whole.title)}</h3>\n<p>{escape(whole.says)} {escape(best)}</p>")
        parts.append(_figure(curve_figure(whole), f"{whole.method}; {whole.corpus}; {whole.pages:,} pages."))
        if len(each) > 1:
            single = "".join(_figure(curve_figure(one), f"{one.method}; {one.corpus}; {one.pages:,} pages.") for one in each)
            parts.append(f"<details><summary>Each corpus</summary>{single}</details>")
    return "\n".join(parts)


# -- the report ------------------------------------------------------------------------------------------------------------


def report_html(
    results: Sequence[PageResult],
    summaries: Sequence[Summary],
    pairings: dict[str, list[Pairing]],
    findings: Sequence[tuple[Claim, Finding]],
    found: Sequence[Curve],
    about: About,
    swept: About | None = None,
) -> str:
    """The whole report; `swept` tells how the curves came about."""
    ranking = overall(summaries)
    versions = sorted({(summary.contender, summary.version) for summary in summaries})
    listed = ", ".join(f"{name} {version}" for name, version in versions) or "–"
    sections = [
        _title(about, results, ranking),
        "" if results else "<p>There are no results to report.</p>",
        _pareto(summaries, ranking),
        _overview(ranking),
        _page_types(results),
        _forests(summaries),
        _claims(findings),
        curves_section(found, swept),
        _tables(summaries, pairings) if summaries else "",
        f'<h2>Versions</h2>\n<p class="note">{escape(listed)}</p>',
    ]
    return document("maintext benchmark", "\n".join(section for section in sections if section))
