"""The scores of one page at every point of a sweep.

The page is parsed once for all values, and scored once for each different text that comes out.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from maintext import extract_page, parse
from maintext.benchmark.metrics import measure
from maintext.benchmark.model import Sample
from maintext.benchmark.pool import Outcome
from maintext.errors import in_words


class Point(NamedTuple):
    """A method with one value of its parameter."""

    method: str
    parameter: str
    value: float


PageScores = dict[Point, Outcome]  # the seconds are not measured: all points share the work on a page


def score_page(sample: Sample, points: Iterable[Point]) -> PageScores:
    extract = _extractor(sample)
    known: dict[str, dict[str, float]] = {}

    def outcome(point: Point) -> Outcome:
        text, error = extract(point)
        if text not in known:
            known[text] = measure(text, sample)
        return Outcome(0.0, error, known[text])

    return {point: outcome(point) for point in points}


def _extractor(sample: Sample) -> Callable[[Point], tuple[str, str | None]]:
    """Gives the text of the page at a point, or why there is none."""
    try:
        page = parse(sample.html, url=sample.url)
    except Exception as error:
        why = in_words(error)
        return lambda point: ("", why)

    def extract(point: Point) -> tuple[str, str | None]:
        try:
            return extract_page(page, method=point.method, parameters={point.parameter: point.value}).text, None
        except Exception as error:
            return "", in_words(error)

    return extract
