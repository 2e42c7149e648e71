"""Titles: which of heading, `<title>`, Open Graph and JSON-LD is the page's, and where the site's name begins.

Sources that agree are right. `Seven kinds of fog | The Weekly Cloud` and a heading `Seven kinds of fog` agree on the heading once
the site's name is cut off; so most cuts need no knowledge of the site at all.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from maintext.metadata.record import HEADING, JSON_LD, OPEN_GRAPH, TITLE, Field, Text
from maintext.metadata.strings import comparable

# Signs between a title and a site's name. Those that stand inside of titles too need white space around them.
_SIGN = re.compile(r"\s+[|–—‒―·•»«›‹:/⋆★~-]+\s+|\s*[|•»«]\s*|\s+::\s+|(?<=\w):\s+|(?<=[\u3000-\u9fff！？…])[-_—]+(?=\S)")
_STRONG_SIGN = re.compile(
    r"\s+[|–—‒―·•»«›‹⋆★~-]+\s+|\s*[|•»«]\s*|\s+::\s+|\s+/\s+|(?<=[\u3000-\u9fff！？…])[-_—]+(?=\S)"
)  # no colon: titles are full of them
_MOST_SIGNS = 20
_CLOSER = 0.2  # share of words in the address by which `<title>` must be ahead of a heading in other words
_SLOGAN = 7  # words: a shorter heading that shares nothing with the title is a slogan or a label


@dataclass(frozen=True)
class Claims:
    """What each source gives as the title."""

    headings: Sequence[str] = ()  # `h1`, in their order
    document: str = ""  # `<title>`
    meta: str = ""  # Open Graph's, or that of another `<meta>`
    meta_source: str = OPEN_GRAPH
    json_ld: str = ""
    sites: frozenset[str] = frozenset()  # names of the site, as `comparable` writes them
    slug: frozenset[str] = frozenset()  # the words in the address: `{"seven", "kinds", "fog"}`
    is_home: bool = False  # the site's first page: its title is the site's name, and its heading a slogan


def choose_title(claims: Claims) -> Text | None:
    """The title, by agreement first and by trust then."""
    if claims.is_home and claims.document:
        return Field(claims.document, TITLE)
    if claims.headings and claims.headings[0] in (claims.document, claims.meta, claims.json_ld):
        return Field(claims.headings[0], HEADING)  # half of all pages, and no words to compare
    headings, sites = _without_logos(claims)
    agreed = _agreed(headings, claims)
    if agreed:
        return Field(agreed, HEADING)
    if headings and _may_be_title(headings, claims, sites):
        return Field(headings[0], HEADING)
    if claims.json_ld:
        return Field(_title_part(claims.json_ld, sites, strong=False), JSON_LD)
    if claims.meta and (not claims.document or _is_cut(claims.meta, claims.document)):
        return Field(_title_part(claims.meta, sites, strong=False), claims.meta_source)
    if claims.document:
        return Field(_title_part(claims.document, sites, strong=True), TITLE)
    return Field(headings[0], HEADING) if headings else None


def _is_cut(text: str, document: str) -> bool:
    """Whether a text is `<title>` without the site's name: then the page itself has told where that begins."""
    wanted = comparable(text)
    return any(wanted == comparable(cut) for pair in _cuts(document) for cut in pair)


def _without_logos(claims: Claims) -> tuple[list[str], frozenset[str]]:
    """The headings that are not the site's name, and all names of the site: many a logo is a heading and ends `<title>`."""
    names = {comparable(heading) for heading in claims.headings}
    names -= {comparable(text) for text in (claims.document, claims.meta, claims.json_ld)}
    logos = {
        comparable(after)
        for before, after in _cuts(claims.document)
        if comparable(after) in names and _is_logo(before, after, claims)
    }
    sites = claims.sites | logos
    return [heading for heading in claims.headings if comparable(heading) not in sites], sites


def _is_logo(before: str, after: str, claims: Claims) -> bool:
    """Of two parts of `<title>`, whether the last one is the site: by the address, else the shorter one is."""
    one, other = (comparable(text).split() for text in (before, after))
    in_address = len(claims.slug.intersection(one)) - len(claims.slug.intersection(other))
    return in_address > 0 if in_address else comparable(before) not in claims.sites and len(other) <= len(one)


def _agreed(headings: list[str], claims: Claims) -> str | None:
    """The first heading that another source has too, as a whole or up to a sign."""
    known: set[str] = set()
    for text in (claims.document, claims.meta, claims.json_ld):
        known.add(comparable(text))
        known.update(comparable(cut) for pair in _cuts(text) for cut in pair)
    return next((heading for heading in headings if comparable(heading) in known), None)


def _may_be_title(headings: list[str], claims: Claims, sites: frozenset[str]) -> bool:
    """Whether the first heading can stand for the title although no source agrees: another wording of it, or the only one."""
    words = comparable(headings[0]).split()
    others = set(comparable(f"{claims.document} {claims.meta}").split())
    if not others:
        return True
    shared = len(others.intersection(words)) / (len(words) or 1)
    if len(headings) > 1:
        return shared > 0.6
    rival = comparable(_title_part(claims.document, sites, strong=True)).split()
    if _share(rival, claims.slug) - _share(words, claims.slug) > _CLOSER:
        return False
    return shared >= 0.3 or len(words) > _SLOGAN


def _share(words: list[str], slug: frozenset[str]) -> float:
    return sum(word in slug for word in words) / (len(words) or 1)


def _title_part(text: str, sites: frozenset[str], *, strong: bool) -> str:
    """Without the site's name in front or behind; where it is not known, what stands before the first strong sign."""
    for before, after in _cuts(text):
        if comparable(after) in sites:
            text = before
            break
        if comparable(before) in sites:
            text = after
    if strong:
        text = _STRONG_SIGN.split(text, maxsplit=1)[0] or text
    return text.strip()


def _cuts(text: str) -> list[tuple[str, str]]:
    """What is left and right of each sign."""
    signs = [*_SIGN.finditer(text)][:_MOST_SIGNS]
    pairs = [(text[: sign.start()].strip(), text[sign.end() :].strip()) for sign in signs]
    return [pair for pair in pairs if all(pair)]
