"""The parser's tree by selectolax's objects: read once, in document order, into flat lists; the rest is array work. No recursion:
a page may nest as deep as it likes.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import attrgetter
from struct import pack
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from maintext.document import TELLING_LINKS, Attributes, Head, Said, TexScript, Words
from maintext.page import ArrayT, BoolArray, IntArray, Page, codepoints, read_only
from maintext.properties import cached_property
from maintext.tags import NAMES, NUMBER, PREFORMATTED, TEXT, UNSEEN, member_table

_SPACE, _SEPARATOR = np.uint32(ord(" ")), 0
_IS_SPACE = np.array([chr(code).isspace() for code in range(0x3002)])  # no white space beyond; the last entry answers for all
UNKNOWN = -1
JSON_LD, TEX = "application/ld+json", "math/tex"  # types of scripts
MAX_LEXBOR_NUMBER = 1024  # beyond the numbers of lexbor's own element names (about 200), below any address
_IS_PREFORMATTED = member_table(PREFORMATTED)


def tree_of(octets: bytes) -> LexborHTMLParser:
    """The parser's own tree, without what only scripts need."""
    return LexborHTMLParser(octets, options=LexborDocumentOptions.WO_EVENTS)


def _lexbor_numbers() -> tuple[IntArray, frozenset[int], frozenset[int], int, dict[int, str]]:
    """Lexbor's numbers, resolved by name, since they shift between versions: a table from theirs to ours, those of nodes that
    are passed over, those of preformatted elements, that of text, and the names of what `Tree` reads.

    Names that lexbor does not know have an address for a number, another one in each document: they are left to `_tags`.
    """
    document = LexborHTMLParser("<body>x<!----><?x>")
    assert document.body is not None
    text, *others = (node.tag_id for node in document.body.iter(include_text=True))
    numbers = {name: document.create_node(name).tag_id for name in NAMES[1:]}
    known = {name: number for name, number in numbers.items() if number < MAX_LEXBOR_NUMBER}
    table = np.full(max(known.values()) + 2, UNKNOWN, dtype=np.int64)
    table[list(known.values())] = [NUMBER[name] for name in known]
    table[text] = TEXT
    passed_over = {known[name] for name in UNSEEN} | set(others)
    read_later = {known[name]: name for name in ("title", "base", "meta", "link", "script")}
    return table, frozenset(passed_over), frozenset(known[name] for name in PREFORMATTED), text, read_later


FROM_LEXBOR, PASSED_OVER, _PREFORMATTED, _LEXBOR_TEXT, _READ_LATER = _lexbor_numbers()
_SPECIAL = PASSED_OVER | _PREFORMATTED
_ATTRIBUTES = attrgetter("attributes")
LEXBOR_SCRIPT = next(number for number, name in _READ_LATER.items() if name == "script")


@dataclass(slots=True)
class _Rows:
    """What one walk of the tree collects: lists with an entry for each row, and what only some rows have."""

    nodes: list[LexborNode | None] = field(default_factory=list)  # None for a text run, which has no attributes
    tags: list[int] = field(default_factory=list)  # lexbor's numbers
    parents: list[int] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)  # the text of each text run
    after_blank: list[int] = field(default_factory=list)  # rows of the text runs before which blank text stands
    blank: dict[int, str] = field(default_factory=dict)  # the blank text before a row, where it may have to be shown as written
    scripts: list[tuple[LexborNode, int, int]] = field(default_factory=list)  # each with the row after it and its parent's


def walk(body: LexborNode) -> _Rows:
    """Document order, iteratively; blank text and what is never shown gets no row. This loop takes a tenth of the time of a page.

    Most text nodes are blank, and lexbor can tell without making a string of them. What they hold matters inside preformatted
    elements alone, so it is read from the first one of those on.
    """
    rows = _Rows([body], [body.tag_id], [-1])
    nodes, parents = rows.nodes, rows.parents
    add_node, add_tag, add_parent, add_raw = nodes.append, rows.tags.append, parents.append, rows.raw.append  # locals are faster
    add_after_blank, text_tag, special, script_tag = rows.after_blank.append, _LEXBOR_TEXT, _SPECIAL, LEXBOR_SCRIPT
    node, parent, row = body.first_child, 0, 1
    blank, after_blank, as_written = "", False, False
    while True:
        while node is None:  # up again, by what was collected on the way down
            if not parent:
                return rows
            above = nodes[parent]
            assert above is not None
            parent = parents[parent]
            node = above.next
        tag = node.tag_id
        if tag == text_tag:
            if node.is_empty_text_node and not as_written:
                after_blank = True
            elif (text := node.text_content or " ").isspace():
                blank += text
                after_blank = True
            else:
                add_node(None)
                add_tag(tag)
                add_parent(parent)
                add_raw(text)
                if after_blank:
                    add_after_blank(row)
                    if blank:
                        rows.blank[row] = blank
                        blank = ""
                    after_blank = False
                row += 1
        else:
            if tag in special:
                if tag in PASSED_OVER:
                    if tag == script_tag:
                        rows.scripts.append((node, row, parent))
                    node = node.next
                    continue
                blank, as_written = "", True  # what stands before a preformatted element is not inside
            add_node(node)
            add_tag(tag)
            add_parent(parent)
            child = node.first_child
            if child is not None:
                node, parent = child, row
                row += 1
                continue
            row += 1
        node = node.next


def read_tree(tree: LexborHTMLParser, source: str, url: str | None, warnings: tuple[str, ...]) -> Page:
    # A frameset has no body: its page is one empty row, so that every method finds a row 0.
    rows = walk(tree.body if tree.body is not None else tree.create_node("body"))
    count = len(rows.nodes)
    tag, tag_names = _tags(rows)
    text_rows = (tag == TEXT).nonzero()[0]
    codes, start, chars, spaced = _collapse(rows.raw)
    spaced = _scattered(spaced, text_rows, count)
    spaced[rows.after_blank] = True
    page = Page(
        tag=read_only(tag),
        parent=read_only(_integers(rows.parents)),
        start=read_only(_scattered(start, text_rows, count)),
        chars=read_only(_scattered(chars, text_rows, count)),
        spaced=read_only(spaced),
        characters=codes.tobytes().decode("utf-32-le", "surrogatepass"),
        tag_names=tag_names,
        source=source or (tree.raw_html or b"").decode("utf-8", "replace"),
        url=url,
        warnings=warnings,
        document=Tree(tree, rows.nodes, rows.scripts),
    )
    if not _PREFORMATTED.isdisjoint(rows.tags):
        page = replace(page, verbatim=_verbatim(page, rows))
    vars(page)["codes"] = read_only(codes)  # as if they had been asked for
    return page


def _integers(values: list[int]) -> IntArray:
    return np.frombuffer(pack(f"={len(values)}q", *values), dtype=np.int64)  # twice as fast as any function of numpy's


def _tags(rows: _Rows) -> tuple[IntArray, tuple[str, ...]]:
    """Our number of each node's name, and the names behind the numbers: ours, then the custom elements of this page."""
    theirs = _integers(rows.tags)
    tag = FROM_LEXBOR[np.minimum(theirs, len(FROM_LEXBOR) - 1)]  # the last entry answers for all addresses
    custom: dict[str, int] = {}
    for row in (tag == UNKNOWN).nonzero()[0].tolist():
        node = rows.nodes[row]
        name = (node.tag if node is not None else None) or ""
        tag[row] = NUMBER[name] if name in NUMBER else custom.setdefault(name, len(NAMES) + len(custom))
    return tag, NAMES + tuple(custom)


def _collapse(raw: list[str]) -> tuple[NDArray[np.uint32], IntArray, IntArray, BoolArray]:
    """Collapse the white space of all text runs in one go: the codes of the joined text, where each run starts in it, its length
    without outer white space, and whether it begins with white space or the one before it ends with some. No-break spaces count
    as white space: pages use them for layout."""
    if not raw:
        return np.zeros(0, np.uint32), np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, bool)
    codes = codepoints("\0".join([*raw, ""]))
    is_space = _IS_SPACE.take(codes, mode="clip")
    repeats = is_space.copy()  # the page begins as if after a space
    repeats[1:] &= is_space[:-1]
    codes = np.where(is_space, _SPACE, codes)[~repeats]
    stop = (codes == _SEPARATOR).nonzero()[0]
    if len(stop) != len(raw):  # a tree that somebody filled with NUL characters by hand
        return _collapse([text.replace("\0", "\ufffd") for text in raw])
    start = np.concatenate(([0], stop[:-1] + 1))
    starts_spaced, ends_spaced = codes[start] == _SPACE, codes[stop - 1] == _SPACE
    start += starts_spaced
    chars = stop - ends_spaced - start
    starts_spaced[0] = is_space[0]
    starts_spaced[1:] |= ends_spaced[:-1]
    return codes[: start[-1] + chars[-1]], start, chars, starts_spaced


def _verbatim(page: Page, rows: _Rows) -> MappingProxyType[int, str]:
    """What the runs inside `pre` look like as written, each with the blank text before it."""
    preformatted = page.inside(page.is_any(_IS_PREFORMATTED)).tolist()
    texts = zip(page.text_rows.tolist(), rows.raw, strict=True)
    return MappingProxyType({row: rows.blank.get(row, "") + text for row, text in texts if preformatted[row]})


def _scattered(values: ArrayT, rows: IntArray, length: int) -> ArrayT:
    """A column with the values at the given rows and nothing elsewhere."""
    column = np.zeros(length, dtype=values.dtype)
    column[rows] = values
    return column  # type: ignore[return-value]


class Tree:
    """The parsed tree, kept alive for what is read from it only now and then."""

    def __init__(
        self, tree: LexborHTMLParser, nodes: list[LexborNode | None], scripts: list[tuple[LexborNode, int, int]]
    ) -> None:
        self._tree = tree
        self._nodes = nodes
        self._scripts = scripts  # of the body

    def attributes(self, row: int) -> Attributes:
        node = self._nodes[row]
        return node.attributes if node is not None else {}

    def attributes_of(self, elements: Sequence[int]) -> Iterator[Attributes]:
        return map(_ATTRIBUTES, map(self._nodes.__getitem__, elements))

    @cached_property
    def _head(self) -> dict[str, list[LexborNode]]:
        """The nodes of the head by their names: walking its few children is far cheaper than a query of the whole tree."""
        found: dict[str, list[LexborNode]] = {name: [] for name in _READ_LATER.values()}
        for node in self._tree.head.iter() if self._tree.head is not None else ():
            name = _READ_LATER.get(node.tag_id)
            if name is not None:
                found[name].append(node)
        return found

    def title(self) -> str:
        titles = self._head["title"]
        return " ".join(titles[0].text().split()) if titles else ""

    def meta(self, name: str) -> str:
        return self._metas.meta(name)

    @cached_property
    def _metas(self) -> Head:
        """What `meta` needs: a head without its links, of which there are many."""
        return Head(metas=tuple(node.attributes for node in self._head["meta"]))

    def head(self) -> Head:
        root = self._tree.root
        bases, links = ([node.attributes for node in self._head[name]] for name in ("base", "link"))
        return head_of(self.title(), root.attributes if root is not None else {}, bases, self._metas.metas, links)

    def said(self) -> Said:
        head = self.head()
        links = ((link.get("rel"), link.get("href")) for link in head.links)
        return Said(
            head.language,
            head.base,
            [(rel, href) for rel, href in links if rel and href is not None and _holding(TELLING_LINKS)(rel)],
        )

    def metas(self, names: dict[str, str], most: int) -> dict[str, list[str]]:
        contents: dict[str, list[str]] = {}
        for meta in self._metas.metas:
            name, content = names.get((_name_of(meta) or "").strip().lower()), meta.get("content")
            if name is not None and content:
                of_name = contents.setdefault(name, [])
                of_name += [content] if len(of_name) < most else []
        return contents

    def names(self, row: int) -> str:
        return names_in(self.attributes(row))

    def clues(self, first: int, end: int, wanted: Words) -> list[int]:
        return self.clues_among(list(range(max(first, 0), min(end, len(self._nodes)))), wanted)

    def clues_among(self, rows: list[int], wanted: Words) -> list[int]:
        patterns = _patterns(wanted)
        found: list[int] = []
        for row in rows:
            node = self._nodes[row]
            attributes = node.attributes if node is not None else None
            for name, holds in patterns if attributes else ():
                value = attributes.get(name) if attributes else None
                if value and holds(value):
                    found.append(row)
                    break
        return found

    def json_ld(self) -> tuple[str, ...]:
        in_head = [node.text() for node in self._head["script"] if _type_of_script(node) == JSON_LD]
        in_body = [node.text() for node, _, _ in self._scripts_of(JSON_LD)]
        return (*in_head, *in_body)

    @cached_property
    def _types_of_scripts(self) -> list[str]:
        return [_type_of_script(node) for node, _, _ in self._scripts]

    def _scripts_of(self, media_type: str) -> list[tuple[LexborNode, int, int]]:
        """The scripts in the body of a type, each with the row after it and its parent's."""
        return [script for script, type_ in zip(self._scripts, self._types_of_scripts, strict=True) if type_ == media_type]

    def tex_scripts(self) -> tuple[TexScript, ...]:
        tex = self._scripts_of(TEX)
        found = (tex_script(node.attributes["type"] or "", node.text(), row, parent) for node, row, parent in tex)
        return tuple(script for script in found if script.tex)


def head_of(
    title: str, root: Attributes, bases: Sequence[Attributes], metas: Sequence[Attributes], links: Sequence[Attributes]
) -> Head:
    base = next((base["href"] for base in bases if base.get("href")), None)
    return Head(title, root.get("lang"), base, tuple(metas), tuple(links))


def names_in(attributes: Attributes) -> str:
    return " ".join(filter(None, (attributes.get("class"), attributes.get("id")))).lower()


def _name_of(meta: Attributes) -> str | None:
    return meta.get("property") or meta.get("name") or meta.get("itemprop") or meta.get("http-equiv")


@lru_cache
def _patterns(wanted: Words) -> tuple[tuple[str, Callable[[str], bool]], ...]:
    """For each attribute what looks for its words."""
    return tuple((name, _holding(tuple(words))) for name, *words in wanted.by_attribute)


@lru_cache
def _holding(words: tuple[str, ...]) -> Callable[[str], bool]:
    """What tells whether a value may hold any of the words: letters of either case, or any beyond ASCII."""
    find = re.compile("|".join(map(re.escape, words))).search

    @lru_cache(maxsize=1 << 12)  # classes repeat
    def may_hold(value: str) -> bool:
        return not value.isascii() or find(value.lower()) is not None

    return may_hold


def _type_of_script(node: LexborNode) -> str:
    media_type = node.attributes.get("type")
    return _essence(media_type) if media_type else ""


@lru_cache  # there are few
def _essence(media_type: str) -> str:
    return media_type.partition(";")[0].strip().lower()


def tex_script(media_type: str, text: str, row: int, parent: int) -> TexScript:
    mode = media_type.lower().partition(";")[2]
    return TexScript(row, parent, " ".join(text.split()), is_display="display" in mode)
