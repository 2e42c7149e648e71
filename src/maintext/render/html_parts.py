"""What is known about a page before its HTML is written: which rows to visit, and what the unusual ones among them are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from maintext.document import TexScript
from maintext.page import BoolArray, Page
from maintext.properties import cached_property
from maintext.render.addresses import base_address
from maintext.render.content import content_of
from maintext.render.images import images, shown_images
from maintext.render.lists import item_numbers
from maintext.render.maths import Formula, find_formulas, kept_scripts
from maintext.render.options import RenderOptions
from maintext.render.places import images_in_kept, stands_in_kept
from maintext.render.spaces import separations
from maintext.render.tables import find_tables, span
from maintext.tags import member_table

_MANY_COLUMNS = 100  # a cell that spans more says "all of them"

_IS_BREAK = member_table({"br"})
_IS_CELL = member_table({"td", "th"})
_IS_ROW = member_table({"tr"})
_IS_RULE = member_table({"hr"})


@dataclass(frozen=True)
class Parts:
    page: Page
    visited: BoolArray
    kinds: Mapping[int, int]  # what stands before each kept text run (see `render.spaces.separations`)
    images: Mapping[int, str]  # addresses by row
    formulas: Mapping[int, Formula]  # by row; nothing inside of them is visited
    scripts: Sequence[TexScript]
    base: str | None
    has_links: bool

    @cached_property
    def rows(self) -> list[int]:
        return np.flatnonzero(self.visited).tolist()

    @cached_property
    def line_breaks(self) -> list[int]:
        """How many `br` stand at or before each row."""
        return np.cumsum(self.page.is_any(_IS_BREAK)).tolist()

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """The numbers of the items of ordered lists that are visited."""
        return {row: number for row, number in item_numbers(self.page).items() if self.visited[row]}

    @cached_property
    def first_numbers(self) -> Mapping[int, int]:
        """The number of each list's first item that is visited."""
        found: dict[int, int] = {}
        for row, number in self.numbers.items():
            found.setdefault(int(self.page.parent[row]), number)
        return found

    def spans(self, cell: int) -> tuple[int, int]:
        """How many columns and rows a cell spans: no more columns than a table can have here, and visited rows only."""
        found = self.page.attributes(cell)
        columns, rows = span(found.get("colspan")), span(found.get("rowspan"))
        if columns > _MANY_COLUMNS:
            columns = min(columns, self._widest_row)
        if (found.get("rowspan") or "").strip() == "0":  # down to the end
            rows = len(self.page)
        return columns, self._visited_rows(int(self.page.parent[cell]), rows) if rows > 1 else 1

    @cached_property
    def _widest_row(self) -> int:
        cells = self.visited & self.page.is_any(_IS_CELL)
        return int(np.bincount(self.page.parent[cells]).max(initial=1))

    def _visited_rows(self, row: int, count: int) -> int:
        """How many of a table's rows are visited, from this one on."""
        places, ends, visited_before = self._table_rows
        place = places.get(row, -1)
        return visited_before[min(place + count, ends[row])] - visited_before[place] if place >= 0 else 1

    @cached_property
    def _table_rows(self) -> tuple[dict[int, int], dict[int, int], list[int]]:
        """Table rows in the order of their parents: the place of each, where its parent's end, and how many before each place are
        visited."""
        rows = np.flatnonzero(self.page.is_any(_IS_ROW))
        parents = self.page.parent[rows]
        order = np.argsort(parents, kind="stable")
        rows, parents = rows[order], parents[order]
        ends = np.searchsorted(parents, parents, side="right")
        visited_before = np.concatenate(([0], np.cumsum(self.visited[rows])))
        places = {row: place for place, row in enumerate(rows.tolist())}
        return places, dict(zip(rows.tolist(), ends.tolist(), strict=True)), visited_before.tolist()


def find_parts(page: Page, keep: BoolArray, options: RenderOptions) -> Parts:
    base = base_address(page)
    kept_text = content_of(page, keep).text
    kept = page.around(kept_text)
    tables = find_tables(page, kept, kept_text)
    formulas = find_formulas(page)
    if formulas.by_row or formulas.twins:
        covered = formulas.covered(page)
        by_row = {row: formula for row, formula in formulas.by_row.items() if kept[row] or kept[page.block[row]]}
    else:
        covered, by_row = None, {}
    shown = {}
    if options.include_images:
        candidates = images(page) if covered is None else images(page) & ~covered
        shown = shown_images(page, images_in_kept(page, kept_text, candidates), kept_text, base)
    visited = kept.copy()
    objects = np.zeros(len(page), dtype=bool)
    objects[list(shown)] = True
    objects |= _shown_rules(page, kept_text, objects)
    if objects.any():
        visited |= page.around(objects)
    if tables.of_data:
        in_visited_rows = np.flatnonzero(tables.parts & page.is_any(_IS_CELL))
        visited[in_visited_rows[visited[page.parent[in_visited_rows]]]] = True
    if covered is not None:
        visited &= ~covered
        visited[list(by_row)] = True
    rows = np.flatnonzero(kept_text)
    return Parts(
        page=page,
        visited=visited,
        kinds=dict(zip(rows.tolist(), separations(page, rows).tolist(), strict=True)),
        images=shown,
        formulas=by_row,
        scripts=kept_scripts(page, kept_text),
        base=base,
        has_links=options.include_links,
    )


def _shown_rules(page: Page, kept_text: BoolArray, objects: BoolArray) -> BoolArray:
    """The rules that belong to the kept content, one between two pieces of it."""
    rules = page.is_any(_IS_RULE)
    if not rules.any():
        return rules
    rows = np.flatnonzero(stands_in_kept(page, kept_text, rules))
    before = np.cumsum(kept_text | objects)[rows]
    is_first = np.ones(len(rows), dtype=bool)
    is_first[1:] = before[1:] != before[:-1]
    rules = np.zeros(len(page), dtype=bool)
    rules[rows[is_first & (before > 0) & (before < int((kept_text | objects).sum()))]] = True
    return rules
