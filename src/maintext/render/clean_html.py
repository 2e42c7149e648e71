"""Kept rows as clean HTML: the kept text with the elements around it, nothing active, nothing hidden.

Only the elements and attributes of `html_tags` are written; any other element is passed through to its content. So no script,
style, event handler or `javascript:` address can come through, and since every end is written where a parser would put it, the
result reads back as the tree that it is.

- Links and images have absolute addresses where that of the page is known; an image is written once, with its best file.
- White space between words stands outside of the elements that begin or end there.
- Code blocks are verbatim, in `<pre><code class="language-x">` where the language is known, without line numbers.
- A formula is written once, whatever stands for it on the page, as TeX in `<span class="math inline">\\(…\\)</span>` or
  `<span class="math display">\\[…\\]</span>`: MathJax and KaTeX show that by default, and pandoc writes and reads it. Images of
  formulas stay images.
- Items of ordered lists have the numbers they had, cells of data tables their places, also where others were left out.
"""

from html import escape
from typing import NamedTuple

from maintext.document import TexScript
from maintext.page import BoolArray, Page
from maintext.render.code import gap_in_code, language_of, written_code
from maintext.render.html_parts import Parts, find_parts
from maintext.render.html_tags import (
    CLOSES_PARAGRAPH,
    ENDS_ITSELF,
    IN_CODE_BLOCKS,
    INSIDE_OF,
    NOT_IN_ITSELF,
    RENAMED,
    SHIELDS_ITEMS,
    WRITTEN,
    attribute,
    language_class,
    safe_attributes,
)
from maintext.render.maths import Formula
from maintext.render.options import EVERYTHING, RenderOptions
from maintext.render.spaces import CELL, LINE, NOTHING, SET_APART, SPACE
from maintext.tags import BLOCK, TEXT

_GAPS = {NOTHING: "", SPACE: " ", CELL: " ", LINE: "<br>", SET_APART: "<br><br>"}
_PLACED = frozenset({*INSIDE_OF, *ENDS_ITSELF, *NOT_IN_ITSELF})
_COUNTED = frozenset({"td", "th", "ol", "li"})
_ENDS_SENTENCE = frozenset(".,;:!?)")


def render_html(page: Page, keep: BoolArray, options: RenderOptions = EVERYTHING) -> str:
    """An HTML fragment; `""` where nothing is kept. Does not fail, and takes time in proportion to the page."""
    if not (keep & page.is_text).any():
        return ""
    return _Writer(page, find_parts(page, keep, options)).write()


class _Open(NamedTuple):
    row: int
    end: int
    name: str
    at: int  # where its start tag stands among the pieces
    ending: str


class _Writer:
    """One walk over the rows to visit. Elements that a parser would tear out of those around them are written as `div` or not at
    all: pages have such elements only inside of others that are not written."""

    def __init__(self, page: Page, parts: Parts) -> None:
        self._page = page
        self._parts = parts
        self._end: list[int] = page.end.tolist()
        self._pieces: list[str] = []
        self._open: list[_Open] = []
        self._paragraph = -1  # place of the open `p` among the open elements
        self._has_link = False
        self._code_end = 0  # the rows of the code block that is open end here
        self._begins_code = False
        # White space and line breaks before the next text or object go to `_gap_at`: after what was written last, outside of the
        # elements that begin in between. No gap is needed where the edge of a block holds them apart.
        self._gap_at = 0
        self._is_apart = True
        self._last = -1  # the last text run
        self._object = -1  # the last object (image, formula without text) since then, if no edge of a block follows it
        self._before_objects = -1  # the gap before the first of them
        self._numbers: dict[int, int] = {}  # for each list the number of its last item

    def write(self) -> str:
        tags, names, parts = self._page.tag.tolist(), self._page.tag_names, self._parts
        formulas, images, scripts = parts.formulas, parts.images, list(reversed(parts.scripts))
        for row in parts.rows:
            while scripts and scripts[-1].row <= row:
                self._add_script(scripts.pop())
            self._close_before(row)
            if tags[row] == TEXT:
                self._add_text(row)
            elif row in formulas:
                self._add_formula(row, formulas[row])
            elif row in images:
                found = self._page.attributes(row)
                alternative = " ".join((found.get("alt") or found.get("title") or "").split())
                self._add_object(row, f"<img{attribute('src', images[row])}{attribute('alt', alternative)}>")
            else:
                name = "div" if row == 0 else names[tags[row]]
                self._add_element(row, RENAMED.get(name, name))
        while scripts:
            self._add_script(scripts.pop())
        self._close_before(len(self._page))
        return "".join(self._pieces)

    # -- elements --------------------------------------------------------------------------------------------------------

    def _add_element(self, row: int, name: str) -> None:
        if row < self._code_end:
            if name in IN_CODE_BLOCKS:
                self._open_inline(row, name)
        elif name == "hr":
            self._before_block(name)
            self._pieces += ["<hr>", ""]
            self._gap_at = len(self._pieces) - 1
        elif name in BLOCK:
            self._open_block(row, name)
        else:
            self._open_inline(row, name)

    def _open_block(self, row: int, name: str) -> None:
        if name not in WRITTEN:
            return
        if name in _PLACED:
            around = self._open[-1].name
            if around not in INSIDE_OF.get(name, (around,)) or around in NOT_IN_ITSELF.get(name, ()):
                return
            if name in ENDS_ITSELF and self._would_end(ENDS_ITSELF[name]):
                name = "div"
        self._before_block(name)
        if name == "pre":
            self._open_code_block(row)
            return
        if name == "p":
            self._paragraph = len(self._open)
        attributes = safe_attributes(name, self._page.attributes(row), self._parts.base)
        if name in _COUNTED:
            attributes += self._counted(row, name)
        self._start(row, name, f"<{name}{attributes}>", f"</{name}>")

    def _counted(self, row: int, name: str) -> str:
        """The attributes that are numbers."""
        if name in ("td", "th"):
            columns, rows = self._parts.spans(row)
            return attribute("colspan", columns) * (columns > 1) + attribute("rowspan", rows) * (rows > 1)
        if name == "ol" and (first := self._parts.first_numbers.get(row)) is not None:
            step = self._step(row)
            self._numbers[row] = first - step
            return " reversed" * (step < 0) + attribute("start", first) * (first != 1 or step < 0)
        if name == "li" and (number := self._parts.numbers.get(row)) is not None:
            items = int(self._page.parent[row])
            expected = self._numbers.get(items, number) + self._step(items)
            self._numbers[items] = number
            return attribute("value", number) * (number != expected)
        return ""

    def _step(self, items: int) -> int:
        return -1 if "reversed" in self._page.attributes(items) else 1

    def _would_end(self, names: frozenset[str]) -> bool:
        """Whether an item would end one of these that is open."""
        for opened in reversed(self._open):
            if opened.name in names:
                return True
            if opened.name in SHIELDS_ITEMS:
                return False
        return False

    def _set_apart(self) -> None:
        """The edge of a block. Objects at the end of a line are a space apart from its text."""
        if self._before_objects >= 0 and not self._pieces[self._before_objects]:
            self._pieces[self._before_objects] = " "
        self._is_apart, self._object, self._before_objects = True, -1, -1

    def _before_block(self, name: str) -> None:
        self._set_apart()
        if self._paragraph >= 0 and name in CLOSES_PARAGRAPH:
            opened = self._open[self._paragraph]
            self._pieces[opened.at] = "<div" + self._pieces[opened.at][2:]
            self._open[self._paragraph] = opened._replace(name="div", ending="</div>")
            self._paragraph = -1

    def _open_code_block(self, row: int) -> None:
        language = language_class(language_of(self._page, row))
        is_code = bool(language) or self._holds_only_code(row)
        self._start(row, "pre", f"<pre><code{language}>" if is_code else "<pre>", "</code></pre>" if is_code else "</pre>")
        self._pieces.append("")
        self._gap_at = len(self._pieces) - 1
        self._code_end = self._end[row]
        self._begins_code = not is_code

    def _holds_only_code(self, row: int) -> bool:
        child, end = row + 1, self._end[row]
        while child < end and self._end[child] == end and not self._page.is_text[child]:
            if self._page.name(child) == "code":
                return True
            child += 1
        return False

    def _open_inline(self, row: int, name: str) -> None:
        if name not in WRITTEN or (name in NOT_IN_ITSELF and self._open[-1].name in NOT_IN_ITSELF[name]):
            return
        if name == "a" and (self._has_link or not self._parts.has_links):
            return
        attributes = safe_attributes(name, self._page.attributes(row), self._parts.base)
        if (name == "a" and " href=" not in attributes) or (name == "span" and not attributes):
            return
        self._has_link |= name == "a"
        self._start(row, name, f"<{name}{attributes}>", f"</{name}>")

    def _start(self, row: int, name: str, tag: str, ending: str) -> None:
        self._open.append(_Open(row, self._end[row], name, len(self._pieces), ending))
        self._pieces.append(tag)

    def _close_before(self, row: int) -> None:
        while self._open and self._open[-1].end <= row:
            self._close()

    def _close(self) -> None:
        opened = self._open.pop()
        if opened.name in BLOCK:
            self._set_apart()
            if len(self._open) == self._paragraph:
                self._paragraph = -1
        elif opened.name == "a":
            self._has_link = False
        self._pieces += [opened.ending, ""]
        self._gap_at = len(self._pieces) - 1

    # -- text and what stands among it -----------------------------------------------------------------------------------

    def _add_text(self, row: int) -> None:
        if row < self._code_end:
            self._add_code(row)
        else:
            text = self._page.text(row)
            self._add_like_text(row, row, escape(text, quote=False), text[0] in _ENDS_SENTENCE)

    def _add_like_text(self, row: int, until: int, content: str, ends_sentence: bool = False) -> None:
        """`row` is the first text run of the content, `until` the last one."""
        kind = self._parts.kinds[row]
        if self._object >= 0:
            self._add_gaps_around_objects(row, kind, ends_sentence)
        elif not self._is_apart:
            self._pieces[self._gap_at] = _GAPS[kind]
        self._write(content)
        self._last, self._object, self._before_objects = until, -1, -1

    def _add_gaps_around_objects(self, row: int, kind: int, ends_sentence: bool) -> None:
        """Between objects and the text after them. The page knows of white space between two texts only: where there is some, it
        is on both sides of the objects, and objects at the beginning of a line are a space apart from its text."""
        breaks = self._parts.line_breaks[row] - self._parts.line_breaks[self._object]
        at = self._before_objects
        is_spaced = at < 0 or kind == SPACE or bool(self._page.spaced[row])
        self._pieces[self._gap_at] = "<br>" * min(breaks, 2) or " " * (is_spaced and not ends_sentence)
        if at >= 0 and not self._pieces[at] and kind != NOTHING:
            self._pieces[at] = " " if self._pieces[self._gap_at] else _GAPS[kind]

    def _add_object(self, row: int, content: str) -> None:
        if not self._is_apart and row >= self._code_end:
            before = max(self._object, self._last)
            breaks = self._parts.line_breaks[row] - self._parts.line_breaks[before]
            self._pieces[self._gap_at] = "<br>" * min(breaks, 2)
            if self._object < 0:
                self._before_objects = self._gap_at
        self._write(content)
        self._object = row

    def _write(self, content: str) -> None:
        self._pieces += [content, ""]
        self._gap_at = len(self._pieces) - 1
        self._is_apart = False

    def _add_code(self, row: int) -> None:
        text = written_code(self._page, row)
        if self._is_apart:
            gap = "\n" * (self._begins_code and text.startswith("\n"))  # a parser takes the first line break of a `pre` away
        else:
            gap = gap_in_code(self._page, self._last, row, self._parts.kinds[row])
        code = text.lstrip()
        self._pieces[self._gap_at] = gap + text[: len(text) - len(code)]
        self._write(escape(code, quote=False))
        self._last = row

    # -- formulas --------------------------------------------------------------------------------------------------------

    def _add_formula(self, row: int, formula: Formula) -> None:
        kept = [each for each in range(row, self._end[row]) if each in self._parts.kinds]
        if kept and row >= self._code_end:
            self._add_like_text(kept[0], kept[-1], self._formula(formula, row))
        else:
            self._add_object(row, self._formula(formula, row))

    def _add_script(self, script: TexScript) -> None:
        """A formula without a row: elements that end before it in its parent end at the row after it, as its parent may."""
        while self._open and self._open[-1].row > script.parent and self._open[-1].end <= script.row:
            self._close()
        self._add_object(script.row - 1, self._formula(Formula(script.tex, script.is_display), script.row - 1))

    def _formula(self, formula: Formula, row: int) -> str:
        opening, closing, kind = (r"\[", r"\]", "display") if formula.is_display else (r"\(", r"\)", "inline")
        tex = f"{opening}{escape(formula.tex, quote=False)}{closing}"
        return tex if row < self._code_end else f'<span class="math {kind}">{tex}</span>'
