"""HTML to `Page`: the only part that imports the HTML parser.

The parser is lexbor, through selectolax: the tree that browsers build. `tree` reads it by selectolax's objects. Where the kernel
is at hand, `compiled` reads most pages without the parser and the others from its tree, to the same result.
"""

from os import PathLike

from selectolax.lexbor import LexborHTMLParser

from maintext import kernel
from maintext.decode import decode_with_octets
from maintext.depth import MAX_DEPTH, MAX_FORMATTING, flatten, look_for_kernel, may_nest_deeper
from maintext.errors import BadInput
from maintext.page import Page
from maintext.parse.compiled import read_by, read_compiled, read_page, reading
from maintext.parse.tree import read_tree, tree_of
from maintext.signatures import check_kind

__all__ = ["for_parser", "parse", "parse_for", "read_by", "read_by_parser", "reading", "source_of", "tree_of"]

# Linux's C library gives memory back to the system as soon as an eighth of a megabyte lies unused, and has to ask for it again
# with the next page: for a large page that takes as long as all other work. Once it has got back a piece of some size, as happens
# in most programs sooner or later, it keeps up to twice as much, unless the environment tells it otherwise
# (MALLOC_TRIM_THRESHOLD_). The piece is never written to.
bytes(8 << 20)


def parse(html: "str | bytes | object", *, charset: str | None = None, url: str | None = None) -> Page:
    """Turn a page into its table.

    `html` is text, bytes (decoded as `maintext.decode` says, `charset` being what the transport declared), a parsed
    selectolax tree or an lxml tree. Trees are read, never changed. Anything else is a `BadInput`, and so is a file of
    another kind: a PDF, a picture, something compressed.
    """
    return parse_for(html, charset=charset, url=url, with_marks=True)


def parse_for(html: "str | bytes | object", *, charset: str | None, url: str | None, with_marks: bool) -> Page:
    """The same for a method that asks for marks (see `maintext.marks`) or not: without them the kernel reads a page faster.
    Whoever asks all the same gets them from Python."""
    if isinstance(html, LexborHTMLParser):
        return read_tree(html, "", url, ())  # by its objects: whoever made the tree may change it
    given, source = source_of(html, charset)
    reader, _ = reading()
    page = None if reader is None else read_page(reader, given, source, url, with_marks)
    return read_by_parser(given, source, url, with_marks) if page is None else page


def source_of(html: "str | bytes | object", charset: str | None) -> tuple[str | bytes, str]:
    """What is to be read, be it text or UTF-8, and the text."""
    if isinstance(html, (bytearray, memoryview)):
        html = bytes(html)
    if isinstance(html, (str, bytes)):
        check_kind(html)
    octets: bytes | None = None
    if isinstance(html, bytes):
        html, octets = decode_with_octets(html, charset=charset)
    source = html if isinstance(html, str) else _markup(html)
    return (source if octets is None else octets), source


def read_by_parser(given: str | bytes, source: str, url: str | None, with_marks: bool) -> Page:
    octets, may_be_deep = for_parser(given)
    warnings: tuple[str, ...] = ()
    if may_be_deep:
        source, dropped = flatten(source, MAX_DEPTH)
        octets, _ = for_parser(source)
        if dropped:
            too_much = f"nested deeper than {MAX_DEPTH} levels, or with more than {MAX_FORMATTING} formatting elements open"
            warnings = (f"{too_much}: {dropped} tags were ignored, their text was kept",)
    tree = tree_of(octets)
    reader, _ = reading()
    page = None if reader is None else read_compiled(reader, tree, source, url, warnings, with_marks)
    return read_tree(tree, source, url, warnings) if page is None else page


def for_parser(source: str | bytes) -> tuple[bytes, bool]:
    """UTF-8, without halves of characters, which no encoding has; and whether the source may nest too deep for the parser."""
    module = kernel.compiled()
    if module is not None:
        made: tuple[bytes, bool] = module.for_parser(source, source.isascii(), look_for_kernel(MAX_DEPTH))
        return made
    octets = source if isinstance(source, bytes) else source.encode("utf-8", "ignore")
    return octets, may_nest_deeper(octets, MAX_DEPTH)


def _markup(tree: object) -> str:
    """The HTML of a tree that another parser built."""
    library = type(tree).__module__.partition(".")[0]
    markup = _lxml_markup(tree) if library == "lxml" else getattr(tree, "html", None) if library == "selectolax" else None
    if not isinstance(markup, str):
        wanted = "give str, bytes, a selectolax tree or an lxml tree"
        if isinstance(tree, PathLike):
            wanted += "; path.read_bytes() gives what is in a file"
        raise BadInput(f"cannot read a page from {type(tree).__name__}: {wanted}")
    return markup


def _lxml_markup(tree: object) -> str | None:
    from lxml import etree  # only a caller who has lxml can get here

    try:
        markup: str = etree.tostring(tree, encoding="unicode", method="html", with_tail=False)
    except TypeError:  # some other object of lxml's
        return None
    return markup
