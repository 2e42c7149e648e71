"""The vocabulary of HTML: element names as small integers, and the groups of them that methods ask about.

A known name has the same number on every page. Other names (custom elements) get numbers from `len(NAMES)` upwards, page by
page. Number 0 is a text run.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

TEXT = 0

NAMES: tuple[str, ...] = (
    "#text",
    *"""
    a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
    button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
    fieldset figcaption figure font footer form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img
    input ins kbd label legend li link listing main map mark marquee math menu meta meter nav nobr noembed noframes noscript
    object ol optgroup option output p param path picture plaintext pre progress q rb rp rt rtc ruby s samp script search
    section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th
    thead time title tr track tt u ul use var video wbr xmp
    """.split(),
)
NUMBER: dict[str, int] = {name: number for number, name in enumerate(NAMES)}

# Elements that stand on lines of their own (the HTML standard's rendering section), with the obsolete ones.
BLOCK: frozenset[str] = frozenset(
    """
    address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer
    form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre
    search section summary table tbody td tfoot th thead tr ul xmp
    """.split()
)
# Elements that are parts of a page by themselves: besides blocks, controls and `noscript`, whose content is another page
# altogether. Custom elements, which are components, count too.
PARTS: frozenset[str] = BLOCK | {"button", "select", "noscript"}
HEADINGS: frozenset[str] = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LISTS: frozenset[str] = frozenset({"ul", "ol", "dl", "dir", "menu"})
# Blocks that a reader sees set apart by an empty line; the other blocks only start a new line.
APART: frozenset[str] = (
    HEADINGS
    | LISTS
    | frozenset("p blockquote pre listing xmp plaintext table figure hr fieldset details article section".split())
)
# "Buttons and drop-down lists are treated as hyperlinks" (CETD, section 3.2).
LINKS: frozenset[str] = frozenset({"a", "button", "select"})
# White space inside these is shown as it is written.
PREFORMATTED: frozenset[str] = frozenset({"pre", "listing", "xmp", "plaintext", "textarea"})
CODE: frozenset[str] = PREFORMATTED - {"textarea"}
# Not content, whatever a method thinks: code, styles, and fallbacks that the parser keeps as unparsed source.
UNSEEN: frozenset[str] = frozenset({"script", "style", "template", "iframe", "noembed", "noframes", "title", "head"})
# No end tag, so no depth.
VOID: frozenset[str] = frozenset(
    "area base basefont bgsound br col embed frame hr img input link meta param source track wbr".split()
)
# Left open by many authors and closed by the parser, so their start tags say nothing about depth.
SELF_CLOSING: frozenset[str] = frozenset("p li dt dd option optgroup tr td th tbody thead tfoot colgroup".split())

# A regular expression for what stands in a tag after its name. Follows the tokenizer of the HTML standard: quoted values may hold
# `>`, and what is left open runs to the end of the page. It takes all it can reach, so that scans with it are linear.
ATTRIBUTES = r"""(?:[^>=]+|=\s*(?:"[^"]*(?:"|\Z)|'[^']*(?:'|\Z)|[^\s>"'][^\s>]*)?)*"""


def member_table(names: Iterable[str], unknown: bool = False) -> NDArray[np.bool_]:
    """A yes or no for each known element number, to be indexed with a column of numbers (see `Page.is_any`)."""
    table = np.zeros(len(NAMES) + 1, dtype=bool)
    table[[NUMBER[name] for name in names]] = True
    table[-1] = unknown  # which answers for all unknown names
    table.setflags(write=False)
    return table


IS_PART = member_table(PARTS, unknown=True)
IS_NOSCRIPT = member_table({"noscript"})
