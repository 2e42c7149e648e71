"""Strings of a page, cleaned and compared."""

import html
import re
from collections.abc import Callable
from functools import cache, lru_cache

from maintext import kernel

LONGEST = 1000  # characters of a title or a name: what is longer is none
_TAG = re.compile(r"<[a-zA-Z/!][^<>]*>")
# Marks for line breaking, and halves of characters: JSON can write what no text may hold.
_UNSEEN = re.compile("[\u200b\u200c\u200d\u2060\ufeff\xad\x00\ud800-\udfff]")
_NO_WORD = re.compile(r"[\W_]+")


def cleaned(text: object, longest: int = LONGEST) -> str:
    """White space collapsed, entities and tags that were left in a value resolved; `""` for what is no text or too long.

    Entities twice: values are often escaped once for JSON and once more for HTML.
    """
    is_clean, _ = _by_kernel()
    if is_clean(text, longest):
        return text  # type: ignore[return-value]  # it is a text
    if not isinstance(text, str) or len(text) > 4 * longest:
        return ""
    if "&" in text:
        text = html.unescape(html.unescape(text))
    if "<" in text:
        text = _TAG.sub(" ", text)
    text = " ".join(text.split())
    if not text.isprintable():  # a far cheaper question than to look for the signs themselves
        text = " ".join(_UNSEEN.sub("", text).split())
    text = text.strip("¶# ")
    return text if len(text) <= longest else ""


@lru_cache(maxsize=1024)  # a page's few strings are compared again and again
def comparable(text: str) -> str:
    """Words alone, in lower case: what two sources that mean the same have in common."""
    _, words = _by_kernel()
    known = words(text)
    return _NO_WORD.sub(" ", text).strip().casefold() if known is None else known


@cache
def _by_kernel() -> tuple[Callable[[object, int], bool], Callable[[str], "str | None"]]:
    """What says at once that a text needs no cleaning, and what its words are, as far as the kernel knows its signs."""
    module = kernel.compiled()
    return (module.is_clean, module.words) if module is not None else (lambda text, longest: False, lambda text: None)
