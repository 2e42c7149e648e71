"""Images: where their files are, and which of them nobody is meant to see. Which belong to the content: `render.places`."""

import re
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from maintext.document import Attributes
from maintext.page import BoolArray, Page
from maintext.render.addresses import showable
from maintext.tags import NUMBER, member_table

# Where scripts that load images late keep the address; better ones first.
_LAZY = (
    *("data-src", "data-lazy-src", "data-actualsrc", "data-original-src", "data-lazy", "data-lazyload", "data-lazy-load"),
    *("data-echo", "data-cfsrc", "data-img-src", "data-image-src", "nitro-lazy-src", "data-pin-media-src"),
)
_LAZY_SETS = ("data-srcset", "data-lazy-srcset")
# Where pages keep the address of a larger file, and some scripts that of the image itself.
_LARGER = (
    "data-original",
    "file",
    "zoomfile",
    "data-large-file",
    "data-orig-file",
    "data-hi-res-src",
    "data-full-src",
    "data-url",
)
# Words in the file names of images that only hold a place, and what stands beside them there.
_HOLDS_PLACE = frozenset(
    """
    placeholder blank spacer transparent pixel clear loading loader spinner lazyload grey gray none empty dot trans 1x1 0x0
    """.split()
)
_BESIDE = re.compile(r"image|img|default|lazy|bg|svg|gif|px|\d+(?:x\d+)?(?:px)?|[0-9a-f]{16,}|")
_BETWEEN_WORDS = re.compile(r"[_.\s-]+")
_MAY_HOLD_PLACE = re.compile(r"\.(?:gif|svg)(?:[?#]|$)", re.IGNORECASE)
_AFTER_PATH = re.compile(r"[?#]")
# The last part of a path; one with a colon is a wiki's page about a file.
_IS_FILE = re.compile(r"(?:(?!%3A)[^:])*\.(?:jpe?g|png|gif|webp|avif|svg)", re.IGNORECASE)
_LONGEST_LINK = 2000  # characters: more is no address of a file, and one link may stand around thousands of images
_NO_ADDRESS = frozenset({"", "true", "false", "0", "1", "null", "undefined", "none", "#"})
# Addresses that exist to count readers.
_TRACKER = re.compile(
    r"/(?:pixel|beacon|track|collect|impression|count)[./?]|/(?:counter|px)(?:\?|\.gif|\.php|$)"  # folders are called so, too
    r"|/(?:piwik|matomo)\.php|/watch/\d+$|/match\?|[?&]noscript=1|doubleclick\.net|scorecardresearch",
    re.IGNORECASE,
)
# Portraits beside what people write: part of the page, not of what they say.
_PORTRAIT_CLASS = re.compile(r"(?:^|[\s_-])avatar(?=[\s_-]|$)", re.IGNORECASE)
_PORTRAIT_ADDRESS = re.compile(r"[/?&](?:profile-?)?avatars?[/=]", re.IGNORECASE)
_CONCEALS = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|(?<![\w-])left\s*:\s*-\d{4}", re.IGNORECASE)
_SIZE = re.compile(r"([\d.]+)[wxh]")
_TINY = 3  # pixels: nothing to see

_IS_IMAGE = member_table({"img"})
AMP_IMAGE = "amp-img"  # what pages for phones have instead, with the same attributes
_IMAGES = frozenset({"img", AMP_IMAGE})


def images(page: Page) -> BoolArray:
    """The rows of images."""
    found = page.is_any(_IS_IMAGE)
    if AMP_IMAGE in page.tag_names:
        found |= page.tag == page.tag_names.index(AMP_IMAGE)
    return found


def shown_images(page: Page, rows: BoolArray, kept_text: BoolArray, base: str | None) -> dict[int, str]:
    """The addresses of the images among the rows, each file once: one with the address of the image right before it, or a
    fallback right behind one, shows the same."""
    found: dict[int, str] = {}
    texts_before: NDArray[np.int64] | None = None
    last = -1
    for row in np.flatnonzero(rows).tolist():
        address = image_address(page, row, base)
        if address is None:
            continue
        if texts_before is None:
            texts_before = np.cumsum(kept_text)
        follows = last >= 0 and texts_before[row] == texts_before[last]
        if follows and (found[last] == address or is_fallback(page, row)):
            continue
        found[row] = address
        last = row
    return found


def is_fallback(page: Page, row: int) -> bool:
    """For readers without scripts, or to be shown while the `amp-img` around it is not or cannot be. One inside another that does
    not say so is an image of its own, behind one that was never closed."""
    around = {page.name(above) for above, _ in zip(page.upwards(int(page.parent[row])), range(3), strict=False)}
    if "noscript" in around:
        return True
    return AMP_IMAGE in around and not {"fallback", "placeholder"}.isdisjoint(page.attributes(row))


def image_address(page: Page, row: int, base: str | None) -> str | None:
    """Where the image's file is; None for an image that nobody is meant to see.

    The address that a late-loading script would put in comes first, then `src` as the author's own choice, then that of a larger
    file, the largest file of `srcset`, the sources of the `picture` around it, and the file that it links to. Files inside the
    address itself (`data:`) are left out.
    """
    found = page.attributes(row)
    if _is_tiny(found) or _is_concealed(found) or _PORTRAIT_CLASS.search(found.get("class") or ""):
        return None
    for value in _candidates(page, row, found):
        address = showable(value, base) if _is_address(value) else None
        if address and not _is_placeholder(address):
            return None if _TRACKER.search(address) or _PORTRAIT_ADDRESS.search(address) else address
    return None


def _is_address(value: str) -> bool:
    """Whether it may be that of a file elsewhere."""
    return value.strip().lower() not in _NO_ADDRESS and not value.lstrip().lower().startswith("data:")


def _is_placeholder(address: str) -> bool:
    """Whether a file's name says that it only holds a place. A word of that in the name of a picture of something does not."""
    *folders, name = _path(address).lower().split("/")
    if "placeholder" in folders:
        return True
    words = _BETWEEN_WORDS.split(name.rpartition(".")[0] or name)
    others = [word for word in words if word not in _HOLDS_PLACE]
    return "placeholder" in words or (len(others) < len(words) and all(_BESIDE.fullmatch(word) for word in others))


def _candidates(page: Page, row: int, found: Attributes) -> Iterable[str]:
    for name in _LAZY:
        yield found.get(name) or ""
    for name in _LAZY_SETS:
        yield largest(found.get(name) or "")
    larger = [value for name in _LARGER if (value := found.get(name))]
    source = found.get("src") or ""
    if larger and _MAY_HOLD_PLACE.search(source):  # the file of a picture is seldom of that kind, and a larger one never is
        yield from larger
    yield source
    yield from larger
    yield largest(found.get("srcset") or "")
    parent = int(page.parent[row])
    if parent >= 0 and page.tag[parent] == NUMBER["picture"]:
        for at in _sources_before(page, row, parent):
            attributes = page.attributes(at)
            yield largest(attributes.get("srcset") or attributes.get("data-srcset") or "")
    if parent >= 0 and page.tag[parent] == NUMBER["a"]:
        yield page.derived(("file linked to", parent), lambda: _file_linked_to(page, parent))


def _file_linked_to(page: Page, link: int) -> str:
    """The address of the image that a link leads to; `""` if it leads to none."""
    value = (page.attributes(link).get("href") or "").strip()
    if len(value) > _LONGEST_LINK:
        return ""
    return value if _IS_FILE.fullmatch(_path(value).rpartition("/")[2]) else ""


def _path(address: str) -> str:
    return _AFTER_PATH.split(address, maxsplit=1)[0]


def _sources_before(page: Page, row: int, parent: int) -> list[int]:
    """The `source` elements of a `picture` that belong to an image: those before it, up to another image."""
    found = []
    for at in range(row - 1, parent, -1):
        name = page.name(at)
        if name in _IMAGES:
            break
        if name == "source":
            found.append(at)
    return found[::-1]


def largest(srcset: str) -> str:
    """The address of the largest file in a `srcset`."""
    best, best_size = "", -1.0
    for address, size in _files(srcset):
        if size > best_size:
            best, best_size = address, size
    return best


def _files(srcset: str) -> Iterator[tuple[str, float]]:
    """Addresses with their sizes. An address goes on to the next white space, what is said about it to the next comma."""
    address, size = "", 1.0
    for word in srcset.split():
        if address:
            said, comma, word = word.partition(",")
            if (found := _SIZE.fullmatch(said)) is not None:
                size = _number(found.group(1), default=1.0)
            if not comma:
                continue
            yield address, size
        word = word.lstrip(",")
        address, size = word.rstrip(","), 1.0
        if address != word:
            yield address, size
            address = ""
    if address:
        yield address, size


def _is_tiny(found: Attributes) -> bool:
    return any(
        0 <= _number((found.get(side) or "").removesuffix("px"), default=_TINY + 1) < _TINY for side in ("width", "height")
    )


def _is_concealed(found: Attributes) -> bool:
    """Never shown. One that a script loads late is not shown yet."""
    if "hidden" not in found and _CONCEALS.search(found.get("style") or "") is None:
        return False
    late = (*_LAZY, *_LAZY_SETS) if _shows_something(found.get("src") or "") else (*_LAZY, *_LAZY_SETS, *_LARGER)
    return not any(_is_address(found.get(name) or "") for name in late)


def _shows_something(source: str) -> bool:
    """Whether `src` has a file of its own, so that a larger one is not what a script would put in."""
    return _is_address(source) and not _MAY_HOLD_PLACE.search(source) and not _is_placeholder(source)


def _number(value: str | None, default: float) -> float:
    try:
        return float(value) if value else default
    except ValueError:
        return default
