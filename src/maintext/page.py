"""A page as a table: one row for each element and each text run, in document order, one numpy array for each column.

Row 0 is `<body>`. A subtree is a run of rows (`row` up to `end[row]`), so a sum over a subtree is a difference of two prefix
sums, for all rows at once. Everything that can be derived is computed when first asked for and then kept; nothing here can be
written to.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from maintext.document import Attributes, Document, Head, NoDocument, Said, TexScript
from maintext.properties import cached_property
from maintext.tags import BLOCK, IS_NOSCRIPT, LINKS, NAMES, TEXT, member_table

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
RealArray = NDArray[np.floating[Any]]  # in single or double precision
ArrayT = TypeVar("ArrayT", bound=NDArray[Any])
Derived = TypeVar("Derived")

_IS_BLOCK = member_table(BLOCK)
_IS_LINK = member_table(LINKS)
_NOT_YET: Any = object()  # None may be what was computed
_FEW = 24  # rows that are faster to go through one by one than all rows at once


def codepoints(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def read_only(array: ArrayT) -> ArrayT:
    array.setflags(write=False)
    return array


@dataclass(frozen=True, eq=False, repr=False)
class Page:
    """The columns. Built by `maintext.parse`; methods read it, renderers read it, nobody writes to it."""

    tag: IntArray  # number of the element's name (maintext.tags), TEXT for a text run
    parent: IntArray  # row of the parent; -1 for row 0
    start: IntArray  # where a text run begins in `characters`; 0 for an element
    chars: IntArray  # its length, white space collapsed; 0 for an element
    spaced: BoolArray  # white space stands between the text run before this one and this one
    characters: str  # the text of all runs, each once and none of them empty, with NUL and white space between them
    tag_names: tuple[str, ...] = NAMES  # the names behind `tag`, custom elements at the end
    verbatim: Mapping[int, str] = field(default_factory=dict)  # runs inside `pre` and its like, as written
    source: str = ""  # what the line-based methods count lines in
    url: str | None = None
    warnings: tuple[str, ...] = ()  # what was done to the page so that it could be read
    document: Document = field(default_factory=NoDocument)
    _derived: dict[Hashable, Any] = field(default_factory=dict)  # `replace` shares it: who changes a column gives a new one

    @classmethod
    def made_later(cls, known: Mapping[str, Any], later: Mapping[str, "Callable[[Page], Mapping[str, Any]]"]) -> "Page":
        """A page some of whose fields are made when first asked for: `later` has functions by the names of fields, each of which
        gives that field and any others that come with it. All fields without a default must be in one of the two."""
        page = object.__new__(cls)
        page.__dict__.update(known, _later=later)
        return page

    if not TYPE_CHECKING:  # the fields are declared above; other names are no attributes

        def __getattr__(self, name: str) -> Any:
            make = self.__dict__.get("_later", {}).get(name)
            if make is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            self.__dict__.update(make(self))
            return self.__dict__[name]

    def __len__(self) -> int:
        return len(self.tag)

    def __repr__(self) -> str:
        return f"<Page of {len(self)} rows, {int(self.chars.sum())} characters>"

    def derived(self, key: Hashable, compute: Callable[[], Derived]) -> Derived:
        """What else can be computed from the page alone, computed once: the source's lines, say."""
        found = self._derived.get(key, _NOT_YET)
        if found is _NOT_YET:
            found = self._derived[key] = compute()
        return found

    def known(self, key: Hashable) -> Any:
        """The same if it has been computed; None if not."""
        return self._derived.get(key)

    def forget(self) -> None:
        """Let go of what was computed by `derived`. Much of it refers to the page, which is a circle that only the garbage
        collector can free; without it the page and its tree are freed at once. For pages that nobody will look at again: what the
        kernel has read goes too."""
        self._derived.clear()

    # -- strings -------------------------------------------------------------------------------------------------------

    def text(self, row: int) -> str:
        """The text of a run, white space collapsed; `""` for an element."""
        first = self.start[row]
        return self.characters[first : first + self.chars[row]]

    @cached_property
    def codes(self) -> NDArray[np.uint32]:
        """The code point of each of `characters`."""
        return codepoints(self.characters)

    def name(self, row: int) -> str:
        """The element's name, `#text` for a text run."""
        return self.tag_names[self.tag[row]]

    def attributes(self, row: int) -> Attributes:
        """The attributes of an element; a text run has none."""
        return self.document.attributes(row)

    @cached_property
    def title(self) -> str:
        """What the page calls itself in its head, white space collapsed."""
        return self.document.title()

    def meta(self, name: str) -> str:
        """What the page says of itself under that name: see `Head.meta`."""
        return self.document.meta(name)

    @cached_property
    def head(self) -> Head:
        """Title, language, `meta` and `link`."""
        return self.document.head()

    @cached_property
    def said(self) -> Said:
        """What of the head but `meta` is for metadata: for pages that the kernel has read cheaper than `head`."""
        return self.document.said()

    @cached_property
    def json_ld(self) -> tuple[str, ...]:
        """The page's JSON-LD scripts, as written and wherever they stand."""
        return self.document.json_ld()

    @cached_property
    def tex_scripts(self) -> tuple[TexScript, ...]:
        """The page's formulas that stand in `script` elements, in document order."""
        return self.document.tex_scripts()

    def tag_path(self, row: int) -> str:
        """The names from `body` down to the row, as in `body.div.p`."""
        return ".".join(reversed([self.name(at) for at in self.upwards(row)]))

    def upwards(self, row: int) -> Iterator[int]:
        """The row, its parent, and so on up to row 0."""
        while row >= 0:
            yield row
            row = int(self.parent[row])

    # -- shape of the tree ---------------------------------------------------------------------------------------------

    @cached_property
    def end(self) -> IntArray:
        """One past the last row of the subtree."""
        rows = np.arange(len(self))
        last = rows.copy()
        last[self.parent[1:]] = rows[1:]  # of several children the last one stays
        while True:  # the last row below the last child, and so on: doubles its reach each time
            further = last.take(last)
            if not np.count_nonzero(further != last):  # faster than `all`
                break
            last = further
        return read_only(last + 1)

    @cached_property
    def depth(self) -> IntArray:
        """Distance from row 0: the rows so far less those whose subtree has ended."""
        ended = np.bincount(self.end, minlength=len(self) + 1)[: len(self)]
        return read_only(np.arange(len(self)) - ended.cumsum())

    @cached_property
    def is_text(self) -> BoolArray:
        return read_only(self.tag == TEXT)

    @cached_property
    def text_rows(self) -> IntArray:
        return read_only(self.is_text.nonzero()[0])

    @cached_property
    def element_names(self) -> frozenset[str]:
        """The names of elements that occur, for a quick look whether there is anything to do."""
        occurs = np.bincount(self.tag)[TEXT + 1 :].nonzero()[0] + (TEXT + 1)
        return frozenset(map(self.tag_names.__getitem__, occurs.tolist()))

    def is_any(self, table: BoolArray) -> BoolArray:
        """Whether each row is one of the elements of a `member_table`."""
        return table.take(self._known_tag)

    @cached_property
    def _known_tag(self) -> IntArray:
        """`tag` with one number for all unknown names, the last entry of every `member_table`."""
        return np.minimum(self.tag, len(NAMES))

    @cached_property
    def is_block(self) -> BoolArray:
        return read_only(self.is_any(_IS_BLOCK))

    @cached_property
    def is_link(self) -> BoolArray:
        return read_only(self.is_any(_IS_LINK))

    @cached_property
    def in_link(self) -> BoolArray:
        """A hyperlink, button or drop-down list, or anything inside one."""
        return read_only(self.inside(self.is_link))

    @cached_property
    def block(self) -> IntArray:
        """Row of the nearest block-level element, the row itself included; row 0 where there is none."""
        return read_only(self.nearest(self.is_block))

    @cached_property
    def path(self) -> IntArray:
        """A number for the tag path from `body`: equal paths have equal numbers. A text run has its parent's."""
        _, numbers = np.unique(self.path_hash(self.tag), return_inverse=True)
        return read_only(numbers.astype(np.int64))

    @cached_property
    def hidden(self) -> BoolArray:
        """Not shown by a browser: `noscript`, `hidden`, `aria-hidden="true"`, `display:none` or `visibility:hidden` in a style
        attribute, and everything inside."""
        concealed = self.is_any(IS_NOSCRIPT).copy()
        for row in np.flatnonzero(~self.is_text):
            concealed[row] |= _conceals(self.document.attributes(int(row)))
        return read_only(self.inside(concealed))

    # -- arithmetic on the tree ----------------------------------------------------------------------------------------

    def subtree_sum(self, column: NDArray[Any]) -> NDArray[Any]:
        """For each row the sum of the column over the row and everything below it. Several columns may be stacked."""
        sums = np.zeros((*column.shape[:-1], len(self) + 1), dtype=np.float64 if column.dtype.kind == "f" else np.int64)
        column.cumsum(axis=-1, out=sums[..., 1:])
        return sums.take(self.end, axis=-1) - sums[..., :-1]

    def subtree_argmax(self, column: FloatArray, rows: IntArray) -> IntArray:
        """For each of the rows the row of its subtree with the largest value, the first of equals.

        Ranks in a sparse table: a subtree is covered by two overlapping runs of 2^k rows.
        """
        order = np.argsort(-column, kind="stable")
        end = self.end[rows]
        level = np.frexp(end - rows)[1] - 1  # floor of the binary logarithm
        best = np.zeros((int(level.max(initial=0)) + 1, len(self)), dtype=np.int32)
        best[0, order] = np.arange(len(self))
        for k in range(1, len(best)):
            half, size = 1 << (k - 1), len(self) + 1 - (1 << k)
            np.minimum(best[k - 1, :size], best[k - 1, half : half + size], out=best[k, :size])
        return order[np.minimum(best[level, rows], best[level, end - (1 << level.astype(np.int64))])]

    def child_sum(self, column: NDArray[Any]) -> FloatArray:
        """For each row the sum of the column over its children."""
        return np.bincount(self.parent[1:], weights=column[1:], minlength=len(self)).astype(np.float64, copy=False)

    def inside(self, mask: BoolArray) -> BoolArray:
        """The marked rows and everything below them."""
        rows = mask.nonzero()[0]
        if not len(rows):
            return mask.copy()
        return (mask - np.bincount(self.end.take(rows), minlength=len(self) + 1)[:-1]).cumsum() > 0

    def edges(self, mask: BoolArray) -> IntArray:
        """How many starts and ends of the marked elements stand at or before each row. What two text runs cross on the way from
        one to the other is the difference. Several masks may be stacked."""
        return (self.ends(mask) + mask).cumsum(axis=-1)

    def ends(self, mask: BoolArray) -> IntArray:
        """How many of the marked elements end right before each row. Several masks may be stacked."""
        size = len(self) + 1
        if mask.ndim == 1:
            return np.bincount(self.end.take(mask.nonzero()[0]), minlength=size)[:-1]
        which, rows = mask.nonzero()
        return np.bincount(which * size + self.end.take(rows), minlength=len(mask) * size).reshape(len(mask), size)[:, :-1]

    def nearest(self, mask: BoolArray) -> IntArray:
        """Row of the nearest marked element, the row itself included; row 0 where there is none."""
        rows = mask.nonzero()[0]
        if len(rows) <= _FEW:  # painted one over the other, the outer ones first
            nearest = np.zeros(len(self), dtype=np.int64)
            for row, end in zip(rows.tolist(), self.end.take(rows).tolist(), strict=True):
                nearest[row:end] = row
            return nearest
        nearest = self.parent.copy()
        nearest[0] = 0
        nearest[rows] = rows
        while True:  # doubles its reach each time
            further = nearest.take(nearest)
            if not np.count_nonzero(further != nearest):
                return nearest
            nearest = further

    def path_hash(self, name: IntArray) -> NDArray[np.uint64]:
        """A number for the path from row 0, given a number for each element's name: equal paths have equal numbers. Several
        columns of names may be stacked.

        Paths are sums of 64-bit hashes of (depth, name): two different paths of a page agree by chance once in 10^13 pages.
        """
        hashes = name.astype(np.uint64)
        hashes *= np.uint64(0xD6E8FEB86659FD93)  # so that a step in depth is no step in names
        hashes += self.depth.view(np.uint64)
        hashes = _mix(hashes)
        hashes *= ~self.is_text
        steps = np.zeros((*hashes.shape[:-1], len(self) + 1), dtype=np.uint64)
        steps[..., :-1] = hashes
        for column, ended in zip(np.atleast_2d(steps), np.atleast_2d(hashes), strict=True):
            np.subtract.at(column, self.end, ended)
        return steps[..., :-1].cumsum(axis=-1)

    def around(self, mask: BoolArray) -> BoolArray:
        """The marked rows and everything above them."""
        seen = mask.cumsum()
        return mask | (seen.take(self.end - 1) > seen)


def _mix(keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A good 64-bit hash of each key (the finaliser of splitmix64)."""
    keys = keys + np.uint64(0x9E3779B97F4A7C15)
    keys ^= keys >> np.uint64(30)
    keys *= np.uint64(0xBF58476D1CE4E5B9)
    keys ^= keys >> np.uint64(27)
    keys *= np.uint64(0x94D049BB133111EB)
    keys ^= keys >> np.uint64(31)
    return keys


def _conceals(attributes: Attributes) -> bool:
    if not attributes:
        return False
    style = "".join((attributes.get("style") or "").split()).lower()
    return (
        "hidden" in attributes
        or (attributes.get("aria-hidden") or "").lower() == "true"
        or "display:none" in style
        or "visibility:hidden" in style
    )
