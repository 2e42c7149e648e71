"""Authors: from a byline, or whatever a page puts there, to the names in it.

"By Ada Lovelace, Staff Writer, and Charles Babbage | 3 May 2023" names Ada Lovelace and Charles Babbage.
"""

import re
from collections.abc import Iterable

from maintext.metadata import byline_words as words
from maintext.metadata.strings import cleaned, comparable

_LONGEST_BYLINE = 400  # characters
_LONGEST_NAME = 80
_MOST_WORDS = 8
MOST_AUTHORS = 50

_VERBOSE = re.IGNORECASE | re.VERBOSE
_EDGES = " -–—|•·,:：/"
_BEFORE = re.compile(rf"^[\s\-–—|•·,:：]{{0,20}}{words.BY}[\s:：]*", _VERBOSE)
FIRST_WORDS = frozenset(re.findall(r"[^\W\d_]+", words.BY))  # few lines begin with any of these
_FIRST_WORD = re.compile("[A-Za-z]+")
_LATE_BY = re.compile(words.LATE_BY, _VERBOSE)
_OTHERS_BY = re.compile(words.OTHERS, re.IGNORECASE)
_SIGN = re.compile(words.SIGN)
_END = re.compile(words.END, _VERBOSE)
_ADDRESSES = re.compile(r"\(?\b[^\s@]+@[^\s@]+\.\w+\)?|https?://\S*|www\.\S+|(?<!\S)@[\w.]+|\bfacebook\.com\S*", re.IGNORECASE)
_ROLES = re.compile(rf"\b(?:{words.ROLES})\b", re.IGNORECASE)
_ORGANISATION = re.compile(words.ORGANISATIONS, re.VERBOSE)

_LIST = re.compile(r"\s*[;、，；]\s*")
_COMMA = re.compile(rf"\s*,\s*(?:(?:{words.AND}|{words.AND_OF_ONE_LETTER})\s+)?", re.IGNORECASE)
_AND = re.compile(rf"\s+(?:{words.AND})\s+", re.IGNORECASE)
_AND_OF_ONE_LETTER = re.compile(rf"\s+{words.AND_OF_ONE_LETTER}\s+")
_JOINT = re.compile(rf"\s*,?\s*(?:[,/|;]|{words.AND}|{words.AND_OF_ONE_LETTER})\s*", re.IGNORECASE)
_ASIDE = re.compile(r"(?<=\S)\s*[(\[][^()\[\]]*[)\]]\s*$")  # "Ada Lovelace (Reporter)"
_CREDENTIAL = re.compile(r"(?:[A-Z][a-z]?\.?){2,6}®?(?:-[A-Z]+)*|[A-Z]-[A-Z]+|Jr\.?|Sr\.?|Esq\.?")  # MD, Ph.D., CFP®
_ENDS_IN_POINT = re.compile(r"\b(?:[A-Z]|Jr|Sr|M\.?D|Ph\.?D)\.$")

# Nothing but a name, as most values are: a few words of letters, none of which means anything in a byline.
_PLAIN_WORD = r"[^\W\d_]+(?:['’.-][^\W\d_]+)*\.?"
_PLAIN = re.compile(rf"{_PLAIN_WORD}(?: {_PLAIN_WORD}){{0,3}}")
_SIGNALS = frozenset(re.findall(r"[^\W\d_]+", f"{words.BY} {words.END} {words.AND} y e i".lower()))


def author_names(text: object, *, in_line: bool = False) -> list[str]:
    """The names in a byline, in their order, each once.

    `in_line` says that the text is a line of the page, where a date or a place may follow, and no value of a field for names.
    """
    byline = cleaned(text, _LONGEST_BYLINE)
    if _is_plain(byline):
        return [byline] if _is_name(byline, comparable(byline)) else []
    byline = _without_labels(byline)
    if not byline:
        return []
    if byline[-1] != "." and _is_plain(byline):
        return [byline] if _is_name(byline, comparable(byline)) else []
    ended = (_END if in_line else _SIGN).search(byline)
    names: dict[str, str] = {}
    for name in _pieces(byline[: ended.start()] if ended else byline):
        key = comparable(name)
        if _is_name(name, key):
            names.setdefault(key, name)
    return list(names.values())[:MOST_AUTHORS]


def _is_plain(byline: str) -> bool:
    return _PLAIN.fullmatch(byline) is not None and _SIGNALS.isdisjoint(byline.lower().split())


def names_in_runs(runs: Iterable[str], *, people_only: bool = False) -> list[str]:
    """The names in the pieces of text of a byline: `By`, `Ada Lovelace`, `and`, `Charles Babbage`, `3 May 2023`.

    A name ends where its piece ends; further ones follow a comma or an "and". `people_only` asks for capital letters: a byline
    without any mark may be the beginning of a sentence.
    """
    found: list[list[str]] = []
    more = True
    for piece in (piece for run in runs for piece in _SIGN.split(run) if piece):
        if _JOINT.fullmatch(piece):
            more = True
            continue
        if found and not more:
            break
        others = _OTHERS_BY.search(piece) if _holds_by(piece.lower()) else None
        names = author_names(piece[: others.start()] if others else piece, in_line=True)
        if (found and not names) or (people_only and not all(map(_is_person, names))):
            break
        if names:
            found.append(names)
            more = piece.rstrip().endswith((",", "&"))
        if others:
            break
    return merged(found)


def merged(lists: Iterable[list[str]]) -> list[str]:
    """Names of several bylines, each once."""
    names: dict[str, str] = {}
    for name in (name for names in lists for name in names):
        names.setdefault(comparable(name), name)
    return list(names.values())[:MOST_AUTHORS]


def without(names: list[str], sites: frozenset[str]) -> list[str]:
    """Those that are not names of a site, as `comparable` writes them."""
    return [name for name in names if comparable(name) not in sites] if sites else names


def begins_with_by(text: str) -> bool:
    """Whether a text says in so many words that an author follows."""
    first = text[:20].partition(" ")[0].lower().rstrip(":|/")
    return (first in FIRST_WORDS or not first.isascii() or not first[:1].isalpha()) and _BEFORE.match(text) is not None


def names_organisation(name: str) -> bool:
    """Whether a name is that of a company, a site or a department rather than of a person."""
    return _ORGANISATION.search(name) is not None


# -- taking a byline apart -------------------------------------------------------------------------------------------------


def _without_labels(byline: str) -> str:
    if "@" in byline or "." in byline or ":" in byline:
        byline = _ADDRESSES.sub(" ", byline)
    for _ in range(3):  # "Posted by: Author: …"
        label = _BEFORE.match(byline) if _may_begin_with_by(byline) else None
        if not label or not label.end():
            break
        byline = byline[label.end() :]
    if _may_hold_late_by(byline.lower()):
        byline = _LATE_BY.sub("", byline, count=1)
    return byline.lstrip(_EDGES)


# To look for a label takes time, and few texts have one. These cheap questions say no to nearly all others.


def _may_begin_with_by(byline: str) -> bool:
    first = _FIRST_WORD.match(byline) if byline.isascii() else None
    return first is None or first[0].lower() in FIRST_WORDS


def _holds_by(text: str) -> bool:
    return "by" in text or "von" in text


def _may_hold_late_by(text: str) -> bool:
    return _holds_by(text) or "articles" in text or not text.isascii()


def _pieces(byline: str) -> Iterable[str]:
    """The names of a list, without roles."""
    for part in _LIST.split(byline):
        for piece in _at_commas(part):
            for name in _at_and(piece):
                yield _ASIDE.sub("", name).strip(_EDGES + ".()[]\"'“”«»") + ("." if _ENDS_IN_POINT.search(name) else "")


def _at_commas(part: str) -> list[str]:
    """Full names are apart; credentials and a first name behind the last one stay with the name before them; roles go."""
    names: list[str] = []
    for piece in _COMMA.split(part):
        if not piece or (names and _ROLES.search(piece)):
            continue
        if names and (" " not in piece or _CREDENTIAL.fullmatch(piece.partition(" ")[0])):
            names[-1] += f", {piece}"
        else:
            names.append(piece)
    return names


def _at_and(piece: str) -> list[str]:
    """Apart where both sides look like names of people: not at "Food and Drug Administration"."""
    for pattern in (_AND, _AND_OF_ONE_LETTER):
        sides = pattern.split(piece)
        lengths = [len(side.split()) for side in sides]
        alike = all(2 <= length <= 4 for length in lengths) or (pattern is _AND and max(lengths) == 1)
        if len(sides) > 1 and alike and all(map(_is_person, sides)):
            return sides
    return [piece]


def _is_person(name: str) -> bool:
    """Whether the words begin with capitals, as far as their script has any."""
    return all(word.lower() in words.PARTICLES or not word[0].islower() for word in name.split())


def _is_name(name: str, key: str) -> bool:
    shortest = 3 if name.isascii() and name.islower() else 2
    if not shortest <= len(name) <= _LONGEST_NAME or key in words.NOBODY or not any(map(str.isalpha, name)):
        return False
    parts = name.split()
    if len(parts) == 1:
        return True
    return len(parts) <= _MOST_WORDS and not any(map(str.isdigit, name)) and parts[-1].lower() not in words.UNFINISHED
