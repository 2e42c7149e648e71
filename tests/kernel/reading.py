"""A page as the kernel reads it, and as its twin in Python does."""

import importlib

import pytest
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from maintext.depth import MAX_DEPTH, flatten, may_nest_deeper
from maintext.page import Page

parsing = importlib.import_module("maintext.parse")  # the package: `maintext.parse` is its function
reading = importlib.import_module("maintext.parse.compiled")
READER, _ = reading.reading()
needs_kernel = pytest.mark.skipif(READER is None, reason="there is no compiled kernel here")


def tree_of(html: str) -> LexborHTMLParser:
    octets = html.encode("utf-8", "ignore")
    if may_nest_deeper(octets, MAX_DEPTH):  # as in `parse`: the parser would take minutes
        octets = flatten(html, MAX_DEPTH)[0].encode("utf-8", "ignore")
    return LexborHTMLParser(octets, options=LexborDocumentOptions.WO_EVENTS)


def by_kernel(tree: LexborHTMLParser) -> Page:
    page: Page | None = reading.read_compiled(READER, tree, "", None, ())
    assert page is not None
    return page


def by_twin(tree: LexborHTMLParser) -> Page:
    page: Page = reading.read_tree(tree, "", None, ())
    return page


def assert_same(html: str) -> None:
    """All that is read from the page is the same."""
    tree = tree_of(html)
    page, twin = by_kernel(tree), by_twin(tree)
    assert page.tag_names == twin.tag_names
    for name in ("tag", "parent", "end", "depth", "start", "chars", "spaced"):
        assert getattr(page, name).tolist() == getattr(twin, name).tolist(), name
    assert page.characters == twin.characters
    for found, expected in zip(reading._facts(page), reading._facts(twin), strict=True):
        assert found == expected
