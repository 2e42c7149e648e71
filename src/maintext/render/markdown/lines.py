"""The lines of a document: text, formulas, code and images, collected until something ends the line, with the marks on them."""

from collections.abc import Callable

from maintext.document import TexScript
from maintext.page import Page
from maintext.render.addresses import followable
from maintext.render.code import code_of, language_of
from maintext.render.images import image_address, is_fallback
from maintext.render.markdown.blocks import BlockWriter
from maintext.render.markdown.escaping import escape, escape_address, fenced
from maintext.render.markdown.inline import BREAK, LINK, NOTHING, SPACE, Item, Kind, Mark, Style, write_inline
from maintext.render.markdown.plan import Plan
from maintext.render.markdown.tables import Cell
from maintext.render.maths import Formula, image_tex, leaves_formula_open, tex_in_text
from maintext.render.spaces import CELL, LINE
from maintext.render.spaces import NOTHING as GLUED

Closer = Callable[[], None]

_DISPLAYS_FORMULA = frozenset({"p", "div", "dd", "center", "figure"})
_LONGEST_FORMULA = 60  # rows that a formula with line breaks or markup in it may take
_BLOCK = "\n\n"  # between an item and the one before: they are in different blocks
MARKS = {
    **dict.fromkeys(("b", "strong", "dt", "summary"), Mark("strong")),
    **dict.fromkeys(("i", "em", "cite", "var", "figcaption"), Mark("emphasis")),
    **dict.fromkeys(("del", "s", "strike"), Mark("deleted")),
    "sup": Mark("superscript"),
    "sub": Mark("subscript"),
}


class Lines:
    """The state of a walk as far as lines know of it: the line that is being collected, and the blocks that are written."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._page: Page = plan.page
        self._end: list[int] = plan.page.end.tolist()
        self._blocks = BlockWriter()
        self._first_text = next(iter(plan.kinds))
        self._past = 0  # rows before this one are written
        self._last = -1  # row of the last item
        self._items: list[Item] = []  # the line
        self._marks: list[Mark] = []
        self._heading = 0  # level
        self._cell: Cell | None = None
        self._line_of_link: dict[int, int] = {}  # how many blocks stood before the line that a link was first written in
        self._image_before = ""

    # -- the line --------------------------------------------------------------------------------------------------------

    def _gap(self, row: int) -> str:
        """What stands between the last item and one at this row: nothing, a space, a line break, or the edge of a block."""
        if self._last < 0:
            return _BLOCK
        plan = self._plan
        line_breaks = plan.line_breaks[row] - plan.line_breaks[self._last]
        if plan.block_edges[row] != plan.block_edges[self._last] or line_breaks > 1:
            return _BLOCK
        if line_breaks:
            return BREAK
        if row == self._first_text:  # after an image or formula: there is no text before that its kind could tell of
            return SPACE if self._page.spaced[row] else NOTHING
        return NOTHING if plan.kinds.get(row, GLUED) == GLUED else SPACE

    def _add(self, kind: Kind, content: str, gap: str, until: int, *, is_linked: bool = True) -> None:
        """Add an item to the line, or to a new one where it stands in another block. `until`: its last row."""
        if gap == _BLOCK:
            if self._cell is not None or self._heading:
                gap = BREAK
            else:
                self._end_line()
        self._items.append(Item(kind, content, gap if self._items else NOTHING, self._marks_now(is_linked)))
        self._last = until
        self._image_before = ""

    def _marks_now(self, is_linked: bool) -> tuple[Mark, ...]:
        """The open marks. A link around several blocks is written in the first of them only; a heading is bold by itself."""
        if not self._marks:
            return ()
        return tuple(
            mark
            for mark in self._marks
            if not (mark.kind == LINK and not (is_linked and self._is_in_first_line(mark.row)))
            and not (mark.kind == "strong" and self._heading)
        )

    def _is_in_first_line(self, link: int) -> bool:
        here = -1 - id(self._cell) if self._cell is not None else self._blocks.blocks
        return self._line_of_link.setdefault(link, here) == here

    def _end_line(self) -> None:
        """Write what was collected as a paragraph or heading."""
        if not self._items:
            return
        style = Style.HEADING if self._heading else Style.PARAGRAPH
        written = write_inline(self._items, style)
        self._items = []
        lines = written.split("\n")
        if self._heading:
            lines = [f"{'#' * self._heading} {written}"]
        self._blocks.add(lines, is_text=True)

    # -- what stands in lines --------------------------------------------------------------------------------------------

    def _add_text(self, row: int) -> None:
        text, gap = self._page.text(row), self._gap(row)
        signs = self._plan.signs_of_tex
        if not signs or not any(sign in text for sign in signs):
            self._add(Kind.TEXT, text, gap, row)
            return
        if leaves_formula_open(text):
            text, row = self._with_rest_of_formula(text, row)
        for piece in tex_in_text(text, self._plan.tex_is_rendered):
            if isinstance(piece, Formula):
                self._add_formula(piece, gap, row)
                gap = NOTHING
            else:
                if piece.strip():
                    self._add(Kind.TEXT, piece.strip(), SPACE if gap == NOTHING and piece[0] == " " else gap, row)
                gap = SPACE if piece[-1] == " " else NOTHING

    def _with_rest_of_formula(self, text: str, row: int) -> tuple[str, int]:
        """The text up to the run that ends the formula that begins in it, and the row of that run, if the block has one."""
        block = int(self._page.block[row])
        joined = text
        for each in range(row + 1, min(self._end[block], row + _LONGEST_FORMULA)):
            if each in self._plan.kinds and self._page.block[each] == block:
                joined += " " + self._page.text(each)
                if not leaves_formula_open(joined):
                    self._past = each + 1
                    return joined, each
        return text, row

    def _add_formula(self, formula: Formula, gap: str, until: int, kind: Kind = Kind.RAW) -> None:
        formula = formula.harmless()
        if not formula.is_display or self._heading or self._cell is not None:
            self._add(kind, formula.inline(), gap, until)
            return
        self._end_line()
        self._blocks.add(formula.block())
        self._last = until

    def _add_formula_element(self, row: int, formula: Formula) -> None:
        end = self._end[row]
        formula = self._as_shown(row, formula)
        kept = self._kept_rows(row)
        gap = self._gap(row)
        if gap == NOTHING and kept and self._plan.kinds[kept[0]] != GLUED:
            gap = SPACE
        self._add_formula(formula, gap, end - 1, Kind.RAW if kept else Kind.OBJECT)
        self._past = end

    def _as_shown(self, row: int, formula: Formula) -> Formula:
        """A formula that has a paragraph to itself is displayed, whatever the page calls it."""
        block = int(self._page.block[row])
        has_block = self._page.name(block) in _DISPLAYS_FORMULA and not self._has_other_text(row)
        if formula.is_display or not has_block or self._plan.objects_in_block.get(block, 0) > 1:
            return formula
        return Formula(formula.tex, is_display=True)

    def _add_script(self, script: TexScript) -> None:
        """A formula without a row, in the line of what stands before it in its block."""
        block = int(self._page.block[script.parent])
        is_apart = self._last < 0 or int(self._page.block[self._last]) != block
        formula = Formula(script.tex, script.is_display)
        self._add_formula(formula, _BLOCK if is_apart else NOTHING, block if is_apart else self._last, Kind.OBJECT)

    def _add_code(self, row: int) -> None:
        """Code inside a line is one piece, whatever is in it. Several lines with nothing beside them are a code block. What
        stands around code blocks adds nothing to them."""
        if self._plan.around_code_blocks[row]:
            return
        end, kinds = self._end[row], self._plan.kinds
        rows = self._kept_rows(row)
        is_free = self._cell is None and not self._heading and self._has_lines_to_itself(row, rows[0])
        if is_free and any(kinds[each] >= LINE for each in rows[1:]):
            self._end_line()
            self._blocks.add(fenced(code_of(self._page, rows, kinds), language_of(self._page, row)))
            self._last = end - 1
        else:
            pieces = [self._page.text(rows[0])]
            for each in rows[1:]:
                pieces += ["" if kinds[each] == GLUED else " ", self._page.text(each)]
            link = self._only_link(row, rows)
            if link is not None:
                self._marks.append(link)
            self._add(Kind.CODE, "".join(pieces), self._gap(rows[0]), rows[-1])
            if link is not None:
                self._marks.pop()
        self._past = end

    def _add_code_lines(self, row: int, code: str) -> None:
        """A code block inside a cell, which has lines and nothing else."""
        for line in filter(str.strip, code.split("\n")):
            self._add(Kind.CODE, line, _BLOCK, row)

    def _only_link(self, row: int, rows: list[int]) -> Mark | None:
        """The link inside of code that has all of its text."""
        for each in range(row + 1, rows[0]):
            if self._page.name(each) == "a" and self._end[each] > rows[-1]:
                return self._link_mark(each)
        return None

    def _add_image(self, row: int) -> None:
        tex = image_tex(self._page, row)
        if tex:
            self._add_formula(self._as_shown(row, Formula(tex)), self._gap(row), row, Kind.OBJECT)
            return
        address = image_address(self._page, row, self._plan.base)
        if not address or self._image_before == address or (self._image_before and is_fallback(self._page, row)):
            return
        found = self._page.attributes(row)
        alternative = " ".join((found.get("alt") or found.get("title") or "").split())
        written = f"![{escape(alternative, in_link=True)}]({escape_address(address)})"
        link = next((mark for mark in self._marks if mark.kind == LINK), None)
        self._add(Kind.OBJECT, written, self._gap(row), row, is_linked=link is None or not self._plan.kept[link.row])
        self._image_before = address

    # -- marks and links -------------------------------------------------------------------------------------------------

    def _open_mark(self, row: int) -> Closer | None:
        mark = MARKS[self._page.name(row)]
        if mark in self._marks or (mark.kind == "superscript" and self._is_around_reference(row)):
            return None
        self._marks.append(mark)
        return self._close_mark

    def _close_mark(self) -> None:
        self._marks.pop()

    def _is_around_reference(self, row: int) -> bool:
        """Whether this superscript is only there for the mark of a footnote."""
        references = self._plan.footnotes.references
        return bool(references) and any(each in references for each in range(row, self._end[row]))

    def _open_link(self, row: int) -> Closer | None:
        label = self._plan.footnotes.references.get(row)
        if label is not None:
            rows = self._kept_rows(row)
            self._add(Kind.RAW, f"[^{label}]", self._gap(rows[0]), rows[-1])
            self._past = self._end[row]
            return None
        mark = self._link_mark(row)
        if mark is None:
            return None
        self._marks.append(mark)
        return self._close_mark

    def _link_mark(self, row: int) -> Mark | None:
        """None where there is nothing to follow, and for a link inside a link, which Markdown does not have."""
        if not self._plan.options.include_links or any(mark.kind == LINK for mark in self._marks):
            return None
        href = self._page.attributes(row).get("href")
        address = followable(href, self._plan.base) if href else None
        return Mark(LINK, address, row) if address else None

    def _has_other_text(self, row: int) -> bool:
        """Whether there is more kept text in the block than in this element."""
        block, count = int(self._page.block[row]), self._plan.texts_before
        return count[self._end[block]] - count[block] > count[self._end[row]] - count[row]

    def _has_lines_to_itself(self, row: int, first: int) -> bool:
        """Whether nothing stands before an element in its first line, and no text behind it in its last; `first` is its text."""
        if self._items and self._gap(first) in (NOTHING, SPACE):
            return False
        following = self._plan.texts_before[self._end[row]]
        kept = self._plan.kept_rows
        return following == len(kept) or self._plan.kinds[kept[following]] >= CELL

    def _kept_rows(self, row: int) -> list[int]:
        """The kept text runs in an element."""
        return [each for each in range(row, self._end[row]) if each in self._plan.kinds]
