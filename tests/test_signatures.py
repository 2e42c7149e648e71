"""Files that are no web pages are told by how they begin, and pages are not taken for them."""

import bz2
import gzip
import io
import lzma
import zipfile

import pytest

from maintext import BadInput, SiteModel, extract, extract_many, extract_site, parse
from maintext.signatures import other_kind


def zipped() -> bytes:
    with zipfile.ZipFile(held := io.BytesIO(), "w") as archive:
        archive.writestr("page.html", "<p>text")
    return held.getvalue()


OTHERS = [
    (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "a PDF document"),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image"),
    (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image"),
    (b"GIF87a\x01\0", "a GIF image"),
    (b"GIF89a\x01\0", "a GIF image"),
    (b"RIFF\x24\0\0\0WEBPVP8 ", "an image, sound or film"),
    (b"RIFF\x24\0\0\0WAVEfmt ", "an image, sound or film"),
    (b"RIFF\x0a\n\0\0AVI LIST", "an image, sound or film"),
    (b"\0\0\0\x18ftypmp42", "an image, sound or film"),
    (b"OggS\0\x02", "an image, sound or film"),
    (b"\x1aE\xdf\xa3\x9f", "an image, sound or film"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", "an Office document"),
    (b"7z\xbc\xaf\x27\x1c\0\x04", "a 7z archive"),
    (b"Rar!\x1a\x07\x01\0", "a RAR archive"),
    (b"\x7fELF\x02\x01", "a program"),
    (b"\0asm\x01\0\0\0", "a program"),
    (b"wOFF\0\x01\0\0", "a font"),
    (b"wOFFOTTO\0\0", "a font"),
    (b"wOF2\0\x01\0\0", "a font"),
    (b"wOF2OTTO\0\0", "a font"),
    (zipped(), "a ZIP archive"),
    (gzip.compress(b"<p>text"), "gzip: unpack it first"),
    (bz2.compress(b"<p>text"), "bzip2: unpack it first"),
    (bz2.compress(b"<p>text", 1), "bzip2: unpack it first"),
    (lzma.compress(b"<p>text"), "xz: unpack it first"),
    (b"\x28\xb5\x2f\xfd\x04\x58", "zstd: unpack it first"),
    (b"WARC/1.0\r\nWARC-Type: response\r\n", "a WARC file: give the body of each of its records"),
]


@pytest.mark.parametrize(("data", "kind"), OTHERS, ids=[kind for _, kind in OTHERS])
def test_a_file_of_another_kind_is_told(data: bytes, kind: str) -> None:
    with pytest.raises(BadInput, match=f"not a web page but .*{kind}"):
        extract(data)
    with pytest.raises(BadInput, match=f"not a web page but .*{kind}"):
        parse(memoryview(data))


def test_a_pdf_is_told_when_somebody_has_decoded_it_too() -> None:
    with pytest.raises(BadInput, match="a PDF document"):
        extract("%PDF-1.7\n%\ufffd\ufffd")


def test_of_the_pages_of_a_site_the_one_at_fault_is_named() -> None:
    for together in (extract_site, SiteModel.learn):
        with pytest.raises(BadInput, match=r"pages\[1\]: not a web page but a PDF document"):
            together(["<p>one", OTHERS[0][0]])


def test_among_many_pages_it_is_an_outcome_with_its_reason() -> None:
    first, second, third = extract_many(["<p>one", OTHERS[0][0], "<p>three"])
    assert (first.content, second.content, third.content) == ("one", "", "three")
    assert second.error == "not a web page but a PDF document"


@pytest.mark.parametrize(
    "page", ["", "R", "\0", "RIFF", "%PDF", "GIF", "PK", "WARC", "Rabbits", "BZh9", "<p>%PDF-1.7", " %PDF-", "漢字", "\ud800"]
)
def test_what_only_looks_like_one_is_a_page(page: str) -> None:
    assert other_kind(page) is None
    assert other_kind(page.encode("utf-8", "surrogatepass")) is None
    parse(page)
