"""What is known about a page before its Markdown is written: which rows to visit, and what the unusual ones among them are."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from maintext.page import BoolArray, Page
from maintext.properties import cached_property
from maintext.render.addresses import base_address
from maintext.render.code import code_tables, preformatted
from maintext.render.content import Content, content_of
from maintext.render.footnotes import Footnotes
from maintext.render.held_maths import held_formulas
from maintext.render.images import images
from maintext.render.lists import item_numbers
from maintext.render.maths import Formulas, find_formulas, signs_of_tex, tex_is_rendered
from maintext.render.options import RenderOptions
from maintext.render.places import images_in_kept, stands_in_kept
from maintext.render.quotes import quoting_divs
from maintext.render.spaces import separations
from maintext.render.tables import Tables, find_tables
from maintext.tags import HEADINGS, PREFORMATTED, member_table

# Elements that something is written for; all others are their content.
VISITED = frozenset(
    """
    a b blockquote caption cite code del dir dt em figcaption i kbd li menu ol s samp strike strong sub summary sup table td th
    tr tt ul var
    """.split()
) | HEADINGS | (PREFORMATTED - {"textarea"})  # fmt: skip

_IS_VISITED = member_table(VISITED)
_HOLDS_IMAGES = member_table({"a", "li", "ul", "ol"})  # these are written for an image alone, too
_IS_BREAK = member_table({"br"})
_IS_RULE = member_table({"hr"})


@dataclass(frozen=True)
class Plan:
    """The page, what of it is kept, and what that makes of its rows."""

    page: Page
    content: Content
    options: RenderOptions

    @property
    def kept_text(self) -> BoolArray:
        return self.content.text

    @cached_property
    def kept(self) -> BoolArray:
        """The kept text and the elements around it."""
        return self.page.around(self.kept_text)

    @cached_property
    def base(self) -> str | None:
        return base_address(self.page)

    @cached_property
    def kinds(self) -> Mapping[int, int]:
        """What stands before each kept text run (see `render.spaces.separations`)."""
        rows = np.flatnonzero(self.kept_text)
        return dict(zip(rows.tolist(), separations(self.page, rows).tolist(), strict=True))

    @cached_property
    def kept_rows(self) -> list[int]:
        """The kept text runs."""
        return list(self.kinds)

    @cached_property
    def block_edges(self) -> list[int]:
        """How many blocks begin or end at or before each row: two rows with one number are in one line."""
        return self.page.edges(self.page.is_block).tolist()

    @cached_property
    def line_breaks(self) -> list[int]:
        """How many `br` stand at or before each row."""
        return np.cumsum(self.page.is_any(_IS_BREAK)).tolist()

    @cached_property
    def formulas(self) -> Formulas:
        """Those that are shown: with kept text inside, in a block with some or, if methods could not read them, among it."""
        found = find_formulas(self.page)
        held = held_formulas(self.page, found)
        among_kept = self._are_among_kept(list(held))
        shown = {
            row: formula
            for row, formula in {**found.by_row, **held}.items()
            if self.kept[row] or self.kept[self.page.block[row]] or among_kept[row]
        }
        return Formulas(shown, found.twins)

    def _are_among_kept(self, rows: list[int]) -> BoolArray:
        formulas = np.zeros(len(self.page), dtype=bool)
        formulas[rows] = True
        return stands_in_kept(self.page, self.kept_text, formulas, self.page.inside(formulas))

    @cached_property
    def objects_in_block(self) -> Mapping[int, int]:
        """How many formulas and images stand in a block, by its row, for blocks with any."""
        shown = self.without_text & images(self.page) & ~self.formulas.covered(self.page)
        shown[list(self.formulas.by_row)] = True
        return Counter(self.page.block[shown].tolist())

    @cached_property
    def texts_before(self) -> list[int]:
        """How many kept text runs stand before each row, and at the end of the page."""
        return [0, *np.cumsum(self.kept_text).tolist()]

    @cached_property
    def signs_of_tex(self) -> tuple[str, ...]:
        return signs_of_tex(self.page)

    @cached_property
    def tex_is_rendered(self) -> bool:
        return tex_is_rendered(self.page)

    @cached_property
    def footnotes(self) -> Footnotes:
        return self.content.footnotes if self.options.include_links else Footnotes()

    @cached_property
    def tables(self) -> Tables:
        return find_tables(self.page, self.kept, self.kept_text)

    @cached_property
    def quotes(self) -> frozenset[int]:
        """The quotes that are no `blockquote`."""
        return frozenset(quoting_divs(self.page, self.kept))

    @cached_property
    def code_tables(self) -> BoolArray:
        return code_tables(self.page)

    @cached_property
    def around_code_blocks(self) -> BoolArray:
        """The elements around code blocks that are written, and these themselves."""
        return self.page.around(self.kept & preformatted(self.page))

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """The numbers of the items of ordered lists."""
        return item_numbers(self.page)

    @cached_property
    def without_text(self) -> BoolArray:
        """Images and rules that belong to what is kept."""
        rules = stands_in_kept(self.page, self.kept_text, self.page.is_any(_IS_RULE))
        if not self.options.include_images:
            return rules
        return rules | images_in_kept(self.page, self.kept_text, images(self.page))

    def rows_to_visit(self) -> list[int]:
        """Kept text, the elements around it that something is written for, formulas, and images and rules that belong to it."""
        page = self.page
        visited = self.kept_text | self.without_text | self.tables.parts | (self.kept & page.is_any(_IS_VISITED))
        visited[[*self.footnotes.notes, *self.quotes]] = True
        if self.without_text.any():
            visited |= page.around(self.without_text) & page.is_any(_HOLDS_IMAGES)
        if self.formulas.by_row or self.formulas.twins:
            visited &= ~self.formulas.covered(page)
            visited[list(self.formulas.by_row)] = True
        return np.flatnonzero(visited).tolist()


def make_plan(page: Page, keep: BoolArray, options: RenderOptions) -> Plan:
    return Plan(page, content_of(page, keep), options)
