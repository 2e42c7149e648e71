"""FORMATS: every output format by its name. A renderer turns a page and the decision for each row into a string."""

from collections.abc import Callable
from types import MappingProxyType

from maintext.errors import UnknownName
from maintext.page import BoolArray, FloatArray, Page
from maintext.render.clean_html import render_html
from maintext.render.json_record import render_json
from maintext.render.markdown import render_markdown
from maintext.render.text import render_text

Renderer = Callable[[Page, FloatArray, BoolArray], str]

FORMATS: MappingProxyType[str, Renderer] = MappingProxyType(
    {
        "text": lambda page, score, keep: render_text(page, keep),
        "markdown": lambda page, score, keep: render_markdown(page, keep),
        "html": lambda page, score, keep: render_html(page, keep),
        "json": render_json,
    }
)


def find_format(name: str) -> Renderer:
    """The renderer of that name."""
    if not isinstance(name, str) or name not in FORMATS:
        raise UnknownName("format", str(name), FORMATS)
    return FORMATS[name]
