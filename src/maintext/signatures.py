"""Files that are no web pages, told by how they begin: crawls are full of them, whatever their names and headers say. What a
parser would make of them is noise.
"""

import re

from maintext.errors import BadInput

# What a file begins with, to what it is and what to do about it.
_SIGNATURES = {
    b"%PDF-": "a PDF document",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF87a": "a GIF image",
    b"GIF89a": "a GIF image",
    b"PK\x03\x04": "a ZIP archive or an Office document",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "an Office document",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\x1f\x8b\x08": "compressed with gzip: unpack it first",
    b"\xfd7zXZ\0": "compressed with xz: unpack it first",
    b"\x28\xb5\x2f\xfd": "compressed with zstd: unpack it first",
    b"\x7fELF": "a program",
    b"\0asm": "a program",
    b"wOFF\0": "a font",
    b"wOFFOTTO": "a font",
    b"wOF2\0": "a font",
    b"wOF2OTTO": "a font",
    b"OggS\0": "an image, sound or film",
    b"\x1aE\xdf\xa3": "an image, sound or film",
    b"WARC/1.": "a WARC file: give the body of each of its records",
}
_PATTERNS = {
    re.compile(rb"BZh[1-9]1AY&SY"): "compressed with bzip2: unpack it first",
    re.compile(rb"RIFF....(?:WEBP|WAVE|AVI )|\0...ftyp", re.DOTALL): "an image, sound or film",
}
_LONGEST = 12
_FIRST_BYTES = frozenset({*b"BR\0", *(signature[0] for signature in _SIGNATURES)})  # those of hardly any page
_PDF = "%PDF-"


def check_kind(data: str | bytes) -> None:
    """Raises `BadInput`, with a reason in words, for a file of another kind than a page."""
    kind = other_kind(data)
    if kind is not None:
        raise BadInput(f"not a web page but {kind}")


def other_kind(data: str | bytes) -> str | None:
    """What this is, and what to do about it, if it is a file of another kind than a page. Of what somebody has decoded nothing is
    left to tell it by, but for a PDF, which begins in plain letters."""
    if isinstance(data, str):
        return _SIGNATURES[_PDF.encode()] if data.startswith(_PDF) else None
    first = data[:_LONGEST]
    if not first or first[0] not in _FIRST_BYTES:
        return None
    by_signature = (kind for signature, kind in _SIGNATURES.items() if first.startswith(signature))
    by_pattern = (kind for pattern, kind in _PATTERNS.items() if pattern.match(first))
    return next(by_signature, None) or next(by_pattern, None)
