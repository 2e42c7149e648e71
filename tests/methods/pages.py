"""Pages that several tests look at, and short ways to ask about them."""

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from maintext import Page, extract_page
from maintext.page import BoolArray, FloatArray

# Navigation, an article and a footer: C 225, T 14, LC 17, LT 8 below body.
ARTICLE = (
    '<body><div id="nav"><ul><li><a>Home</a></li><li><a>News</a></li></ul></div>'
    f'<div id="art"><h1>Title</h1><p>{"a" * 120}</p><p>{"b" * 80}<a>link</a></p><p>ok</p></div>'
    '<div id="foot">f <a>about</a></div></body>'
)

EMPTY = {
    "nothing": "",
    "white space": " \n\t\n ",
    "a script": "<script>var words = 'some words';</script>",
    "a style and a comment": "<style>p { color: red }</style><!-- some words -->",
    "a head": "<head><title>Some words</title></head><body></body>",
    "a frameset": '<frameset cols="1,2"><frame src="a"><frame src="b"></frameset>',
    "empty elements": "<div><p></p><a></a><hr><img src='a.png'></div>",
}


def nested(leaves: Sequence[str], elements: Sequence[str], *, max_leaves: int) -> st.SearchStrategy[str]:
    """Random HTML: leaves in elements, which stand in each other. An element may have attributes behind its name."""

    def around(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.builds(_element, st.sampled_from(elements), st.lists(inner, max_size=4))

    return st.recursive(st.sampled_from(leaves), around, max_leaves=max_leaves)


def _element(start: str, parts: list[str]) -> str:
    return f"<{start}>{''.join(parts)}</{start.split()[0]}>"


def assert_gives_nothing(html: str, method: str) -> None:
    found = extract_page(html, method=method)
    assert found.text == ""
    assert not found.keep.any()
    assert np.isfinite(found.score).all()


def kept(html: "str | Page", method: str, **parameters: object) -> list[str]:
    """The text runs that a method keeps; `lambda` is written `lambda_`."""
    found = extract_page(html, method=method, parameters={name.rstrip("_"): value for name, value in parameters.items()})
    return [found.page.text(row) for row in texts_where(found.page, found.keep)]


def score(html: "str | Page", method: str, **parameters: object) -> FloatArray:
    return extract_page(html, method=method, parameters={name.rstrip("_"): value for name, value in parameters.items()}).score


def texts_where(page: Page, mask: BoolArray) -> list[int]:
    return np.flatnonzero(page.is_text & mask).tolist()


def row_of(page: Page, *, name: str = "#text", text: str | None = None, id: str | None = None, number: int = 0) -> int:
    """The row of an element with that name and id, or of a text run that begins so; of several the one with that number."""
    rows = [
        row
        for row in range(len(page))
        if page.name(row) == name
        and (text is None or page.text(row).startswith(text))
        and (id is None or page.attributes(row).get("id") == id)
    ]
    return rows[number]


def words(count: int, word: str = "word") -> str:
    return " ".join([word] * count)
