"""Blocks that pages of one site share: BlockExtractor's third step, for every method.

Navigation, legal notices and teasers stand on many pages of a site; an article stands on one. A `SiteModel` learns the blocks of
some pages (`maintext.methods.block_extractor.segment`) and then says which rows of a page stand in a block that other pages have
too: the very same block, or one whose tree is at most `max_distance` of its nodes away (Tai's tree edit distance).

S. Lin, J. Chen, Z. Niu, Tsinghua Science and Technology 17(3), 2012. The paper gives neither a threshold nor a number of pages;
with the defaults here two copies of one article do not delete each other.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from maintext.distance import sequence_distance, tree_edit_distance
from maintext.errors import BadInput, BadModel, BadParameter
from maintext.extraction import DEFAULT_METHOD, Extraction, extract_page
from maintext.methods.block_extractor import Block, segment
from maintext.methods.protocol import Method
from maintext.page import BoolArray, Page
from maintext.parse import parse
from maintext.properties import cached_property

MIN_PAGES = 2
MAX_DISTANCE = 0.2
# Larger trees are compared for equality only: the tree edit distance grows with the square of the size and more.
_MAX_NODES = 200
# How many blocks of the same path that may be near enough, the nearest in size first, are compared with one block.
_MAX_CANDIDATES = 64
# How many blocks of one path and size are looked at for them: a page may have thousands of its own.
_MAX_WALK = 1000
_FORMAT = 1


@dataclass(frozen=True)
class _Tree:
    """A block as numbers: equal blocks have equal numbers, on any machine."""

    path: int
    depths: tuple[int, ...]
    labels: tuple[int, ...]

    @cached_property
    def label_set(self) -> frozenset[int]:
        return frozenset(self.labels)


@dataclass
class SiteModel:
    """Which blocks stand on which pages of a site."""

    min_pages: int = MIN_PAGES  # other pages that a redundant block stands on
    max_distance: float = MAX_DISTANCE  # how unlike it may be there: edits as a share of the larger block's nodes
    _pages: dict[int, int] = field(default_factory=dict)  # a page's fingerprint to its number
    _standing: dict[_Tree, set[int]] = field(default_factory=lambda: defaultdict(set))  # a block to the pages that have it
    _on_path: dict[tuple[int, int], list[_Tree]] = field(default_factory=lambda: defaultdict(list))  # by path and size

    def __post_init__(self) -> None:
        if self.min_pages < 1:
            raise BadParameter(f"min_pages is at least 1, not {self.min_pages}")
        if not 0 <= self.max_distance < 1:
            raise BadParameter(f"max_distance is at least 0 and less than 1, not {self.max_distance}")

    @classmethod
    def learn(
        cls, pages: "Iterable[Page | str | bytes]", *, min_pages: int = MIN_PAGES, max_distance: float = MAX_DISTANCE
    ) -> "SiteModel":
        """A model of the pages of one site. Raises `BadInput`, which names its place, for what is no page."""
        model = cls(min_pages, max_distance)
        for page in _parsed(pages):
            model.add(page)
        return model

    def add(self, page: "Page | str | bytes") -> None:
        """Learn one more page. The same page again changes nothing."""
        table = page if isinstance(page, Page) else parse(page)
        fingerprint = _page_fingerprint(table)
        if fingerprint in self._pages:
            return
        number = self._pages[fingerprint] = len(self._pages)
        for _, tree in _trees(table):
            self._put(tree, {number})

    def redundant(self, page: Page) -> BoolArray:
        """The rows that stand in a block which enough other pages have. The page itself, if it was learned, is no other page."""
        if not isinstance(page, Page):
            raise BadInput(f"give a parsed page (maintext.parse), not {type(page).__name__}")
        itself = self._pages.get(_page_fingerprint(page), -1)
        known: dict[_Tree, bool] = {}
        rows = np.zeros(len(page), dtype=bool)
        for block, tree in _trees(page):
            if tree not in known:
                known[tree] = self._stands_elsewhere(tree, itself)
            if known[tree]:
                for child in block.children:
                    rows[child : page.end[child]] = True
        return rows

    def __len__(self) -> int:
        """How many pages were learned."""
        return len(self._pages)

    def _put(self, tree: _Tree, pages: set[int]) -> None:
        if tree not in self._standing:
            self._on_path[tree.path, len(tree.labels)].append(tree)
        self._standing[tree] |= pages

    def _stands_elsewhere(self, tree: _Tree, itself: int) -> bool:
        pages = self._standing.get(tree, set()) - {itself}
        for other in islice(self._candidates(tree, itself), _MAX_CANDIDATES):
            if len(pages) >= self.min_pages:
                break
            if not self._standing[other] <= pages | {itself} and _similar(tree, other, self.max_distance):
                pages = pages | self._standing[other] - {itself}
        return len(pages) >= self.min_pages

    def _candidates(self, tree: _Tree, itself: int) -> Iterator[_Tree]:
        """Blocks of the same path on other pages that are not too unlike in size, the nearest in size first."""
        size = len(tree.labels)
        if size > _MAX_NODES:
            return
        for step in range(int(self.max_distance * size / (1 - self.max_distance)) + 1):
            for other_size in dict.fromkeys((size - step, size + step)):
                if 1 <= self.max_distance * max(size, other_size) >= step:
                    allowed = int(self.max_distance * max(size, other_size))
                    for other in islice(self._on_path.get((tree.path, other_size), ()), _MAX_WALK):
                        # A label that the other does not have costs an edit.
                        if (
                            other != tree
                            and len(tree.label_set - other.label_set) <= allowed
                            and self._standing[other] != {itself}
                        ):
                            yield other

    # -- one file ------------------------------------------------------------------------------------------------------

    def save(self, path: "str | PathLike[str]") -> None:
        """Write the model to one file, a NumPy archive without any code in it."""
        trees = list(self._standing)
        with Path(path).open("wb") as file:
            np.savez_compressed(
                file,
                format=np.array(_FORMAT),
                min_pages=np.array(self.min_pages),
                max_distance=np.array(self.max_distance),
                pages=np.array(list(self._pages), dtype=np.uint64),
                paths=np.array([tree.path for tree in trees], dtype=np.uint64),
                nodes=np.array([len(tree.labels) for tree in trees], dtype=np.int64),
                depths=np.array([depth for tree in trees for depth in tree.depths], dtype=np.int32),
                labels=np.array([label for tree in trees for label in tree.labels], dtype=np.uint64),
                standings=np.array([len(self._standing[tree]) for tree in trees], dtype=np.int64),
                standing=np.array([page for tree in trees for page in sorted(self._standing[tree])], dtype=np.int64),
            )

    @classmethod
    def load(cls, path: "str | PathLike[str]") -> "SiteModel":
        """Read a model that `save` wrote."""
        import zlib  # slow imports that only a file needs
        from zipfile import BadZipFile

        try:
            with np.load(path, allow_pickle=False) as archive:
                return cls._from_arrays(dict(archive))
        except FileNotFoundError:
            raise BadModel(f"{path}: no such file") from None
        except (OSError, EOFError, BadZipFile, zlib.error, LookupError, TypeError, ValueError, RuntimeError) as error:
            raise BadModel(f"{path}: not a site model ({type(error).__name__}: {error})") from error

    @classmethod
    def _from_arrays(cls, arrays: Mapping[str, Any]) -> "SiteModel":
        if int(arrays["format"]) != _FORMAT:
            raise ValueError(f"format {int(arrays['format'])}, this version reads {_FORMAT}")
        model = cls(int(arrays["min_pages"]), float(arrays["max_distance"]))
        model._pages = {fingerprint: number for number, fingerprint in enumerate(arrays["pages"].tolist())}
        depths, labels, standing = (arrays[name].tolist() for name in ("depths", "labels", "standing"))
        node, place = 0, 0
        for path, nodes, standings in zip(*(arrays[name].tolist() for name in ("paths", "nodes", "standings")), strict=True):
            tree = _Tree(path, tuple(depths[node : node + nodes]), tuple(labels[node : node + nodes]))
            model._put(tree, set(standing[place : place + standings]))
            node, place = node + nodes, place + standings
        return model


def extract_site(
    pages: "Iterable[Page | str | bytes]",
    *,
    method: str | Method = DEFAULT_METHOD,
    parameters: Mapping[str, Any] | None = None,
    min_pages: int = MIN_PAGES,
    max_distance: float = MAX_DISTANCE,
) -> list[Extraction]:
    """Extract the pages of one site together: what a method keeps, less what the pages share. Raises `BadInput`, which names its
    place, for what is no page."""
    tables = list(_parsed(pages))
    model = SiteModel.learn(tables, min_pages=min_pages, max_distance=max_distance)
    found = (extract_page(table, method=method, parameters=parameters) for table in tables)
    return [each.without(model.redundant(each.page)) for each in found]


def _parsed(pages: "Iterable[Page | str | bytes]") -> Iterator[Page]:
    if isinstance(pages, (str, bytes, Page)):
        raise BadInput("give a list of pages, not one page")
    yield from (page if isinstance(page, Page) else _parsed_at(number, page) for number, page in enumerate(pages))


def _parsed_at(number: int, page: str | bytes) -> Page:
    try:
        return parse(page)
    except BadInput as error:
        raise BadInput(f"pages[{number}]: {error}") from error


def _trees(page: Page) -> Iterator[tuple[Block, _Tree]]:
    """The blocks of a page, each with its tree."""
    names = np.array([_number(name) for name in page.tag_names], dtype=np.uint64)
    labels = names[page.tag]
    labels[page.text_rows] = [_number(page.text(row)) for row in page.text_rows.tolist()]
    paths: dict[int, int] = {}
    for block in segment(page):
        rows = [row for child in block.children for row in range(child, int(page.end[child]))]
        if block.root not in paths:
            paths[block.root] = _number(page.tag_path(block.root))
        depths = (page.depth[rows] - page.depth[block.root]).tolist()
        yield block, _Tree(paths[block.root], (0, *depths), (int(labels[block.root]), *labels[rows].tolist()))


def _similar(one: _Tree, other: _Tree, max_distance: float) -> bool:
    allowed = int(max_distance * max(len(one.labels), len(other.labels)))
    # The nodes in document order, as a sequence, are never further apart than the trees.
    if not allowed or sequence_distance(one.labels, other.labels) > allowed:
        return False
    return tree_edit_distance(one.depths, one.labels, other.depths, other.labels) <= allowed


def _page_fingerprint(page: Page) -> int:
    shape = page.parent.astype(np.int32).tobytes() + page.chars.astype(np.int32).tobytes()
    return _number(page.characters, shape)


def _number(text: str, more: bytes = b"") -> int:
    """A 64-bit fingerprint that is the same on every machine, unlike Python's own hash."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass") + more, digest_size=8).digest(), "big")
