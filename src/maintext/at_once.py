"""Plain text by the fused method in one call of the kernel: what most programs want of most pages.

The kernel does what `maintext.extraction` does step by step, and lets other threads run for all of that time. Of a page with
anything special it hands over what it has found out, and the other steps go on from there.
"""

from collections.abc import Callable

from maintext.decode import utf8_as_given
from maintext.depth import MAX_DEPTH, look_for_kernel
from maintext.methods.fused import Fused
from maintext.page import Page
from maintext.parse import read_by_parser, reading, source_of
from maintext.parse.compiled import page_found
from maintext.render.compiled_text import kernel_for_text
from maintext.signatures import check_kind


def text_at_once(
    html: str | bytes | bytearray | memoryview, method: Fused, *, charset: str | None, url: str | None, at_least: int
) -> str | Page | None:
    """The main text of a page that shows at least so many characters. Otherwise, and for a page with anything special, the page,
    which knows what was found out. None where the kernel does not read pages by itself."""
    reader, _ = reading()
    if reader is None or not reader.reads_html or kernel_for_text() is None:
        return None
    octets = _octets(html, charset, reader.module.is_utf8)
    given, source = source_of(html, charset) if octets is None else (octets, "")
    is_ascii = isinstance(given, str) and given.isascii()
    look = look_for_kernel(MAX_DEPTH)
    made = reader.module.main_text(reader.vocabulary, given, is_ascii, look, method.order(at_least))
    if isinstance(made, str):
        return made
    if octets is not None:
        source = octets.decode()
    if made is None:
        return read_by_parser(given, source, url, with_marks=True)
    found, said, answer = made
    page = page_found(reader, found, source, url, with_marks=True)
    method.take_over(page, said, answer)
    return page


def _octets(html: object, charset: str | None, is_utf8: Callable[[bytes], bool]) -> bytes | None:
    """A page that came in UTF-8, as it came: text is made of few, so it is left for later."""
    if not isinstance(html, bytes):
        return None
    check_kind(html)
    return utf8_as_given(html, charset, is_utf8)
