"""The inside of a line: text runs, code, formulas and images, with the emphasis and links around them.

CommonMark reads a row of asterisks as emphasis only where the characters beside it allow that, by rules that depend on what is
punctuation in which edition. So emphasis is written only where every edition agrees that it is one, and left out elsewhere:
better a word that is not bold than one with asterisks around it.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from maintext.render.markdown.escaping import code_span, escape, escape_address, escape_heading, escape_line_start

NOTHING, SPACE, BREAK = "", " ", "\n"  # what stands between an item and the one before


class Mark(NamedTuple):
    """An element around text that has signs in Markdown: a link, or one of `SIGNS`."""

    kind: str
    address: str = ""
    row: int = 0  # of a link: two links to one address are still two


LINK = "link"
SIGNS = {
    "strong": ("**", "**"),
    "emphasis": ("*", "*"),
    "deleted": ("~~", "~~"),
    "superscript": ("<sup>", "</sup>"),
    "subscript": ("<sub>", "</sub>"),
}
_DELIMITERS = frozenset({"strong", "emphasis", "deleted"})
_ENDS_SENTENCE = frozenset(".,;:!?)")
_IS_STARRED = frozenset({Mark("strong"), Mark("emphasis")})  # their signs make one row of asterisks


class Kind(Enum):
    TEXT = "text"
    CODE = "code"
    RAW = "raw"  # is Markdown already: a formula, the mark of a footnote
    OBJECT = "object"  # the same, but no text on the page, so that only the text after it knows of white space: an image


class Item(NamedTuple):
    kind: Kind
    content: str
    gap: str = NOTHING
    marks: tuple[Mark, ...] = ()


class Style(Enum):
    """Where the line stands, which decides what a line break looks like."""

    PARAGRAPH = "  \n"
    HEADING = " "
    CELL = "<br>"


def write_inline(items: Sequence[Item], style: Style = Style.PARAGRAPH) -> str:
    """The items as Markdown; several lines if there are line breaks among them."""
    is_plain = len(items) == 1 and items[0].kind is Kind.TEXT and not items[0].marks  # as most lines are
    written = escape(items[0].content) if is_plain else _Line(_prepared(items), style).write()
    if style is Style.CELL:
        return written.replace("|", "\\|")
    if style is Style.HEADING:
        return escape_heading(written)
    return "\n".join(map(escape_line_start, written.split("\n")))


def _prepared(items: Sequence[Item]) -> list[Item]:
    """Code that touches is one piece of code, and objects have white space before and after them, if there is any."""
    prepared: list[Item] = []
    gap_after = [SPACE] * (len(items) + 1)  # before the next item that is no object
    for number in range(len(items) - 1, -1, -1):
        gap_after[number] = gap_after[number + 1] if items[number].kind is Kind.OBJECT else items[number].gap
    for number, item in enumerate(items):
        last = prepared[-1] if prepared else None
        if item.kind is Kind.OBJECT and not item.gap:
            item = item._replace(gap=SPACE if gap_after[number] else NOTHING)
        elif last and last.kind is Kind.OBJECT and item.gap == SPACE and item.content[0] in _ENDS_SENTENCE:
            item = item._replace(gap=NOTHING)
        if last and last.kind is item.kind is Kind.CODE and not item.gap and _link(last) == _link(item):
            prepared[-1] = last._replace(content=last.content + item.content)
        else:
            prepared.append(item)
    return prepared


def _link(item: Item) -> Mark | None:
    return next((mark for mark in item.marks if mark.kind == LINK), None)


@dataclass(slots=True)
class _Opened:
    mark: Mark
    at: int | None  # where its sign stands among the pieces; None if it has none


class _Line:
    """Writes items, opening and closing marks between them."""

    def __init__(self, items: Sequence[Item], style: Style) -> None:
        self._items = items
        self._style = style
        self._has_tildes = any(mark.kind == "deleted" for item in items for mark in item.marks)
        self._pieces: list[str] = []
        self._open: list[_Opened] = []

    def write(self) -> str:
        for number, item in enumerate(self._items):
            gap = item.gap if number else SPACE
            space = self._style.value if gap == BREAK else gap
            shared = self._shared(item.marks)
            closed = self._close_down_to(shared, self._last_sign(number), (space or _edge(item, 0))[0])
            if number and space:
                self._pieces.append(space)
            self._open_marks(item.marks[shared:], (space or self._last_sign(number))[-1], item, touches=closed and not gap)
            self._pieces.append(self._written(number))
        self._close_down_to(0, self._last_sign(len(self._items)), SPACE)
        return "".join(self._pieces)

    def _last_sign(self, number: int) -> str:
        """The sign before an item."""
        return _edge(self._items[number - 1], -1) if number else SPACE

    def _shared(self, marks: tuple[Mark, ...]) -> int:
        """How many of the open marks the next item is inside of, too."""
        shared = 0
        while shared < min(len(marks), len(self._open)) and self._open[shared].mark == marks[shared]:
            shared += 1
        return shared

    def _close_down_to(self, depth: int, before: str, after: str) -> bool:
        """Close marks until `depth` are left; whether a sign of emphasis was closed."""
        lone = len(self._open) == depth + 1
        closed_emphasis = False
        while len(self._open) > depth:
            opened = self._open.pop()
            if opened.mark.kind == LINK:
                self._pieces.append(f"]({escape_address(opened.mark.address)})")
            elif opened.at is None:
                pass
            elif opened.mark.kind not in _DELIMITERS or _is_gap(after) or (lone and before.isalnum()):
                self._pieces.append(SIGNS[opened.mark.kind][1])
                closed_emphasis |= opened.mark.kind in _DELIMITERS
            else:
                self._pieces[opened.at] = ""
        return closed_emphasis

    def _open_marks(self, marks: tuple[Mark, ...], before: str, item: Item, touches: bool) -> None:
        """`touches`: a sign of emphasis was closed just here, which a second one would melt with."""
        can_open = not touches and self._can_open(marks, before, item)
        for mark in marks:
            is_shown = mark.kind not in _DELIMITERS or can_open
            self._open.append(_Opened(mark, len(self._pieces) if is_shown else None))
            if mark.kind == LINK:
                if self._pieces and self._pieces[-1].endswith("!"):  # else it would be an image
                    self._pieces[-1] = self._pieces[-1][:-1] + "\\!"
                self._pieces.append("[")
            elif is_shown:
                self._pieces.append(SIGNS[mark.kind][0])

    def _can_open(self, marks: tuple[Mark, ...], before: str, item: Item) -> bool:
        """Whether emphasis can begin here. A sign that could end one as well must not stand where there is one to end."""
        if before.isspace():
            return True
        begins_word = item.kind is Kind.TEXT and item.content[0].isalnum() and (len(marks) == 1 or _IS_STARRED.issuperset(marks))
        if _is_gap(before) and begins_word:
            return True
        is_first = len(marks) == 1 and not any(opened.mark.kind in _DELIMITERS for opened in self._open)
        return is_first and (_is_gap(before) or begins_word)

    def _written(self, number: int) -> str:
        item = self._items[number]
        if item.kind is Kind.CODE:
            return code_span(item.content)
        if item.kind is not Kind.TEXT:
            return item.content
        following = self._items[number + 1] if number + 1 < len(self._items) else None
        sign = " " if following is None or following.gap else _edge(following, 0)
        return escape(item.content, sign, in_link=_link(item) is not None, beside_tildes=self._has_tildes)


def _edge(item: Item, at: int) -> str:
    """The first or last sign of an item; whatever is not text begins and ends with punctuation."""
    return item.content[at] if item.kind is Kind.TEXT else "`"


def _is_gap(sign: str) -> bool:
    """White space or punctuation by any edition of CommonMark."""
    return sign.isspace() or unicodedata.category(sign).startswith("P") or sign in "$+<=>^`|~"
