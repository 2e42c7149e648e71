"""Features: what the fused method knows about a block, as columns of numbers with names.

Each function below is a group and returns its columns by name. The last five groups hold the scores of the five papers, carried
from rows and source lines to blocks. Counts go in as log(1 + count), sizes are bytes of UTF-8, distances are counted in blocks:
nothing here needs words, and nothing needs a language.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from maintext.marks import BIT, MARKS
from maintext.methods.fused.blocks import CAPITAL, SENTENCE_ENDS, bit_counts, characters_of, codepoints, kinds_of
from maintext.methods.fused.view import View, view_of
from maintext.page import FloatArray, IntArray, Page
from maintext.tags import HEADINGS, NUMBER, TEXT, member_table

Columns = dict[str, FloatArray]

_FAR = 60  # how far away something counts that is not there at all
_WHOLE_PAGE = 0.9  # a mark on this much of the text says nothing about any part of it
_SHORT = 300  # characters: a longer block is no title
CLOSING = frozenset(SENTENCE_ENDS + '"”’»」』)')
PATH_MARKS = (
    *("nav", "header", "footer", "aside", "article", "main", "li", "table", "form", "figcaption", "label", "dialog"),
    *(f"{name} word" for name in ("comment", "reply", "menu", "related", "modal", "details")),
    *("hidden", "body property"),
)
_PATH_MARK_NUMBERS = [MARKS.index(mark) for mark in PATH_MARKS]
_IS_HEADING = member_table(HEADINGS)
NEAR_MARKS = tuple(f"{name} word" for name in ("comment", "content", "byline", "title"))


def _log(counts: NDArray[np.float64] | IntArray) -> FloatArray:
    return np.log1p(np.maximum(counts, 0))


# -- the block ------------------------------------------------------------------------------------------------------------


def own_text(view: View) -> Columns:
    """The block by itself."""
    blocks, characters = view.blocks, view.page.characters
    ends = [characters[last] in CLOSING for last in (blocks.stop - 1).tolist()]
    return {
        "size": _log(blocks.size),
        "link share": view.link_share,
        "links": _log(blocks.links),
        "sentences": _log(blocks.sentence_ends),
        "pauses": _log(blocks.pauses),
        "capitals": blocks.capitals / np.maximum(blocks.chars, 1),
        "ends like a sentence": np.array(ends, dtype=np.float64),
        "is p": (view.tag == NUMBER["p"]).astype(np.float64),
        "is div": (view.tag == NUMBER["div"]).astype(np.float64),
        "is h1": (view.tag == NUMBER["h1"]).astype(np.float64),
        "is h2": (view.tag == NUMBER["h2"]).astype(np.float64),
    }


def declared(view: View) -> Columns:
    """What the block has in common with what the page declares: runs of four characters that stand there too."""
    blocks, said = view.blocks, view.declared
    grams_of_texts = _grams_of([*said.titles, said.description, said.body])
    known = np.zeros(1 << _GRAM_BITS, dtype=np.uint8)  # in which of the texts a run of four characters stands, as bits
    for number, grams in enumerate(grams_of_texts):
        known[grams] |= 1 << number
    in_title, in_other_title, in_description, in_body = _shared(known, len(grams_of_texts), view)
    whole, other_whole = (max(len(set(grams.tolist())), 1) for grams in grams_of_texts[:2])
    span = np.maximum(blocks.chars - 3, 1)
    short = blocks.chars < _SHORT
    return {
        "in the title": np.where(short, np.maximum(in_title, in_other_title) / span, 0),
        "covers the title": np.where(short, np.minimum(np.maximum(in_title / whole, in_other_title / other_whole), 1), 0),
        "in the description": in_description / span,
        "in the declared text": in_body / span,
    }


def _grams_of(texts: list[str]) -> list[NDArray[np.uint32]]:
    """The numbers of the runs of four characters in each text; none of a text that is too short to be looked for."""
    codes = codepoints("".join(texts))
    grams = _grams(codes, kinds_of(codes))
    found, start = [], 0
    for text in texts:
        found.append(grams[start : start + len(text) - 3 if len(text) >= _SHORTEST else start])
        start += len(text)
    return found


def _shared(known: NDArray[np.uint8], texts: int, view: View) -> FloatArray:
    """How many runs of four characters of each block stand in each text."""
    blocks = view.blocks
    found = known.take(_grams(*characters_of(view.page)))
    return bit_counts(found, blocks.start, np.maximum(blocks.stop - 3, blocks.start), texts)


_SHORTEST = 9  # characters of a text that is looked for
_GRAM_BITS = 17
_MIX = np.array([0x9E3779B1, 0x85EBCA6B, 0xC2B2AE35, 0x27D4EB2F], dtype=np.uint32)  # odd numbers with well-mixed bits


def _grams(codes: NDArray[np.uint32], kinds: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """A number for each run of four characters, capital or small: the capitals that we know stand 32 before the small letters."""
    if len(codes) < 4:
        return np.zeros(0, dtype=np.uint32)
    small = codes + (kinds & CAPITAL) * np.uint32(32 // CAPITAL)
    mixed = small[:-3] * _MIX[0]
    mixed += small[1:-2] * _MIX[1]
    mixed += small[2:-1] * _MIX[2]
    mixed += small[3:] * _MIX[3]
    mixed ^= mixed >> np.uint32(15)
    mixed *= _MIX[0]
    mixed >>= np.uint32(32 - _GRAM_BITS)
    return mixed


def place(view: View) -> Columns:
    """Where on the page the block stands, and whether its text stands elsewhere too."""
    blocks, count = view.blocks, len(view.blocks)
    first = view.first_copy
    return {
        "position in text": (np.cumsum(blocks.size) - blocks.size / 2) / view.total,
        "blocks before": _log(view.number),
        "blocks after": _log(count - 1 - view.number),
        "depth": view.depth / 10,
        "share of text": blocks.size / view.total,
        "copies": _log(np.bincount(first)[first] - 1),
        "repeats": (first < view.number).astype(np.float64),
    }


# -- what stands around it ------------------------------------------------------------------------------------------------


def marks(view: View) -> Columns:
    """Marks of everything above the block, then keywords on the nearest three elements."""
    above = (view.path_marks[:, _PATH_MARK_NUMBERS] * (view.mark_shares[_PATH_MARK_NUMBERS] < _WHOLE_PAGE)).T
    columns = {f"in {mark}": column for mark, column in zip(PATH_MARKS, above.astype(np.float64), strict=True)}
    near = view.marks[view.ancestors[0]] | view.marks[view.ancestors[1]] | view.marks[view.ancestors[2]]
    for mark in NEAR_MARKS:
        columns[f"near {mark}"] = (near & BIT[mark] != 0).astype(np.float64)
    return columns


def around(view: View) -> Columns:
    """The elements above the block, and the records among them."""
    third = view.page.nearest(view.holding(0.3))[view.blocks.owner]
    section = view.section
    record = view.record
    return {
        "share of text 1 up": view.size_below[view.ancestors[1]] / view.total,
        "blocks 4 up": _log(view.blocks_below[view.ancestors[4]]),
        "link share of third ancestor": view.linked_below[third] / np.maximum(view.size_below[third], 1),
        "mean block of section": _log(view.size_below[section] / np.maximum(view.blocks_below[section], 1)),
        "records alike": np.where(record > 0, _log(view.alike[record]), 0),
    }


def paragraphs(view: View) -> Columns:
    """The element whose children and grandchildren hold the most paragraphs, and where the block stands to it."""
    page, blocks = view.page, view.blocks
    points = np.where(blocks.size > 25, 1 + blocks.pauses + np.minimum(blocks.size / 100, 3), 0) * (1 - view.link_share)
    score = np.zeros(len(page))
    for level, weight in ((0, 0.25), (1, 1.0), (2, 0.5)):
        score += weight * np.bincount(view.ancestors[level], weights=points, minlength=len(page))
    score[0] = 0
    best = int(score.argmax())
    inside = view.inside(best)
    shared = view.shared_depth(best)
    last = int(np.flatnonzero(inside)[-1]) if inside.any() else len(inside) - 1
    return {
        "paragraph score 1 up": score[view.ancestors[1]] / max(float(score[best]), 1e-9),
        "in best paragraphs": inside.astype(np.float64),
        "best paragraphs above shared": _log(page.depth[best] - shared),
        "block above shared": _log(view.depth - shared),
        "after best paragraphs": _log(view.number - last),
    }


def headings(view: View) -> Columns:
    """Distance to the main heading and to the last one."""
    number = view.number
    is_heading = _IS_HEADING[np.minimum(view.tag, len(_IS_HEADING) - 1)]
    main = np.flatnonzero(view.tag == NUMBER["h1"])[:1]
    none = np.zeros(len(number))
    last = np.maximum.accumulate(np.where(is_heading, number, -300))
    return {
        "before main heading": _log(main - number) if len(main) else none,
        "after main heading": _log(number - main) if len(main) else none,
        "since main heading": (number >= main).astype(np.float64) if len(main) else none + 0.5,
        "since last heading": _log(np.minimum(number - last, 300)),
    }


def prose(view: View) -> Columns:
    """Where the prose is: the path that holds most of it, and the nearest long paragraphs."""
    number, text, path = view.number, view.prose, view.class_path
    by_path = np.bincount(path, weights=text)
    dominant = path[(by_path[path] == by_path.max()).argmax()]  # of several such paths that of the first block
    on_path = (path == dominant) & (by_path[dominant] > 0)
    places = np.flatnonzero(on_path & (text > 0))
    last = int(places[-1]) if len(places) else len(number) - 1
    before = number - np.maximum.accumulate(np.where(text > 0, number, -len(number) - _FAR))
    after = np.minimum.accumulate(np.where(text > 0, number, 2 * len(number) + _FAR)[::-1])[::-1] - number
    sums = np.cumsum(text)
    return {
        "on the path of prose": on_path.astype(np.float64),
        "after the prose": _log(number - last),
        "prose left": (sums[-1] - sums) / max(float(sums[-1]), 1),
        "since last paragraph": _log(np.where(before > len(number), _FAR, before)),
        "until next paragraph": _log(np.where(after > len(number), _FAR, after)),
    }


def page_context(view: View) -> Columns:
    """The same for all blocks of a page."""
    values = {
        "page blocks": np.log1p(len(view.blocks)),
        "page link share": view.blocks.linked.sum() / view.total,
        "page declares article": "article" in view.declared.kinds,
        "page declares product": "product" in view.declared.kinds,
        "page main": view.mark_shares[MARKS.index("main")],
        "page reply word": view.mark_shares[MARKS.index("reply word")],
    }
    return {name: np.full(len(view.blocks), float(value)) for name, value in values.items()}


# -- the five papers ------------------------------------------------------------------------------------------------------


def cetd(view: View) -> Columns:
    """CETD: text density, composite text density and DensitySum of the elements above."""
    up, sums = view.ancestors, view.density_sum
    densest = int(sums.argmax())
    best = max(float(sums[densest]), 1e-9)
    text_density = view.size_below[up[0]] / np.maximum(view.elements_below[up[0]], 1)
    return {
        "text density": _log(text_density),
        "composite density 1 up": _log(view.composite_density[up[1]]),
        "density sum 2 up": sums[up[2]] / best,
        "density sum 3 up": sums[up[3]] / best,
        "in the densest": view.inside(densest).astype(np.float64),
        "densest above shared": _log(view.page.depth[densest] - view.shared_depth(densest)),
        "share of the densest": np.full(len(view.blocks), view.size_below[densest] / view.total),
    }


SMOOTHING = np.exp(-0.5 * (np.arange(-6, 7) / 2.5) ** 2)
SMOOTHING /= SMOOTHING.sum()


def cetr(view: View) -> Columns:
    """CETR: text for each tag, smoothed over neighbouring blocks, and how it changes over the next ones."""
    tags = np.maximum(np.diff(np.cumsum(~view.page.is_text)[view.blocks.owner], prepend=0), 0)
    smooth = np.convolve(view.blocks.size / (1 + tags + view.blocks.inline), SMOOTHING)[6:-6]
    ahead = np.convolve(np.append(smooth, [smooth[-1]] * 2), np.full(3, 1 / 3), "valid")
    best = max(float(smooth.max()), 1e-9)
    return {"tag ratio": smooth / best, "change of tag ratio": (ahead - smooth) / best}


def danag(view: View) -> Columns:
    """DANAg: text less markup over a block and its neighbours, and the area around its largest region."""
    first = view.page.parent[view.blocks.rows[view.blocks.first]]
    markup = np.maximum(np.diff(np.cumsum(view.markup)[first], prepend=0), 0)
    surplus = np.convolve(view.blocks.size - markup, np.ones(3))[1:-1]
    edges = np.diff(np.concatenate(([0], surplus > 0, [0])).astype(np.int8))
    starts, stops = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    area = np.zeros(len(surplus))
    if len(starts):
        text = np.concatenate(([0.0], np.cumsum(view.blocks.size)))
        core = int((text[stops] - text[starts]).argmax())
        far = np.flatnonzero(starts[1:] - stops[:-1] > _AREA_GAP)
        area[starts[far[far < core].max(initial=-1) + 1] : stops[far[far >= core].min(initial=len(starts) - 1)]] = 1
    return {"text surplus": np.sign(surplus) * np.log1p(np.abs(surplus)), "in the core area": area}


_AREA_GAP = 6  # blocks that may lie between two regions of one content; the paper's 20 are lines


def cepr(view: View) -> Columns:
    """CEPR: the blocks with the same tag path, and those with the same path of tags and marks; their extended path ratio."""
    size, total = view.blocks.size, view.total
    columns: Columns = {}
    for name, path in (("tag path", view.tag_path), ("class path", view.class_path)):
        count, text = np.bincount(path), np.bincount(path, weights=size)
        columns[f"blocks of {name}"] = _log(count - 1)[path]
        columns[f"share of {name}"] = (text / total)[path]
        columns[f"{name} by the largest"] = (text / max(float(text.max()), 1))[path]
    mean = text / count
    spread = np.sqrt(np.maximum(np.bincount(path, weights=size**2) / count - mean**2, 0))
    marks_of_path = np.bincount(path, weights=view.blocks.sentence_ends + view.blocks.pauses)
    columns["extended ratio of class path"] = _log((mean * marks_of_path / count * spread) ** 0.25)[path]
    columns["spread of class path"] = _log(spread)[path]
    columns["link share of class path"] = (np.bincount(path, weights=view.blocks.linked) / np.maximum(text, 1))[path]
    return columns


def block_extractor(view: View) -> Columns:
    """BlockExtractor: text for each character of markup in the block's element."""
    density = view.size_below / np.maximum(view.markup_below, 1)
    return {"markup density": _log(density[view.blocks.owner])}


PAPERS: dict[str, Callable[[View], Columns]] = {
    "CETD": cetd,
    "CETR": cetr,
    "DANAg": danag,
    "CEPR": cepr,
    "BlockExtractor": block_extractor,
}
GROUPS: dict[str, Callable[[View], Columns]] = {
    "own text": own_text,
    "declared": declared,
    "place": place,
    "marks": marks,
    "around": around,
    "paragraphs": paragraphs,
    "headings": headings,
    "prose": prose,
    "page context": page_context,
    **PAPERS,
}


def columns_of(view: View) -> Columns:
    """All columns by name."""
    columns: Columns = {}
    for group in GROUPS.values():
        columns |= group(view)
    return columns


def feature_matrix(view: View) -> FloatArray:
    """One row for each block, one column for each of FEATURES."""
    columns = columns_of(view).values()
    return np.concatenate([*columns]).reshape(len(columns), -1).T


def _names_by_group() -> dict[str, tuple[str, ...]]:
    """Read off a page of one word: the columns that a group returns do not depend on the page."""
    page = Page(
        tag=np.array([NUMBER["body"], TEXT]),
        parent=np.array([-1, 0]),
        start=np.zeros(2, dtype=np.int64),
        chars=np.array([0, 1]),
        spaced=np.zeros(2, dtype=bool),
        characters="x",
    )
    view = view_of(page)
    return {name: tuple(group(view)) for name, group in GROUPS.items()}


GROUP_FEATURES: dict[str, tuple[str, ...]] = _names_by_group()
FEATURES: tuple[str, ...] = tuple(name for names in GROUP_FEATURES.values() for name in names)
