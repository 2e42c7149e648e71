"""Authors: from a byline, or whatever a page puts there, to the names in it.

"By Ada Lovelace, Staff Writer, and Charles Babbage | 3 May 2023" names Ada Lovelace and Charles Babbage.
"""

import re
from collections.abc import Iterable

from maintext.metadata.strings import cleaned, comparable

_LONGEST_BYLINE = 400  # characters
_LONGEST_NAME = 80
_MOST_WORDS = 8
_MOST_AUTHORS = 50

# What stands before the name, in the languages of most of the web.
_BY = r"""(?:
    (?:(?:written|posted|published|story|article|words|text|texte|texto|report(?:ed|ing)?|created|submitted|started|asked|authored|
       contributed|updated|compiled|geschrieben|verfasst|veröffentlicht|erstellt|gepostet|eingestellt|(?:\w+\ ){0,2}beitrag|(?:ein\ )?artikel|écrit|publié|rédigé|posté|
       escrito|publicado|scritto|pubblicato|geschreven|gepubliceerd|napisan[eya]|opublikowan[eya]|skrevet|skriven|skrivet)
    \s+(?:and\s+[a-z]+\s+)?)?
    (?:by|von|vom|par|por|di|da|door|av|af|przez|от|yazan|írta|oleh)\b
  | (?:author|authors|writer|autor|autorin|autoren|auteur|auteurs|autora|autores|autore|autori|автор|авторы|yazar|szerző|forfatter|
       författare|skribent|tekst|text|texte|texto|testo|текст|byline|posted|publiziert|text\ (?:&|und|and)\ \w+|
       作者|文|記者|记者|撰文|編輯|编辑|著者|投稿者|執筆者?|글쓴이|작성자|기자|penulis|tác\ giả)
    (?:\s*[:：/|]|\s*$|\s+(?-i:(?=[A-ZÀ-ÖØ-Þ])))
  | (?:redacción|redactor|redakteur|redaktion|redazione)\s*[:：]
  | [\d\s.:,/-]{6,}(?:uhr)?\s+(?:by|von|par|por)\b
)"""
_BEFORE = re.compile(rf"^[\s\-–—|•·,:：]*{_BY}[\s:：]*", re.IGNORECASE | re.VERBOSE)
_FIRST_LETTERS = frozenset(word[:2] for word in re.findall(r"[^\W\d_]+", _BY))  # few lines begin with any of these
# "View all posts by …", "Jul 11 Written by …": the name is what follows.
_LATE_BY = re.compile(
    r"""^.{0,40}\b(?:(?:posts?|articles?|stories|more|written|posted|published|story)\s+by|(?:beiträge|artikel|texte?)\s+von|
    articles\s+(?:par|de))\s+""",
    re.IGNORECASE | re.VERBOSE,
)
_OTHERS_BY = re.compile(r"\b(?:review|edit|fact|photo|foto|image|bild|illustrat|translat|übersetz|check|medical)\w*\b.*\b(?:by|von)\b", re.IGNORECASE)
# Where the name ends in a line of text: a date, a place, what to do next.
_SEPARATOR = r"[|•·⋅»›▪●\n\t]|\s[-–—]+\s"
_MILD_END = re.compile(_SEPARATOR)
_END = re.compile(
    rf"""
    {_SEPARATOR}
  | [,\s]+(?:on|am|le|el|il|em|op|dnia|at|um|den|в|published|updated|posted|last|follow|view|veröffentlicht|publié|publicado|stand|
      aktualisiert|modified|created|reading|read|min|mins)\b[\s:.]*(?=\W|\d|$|[A-ZÄÖÜ])
  | [,\s]+(?:in|für|for|über|about|via)\s
  | [,\s(]*\d{{1,4}}\s*[./:年-]\s*\d
  | [,\s(]+\d{{1,2}}(?:st|nd|rd|th|\.)?\s+[^\W\d]{{3,}}\.?\s+\d{{4}}
  | [,\s(]+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez)[a-zäéû]*\.?\s+\d
  | \s+\(?\d+\s+(?:posts?|articles?|comments?|min|followers?)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_ADDRESSES = re.compile(r"\(?\b\S+@\S+\.\w+\)?|https?://\S*|www\.\S+|(?<!\S)@[\w.]+|\bfacebook\.com\S*", re.IGNORECASE)
_ROLES = re.compile(
    r"""\b(?:editors?|editor-in-chief|reporters?|correspondents?|writers?|columnists?|contributors?|journalists?|staff|freelancer?|
    bureau\ chief|producer|photographer|foto|fotos|photos?|images?|bilder|redakteur(?:in)?|korrespondent(?:in)?|journalist(?:in)?|
    chefredakteur(?:in)?|volontär(?:in)?|journalistes?|rédact(?:eur|rice)|correspondante?|periodista|redactora?|corresponsal|
    giornalista|inviat[oa]|corrispondente|jornalista|repórter|redacteur|verslaggever|dziennikar(?:z|ka)|redaktor(?:ka)?|
    корреспондент|журналист|редактор|обозреватель|muhabir[i]?|editörü?|redaktör|reporterin|agenturen|guest\ author|
    gastautor(?:in)?|head|lead|chief|officer|analyst|consultant|engineer|attorney|professor|strategist|coordinator|expert|specialist|director|ceo|cto|cfo|founder|co-founder|president|manager|autor(?:in)?|author)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_LIST = re.compile(r"\s*[;、，；]\s*")
_COMMA = re.compile(r"\s*,\s*(?:(?:and|und|et|y|e|og|och|en|ve|и|i|&)\s+)?", re.IGNORECASE)
_AND = re.compile(r"\s+(?:and|und|et|og|och|en|ve|и|&|\+|with|mit)\s+", re.IGNORECASE)
_AND_SHORT = re.compile(r"\s+[yei]\s+")  # one letter, so both sides must look like full names
_ORGANISATION = re.compile(
    r"""\b(?:GmbH|AG|SE|KG|e\.?\s?V|Inc|Ltd|LLC|Corp|S\.?A|S\.?p\.?A|B\.?V|Verlag|Stiftung|Media|Agency|Magazine?|Redaktion|Redacción|
    Team|Staff|Editors|News|Online|Institute?|Association|University|Ministry)\b|\w\.\w{2,4}$""",
    re.VERBOSE,
)
_JOINT = re.compile(r"\s*(?:,|&|/|\||\+|;|and|und|et|y|e|og|och|en|ve|и|with|mit|,\s*(?:and|und))\s*", re.IGNORECASE)
_ASIDE = re.compile(r"(?<=\S)\s*[(\[][^()\[\]]*[)\]]\s*$")  # "Ada Lovelace (Reporter)"
# Nothing but a name, as most values are: a few words of letters, none of which means anything in a byline.
_PLAIN_WORD = r"[^\W\d_]+(?:['’.-][^\W\d_]+)*\.?"
_PLAIN = re.compile(rf"{_PLAIN_WORD}(?: {_PLAIN_WORD}){{0,3}}")
_SIGNALS = frozenset(word.lower() for pattern in (_BY, _END.pattern, _AND.pattern) for word in re.findall(r"[^\W\d_]+", pattern))
_PARTICLES = frozenset("de da do dos das del della di du la le van von der den ten ter bin ibn al el y e zu af av".split())
_CREDENTIAL = re.compile(r"(?:[A-Z][A-Za-z]{0,3}\.?){1,5}®?|[A-Z]{2,6}®?(?:-[A-Z]+)*|Jr\.?|Sr\.?|I{2,3}|Ph\.?\s?D\.?|Esq\.?")
# What sites put where a name should be.
_NOBODY = frozenset(
    """
    admin administrator author autor anonymous anonym unknown guest gast none null undefined user webmaster root by byline
    staff editor moderator home more follow share print email comments reply about profile contact subscribe login
    facebook twitter instagram linkedin youtube website view posted test find offline online member new
    """.split()
)


def author_names(text: object, *, in_line: bool = False) -> list[str]:
    """The names in a byline, in their order, each once.

    `in_line` says that the text is a line of the page, where a date or a place may follow, and no value of a field for names.
    """
    byline = cleaned(text, _LONGEST_BYLINE)
    if _PLAIN.fullmatch(byline) and _SIGNALS.isdisjoint(byline.lower().split()):
        return [byline] if _is_name(byline, comparable(byline)) else []
    byline = _without_labels(byline)
    ended = (_END if in_line else _MILD_END).search(byline)
    names: dict[str, str] = {}
    for name in _pieces(byline[: ended.start()] if ended else byline):
        key = comparable(name)
        if _is_name(name, key):
            names.setdefault(key, name)
        if len(names) == _MOST_AUTHORS:
            break
    return list(names.values())


def merged(lists: Iterable[list[str]]) -> list[str]:
    """Names of several bylines, each once."""
    names: dict[str, str] = {}
    for name in (name for names in lists for name in names):
        names.setdefault(comparable(name), name)
    return list(names.values())[:_MOST_AUTHORS]


def without(names: list[str], sites: frozenset[str]) -> list[str]:
    """Those that are not names of a site, as `comparable` writes them."""
    return [name for name in names if comparable(name) not in sites] if sites else names


def names_in_runs(runs: Iterable[str], *, people_only: bool = False) -> list[str]:
    """The names in the pieces of text of a byline: `By`, `Ada Lovelace`, `and`, `Charles Babbage`, `3 May 2023`.

    A name ends where its piece ends; further ones follow a comma or an "and". `people_only` asks for capital letters: a byline
    without any mark may be the beginning of a sentence.
    """
    found: list[list[str]] = []
    more = True
    for run in (part for run in runs for part in _MILD_END.split(run) if part):
        if _JOINT.fullmatch(run):
            more = True
        elif _OTHERS_BY.search(run):  # "Reviewed by": whoever follows is not the author
            break
        elif found and not more:
            break
        else:
            names = author_names(run, in_line=True)
            if people_only and not all(map(_is_person, names)):
                break
            if names:
                found.append(names)
                more = run.rstrip().endswith((",", "&"))
            elif found:
                break
    return merged(found)


def begins_with_by(text: str) -> bool:
    """Whether a text says in so many words that an author follows."""
    return (text[:2].lower() in _FIRST_LETTERS or not text[:1].isalpha()) and _BEFORE.match(text) is not None


def _without_labels(byline: str) -> str:
    if "@" in byline or "." in byline or ":" in byline:
        byline = _ADDRESSES.sub(" ", byline)
    for _ in range(3):  # "Posted by: Author: …"
        shorter = _BEFORE.sub("", byline, count=1)
        if shorter == byline:
            break
        byline = shorter
    return _LATE_BY.sub("", byline, count=1).lstrip(" -–—|•·,:：/")


def _pieces(byline: str) -> Iterable[str]:
    """The names of a list, without roles."""
    for part in _LIST.split(byline):
        for piece in _at_commas(part):
            for name in _at_and(piece):
                yield _ASIDE.sub("", name).strip(" -–—|•·,:：/.()[]\"'“”«»") + _last_point(name)


def _last_point(name: str) -> str:
    """`Jr.` and initials keep their point."""
    return "." if re.search(r"\b(?:[A-Z]|Jr|Sr|M\.?D|Ph\.?D)\.$", name) else ""


def _at_commas(part: str) -> list[str]:
    """Full names are apart; credentials and a first name behind the last one stay with the name before them; roles go."""
    names: list[str] = []
    for piece in _COMMA.split(part):
        if not piece or (names and _ROLES.search(piece)):
            continue
        if names and (_CREDENTIAL.fullmatch(piece.partition(" ")[0]) or " " not in piece):
            names[-1] += f", {piece}"
        else:
            names.append(piece)
    return names


def _at_and(piece: str) -> list[str]:
    """Apart where both sides look like names of people: not at "Food and Drug Administration"."""
    for pattern in (_AND, _AND_SHORT):
        sides = pattern.split(piece)
        lengths = [len(side.split()) for side in sides]
        alike = all(2 <= length <= 4 for length in lengths) or (pattern is _AND and max(lengths) == 1)
        if len(sides) > 1 and alike and all(_is_person(side) for side in sides):
            return sides
    return [piece]


def _is_person(side: str) -> bool:
    return all(word.lower() in _PARTICLES or not word[0].islower() for word in side.split())


def names_organisation(name: str) -> bool:
    """Whether a name is that of a company, a site or a department rather than of a person."""
    return _ORGANISATION.search(name) is not None


def _is_name(name: str, key: str) -> bool:
    if not 2 + (name.isascii() and name.islower()) <= len(name) <= _LONGEST_NAME or key in _NOBODY:
        return False
    words = name.split()
    if len(words) > _MOST_WORDS or not any(letter.isalpha() for letter in name):
        return False
    return len(words) == 1 or not any(letter.isdigit() for letter in name)
