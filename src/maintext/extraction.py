"""`extract` and `Extraction`: from a page to its main content."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.at_once import text_at_once
from maintext.errors import BadParameter, UnknownName
from maintext.labels import LABELS
from maintext.methods import METHODS
from maintext.methods.cetd import DensitySmoothing, DensitySum, TextDensitySum
from maintext.methods.fused import Decision, Fused, Reason
from maintext.methods.protocol import Method, configured
from maintext.page import BoolArray, FloatArray, IntArray, Page
from maintext.parse import parse_for
from maintext.properties import cached_property
from maintext.render import EVERYTHING, FORMATS, Kept, RenderOptions, find_format
from maintext.render.kept import Judgement

if TYPE_CHECKING:  # loaded when asked for: plain text needs none of it
    from maintext.metadata import Metadata

DEFAULT_METHOD = "fused"

# The methods that the kernel knows; what somebody derives from them is another method. Of an element they read its name, and the
# attributes that marks and hidden elements are told by.
COMPILED = (Fused, TextDensitySum, DensitySum, DensitySmoothing)

# A page that shows less than this has its content elsewhere, if anywhere: in `noscript` or in JSON-LD.
_NEXT_TO_NOTHING = 250  # characters


@dataclass(frozen=True, eq=False, repr=False)
class Extraction:
    """What a method made of a page: a score and a decision for each row, and the kept rows in any format."""

    page: Page
    method: Method
    score: FloatArray  # one number for each row
    keep: BoolArray  # one decision for each row
    origin: str = "page"  # where the content was found: on the page, or only in `noscript` or `json-ld`
    method_name: str = ""  # as the caller gave it
    as_given: Page | None = None  # the page as it came, where `page` was made of its JSON-LD
    crawled: date | None = None  # the day on which the page was fetched

    @cached_property
    def text(self) -> str:
        """The main content as plain text."""
        return self.render("text")

    @cached_property
    def markdown(self) -> str:
        """The main content as Markdown."""
        return self.render("markdown")

    @cached_property
    def html(self) -> str:
        """The main content as clean HTML."""
        return self.render("html")

    @cached_property
    def dropped(self) -> str:
        """What was left out, as plain text."""
        return FORMATS["text"](Kept.of(self.page, ~self.keep), EVERYTHING)

    @cached_property
    def metadata(self) -> "Metadata":
        """Title, authors, dates and more, each with its source."""
        from maintext.metadata import read_metadata

        return read_metadata(self._page_as_given, crawled=self.crawled)

    @cached_property
    def labels(self) -> IntArray:
        """What each row is, as an index in `LABELS`. Methods other than `fused` know `main` and `boilerplate` alone."""
        if self._judge is not None:
            return self._judge.labels(self.page, self.keep)
        return np.where(self.keep, LABELS.index("main"), LABELS.index("boilerplate"))

    @cached_property
    def confidence(self) -> float | None:
        """How well this page is likely to have gone, from 0 to 1: about the F1 to expect. None where that is not known: for other
        methods than `fused`, and for content from JSON-LD, on which nothing was decided."""
        return self._judge.confidence(self.page, self.keep) if self._judge is not None else None

    @cached_property
    def page_type(self) -> str | None:
        """What this looks like, one of `PAGE_TYPES`. None for a page without text and for other methods than `fused`."""
        return self.method.page_type(self.page) if isinstance(self.method, Fused) else None

    def explain(self, row: int, limit: int = 5) -> list[Reason]:
        """Why a row was kept or dropped: what moved its score most, in words. Of an element its first text counts."""
        if not 0 <= row < len(self.page):
            raise BadParameter(f"the page has rows 0 to {len(self.page) - 1}, not {row}")
        if self.origin == "json-ld":
            return [Reason("origin", 1.0, 0.0, "the page shows next to nothing, and its JSON-LD has this")]
        if self._judge is not None:
            return self._judge.explain(self.page, self.keep, row, limit)
        kept = self.score[self.keep & self.page.is_text]
        others = f"; kept text has {kept.min():.3g} to {kept.max():.3g}" if len(kept) else "; nothing was kept"
        return [Reason("score", float(self.score[row]), 0.0, f"its score is {self.score[row]:.3g}{others}")]

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was done to the page so that it could be read, and where its content was found if not in sight."""
        warnings = self._page_as_given.warnings
        if self.origin == "page":
            return warnings
        return (*warnings, f"the page shows next to nothing: its content was found in {self.origin}")

    def render(self, format: str, **options: bool) -> str:
        """The main content in one of `FORMATS`. Options are those of `RenderOptions`: `include_links`, `include_images`,
        `include_tables` and `front_matter`."""
        return find_format(format)(self._kept, RenderOptions.of(**options))

    @property
    def _judge(self) -> Fused | None:
        """The method, if it has more to say than a score and a decision, and decided on this content."""
        return self.method if isinstance(self.method, Fused) and self.origin != "json-ld" else None

    @property
    def _page_as_given(self) -> Page:
        return self.page if self.as_given is None else self.as_given

    @property
    def _kept(self) -> Kept:
        return Kept(
            self.page,
            self.keep,
            self.score,
            self.method_name or type(self.method).__name__,
            self.origin,
            self.warnings,
            lambda: self.metadata.to_dict(),
            lambda: Judgement(self.labels, self.page_type, self.confidence),
        )

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
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_title: bool = False,
    include_comments: bool = False,
    include_links: bool = True,
    include_images: bool = True,
    include_tables: bool = True,
    front_matter: bool = False,
    crawled: date | None = None,
) -> str:
    """The main content of a page.

    `html` is text, bytes (decoded in the HTML standard's order, `charset` being what the transport declared), or a parsed
    selectolax or lxml tree. `method` is a name of `METHODS` or a method; `parameters` change it; `format` is a name of
    `FORMATS`. A page without content gives `""`, or a record that says so.

    `favor_precision`, `favor_recall`, `include_title` and `include_comments` are parameters of `fused`: `maintext methods fused`
    tells what they do. Links, images and tables of data are left out on request, in every format that has them; `front_matter`
    puts the metadata before Markdown. `crawled` is the day on which the page was fetched: no date in its metadata is later.
    Raises `UnknownName`, `BadParameter`, `BadInput` or `BadModel` (see `maintext.errors`), and nothing else.
    """
    asked = Request.of(
        method,
        parameters,
        url=url,
        charset=charset,
        crawled=crawled,
        favor_precision=favor_precision,
        favor_recall=favor_recall,
        include_title=include_title,
        include_comments=include_comments,
    )
    options = RenderOptions.of(
        include_links=include_links, include_images=include_images, include_tables=include_tables, front_matter=front_matter
    )
    return asked.rendered(html, format, options)[0]


def extract_page(
    html: "str | bytes | object",
    *,
    method: str | Method = DEFAULT_METHOD,
    parameters: Mapping[str, Any] | None = None,
    url: str | None = None,
    charset: str | None = None,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_title: bool = False,
    include_comments: bool = False,
    crawled: date | None = None,
) -> Extraction:
    """Like `extract`, with everything that led to the result. `html` may also be a `Page` that is parsed already."""
    asked = Request.of(
        method,
        parameters,
        url=url,
        charset=charset,
        crawled=crawled,
        favor_precision=favor_precision,
        favor_recall=favor_recall,
        include_title=include_title,
        include_comments=include_comments,
    )
    return asked.extraction(html)


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of pages, checked: the same for many of them."""

    method: Method
    name: str  # of the method, as the caller gave it; empty if that was no name
    url: str | None
    charset: str | None
    crawled: date | None

    @classmethod
    def of(
        cls,
        method: str | Method = DEFAULT_METHOD,
        parameters: Mapping[str, Any] | None = None,
        *,
        url: str | None = None,
        charset: str | None = None,
        crawled: date | None = None,
        favor_precision: bool = False,
        favor_recall: bool = False,
        include_title: bool = False,
        include_comments: bool = False,
    ) -> "Request":
        """Raises `UnknownName` or `BadParameter` for what cannot be done."""
        chosen = find_method(method, parameters)
        name = method if isinstance(method, str) else ""
        switches = {
            "favor_precision": favor_precision,
            "favor_recall": favor_recall,
            "include_title": include_title,
            "include_comments": include_comments,
        }
        switched_on = {switch: value for switch, value in switches.items() if value}
        if switched_on:
            chosen = configured(chosen, name or type(chosen).__name__, switched_on)
        for option, value in (("url", url), ("charset", charset)):
            if value is not None and not isinstance(value, str):
                raise BadParameter(f"{option} is a string, not {type(value).__name__}")
        if crawled is not None and not isinstance(crawled, date):
            raise BadParameter(f"crawled is a date, not {type(crawled).__name__}")
        return cls(chosen, name, url, charset, crawled)

    def rendered(self, html: "str | bytes | object", format: str, options: RenderOptions) -> tuple[str, tuple[str, ...]]:
        """A page in a format, and the warnings."""
        render = find_format(format)
        page: object = html
        if format == "text" and options.include_tables:
            text = self._text_at_once(html)
            if isinstance(text, str):
                return text, ()
            page = html if text is None else text
        found = self.extraction(page)
        try:
            return render(found._kept, options), found.warnings
        finally:
            if not isinstance(html, Page):  # nobody else has seen it
                found._page_as_given.forget()

    def _text_at_once(self, html: object) -> str | Page | None:
        """What `text_at_once` gives, for the method that it knows; what somebody derives from that is another one."""
        if type(self.method) is not Fused or not isinstance(html, (str, bytes, bytearray, memoryview)):
            return None
        return text_at_once(html, self.method, charset=self.charset, url=self.url, at_least=_NEXT_TO_NOTHING)

    def extraction(self, html: "str | bytes | object") -> Extraction:
        with_marks = isinstance(self.method, Fused)
        page = html if isinstance(html, Page) else parse_for(html, charset=self.charset, url=self.url, with_marks=with_marks)
        if isinstance(self.method, Fused):
            decided = self.method.decide(page)
            found = Extraction(page, self.method, decided.score, decided.keep, method_name=self.name, crawled=self.crawled)
            return found if decided.shown >= _NEXT_TO_NOTHING else _from_elsewhere(found, decided)
        score = self.method.score(page)
        keep = self.method.keep(page, score)
        return Extraction(page, self.method, score, keep, method_name=self.name, crawled=self.crawled)


def _from_elsewhere(found: Extraction, decided: Decision) -> Extraction:
    """For a page that shows next to nothing: what its JSON-LD has, if that is more. Content in `noscript` is marked as such."""
    page = found.page
    if int(page.chars @ decided.certain) >= _NEXT_TO_NOTHING:
        return replace(found, origin="noscript")
    from maintext.embedded import embedded_page  # few pages get here

    embedded = embedded_page(page)
    if embedded is None or int(embedded.chars.sum()) < max(_NEXT_TO_NOTHING, 2 * decided.shown):
        return found
    score, keep = embedded.is_text.astype(np.float64), embedded.around(embedded.is_text)
    return replace(found, page=embedded, score=score, keep=keep, origin="json-ld", as_given=page)


def find_method(method: str | Method, parameters: Mapping[str, Any] | None = None) -> Method:
    """The method of that name, a baseline's too, with other parameters where some are given."""
    if parameters is not None and not isinstance(parameters, Mapping):
        raise BadParameter(f"parameters is a mapping of names to values, not {type(parameters).__name__}")
    if isinstance(method, str):
        found, name = METHODS[method] if method in METHODS else _baseline(method), method
    elif isinstance(method, Method) and not isinstance(method, type):
        found, name = method, type(method).__name__
    else:
        raise BadParameter(f"method is a name or a method, not {type(method).__name__}")
    return configured(found, name, parameters) if parameters else found


def _baseline(name: str) -> Method:
    from maintext.methods.baselines import BASELINES  # few programs ask for one, so the package loads without them

    if name not in BASELINES:
        raise UnknownName("method", name, [*METHODS, *BASELINES])
    return BASELINES[name]
