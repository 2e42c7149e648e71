"""From kept rows to Markdown in one walk: blocks and what holds them open around the lines."""

from collections.abc import Callable

from maintext.document import TexScript
from maintext.render.code import code_of, language_of
from maintext.render.images import AMP_IMAGE
from maintext.render.markdown.blocks import ItemList
from maintext.render.markdown.escaping import fenced
from maintext.render.markdown.lines import MARKS, Closer, Lines
from maintext.render.markdown.plan import Plan
from maintext.render.markdown.tables import Cell, markdown_table
from maintext.render.maths import kept_scripts
from maintext.render.tables import span
from maintext.tags import HEADINGS, PREFORMATTED, TEXT

# What Markdown does not have inside of a table's cell.
_NOT_IN_CELLS = HEADINGS | frozenset("ul ol menu dir li blockquote hr table caption tr td th".split())


class Walk(Lines):
    """The walk: elements open and close blocks, and what is in them goes into lines."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self._open: list[tuple[int, int, Closer]] = []  # elements with something to do at their end: row, end, what
        self._grids: list[list[list[Cell]]] = []  # the rows of each open Markdown table
        self._lists: list[ItemList | None] = [None]  # the list that an item would belong to
        self._openers: dict[str, Callable[[int], Closer | None]] = {
            **dict.fromkeys(HEADINGS, self._open_heading),
            **dict.fromkeys(("ul", "ol", "menu", "dir"), self._open_list),
            **dict.fromkeys(PREFORMATTED, self._write_code_block),
            **dict.fromkeys(("code", "kbd", "samp", "tt"), self._add_code),
            **dict.fromkeys(("td", "th"), self._open_cell),
            **dict.fromkeys(MARKS, self._open_mark),
            "a": self._open_link,
            "blockquote": self._open_quote,
            "caption": self._open_caption,
            "hr": self._write_rule,
            **dict.fromkeys(("img", AMP_IMAGE), self._add_image),
            "li": self._open_item,
            "table": self._open_table,
            "tr": self._open_row,
        }

    def write(self) -> str:
        tags, names = self._page.tag.tolist(), self._page.tag_names
        formulas, notes, quotes = self._plan.formulas.by_row, self._plan.footnotes.notes, self._plan.quotes
        scripts = kept_scripts(self._page, self._plan.kept_text)
        scripts.reverse()
        for row in self._plan.rows_to_visit():
            while scripts and scripts[-1].row <= row:
                self._close_before_script(scripts[-1])
                self._add_script(scripts.pop())
            if row < self._past:
                continue
            self._close_before(row)
            if tags[row] == TEXT:
                self._add_text(row)
            elif row in formulas:
                self._add_formula_element(row, formulas[row])
            elif self._cell is not None and names[tags[row]] in _NOT_IN_CELLS:
                continue  # its lines are lines of the cell
            elif row in notes and self._cell is None:
                self._opened(row, self._open_note(row))
            elif row in quotes and self._cell is None:
                self._opened(row, self._open_quote(row))
            elif (opener := self._openers.get(names[tags[row]])) is not None:
                self._opened(row, opener(row))
        while scripts:
            self._close_before_script(scripts[-1])
            self._add_script(scripts.pop())
        self._close_before(len(self._page))
        self._end_line()
        return "\n".join(self._blocks.lines)

    def _opened(self, row: int, closer: Closer | None) -> None:
        if closer is not None:
            self._open.append((row, self._end[row], closer))

    def _close_before(self, row: int) -> None:
        while self._open and self._open[-1][1] <= row:
            self._open.pop()[2]()

    def _close_before_script(self, script: TexScript) -> None:
        """It has no row, so elements that end before it in its parent end at the row after it, as its parent may."""
        while self._open and self._open[-1][0] > script.parent and self._open[-1][1] <= script.row:
            self._open.pop()[2]()

    # -- blocks ----------------------------------------------------------------------------------------------------------

    def _open_heading(self, row: int) -> Closer:
        self._end_line()
        outer, self._heading = self._heading, int(self._page.name(row)[1])

        def close() -> None:
            self._end_line()
            self._heading = outer

        return close

    def _open_quote(self, row: int) -> Closer:
        self._end_line()
        self._blocks.open_quote()
        return self._begin_container()

    def _open_note(self, row: int) -> Closer:
        self._end_line()
        self._blocks.open_footnote(self._plan.footnotes.notes[row])
        return self._begin_container()

    def _begin_container(self) -> Closer:
        outer_heading, self._heading = self._heading, 0
        self._lists.append(None)

        def close() -> None:
            self._end_line()
            self._lists.pop()
            self._blocks.close()
            self._heading = outer_heading

        return close

    def _open_list(self, row: int) -> Closer:
        self._end_line()
        outer = self._lists[-1]
        belongs_to_item = outer is not None and outer.ended_at >= 0  # a list right inside a list
        if outer is not None and belongs_to_item:
            self._blocks.open_below_item(outer)
        self._lists.append(self._blocks.begin_list(self._page.name(row) == "ol"))

        def close() -> None:
            self._end_line()
            self._lists.pop()
            if belongs_to_item:
                self._blocks.close()
            if outer is not None and belongs_to_item:
                outer.ended_at = self._blocks.blocks

        return close

    def _open_item(self, row: int) -> Closer:
        self._end_line()
        items = self._lists[-1] or self._blocks.begin_list(False)
        self._lists[-1] = items
        self._blocks.open_item(items, self._plan.numbers.get(row, 1) if items.is_ordered else 0)
        outer_heading, self._heading = self._heading, 0
        self._lists.append(None)

        def close() -> None:
            self._end_line()
            self._lists.pop()
            self._blocks.close_item(items)
            self._heading = outer_heading

        return close

    def _write_rule(self, row: int) -> None:
        if not self._heading and not self._blocks.begins_container and (self._items or self._blocks.lines):
            self._end_line()
            self._blocks.add_rule()

    def _write_code_block(self, row: int) -> None:
        end = self._end[row]
        code = code_of(self._page, self._kept_rows(row), self._plan.kinds)
        if self._cell is not None:
            self._add_code_lines(row, code)
        else:
            self._end_line()
            self._blocks.add(fenced(code, language_of(self._page, row)))
        self._last, self._past = end - 1, end

    # -- tables ----------------------------------------------------------------------------------------------------------

    def _open_table(self, row: int) -> Closer | None:
        if self._plan.code_tables[row]:
            self._write_code_block(row)
            return None
        if row not in self._plan.tables.of_data:
            return None
        self._end_line()
        self._grids.append([])
        return self._close_table

    def _close_table(self) -> None:
        self._end_line()
        self._write_grid(self._grids.pop())

    def _write_grid(self, grid: list[list[Cell]]) -> None:
        lines = markdown_table(grid)
        if lines:
            self._blocks.add(lines)

    def _open_caption(self, row: int) -> Closer | None:
        """A paragraph of its own, above the table or, where the page has it there, below."""
        if not self._grids:
            return None
        self._write_grid(self._grids[-1])
        self._grids[-1] = []
        return self._end_line

    def _open_row(self, row: int) -> None:
        if self._grids:
            self._grids[-1].append([])

    def _open_cell(self, row: int) -> Closer | None:
        if not self._grids or not self._grids[-1]:
            return None
        found = self._page.attributes(row)
        cell = Cell(columns=span(found.get("colspan")), rows=span(found.get("rowspan")))
        self._grids[-1][-1].append(cell)
        self._end_line()
        self._cell = cell

        def close() -> None:
            cell.items, self._items, self._cell = self._items, [], None

        return close
