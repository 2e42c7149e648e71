"""Content that a page keeps only for programs: the texts of its JSON-LD, as a page of their own.

Some pages show nothing without scripts, yet carry their article, product description or thread as structured data for search
engines.
"""

from collections.abc import Iterator
from html import escape

from maintext.metadata.json_ld import Node, loaded, types_of
from maintext.page import Page
from maintext.parse import parse

_TITLES = ("headline", "name")
_TEXTS = ("articleBody", "text", "reviewBody", "description")
# What a page is about, by schema.org type: of these a description is content. Of an article it is only a summary.
_DESCRIBED = frozenset({"Product", "ProductGroup", "JobPosting", "Event", "Recipe", "Course", "Book", "Movie", "VideoObject"})


def embedded_page(page: Page) -> Page | None:
    """The texts of the page's JSON-LD as a page, in their order; None where there are none."""
    parts = [part for script in page.json_ld for node in _nodes(script) for part in _parts(node)]
    markup = "".join(dict.fromkeys(parts))  # the same text may stand in several nodes
    return parse(f"<body><article>{markup}</article></body>", url=page.url) if markup else None


def _nodes(script: str) -> Iterator[Node]:
    """The objects of a script in document order; nothing where it is no JSON."""
    waiting = list(loaded(script))
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield value
            waiting.extend(reversed(list(value.values())))
        elif isinstance(value, list):
            waiting.extend(reversed(value))


def _parts(node: Node) -> Iterator[str]:
    """The title and the text of an object that has a text, as HTML."""
    is_described = not _DESCRIBED.isdisjoint(types_of(node))
    texts = [key for key in _TEXTS if isinstance(node.get(key), str) and (key != "description" or is_described)]
    if not texts or not node[texts[0]].strip():
        return
    title = next((node[key] for key in _TITLES if isinstance(node.get(key), str)), "")
    if title:
        yield f"<h2>{escape(title)}</h2>"
    yield _as_html(node[texts[0]])


def _as_html(text: str) -> str:
    """Text that holds tags is HTML; other text has a paragraph a line."""
    if "</" in text or "<br" in text or "<p>" in text:
        return f"<div>{text}</div>"
    return "".join(f"<p>{escape(line)}</p>" for line in text.splitlines() if line.strip())
