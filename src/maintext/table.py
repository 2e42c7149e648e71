"""A page as one `bytes` object: what the compiled kernel reads, and writes. `src/kernel/kernel.h` describes the layout."""

import numpy as np

from maintext.methods.fused.marks import read_marks
from maintext.page import Page

COLUMNS = ("tag", "parent", "end", "depth", "start", "chars", "byte_start", "bytes", "flags", "marks", "markup")
HEADER = 8  # numbers
SPACED, IN_LINK = 1, 2  # flags


def table_of(page: Page) -> bytes:
    """The table of a page that was read without the kernel."""
    text = page.characters.encode("utf-8", "surrogatepass")
    octets = np.frombuffer(text, dtype=np.uint8)
    place = np.append(np.flatnonzero(octets & 0xC0 != 0x80), len(octets))  # where in the bytes each character starts
    byte_start = np.where(page.is_text, place[page.start], 0)
    marks, markup = read_marks(page)
    columns = (
        *(page.tag, page.parent, page.end, page.depth, page.start, page.chars),
        *(byte_start, np.where(page.is_text, place[page.start + page.chars] - byte_start, 0)),
        *(page.spaced * SPACED | page.in_link * IN_LINK, marks, markup),
    )
    header = np.array([len(page), len(page.characters), len(text), 0, 0, 0, 0, 0])
    return b"".join([np.concatenate([header, *columns]).astype(np.int64).tobytes(), text])
