"""The main content of web pages: a small learned method and the five published ones that it builds on, with a reason for every
decision.

>>> import maintext
>>> maintext.extract("<p>Hello, <b>world</b>!")
'Hello, world!'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from maintext.decode import decode
from maintext.errors import BadInput, BadModel, BadParameter, MaintextError, UnknownName
from maintext.extraction import DEFAULT_METHOD, Extraction, extract, extract_page
from maintext.labels import LABELS, PAGE_TYPES
from maintext.methods import METHODS
from maintext.methods.fused import Reason
from maintext.page import Page
from maintext.parse import parse
from maintext.render import FORMATS, Kept, RenderOptions
from maintext.version import __version__

if TYPE_CHECKING:
    from maintext.batch import Outcome, extract_many
    from maintext.metadata import Metadata, read_metadata
    from maintext.render.json_record import record_schema
    from maintext.site import SiteModel, extract_site

__all__ = [
    "DEFAULT_METHOD",
    "FORMATS",
    "LABELS",
    "METHODS",
    "PAGE_TYPES",
    "BadInput",
    "BadModel",
    "BadParameter",
    "Extraction",
    "Kept",
    "MaintextError",
    "Metadata",
    "Outcome",
    "Page",
    "Reason",
    "RenderOptions",
    "SiteModel",
    "UnknownName",
    "__version__",
    "decode",
    "extract",
    "extract_many",
    "extract_page",
    "extract_site",
    "parse",
    "read_metadata",
    "record_schema",
]

# What few programs need is loaded when it is first asked for.
_LOADED_LATER = {
    "Metadata": "maintext.metadata",
    "Outcome": "maintext.batch",
    "SiteModel": "maintext.site",
    "extract_many": "maintext.batch",
    "extract_site": "maintext.site",
    "read_metadata": "maintext.metadata",
    "record_schema": "maintext.render.json_record",
}


def __getattr__(name: str) -> Any:
    if name not in _LOADED_LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_LOADED_LATER[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
