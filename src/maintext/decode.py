"""Bytes to text, in the order that the HTML standard gives: byte order mark, transport, `<meta>`, then detection.

Names are read as browsers read them (gb2312 is gb18030, iso-8859-1 is windows-1252), by `webencodings`; detection is
`charset-normalizer`'s, asked only about encodings that web pages have been written in.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import webencodings

if TYPE_CHECKING:
    from charset_normalizer import CharsetMatch

# The standard looks for a declaration in the first 1,024 bytes; pages put theirs later often enough.
_DECLARATION_WINDOW = 4096
_DETECTION_WINDOW = 8192
_MOSTLY = 0.95  # lines that were not cut

_BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_OTHER_MARKS = tuple(mark for mark, _ in _BYTE_ORDER_MARKS[1:])
_XML_ENCODING = re.compile(rb"""^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)""", re.IGNORECASE)
_META = re.compile(rb"<meta\b[^>]*>?", re.IGNORECASE)
_CHARSET = re.compile(rb"""(?<![\w-])charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_CONTENT = re.compile(rb"""(?<![\w-])content\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)""", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
# Whatever is left open runs to the end, so that the scan is linear.
_MARKUP = re.compile(rb"<(script|style)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)|<[^>]*(?:>|\Z)|&#?\w+;", re.DOTALL | re.IGNORECASE)

# Each undeclared legacy encoding that is still met, by Python's name; the most general of a family stands for it.
_EAST_ASIAN = ("gb18030", "big5", "cp932", "euc_jp", "cp949")
_LEGACY = [
    *_EAST_ASIAN,
    *("cp1251", "koi8_r", "cp1252", "cp1250", "cp1253", "cp1254", "cp1255", "cp1256", "cp874"),
]
_CENTRAL_EUROPEAN = frozenset({"Polish", "Czech", "Slovak", "Hungarian", "Croatian", "Slovene", "Romanian"})
_TWO_BYTES = frozenset({"gb18030", "big5hkscs", "cp932", "euc_jp", "cp949"})
_FALLBACK = "cp1252"


def decode(data: bytes, *, charset: str | None = None) -> str:
    """The text of a page. Never raises: bytes that fit no encoding become U+FFFD.

    `charset` is what the transport said (HTTP's Content-Type). It yields to a byte order mark, as in browsers, and is passed
    over where its name is unknown. A declared encoding that the bytes contradict, where a browser would show a page of
    replacement signs, is passed over too; the next one in the order is tried, and detection last.
    """
    return decode_with_octets(data, charset=charset)[0]


def decode_with_octets(data: bytes, *, charset: str | None = None) -> tuple[str, bytes | None]:
    """The text of a page, as `decode` gives it; and its UTF-8, if the page came in it and is without fault."""
    for mark, codec in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], codec)
    for declared in (_codec(charset), _declared(data), "utf-8"):
        if declared is not None:
            text, octets = _decoded(data, declared)
            if octets is not None or _plausible(text, data):
                return text, octets
    return data.decode(_detected(data), "replace"), None


def utf8_as_given(data: bytes, charset: str | None, is_utf8: Callable[[bytes], bool]) -> bytes | None:
    """What `decode_with_octets` gives as the page's UTF-8, without making text of it; None where it takes more than a look at
    what is declared. `is_utf8` tells whether bytes are."""
    marked, _ = _BYTE_ORDER_MARKS[0]
    octets = data.removeprefix(marked)
    if octets is data and (data.startswith(_OTHER_MARKS) or (_codec(charset) or _declared(data) or "utf-8") != "utf-8"):
        return None
    return octets if is_utf8(octets) else None


def _decoded(data: bytes, codec: str) -> tuple[str, bytes | None]:
    if codec == "utf-8":
        try:
            return data.decode(codec), data
        except UnicodeDecodeError:
            pass
    return data.decode(codec, "replace"), None


def is_encoding(label: str) -> bool:
    """Whether browsers know an encoding of that name. What a server declares besides is passed over, here as there."""
    return _codec(label) is not None


def _codec(label: str | None) -> str | None:
    """Python's codec for an encoding's name as browsers read it; None where it is unknown or must not be followed."""
    encoding = webencodings.lookup(label.strip()) if label and label.isascii() else None
    if encoding is None or encoding.name in ("replacement", "x-user-defined"):
        return None
    # The standard reads gbk with the decoder of its superset.
    return "gb18030" if encoding.name == "gbk" else str(encoding.codec_info.name)


def _declared(data: bytes) -> str | None:
    """What the page says of itself. A declaration that can be read as ASCII cannot mean UTF-16, so UTF-8 is meant.

    Text of a legacy encoding with two bytes a character is never valid UTF-8 by chance, but most UTF-8 passes for one of them:
    where the page says so and is UTF-8, the page is wrong.
    """
    head = _COMMENT.sub(b"", data[:_DECLARATION_WINDOW])
    labels = [label for tag in _META.findall(head) if (label := _meta_label(tag))]
    labels += _XML_ENCODING.findall(head)
    codec = next((codec for label in labels if (codec := _codec(label.decode("ascii", "replace")))), None)
    if codec is not None and (codec.startswith("utf-16") or (codec in _TWO_BYTES and _fits(data, "utf-8"))):
        return "utf-8"
    return codec


def _meta_label(tag: bytes) -> bytes | None:
    """The encoding in a `meta` element: its `charset`, or that in its `content` where it stands for an HTTP header."""
    searched = tag if b"http-equiv" in tag.lower() else _CONTENT.sub(b"", tag)
    found = _CHARSET.search(searched)
    return found.group(1) if found else None


def _plausible(text: str, data: bytes) -> bool:
    """Whether at most one in twenty of the characters beyond ASCII failed to decode (a cut page has one, a few are damage)."""
    failed = text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
    if failed <= 0:
        return True
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    return failed == 1 or failed * 20 <= beyond_ascii


def _detected(data: bytes) -> str:
    """The likeliest legacy encoding of what a reader would see, markup and ASCII lines put aside."""
    lines = _MARKUP.sub(b"\n", data).split(b"\n")
    if all(line.isascii() for line in lines):  # a stray `<` has taken everything with it
        lines = data.split(b"\n")
    sample, size = [], 0
    for line in (line.strip() for line in lines if not line.isascii()):
        sample.append(line)  # whole lines, so that no character is cut
        size += len(line)
        if size > _DETECTION_WINDOW:
            break
    best = _best_match(sample) or _best_match(_undamaged(sample))
    if best is None:
        return "gb18030" if _fits(b"\n".join(sample), "gb18030") else _FALLBACK
    if best.encoding == "cp1250" and best.language not in _CENTRAL_EUROPEAN:
        return _FALLBACK  # the two agree on most letters of western languages, and differ in their quotation marks
    return best.encoding


def _best_match(lines: list[bytes]) -> "CharsetMatch | None":
    from charset_normalizer import from_bytes  # few pages get here; the import would cost all of them

    return from_bytes(b"\n".join(lines), cp_isolation=_LEGACY, preemptive_behaviour=False, enable_fallback=False).best()


def _undamaged(lines: list[bytes]) -> list[bytes]:
    """The lines without those that were cut in the middle of a character, as forums do with long titles; no line where nothing
    speaks for an encoding with two bytes a character."""
    whole = max(([line for line in lines if _fits(line, codec)] for codec in _EAST_ASIAN), key=len)
    return whole if len(whole) >= _MOSTLY * len(lines) else []


def _fits(data: bytes, codec: str) -> bool:
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return False
    return True
