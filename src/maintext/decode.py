"""Bytes to text, in the order that the HTML standard gives: byte order mark, transport, `<meta>`, then detection.

Names are read as browsers read them (gb2312 is gb18030, iso-8859-1 is windows-1252), by `webencodings`; detection is
`charset-normalizer`'s, asked only about encodings that web pages have been written in.
"""

import re

import webencodings

# The standard looks for a declaration in the first 1,024 bytes; pages put theirs later often enough.
_DECLARATION_WINDOW = 4096
_DETECTION_WINDOW = 8192

_BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_XML_ENCODING = re.compile(rb"""^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)""", re.IGNORECASE)
_META_CHARSET = re.compile(rb"""<meta\b[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_MARKUP = re.compile(rb"<(script|style)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>|&#?\w+;", re.DOTALL | re.IGNORECASE)

# Each undeclared legacy encoding that is still met, by Python's name; the most general of a family stands for it.
_LEGACY = [
    *("gb18030", "big5", "cp932", "euc_jp", "cp949"),
    *("cp1251", "koi8_r", "cp1252", "cp1250", "cp1253", "cp1254", "cp1255", "cp1256", "cp874"),
]
_CENTRAL_EUROPEAN = frozenset({"Polish", "Czech", "Slovak", "Hungarian", "Croatian", "Slovene", "Romanian"})
_FALLBACK = "cp1252"


def decode(data: bytes, *, charset: str | None = None) -> str:
    """The text of a page. Never raises: bytes that fit no encoding become U+FFFD.

    `charset` is what the transport said (HTTP's Content-Type). It yields to a byte order mark, as in browsers, and is passed
    over where its name is unknown. A declared encoding that the bytes contradict, where a browser would show a page of
    replacement signs, is passed over for detection.
    """
    for mark, codec in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace")
    declared = _codec(charset) or _declared(data) or "utf-8"
    text = data.decode(declared, "replace")
    if _plausible(text, data):
        return text
    return data.decode(_detected(data), "replace")


def _codec(label: str | None) -> str | None:
    """Python's codec for an encoding's name as browsers read it; None where it is unknown or must not be followed."""
    encoding = webencodings.lookup(label.strip()) if label and label.isascii() else None
    if encoding is None or encoding.name in ("replacement", "x-user-defined"):
        return None
    # The standard reads gbk with the decoder of its superset.
    return "gb18030" if encoding.name == "gbk" else str(encoding.codec_info.name)


def _declared(data: bytes) -> str | None:
    """What the page says of itself. A declaration that can be read as ASCII cannot mean UTF-16, so UTF-8 is meant."""
    head = _COMMENT.sub(b"", data[:_DECLARATION_WINDOW])
    for pattern in (_META_CHARSET, _XML_ENCODING):
        found = pattern.search(head)
        codec = _codec(found.group(1).decode("ascii", "replace")) if found else None
        if codec is not None:
            return "utf-8" if codec.startswith("utf-16") else codec
    return None


def _plausible(text: str, data: bytes) -> bool:
    """Whether at most one in twenty of the characters beyond ASCII failed to decode (a cut page has one, a few are damage)."""
    failed = text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
    if failed <= 0:
        return True
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    return failed == 1 or failed * 20 <= beyond_ascii


def _detected(data: bytes) -> str:
    """The likeliest legacy encoding of what a reader would see, markup and ASCII lines put aside."""
    from charset_normalizer import from_bytes  # few pages get here; the import would cost all of them

    lines = _MARKUP.sub(b"\n", data).split(b"\n")
    sample, size = [], 0
    for line in (line.strip() for line in lines if not line.isascii()):
        sample.append(line)  # whole lines, so that no character is cut
        size += len(line)
        if size > _DETECTION_WINDOW:
            break
    best = from_bytes(b"\n".join(sample), cp_isolation=_LEGACY, preemptive_behaviour=False, enable_fallback=False).best()
    if best is None:
        return "gb18030" if _fits(sample, "gb18030") else _FALLBACK
    if best.encoding == "cp1250" and best.language not in _CENTRAL_EUROPEAN:
        return _FALLBACK  # the two agree on most letters of western languages, and differ in their quotation marks
    return best.encoding


def _fits(sample: list[bytes], codec: str) -> bool:
    try:
        b"\n".join(sample).decode(codec)
    except UnicodeDecodeError:
        return False
    return True
