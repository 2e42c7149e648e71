"""Pages by the compiled kernel, by itself or from the parser's tree, to the same result as by the tree's objects (`tree`): what
the kernel must know, whether it knows this parser, and what it reads.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html.entities import html5
from itertools import count
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np
import selectolax
from selectolax import lexbor
from selectolax.lexbor import LexborHTMLParser, LexborNode

from maintext import kernel, marks
from maintext.depth import MAX_DEPTH, look_for_kernel
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
_SVG_ATTRIBUTES = """
    attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits glyphRef
    gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust limitingConeAngle
    markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits patternTransform
    patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur
    requiredExtensions requiredFeatures specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles
    surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget xChannelSelector
    yChannelSelector zoomAndPan
""".split()
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


# And one for its own reading of HTML, with what this parser does in its own way.
_HTML_PROBE = """<!doctype html public "-//W3C//DTD HTML 4.01//EN"><body a=1><body b=2 a=3>&notit; &amp &#x80;
<p a= b='' c=&copy=1><b>one<p>two</b>three<a>four<div><a>five</a></div><table>six<tr><td>seven<select><option>a<option>b<hr>
<input></table><p><i>one<p><textarea>two</textarea>three<pre>\n four</pre>
<svg><title>a<p>b</title><sup>c<lineargradient viewbox=1>d<p>e</svg>
<template><td>x</template><script><!--<script></script>--></script><ul><li>one<li>two</ul><ruby>a<rt>b<form><form></form>"""


Found = tuple[bytes, tuple[str, ...], dict[int, str], object]  # what the kernel gives: table, own names, verbatim, document


@dataclass(frozen=True)
class Reader:
    module: ModuleType
    vocabulary: object  # what the kernel must know, in its own form
    reads_html: bool = True  # most pages without the parser, as that would read them


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
    if why is None and not _reads_html_alike(reader):
        return replace(reader, reads_html=False), "by the compiled kernel, from the parser's trees alone"
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


def _reads_html_alike(reader: Reader) -> bool:
    for probe in (_PROBE.partition("<math>")[0], _HTML_PROBE):
        page = read_page(reader, probe, probe, None, True)
        if page is None or _facts(page) != _facts(read_tree(tree_of(probe.encode()), probe, None, ())):
            return False
    return True


def _facts(page: Page) -> tuple[object, ...]:
    """All that is read from a tree."""
    attributes = [page.attributes(row) for row in range(len(page))]
    metas = [page.meta(name) for name in ("description", "og:title", "other")]
    named = page.document.metas({"description": "d", "og:title": "t"}, 1)
    told = (page.title, metas, page.head, page.said, named, page.json_ld, page.tex_scripts)
    return (table_of(page), page.tag_names, dict(page.verbatim), attributes, told)


def _vocabulary() -> tuple[Any, ...]:
    """What the kernel must know, in the order in which it wants it."""
    document = LexborHTMLParser(f"<body><p {' '.join(_ATTRIBUTES)}></p>text<!---->")
    assert document.body is not None
    numbers = np.full(MAX_LEXBOR_NUMBER, UNKNOWN, dtype=np.int64)
    numbers[: len(FROM_LEXBOR)] = FROM_LEXBOR
    numbers[list(PASSED_OVER)] = -2
    numbers[LEXBOR_SCRIPT] = -3
    by_lexbor = {name: document.create_node(name).tag_id for name in (*NAMES[1:], *_OTHER_NAMES)}
    spare = count(MAX_LEXBOR_NUMBER - 1, -1)  # for names that lexbor has no number for, in trees that are not lexbor's
    numbered = {name: number if number < MAX_LEXBOR_NUMBER else next(spare) for name, number in by_lexbor.items()}
    numbers[[numbered[name] for name in NAMES[1:] if by_lexbor[name] >= MAX_LEXBOR_NUMBER]] = [
        NUMBER[name] for name in NAMES[1:] if by_lexbor[name] >= MAX_LEXBOR_NUMBER
    ]
    paragraph, text, comment = document.body.iter(include_text=True)
    traits = np.zeros(len(NAMES), dtype=np.uint8)
    traits[[NUMBER[name] for name in LINKS]] |= _LINK
    traits[[NUMBER[name] for name in PREFORMATTED]] |= _SHOWN_AS_WRITTEN
    traits[IS_PART[: len(NAMES)]] |= _PART
    return (
        numbers.tobytes(),
        {numbered[name]: name for name in _OTHER_NAMES},
        {name: NUMBER[name] for name in NAMES[1:] if by_lexbor[name] >= MAX_LEXBOR_NUMBER},
        traits.tobytes(),
        marks.TAG_BITS[: len(NAMES)].tobytes(),
        paragraph,
        _ATTRIBUTES,
        marks.KEYWORD_BITS,
        marks.ROLE_BITS,
        marks.PROPERTY_BITS,
        marks.BIT["hidden"],
        tuple(numbered[name] for name in ("title", "base", "meta", "link", "script")),
        numbered,
        _as_in_svg(_OTHER_NAMES),
        {name.lower(): name for name in _SVG_ATTRIBUTES},
        html5,
        text.tag_id,
        comment.tag_id,
    )


def _as_in_svg(names: Iterable[str]) -> dict[str, str]:
    """Those that are written otherwise inside of `svg`, as the parser writes them there."""
    drawing = LexborHTMLParser(f"<svg>{''.join(f'<{name} />' for name in names)}</svg>")
    written = (node.tag or "" for node in drawing.css("svg *"))
    return {name.lower(): name for name in written if name != name.lower()}


def read_page(reader: Reader, given: str | bytes, source: str, url: str | None, with_marks: bool) -> Page | None:
    """A page by the kernel alone, which reads most pages as the parser would. None for the others."""
    if not reader.reads_html:
        return None
    found = reader.module.read_page(reader.vocabulary, given, given.isascii(), look_for_kernel(MAX_DEPTH), with_marks)
    return None if found is None else page_found(reader, found, source, url, with_marks)


def page_found(reader: Reader, found: Found, source: str, url: str | None, with_marks: bool) -> Page:
    """The page that the kernel has read without the parser."""
    return _page_of(reader, found, None, source, url, (), with_marks)


def read_compiled(
    reader: Reader, tree: LexborHTMLParser, source: str, url: str | None, warnings: tuple[str, ...], with_marks: bool = True
) -> Page | None:
    """What `read_tree` does. None for a tree that the kernel cannot read."""
    body = tree.body if tree.body is not None else tree.create_node("body")
    found = reader.module.read(reader.vocabulary, body, tree.head, tree.root, with_marks)
    if found is None:
        return None
    return _page_of(reader, found, tree, source, url, warnings, with_marks)


def _page_of(
    reader: Reader,
    found: Found,
    tree: LexborHTMLParser | None,
    source: str,
    url: str | None,
    warnings: tuple[str, ...],
    with_marks: bool,
) -> Page:
    table, names, verbatim, document = found
    return page_of(
        table,
        own_names=names,
        verbatim=MappingProxyType(verbatim),
        source=source,
        url=url,
        warnings=warnings,
        document=CompiledTree(reader.module, tree, document),
        tree=document,
        with_marks=with_marks,
    )


class CompiledTree:
    """What `Tree` does. `document` is the kernel's: it keeps the nodes of all rows. `tree` is the parser's, if that has read the
    page."""

    def __init__(self, module: ModuleType, tree: LexborHTMLParser | None, document: object) -> None:
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
        """For names of attributes that are newer than we are, which only the parser gives numbers to."""
        assert self._tree is not None
        rows = walk(self._tree.body if self._tree.body is not None else self._tree.create_node("body"))
        return Tree(self._tree, rows.nodes, rows.scripts)
