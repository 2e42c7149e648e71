"""What is read from a page's tree only when it is asked for: attributes, the head, scripts.

`Page` has the columns; behind them stands a `Document`, by selectolax's objects or by the kernel (`maintext.parse`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from maintext import kernel
from maintext.properties import cached_property

Attributes = Mapping[str, "str | None"]
TELLING_LINKS = ("canonical", "license")  # what `rel` says of links that tell something of the page


@dataclass(frozen=True, eq=False)  # by identity, which is the fastest way to find again what was prepared for them
class Words:
    """Words that are looked for in attributes."""

    by_attribute: tuple[tuple[str, ...], ...]  # for each attribute its name, `""` for text, and the words, in lower case

    @cached_property
    def for_kernel(self) -> object:
        """The same in the kernel's own form."""
        module = kernel.compiled()
        assert module is not None
        return module.wanted(self.by_attribute)


@dataclass(frozen=True)
class Head:
    """What a page says about itself in its head."""

    title: str = ""  # white space collapsed
    language: str | None = None  # of the `html` element
    base: str | None = None  # what addresses on the page are relative to, if not the page's own address
    metas: tuple[Attributes, ...] = ()  # the attributes of each `meta`
    links: tuple[Attributes, ...] = ()  # the attributes of each `link`

    def meta(self, name: str) -> str:
        """The content of the first `meta` with that `name`, `property` or `itemprop` and any content; `""` if there is none."""
        return self._contents.get(name, "")

    @cached_property
    def _contents(self) -> dict[str, str]:
        contents: dict[str, str] = {}
        for found in self.metas:
            content = found.get("content")
            for key in ("name", "property", "itemprop") if content else ():
                name = found.get(key)
                if name:
                    contents.setdefault(name.strip().lower(), content or "")
        return contents


class Said(NamedTuple):
    """What the reading of metadata wants of the head beside `meta`, and nothing else: most of a head is for programs."""

    language: str | None  # of the `html` element
    base: str | None  # as in `Head`
    links: list[tuple[str, str]]  # `rel` and `href` of each `link` that may be one of `TELLING_LINKS`


@dataclass(frozen=True)
class TexScript:
    """A formula as MathJax reads it: a script, which has no row of its own."""

    row: int  # of what comes after it
    parent: int  # row of the element that it stands in
    tex: str
    is_display: bool  # on a line of its own


class Document(Protocol):
    """What is read from the parsed tree only when it is asked for."""

    def attributes(self, row: int) -> Attributes: ...

    def attributes_of(self, elements: Sequence[int]) -> Iterator[Attributes]:
        """The attributes of many rows, none of them a text run, one after the other: so many at once would keep Python's garbage
        collector busy."""
        ...

    def title(self) -> str: ...

    def meta(self, name: str) -> str: ...

    def head(self) -> Head: ...

    def said(self) -> Said: ...

    def metas(self, names: dict[str, str], most: int) -> dict[str, list[str]]:
        """The first so many contents of the `meta` elements of each of these names, in lower case, by what stands beside it."""
        ...

    def names(self, row: int) -> str:
        """The class and the id of an element, in lower case, with a blank between them: what its author called it."""
        ...

    def clues(self, first: int, end: int, wanted: Words) -> list[int]:
        """The rows of a range with an attribute that may hold one of the words that are looked for in it: that does, in letters
        of either case, or has letters beyond ASCII. A cheap first look: whoever asks looks again."""
        ...

    def clues_among(self, rows: list[int], wanted: Words) -> list[int]:
        """The same for any rows."""
        ...

    def json_ld(self) -> tuple[str, ...]: ...

    def tex_scripts(self) -> tuple[TexScript, ...]: ...


class NoDocument:
    """A page that was not read from a tree: no attributes, nothing in its head."""

    def attributes(self, row: int) -> Attributes:
        return {}

    def attributes_of(self, elements: Sequence[int]) -> Iterator[Attributes]:
        return map(self.attributes, elements)

    def title(self) -> str:
        return ""

    def meta(self, name: str) -> str:
        return ""

    def head(self) -> Head:
        return Head()

    def said(self) -> Said:
        return Said(None, None, [])

    def metas(self, names: dict[str, str], most: int) -> dict[str, list[str]]:
        return {}

    def names(self, row: int) -> str:
        return ""

    def clues(self, first: int, end: int, wanted: Words) -> list[int]:
        return []

    def clues_among(self, rows: list[int], wanted: Words) -> list[int]:
        return []

    def json_ld(self) -> tuple[str, ...]:
        return ()

    def tex_scripts(self) -> tuple[TexScript, ...]:
        return ()
