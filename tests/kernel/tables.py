"""Pages for the kernel and for its twin, to be compared."""

from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from maintext import Page, parse
from maintext.kernel import compiled
from maintext.table import table_of
from tests.methods.pages import EMPTY

TESTS = Path(__file__).parents[1]
PAGES = sorted([*TESTS.glob("pages/*/page.html"), *TESTS.glob("render/cases/*/input.html"), *TESTS.glob("../examples/**/*.html")])

needs_kernel = pytest.mark.skipif(compiled() is None, reason="the kernel is not compiled, or MAINTEXT_PURE is set")

ODD_PAGES = {
    **EMPTY,
    "a word": "x",
    "a link": "<a href=#x>x</a>",
    "links alone": "<a>one</a><a>two</a><button>three</button>",
    "nested deep": "<div>" * 400 + "x" + "</div>y" * 400,
    "custom elements": "<x-card>one<x-card>two</x-card></x-card><y-row>three</y-row>",
    "signs of other planes": "<p>🔗<b>𝟘</b> ٣ é\u3000日本 \u00a0<p>\u2028x",
    "preformatted without words": "<pre>\n\n</pre><pre> </pre>x<textarea>\n</textarea>",
    "wide white space in code": "<p>a<pre>\n\u3000x \u2003</pre>b<pre>\u00a0y\u205f</pre><textarea>z\u1680</textarea>",
    "many children": "<p>word word <a>link</a>" * 500,
}


def kernel() -> ModuleType:
    module = compiled()
    assert module is not None
    return module


def for_kernel(page: Page) -> Page:
    table_of(page)  # from now on it is at hand
    return page


def for_twin(page: Page) -> Page:
    return replace(page, _derived={})


def read(path: Path) -> Page:
    return parse(path.read_bytes(), url="https://example.org/page")
