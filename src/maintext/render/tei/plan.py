"""What is known about a page before its TEI is written: which rows to visit, and what stands in and between them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from maintext.page import BoolArray, Page
from maintext.render.addresses import base_address, followable
from maintext.render.content import content_of
from maintext.render.images import images, shown_images
from maintext.render.maths import Formula, find_formulas
from maintext.render.options import RenderOptions
from maintext.render.places import images_in_kept
from maintext.render.spaces import separations
from maintext.render.tables import Tables, find_tables
from maintext.render.tei.line import MARKED
from maintext.render.text import written_runs
from maintext.tags import HEADINGS, PREFORMATTED, member_table

LISTS = ("ul", "ol", "menu", "dir", "dl")
_BLOCKS = ("blockquote", "caption", "dd", "dt", "figcaption", "figure", "li", "table", "td", "th", "tr", *LISTS, *HEADINGS)

_IS_VISITED = member_table({"a", *MARKED, *_BLOCKS, *(PREFORMATTED - {"textarea"})})
_HOLDS_IMAGES = member_table({"figure", "li", *LISTS})
_IS_BREAK = member_table({"br"})


@dataclass(frozen=True)
class Plan:
    """The page, what of it is kept, and what that makes of its rows."""

    page: Page
    keep: BoolArray
    options: RenderOptions

    @cached_property
    def end(self) -> list[int]:
        return self.page.end.tolist()

    @cached_property
    def kinds(self) -> Mapping[int, int]:
        """What stands before each kept text run (see `render.spaces.separations`)."""
        rows = np.flatnonzero(self._kept_text)
        kinds = separations(self.page, rows).tolist() if len(rows) else []
        return dict(zip(rows.tolist(), kinds, strict=True))

    @cached_property
    def tables(self) -> Tables:
        return find_tables(self.page, self._kept, self._kept_text)

    @cached_property
    def images(self) -> Mapping[int, str]:
        """Those to show, with their addresses."""
        if not self.options.include_images:
            return {}
        candidates = images_in_kept(self.page, self._kept_text, images(self.page))
        return shown_images(self.page, candidates, self._kept_text, self._base)

    @cached_property
    def formulas(self) -> Mapping[int, Formula]:
        return {row: formula for row, formula in find_formulas(self.page).by_row.items() if self._kept[row]}

    def rows_to_visit(self) -> list[int]:
        page = self.page
        visited = self._kept_text | (self._kept & page.is_any(_IS_VISITED)) | self.tables.parts
        if self.images:
            shown = np.zeros(len(page), dtype=bool)
            shown[list(self.images)] = True
            visited |= shown | (page.around(shown) & page.is_any(_HOLDS_IMAGES))
        visited[list(self.formulas)] = True
        return np.flatnonzero(visited).tolist()

    def text(self, row: int) -> str:
        """What is written for a text run."""
        return self._with_formulas.get(row, self.page.text(row))

    def link_address(self, row: int) -> str | None:
        """Where a link leads, if that is to be written and can be followed."""
        href = self.page.attributes(row).get("href") if self.options.include_links else None
        return followable(href, self._base) if href else None

    def parts_blocks(self, earlier: int, row: int) -> bool:
        """Whether a block begins or ends, or an empty line stands, between two rows."""
        line_breaks = self._line_breaks[row] - self._line_breaks[earlier]
        return self._block_edges[row] != self._block_edges[earlier] or line_breaks > 1

    @cached_property
    def _kept_text(self) -> BoolArray:
        return content_of(self.page, self.keep).text

    @cached_property
    def _kept(self) -> BoolArray:
        """The kept text and the elements around it."""
        return self.page.around(self._kept_text)

    @cached_property
    def _base(self) -> str | None:
        return base_address(self.page)

    @cached_property
    def _with_formulas(self) -> Mapping[int, str]:
        """What is written for text runs with formulas in scripts beside or instead of them."""
        if not self.page.tex_scripts:
            return {}
        runs = [run for _, run in written_runs(self.page, self._kept_text)]
        return {row: run for row, run in zip(self.kinds, runs, strict=True) if row not in self.page.verbatim}

    @cached_property
    def _block_edges(self) -> list[int]:
        return self.page.edges(self.page.is_block).tolist()

    @cached_property
    def _line_breaks(self) -> list[int]:
        return np.cumsum(self.page.is_any(_IS_BREAK)).tolist()
