"""Pages with gold as examples: the features, the groups and the labels of each block."""

import hashlib
import re
from codecs import BOM_UTF8
from collections.abc import Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext import parse
from maintext.benchmark.corpora import with_progress
from maintext.benchmark.metrics import tokens
from maintext.benchmark.model import Sample
from maintext.decode import decode
from maintext.methods.fused.features import feature_matrix
from maintext.methods.fused.view import view_of
from maintext.page import BoolArray, FloatArray, IntArray
from training.ageing import aged, undressed
from training.cropping import cropped
from training.emptying import emptied
from training.grafting import Part, changed, parts_of, random_for
from training.labels import is_cut_short, label

FOLDS = 5
_NAME = r"[^/?#@:\s]+\.[^/?#@:\s]+"
_HOST = re.compile(rf"(?:[a-z][a-z0-9+.-]*:)?//(?:[^/?#@]*@)?({_NAME})|({_NAME})/", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Example:
    """A page as the training sees it. Columns have an entry for each block."""

    corpus: str
    id: str
    site: str
    page_type: str | None
    has_gold: bool  # else snippets are all that is known
    features: NDArray[np.float16]  # exact enough, and pages come in many forms
    groups: IntArray  # blocks that belong together, one row for each way
    content: FloatArray  # 1 where the gold has the block, else 0
    known: BoolArray  # whether that is known
    kind: IntArray  # index in LABELS, or UNKNOWN
    words: FloatArray
    is_rewritten: bool = False  # by `training.ageing` or `training.grafting`

    def __len__(self) -> int:
        return len(self.features)


def example(sample: Sample) -> Example | None:
    """None for a page without text or without anything known about it, and for an article whose gold is cut short."""
    found = _seen(sample)
    return found and found.example


class _Seen(NamedTuple):
    example: Example
    contents: frozenset[str]  # texts of its blocks of content


def _seen(sample: Sample, contents: Set[str] | None = None) -> _Seen | None:
    """`contents`, if given, are the only texts that can be content."""
    view = view_of(parse(sample.html, url=sample.url))
    has_gold = bool(sample.gold.strip())
    if not len(view.blocks) or not (has_gold or sample.must_have or sample.must_not_have):
        return None
    words = [tokens(text) for text in view.blocks.texts]
    labelled = label(view, words, sample, contents)
    if has_gold and is_cut_short(view, labelled.share, sample):
        return None
    is_content = labelled.share > 0.5
    made = Example(
        corpus=sample.corpus,
        id=sample.id,
        site=site_of(sample),
        page_type=sample.page_type,
        has_gold=has_gold,
        features=feature_matrix(view).astype(np.float16),
        groups=np.stack(view.groups),
        content=is_content.astype(np.float64),
        known=labelled.known,
        kind=labelled.kind,
        words=np.array([len(own) for own in words], dtype=np.float64),
    )
    return _Seen(made, frozenset(compress(view.blocks.texts, is_content)))


def forms(sample: Sample, donors: Sequence[Sequence[Part]] = ()) -> list[Example]:
    """The page, then the same page in other forms: as it used to be written, in two ways, and with parts taken out and put in;
    nothing of a page that is no example. `donors` are the parts of other pages."""
    page = _seen(sample)
    if page is None:
        return []
    older = [_seen(each) for each in rewritten(sample)]
    others = [_seen(_with_html(sample, html), page.contents) for html in changed(sample, donors)]
    others = [each for each in others if each and (each.contents or not each.example.has_gold)]  # what is left must teach
    return [page.example, *(replace(each.example, is_rewritten=True) for each in (*older, *others) if each)]


def rewritten(sample: Sample) -> tuple[Sample, Sample]:
    """The page without class names and the like, and as it used to be written."""
    html = decode(sample.html)
    return _with_html(sample, undressed(html)), _with_html(sample, aged(html, random_for(sample)))


def small(sample: Sample) -> Sample | None:
    """The page cropped, and its gold with it; None where it cannot be."""
    page = _seen(sample) if sample.gold.strip() else None
    html = cropped(sample, page.contents) if page else None
    if page is None or html is None:
        return None
    gold = "\n".join(text for text in view_of(parse(html)).blocks.texts if text in page.contents)
    return replace(_with_html(sample, html), gold=gold) if gold else None


def without_content(sample: Sample) -> Sample | None:
    """The page without its content; None where there is no such page."""
    page = _seen(sample) if sample.gold.strip() else None
    html = emptied(sample, page.contents) if page else None
    return replace(_with_html(sample, html), gold="", must_have=(), must_not_have=()) if html else None


def _with_html(sample: Sample, html: str) -> Sample:
    return replace(sample, html=BOM_UTF8 + html.encode())


def examples(samples: Sequence[Sample], workers: int = 1) -> list[Example]:
    """Parts go to pages of the same fold alone, so that no model sees anything of the pages that it is judged by."""
    with ProcessPoolExecutor(workers) as pool:
        parts = list(with_progress(pool.map(parts_of, samples, chunksize=8), len(samples), "taking apart"))
    sites = [site_of(sample) for sample in samples]
    donors = [(site, found) for site, found in zip(sites, parts, strict=True) if found]
    with ProcessPoolExecutor(workers, initializer=_keep_donors, initargs=(donors,)) as pool:
        made = pool.map(_forms, samples, sites, chunksize=8)
        return [each for found in with_progress(made, len(samples), "labelling") for each in found]


_donors: dict[int, list[tuple[str, list[Part]]]] = {}  # by fold, each with its site: once for each process, since they are many


def _keep_donors(donors: Sequence[tuple[str, list[Part]]]) -> None:
    _donors.clear()
    for site, parts in donors:
        _donors.setdefault(fold_of(site), []).append((site, parts))


def _forms(sample: Sample, site: str) -> list[Example]:
    return forms(sample, [parts for other, parts in _donors.get(fold_of(site), ()) if other != site])


def site_of(sample: Sample) -> str:
    """The host without `www`, or the page itself where no address is known."""
    found = _HOST.match(sample.url or "")
    return (found[1] or found[2]).lower().removeprefix("www.") if found else f"{sample.corpus}/{sample.id}"


def fold_of(site: str) -> int:
    """All pages of a site are in the same fold, whatever corpus they come from."""
    return int(hashlib.sha256(site.encode()).hexdigest(), 16) % FOLDS
