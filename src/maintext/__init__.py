"""The main content of web pages: five published methods behind one API, with a score and a decision for every part of the page.

>>> import maintext
>>> maintext.extract("<p>Hello, <b>world</b>!")
'Hello, world!'
"""

from maintext.decode import decode
from maintext.errors import BadInput, BadModel, BadParameter, MaintextError, UnknownName
from maintext.extraction import DEFAULT_METHOD, Extraction, extract, extract_page
from maintext.metadata import Metadata, read_metadata
from maintext.methods import METHODS
from maintext.methods.fused import LABELS, PAGE_TYPES, Reason
from maintext.page import Page
from maintext.parse import parse
from maintext.render import FORMATS
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
    "MaintextError",
    "Metadata",
    "Page",
    "Reason",
    "SiteModel",
    "UnknownName",
    "__version__",
    "decode",
    "extract",
    "extract_page",
    "extract_site",
    "parse",
    "read_metadata",
]
