"""How published corpora lie on a disk: for each layout what it looks like, and how it is read.

Parquet      one file, a row for each page: the columns are the fields of `Sample`
Scrapinghub  ground-truth.json and html/ID.html.gz
WCXB         ground-truth/ID.json and html/ID.html.gz
dragnet      Corrected/ID.html.corrected.txt and HTML/ID.html
L3S-GN1      annotated/ID.html and original/ID.html
plain        ID.txt beside ID.html
CleanEval    a folder of pages, and beside it a folder of ID.txt or ID-cleaned.txt (so are CleanPortalEval and CETD's set)

Any page and any gold may be compressed: `.gz` behind its name. Pages without gold are left out.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import maintext
from maintext.benchmark.corpus_files import (
    CorpusError,
    Layout,
    OnProblem,
    attempted,
    by_id,
    files,
    in_utf8,
    pages_in,
    read_bytes,
    read_json,
    readable,
    stop,
    string,
    strings,
    subfolder,
    subfolders,
)
from maintext.benchmark.model import Sample
from maintext.benchmark.parquet_corpus import ParquetFile

Fields = dict[str, Any]  # of a Sample, less its corpus and id


# -- a page and its gold in two files --------------------------------------------------------------------------------------

Pairs = dict[str, tuple[Path, Path]]


def _paired(pages: dict[str, Path], golds: dict[str, Path]) -> Pairs:
    return {id: (pages[id], golds[id]) for id in sorted(pages.keys() & golds.keys())}


@dataclass(frozen=True)
class PairedFiles:
    """A layout with a file for each page and a file for each gold."""

    name: str
    pairs: Callable[[Path], Pairs]  # what a folder holds in this layout: by id, the page and its gold
    fields: Callable[[bytes, Path], Fields]  # of a sample, from a page and the place of its gold

    def count(self, path: Path) -> int:
        return len(self.pairs(path)) if path.is_dir() else 0

    def read(self, path: Path, corpus: str, on_problem: OnProblem = stop) -> Iterator[Sample]:
        for id, (page, gold) in self.pairs(path).items():
            yield from attempted(partial(self._sample, corpus, id, page, gold), on_problem)

    def _sample(self, corpus: str, id: str, page: Path, gold: Path) -> Sample:
        return Sample(corpus, readable(id), **self.fields(read_bytes(page), gold))


def _plain_pairs(folder: Path) -> Pairs:
    return _paired(pages_in(folder), by_id(files(folder), ".txt"))


def _plain_fields(page: bytes, gold: Path) -> Fields:
    return {"html": page, "gold": maintext.decode(read_bytes(gold))}


# -- WCXB (Foley 2026), and Scrapinghub's with the same fields under other names -------------------------------------------


def _wcxb_pairs(folder: Path) -> Pairs:
    golds = by_id(files(subfolder(folder, "ground-truth")), ".json")
    return _paired(pages_in(subfolder(folder, "html")), golds) if golds else {}


def _wcxb_fields(page: bytes, gold: Path) -> Fields:
    record = read_json(gold)
    truth = record.get("ground_truth")
    if not isinstance(truth, dict):
        raise CorpusError(gold, "no ground_truth in it")
    return {"html": page, **_truth(truth), "url": string(record.get("url")), "page_type": _page_type(record)}


def _truth(record: dict[str, Any]) -> Fields:
    return {
        "gold": string(record.get("main_content")) or string(record.get("articleBody")) or "",
        "url": string(record.get("url")),
        "title": string(record.get("title")),
        "author": string(record.get("author")),
        "date": string(record.get("publish_date")) or string(record.get("datePublished")),
        "must_have": strings(record.get("with")),
        "must_not_have": strings(record.get("without")),
    }


def _page_type(record: dict[str, Any]) -> str | None:
    """The page's kind. `category` is an older name of `collection`: WCXB's own evaluation reads it so."""
    internal = record.get("_internal")
    kind = internal.get("page_type") if isinstance(internal, dict) else None
    kind = kind or record.get("page_type")
    kind = string(kind.get("primary") if isinstance(kind, dict) else kind)
    return "collection" if kind == "category" else kind


@dataclass(frozen=True)
class OneFileOfGolds:
    """Scrapinghub's article benchmark: one JSON file holds the golds of all pages, by their ids."""

    name: str = "Scrapinghub"

    def count(self, path: Path) -> int:
        return len(self._golds(path).keys() & pages_in(subfolder(path, "html")).keys()) if self._file(path).is_file() else 0

    def read(self, path: Path, corpus: str, on_problem: OnProblem = stop) -> Iterator[Sample]:
        golds = self._golds(path)
        for id, page in sorted(pages_in(subfolder(path, "html")).items()):
            if id in golds:
                yield from attempted(partial(self._sample, corpus, id, page, golds[id]), on_problem)

    @staticmethod
    def _sample(corpus: str, id: str, page: Path, gold: dict[str, Any]) -> Sample:
        return Sample(corpus, readable(id), read_bytes(page), **_truth(gold))

    @staticmethod
    def _file(folder: Path) -> Path:
        return folder / "ground-truth.json"

    def _golds(self, folder: Path) -> dict[str, Any]:
        return {id: gold for id, gold in read_json(self._file(folder)).items() if isinstance(gold, dict)}


# -- dragnet (Peters and Lecocq 2013) --------------------------------------------------------------------------------------

_COMMENTS_FOLLOW = re.compile(r"^[ \t]*!@#\$%\^&\*\(\).*", re.MULTILINE | re.DOTALL)


def _dragnet_pairs(folder: Path) -> Pairs:
    golds = subfolder(folder, "corrected")
    golds = golds and (subfolder(golds, "corrected") or golds)  # its archive has the folder twice
    return _paired(pages_in(subfolder(folder, "html")), by_id(files(golds), ".html.corrected.txt"))


def _dragnet_fields(page: bytes, gold: Path) -> Fields:
    """The article's text; the readers' comments behind it, past a line of signs, are not main content."""
    return {"html": page, "gold": _COMMENTS_FOLLOW.sub("", maintext.decode(read_bytes(gold)))}


# -- L3S-GN1 (Kohlschütter, Fankhauser and Nejdl 2010) ---------------------------------------------------------------------

# Its README: 0 not content, 1 headline, 2 full text, 3 supplemental (captions and the like), 4 related content, 5 comments.
# What belongs to the article is main content, as most of those who report on this set have read it.
_L3S_MAIN_CONTENT = (1, 2, 3)
_L3S_LABEL = re.compile(r"\bx-nc-sel(\d)\b")


def _l3s_pairs(folder: Path) -> Pairs:
    return _paired(pages_in(subfolder(folder, "original")), pages_in(subfolder(folder, "annotated")))


def _l3s_fields(page: bytes, annotated: Path) -> Fields:
    return {"html": page, "gold": annotated_text(read_bytes(annotated))}


def annotated_text(annotated: bytes) -> str:
    """The text inside spans that are labelled main content. Where spans nest, the innermost label counts."""
    page = maintext.parse(annotated)
    label = np.zeros(len(page), dtype=np.int64)
    for row in np.flatnonzero(~page.is_text):
        classes = page.attributes(int(row)).get("class") or ""
        found = _L3S_LABEL.search(classes)
        if found:
            label[row : page.end[row]] = int(found.group(1))
        elif "x-nc-invisible" in classes:
            label[row : page.end[row]] = 0
    main = page.is_text & np.isin(label, _L3S_MAIN_CONTENT)
    return maintext.FORMATS["text"](maintext.Kept.of(page, main), maintext.RenderOptions())


# -- CleanEval (Baroni, Chantree, Kilgarriff and Sharoff 2008) -------------------------------------------------------------

_WRAPPER = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*<text\b(?:[^\n]{0,4096}?encoding=\"[^\"]*\"|[^>]*)\s*>[ \t]*\r?\n?")
_WRAPPER_ID = re.compile(rb"""\bid=["'](https?://[^"'\s]+)""")
_WRAPPER_ENCODING = re.compile(rb"""\bencoding=["']([\w.:-]+)""")
_GOLD_URL = re.compile(r"\A\s*URL:[ \t]*(\S*)[^\n]*\n?")
_GOLD_TAG = re.compile(r"</?[phl]>[ \t]*", re.IGNORECASE)


def _cleaneval_pairs(folder: Path) -> Pairs:
    """The pages of a folder with golds from a folder beside it: from `en_cleaned` for `en_original`, else where most are."""
    folder = folder.resolve()  # `.` has no neighbours
    pages = pages_in(folder) or _wrapped_pages(folder)
    neighbours = [other for other in subfolders(folder.parent) if other != folder] if pages else []
    paired = {other: _paired(pages, _cleaneval_golds(other)) for other in neighbours}
    found = {other: pairs for other, pairs in paired.items() if pairs}
    if not found:
        return {}
    return found[max(found, key=lambda other: (_first_word(other) == _first_word(folder), len(found[other])))]


def _cleaneval_golds(folder: Path) -> dict[str, Path]:
    """None where there are pages as well: the texts are the golds of those."""
    texts = by_id(files(folder), "-cleaned.txt", ".txt")
    return {} if not texts or pages_in(folder) or _wrapped_pages(folder) else texts


def _first_word(folder: Path) -> str:
    return re.split(r"[-_.]", folder.name.lower())[0]


def _wrapped_pages(folder: Path) -> dict[str, Path]:
    """Pages that are called `.txt` as the golds are: only their first line tells."""
    texts = by_id(files(folder), ".txt")
    first = next(iter(texts.values()), None)
    return texts if first and _WRAPPER.match(read_bytes(first)) else {}


def _cleaneval_fields(page: bytes, gold: Path) -> Fields:
    """A page without its `<text>` wrapper, which is no part of it, and a gold without its address line and its marks.

    The wrapper names the page's encoding, so a page loses it with the wrapper: what is unwrapped is given in UTF-8.
    """
    text = maintext.decode(read_bytes(gold))
    address = _GOLD_URL.match(text)
    url = address.group(1) if address else None
    wrapper = _WRAPPER.match(page)
    if wrapper:
        named = _WRAPPER_ID.search(wrapper.group())
        url = url or (named.group(1).decode("ascii", "replace") if named else None)
        page = in_utf8(_unwrapped(page, wrapper))
    return {"html": page, "gold": _GOLD_TAG.sub("", _GOLD_URL.sub("", text)), "url": url or None}


def _unwrapped(page: bytes, wrapper: "re.Match[bytes]") -> str:
    """UTF-8 where it is, whatever is declared: many of the pages were converted and their declarations were not."""
    body = page[wrapper.end() :].rstrip().removesuffix(b"</text>")
    encoding = _WRAPPER_ENCODING.search(wrapper.group())
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return maintext.decode(body, charset=encoding.group(1).decode() if encoding else None)


# The order matters for what several would take: CleanEval's comes last, since any folder of texts will do for it.
LAYOUTS: tuple[Layout, ...] = (
    ParquetFile(),
    OneFileOfGolds(),
    PairedFiles("WCXB", _wcxb_pairs, _wcxb_fields),
    PairedFiles("dragnet", _dragnet_pairs, _dragnet_fields),
    PairedFiles("L3S-GN1", _l3s_pairs, _l3s_fields),
    PairedFiles("plain", _plain_pairs, _plain_fields),
    PairedFiles("CleanEval", _cleaneval_pairs, _cleaneval_fields),
)
