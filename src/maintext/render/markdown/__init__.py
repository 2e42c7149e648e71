"""Kept rows as Markdown: CommonMark with GitHub's tables, footnotes and strike-through, and TeX between dollar signs.

`render_markdown` makes a `Plan` (which rows to visit and what they are), and a `Walk` visits them once, in document order.
Reading the result with a CommonMark parser gives the words of `render_text`; images of formulas are TeX here, and no words there.
"""

from maintext.page import BoolArray, Page
from maintext.render.kept import Kept
from maintext.render.markdown.document import Walk
from maintext.render.markdown.front_matter import front_matter
from maintext.render.markdown.plan import make_plan
from maintext.render.options import EVERYTHING, RenderOptions

__all__ = ["front_matter", "render_document", "render_markdown"]


def render_document(kept: Kept, options: RenderOptions) -> str:
    """The Markdown of the kept rows, below what is known about the page if that is asked for."""
    return (_about(kept) if options.front_matter else "") + render_markdown(kept.page, kept.keep, options)


def _about(kept: Kept) -> str:
    """The page's address and its metadata; `date` says what `published` does."""
    known = {name: field["value"] for name, field in kept.read_metadata().items() if name != "published"}
    return front_matter({"url": kept.page.url, **known})


def render_markdown(page: Page, keep: BoolArray, options: RenderOptions = EVERYTHING) -> str:
    """The Markdown of the kept rows; `""` where nothing is kept. Does not fail, and takes time in proportion to the page."""
    if not (keep & page.is_text).any():
        return ""
    return Walk(make_plan(page, keep, options)).write()
