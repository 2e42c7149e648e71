"""Files that are no web pages are told by how they begin, and pages are not taken for them."""

import bz2
import gzip
import io
import lzma
import zipfile

import pytest

from maintext import BadInput, extract, extract_many, parse
from maintext.signatures import other_kind


def zipped() -> bytes:
    with zipfile.ZipFile(held := io.BytesIO(), "w") as archive:
        archive.writestr("page.html", "<p>text")
    return held.getvalue()


OTHERS = [
    (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "a PDF document"),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image"),
    (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image"),
    (b"GIF89a\x01\0", "a GIF image"),
    (b"RIFF\x24\0\0\0WEBPVP8 ", "an image, sound or film"),
    (b"\0\0\0\x18ftypmp42", "an image, sound or film"),
    (zipped(), "a ZIP archive"),
    (gzip.compress(b"<p>text"), "gzip: unpack it first"),
    (bz2.compress(b"<p>text"), "bzip2: unpack it first"),
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


@pytest.mark.parametrize(("data", "kind"), OTHERS, ids=[kind for _, kind in OTHERS])
def test_so_is_one_that_somebody_has_decoded(data: bytes, kind: str) -> None:
    assert kind in (other_kind(data.decode("latin-1")) or "")


def test_among_many_pages_it_is_an_outcome_with_its_reason() -> None:
    first, second, third = extract_many(["<p>one", OTHERS[0][0], "<p>three"])
    assert (first.content, second.content, third.content) == ("one", "", "three")
    assert second.error == "not a web page but a PDF document"


@pytest.mark.parametrize(
    "page", ["", "R", "\0", "RIFF", "%PDF", "GIF", "PK", "WARC", "Rabbits", "BZh", "<p>%PDF-1.7", " %PDF-", "漢字", "\ud800"]
)
def test_what_only_looks_like_one_is_a_page(page: str) -> None:
    assert other_kind(page) is None
    assert other_kind(page.encode("utf-8", "surrogatepass")) is None
    parse(page)
