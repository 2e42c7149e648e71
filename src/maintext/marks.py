"""Marks: what the name and the attributes of an element say about what stands in it, as bits of one number.

Authors name the parts of a page in tags, roles, classes and ids: `nav`, `role="navigation"`, `class="main-menu"`. Classes are
read as words (`SideBar_left` is `side bar left`) and looked through for keywords. Of elements that are no part of a page
by their name (`maintext.tags.PARTS`), such as `a` and `span`, attributes are not read: they say next to nothing about what is
content, and there are many of them.

The compiled kernel has the words from here, and reads the same (`src/kernel/marks.c`).
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from struct import Struct

import numpy as np

from maintext.document import Attributes
from maintext.page import IntArray, Page, read_only
from maintext.tags import IS_PART, NAMES, NUMBER

# Elements whose name is a mark.
TAGS = "nav header footer aside article main li table form figcaption blockquote pre button label dl details dialog".split()
# Keywords by mark. A dot is the edge of a word; without one, the keyword may stand inside a word.
KEYWORDS: dict[str, str] = {
    "comment": "comment disqus respond",
    "reply": "reply replies answer thread topic forum",
    "message": "message .msg bbcode",
    "sidebar": "sidebar side.bar aside .rail right.col left.col secondary widget",
    "foot": "foot colophon copyright",
    "head": "header masthead topbar top.bar",
    "hero": "hero banner slider carousel swiper jumbotron",
    "menu": "nav menu crumb",
    "pager": "pagin pager",
    "contents": ".toc tableofcontents table.of.contents",
    "share": "share sharing social follow",
    "related": "related recommend similar readnext read.next suggest .also .more.",
    "popular": "popular trending latest recent .most. featured",
    "promo": "promo sponsor outbrain taboola .cta .ad. .ads. advert adsense offer upsell",
    "subscribe": "newsletter subscri signup sign.up",
    "modal": "modal popup pop.up overlay lightbox dialog drawer tooltip toast offcanvas flyout",
    "cookie": "cookie consent gdpr onetrust privacy",
    "story": "article story entry blog",
    "post": ".post",
    "content": "content .body",
    "primary": ".main primary",
    "text": "text .rte prose wysiwyg markdown paragraph rich",
    "byline": ".meta byline author publish posted date .time",
    "person": ".bio. profile user avatar member signature vcard",
    "tag": ".tag categor keyword label badge",
    "media": "caption credit image photo gallery media thumb video player figure",
    "product": "product .pdp .sku price cart shop .buy stock variant swatch checkout",
    "details": "descri detail spec feature overview about info",
    "review": "review rating .star testimonial",
    "list": "list grid result feed .item collection",
    "card": "card tile teaser .box",
    "filter": "filter facet sort refine toolbar option select",
    "login": "login signin sign.in account search register auth",
    "hide": "hidden hide sr.only visually screen.reader collapse",
    "lead": ".lead intro summary excerpt subtitle standfirst .deck abstract",
    "question": "faq accordion question toggle",
    "title": "title headline heading",
}
# What other attributes say.
ATTRIBUTES = ("hidden", "body property")

MARKS: tuple[str, ...] = (*TAGS, *(f"{name} word" for name in KEYWORDS), *ATTRIBUTES)
BIT: dict[str, int] = {mark: 1 << number for number, mark in enumerate(MARKS)}

_ROLES = {
    "navigation": "nav",
    "menu": "nav",
    "menubar": "nav",
    "tablist": "nav",
    "search": "nav",
    "banner": "header",
    "contentinfo": "footer",
    "complementary": "aside",
    "main": "main",
    "article": "article",
    "dialog": "dialog",
    "alertdialog": "dialog",
    "listitem": "li",
    "button": "button",
}
ROLE_BITS = {role: BIT[mark] for role, mark in _ROLES.items()}
PROPERTY_BITS = dict.fromkeys(("articlebody", "description", "text", "reviewbody"), BIT["body property"])
KEYWORD_BITS = {keyword: BIT[f"{name} word"] for name, keywords in KEYWORDS.items() for keyword in keywords.split()}


def _longest_of(words: Iterable[str]) -> str:
    """A pattern for the longest of the words that begins at a place, letter by letter: there are too many to try one by one."""
    rests: dict[str, list[str]] = {}
    for word in words:
        rests.setdefault(word[:1], []).append(word[1:])
    may_end = rests.pop("", None) is not None
    branches = "|".join(re.escape(letter) + _longest_of(rest) for letter, rest in rests.items())
    return f"(?:{branches})?" if may_end and branches else f"(?:{branches})" if len(rests) > 1 else branches


# Looked for at every place, so that one keyword never hides another.
_KEYWORD = re.compile(f"(?=({_longest_of(KEYWORD_BITS)}))")
_WORD_EDGE = re.compile("(?<=[a-z])(?=[A-Z])|[^A-Za-z]+")
_RARE = frozenset({"id", "role", "hidden", "aria-hidden", "style", "itemprop"})
_NOT_NAMES = _RARE - {"id"}
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE | re.ASCII)

KNOWN_MARKS = "_marks"  # an attribute of pages that the kernel has read

TAG_BITS = np.zeros(len(NAMES) + 1, dtype=np.int64)
for _tag in TAGS:
    TAG_BITS[NUMBER[_tag]] = BIT[_tag]
TAG_BITS.setflags(write=False)


def read_marks(page: Page) -> tuple[IntArray, IntArray]:
    """For each row its marks, and the characters of its start tag (about: its name and, where they are read, class and id)."""
    return page.derived("marks", lambda: getattr(page, KNOWN_MARKS, None) or _read_marks(page))


def _read_marks(page: Page) -> tuple[IntArray, IntArray]:
    marks = TAG_BITS[np.minimum(page.tag, len(NAMES))]
    elements = (page.around(page.is_text) & page.is_any(IS_PART)).nonzero()[0]
    read = [
        (_of_class[found.get("class")] if _RARE.isdisjoint(found) else _of_all(found)) if found else _NOTHING
        for found in page.document.attributes_of(elements.tolist())
    ]  # most have nothing but a class that counts, or nothing at all
    markup = np.where(page.is_text, 0, 5)
    bits, sizes = np.frombuffer(b"".join(read), dtype=np.int64).reshape(-1, 2).T
    marks[elements] |= bits
    markup[elements] += sizes
    return read_only(marks), read_only(markup)


_MOST_REMEMBERED, _LONGEST_REMEMBERED = 1 << 16, 500  # classes, and characters of them
_pair = Struct("=qq").pack  # of two numbers: hundreds of such pairs are faster to join than the numbers themselves
_NOTHING = _pair(0, 0)


class _OfClass(dict["str | None", bytes]):
    """The marks that classes make, and their characters. Pages share many of them, so they are remembered: together, and name by
    name. A dictionary is asked in half the time that `lru_cache` takes, which keeps a list of what was asked for when."""

    def __missing__(self, names: str | None) -> bytes:
        made = _pair(words_in(names), len(names)) if names else _NOTHING
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        if len(names or "") <= _LONGEST_REMEMBERED:
            self[names] = made
        return made


_of_class = _OfClass()


def _of_all(found: Attributes) -> bytes:
    """The same for an element that has other attributes that count as well. Ids are read like classes."""
    names, id = found.get("class") or "", found.get("id") or ""
    bits = words_in(names) | words_in(id)
    if not _NOT_NAMES.isdisjoint(found):
        for role in (found.get("role") or "").lower().split():
            bits |= ROLE_BITS.get(role, 0)
        for name in (found.get("itemprop") or "").lower().split():
            bits |= PROPERTY_BITS.get(name, 0)
        if "hidden" in found or (found.get("aria-hidden") or "").lower() == "true" or _HIDING.search(found.get("style") or ""):
            bits |= BIT["hidden"]
    return _pair(bits, len(names) + len(id))


def words_in(names: str) -> int:
    """The marks of the keywords in classes and ids."""
    bits = 0
    for name in names.split():
        bits |= _words_in_one(name) if len(name) <= _LONGEST_REMEMBERED else _words_in_one.__wrapped__(name)
    return bits


@lru_cache(maxsize=1 << 16)
def _words_in_one(name: str) -> int:
    bits = 0
    for keyword in _KEYWORD.findall(f".{_WORD_EDGE.sub('.', name).lower()}."):
        bits |= KEYWORD_BITS[keyword]
    return bits


def inherited(page: Page, marks: IntArray) -> IntArray:
    """For each row its own marks and those of everything above it."""
    gathered, above = marks.copy(), np.maximum(page.parent, 0)
    while np.count_nonzero(above):  # doubles its reach each time
        gathered |= gathered.take(above)
        above = above.take(above)
    return gathered | marks[0]  # which everything stands below
