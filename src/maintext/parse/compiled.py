"""The parser's tree by the compiled kernel, to the same result as by its objects (`tree`): what the kernel must know, whether it
knows this parser, and what it reads.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np
import selectolax
from selectolax import lexbor
from selectolax.lexbor import LexborHTMLParser, LexborNode

from maintext import kernel, marks
from maintext.document import TELLING_LINKS, Attributes, Head, Said, TexScript, Words
from maintext.page import Page
from maintext.parse.tree import (
    FROM_LEXBOR,
    JSON_LD,
    LEXBOR_SCRIPT,
    MAX_LEXBOR_NUMBER,
    PASSED_OVER,
    TEX,
    UNKNOWN,
    Tree,
    head_of,
    names_in,
    read_tree,
    tex_script,
    tree_of,
    walk,
)
from maintext.properties import cached_property
from maintext.table import page_of, table_of
from maintext.tags import IS_PART, LINKS, NAMES, NUMBER, PREFORMATTED

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
_LINK, _SHOWN_AS_WRITTEN, _PART = 1, 2, 4  # traits of elements

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
class Reader:
    module: ModuleType
    vocabulary: object  # what the kernel must know, in its own form


@cache
def reading() -> tuple[Reader | None, str]:
    """The kernel, if it reads this parser's tree as we do; and in words how pages are read here. Decided once."""
    module = kernel.compiled()
    if module is None:
        return None, "in Python"
    why = _unknown_parser()
    if why is None and not _knows_nodes(module):
        why = "the kernel reads the parser's nodes otherwise"
    if why is None:
        reader = Reader(module, module.vocabulary(*_vocabulary()))
        why = _what_differs(reader)
    if why is None:
        return reader, "by the compiled kernel"
    kernel.warn(f"pages are read in Python, since {why}")
    return None, f"in Python, since {why}"


def read_by() -> str:
    """In words, how pages are read here."""
    return reading()[1]


def _unknown_parser() -> str | None:
    version = tuple(int(number) for number in selectolax.__version__.split(".")[:2] if number.isdigit())
    if not _KNOWN_PARSERS[0] <= version < _KNOWN_PARSERS[1] or getattr(lexbor, "LEXBOR_VERSION_MAJOR", 0) not in _KNOWN_LEXBOR:
        return f"this kernel does not know selectolax {selectolax.__version__}"
    return None


def _knows_nodes(module: ModuleType) -> bool:
    """Whether the kernel finds the fields of the parser's nodes where they are. It follows none of them to tell."""
    root = tree_of(_PROBE.encode()).root
    assert root is not None
    return all(module.node(node) == _fields(node) for node in root.traverse(include_text=True))


def _fields(node: LexborNode) -> tuple[int, ...]:
    around = (node.next, node.prev, node.parent, node.first_child, node.last_child)
    held = len((node.text_content or "").encode()) if node.is_text_node else int(bool(node.attributes))
    return (node.tag_id, *(0 if other is None else other.mem_id for other in around), held)


def _what_differs(reader: Reader) -> str | None:
    tree = tree_of(_PROBE.encode())
    ours, theirs = read_tree(tree, _PROBE, None, ()), read_compiled(reader, tree, _PROBE, None, ())
    return None if theirs is not None and _facts(ours) == _facts(theirs) else "the kernel reads the probe page otherwise"


def _facts(page: Page) -> tuple[object, ...]:
    """All that is read from a tree."""
    attributes = [page.attributes(row) for row in range(len(page))]
    metas = [page.meta(name) for name in ("description", "og:title", "other")]
    named = page.document.metas({"description": "d", "og:title": "t"}, 1)
    told = (page.title, metas, page.head, page.said, named, page.json_ld, page.tex_scripts)
    return (table_of(page), page.tag_names, dict(page.verbatim), attributes, told)


def _vocabulary() -> tuple[Any, ...]:
    """What the kernel must know, in the order in which it wants it."""
    document = LexborHTMLParser(f"<body><p {' '.join(_ATTRIBUTES)}>")
    assert document.body is not None
    numbers = np.full(MAX_LEXBOR_NUMBER, UNKNOWN, dtype=np.int64)
    numbers[: len(FROM_LEXBOR)] = FROM_LEXBOR
    numbers[list(PASSED_OVER)] = -2
    numbers[LEXBOR_SCRIPT] = -3
    numbered = {name: document.create_node(name).tag_id for name in (*NAMES[1:], *_OTHER_NAMES)}
    traits = np.zeros(len(NAMES), dtype=np.uint8)
    traits[[NUMBER[name] for name in LINKS]] |= _LINK
    traits[[NUMBER[name] for name in PREFORMATTED]] |= _SHOWN_AS_WRITTEN
    traits[IS_PART[: len(NAMES)]] |= _PART
    return (
        numbers.tobytes(),
        {numbered[name]: name for name in _OTHER_NAMES if numbered[name] < MAX_LEXBOR_NUMBER},
        {name: NUMBER[name] for name in NAMES[1:] if numbered[name] >= MAX_LEXBOR_NUMBER},
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


def read_compiled(
    reader: Reader, tree: LexborHTMLParser, source: str, url: str | None, warnings: tuple[str, ...], with_marks: bool = True
) -> Page | None:
    """What `read_tree` does. None for a tree that the kernel cannot read."""
    body = tree.body if tree.body is not None else tree.create_node("body")
    found = reader.module.read(reader.vocabulary, body, tree.head, tree.root, with_marks)
    if found is None:
        return None
    table, names, verbatim, document = found
    held = CompiledTree(reader.module, tree, document)
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


class CompiledTree:
    """What `Tree` does. `document` is the kernel's: it keeps the nodes of all rows."""

    def __init__(self, module: ModuleType, tree: LexborHTMLParser, document: object) -> None:
        self._kernel = module
        self._tree = tree
        self._document = document

    def attributes(self, row: int) -> Attributes:
        found: Attributes | None = self._kernel.attributes(self._document, row)
        return self._by_python.attributes(row) if found is None else found

    def attributes_of(self, elements: Sequence[int]) -> Iterator[Attributes]:
        return map(self.attributes, elements)

    def title(self) -> str:
        return " ".join(self._kernel.title(self._document).split())

    def meta(self, name: str) -> str:
        if not name or not name.isascii():  # the kernel knows small and capital letters of ASCII only
            return self.head().meta(name)
        return str(self._kernel.meta(self._document, name))

    def head(self) -> Head:
        found = self._kernel.head(self._document)
        return self._by_python.head() if found is None else head_of(self.title(), *found)

    def said(self) -> Said:
        return Said(*self._kernel.said(self._document, TELLING_LINKS))

    def metas(self, names: dict[str, str], most: int) -> dict[str, list[str]]:
        found: dict[str, list[str]] = self._kernel.metas(self._document, names, most)
        return found

    def names(self, row: int) -> str:
        found: str | None = self._kernel.names(self._document, row)
        return names_in(self.attributes(row)) if found is None else found

    def clues(self, first: int, end: int, wanted: Words) -> list[int]:
        found: list[int] = self._kernel.clues(self._document, first, end, wanted.for_kernel)
        return found

    def clues_among(self, rows: list[int], wanted: Words) -> list[int]:
        found: list[int] = self._kernel.clues_among(self._document, rows, wanted.for_kernel)
        return found

    def json_ld(self) -> tuple[str, ...]:
        return tuple(text for _, text, _, _ in self._kernel.scripts(self._document, JSON_LD))

    def tex_scripts(self) -> tuple[TexScript, ...]:
        found = self._kernel.scripts(self._document, TEX)
        return tuple(script for script in (tex_script(*each) for each in found if each[2] >= 0) if script.tex)

    @cached_property
    def _by_python(self) -> Tree:
        """For names of attributes that are newer than we are."""
        rows = walk(self._tree.body if self._tree.body is not None else self._tree.create_node("body"))
        return Tree(self._tree, rows.nodes, rows.scripts)
