"""The words of bylines, in the languages of most of the web: what stands before a name, between names and behind them."""

import re


def _either(words: str) -> str:
    """A pattern for any of the words; `_` stands for the blank inside of one."""
    return "|".join(re.escape(word).replace("_", r"\s+") for word in sorted(words.split(), key=len, reverse=True))


# "Posted by", "veröffentlicht von", "publié par": the first half, which may be missing.
_WRITTEN = _either(
    """
    written posted published story article words text report reported reporting created submitted started asked authored
    contributed updated compiled geschrieben verfasst veröffentlicht erstellt gepostet eingestellt beitrag ein_beitrag
    blog_beitrag artikel ein_artikel écrit publié rédigé posté texte escrito publicado texto scritto pubblicato geschreven
    gepubliceerd napisane opublikowane skrevet skriven skrivet
    """
)
_BY_WORDS = _either("by von vom par por di da door av af przez от yazan írta oleh")
# "Author:", "作者：": with a colon, alone in their line, or before a capital letter.
_LABELS = _either(
    """
    author authors writer autor autorin autoren auteur auteurs autora autores autore autori автор авторы yazar szerző
    forfatter författare skribent tekst text texte texto testo текст byline posted publiziert text_&_fotos text_und_fotos
    text_and_photos 作者 文 記者 记者 撰文 編輯 编辑 责任编辑 著者 投稿者 執筆 執筆者 글쓴이 작성자 기자 penulis tác_giả
    """
)
# With a colon only: without one they are the author.
_OFFICES = _either("redaktion redakteur redacción redactor redazione rédaction")
_MOMENT = r"[\d\s.:,/-]{6,40}(?:uhr)?\s+"  # "06.11.2023 13:30 von …"

BY = rf"""(?:
    (?:(?:{_WRITTEN})\s+(?:and\s+[a-z]+\s+)?)?(?:{_BY_WORDS})\b
  | (?:{_LABELS})(?:\s*[:：/|]|\s*$|\s+(?-i:(?=[A-ZÀ-ÖØ-Þ])))
  | (?:{_OFFICES})\s*[:：]
  | {_MOMENT}(?:{_BY_WORDS})\b
)"""
# "View all posts by …", "Jul 11 Written by …": the name is what follows.
LATE_BY = rf"""^.{{0,40}}\b(?:
    (?:{_either("post posts article articles stories more written posted published story")})\s+by
  | (?:{_either("beiträge artikel text texte")})\s+von
  | articles\s+(?:par|de)
)\s+"""
# Whoever follows "Reviewed by" or "Photos:" is not the author.
OTHERS = r"\b(?:review|edit|fact|photo|foto|image|bild|illustrat|translat|übersetz|check|medical)\w*\b.{0,100}\b(?:by|von)\b"

AND = _either("and und et og och en ve и & + with mit")
AND_OF_ONE_LETTER = "[yei]"  # in Spanish, Italian and Portuguese, Polish; also an initial

# Where a name ends in a line of text: at a sign, a date, a place, at what to do next.
SIGN = r"[|•·⋅»›▪●\n\t]|\s[-–—]+\s"
_WHEN = _either(
    """
    on am le el il em op dnia at um den в published updated posted last follow view veröffentlicht publié publicado stand
    aktualisiert modified created reading read min mins
    """
)
_MONTHS = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez)[a-zäéû]*"
END = rf"""
    {SIGN}
  | [,\s]+(?:{_WHEN})\b[\s:.]*(?=\W|\d|$|[A-ZÄÖÜ])
  | [,\s]+(?:in|für|for|über|about|via)\s
  | [,\s(]*\d{{1,4}}\s*[./:年-]\s*\d
  | [,\s(]+\d{{1,2}}(?:st|nd|rd|th|\.)?\s+[^\W\d]{{3,}}\.?\s+\d{{4}}
  | [,\s(]+{_MONTHS}\.?\s+\d
  | \s+\(?\d+\s+(?:posts?|articles?|comments?|min|followers?)\b
"""

ROLES = _either(
    """
    editor editors editor-in-chief reporter reporters correspondent correspondents writer writers columnist contributor
    contributors journalist journalists staff freelance freelancer bureau_chief producer photographer photo photos foto fotos
    image images bilder redakteur redakteurin chefredakteur chefredakteurin korrespondent korrespondentin journalistin
    volontär volontärin reporterin gastautor gastautorin agenturen journaliste rédacteur rédactrice correspondant
    correspondante periodista redactor redactora corresponsal giornalista inviato inviata corrispondente jornalista repórter
    redacteur verslaggever dziennikarz dziennikarka redaktor redaktorka корреспондент журналист редактор обозреватель muhabir
    muhabiri editör editörü redaktör guest_author author autor autorin head lead chief officer analyst consultant engineer
    attorney professor strategist coordinator expert specialist director ceo cto cfo founder co-founder president manager
    """
)
# Companies, sites and departments call themselves so; people do not.
ORGANISATIONS = r"""\b(?:GmbH|AG|SE|KG|e\.?\s?V|Inc|Ltd|LLC|Corp|S\.?A|S\.?p\.?A|B\.?V|Verlag|Stiftung|Media|Agency|Magazine?|
    Redaktion|Redacción|Team|Staff|Editors|News|Online|Institute?|Association|University|Ministry)\b|\w\.\w{2,4}$"""
# What sites put where a name should be.
NOBODY = frozenset(
    """
    admin administrator author autor anonymous anonym unknown guest gast none null undefined user webmaster root by byline
    staff editor moderator home more follow share print email comments reply about profile contact subscribe login facebook
    twitter instagram linkedin youtube website view posted test find offline online member new
    on via read min mins minutes here this sat sun mon tue wed thu fri written published publiziert
    """.split()
)
# "Recipe by", "Insights from": the name is what follows, and stands elsewhere.
UNFINISHED = ("by", "from", "von", "par")
# Parts of names that are written in lower case.
PARTICLES = frozenset("de da do dos das del della di du la le van von der den ten ter bin ibn al el y e zu af av".split())
