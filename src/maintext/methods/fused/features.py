"""Features: what the fused method knows about a block, as columns of numbers with names.

Each function below is a group and returns its columns by name. The last five groups hold the scores of the five papers, carried
from rows and source lines to blocks. Counts go in as log(1 + count), sizes are bytes of UTF-8, distances are counted in blocks:
nothing here needs words, and nothing needs a language.

A page of a few hundred blocks costs numpy as many steps as one of thousands, so steps are what is saved here: a column may be of
any kind of number, or one number for all blocks, and logarithms are taken of all counts together (`feature_matrix`).
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.methods.fused.blocks import CAPITAL, COUNTED, SENTENCE_ENDS, counts_of, kinds_of, kinds_of_characters, parts_of
from maintext.methods.fused.grid import SingleArray
from maintext.methods.fused.view import PATH_MARKS, View, bits_of, view_of
from maintext.page import IntArray, Page, codepoints
from maintext.tags import HEADINGS, NUMBER, TEXT, member_table

Column = NDArray[Any] | float  # a number for each block, or one for all
Counts = tuple[Column]  # of which the logarithm is still to be taken
Columns = dict[str, Column | Counts]


class Matrix(NamedTuple):
    """Columns that are made together."""

    names: tuple[str, ...]
    rows: NDArray[Any]  # one for each of them


def log(counts: Column) -> Counts:
    """A column of log(1 + count), 0 for less than nothing. The logarithm is taken later, of all such columns together: until then
    they are told by the tuple around them, which is the cheapest mark there is."""
    return (counts,)


_FAR = 60  # how far away something counts that is not there at all
_WHOLE_PAGE = 0.9  # a mark on this much of the text says nothing about any part of it
_SHORT = 300  # characters: a longer block is no title
CLOSING = frozenset(SENTENCE_ENDS + '"”’»」』)')
_CLOSES = np.zeros(0x10000, dtype=bool)  # by code; the last entry answers for all codes beyond
_CLOSES[[ord(character) for character in CLOSING]] = True
_IS_HEADING = member_table(HEADINGS)
NEAR_MARKS = tuple(f"{name} word" for name in ("comment", "content", "byline", "title"))
_MARKS = (*(f"in {mark}" for mark in PATH_MARKS), *(f"near {mark}" for mark in NEAR_MARKS))
_MAIN, _REPLY = PATH_MARKS.index("main"), PATH_MARKS.index("reply word")
_P, _DIV, _H1, _H2 = (NUMBER[name] for name in ("p", "div", "h1", "h2"))


# -- the block ------------------------------------------------------------------------------------------------------------


def own_text(view: View) -> Columns:
    """The block by itself."""
    blocks, tag = view.blocks, view.tag
    return {
        "size": log(blocks.size),
        "link share": view.link_share,
        "links": log(blocks.links),
        "sentences": log(blocks.sentence_ends),
        "pauses": log(blocks.pauses),
        "capitals": blocks.capitals / np.maximum(blocks.chars, 1),
        "ends like a sentence": _CLOSES.take(view.page.codes.take(blocks.stop - 1), mode="clip"),
        "is p": tag == _P,
        "is div": tag == _DIV,
        "is h1": tag == _H1,
        "is h2": tag == _H2,
    }


def declared(view: View) -> Columns:
    """What the block has in common with what the page declares: runs of four characters that stand there too."""
    blocks, said = view.blocks, view.declared
    grams_of_texts = _grams_of([*said.titles, said.description, said.body])
    known = np.zeros(1 << _GRAM_BITS, dtype=np.uint8)  # in which of the texts a run of four characters stands, as bits
    for number, grams in enumerate(grams_of_texts):
        known[grams] |= 1 << number
    in_title, in_other_title, in_description, in_body = _shared(known, len(grams_of_texts), view)
    whole, other_whole = map(_different, grams_of_texts[:2])
    span = np.maximum(blocks.chars - 3, 1)
    short = blocks.chars < _SHORT
    return {
        "in the title": np.maximum(in_title, in_other_title) / span * short,
        "covers the title": np.minimum(np.maximum(in_title / whole, in_other_title / other_whole), 1) * short,
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


def _different(grams: NDArray[np.uint32]) -> int:
    """How many there are, each counted once; 1 at least."""
    ordered = np.sort(grams)
    return 1 + np.count_nonzero(ordered[1:] != ordered[:-1])


def _shared(known: NDArray[np.uint8], texts: int, view: View) -> IntArray:
    """How many runs of four characters of each block stand in each text."""
    blocks = view.blocks
    found = known.take(_grams(view.page.codes, kinds_of_characters(view.page)))
    stop = np.maximum(blocks.stop - 3, 0)
    return counts_of(_IN_TEXTS, found, np.minimum(blocks.start, stop), stop).T[:texts]


_IN_TEXTS = parts_of([[flag >> bit & 1 for bit in range(COUNTED)] for flag in range(1 << COUNTED)])
_SHORTEST = 9  # characters of a text that is looked for
_GRAM_BITS = 17
_FOR_TWO, _FOR_FOUR, _MIX = np.array([0x9E3779B1, 0x85EBCA6B, 0xC2B2AE35], dtype=np.uint32)  # odd, with well-mixed bits


def _grams(codes: NDArray[np.uint32], kinds: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """A number for each run of four characters, capital or small: the capitals that we know stand 32 before the small letters."""
    if len(codes) < 4:
        return np.zeros(0, dtype=np.uint32)
    small = codes + (kinds & CAPITAL) * np.uint32(32 // CAPITAL)
    two = small[:-1] * _FOR_TWO
    two += small[1:]
    four = two[:-2] * _FOR_FOUR
    four += two[2:]
    four *= _MIX
    four >>= np.uint32(32 - _GRAM_BITS)
    return four


def place(view: View) -> Columns:
    """Where on the page the block stands, and whether its text stands elsewhere too."""
    size, number, first = view.blocks.size, view.number, view.first_copy
    return {
        "position in text": (size.cumsum() - size / 2) / view.total,
        "blocks before": log(number),
        "blocks after": log(number[::-1]),
        "depth": view.depth / 10,
        "share of text": size / view.total,
        "copies": log(np.bincount(first).take(first) - 1),
        "repeats": first < number,
    }


# -- what stands around it ------------------------------------------------------------------------------------------------


def marks(view: View) -> Matrix:
    """Marks of everything above the block, then keywords on the nearest three elements."""
    above = view.below_marks & (view.mark_shares < _WHOLE_PAGE)[:, None]
    owner, parent, grandparent = view.ancestors[:3]
    near = (view.marks.take(owner) | view.marks.take(parent) | view.marks.take(grandparent)) & bits_of(NEAR_MARKS) != 0
    return Matrix(_MARKS, np.concatenate((above, near)))


def around(view: View) -> Columns:
    """The elements above the block, and the records among them."""
    third = view.page.nearest(view.holding(0.3)).take(view.blocks.owner)
    section, record = view.section, view.record
    size, blocks = view.size_below, view.blocks_below
    return {
        "share of text 1 up": size.take(view.ancestors[1]) / view.total,
        "blocks 4 up": log(blocks.take(view.ancestors[4])),
        "link share of third ancestor": view.linked_below.take(third) / np.maximum(size.take(third), 1),
        "mean block of section": log(size.take(section) / np.maximum(blocks.take(section), 1)),
        "records alike": log(view.alike.take(record) * (record > 0)),
    }


def paragraphs(view: View) -> Columns:
    """The element whose children and grandchildren hold the most paragraphs, and where the block stands to it."""
    page, blocks = view.page, view.blocks
    points = (1 + blocks.pauses + np.minimum(blocks.size / 100, 3)) * (blocks.size > 25) * (1 - view.link_share)
    score = np.zeros(len(page))
    for level, weight in ((0, 0.25), (1, 1.0), (2, 0.5)):
        score += np.bincount(view.ancestors[level], weights=weight * points, minlength=len(page))
    score[0] = 0
    best = int(score.argmax())
    inside = view.inside(best)
    shared = view.shared_depth(best)
    last = len(inside) - 1 - int(inside[::-1].argmax())  # of all blocks, where none is inside
    return {
        "paragraph score 1 up": score.take(view.ancestors[1]) / max(float(score[best]), 1e-9),
        "in best paragraphs": inside,
        "best paragraphs above shared": log(page.depth[best] - shared),
        "block above shared": log(view.depth - shared),
        "after best paragraphs": log(view.number - last),
    }


def headings(view: View) -> Columns:
    """Distance to the main heading and to the last one."""
    number, main = view.number, (view.tag == _H1).nonzero()[0][:1]
    is_heading = _IS_HEADING.take(view.tag, mode="clip")
    since_main = number - main if len(main) else None
    last = np.maximum.accumulate(np.where(is_heading, number, -300))
    return {
        "before main heading": 0.0 if since_main is None else log(-since_main),
        "after main heading": 0.0 if since_main is None else log(since_main),
        "since main heading": 0.5 if since_main is None else since_main >= 0,
        "since last heading": log(np.minimum(number - last, 300)),
    }


def prose(view: View) -> Columns:
    """Where the prose is: the path that holds most of it, and the nearest long paragraphs."""
    number, text, path, count = view.number, view.prose, view.class_path, len(view.number)
    is_prose = text > 0
    by_path = np.bincount(path, weights=text).take(path)
    dominant = by_path.argmax()  # of several such paths that of the first block
    on_path = (path == path[dominant]) & (by_path[dominant] > 0)
    last = count - 1 - int((on_path & is_prose)[::-1].argmax())
    before = number - np.maximum.accumulate(np.where(is_prose, number, -count - _FAR))
    after = np.minimum.accumulate(np.where(is_prose, number, 2 * count + _FAR)[::-1])[::-1] - number
    sums = text.cumsum()
    return {
        "on the path of prose": on_path,
        "after the prose": log(number - last),
        "prose left": (sums[-1] - sums) / max(float(sums[-1]), 1),
        "since last paragraph": log(np.where(before > count, _FAR, before)),
        "until next paragraph": log(np.where(after > count, _FAR, after)),
    }


def page_context(view: View) -> Columns:
    """The same for all blocks of a page."""
    kinds = view.declared.kinds
    return {
        "page blocks": math.log(1 + len(view.blocks)),
        "page link share": float(view.blocks.linked.sum()) / view.total,
        "page declares article": "article" in kinds,
        "page declares product": "product" in kinds,
        "page main": float(view.mark_shares[_MAIN]),
        "page reply word": float(view.mark_shares[_REPLY]),
    }


# -- the five papers ------------------------------------------------------------------------------------------------------


def cetd(view: View) -> Columns:
    """CETD: text density, composite text density and DensitySum of the elements above."""
    up, sums = view.ancestors, view.density_sum
    densest = int(sums.argmax())
    best = max(float(sums[densest]), 1e-9)
    return {
        "text density": log(view.size_below.take(up[0]) / np.maximum(view.elements_below.take(up[0]), 1)),
        "composite density 1 up": log(view.composite_density.take(up[1])),
        "density sum 2 up": sums.take(up[2]) / best,
        "density sum 3 up": sums.take(up[3]) / best,
        "in the densest": view.inside(densest),
        "densest above shared": log(view.page.depth[densest] - view.shared_depth(densest)),
        "share of the densest": float(view.size_below[densest]) / view.total,
    }


SMOOTHING = np.exp(-0.5 * (np.arange(-6, 7) / 2.5) ** 2)
SMOOTHING /= SMOOTHING.sum()


def cetr(view: View) -> Columns:
    """CETR: text for each tag, smoothed over neighbouring blocks, and how it changes over the next ones."""
    tags = _since_block_before((~view.page.is_text).cumsum().take(view.blocks.owner))
    smooth = np.convolve(view.blocks.size / (1 + tags + view.blocks.inline), SMOOTHING)[6:-6]
    further = np.concatenate((smooth, smooth[-1:], smooth[-1:]))
    ahead = (smooth + further[1:-1] + further[2:]) / 3
    best = max(float(smooth.max()), 1e-9)
    return {"tag ratio": smooth / best, "change of tag ratio": (ahead - smooth) / best}


def _since_block_before(counts: NDArray[Any]) -> NDArray[Any]:
    """What was counted between the block before and each block; nothing where that one ends later."""
    steps = counts.copy()
    steps[1:] -= counts[:-1]
    return np.maximum(steps, 0)


def danag(view: View) -> Columns:
    """DANAg: text less markup over a block and its neighbours, and the area around its largest region."""
    size = view.blocks.size
    parent = view.page.parent.take(view.blocks.rows.take(view.blocks.first))
    less_markup = size - _since_block_before(view.markup.cumsum().take(parent))
    surplus = less_markup.copy()
    surplus[1:] += less_markup[:-1]
    surplus[:-1] += less_markup[1:]
    in_region = np.zeros(len(size) + 2, dtype=bool)
    in_region[1:-1] = surplus > 0
    edges = (in_region[1:] != in_region[:-1]).nonzero()[0]
    starts, stops = edges[::2], edges[1::2]
    area = np.zeros(len(size))
    if len(starts):
        core = int(np.add.reduceat(np.concatenate((size, [0.0])), edges)[::2].argmax())
        last = np.append((starts[1:] - stops[:-1] > _AREA_GAP).nonzero()[0], len(starts) - 1)  # regions of each area
        mine = int(last.searchsorted(core))
        area[starts[last[mine - 1] + 1 if mine else 0] : stops[last[mine]]] = 1
    return {"text surplus": np.copysign(np.log1p(np.abs(surplus)), surplus), "in the core area": area}


_AREA_GAP = 6  # blocks that may lie between two regions of one content; the paper's 20 are lines


def cepr(view: View) -> Columns:
    """CEPR: the blocks with the same tag path, and those with the same path of tags and marks; their extended path ratio."""
    size, total = view.blocks.size, view.total
    columns: Columns = {}
    for name, path in (("tag path", view.tag_path), ("class path", view.class_path)):
        count, text = np.bincount(path), np.bincount(path, weights=size)
        of_path = text.take(path)
        columns[f"blocks of {name}"] = log(count.take(path) - 1)
        columns[f"share of {name}"] = of_path / total
        columns[f"{name} by the largest"] = of_path / max(float(text.max()), 1)
    mean = text / count
    spread = np.sqrt(np.maximum(np.bincount(path, weights=size**2) / count - mean**2, 0))
    marks_of_path = np.bincount(path, weights=view.blocks.sentence_ends + view.blocks.pauses)
    columns["extended ratio of class path"] = log(((mean * marks_of_path / count * spread) ** 0.25).take(path))
    columns["spread of class path"] = log(spread.take(path))
    columns["link share of class path"] = np.bincount(path, weights=view.blocks.linked).take(path) / np.maximum(of_path, 1)
    return columns


def block_extractor(view: View) -> Columns:
    """BlockExtractor: text for each character of markup in the block's element."""
    owner = view.blocks.owner
    return {"markup density": log(view.size_below.take(owner) / np.maximum(view.markup_below.take(owner), 1))}


Group = Callable[[View], Columns | Matrix]

PAPERS: dict[str, Group] = {
    "CETD": cetd,
    "CETR": cetr,
    "DANAg": danag,
    "CEPR": cepr,
    "BlockExtractor": block_extractor,
}
GROUPS: dict[str, Group] = {
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


def feature_matrix(view: View) -> SingleArray:
    """One row for each block, one column for each of FEATURES. Everything is computed in double precision, and rounded here."""
    matrix = np.empty((len(FEATURES), len(view.blocks)), dtype=np.float32)
    logs: list[int] = []
    counted: list[Column] = []
    number = 0
    for group in GROUPS.values():
        made = group(view)
        if isinstance(made, Matrix):
            matrix[number : number + len(made.names)] = made.rows
            number += len(made.names)
            continue
        for column in made.values():
            if isinstance(column, tuple):
                logs.append(number)
                counted.append(column[0])
            else:
                matrix[number] = column
            number += 1
    counts = np.array(counted, dtype=np.float64)
    np.maximum(counts, 0, out=counts)
    counts += 1
    matrix[logs] = np.log(counts, out=counts)
    return matrix.T


def columns_of(view: View) -> dict[str, SingleArray]:
    """All columns by name."""
    return dict(zip(FEATURES, feature_matrix(view).T, strict=True))


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
    made = {name: group(view) for name, group in GROUPS.items()}
    return {name: columns.names if isinstance(columns, Matrix) else tuple(columns) for name, columns in made.items()}


GROUP_FEATURES: dict[str, tuple[str, ...]] = _names_by_group()
FEATURES: tuple[str, ...] = tuple(name for names in GROUP_FEATURES.values() for name in names)
