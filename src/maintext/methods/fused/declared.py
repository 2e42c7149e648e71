"""What a page declares about itself out of sight: title, description and type in the head, texts and types in JSON-LD."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from maintext.page import Page

# JSON-LD is searched as text: much of it is broken, and most of it is not needed.
_TYPES = re.compile(r'"@type"\s*:\s*(?:"([^"]*)"|\[)')
_NAME = re.compile("[A-Za-z]+")
TEXT_KEYS = ("articleBody", "description", "text")
_TEXT = re.compile(rf'"(?:{"|".join(TEXT_KEYS)})"\s*:\s*("[^"\\]*(?:\\.[^"\\]*)*")', re.DOTALL)

METAS = ("og:title", "description", "og:description", "og:type")
KINDS = {  # by the words of their types, in JSON-LD or as `og:type`, which is written small
    "article": frozenset("Article NewsArticle BlogPosting ReportageNewsArticle TechArticle Recipe Report article news".split()),
    "product": frozenset("Product Offer ProductGroup AggregateOffer product".split()),
    "recipe": frozenset({"Recipe", "HowTo"}),
}


@dataclass(frozen=True)
class Declared:
    titles: tuple[str, ...]
    description: str
    body: str  # all texts of JSON-LD that say what the page is about
    kinds: frozenset[str]  # which of KINDS


def read_declared(page: Page) -> Declared:
    return page.derived("declared", lambda: _read_declared(page))


def _read_declared(page: Page) -> Declared:
    scripts = "\n".join(page.json_ld)
    types = {name for types in (*_types_in(scripts), page.meta(METAS[3])) for name in _NAME.findall(types)}
    return Declared(
        titles=(page.title, page.meta(METAS[0])),
        description=f"{page.meta(METAS[1])} {page.meta(METAS[2])}",
        body=" ".join(map(_unquoted, _TEXT.findall(scripts))),
        kinds=frozenset(kind for kind, names in KINDS.items() if names & types),
    )


def _types_in(scripts: str) -> Iterator[str]:
    """Each type, or several in brackets. The last bracket is looked for beforehand: to look for one behind each of those that are
    left open takes quadratic time."""
    at, last = 0, scripts.rfind("]")
    while (found := _TYPES.search(scripts, at)) is not None:
        at = found.end()
        if found[1] is not None:
            yield found[1]
        elif at <= last:
            stop = scripts.index("]", at)
            yield scripts[at:stop]
            at = stop + 1


def _unquoted(literal: str) -> str:
    if "\\" not in literal:
        return " ".join(literal[1:-1].split())
    try:
        return " ".join(str(json.loads(literal, strict=False)).split())
    except ValueError:
        return ""
