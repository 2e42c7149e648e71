"""Pages as they used to be written, so that the net does not lean on what only newer ones have.

Few of the pages to learn from are old. Yet many pages on the web say nothing in class names, have no sectioning elements and
declare nothing about themselves, and older ones lay themselves out with tables and line breaks. Newer pages can be rewritten
that way, and what is content on them stays known.
"""

import re
from random import Random

EDITION = 2  # goes up when pages are rewritten otherwise: models fitted to older editions are not taken for new

_UNSEEN = re.compile(r"<(script|style|template|svg)\b.*?</\1\s*>|<!--.*?-->", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"""<(/?)([a-zA-Z][a-zA-Z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>""")
_ATTRIBUTE = re.compile(r"""\s+([^\s=/"'>]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?""")
_TELLING = re.compile("class|id|role|style|item.+|data-.+|aria-.+", re.IGNORECASE)
_SECTIONS = frozenset(
    "header footer nav aside main article section figure figcaption details summary hgroup dialog address".split()
)
_CONTROLS = frozenset({"button", "label"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def undressed(html: str) -> str:
    """Without class names, without elements that say what they are for, without anything declared."""
    return _TAG.sub(_undressed_tag, without_unseen(html))


def without_unseen(html: str) -> str:
    """Without scripts, styles, drawings and comments."""
    return _UNSEEN.sub(" ", html)


def _undressed_tag(found: re.Match[str]) -> str:
    slash, name, attributes = found.groups()
    name = name.lower()
    if name in ("meta", "link"):
        return ""
    if name in _SECTIONS:
        name = "div"
    elif name in _CONTROLS:
        name = "span"
    return f"<{slash}{name}{_ATTRIBUTE.sub(_untelling, attributes)}>"


def _untelling(attribute: re.Match[str]) -> str:
    return "" if _TELLING.fullmatch(attribute[1]) else attribute[0]


def aged(html: str, random: Random) -> str:
    """Undressed, and most often laid out with tables, in line breaks for paragraphs or lists, with bold text for headings."""
    with_tables, with_breaks = random.random() < 0.8, random.random() < 0.6
    with_bold, without_lists = random.random() < 0.5, random.random() < 0.3
    is_table: list[bool] = []  # for each open div, whether it has become a table

    def old_tag(found: re.Match[str]) -> str:
        closes, name = found[1] == "/", found[2]
        if name == "div" and with_tables:
            if not closes:
                is_table.append(random.random() < 0.5)
                return "<table><tr><td>" if is_table[-1] else "<div>"
            return "</td></tr></table>" if is_table and is_table.pop() else "</div>"
        if (name == "p" and with_breaks) or (name == "li" and without_lists):
            return ("<br><br>" if name == "p" else "<br>") if closes else ""
        if name in ("ul", "ol") and without_lists:
            return "<br>"
        if name in _HEADINGS and with_bold:
            return "</b></font><br>" if closes else "<br><font size=4><b>"
        return found[0]

    return _TAG.sub(old_tag, undressed(html))
