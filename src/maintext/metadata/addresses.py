"""What can be read from addresses: dates, whether two are the same page, absolute ones from relative ones."""

import re
from urllib.parse import unquote, urljoin

from maintext.metadata.dates import Calendar

_DAY = re.compile(r"([/_=-])((?:19|20)\d\d)(?:/([01]?\d)/([0-3]?\d)|([_.-]?)([01]\d)\5([0-3]\d))(?!\d)", re.ASCII)
_SCHEME = re.compile(r"\A(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
_NO_ADDRESS = re.compile("[\\s<>\"'\ud800-\udfff]")
_WORDS = re.compile(r"[^\W\d_]{2,}")
_BUILDING = frozenset("www m mobile amp blog blogs news en de fr es it com co org net gov edu ac".split())
LONGEST = 2000  # characters of an address: what is longer holds its own data


def date_in_address(address: str | None, calendar: Calendar, *, of_page: bool = False) -> str | None:
    """The day in `/2023/05/17/`, `/2023-05-17-…` or `-20230517.html`; `of_page` leaves the last one out, which stands inside of a
    name, and may be a part of the number under which something was filed before it was published."""
    for sign, year, month, day, _, short_month, short_day in _DAY.findall((address or "")[:LONGEST]):
        found = calendar.read(f"{year}-{month or short_month:0>2}-{day or short_day:0>2}")
        if found and (sign == "/" or not of_page):
            return found
    return None


def absolute(address: object, base: str | None) -> str | None:
    """The full address; `None` for what is no address of the web."""
    if not isinstance(address, str):
        return None
    address = address.strip()
    if not address or len(address) > LONGEST or _NO_ADDRESS.search(address):
        return None
    if address.startswith(("https://", "http://")) and "//[" not in address:
        return address
    try:
        joined = urljoin(base or "", address)
    except ValueError:  # a broken IPv6 host, say
        return None
    return joined if joined.startswith(("http://", "https://")) or not (base or ":" in address) else None


def same_page(one: str, other: str) -> bool:
    """Whether two addresses agree but for their scheme, a `www`, a final slash, a query and a fragment."""
    return bool(one and other) and (one == other or plain_address(one) == plain_address(other))


def plain_address(address: str) -> str:
    """What remains of an address when all that pages may differ in is taken away."""
    place = _without_scheme(address.strip()).partition("#")[0].partition("?")[0]
    return place.removeprefix("www.").rstrip("/").lower()


def host_names(address: str | None) -> list[str]:
    """What a site may be called after its host: `["bbc", "bbc.co.uk"]` for `www.bbc.co.uk`."""
    host = _without_scheme(address or "").partition("/")[0].partition(":")[0].lower().removeprefix("www.")
    words = [part for part in host.split(".")[:-1] if part and part not in _BUILDING]
    return [*words, host] if len(words) == 1 else [*words, ".".join(words), host]


def path_words(address: str | None) -> frozenset[str]:
    """The words of the path: `{"seven", "kinds", "of", "fog"}` for `/weather/7/seven-kinds-of-fog.html`."""
    path = _without_scheme((address or "")[:LONGEST]).partition("/")[2].lower()
    return frozenset(_WORDS.findall(unquote(path) if "%" in path else path))


def is_home(address: str | None) -> bool:
    """The first page of a site."""
    return bool(address) and not _without_scheme(address or "").partition("/")[2].partition("#")[0]


def _without_scheme(address: str) -> str:
    if address.startswith(("https://", "http://")):  # as nearly all do
        return address.partition("//")[2]
    return _SCHEME.sub("", address)
