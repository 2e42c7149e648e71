"""Tables in TEI."""

from collections.abc import Callable, Mapping

from maintext.render.tables import span
from maintext.render.tei.holders import Holders, Inside
from maintext.render.tei.plan import Plan
from maintext.render.tei.xml import attribute


class Tables:
    """Tables that hold data; those that only lay the page out are their content."""

    def __init__(self, out: list[str], holders: Holders, plan: Plan) -> None:
        self._out = out
        self._holders = holders
        self._plan = plan
        self.openers: Mapping[str, Callable[[int], None]] = {
            "table": self._open_table,
            "caption": self._open_caption,
            "tr": self._open_row,
            **dict.fromkeys(("td", "th"), self._open_cell),
        }

    def _open_table(self, row: int) -> None:
        holds_data = row in self._plan.tables.of_data
        if holds_data and self._holders.can_open():
            self._holders.settle()
            self._holders.open("table", Inside.TABLE_ROWS, row)
            self._out.append("\n")

    def _open_caption(self, row: int) -> None:
        if self._holders.belongs_to(Inside.TABLE_ROWS):
            self._holders.open("trailer" if self._holders.innermost.has_rows else "head", Inside.LINE, row)

    def _open_row(self, row: int) -> None:
        """A row is written with its first cell."""
        if self._holders.belongs_to(Inside.TABLE_ROWS):
            self._holders.innermost.row_to_come = row, self._plan.end[row]

    def _open_cell(self, row: int) -> None:
        if self._holders.belongs_to(Inside.TABLE_ROWS):
            self._holders.begin_table_row(self._holders.innermost)
        if self._holders.belongs_to(Inside.CELLS):
            role = ' role="label"' if self._plan.page.name(row) == "th" else ""
            self._holders.open("cell", Inside.TEXT_AND_PARAGRAPHS, row, role + self._spans(row))

    def _spans(self, row: int) -> str:
        found = self._plan.page.attributes(row)
        spans = (("cols", span(found.get("colspan"))), ("rows", span(found.get("rowspan"))))
        return "".join([attribute(key, str(count)) for key, count in spans if count > 1])
