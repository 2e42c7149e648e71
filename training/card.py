"""The model card: what the model was made from, how good it is, where it fails. Written by `python -m training card`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from maintext.benchmark.metrics import Comparison, paired
from maintext.benchmark.svg import Scale, axes, line, marker, percent, standalone, svg
from maintext.methods.fused.features import FEATURES, GROUP_FEATURES, PAPERS
from maintext.methods.fused.grid import WEIGHT_STEP
from training.evaluate import EMPTY, Bin, Judged, lines_by, reliability
from training.recipe import REPEATS, REWRITTEN, SMALL_CORPUS, STUDENT, TEACHER, TEACHERS

SOURCES = {
    "wcxb-dev": ("WCXB v1.0, development split (Foley 2026), less pages of sites that its test split has too", "CC-BY-4.0"),
    "news-dev": ("AndyTheFactory's news articles of 2023, half of them by site", "Apache-2.0"),
    "threads-dev": ("magic-html's benchmark, half of it by site: articles and threads, half of them Chinese", "Apache-2.0"),
    "zh-dev": ("Chinese articles", "MIT"),
    "snippets-dev": ("trafilatura's evaluation pages, half of them by host; golds of our own (below)", "Apache-2.0"),
}
_WORST = 12


@dataclass(frozen=True)
class Results:
    """Everything that the card tells."""

    version: str
    command: str
    model: Path
    held_out: Sequence[Judged]  # each page by a model that has not seen its site
    points: Mapping[str, Sequence[Judged]]  # the same with other settings, by name
    peer: str
    peer_scores: Mapping[tuple[str, str], Mapping[str, float]]  # by corpus and page
    reporting: Sequence[Judged]  # corpora that nothing was fitted on
    in_other_forms: Sequence[Judged]  # the held-out pages rewritten and cropped; their corpora have names of their own
    confidence: Sequence[tuple[float, float]]  # confidence and F1 of held-out pages, some of them without their content
    confidence_whole: Sequence[float]  # of the held-out pages as they are
    confidence_emptied: Sequence[float]  # of the same pages without their content, where there are such


def model_card(results: Results) -> str:
    parts = [_head(results), _data(results), _recipe(), _scores(results), _types(results), _points(results)]
    parts += [_confidence(results), _failures(results), _retrain()]
    return "\n\n".join(parts) + "\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    ruler = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ruler, *rows))


def _head(results: Results) -> str:
    with np.load(results.model, allow_pickle=False) as stored:
        unfit = ("features", "format", "mean", "scale", "confidence")
        weights = sum(array.size for name, array in stored.items() if name not in unfit)
    papers = sum(len(GROUP_FEATURES[name]) for name in PAPERS)
    return f"""# Model card: the fused method

Written by `{results.command}`, maintext {results.version}.

A convolutional net of {weights:,} weights ({results.model.stat().st_size // 1000} kB, `src/maintext/methods/fused/model.npz`)
over the blocks of a page in document order. It reads {len(FEATURES)} numbers a block, {papers} of them scores of the five papers,
and says how likely the block is content, what kind of block it is, what type of page this is, and how far to trust the result. It
reads no words of the text; of class names and ids it knows some English ones. [fused.md](methods/fused.md) tells how it works.

**Meant for** extracting main content from web pages of any type and language. **Not meant for** judging what a page says, or for
finding anything that is not on the page."""


def _data(results: Results) -> str:
    pages = Counter(page.corpus for page in results.held_out)
    rows = [(name, f"{pages[name]:,}", *SOURCES.get(name, ("your own", ""))) for name in pages]
    return f"""## Data

{_table(("corpus", "pages", "source", "licence"), rows)}

{_own_golds(results)}

Scrapinghub's benchmark, CleanEval and cleanportaleval were never trained or tuned on; they are below for reporting only. The
features were chosen, and the settings tuned, on the corpora above: by cross-validation, and by leaving one out whole."""


def _own_golds(results: Results) -> str:
    own = [page for page in results.held_out if page.corpus == "snippets-dev" and page.f1 is not None]
    if not own:
        return ""
    return f"""`snippets-dev` has snippets alone, weak labels. A language model marked the content of {len(own)} of its
pages block by block, by [written rules](../training/annotating.md), for training and for the scores below; its other
pages are known by their snippets. Golds of whole blocks favour a method that decides by blocks: mind that in the
comparison on this corpus."""


def _recipe() -> str:
    return f"""## Recipe

Blocks are aligned with the gold by a longest common subsequence of words; a block is content if more than half of it
aligns. {TEACHERS} nets of {TEACHER.channels} channels learn from that for {TEACHER.epochs} epochs; one of
{STUDENT.channels} channels learns from them and from the labels for {STUDENT.epochs} epochs. Loss: 3 x (1 - soft F1 over
words) + cross-entropy, by page. AdamW, one cycle, features left out at random. Pages of corpora of less than {SMALL_CORPUS}
come {REPEATS} times in an epoch. An epoch shows {REWRITTEN:.0%} of the pages once more in another form: without class names
and sectioning elements, or as pages were written before there were any (`training/ageing.py`); with parts taken out, with
parts of other pages put in, which hold no content there, or both (`training/grafting.py`). The weights are rounded to whole
multiples of 1/{1 / WEIGHT_STEP:.0f}, so that single precision adds them up exactly (`grid.py`). Everything has a fixed seed
and runs on one core: `training/fit.py`."""


def _scores(results: Results) -> str:
    rows = [
        *_score_rows(results, results.held_out, ""),
        *_score_rows(results, results.reporting, " (never seen)"),
        *_score_rows(results, results.in_other_forms, ""),
    ]
    return f"""## Scores

Bag-of-words F1, mean over pages with its 95 % interval (bootstrap). Training corpora are cross-validated by site: each page is
extracted by a model that has seen no page of its site. The last rows have the same pages in other forms, by the same models.
*Rewritten*: as pages used to be written, without class names, sectioning elements and declarations, most of them laid out with
tables and line breaks. *Cropped*: small pages, of two to eight blocks of the content and up to two elements from around it, as
`fused` sees blocks; what it does on small pages was chosen on such pages. The last column compares page by page with
{results.peer}, 95 % interval.

{_table(("corpus", "pages", "fused", results.peer, "difference"), rows)}

{_snippets(results)}"""


def _score_rows(results: Results, pages: Sequence[Judged], remark: str) -> Iterator[Sequence[str]]:
    for each in lines_by(pages, "corpus"):
        ours, theirs = _pairs(results, pages, each.name)
        interval = _interval(each.mean, each.low, each.high)
        yield each.name + remark, str(each.pages), interval, f"{np.mean(theirs):.3f}", _signed(paired(ours, theirs))


def _snippets(results: Results) -> str:
    pages = [page for page in results.held_out if page.corpus == "snippets-dev"]
    if not pages:
        return ""
    metrics = ("must_have", "must_not_have")
    ours = [_mean(page.scores.get(metric) for page in pages) for metric in metrics]
    theirs = [_mean(_peer_score(results, page, metric) for page in pages) for metric in metrics]
    return (
        f"`snippets-dev`, {len(pages)} pages: {ours[0]:.3f} of what must be there, {ours[1]:.3f} of what must not "
        f"({results.peer}: {theirs[0]:.3f} and {theirs[1]:.3f})."
    )


def _peer_score(results: Results, page: Judged, metric: str) -> float | None:
    return results.peer_scores.get((page.corpus, page.id), {}).get(metric)


def _pairs(results: Results, pages: Iterable[Judged], corpus: str) -> tuple[list[float], list[float]]:
    both = [(page.f1, _peer_score(results, page, "f1")) for page in pages if page.corpus == corpus and page.f1 is not None]
    return [one for one, _ in both if one is not None], [other or 0.0 for _, other in both]


def _mean(values: Iterable[float | None]) -> float:
    found = [value for value in values if value is not None]
    return float(np.mean(found)) if found else float("nan")


def _interval(mean: float, low: float, high: float) -> str:
    return f"{mean:.3f} ({low:.3f} to {high:.3f})"


def _signed(compared: Comparison) -> str:
    return f"{compared.difference:+.3f} ({compared.low:+.3f} to {compared.high:+.3f})"


def _types(results: Results) -> str:
    pages = [page for page in results.held_out if page.corpus == "wcxb-dev"]
    rows = []
    for each in lines_by(pages, "page_type"):
        _, theirs = _pairs(results, [page for page in pages if str(page.page_type) == each.name], "wcxb-dev")
        rows.append((each.name, str(each.pages), _interval(each.mean, each.low, each.high), f"{np.mean(theirs):.3f}"))
    known = [page for page in pages if page.page_type]
    right = np.mean([page.found_type == page.page_type for page in known]) if known else float("nan")
    return f"""## By page type

`wcxb-dev`, cross-validated by site. The predicted page type is right on {right:.0%} of its pages.

{_table(("page type", "pages", "fused", results.peer), sorted(rows))}"""


def _points(results: Results) -> str:
    corpora = list(dict.fromkeys(page.corpus for page in results.held_out if page.f1 is not None))
    rows = []
    for name, pages in {"default": results.held_out, **results.points}.items():
        cells = []
        for corpus in corpora:
            own = [page.scores for page in pages if page.corpus == corpus and page.f1 is not None]
            cells.append(
                " / ".join(f"{np.mean([scores[metric] for scores in own]):.3f}" for metric in ("precision", "recall", "f1"))
            )
        rows.append((name, *cells))
    return f"""## Points on the curve

Precision / recall / F1 with other settings, cross-validated by site.

{_table(("setting", *corpora), rows)}"""


def _confidence(results: Results) -> str:
    bins = reliability(results.confidence)
    rows = [(f"{number}", str(each.pages), f"{each.confidence:.2f}", f"{each.f1:.2f}") for number, each in enumerate(bins, 1)]
    apart = np.mean([abs(each.confidence - each.f1) for each in bins])
    return f"""## Confidence

The confidence of an extraction is the F1 to expect, among pages of which one in {1 / EMPTY:.0f} has no content. Held-out
pages, so many of them without their content, in ten bins of the same size by confidence, which was fitted on the other
folds; confidence and F1 are {apart:.3f} apart on average.

![Reliability diagram: mean F1 over mean confidence](reliability.svg)

{_table(("bin", "pages", "mean confidence", "mean F1"), rows)}

{_told_apart(results)}"""


def _told_apart(results: Results) -> str:
    whole, emptied = np.array(results.confidence_whole), np.array(results.confidence_emptied)
    if not len(emptied):
        return ""
    return f"""Pages without content are made of others by taking out the elements that it stands in
(`training/emptying.py`); menus, teasers and footers stay. Half of {len(emptied):,} such pages have a confidence below
{np.median(emptied):.2f}, and {(emptied > 0.9).mean():.0%} one above 0.9; half of the {len(whole):,} pages as they are
have one above {np.median(whole):.2f}. Of a page as it is and one without content, the first has the higher confidence
in {(whole[:, None] > emptied).mean():.0%} of all pairs."""


def reliability_diagram(bins: Sequence[Bin]) -> str:
    """Mean F1 over mean confidence, with the diagonal where both agree."""
    size, low = 360.0, 0.2
    across, up = Scale(low, 1, 60, size - 20), Scale(low, 1, size - 50, 20)
    body = axes(across, up, x_title="confidence", y_title="F1", x_label=percent, y_label=percent)
    body += line(across(low), up(low), across(1), up(1), "published")
    for each in bins:
        title = f"{each.pages} pages: confidence {each.confidence:.2f}, F1 {each.f1:.2f}"
        body += marker(across(max(each.confidence, low)), up(max(each.f1, low)), "method", title=title)
    return standalone(svg(size, size, body, title="Reliability of the fused method's confidence"))


def _failures(results: Results) -> str:
    scored = sorted((page for page in results.held_out if page.f1 is not None), key=lambda page: page.f1 or 0.0)
    rows = [
        (
            f"{page.corpus} {page.id}",
            page.page_type or "",
            *(f"{page.scores[name]:.2f}" for name in ("f1", "precision", "recall")),
        )
        for page in scored[:_WORST]
    ]
    low = [page for page in scored if (page.f1 or 0.0) < 0.5]
    lost = sum(1 - (page.f1 or 0.0) for page in scored)
    share = sum(1 - (page.f1 or 0.0) for page in low) / max(lost, 1e-9)
    return f"""## Failures

{len(low)} of {len(scored)} held-out pages score below 0.5; they carry {share:.0%} of all loss. Products, collections and listings
are hardest: reviews, terms and descriptions of other products read like content, and golds differ on them. Some golds are cut
short or empty, and some pages hold their content in scripts.

{_table(("page", "type", "F1", "precision", "recall"), rows)}"""


def _retrain() -> str:
    return """## Fitting it to your own pages

Put pages with gold into a folder in any layout that `maintext bench corpora` reads (a Parquet file, `name.html` beside
`name.txt`, one of the published layouts), then:

    pip install '.[training]'
    python -m training fit --corpora DIR --train NAME --output own.npz
    maintext extract page.html --set model=own.npz

Add `--train wcxb-dev` and so on to train on the corpora above as well: a model fitted on a few dozen pages alone will know those
pages alone."""
