"""The main content of web pages: five published methods behind one API, with a score and a decision for every part of the page.

>>> import maintext
>>> maintext.extract("<p>Hello, <b>world</b>!")
'Hello, world!'
"""

from maintext.decode import decode
from maintext.errors import BadInput, BadModel, BadParameter, MaintextError, UnknownName
from maintext.extraction import DEFAULT_METHOD, Extraction, extract, extract_page
from maintext.labels import LABELS, PAGE_TYPES
from maintext.metadata import Metadata, read_metadata
from maintext.methods import METHODS
from maintext.methods.fused import Reason
from maintext.page import Page
from maintext.parse import parse
from maintext.render import FORMATS, Kept, RenderOptions
from maintext.render.json_record import record_schema
from maintext.site import SiteModel, extract_site
from maintext.version import __version__

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
    "Page",
    "Reason",
    "RenderOptions",
    "SiteModel",
    "UnknownName",
    "__version__",
    "decode",
    "extract",
    "extract_page",
    "extract_site",
    "parse",
    "read_metadata",
    "record_schema",
]
