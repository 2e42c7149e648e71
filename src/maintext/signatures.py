"""Files that are no web pages, told by how they begin: crawls are full of them, whatever their names and headers say.

A page never begins so, and what a parser would make of such a file is noise.
"""

import re

from maintext.errors import BadInput

# What a file begins with, to what it is and what to do about it. Each is long or odd enough to begin no text.
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
    b"BZh91AY&SY": "compressed with bzip2: unpack it first",
    b"\xfd7zXZ\0": "compressed with xz: unpack it first",
    b"\x28\xb5\x2f\xfd": "compressed with zstd: unpack it first",
    b"\x7fELF": "a program",
    b"\0asm": "a program",
    b"wOFF\0": "a font",
    b"wOF2\0": "a font",
    b"OggS\0": "sound or film",
    b"\x1aE\xdf\xa3": "sound or film",
    b"WARC/1.": "a WARC file: give the body of each of its records",
}
# Containers that tell what they hold behind their size.
_MEDIA = re.compile(rb"RIFF....(?:WEBP|WAVE|AVI )|\0...ftyp", re.DOTALL)
_LONGEST = 12
_FIRST_BYTES = frozenset({0, ord("R"), *(signature[0] for signature in _SIGNATURES)})  # those of hardly any page


def check_kind(data: str | bytes) -> None:
    """Raises `BadInput`, with a reason in words, for a file of another kind than a page."""
    kind = other_kind(data)
    if kind is not None:
        raise BadInput(f"not a web page but {kind}")


def other_kind(data: str | bytes) -> str | None:
    """What this is, and what to do about it, if it is a file of another kind than a page. Text is taken as bytes that somebody
    decoded one by one."""
    first = data[:_LONGEST] if isinstance(data, bytes) else data[:_LONGEST].encode("latin-1", "replace")
    if not first or first[0] not in _FIRST_BYTES:
        return None
    known = (kind for signature, kind in _SIGNATURES.items() if first.startswith(signature))
    return next(known, "an image, sound or film" if _MEDIA.match(first) else None)
