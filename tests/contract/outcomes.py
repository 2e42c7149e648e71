"""What a method does to a page, to be compared."""

import dataclasses
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from maintext import Page, extract_page
from maintext.methods.protocol import Method


@dataclass(frozen=True)
class Outcome:
    """What a method did to a page, small enough to hand from one process to another."""

    rows: int
    score_shape: tuple[int, ...]
    score_type: str
    score_is_finite: bool
    keep_shape: tuple[int, ...]
    keep_type: str
    elements_agree_with_text: bool
    page_is_untouched: bool
    words: int
    digest: str


def outcome(page: Page, method: Method) -> Outcome:
    before = columns(page)
    result = extract_page(page, method=method, parameters={})
    score, keep = result.score, result.keep
    return Outcome(
        rows=len(page),
        score_shape=score.shape,
        score_type=str(score.dtype),
        score_is_finite=bool(np.isfinite(score).all()),
        keep_shape=keep.shape,
        keep_type=str(keep.dtype),
        elements_agree_with_text=bool(np.array_equal(keep, page.around(keep & page.is_text))),
        page_is_untouched=before == columns(page),
        words=len(result.text.split()),
        digest=digest(score.tobytes(), keep.tobytes(), result.text.encode()),
    )


def columns(page: Page) -> dict[str, str]:
    """Everything that a page is made of, as digests."""
    found = {}
    for each in dataclasses.fields(page):
        if each.name not in ("document", "_derived"):
            value = getattr(page, each.name)
            found[each.name] = digest(value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode())
    return found


def digest(*parts: bytes) -> str:
    summed = blake2b()
    for part in parts:
        summed.update(part)
    return summed.hexdigest()
