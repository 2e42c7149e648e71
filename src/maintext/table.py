"""A page as one `bytes` object: what the compiled kernel reads, and writes. `src/kernel/kernel.h` describes the layout."""

from collections.abc import Mapping
from sys import byteorder
from typing import Any

import numpy as np

from maintext.document import Document
from maintext.marks import KNOWN_MARKS, read_marks
from maintext.page import IntArray, Page, read_only
from maintext.tags import NAMES

COLUMNS = ("tag", "parent", "end", "depth", "start", "chars", "byte_start", "bytes", "flags", "marks", "markup")
_OF_PAGE = COLUMNS[:6]  # those that a page has as they are
HEADER = 8  # numbers
SPACED, IN_LINK = 1, 2  # flags


def table_of(page: Page) -> bytes:
    """The table of a page: as the kernel has read it, or made of its columns."""
    return page.derived("table", lambda: _table_of(page))


def table_at_hand(page: Page) -> bytes | None:
    """The table of a page that has one, with its marks or without. To make that of a page which the kernel has not read takes
    longer than it saves."""
    return page.known("table") or page.known("unmarked table")


def tree_at_hand(page: Page) -> object | None:
    """The kernel's own hold on the tree of a page that it has read."""
    return page.known("tree")


def _table_of(page: Page) -> bytes:
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


def rows_of(table: bytes) -> int:
    return int.from_bytes(table[:8], byteorder)


def text_size_of(table: bytes) -> int:
    """Bytes of the page's characters, in UTF-8."""
    return int.from_bytes(table[16:24], byteorder)


def columns_of(table: bytes) -> tuple[IntArray, ...]:
    """The columns of a table, in the order of `COLUMNS`, where they lie: nothing is copied."""
    rows = rows_of(table)
    return tuple(np.frombuffer(table, np.int64, rows * len(COLUMNS), HEADER * 8).reshape(len(COLUMNS), rows))


def page_of(
    table: bytes,
    *,
    own_names: tuple[str, ...],
    verbatim: Mapping[int, str],
    source: str,
    url: str | None,
    warnings: tuple[str, ...],
    document: Document,
    tree: object,
    with_marks: bool,
) -> Page:
    """The page of a table that the kernel has read, with its marks or without. What else works on tables needs no columns, so
    they are made when first asked for."""
    known = {
        "tag_names": NAMES + own_names if own_names else NAMES,
        "verbatim": verbatim,
        "source": source,
        "url": url,
        "warnings": warnings,
        "document": document,
        "_derived": {"table" if with_marks else "unmarked table": table, "tree": tree},
    }
    return Page.made_later(known, _LATER if with_marks else _LATER_UNMARKED)


def _as_read(page: Page) -> bytes:
    table = table_at_hand(page)
    assert table is not None  # the kernel has read it
    return table


def _columns(page: Page) -> dict[str, Any]:
    table = _as_read(page)
    rows = rows_of(table)
    return dict(zip(_OF_PAGE, np.frombuffer(table, np.int64, rows * len(_OF_PAGE), HEADER * 8).reshape(-1, rows), strict=True))


def _marks(page: Page) -> dict[str, Any]:
    return {KNOWN_MARKS: columns_of(_as_read(page))[-2:]}


def _spaced(page: Page) -> dict[str, Any]:
    flags = columns_of(_as_read(page))[COLUMNS.index("flags")]
    return {"spaced": read_only(flags & SPACED > 0)}


def _characters(page: Page) -> dict[str, Any]:
    table = _as_read(page)
    return {"characters": table[(HEADER + len(COLUMNS) * len(page)) * 8 :].decode("utf-8")}


_LATER_UNMARKED = dict.fromkeys(("tag", "parent", "start", "chars"), _columns) | {"spaced": _spaced, "characters": _characters}
_LATER = _LATER_UNMARKED | {KNOWN_MARKS: _marks}
