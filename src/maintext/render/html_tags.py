"""What clean HTML consists of: the elements and attributes that may be written, and where a parser lets them stand.

This is an allow-list: what is not named here is not written. No element that runs, loads, embeds or sends anything is on it, none
whose content a parser reads as anything but markup (`style`, `textarea`, `noscript`), and no attribute that names a script or a
style.
"""

import re
from html import escape

from maintext.document import Attributes
from maintext.render.addresses import followable
from maintext.tags import BLOCK, HEADINGS

WRITTEN = (
    frozenset(
        """
        a abbr address article aside b bdi bdo blockquote caption cite code dd del details dfn div dl dt em figcaption figure
        footer header hgroup i ins kbd li main mark nav ol p pre q rp rt ruby s samp section small span strong sub summary sup
        table tbody td tfoot th thead time tr u ul var
        """.split()
    )
    | HEADINGS
)
# Elements that are written as another one: obsolete names, and blocks that a reader needs only as blocks.
RENAMED = {
    **dict.fromkeys(("center", "dialog", "fieldset", "form", "legend", "search"), "div"),
    **dict.fromkeys(("dir", "menu"), "ul"),
    **dict.fromkeys(("listing", "xmp", "plaintext"), "pre"),
    "acronym": "abbr",
    "strike": "s",
    "tt": "code",
}
IN_CODE_BLOCKS = frozenset("a b del em i ins kbd mark s samp strong sub sup u var".split())

# -- where a parser lets elements stand --------------------------------------------------------------------------------------

CLOSES_PARAGRAPH = (BLOCK & WRITTEN) - frozenset("caption td th tr tbody thead tfoot".split()) | {"hr"}
INSIDE_OF = {
    "caption": frozenset({"table"}),
    **dict.fromkeys(("tbody", "thead", "tfoot"), frozenset({"table"})),
    "tr": frozenset({"table", "tbody", "thead", "tfoot"}),
    **dict.fromkeys(("td", "th"), frozenset({"tr"})),
}
ENDS_ITSELF = {"li": frozenset({"li"}), "dt": frozenset({"dt", "dd"}), "dd": frozenset({"dt", "dd"})}
SHIELDS_ITEMS = (BLOCK & WRITTEN) - {"address", "div", "p"}  # an item inside of these does not end one outside
NOT_IN_ITSELF = {**dict.fromkeys(HEADINGS, HEADINGS), **dict.fromkeys(("rt", "rp"), frozenset({"rt", "rp"}))}

# -- attributes --------------------------------------------------------------------------------------------------------------

ADDRESSES = {"a": "href", "blockquote": "cite", "q": "cite", "ins": "cite", "del": "cite"}
_LANGUAGE = re.compile(r"[A-Za-z0-9-]{1,35}")
_CODE_LANGUAGE = re.compile(r"[\w+#.-]+")
_TEXTS = {
    "abbr": ("title",),
    "dfn": ("title",),
    "del": ("datetime",),
    "ins": ("datetime",),
    "time": ("datetime",),
}
_CHOSEN = {
    "ol": (("type", frozenset("1aAiI")),),
    "th": (("scope", frozenset({"row", "col", "rowgroup", "colgroup"})),),
    "span": (("class", frozenset({"math inline", "math display"})),),  # as formulas are marked here
}
_DIRECTIONS = frozenset({"ltr", "rtl", "auto"})


def attribute(key: str, value: str | int) -> str:
    return f' {key}="{escape(str(value))}"'


def safe_attributes(name: str, found: Attributes, base: str | None) -> str:
    """The attributes of the element that may be written as they are or as absolute addresses, with a space before each."""
    if not found:
        return ""
    written = ""
    key = ADDRESSES.get(name)
    if key and (value := found.get(key)) and (address := followable(value, base)):
        written += attribute(key, address)
    for key in _TEXTS.get(name, ()):
        if text := " ".join((found.get(key) or "").split()):
            written += attribute(key, text)
    for key, values in _CHOSEN.get(name, ()):
        if key in found and (choice := (found[key] or "").strip()) in values:
            written += attribute(key, choice)
    if name == "details" and "open" in found:
        written += " open"
    if (language := found.get("lang")) and _LANGUAGE.fullmatch(language):
        written += attribute("lang", language)
    if (direction := (found.get("dir") or "").lower()) in _DIRECTIONS:
        written += attribute("dir", direction)
    return written


def language_class(language: str) -> str:
    return attribute("class", f"language-{language}") if _CODE_LANGUAGE.fullmatch(language) else ""
