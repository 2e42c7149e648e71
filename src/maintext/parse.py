"""HTML to `Page`: the only module that imports the HTML parser.

The parser is lexbor, through selectolax: the tree that browsers build. Its nodes are read once, in document order, into flat
lists; the rest is array work. No recursion: a page may nest as deep as it likes. Where the compiled kernel is at hand, it reads
the tree (`_read_compiled`), to the same result.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np
import selectolax
from selectolax import lexbor
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from maintext import kernel, marks
from maintext.decode import decode_with_octets
from maintext.depth import MAX_DEPTH, flatten, may_nest_deeper
from maintext.errors import BadInput
from maintext.page import ArrayT, Attributes, BoolArray, Head, IntArray, Page, TexScript, read_only
from maintext.table import page_of, table_of
from maintext.tags import LINKS, NAMES, NUMBER, PREFORMATTED, TEXT, UNSEEN, member_table

_SPACE, _SEPARATOR = np.uint32(ord(" ")), 0
_IS_SPACE = np.array([chr(code).isspace() for code in range(0x3002)])  # no white space beyond; the last entry answers for all
_UNKNOWN = -1
_JSON_LD, _TEX = "application/ld+json", "math/tex"  # types of scripts
_MAX_LEXBOR_NUMBER = 1024  # beyond the numbers of lexbor's own element names (about 200), below any address
_IS_PREFORMATTED = member_table(PREFORMATTED)


def parse(html: "str | bytes | object", *, charset: str | None = None, url: str | None = None) -> Page:
    """Turn a page into its table.

    `html` is text, bytes (decoded as `maintext.decode` says, `charset` being what the transport declared), a parsed
    selectolax tree or an lxml tree. Trees are read, never changed. Any text parses; anything else is a `BadInput`.
    """
    return parse_for(html, charset=charset, url=url, with_marks=True)


def parse_for(html: "str | bytes | object", *, charset: str | None, url: str | None, with_marks: bool) -> Page:
    """The same for a method that asks for marks (see `maintext.marks`) or not: without them the kernel reads a page faster.
    Whoever asks all the same gets them from Python."""
    warnings: tuple[str, ...] = ()
    octets: bytes | None = None
    if isinstance(html, (bytes, bytearray, memoryview)):
        html, octets = decode_with_octets(bytes(html), charset=charset)
    if isinstance(html, LexborHTMLParser):
        return _read(html, "", url, warnings)  # by its objects: whoever made the tree may change it
    source = html if isinstance(html, str) else _markup(html)
    if octets is None:
        octets = _encode(source)
    if may_nest_deeper(octets, MAX_DEPTH):
        source, dropped = flatten(source, MAX_DEPTH)
        octets = _encode(source)
        if dropped:
            warnings = (f"nested deeper than {MAX_DEPTH} levels: {dropped} inner tags were ignored, their text was kept",)
    tree = tree_of(octets)
    reader, _ = _reading()
    page = None if reader is None else _read_compiled(reader, tree, source, url, warnings, with_marks)
    return _read(tree, source, url, warnings) if page is None else page


def tree_of(octets: bytes) -> LexborHTMLParser:
    """The parser's own tree, without what only scripts need."""
    return LexborHTMLParser(octets, options=LexborDocumentOptions.WO_EVENTS)


def _encode(source: str) -> bytes:
    """UTF-8, without halves of characters, which no encoding has."""
    module = kernel.compiled()
    if module is None or source.isascii():
        return source.encode("utf-8", "ignore")
    octets: bytes = module.encode(source)
    return octets


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


# -- tree to columns -----------------------------------------------------------------------------------------------------


def _lexbor_numbers() -> tuple[IntArray, frozenset[int], frozenset[int], int, dict[int, str]]:
    """Lexbor's numbers, resolved by name, since they shift between versions: a table from theirs to ours, those of nodes that
    are passed over, those of preformatted elements, that of text, and the names of what `_Tree` reads.

    Names that lexbor does not know have an address for a number, another one in each document: they are left to `_tags`.
    """
    document = LexborHTMLParser("<body>x<!----><?x>")
    assert document.body is not None
    text, *others = (node.tag_id for node in document.body.iter(include_text=True))
    numbers = {name: document.create_node(name).tag_id for name in NAMES[1:]}
    known = {name: number for name, number in numbers.items() if number < _MAX_LEXBOR_NUMBER}
    table = np.full(max(known.values()) + 2, _UNKNOWN, dtype=np.int64)
    table[list(known.values())] = [NUMBER[name] for name in known]
    table[text] = TEXT
    passed_over = {known[name] for name in UNSEEN} | set(others)
    read_later = {known[name]: name for name in ("title", "base", "meta", "link", "script")}
    return table, frozenset(passed_over), frozenset(known[name] for name in PREFORMATTED), text, read_later


_FROM_LEXBOR, _PASSED_OVER, _PREFORMATTED, _LEXBOR_TEXT, _READ_LATER = _lexbor_numbers()
_LEXBOR_SCRIPT = next(number for number, name in _READ_LATER.items() if name == "script")


@dataclass(slots=True)
class _Rows:
    """What one walk of the tree collects: lists with an entry for each row, and lists with one for each text run."""

    nodes: list[LexborNode | None] = field(default_factory=list)  # None for a text run, which has no attributes
    tags: list[int] = field(default_factory=list)  # lexbor's numbers
    parents: list[int] = field(default_factory=list)
    text_rows: list[int] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    after_blank: list[bool] = field(default_factory=list)  # blank text stands before the run
    blank: list[str] = field(default_factory=list)  # it, where no element that preserves it begins in between
    scripts: list[tuple[LexborNode, int, int]] = field(default_factory=list)  # each with the row after it and its parent's


def _walk(body: LexborNode) -> _Rows:
    """Document order, iteratively; blank text and what is never shown gets no row. This loop is half of the cost of a page."""
    rows = _Rows()
    nodes, parents = rows.nodes, rows.parents
    add_node, add_tag, add_parent = nodes.append, rows.tags.append, parents.append  # locals are faster
    add_text_row, add_raw = rows.text_rows.append, rows.raw.append
    add_after_blank, add_blank = rows.after_blank.append, rows.blank.append
    text_tag, passed_over, script_tag, preformatted = _LEXBOR_TEXT, _PASSED_OVER, _LEXBOR_SCRIPT, _PREFORMATTED
    node, parent, row = body, -1, 0
    blank, after_blank = "", False
    while True:
        tag = node.tag_id
        if tag == text_tag:
            text = node.text_content or " "
            if text.isspace():
                blank += text
                after_blank = True
            else:
                add_node(None)
                add_tag(tag)
                add_parent(parent)
                add_text_row(row)
                add_raw(text)
                add_after_blank(after_blank)
                add_blank(blank)
                blank, after_blank = "", False
                row += 1
        elif tag not in passed_over:
            add_node(node)
            add_tag(tag)
            add_parent(parent)
            if blank and tag in preformatted:
                blank = ""
            child = node.first_child
            if child is not None:
                node, parent = child, row
                row += 1
                continue
            row += 1
        elif tag == script_tag:
            rows.scripts.append((node, row, parent))
        following = node.next if parent >= 0 else None
        while following is None:  # up again, by what was collected on the way down
            if parent <= 0:
                return rows
            above = nodes[parent]
            assert above is not None
            parent = parents[parent]
            following = above.next
        node = following


def _read(tree: LexborHTMLParser, source: str, url: str | None, warnings: tuple[str, ...]) -> Page:
    # A frameset has no body: its page is one empty row, so that every method finds a row 0.
    rows = _walk(tree.body if tree.body is not None else tree.create_node("body"))
    count = len(rows.nodes)
    tag, tag_names = _tags(rows)
    parent = np.fromiter(rows.parents, dtype=np.int64, count=count)  # faster than np.array
    text_rows = np.fromiter(rows.text_rows, dtype=np.int64, count=len(rows.text_rows))
    characters, start, chars, spaced = _collapse(rows.raw)
    spaced |= np.fromiter(rows.after_blank, dtype=bool, count=len(spaced))
    page = Page(
        tag=read_only(tag),
        parent=read_only(parent),
        start=_scattered(start, text_rows, count),
        chars=_scattered(chars, text_rows, count),
        spaced=_scattered(spaced, text_rows, count),
        characters=characters,
        tag_names=tag_names,
        source=source or (tree.raw_html or b"").decode("utf-8", "replace"),
        url=url,
        warnings=warnings,
        document=_Tree(tree, rows.nodes, rows.scripts),
    )
    return page if _PREFORMATTED.isdisjoint(rows.tags) else replace(page, verbatim=_verbatim(page, rows))


def _tags(rows: _Rows) -> tuple[IntArray, tuple[str, ...]]:
    """Our number of each node's name, and the names behind the numbers: ours, then the custom elements of this page."""
    theirs = np.fromiter(rows.tags, dtype=np.int64, count=len(rows.tags))
    tag = _FROM_LEXBOR[np.minimum(theirs, len(_FROM_LEXBOR) - 1)]  # the last entry answers for all addresses
    custom: dict[str, int] = {}
    for row in np.flatnonzero(tag == _UNKNOWN).tolist():
        node = rows.nodes[row]
        name = (node.tag if node is not None else None) or ""
        tag[row] = NUMBER[name] if name in NUMBER else custom.setdefault(name, len(NAMES) + len(custom))
    return tag, NAMES + tuple(custom)


def _collapse(raw: list[str]) -> tuple[str, IntArray, IntArray, BoolArray]:
    """Collapse the white space of all text runs in one go: the joined text, where each run starts in it, its length without
    outer white space, and whether it begins with white space or the one before it ends with some. No-break spaces count as white
    space: pages use them for layout."""
    if not raw:
        return "", np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, bool)
    codes = np.frombuffer("\0".join([*raw, ""]).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
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
    joined = codes[: start[-1] + chars[-1]].tobytes().decode("utf-32-le", "surrogatepass")
    starts_spaced[0] = is_space[0]
    starts_spaced[1:] |= ends_spaced[:-1]
    return joined, start, chars, starts_spaced


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


class _Tree:
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

    @cached_property
    def _head(self) -> dict[str, list[LexborNode]]:
        """The nodes of the head by their names: walking its few children is far cheaper than a query of the whole tree."""
        found: dict[str, list[LexborNode]] = {name: [] for name in _READ_LATER.values()}
        node = self._tree.head.first_child if self._tree.head is not None else None
        while node is not None:
            name = _READ_LATER.get(node.tag_id)
            if name is not None:
                found[name].append(node)
            node = node.next
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
        return _head_of(self.title(), root.attributes if root is not None else {}, bases, self._metas.metas, links)

    def json_ld(self) -> tuple[str, ...]:
        in_head = [node.text() for node in self._head["script"] if _type_of_script(node) == _JSON_LD]
        in_body = [node.text() for node, _, _ in self._scripts_of(_JSON_LD)]
        return (*in_head, *in_body)

    @cached_property
    def _types_of_scripts(self) -> list[str]:
        return [_type_of_script(node) for node, _, _ in self._scripts]

    def _scripts_of(self, media_type: str) -> list[tuple[LexborNode, int, int]]:
        """The scripts in the body of a type, each with the row after it and its parent's."""
        return [script for script, type_ in zip(self._scripts, self._types_of_scripts, strict=True) if type_ == media_type]

    def tex_scripts(self) -> tuple[TexScript, ...]:
        tex = self._scripts_of(_TEX)
        found = (_tex_script(node.attributes["type"] or "", node.text(), row, parent) for node, row, parent in tex)
        return tuple(script for script in found if script.tex)


def _head_of(
    title: str, root: Attributes, bases: Sequence[Attributes], metas: Sequence[Attributes], links: Sequence[Attributes]
) -> Head:
    base = next((base["href"] for base in bases if base.get("href")), None)
    return Head(title, root.get("lang"), base, tuple(metas), tuple(links))


def _type_of_script(node: LexborNode) -> str:
    return (node.attributes.get("type") or "").partition(";")[0].strip().lower()


def _tex_script(media_type: str, text: str, row: int, parent: int) -> TexScript:
    mode = media_type.lower().partition(";")[2]
    return TexScript(row, parent, " ".join(text.split()), is_display="display" in mode)


# -- the same by the compiled kernel ---------------------------------------------------------------------------------------

# The kernel reads the parser's own structures, so it must know them: these editions are known to have the same.
_KNOWN_PARSERS = ((1, 0), (2, 0))  # selectolax: from, up to and without
_KNOWN_LEXBOR = (3,)  # the library behind it

# Names that lexbor has numbers for and we do not, mostly of SVG and MathML. For a number without a name the kernel leaves the
# page to Python.
_OTHER_NAMES = """
    altglyph altglyphdef altglyphitem animatecolor animatemotion animatetransform annotation-xml clippath desc feblend
    fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight
    fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset
    fepointlight fespecularlighting fespotlight fetile feturbulence foreignobject glyphref image isindex keygen lineargradient
    malignmark mfenced mglyph mi mn mo ms mtext multicol nextid radialgradient selectedcontent spacer textpath
""".split()
_ATTRIBUTES = tuple(
    """
    accept accept-charset active align alink alt axis bgcolor charset checked class clear codetype color compact content declare
    defer dir direction disabled enctype face focus for frame height hover href hreflang html http-equiv id is lang language link
    maxlength media method multiple nohref noresize noshade nowrap placeholder pool public readonly rel required rev rules scheme
    scope scrolling selected shape size slot src style system target text title type valign valuetype vlink width xmlns
    aria-hidden hidden itemprop name property role
    """.split()
)
_LINK, _SHOWN_AS_WRITTEN = 1, 2  # traits of elements

# A page with a little of everything that the kernel reads.
_PROBE = """<!doctype html><html lang=en><head><title> A\n probe </title><base href=/b><link rel=icon href=i><meta charset=utf-8>
<meta name=Description content="One &amp; two"><meta property=" og:title" content=Probe>
<script type="application/ld+json;x">{"@type": "Article"}</script>
</head><body id=top>start<!-- a comment --> <p class="SideBar main_menu" data-x=1 lang=de>One&nbsp;two \u3000 &lt;three&#x21;
<my-element role="Navigation search" itemprop=articleBody-and-more-letters-than-sixteen>four</my-element><a href=x hidden>five</a>
<div style="Color: red; DISPLAY : none" aria-hidden=TRUE itemprop="text">\u4e2d\u6587 \U0001f600 \xe9</div><pre> a
  b<b>c </b></pre><svg viewBox="0 0 1 1"><g><path d=x></g><circle r=1 /><foreignObject xlink:href=y><p>six</foreignObject>
<image /><linearGradient/></svg><math><mi>x</mi></math><script type="math/tex; mode=display">x^2</script><style>p {}</style>
<table><tr><td>seven<template><p>no</template></table><textarea>\n eight</textarea><button disabled>nine</button>
<a-name-of-more-than-sixteen-letters class="\xe9 b" id=\u4e2d></a-name-of-more-than-sixteen-letters> ten """


@dataclass(frozen=True)
class _Reader:
    module: ModuleType
    vocabulary: object  # what the kernel must know, in its own form


@cache
def _reading() -> tuple[_Reader | None, str]:
    """The kernel, if it reads this parser's tree as we do; and in words how pages are read here. Decided once."""
    module = kernel.compiled()
    if module is None:
        return None, "in Python"
    why = _unknown_parser()
    if why is None and not _knows_nodes(module):
        why = "the kernel reads the parser's nodes otherwise"
    if why is None:
        reader = _Reader(module, module.vocabulary(*_vocabulary()))
        why = _what_differs(reader)
    if why is None:
        return reader, "by the compiled kernel"
    kernel.warn(f"pages are read in Python, since {why}")
    return None, f"in Python, since {why}"


def read_by() -> str:
    """In words, how pages are read here."""
    return _reading()[1]


def _unknown_parser() -> str | None:
    version = tuple(int(number) for number in selectolax.__version__.split(".")[:2] if number.isdigit())
    if not _KNOWN_PARSERS[0] <= version < _KNOWN_PARSERS[1] or getattr(lexbor, "LEXBOR_VERSION_MAJOR", 0) not in _KNOWN_LEXBOR:
        return f"this kernel does not know selectolax {selectolax.__version__}"
    return None


def _knows_nodes(module: ModuleType) -> bool:
    """Whether the kernel finds the fields of the parser's nodes where they are. It follows none of them to tell."""
    root = LexborHTMLParser(_PROBE, options=LexborDocumentOptions.WO_EVENTS).root
    assert root is not None
    return all(module.node(node) == _fields(node) for node in root.traverse(include_text=True))


def _fields(node: LexborNode) -> tuple[int, ...]:
    around = (node.next, node.prev, node.parent, node.first_child, node.last_child)
    held = len((node.text_content or "").encode()) if node.is_text_node else int(bool(node.attributes))
    return (node.tag_id, *(0 if other is None else other.mem_id for other in around), held)


def _what_differs(reader: _Reader) -> str | None:
    tree = LexborHTMLParser(_PROBE, options=LexborDocumentOptions.WO_EVENTS)
    ours, theirs = _read(tree, _PROBE, None, ()), _read_compiled(reader, tree, _PROBE, None, ())
    return None if theirs is not None and _facts(ours) == _facts(theirs) else "the kernel reads the probe page otherwise"


def _facts(page: Page) -> tuple[object, ...]:
    """All that is read from a tree."""
    attributes = [page.attributes(row) for row in range(len(page))]
    metas = [page.meta(name) for name in ("description", "og:title", "other")]
    scripts = (page.json_ld, page.tex_scripts)
    return (table_of(page), page.tag_names, dict(page.verbatim), attributes, page.title, metas, page.head, scripts)


def _vocabulary() -> tuple[Any, ...]:
    """What the kernel must know, in the order in which it wants it."""
    document = LexborHTMLParser(f"<body><p {' '.join(_ATTRIBUTES)}>")
    assert document.body is not None
    numbers = np.full(_MAX_LEXBOR_NUMBER, _UNKNOWN, dtype=np.int64)
    numbers[: len(_FROM_LEXBOR)] = _FROM_LEXBOR
    numbers[list(_PASSED_OVER)] = -2
    numbers[_LEXBOR_SCRIPT] = -3
    numbered = {name: document.create_node(name).tag_id for name in (*NAMES[1:], *_OTHER_NAMES)}
    traits = np.zeros(len(NAMES), dtype=np.uint8)
    traits[[NUMBER[name] for name in LINKS]] |= _LINK
    traits[[NUMBER[name] for name in PREFORMATTED]] |= _SHOWN_AS_WRITTEN
    return (
        numbers.tobytes(),
        {numbered[name]: name for name in _OTHER_NAMES if numbered[name] < _MAX_LEXBOR_NUMBER},
        {name: NUMBER[name] for name in NAMES[1:] if numbered[name] >= _MAX_LEXBOR_NUMBER},
        traits.tobytes(),
        marks.TAG_BITS[: len(NAMES)].tobytes(),
        document.body.first_child,
        _ATTRIBUTES,
        marks.KEYWORD_BITS,
        marks.ROLE_BITS,
        marks.PROPERTY_BITS,
        marks.BIT["hidden"],
        tuple(numbered[name] for name in ("title", "base", "meta", "link", "script")),
    )


def _read_compiled(
    reader: _Reader, tree: LexborHTMLParser, source: str, url: str | None, warnings: tuple[str, ...], with_marks: bool = True
) -> Page | None:
    """What `_read` does. None for a tree that the kernel cannot read."""
    body = tree.body if tree.body is not None else tree.create_node("body")
    found = reader.module.read(reader.vocabulary, body, tree.head, tree.root, with_marks)
    if found is None:
        return None
    table, names, verbatim, document = found
    held = _CompiledTree(reader.module, tree, document)
    return page_of(
        table,
        own_names=names,
        verbatim=MappingProxyType(verbatim),
        source=source,
        url=url,
        warnings=warnings,
        document=held,
        tree=document,
        with_marks=with_marks,
    )


class _CompiledTree:
    """What `_Tree` does. `document` is the kernel's: it keeps the nodes of all rows."""

    def __init__(self, module: ModuleType, tree: LexborHTMLParser, document: object) -> None:
        self._kernel = module
        self._tree = tree
        self._document = document

    def attributes(self, row: int) -> Attributes:
        found: Attributes | None = self._kernel.attributes(self._document, row)
        return self._by_python.attributes(row) if found is None else found

    def title(self) -> str:
        return " ".join(self._kernel.title(self._document).split())

    def meta(self, name: str) -> str:
        if not name or not name.isascii():  # the kernel knows small and capital letters of ASCII only
            return self.head().meta(name)
        return str(self._kernel.meta(self._document, name))

    def head(self) -> Head:
        found = self._kernel.head(self._document)
        return self._by_python.head() if found is None else _head_of(self.title(), *found)

    def json_ld(self) -> tuple[str, ...]:
        return tuple(text for _, text, _, _ in self._kernel.scripts(self._document, _JSON_LD))

    def tex_scripts(self) -> tuple[TexScript, ...]:
        found = self._kernel.scripts(self._document, _TEX)
        return tuple(script for script in (_tex_script(*each) for each in found if each[2] >= 0) if script.tex)

    @cached_property
    def _by_python(self) -> _Tree:
        """For names of attributes that are newer than we are."""
        rows = _walk(self._tree.body if self._tree.body is not None else self._tree.create_node("body"))
        return _Tree(self._tree, rows.nodes, rows.scripts)
