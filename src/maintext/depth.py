"""Pages that nest too deep for the parser: found and flattened in one linear look at the source.

Lexbor takes quadratic time for deep nesting: 100,000 open elements cost it a quarter of a minute. Browsers flatten what nests
deeper than 512 levels (Blink's limit), and so does this: the tags are taken out, their text stays.

By the standard, formatting that is left open (`<font color=red>` without an end) is opened anew in every paragraph that follows:
a page of 80 kB can have millions of elements. So on pages that are flattened, few formatting elements stay open together.
"""

import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

from maintext.tags import ATTRIBUTES, BLOCK, NAMES, SELF_CLOSING, UNSEEN, VOID

MAX_DEPTH = 512
MAX_FORMATTING = 16  # formatting elements that are open together, where a page is flattened
_HARMLESS_TAGS = 3000  # a page with fewer tags parses in milliseconds however they nest
_MISFITS = 4  # so many times the limit, end tags that do not fit leave a page that still parses in milliseconds

_TAG = re.compile(
    rf"""
    <!--(?:-?>|.*?(?:--!?>|\Z))
    | <!\[CDATA\[.*?(?:\]\]>|\Z)
    | (?P<raw_start><(?P<raw>script|style|textarea|title|iframe|noembed|noframes|xmp)(?=[\s/>])) .*? (?:</(?P=raw)(?=[\s/>])|\Z)
    | <(?P<end>/?)(?P<name>[a-z][^\s/>]*){ATTRIBUTES}>?
    """,
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
# Elements that never hold another one, whose start tag closes the last one of their kind, or that hide what they hold.
_SHALLOW = VOID | SELF_CLOSING | UNSEEN | frozenset("a path use circle rect polygon polyline ellipse line stop".split())
# An end tag does not reach past these; that of an inline element not past any block either.
_SCOPES = frozenset("table object marquee applet template caption svg math button select".split())
_SPECIAL = BLOCK | _SCOPES
# What is opened anew. So is `a`, but there is never more than one of it.
_FORMATTING = frozenset("b big code em font i nobr s small strike strong tt u".split())
_NOTHING = "<!---->"  # in place of a tag that may stand inside a word; for others a space, so that no words are glued
_AFTER_NAME = " \t\n\r/>"
_IN_NAME = np.array([chr(code).isalnum() and not chr(code).isupper() for code in range(128)])
_LOWER = 0x20  # set in an octet, it makes capitals small


@cache
def _depth_steps() -> NDArray[np.int8]:
    """For the first three octets of a tag's name, small: 1 if an element of that name can nest, as far as they tell, else 0.

    A name that shares its beginning with one that can nest counts as one; so does what is no name at all. Only `meter` is taken
    for `meta`: the parser is not slow with it.
    """
    deep = {name[:3] for name in NAMES[1:] if name not in _SHALLOW} - {"met"}
    beginnings = {name[:3] for name in _SHALLOW if len(name) >= 3} - deep
    beginnings |= {name + end for name in _SHALLOW if len(name) == 2 for end in _AFTER_NAME}
    steps = np.zeros((128, 128, 128), dtype=np.int8)
    steps[ord("a") : ord("z") + 1] = 1
    for name in (name for name in _SHALLOW if len(name) == 1):
        steps[ord(name), [ord(end) | _LOWER for end in _AFTER_NAME]] = 0
    for beginning in beginnings:
        steps[tuple(ord(letter) | _LOWER for letter in beginning)] = 0
    return steps.ravel()


@cache
def look_for_kernel(limit: int) -> tuple[int, int, int, bytes]:
    """What the kernel needs to take the same look: numbers, and the steps with a bit for each beginning."""
    return limit, _MISFITS * limit, _HARMLESS_TAGS, np.packbits(_depth_steps() > 0, bitorder="little").tobytes()


def may_nest_deeper(source: bytes, limit: int) -> bool:
    """A quick look at the depth of a page in UTF-8, by the first three letters of the tags' names: start tags less end tags.

    The parser passes over an end tag that does not fit, which this cannot see. So it also says yes where many of them do not
    fit: more than four times the limit and a twentieth of all tags. What is left can nest deeper, but not so deep that the parser
    takes seconds. Ordinary pages leave hundreds of end tags out, and flattening takes several times as long as parsing.
    """
    begins = np.frombuffer(source, dtype=np.uint8) == ord("<")
    if np.count_nonzero(begins) <= _HARMLESS_TAGS:
        return False
    octets = np.frombuffer(source + b"    ", dtype=np.uint8)
    places = np.flatnonzero(begins) + 1
    closes = octets[places] == ord("/")
    places += closes
    first, second, third = ((octets[places + n] | _LOWER).astype(np.int64) & 127 for n in range(3))
    names = first << 14 | second << 7 | third
    nests = _depth_steps()[names] > 0
    names, closes = _names_alone(names[nests]), closes[nests]
    depth = np.cumsum(np.where(closes, -1, 1))
    return bool(depth.max(initial=0) > limit or _unmatched(names, closes, depth) > max(_MISFITS * limit, len(names) // 20))


def _names_alone(names: NDArray[np.int64]) -> NDArray[np.int64]:
    """Without what stands behind names of one or two letters, which differs between a start tag and its end tag."""
    second, third = _IN_NAME[names >> 7 & 127], _IN_NAME[names & 127]
    return np.where(second, np.where(third, names, names >> 7 << 7), names >> 14 << 14)


def _unmatched(names: NDArray[np.int64], closes: NDArray[np.bool_], depth: NDArray[np.int64]) -> int:
    """End tags that do not fit the start tag before them on their level: on each level start and end tags take turns."""
    level = np.clip(depth - 1 + closes, -1, 2**15 - 1).astype(np.int16)
    order = np.argsort(level, kind="stable")
    pairs = (level[order[1:]] == level[order[:-1]]) & closes[order[1:]] & ~closes[order[:-1]]
    unlike = pairs & (names[order[1:]] != names[order[:-1]])
    return int(unlike.sum() + (level < 0).sum())


def flatten(source: str, limit: int) -> tuple[str, int]:
    """Take out the tags that open an element below `limit` levels, those that open one more formatting element than
    MAX_FORMATTING, and their end tags; all text stays. Linear in the source.

    Follows the parser as far as depth goes; where it repairs a page in other ways, this may flatten a little early.
    """
    kept: list[str] = []
    opened, formatting = _OpenElements(), _OpenFormatting()
    at, done, dropped = 0, 0, 0
    while (tag := _TAG.search(source, at)) is not None:
        at = tag.end()
        if tag["raw"] and opened.in_foreign_content():  # there it is an element like any other
            at = tag.end("raw_start")
        name = (tag["name"] or "").lower()
        if not name or name in _SHALLOW:
            continue
        is_end = bool(tag["end"])
        goes = name in _FORMATTING and formatting.is_too_many(name, is_end)
        level = None if goes else opened.close(name) if is_end else opened.open(name)
        if goes or (level is not None and level >= limit):
            kept += (source[done : tag.start()], _NOTHING if name in _FORMATTING else " ")
            done = tag.end()
            dropped += 1
    kept.append(source[done:])
    return "".join(kept), dropped


class _OpenFormatting:
    """Formatting elements between their tags. Whatever closes around them, the parser opens them again; that the end of a cell
    ends this is passed over, since few pages get here, and all that they can lose is formatting."""

    def __init__(self) -> None:
        self._stay: dict[str, list[bool]] = {}  # for each open element of a name whether its tags stay
        self._count = 0  # of those that do

    def is_too_many(self, name: str, is_end: bool) -> bool:
        """Whether this tag goes, as one that opens an element too many or ends one."""
        stay = self._stay.setdefault(name, [])
        if is_end:
            stays = not stay or stay[-1]
            self._count -= sum(stay[-1:])
            del stay[-1:]
        else:
            stays = self._count < MAX_FORMATTING
            self._count += stays
            stay.append(stays)
        return not stays


class _OpenElements:
    """The parser's stack, with what an end tag needs to know in no time: where the last element of a name stands."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._places: dict[str, list[int]] = {}
        self._special = [-1]
        self._scopes = [-1]

    def in_foreign_content(self) -> bool:
        return bool(self._places.get("svg") or self._places.get("math"))

    def open(self, name: str) -> int:
        """The level that an element opens on."""
        level = len(self._names)
        self._names.append(name)
        self._places.setdefault(name, []).append(level)
        if name in _SPECIAL:
            self._special.append(level)
        if name in _SCOPES:
            self._scopes.append(level)
        return level

    def close(self, name: str) -> int | None:
        """The level of the element that an end tag closes, with all that is open inside; None if the parser passes it over."""
        places = self._places.get(name)
        barrier = 0 if name in _SCOPES else self._scopes[-1] if name in BLOCK else self._special[-1]
        if not places or places[-1] < barrier:
            return None
        level = places[-1]
        while len(self._names) > level:
            self._places[self._names.pop()].pop()
        while self._special[-1] >= level:
            self._special.pop()
        while self._scopes[-1] >= level:
            self._scopes.pop()
        return level
