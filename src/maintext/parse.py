"""HTML to `Page`: the only module that imports the HTML parser.

The parser is lexbor, through selectolax: the tree that browsers build. Its nodes are read once, in document order, into flat
lists; the rest is array work. No recursion: a page may nest as deep as it likes.
"""

import re
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from maintext.decode import decode
from maintext.errors import BadInput
from maintext.page import ArrayT, Attributes, BoolArray, IntArray, Page, read_only
from maintext.tags import ATTRIBUTES, BLOCK, NAMES, NUMBER, PREFORMATTED, SELF_CLOSING, TEXT, UNSEEN, VOID, member_table

# Browsers flatten what nests deeper than this (Blink's limit). Lexbor takes quadratic time there: 100,000 open elements cost it
# a quarter of a minute.
MAX_DEPTH = 512
_HARMLESS_TAGS = 3000  # a page with fewer tags parses in milliseconds however they nest

_SPACE, _SEPARATOR = ord(" "), 0
_UNKNOWN = -1
_MAX_LEXBOR_NUMBER = 1024  # beyond the numbers of lexbor's own element names (about 200), below any address
_IS_PREFORMATTED = member_table(PREFORMATTED)


def parse(html: "str | bytes | object", *, charset: str | None = None, url: str | None = None) -> Page:
    """Turn a page into its table.

    `html` is text, bytes (decoded as `maintext.decode` says, `charset` being what the transport declared), a parsed
    selectolax tree or an lxml tree. Trees are read, never changed. Any text parses; anything else is a `BadInput`.
    """
    warnings: tuple[str, ...] = ()
    if isinstance(html, (bytes, bytearray, memoryview)):
        html = decode(bytes(html), charset=charset)
    if isinstance(html, LexborHTMLParser):
        tree, source = html, ""
    else:
        source = html if isinstance(html, str) else _markup(html)
        if _may_nest_deeper(source, MAX_DEPTH):
            source, dropped = flatten(source, MAX_DEPTH)
            if dropped:
                warnings = (f"nested deeper than {MAX_DEPTH} levels: {dropped} inner tags were ignored, their text was kept",)
        tree = LexborHTMLParser(source, options=LexborDocumentOptions.WO_EVENTS)
    return _read(tree, source, url, warnings)


def _markup(tree: object) -> str:
    """The HTML of a tree that another parser built."""
    library = type(tree).__module__.partition(".")[0]
    markup = _lxml_markup(tree) if library == "lxml" else getattr(tree, "html", None) if library == "selectolax" else None
    if not isinstance(markup, str):
        raise BadInput(f"cannot read a page from {type(tree).__name__}: give str, bytes, a selectolax tree or an lxml tree")
    return markup


def _lxml_markup(tree: object) -> str | None:
    from lxml import etree  # only a caller who has lxml can get here

    try:
        markup: str = etree.tostring(tree, encoding="unicode", method="html", with_tail=False)
    except TypeError:  # some other object of lxml's
        return None
    return markup


# -- depth ---------------------------------------------------------------------------------------------------------------

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
_AFTER_NAME = " \t\n\r/>"
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


def _may_nest_deeper(source: str, limit: int) -> bool:
    """A quick look at the depth, by the first three letters of the tags' names: start tags less end tags.

    The parser passes over an end tag that does not fit, which this cannot see. So it also says yes where more of them do not fit
    than the limit and a twentieth of all tags: what is left can nest deeper, but not so deep that the parser takes seconds.
    """
    if source.count("<") <= _HARMLESS_TAGS:
        return False
    octets = np.frombuffer(source.encode("utf-8", "replace") + b"    ", dtype=np.uint8)
    places = np.flatnonzero(octets == ord("<")) + 1
    closes = octets[places] == ord("/")
    places += closes
    first, second, third = ((octets[places + n] | _LOWER).astype(np.int64) & 127 for n in range(3))
    names = first << 14 | second << 7 | third
    nests = _depth_steps()[names] > 0
    names, closes = names[nests], closes[nests]
    depth = np.cumsum(np.where(closes, -1, 1))
    return bool(depth.max(initial=0) > limit or _unmatched(names, closes, depth) > max(limit, len(names) // 20))


def _unmatched(names: IntArray, closes: BoolArray, depth: IntArray) -> int:
    """End tags that do not fit the start tag before them on their level: on each level start and end tags take turns."""
    level = np.clip(depth - 1 + closes, -1, 2**15 - 1).astype(np.int16)
    order = np.argsort(level, kind="stable")
    pairs = (level[order[1:]] == level[order[:-1]]) & closes[order[1:]] & ~closes[order[:-1]]
    unlike = pairs & (names[order[1:]] != names[order[:-1]])
    return int(unlike.sum() + (level < 0).sum())


def flatten(source: str, limit: int) -> tuple[str, int]:
    """Take out the tags that open an element below `limit` levels, and their end tags; all text stays. Linear in the source.

    Follows the parser as far as depth goes; where it repairs a page in other ways, this may flatten a little early.
    """
    kept: list[str] = []
    opened = _OpenElements()
    at, done, dropped = 0, 0, 0
    while (tag := _TAG.search(source, at)) is not None:
        at = tag.end()
        if tag["raw"] and opened.in_foreign_content():  # there it is an element like any other
            at = tag.end("raw_start")
        name = (tag["name"] or "").lower()
        if not name or name in _SHALLOW:
            continue
        level = opened.close(name) if tag["end"] else opened.open(name)
        if level is not None and level >= limit:
            kept.append(source[done : tag.start()])
            done = tag.end()
            dropped += 1
    kept.append(source[done:])
    # A space in place of each tag, so that no words are glued.
    return " ".join(kept), dropped


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


# -- tree to columns -----------------------------------------------------------------------------------------------------


def _lexbor_numbers() -> tuple[IntArray, frozenset[int], frozenset[int], int]:
    """Lexbor's numbers, resolved by name, since they shift between versions: a table from theirs to ours, those of nodes that
    are passed over, those of preformatted elements, and that of text.

    Names that lexbor does not know have an address for a number, another one in each document: they are left to `_tags`.
    """
    document = LexborHTMLParser("<body>x<!----><?x>")
    assert document.body is not None
    text, *others = (node.tag_id for node in document.body.iter(include_text=True))
    numbers = {name: document.create_node(name).tag_id for name in NAMES[1:]}
    known = {name: number for name, number in numbers.items() if number < _MAX_LEXBOR_NUMBER}
    table = np.full(max(known.values()) + 1, _UNKNOWN, dtype=np.int64)
    table[list(known.values())] = [NUMBER[name] for name in known]
    table[text] = TEXT
    passed_over = {known[name] for name in UNSEEN} | set(others)
    return table, frozenset(passed_over), frozenset(known[name] for name in PREFORMATTED), text


_FROM_LEXBOR, _PASSED_OVER, _PREFORMATTED, _LEXBOR_TEXT = _lexbor_numbers()


@dataclass(slots=True)
class _Rows:
    """What one walk of the tree collects: lists with an entry for each row, and lists with one for each text run."""

    nodes: list[LexborNode | None] = field(default_factory=list)  # None for a text run, which has no attributes
    tags: list[int] = field(default_factory=list)  # lexbor's numbers
    parents: list[int] = field(default_factory=list)
    text_rows: list[int] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    spaced: list[bool] = field(default_factory=list)  # white space stands before the run
    blank: list[str] = field(default_factory=list)  # it, where no element that preserves it begins in between


def _walk(body: LexborNode) -> _Rows:
    """Document order, iteratively; blank text and what is never shown gets no row. This loop is half of the cost of a page."""
    rows = _Rows()
    add_node, add_tag, add_parent = rows.nodes.append, rows.tags.append, rows.parents.append  # locals are faster
    add_text_row, add_raw, add_spaced, add_blank = rows.text_rows.append, rows.raw.append, rows.spaced.append, rows.blank.append
    text_tag, passed_over = _LEXBOR_TEXT, _PASSED_OVER
    node, parent, row = body, 0, 0
    above: list[tuple[LexborNode, int]] = []  # the open elements, each with its parent's row
    blank, ends_in_space = "", False
    while True:
        tag = node.tag_id
        if tag == text_tag:
            text = node.text_content or " "
            if text.isspace():
                blank += text
            else:
                add_node(None)
                add_tag(tag)
                add_parent(parent)
                add_text_row(row)
                add_raw(text)
                add_spaced(ends_in_space or blank != "" or text[0].isspace())
                add_blank(blank)
                blank, ends_in_space = "", text[-1].isspace()
                row += 1
        elif tag not in passed_over:
            add_node(node)
            add_tag(tag)
            add_parent(parent)
            if tag in _PREFORMATTED and blank:
                blank, ends_in_space = "", True
            child = node.first_child
            row += 1
            if child is not None:
                above.append((node, parent))
                node, parent = child, row - 1
                continue
        following = node.next if above else None
        while following is None:
            if not above:
                return rows
            node, parent = above.pop()
            following = node.next if above else None
        node = following


def _read(tree: LexborHTMLParser, source: str, url: str | None, warnings: tuple[str, ...]) -> Page:
    # A frameset has no body: its page is one empty row, so that every method finds a row 0.
    rows = _walk(tree.body if tree.body is not None else tree.create_node("body"))
    count = len(rows.nodes)
    tag, tag_names = _tags(rows)
    parent = np.array(rows.parents)
    parent[0] = -1
    text_rows = np.array(rows.text_rows, dtype=np.int64)
    characters, start, chars = _collapse(rows.raw)
    page = Page(
        tag=read_only(tag),
        parent=read_only(parent),
        start=_scattered(start, text_rows, count),
        chars=_scattered(chars, text_rows, count),
        spaced=_scattered(np.array(rows.spaced, dtype=bool), text_rows, count),
        characters=characters,
        tag_names=tag_names,
        source=source or (tree.raw_html or b"").decode("utf-8", "replace"),
        url=url,
        warnings=warnings,
        read_attributes=_AttributeReader(tree, rows.nodes),
    )
    return page if _PREFORMATTED.isdisjoint(rows.tags) else replace(page, verbatim=_verbatim(page, rows))


def _tags(rows: _Rows) -> tuple[IntArray, tuple[str, ...]]:
    """Our number of each node's name, and the names behind the numbers: ours, then the custom elements of this page."""
    theirs = np.array(rows.tags, dtype=np.int64)
    tag = _FROM_LEXBOR[np.where(theirs < len(_FROM_LEXBOR), theirs, 0)]
    tag[theirs >= len(_FROM_LEXBOR)] = _UNKNOWN
    custom: dict[str, int] = {}
    for row in np.flatnonzero(tag == _UNKNOWN).tolist():
        node = rows.nodes[row]
        name = (node.tag if node is not None else None) or ""
        tag[row] = NUMBER[name] if name in NUMBER else custom.setdefault(name, len(NAMES) + len(custom))
    return tag, NAMES + tuple(custom)


def _collapse(raw: list[str]) -> tuple[str, IntArray, IntArray]:
    """Collapse the white space of all text runs in one go: the joined text, where each run starts in it, and its length
    without outer white space. No-break spaces count as white space: pages use them for layout."""
    if not raw:
        return "", np.zeros(0, np.int64), np.zeros(0, np.int64)
    joined = " ".join("\0".join(raw).split())
    codes = np.frombuffer((joined + "\0").encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    stop = np.flatnonzero(codes == _SEPARATOR)
    if len(stop) != len(raw):  # a tree that somebody filled with NUL characters by hand
        return _collapse([text.replace("\0", "\ufffd") for text in raw])
    start = np.concatenate(([0], stop[:-1] + 1))
    start += codes[start] == _SPACE
    return joined, start, stop - (codes[stop - 1] == _SPACE) - start


def _verbatim(page: Page, rows: _Rows) -> MappingProxyType[int, str]:
    """What the runs inside `pre` look like as written, each with the blank text before it."""
    preformatted = page.inside(page.is_any(_IS_PREFORMATTED)).tolist()
    texts = zip(rows.text_rows, rows.raw, rows.blank, strict=True)
    return MappingProxyType({row: blank + text for row, text, blank in texts if preformatted[row]})


def _scattered(values: ArrayT, rows: IntArray, length: int) -> ArrayT:
    """A read-only column with the values at the given rows and nothing elsewhere."""
    column = np.zeros(length, dtype=values.dtype)
    column[rows] = values
    return read_only(column)  # type: ignore[return-value]


class _AttributeReader:
    """Reads the attributes of a row from the parsed tree, which it keeps alive."""

    def __init__(self, tree: LexborHTMLParser, nodes: list[LexborNode | None]) -> None:
        self._tree = tree
        self._nodes = nodes

    def __call__(self, row: int) -> Attributes:
        node = self._nodes[row]
        return node.attributes if node is not None else {}
