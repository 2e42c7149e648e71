"""`extract` and `Extraction`: from a page to its main content."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from maintext.errors import BadParameter, UnknownName
from maintext.metadata import Metadata, read_metadata
from maintext.methods import METHODS
from maintext.methods.protocol import Method, configured
from maintext.page import BoolArray, FloatArray, Page
from maintext.parse import parse
from maintext.render import FORMATS, find_format

DEFAULT_METHOD = "cectd-ds"


@dataclass(frozen=True, eq=False, repr=False)
class Extraction:
    """What a method made of a page: a score and a decision for each row, and the kept rows in any format."""

    page: Page
    method: Method
    score: FloatArray  # one number for each row
    keep: BoolArray  # one decision for each row

    @cached_property
    def text(self) -> str:
        """The main content as plain text."""
        return self.render("text")

    @cached_property
    def html(self) -> str:
        """The main content as clean HTML."""
        return self.render("html")

    @cached_property
    def dropped(self) -> str:
        """What was left out, as plain text."""
        return FORMATS["text"](self.page, self.score, self.page.is_text & ~self.keep)

    @cached_property
    def metadata(self) -> Metadata:
        """Title, authors, dates and more, each with its source."""
        return read_metadata(self.page)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was done to the page so that it could be read."""
        return self.page.warnings

    def render(self, format: str) -> str:
        """The main content in one of `FORMATS`."""
        return find_format(format)(self.page, self.score, self.keep)

    def without(self, rows: BoolArray) -> "Extraction":
        """The same with some text runs dropped as well, such as those that `maintext.site` found on other pages."""
        return replace(self, keep=self.page.around(self.page.is_text & self.keep & ~rows))

    def __repr__(self) -> str:
        kept = int((self.page.chars * self.keep).sum())
        return f"<Extraction of {kept} of {int(self.page.chars.sum())} characters by {type(self.method).__name__}>"


def extract(
    html: "str | bytes | object",
    *,
    method: str | Method = DEFAULT_METHOD,
    format: str = "text",
    parameters: Mapping[str, Any] | None = None,
    url: str | None = None,
    charset: str | None = None,
) -> str:
    """The main content of a page.

    `html` is text, bytes (decoded in the HTML standard's order, `charset` being what the transport declared), or a parsed
    selectolax or lxml tree. `method` is a name of `METHODS` or a method; `parameters` change it; `format` is a name of
    `FORMATS`. A page without content gives `""`. Raises `UnknownName`, `BadParameter` or `BadInput`, and nothing else.
    """
    render = find_format(format)
    found = extract_page(html, method=method, parameters=parameters, url=url, charset=charset)
    return render(found.page, found.score, found.keep)


def extract_page(
    html: "str | bytes | object",
    *,
    method: str | Method = DEFAULT_METHOD,
    parameters: Mapping[str, Any] | None = None,
    url: str | None = None,
    charset: str | None = None,
) -> Extraction:
    """Like `extract`, with everything that led to the result. `html` may also be a `Page` that is parsed already."""
    chosen = find_method(method, parameters)
    for name, value in (("url", url), ("charset", charset)):
        if value is not None and not isinstance(value, str):
            raise BadParameter(f"{name} is a string, not {type(value).__name__}")
    page = html if isinstance(html, Page) else parse(html, charset=charset, url=url)
    score = chosen.score(page)
    return Extraction(page, chosen, score, chosen.keep(page, score))


def find_method(method: str | Method, parameters: Mapping[str, Any] | None = None) -> Method:
    """The method of that name, a baseline's too, with other parameters where some are given."""
    if parameters is not None and not isinstance(parameters, Mapping):
        raise BadParameter(f"parameters is a mapping of names to values, not {type(parameters).__name__}")
    if isinstance(method, Method) and not isinstance(method, type):
        return configured(method, type(method).__name__, parameters or {})
    if not isinstance(method, str):
        raise BadParameter(f"method is a name or a method, not {type(method).__name__}")
    return configured(METHODS[method] if method in METHODS else _baseline(method), method, parameters or {})


def _baseline(name: str) -> Method:
    from maintext.methods.baselines import BASELINES  # few programs ask for one, so the package loads without them

    if name not in BASELINES:
        raise UnknownName("method", name, [*METHODS, *BASELINES])
    return BASELINES[name]
