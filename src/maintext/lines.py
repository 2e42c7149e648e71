"""A page's source in lines, for the methods that look at lines, and the way back from lines to rows.

The parser gives no source positions. The two sides meet in their visible characters instead: those of the source, tags,
scripts, styles and comments taken out and entities decoded, and those of the text runs, in document order.
"""

import html
import re
from dataclasses import dataclass

import numpy as np

from maintext.page import BoolArray, FloatArray, IntArray, Page
from maintext.tags import ATTRIBUTES, BLOCK, UNSEEN

BREAKINGS = ("source", "paper", "mean", "long", "all", "block")
_WRAP = 65  # CETR, section 3.1: "every 65 characters"
_LONG = 500  # a line that no author wrote: the mean line of most pages is under 100

_TOKEN = re.compile(
    rf"""
    (?P<comment><!--(?:-?>|.*?(?:--!?>|\Z)))
    | <(?P<raw>script|style|template|iframe|noembed|noframes|title)(?=[\s/>]){ATTRIBUTES}(?:>|\Z)
      .*?(?:</(?P=raw)(?=[\s/>])[^>]*>?|\Z)
    | (?P<tag></?(?P<name>[a-z][^\s/>]*){ATTRIBUTES}(?:>|\Z))
    | (?P<other><[!?/][^>]*(?:>|\Z))
    | (?P<entity>&(?:\#\w+|\w+);?)
    """,
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
_IN_HEAD = frozenset({"head", "meta", "link", "base"}) | UNSEEN


@dataclass(frozen=True, eq=False)
class SourceLines:
    """The lines of a page without blank ones: how much text, how many tags, and which text runs they hold."""

    text_chars: IntArray  # characters outside of tags, white space collapsed
    tag_chars: IntArray  # characters of tags
    tags: IntArray  # tags, opening and closing
    page: Page
    _line_of_visible: IntArray  # line of each visible character of the source
    _first: IntArray  # for each text run its first visible character, in the source's count
    _last: IntArray  # and one past its last

    def __len__(self) -> int:
        return len(self.text_chars)

    def to_rows(self, values: FloatArray | BoolArray) -> FloatArray:
        """Line values as row values: the mean over a text run's characters; 0 for elements."""
        sums = np.concatenate(([0.0], np.cumsum(values[self._line_of_visible])))
        means = (sums[self._last] - sums[self._first]) / np.maximum(self._last - self._first, 1)
        column = np.zeros(len(self.page))
        column[self.page.text_rows] = means
        return column

    def keep(self, lines: BoolArray) -> BoolArray:
        """The decision for each row: a text run is kept if at least half of its characters stand on kept lines."""
        return self.page.around(self.page.is_text & (self.to_rows(lines) >= 0.5))


def source_lines(page: Page, breaking: str) -> SourceLines:
    """The page's source in lines.

    `breaking` says where lines break: `source` as written; `paper` as written, but a page on a single line is cut every 65
    characters; `mean` the same for pages whose mean line is over 500; `long` for each line over 500; `all` for every line;
    `block` at block-level tags and `br` instead.
    """
    return page.derived(("lines", breaking), lambda: _source_lines(page, breaking))


def _source_lines(page: Page, breaking: str) -> SourceLines:
    text, in_tag, tag_starts, block_breaks = _cleaned(page.source)
    codes = _codes(text)
    is_space = _is_space(codes) & ~in_tag
    visible = np.flatnonzero(~is_space & ~in_tag)
    if breaking == "block":
        breaks = block_breaks
    else:
        line_starts = np.concatenate(([0], np.flatnonzero(((codes == ord("\n")) | (codes == ord("\r"))) & ~in_tag) + 1))
        breaks = _wrapped(line_starts, is_space, in_tag, breaking)

    starts_line = np.zeros(len(codes) + 1, dtype=bool)
    starts_line[breaks] = True
    line = np.cumsum(starts_line)[:-1]
    solid = np.zeros(len(codes) + 2, dtype=bool)  # blank lines are no lines
    solid[line[visible]] = True
    solid[line[tag_starts]] = True
    line = (np.cumsum(solid) - 1)[line]
    count = int(solid.sum())

    first, last = _runs_in_source(page, codes[visible])
    return SourceLines(
        text_chars=_collapsed_length(line, visible, is_space, count),
        tag_chars=np.bincount(line[in_tag], minlength=count),
        tags=np.bincount(line[tag_starts], minlength=count),
        page=page,
        _line_of_visible=line[visible],
        _first=first,
        _last=last,
    )


def _cleaned(source: str) -> tuple[str, BoolArray, IntArray, IntArray]:
    """The source without head, scripts, styles and comments, entities decoded; which of its characters belong to tags, where
    tags start, and where lines would start if block-level tags and `br` broke them."""
    pieces: list[str] = []
    is_tag: list[bool] = []
    at, done, in_head = 0, 0, True
    tag_starts, breaks = [], [0]
    for token in _TOKEN.finditer(source):
        between = source[done : token.start()]
        done = token.end()
        if between:
            pieces.append(between)
            is_tag.append(False)
            at += len(between)
            in_head = in_head and between.isspace()
        if token["entity"]:
            pieces.append(html.unescape(token["entity"]).replace("\n", " ").replace("\r", " "))
            is_tag.append(False)
            at += len(pieces[-1])
            in_head = False
        elif token["tag"]:
            name = token["name"].lower()
            if in_head and name in _IN_HEAD:
                continue
            in_head = in_head and name in ("html", "noscript")
            closes = token["tag"].startswith("</")
            if name == "br" or (name in BLOCK and not closes):
                breaks.append(at)
            tag_starts.append(at)
            pieces.append(token["tag"])
            is_tag.append(True)
            at += len(pieces[-1])
            if name in BLOCK and closes:
                breaks.append(at)
    pieces.append(source[done:])
    is_tag.append(False)
    in_tag = np.repeat(np.array(is_tag), [len(piece) for piece in pieces])
    return "".join(pieces), in_tag, np.array(tag_starts, dtype=np.int64), np.array(breaks, dtype=np.int64)


def _wrapped(line_starts: IntArray, is_space: BoolArray, in_tag: BoolArray, breaking: str) -> IntArray:
    """Where lines start once those that `breaking` names are cut every 65 characters, or at the first place after that which is
    not inside a tag."""
    stops = np.append(line_starts[1:] - 1, len(in_tag))
    lengths = stops - line_starts
    ink = np.concatenate(([0], np.cumsum(~is_space)))
    lengths[ink[stops] == ink[line_starts]] = 0  # blank
    lines = int((lengths > 0).sum())
    wrap = {
        "source": lengths < 0,
        "paper": lengths > (0 if lines == 1 else np.inf),
        "mean": lengths > (0 if lengths.sum() > _LONG * lines else np.inf),
        "long": lengths > _LONG,
        "all": lengths > 0,
    }[breaking]
    if not wrap.any():
        return line_starts
    places = np.where(in_tag, len(in_tag), np.arange(len(in_tag)))
    outside_tag = np.append(np.minimum.accumulate(places[::-1])[::-1], len(in_tag)).tolist()
    cuts: list[int] = []
    for start, stop in zip(line_starts[wrap].tolist(), stops[wrap].tolist(), strict=True):
        at = start
        while at + _WRAP < stop:
            at = outside_tag[at + _WRAP]
            if at < stop:
                cuts.append(at)
    return np.concatenate((line_starts, np.array(cuts, dtype=np.int64)))


def _collapsed_length(line: IntArray, visible: IntArray, is_space: BoolArray, count: int) -> IntArray:
    """Characters of text on each line: the visible ones, and one for each gap between two of them."""
    spaces = np.cumsum(is_space)[visible]
    on_line = line[visible]
    gap = (spaces[1:] > spaces[:-1]) & (on_line[1:] == on_line[:-1])
    return np.bincount(on_line, minlength=count) + np.bincount(on_line[1:][gap], minlength=count)


# -- the way back to rows ------------------------------------------------------------------------------------------------


def _runs_in_source(page: Page, source: IntArray) -> tuple[IntArray, IntArray]:
    """The visible characters of each text run, as a range of the visible characters of the source."""
    codes = _codes(page.characters)
    inked = ~_is_space(codes) & (codes != 0)
    seen = np.concatenate(([0], np.cumsum(inked)))
    start = page.start[page.text_rows]
    first, last = seen[start], seen[start + page.chars[page.text_rows]]
    if not np.array_equal(codes[inked], source):
        first, last = _in_step(_text(codes[inked]), first.tolist(), last.tolist(), _text(source))
    return np.minimum(first, len(source)), np.minimum(last, len(source))


def _in_step(shown: str, first: list[int], last: list[int], source: str) -> tuple[IntArray, IntArray]:
    """Find the runs one after the other where parser and source disagree (text that the parser moved out of a table, say).

    The longer a run, the further ahead it is looked for; one that is not found is put where it was expected.
    """
    at, skipped, skipped_end = 0, 0, 0  # where the next run is expected; the part that was jumped over to get there
    firsts, lasts = [], []
    for start, stop in zip(first, last, strict=True):
        beginning = shown[start : min(stop, start + 32)]
        in_skipped = source.find(beginning, skipped, skipped_end)
        ahead = source.find(beginning, at, at + 4 * len(beginning) ** 2 + len(beginning))
        if in_skipped >= 0 and (in_skipped == skipped or ahead != at):
            place = in_skipped
            skipped = place + stop - start
        elif ahead >= 0:
            if ahead > at:
                skipped, skipped_end = at, ahead
            place = ahead
            at = place + stop - start
        else:
            place = at
        firsts.append(place)
        lasts.append(place + stop - start)
    return np.array(firsts, dtype=np.int64), np.array(lasts, dtype=np.int64)


def _codes(text: str) -> IntArray:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.int64)


def _text(codes: IntArray) -> str:
    return codes.astype(np.uint32).tobytes().decode("utf-32-le", "surrogatepass")


# What `str.split` takes for white space; all of it stands below U+3001.
_SPACES = np.array([chr(code).isspace() for code in range(0x3001)] + [False])


def _is_space(codes: IntArray) -> BoolArray:
    return _SPACES[np.minimum(codes, len(_SPACES) - 1)]
