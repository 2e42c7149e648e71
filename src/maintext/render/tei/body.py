"""The body of a TEI document: kept rows in one walk, in document order."""

from collections.abc import Callable

from maintext.page import BoolArray, Page
from maintext.render.code import code_of, language_of
from maintext.render.images import AMP_IMAGE
from maintext.render.options import RenderOptions
from maintext.render.spaces import LINE, NOTHING
from maintext.render.tei.holders import Holders, Inside
from maintext.render.tei.line import MARKED, Line
from maintext.render.tei.lists import Lists
from maintext.render.tei.plan import Plan
from maintext.render.tei.tables import Tables
from maintext.render.tei.xml import attribute, element, text_of
from maintext.tags import HEADINGS, PREFORMATTED, TEXT


class Walk:
    """The walk. Elements open and close holders; text goes into paragraphs where the innermost holder asks for them."""

    def __init__(self, page: Page, keep: BoolArray, options: RenderOptions) -> None:
        self._page = page
        self._plan = Plan(page, keep, options)
        self._out: list[str] = []
        self._line = Line(self._out)
        self._holders = Holders(self._out, self._line, self._plan.end)
        self._divisions: list[int] = []  # the levels of the headings that began them
        self._last = -1  # row of what was written last
        self._past = 0  # rows before this one are written
        self._openers: dict[str, Callable[[int], None]] = {
            **Lists(self._out, self._holders, page).openers,
            **Tables(self._out, self._holders, self._plan).openers,
            **dict.fromkeys(HEADINGS, self._open_heading),
            **dict.fromkeys(PREFORMATTED, self._write_code),
            **dict.fromkeys(MARKED, self._enter_mark),
            "a": self._enter_link,
            "blockquote": self._open_quote,
            "figcaption": self._open_figure_caption,
            "figure": self._open_figure,
            **dict.fromkeys(("img", AMP_IMAGE), self._add_image),
        }

    def write(self) -> str:
        tags, names = self._page.tag.tolist(), self._page.tag_names
        formulas = self._plan.formulas
        for row in self._plan.rows_to_visit():
            if row < self._past:
                continue
            self._close_before(row)
            if tags[row] == TEXT:
                text = self._plan.text(row)
                if text:
                    self._add_text(row, row, text_of(text))
            elif row in formulas:
                self._add_formula(row)
            else:
                self._openers[names[tags[row]]](row)
        self._close_before(len(self._page))
        self._line.end_paragraph()
        self._close_divisions(0)
        return "".join(self._out)

    def _close_before(self, row: int) -> None:
        self._line.leave_marks(row)
        self._holders.close_before(row)

    # -- divisions, quotes, figures, code ------------------------------------------------------------------------------

    def _open_heading(self, row: int) -> None:
        if self._holders.in_line:
            return
        name = self._page.name(row)
        if not self._holders.only_body:
            self._holders.settle()
            self._holders.open("ab", Inside.LINE, row, ' type="head"' + attribute("rend", name))
            return
        level = int(name[1])
        self._line.end_paragraph()
        self._close_divisions(level)
        self._divisions.append(level)
        self._out.append('<div type="section">\n')
        self._holders.open("head", Inside.LINE, row, attribute("rend", name))

    def _close_divisions(self, level: int) -> None:
        """All that a heading of this level ends."""
        while self._divisions and self._divisions[-1] >= level:
            self._divisions.pop()
            self._out.append("</div>\n")

    def _open_quote(self, row: int) -> None:
        if self._holders.can_open():
            self._holders.settle()
            self._holders.open("quote", Inside.PARAGRAPHS, row)

    def _open_figure(self, row: int) -> None:
        if self._holders.can_open():
            self._holders.settle()
            self._holders.open("figure", Inside.PARAGRAPHS, row)

    def _open_figure_caption(self, row: int) -> None:
        if self._holders.innermost.name == "figure":
            self._holders.open("head", Inside.LINE, row)

    def _add_image(self, row: int) -> None:
        self._holders.settle()
        in_figure = self._holders.innermost.name == "figure"
        alternative = " ".join((self._page.attributes(row).get("alt") or "").split())
        graphic = f"<graphic{attribute('url', self._plan.images[row])}/>"
        graphic += element("figDesc", alternative) if alternative else ""
        if self._line.in_paragraph and (in_figure or self._begins_block(row)):
            self._line.end_paragraph()
        self._line.write_apart(graphic if in_figure else f"<figure>{graphic}</figure>")
        self._last = row

    def _write_code(self, row: int) -> None:
        if self._holders.in_line:
            return
        kinds = self._plan.kinds
        rows = [each for each in range(row, self._plan.end[row]) if each in kinds]
        self._holders.settle()
        self._line.end()
        language = language_of(self._page, row)
        attributes = ' xml:space="preserve"' + (attribute("lang", language) if language else "")
        self._out.append(f'<ab type="code">{element("code", code_of(self._page, rows, kinds), attributes)}</ab>\n')
        self._skip(row)

    # -- text ----------------------------------------------------------------------------------------------------------

    def _add_formula(self, row: int) -> None:
        """Once, as TeX, whatever else stands for it beside."""
        first = next(each for each in range(row, self._plan.end[row]) if each in self._plan.kinds)
        self._add_text(row, first, element("formula", self._plan.formulas[row].tex, ' notation="TeX"'))
        self._skip(row)

    def _add_text(self, row: int, first: int, written: str) -> None:
        """`first` is the first text run of what is written."""
        self._holders.settle()
        is_bare = self._is_bare(row)
        if self._line.in_paragraph and (is_bare or self._begins_block(row)):
            self._line.end_paragraph()
        if not is_bare and not self._line.in_paragraph:
            self._line.begin_paragraph()
        self._line.write(written, self._space(first))
        self._last = row

    def _is_bare(self, row: int) -> bool:
        """Whether text stands here without a paragraph around it."""
        holder = self._holders.innermost
        return holder.inside is Inside.LINE or (
            holder.inside is Inside.TEXT_AND_PARAGRAPHS and bool(self._page.block[row] == holder.row)
        )

    def _begins_block(self, row: int) -> bool:
        """Whether this row belongs to another block than the last thing that was written."""
        return self._last < 0 or self._plan.parts_blocks(self._last, row)

    def _space(self, row: int) -> str:
        kind = self._plan.kinds[row]
        return "<lb/>\n" if kind >= LINE else "" if kind == NOTHING else " "

    def _skip(self, row: int) -> None:
        """All of this row is written."""
        self._past = self._plan.end[row]
        self._last = self._past - 1

    def _enter_mark(self, row: int) -> None:
        self._line.enter_mark(self._page.name(row), self._plan.end[row])

    def _enter_link(self, row: int) -> None:
        address = self._plan.link_address(row)
        if address:
            self._line.enter_link(address, self._plan.end[row])
