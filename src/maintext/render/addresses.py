"""Addresses as a reader can follow them: absolute where the page's own address is known, and never one that runs something."""

import re
from urllib.parse import urljoin

from maintext.page import Page

_CONTROLS = "".join(map(chr, range(33)))
_LINE_BREAKS = dict.fromkeys(map(ord, "\t\n\r"))
_ADDRESS_SCHEMES = frozenset({"http", "https", "mailto", "tel", "ftp"})
_NO_HOST = re.compile(r"https?:/*(?:[?#]|$|[^/?#]*%20)", re.IGNORECASE)
_IMAGE_SCHEMES = frozenset({"http", "https"})
_LONGEST_BASE = 2000  # characters: it is written once for each address on the page


def base_address(page: Page) -> str | None:
    """What the addresses on the page are relative to: its `base` element, if that is no longer than an address is, else where it
    is from; None where neither is known."""
    declared = page.said.base
    if not declared or len(declared) > _LONGEST_BASE:
        return page.url
    return followable(declared, page.url) or page.url


def followable(value: str, base: str | None) -> str | None:
    """The address made absolute where the base is known; None if following it would run something."""
    return _absolute(value, base, _ADDRESS_SCHEMES)


def showable(value: str, base: str | None) -> str | None:
    """The address of an image, made absolute where the base is known; None if it is no address of a file elsewhere."""
    return _absolute(value, base, _IMAGE_SCHEMES)


def _absolute(value: str, base: str | None, schemes: frozenset[str]) -> str | None:
    value = value.strip(_CONTROLS).translate(_LINE_BREAKS).replace(" ", "%20")  # as browsers read it
    if value.startswith(("https://", "http://")) and "[" not in value and "/." not in value:  # as most are
        return None if _NO_HOST.match(value) else value
    try:
        address = urljoin(base, value) if base else value
    except ValueError:  # not an address at all
        return None
    scheme, colon, _ = address.partition(":")
    is_relative = not colon or any(mark in scheme for mark in "/?#")
    return address if is_relative or (scheme.lower() in schemes and not _NO_HOST.match(address)) else None
