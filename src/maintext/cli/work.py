"""What `maintext extract` does to each page, here or by workers."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from maintext.batch import Outcome, in_order, lost, uses_threads
from maintext.errors import BadInput
from maintext.extraction import extract_page
from maintext.methods.protocol import Method
from maintext.sinks import Format
from maintext.site import SiteModel
from maintext.sources import Source


@dataclass(frozen=True)
class Work:
    """What is done to each page, here or by a worker."""

    method: str
    settings: dict[str, Any]
    url: str | None
    charset: str | None
    format: Format
    model: SiteModel | None

    def __call__(self, source: Source) -> Outcome:
        try:
            found = extract_page(source.read(), method=self.method, parameters=self.settings, url=self.url, charset=self.charset)
        except BadInput as error:
            return Outcome(error=str(error))
        if self.model is not None:
            found = found.without(self.model.redundant(found.page))
        missing = () if found.keep.any() else ("no main content found",)
        return Outcome(self.format.render(found), None, (*found.warnings, *missing))


def outcomes_of(sources: Iterable[Source], work: Work, method: Method, workers: int) -> Iterator[Outcome]:
    """In the order of the pages. The method is that of the work."""
    return in_order(work, sources, workers=workers, threads=uses_threads(method, work.format.name), lost=lost)
