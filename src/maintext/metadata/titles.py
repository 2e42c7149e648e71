"""Titles: which of heading, `<title>`, Open Graph and JSON-LD is the page's, and where the site's name begins.

Sources that agree are right. `Seven kinds of fog | The Weekly Cloud` and a heading `Seven kinds of fog` agree on the heading once
the site's name is cut off; so most cuts need no knowledge of the site at all.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from maintext.metadata.record import HEADING, JSON_LD, OPEN_GRAPH, TITLE, Field, Text
from maintext.metadata.strings import comparable

# Signs between a title and a site's name; those that also stand inside of titles need white space around them.
_SIGN = re.compile(r"\s+[|–—‒―·•»«›‹:/⋆★~\-]+\s+|\s*[|•»«]\s*|\s+::\s+|(?<=\w):\s+")


@dataclass(frozen=True)
class Claims:
    """What each source gives as the title."""

    headings: Sequence[str] = ()  # visible `h1`, in their order
    document: str = ""  # `<title>`
    open_graph: str = ""
    json_ld: str = ""
    sites: frozenset[str] = frozenset()  # names of the site, as `comparable` writes them


def choose_title(claims: Claims) -> Text | None:
    """The title, by agreement first and by trust then."""
    headings = [heading for heading in claims.headings if comparable(heading) not in claims.sites]
    others = [cut for text in (claims.document, claims.open_graph, claims.json_ld) if text for cut in cuts(text)]
    known = {comparable(cut) for cut in others}
    for heading in headings:
        if comparable(heading) in known:
            return Field(heading, HEADING)
    if claims.json_ld:
        return Field(claims.json_ld, JSON_LD)
    if len(headings) == 1:
        return Field(headings[0], HEADING)
    document = without_site(claims.document, claims.sites)
    graph = without_site(claims.open_graph, claims.sites)
    if graph and (not document or comparable(graph) in {comparable(cut) for cut in cuts(claims.document)}):
        return Field(graph, OPEN_GRAPH)
    if document:
        return Field(document, TITLE)
    return Field(headings[0], HEADING) if headings else None


def cuts(text: str) -> list[str]:
    """The text, and what is left and right of each sign in it."""
    found = [text]
    for sign in _SIGN.finditer(text):
        found += [text[: sign.start()], text[sign.end() :]]
    return [cut for cut in found if cut.strip()]


def without_site(text: str, sites: Iterable[str]) -> str:
    """Without the site's name in front or behind; where it is not known, without what follows the last strong sign."""
    known = frozenset(sites)
    signs = list(_SIGN.finditer(text))
    for sign in signs:
        if comparable(text[sign.end() :]) in known:
            return text[: sign.start()].strip()
    for sign in reversed(signs):
        if comparable(text[: sign.start()]) in known:
            return text[sign.end() :].strip()
    return text.strip()
