"""Titles: which of heading, `<title>`, Open Graph and JSON-LD is the page's, and where the site's name begins.

Sources that agree are right. `Seven kinds of fog | The Weekly Cloud` and a heading `Seven kinds of fog` agree on the heading once
the site's name is cut off; so most cuts need no knowledge of the site at all.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from maintext.metadata.addresses import path_words
from maintext.metadata.record import HEADING, JSON_LD, OPEN_GRAPH, TITLE, Field, Text
from maintext.metadata.strings import comparable

# Signs between a title and a site's name. Those that stand inside of titles too need white space around them.
# What they begin with is asked first: a letter then costs one question, and not one for each kind of sign.
_SIGN = re.compile(
    r"(?=[\s|•»«:_—-])"
    r"(?:\s+[|–—‒―·•»«›‹:/⋆★~-]+\s+|\s*[|•»«]\s*|\s+::\s+|(?<=\w):\s+|(?<=[\u3000-\u9fff！？…])[-_—]+(?=\S))"
)
_PART_OF_SIGN = re.compile("[|–—‒―·•»«›‹:/⋆★~_-]")
_STRONG_SIGN = re.compile(
    r"(?=[\s|•»«_—-])"
    r"(?:\s+[|–—‒―·•»«›‹⋆★~-]+\s+|\s*[|•»«]\s*|\s+::\s+|\s+/\s+|(?<=[\u3000-\u9fff！？…])[-_—]+(?=\S))"
)  # no colon: titles are full of them
_MOST_SIGNS = 20
_NO_NAMES: frozenset[str] = frozenset()
_CLOSER = 0.2  # share of words in the address by which `<title>` must be ahead of a heading in other words
_SLOGAN = 7  # words: a shorter heading that shares nothing with the title is a slogan or a label


class Claims(NamedTuple):
    """What each source gives as the title."""

    headings: Sequence[str] = ()  # `h1`, in their order
    document: str = ""  # `<title>`
    meta: str = ""  # Open Graph's, or that of another `<meta>`
    meta_source: str = OPEN_GRAPH
    json_ld: str = ""
    sites: frozenset[str] = frozenset()  # names of the site, as `comparable` writes them
    address: str | None = None
    is_home: bool = False  # the site's first page: its title is the site's name, and its heading a slogan

    def slug(self) -> frozenset[str]:
        """The words in the address: `{"seven", "kinds", "fog"}`. Few titles are so unclear that they are asked for."""
        return path_words(self.address)


class _Cut(NamedTuple):
    """A text at one of its signs, as it is and as words alone."""

    before: str
    after: str
    words_before: str
    words_after: str


def choose_title(claims: Claims) -> Text | None:
    """The title, by agreement first and by trust then."""
    if claims.is_home and claims.document:
        return Field(claims.document, TITLE)
    headings = {heading: comparable(heading) for heading in claims.headings}
    cuts = _cuts(claims.document)
    whole = {comparable(text) for text in (claims.document, claims.meta, claims.json_ld) if text}
    sites = claims.sites | _logos(headings.values(), cuts, whole, claims)
    headings = {heading: words for heading, words in headings.items() if not _names_site(words, sites)}
    found = _agreed(headings, cuts, whole, claims) or _trusted(headings, cuts, sites, claims)
    return found or next((Field(heading, HEADING) for heading in claims.headings), None)  # better the site's name than none


def _names_site(words: str, sites: frozenset[str]) -> bool:
    """Whether these are a name of the site; its host has no blanks where its logo may have some."""
    return words in sites or words.replace(" ", "") in sites


def _logos(headings: Iterable[str], cuts: list[_Cut], whole: set[str], claims: Claims) -> frozenset[str]:
    """Headings that are the site's name: many a logo is a heading, and stands at the end of `<title>`; or at its beginning, where
    another source has the rest."""
    names = set(headings) - whole
    if not names:
        return _NO_NAMES
    logos: set[str] = set()
    for cut in cuts:
        if cut.words_after in names and _ends_in_site(cut, claims):
            logos.add(cut.words_after)
        elif cut.words_before in names and cut.words_after in whole and not _ends_in_site(cut, claims):
            logos.add(cut.words_before)
    return frozenset(logos)


def _ends_in_site(cut: _Cut, claims: Claims) -> bool:
    """Of two parts of `<title>`, whether the last one is the site: by the address, else the shorter one is."""
    one, other = cut.words_before.split(), cut.words_after.split()
    slug = claims.slug()
    in_address = len(slug.intersection(one)) - len(slug.intersection(other))
    return in_address > 0 if in_address else cut.words_before not in claims.sites and len(other) <= len(one)


def _agreed(headings: Mapping[str, str], cuts: list[_Cut], whole: set[str], claims: Claims) -> Text | None:
    """The first heading that another source has too, as a whole or up to a sign."""
    known = whole.union(_parts(cuts))
    if headings and next(iter(headings.values())) not in known:
        known.update(_parts(_cuts(claims.meta)), _parts(_cuts(claims.json_ld)))
    return next((Field(heading, HEADING) for heading, words in headings.items() if words in known), None)


def _parts(cuts: list[_Cut]) -> Iterator[str]:
    for cut in cuts:
        yield cut.words_before
        yield cut.words_after


def _trusted(headings: Mapping[str, str], cuts: list[_Cut], sites: frozenset[str], claims: Claims) -> Text | None:
    """Where no two sources agree. A number that is a heading counts something."""
    headings = {heading: words for heading, words in headings.items() if any(map(str.isalpha, words))} or headings
    if headings and _may_be_title(list(headings.values()), cuts, sites, claims):
        return Field(next(iter(headings)), HEADING)
    if claims.json_ld:
        return Field(_without_site(claims.json_ld, _cuts(claims.json_ld), sites), JSON_LD)
    if claims.meta and (not claims.document or _is_part(comparable(claims.meta), cuts)):
        return Field(_without_site(claims.meta, _cuts(claims.meta), sites), claims.meta_source)
    if claims.document:
        return Field(_title_part(claims.document, cuts, sites), TITLE)
    return Field(next(iter(headings)), HEADING) if headings else None


def _is_part(words: str, cuts: list[_Cut]) -> bool:
    """Whether a text is `<title>` without the site's name: then the page itself has told where that begins."""
    return any(words in (cut.words_before, cut.words_after) for cut in cuts)


def _may_be_title(headings: list[str], cuts: list[_Cut], sites: frozenset[str], claims: Claims) -> bool:
    """Whether the first heading can stand for the title although no source agrees: another wording of it, or the only one."""
    words = headings[0].split()
    others = set(comparable(f"{claims.document} {claims.meta}").split())
    if not others:
        return True
    shared = len(others.intersection(words)) / (len(words) or 1)
    if len(headings) > 1:
        return shared > 0.6
    rival = comparable(_title_part(claims.document, cuts, sites)).split()
    slug = claims.slug()
    if _share(rival, slug) - _share(words, slug) > _CLOSER:
        return False
    return shared >= 0.3 or len(words) > _SLOGAN


def _share(words: list[str], slug: frozenset[str]) -> float:
    return sum(word in slug for word in words) / (len(words) or 1)


def _title_part(text: str, cuts: list[_Cut], sites: frozenset[str]) -> str:
    """Without the site's name, and of what is left the part before the first strong sign: the site may have more names."""
    text = _without_site(text, cuts, sites)
    return _STRONG_SIGN.split(text, maxsplit=1)[0].strip() or text


def _without_site(text: str, cuts: list[_Cut], sites: frozenset[str]) -> str:
    """Without the site's name in front or behind."""
    for cut in cuts:
        if cut.words_after in sites:
            return cut.before
        if cut.words_before in sites:
            text = cut.after
    return text.strip()


@lru_cache(maxsize=16)  # sources often say the same
def _cuts(text: str) -> list[_Cut]:
    """The text at each of its signs."""
    first = _PART_OF_SIGN.search(text)
    if first is None:
        return []
    signs = [*_SIGN.finditer(text, len(text[: first.start()].rstrip()))][:_MOST_SIGNS]
    pairs = ((text[: sign.start()].strip(), text[sign.end() :].strip()) for sign in signs)
    words = comparable(text) if signs else ""
    return [_cut(before, after, words) for before, after in pairs if before and after]


def _cut(before: str, after: str, words: str) -> _Cut:
    """Given the words of both: no sign is a part of a word, so those of the second part are what those of the first one leave."""
    words_before = comparable(before)
    return _Cut(before, after, words_before, words[len(words_before) :].lstrip())
