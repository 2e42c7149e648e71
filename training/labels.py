"""Labels: which blocks of a page its gold text covers, and what kind of block each is.

A block is content if more than half of its words align with the gold, in order; blocks that the gold has in another order are
found by runs of words. The kinds (title, byline, caption, comments) come from the corpus' metadata and from the page's own marks:
they are hints for a second head of the net, never for the decision itself.
"""

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass

import numpy as np
from rapidfuzz.distance import LCSseq

from maintext.benchmark.metrics import tokens
from maintext.benchmark.model import Sample
from maintext.labels import LABELS
from maintext.marks import BIT
from maintext.methods.fused.view import View
from maintext.page import BoolArray, FloatArray, IntArray

EDITION = 1  # goes up when pages are labelled otherwise: models fitted to older labels are not taken for new
UNKNOWN = -1
_CUT = 0.5  # prose that follows the gold, as a share of the gold's own
_RUN = 4  # words in a row that mark a block whose order differs from the gold's


@dataclass(frozen=True)
class Labelled:
    """What is known about the blocks of a page."""

    share: FloatArray  # of each block's words, those that align with the gold
    known: BoolArray  # whether anything is known about the block
    kind: IntArray  # index in LABELS, or UNKNOWN


def is_cut_short(view: View, share: FloatArray, sample: Sample) -> bool:
    """Whether the gold of an article, or of what may be one, seems to end before the content does: much prose follows its last
    paragraph, on the same paths."""
    if sample.page_type not in ("article", None):
        return False
    covered = share > 0.5
    gold = (view.prose > 0) & covered
    if not gold.any():
        return False
    on_its_paths = np.isin(view.class_path, view.class_path[gold])
    follows = view.number > int(np.flatnonzero(gold)[-1])
    missed = float(view.prose[~covered & on_its_paths & follows].sum())
    return missed > _CUT * float(view.prose[gold].sum())


def label(view: View, words: list[list[str]], sample: Sample, contents: Set[str] | None = None) -> Labelled:
    """`words` are those of each block. `contents`, if given, are the only texts that can be content: where some of a page was
    taken out, its words in the gold would else be found in a teaser or a menu that repeats them."""
    if sample.gold.strip():
        share = aligned_shares(words, tokens(sample.gold))
        known = np.ones(len(words), dtype=bool)
    else:
        share, known = snippet_shares(view.blocks.texts, sample)
    if contents is not None:
        share = np.where([text in contents for text in view.blocks.texts], share, 0.0)
    return Labelled(share, known, kinds(view, share, known, sample))


def aligned_shares(words: list[list[str]], gold: list[str]) -> FloatArray:
    """For each block the share of its words that align with the gold."""
    counts = np.array([len(each) for each in words], dtype=np.int64)
    if not gold or not counts.sum():
        return np.zeros(len(words))
    block_of = np.repeat(np.arange(len(words)), counts)
    flat = [word for each in words for word in each]
    in_gold, on_page = set(gold), set(flat)
    places = [place for place, word in enumerate(flat) if word in in_gold]
    matched = _matched([flat[place] for place in places], [word for word in gold if word in on_page])
    hits = np.bincount(block_of[np.array(places, dtype=np.int64)[matched]], minlength=len(words))
    share = hits / np.maximum(counts, 1)
    return _with_moved_blocks(share, words, gold)


def _matched(page: list[str], gold: list[str]) -> IntArray:
    """Places in the page's words that a longest common subsequence takes."""
    matched: list[int] = []
    for block in LCSseq.opcodes(page, gold).as_matching_blocks():
        matched.extend(range(block.a, block.a + block.size))
    return np.array(matched, dtype=np.int64)


def _with_moved_blocks(share: FloatArray, words: list[list[str]], gold: list[str]) -> FloatArray:
    """Blocks that do not align, but that the gold has all the same and that no other block has used up."""
    share = share.copy()
    runs = set(zip(*(gold[offset:] for offset in range(_RUN)), strict=False))
    left = Counter(gold)
    for number in np.flatnonzero(share > 0.5):
        left.subtract(words[number])
    for number in np.flatnonzero(share <= 0.5):
        own = words[number]
        if len(own) < _RUN:
            continue
        covered = np.zeros(len(own), dtype=bool)
        for place in range(len(own) - _RUN + 1):
            if tuple(own[place : place + _RUN]) in runs:
                covered[place : place + _RUN] = True
        unused = sum(min(count, max(left[word], 0)) for word, count in Counter(own).items()) / len(own)
        if covered.mean() > 0.6 and unused > 0.6:
            share[number] = max(share[number], min(covered.mean(), unused))
            left.subtract(own)
    return share


def snippet_shares(texts: list[str], sample: Sample) -> tuple[FloatArray, BoolArray]:
    """Blocks that hold a snippet that must, or must not, be there. About all others nothing is known."""
    flat = [" ".join(text.lower().split()) for text in texts]
    share, known = np.zeros(len(texts)), np.zeros(len(texts), dtype=bool)
    for snippets, value in ((sample.must_not_have, 0.0), (sample.must_have, 1.0)):
        for snippet in (" ".join(each.lower().split()) for each in snippets):
            for number, text in enumerate(flat):
                if snippet and snippet in text:
                    share[number], known[number] = value, True
    return share, known


# -- kinds ---------------------------------------------------------------------------------------------------------------


def kinds(view: View, share: FloatArray, known: BoolArray, sample: Sample) -> IntArray:
    """Index in LABELS of each block, or UNKNOWN. Later kinds overrule earlier ones."""
    kind = np.where(share > 0.5, LABELS.index("main"), LABELS.index("boilerplate"))
    kind[~known] = UNKNOWN
    title = _titles(view, sample)
    for name, blocks in (
        ("comments", _comments(view, sample) & (share <= 0.5)),
        ("caption", _captions(view)),
        ("byline", _bylines(view, sample, title)),
        ("title", title),
    ):
        kind[blocks] = LABELS.index(name)
    return kind


def _comments(view: View, sample: Sample) -> BoolArray:
    marked = view.is_below(["comment word"])
    everywhere = sample.page_type == "forum" or view.shares(marked)[0] > 0.9
    return marked[0] & (view.blocks.size > 20) & (not everywhere)


def _captions(view: View) -> BoolArray:
    looks_like_one = _near(view, "media word") & (view.link_share < 0.3) & (view.blocks.size > 15)
    return (view.is_below(["figcaption"])[0] | looks_like_one) & (view.blocks.size < 400)


def _titles(view: View, sample: Sample) -> BoolArray:
    """Blocks that say what the gold's title says."""
    wanted = Counter(tokens(sample.title or ""))
    found = np.zeros(len(view.blocks), dtype=bool)
    if wanted.total() < 2:
        return found
    for number, text in enumerate(view.blocks.texts):
        if len(text) < 400:
            own = Counter(tokens(text))
            found[number] = 2 * (own & wanted).total() > 0.85 * (own.total() + wanted.total())
    return found


def _bylines(view: View, sample: Sample, title: BoolArray) -> BoolArray:
    """Short blocks near the title, or marked as such, with an author of the gold, or marked and with a number in them."""
    near_title = np.zeros(len(title), dtype=bool)
    for place in np.flatnonzero(title).tolist():
        near_title[max(place - 6, 0) : place + 9] = True
    marked = _near(view, "byline word")
    authors = [name.strip().lower() for name in (sample.author or "").split(",") if len(name.strip()) > 4]
    texts = [text.lower() for text in view.blocks.texts]
    named = np.array([len(text) < 160 and any(author in text for author in authors) for text in texts], dtype=bool)
    numbered = np.array([sum(map(str.isdigit, text)) > 2 for text in texts], dtype=bool)
    return (named & (near_title | marked)) | (near_title & marked & numbered & (view.blocks.size < 120))


def _near(view: View, mark: str) -> BoolArray:
    """Blocks whose element, or the one above it, has the mark."""
    return (view.marks[view.ancestors[0]] | view.marks[view.ancestors[1]]) & BIT[mark] != 0
