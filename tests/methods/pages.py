"""Pages that several tests look at, and short ways to ask about them."""

import numpy as np

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
