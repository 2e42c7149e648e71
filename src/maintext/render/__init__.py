"""FORMATS: every output format by its name. A renderer turns a page and the decision for each row into a string."""

from collections.abc import Callable
from types import MappingProxyType

from maintext.errors import UnknownName
from maintext.render.kept import Kept
from maintext.render.options import EVERYTHING, RenderOptions
from maintext.render.text import render_text

__all__ = ["EVERYTHING", "FORMATS", "Kept", "RenderOptions", "Renderer", "find_format"]

Renderer = Callable[[Kept, RenderOptions], str]


def _with_switches(write: Renderer) -> Renderer:
    """What all formats do alike: without tables, they are left out before anything is written."""

    def render(kept: Kept, options: RenderOptions = EVERYTHING) -> str:
        return write(kept if options.include_tables else _without_tables(kept), options)

    return render


def _without_tables(kept: Kept) -> Kept:
    from maintext.render.tables import in_data_tables

    return kept.without(in_data_tables(kept.page, kept.keep))


# Each of these is loaded when it is first written: most programs write one format.


def _markdown(kept: Kept, options: RenderOptions) -> str:
    from maintext.render.markdown import render_document

    return render_document(kept, options)


def _html(kept: Kept, options: RenderOptions) -> str:
    from maintext.render.clean_html import render_html

    return render_html(kept.page, kept.keep, options)


def _json(kept: Kept, options: RenderOptions) -> str:
    from maintext.render.json_record import render_json

    return render_json(kept, options)


def _xml(kept: Kept, options: RenderOptions) -> str:
    from maintext.render.tei import render_tei

    return render_tei(kept, options)


FORMATS: MappingProxyType[str, Renderer] = MappingProxyType(
    {
        "text": _with_switches(lambda kept, options: render_text(kept.page, kept.keep)),
        "markdown": _with_switches(_markdown),
        "html": _with_switches(_html),
        "json": _with_switches(_json),
        "xml": _with_switches(_xml),
    }
)


def find_format(name: str) -> Renderer:
    """The renderer of that name."""
    if not isinstance(name, str) or name not in FORMATS:
        raise UnknownName("format", str(name), FORMATS)
    return FORMATS[name]
