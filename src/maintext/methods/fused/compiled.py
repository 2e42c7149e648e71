"""The fused method in the compiled kernel: what it is handed, and what its answer says. `src/kernel/judge.h` has the other side.

Everything is packed in pieces of 64 bytes: numbers, the sets of element names, kinds of characters and marks that the numpy code
works with, and a model's weights, whose widths are filled up with zeros to whole vectors.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.kernel import compiled
from maintext.labels import LABELS, PAGE_TYPES
from maintext.marks import MARKS
from maintext.methods.fused.blocks import EXTRA_BYTE, UNUSED, Blocks
from maintext.methods.fused.blocks import KINDS as KINDS_OF_CHARACTERS
from maintext.methods.fused.declared import KINDS, METAS, TEXT_KEYS, Declared, read_declared
from maintext.methods.fused.features import CLOSING, NEAR_MARKS, SMOOTHING, feature_matrix
from maintext.methods.fused.grid import CEILING, CLIP, INPUT_STEP, STATE_STEP, SingleArray
from maintext.methods.fused.model import load_weights
from maintext.methods.fused.network import DILATIONS, GROUPS, POOL_AFTER, Output, Weights, standardised
from maintext.methods.fused.reading import Reading
from maintext.methods.fused.view import PATH_MARKS, View
from maintext.methods.fused.wholes import CELLS
from maintext.page import BoolArray, FloatArray, IntArray, Page, RealArray
from maintext.properties import cached_property
from maintext.table import rows_of, table_of, tree_at_hand
from maintext.tags import CODE, HEADINGS, IS_PART, NAMES, member_table

_PIECE = 64  # bytes
_LANES = 16  # floats


def _packed(pieces: Iterable[NDArray[Any]]) -> bytes:
    parts = [np.ascontiguousarray(piece).tobytes() for piece in pieces]
    return b"".join(part + bytes(-len(part) % _PIECE) for part in parts)


# -- what the numpy code knows -------------------------------------------------------------------------------------------


def _tag_sets() -> IntArray:
    """What an element is, by its name, as bits."""
    named = (
        *({"noscript"}, {"br"}, {"a"}, {"p"}, {"div"}, {"h1"}, {"h2"}, HEADINGS),
        *(CODE, {"table"}, {"tr"}, CELLS, {"th"}, {"blockquote"}, {"li"}),
    )
    sets = (IS_PART, UNUSED, *map(member_table, named))
    return sum((table.astype(np.int64) << bit for bit, table in enumerate(sets)), np.zeros(len(NAMES) + 1, dtype=np.int64))


@cache
def constants() -> bytes:
    """What the kernel has to know beforehand."""
    kinds = KINDS_OF_CHARACTERS[:-1] % EXTRA_BYTE  # the kernel counts bytes by itself
    kinds[[ord(character) for character in CLOSING]] |= _CLOSES
    path_marks, near_marks = ([MARKS.index(mark) for mark in marks] for marks in (PATH_MARKS, NEAR_MARKS))
    numbers = (
        *(len(NAMES) + 1, len(path_marks), len(near_marks), len(SMOOTHING)),
        *(MARKS.index("main"), MARKS.index("reply word")),
        *(LABELS.index(name) for name in ("boilerplate", "main", "title", "comments")),
    )
    tables = (_tag_sets(), np.array(path_marks), np.array(near_marks), SMOOTHING, kinds)
    return _packed([np.array(numbers, dtype=np.int64), *tables])


_CLOSES = 8  # beside the kinds of characters that blocks count


def said(declared: Declared) -> tuple[bytes, bytes, bytes, bytes, int]:
    texts = (*declared.titles, declared.description, declared.body)
    first, second, description, body = (text.encode("utf-8", "surrogatepass") for text in texts)
    return first, second, description, body, _bits(declared)


def _bits(declared: Declared) -> int:
    return sum(1 << bit for bit, kind in enumerate(KINDS) if kind in declared.kinds)


def _listed(words: Iterable[str]) -> bytes:
    return f" {' '.join(sorted(words))} ".encode()


SOUGHT = (tuple(name.encode() for name in METAS), _listed(TEXT_KEYS), *map(_listed, KINDS.values()))


def said_by(kernel: Any, page: Page) -> tuple[bytes, bytes, bytes, bytes, int]:
    """The same, found by the kernel in a tree that it has read."""
    return page.derived(SAID, lambda: _said_by(kernel, page))


SAID = "said"


def _said_by(kernel: Any, page: Page) -> tuple[bytes, bytes, bytes, bytes, int]:
    tree = tree_at_hand(page)
    found: tuple[bytes, bytes, bytes, bytes, int] | None = None if tree is None else kernel.declared(tree, SOUGHT)
    return said(read_declared(page)) if found is None else found


def declares_prose(page: Page) -> bool:
    """Whether the page says that it is an article, and not that it is a recipe, which is made of lists."""
    kernel = compiled()
    kinds = _bits(read_declared(page)) if kernel is None else said_by(kernel, page)[-1]
    return kinds & PROSE_OR_NOT == PROSE


PROSE, _RECIPE = (1 << list(KINDS).index(kind) for kind in ("article", "recipe"))
PROSE_OR_NOT = PROSE | _RECIPE


# -- weights -------------------------------------------------------------------------------------------------------------


def packed_weights(weights: Weights) -> bytes:
    """A model as the kernel reads it."""
    features, channels = weights["input"].shape
    hidden = weights["head"].shape[1]
    output = np.concatenate((weights["main"], weights["kind"]), axis=1)
    output_bias = np.concatenate((weights["main_bias"], weights["kind_bias"]))
    labels, types = weights["kind"].shape[1], weights["type"].shape[1]
    wide, wide_hidden, wide_output, wide_type = map(_filled_up, (channels, hidden, 1 + labels, types))
    convolutions = [weights[f"convolution_{number}"] for number in range(len(DILATIONS))]
    numbers = (features, wide, wide_hidden, wide_output, wide_type, labels, types, len(DILATIONS), POOL_AFTER, GROUPS)
    arrays = (
        *(weights["mean"], weights["scale"]),
        *(_wide(weights[name], wide) for name in ("input", "input_bias", "input_convention")),
        np.stack([_wide(tap, wide, wide) for taps in convolutions for tap in taps]),
        np.stack([_wide(weights[f"convolution_{number}_bias"], wide) for number in range(len(DILATIONS))]),
        *(_wide_pooled(weights["page"], wide, wide), _wide(weights["page_bias"], wide)),
        np.stack([_wide(weights[f"group_{which}"], wide, wide) for which in range(GROUPS)]),
        *(_wide(weights["head"], wide_hidden, wide), _wide(weights["head_bias"], wide_hidden)),
        _wide(weights["head_convention"], wide_hidden),
        *(_wide(output, wide_output, wide_hidden), _wide(output_bias, wide_output)),
        *(_wide_pooled(weights["type"], wide_type, wide), _wide(weights["type_bias"], wide_type)),
    )
    return _packed(
        [
            np.array(numbers, dtype=np.int64),
            np.array(DILATIONS, dtype=np.int64),
            np.array([CLIP, INPUT_STEP, CEILING, STATE_STEP]),
            *arrays,
        ]
    )


def _filled_up(width: int) -> int:
    return -(-width // _LANES) * _LANES


def _wide(array: RealArray, columns: int, rows: int = 0) -> RealArray:
    """With zeros to the right, and below up to that many rows."""
    missing = [(0, columns - array.shape[-1])]
    if array.ndim == 2:
        missing.insert(0, (0, max(rows - len(array), 0)))
    return np.pad(array, missing)


def _wide_pooled(array: RealArray, columns: int, rows: int) -> RealArray:
    """Of an array whose rows are for means and then for maxima."""
    return np.concatenate([_wide(half, columns, rows) for half in np.split(array, 2)])


@lru_cache(maxsize=8)
def loaded(model: str) -> Any:
    """A model's weights in the kernel's memory."""
    kernel = compiled()
    assert kernel is not None
    return kernel.weights(packed_weights(load_weights(model)))


# -- the kernel ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Settings:
    """What the decision depends on besides the page."""

    model: str
    convention: float
    factor: float
    include_title: bool
    include_comments: bool


def judge(kernel: Any, page: Page, settings: Settings) -> "Judgement":
    given = (settings.convention, settings.factor, settings.include_title, settings.include_comments)
    answer = kernel.judge(table_of(page), said_by(kernel, page), constants(), loaded(settings.model), given)
    return judgement_of(page, settings.model, answer)


def judgement_of(page: Page, model: str, answer: bytes) -> "Judgement":
    return Judgement(rows_of(table_of(page)), load_weights(model), answer)


# -- its answer ----------------------------------------------------------------------------------------------------------

_BLOCK_COLUMNS = (
    *("first", "owner", "start", "stop", "size", "chars", "linked", "links", "inline"),
    *("sentence_ends", "pauses", "capitals", "first_copy"),
)
_PLACES = frozenset({"first", "owner", "start", "stop"})  # the others are counts, which the numpy code has as floats


class Answer:
    """What the kernel returns, read from its start to its end: pieces of whole 8 bytes."""

    def __init__(self, answer: bytes, start: int = 0) -> None:
        self._answer, self._at = answer, start

    def floats(self, count: int) -> FloatArray:
        return self._next(np.float64, count)

    def integers(self, count: int) -> IntArray:
        return self._next(np.int64, count)

    def singles(self, count: int) -> SingleArray:
        return self._next(np.float32, count)

    def bools(self, count: int) -> BoolArray:
        return self._next(np.bool_, count)

    def view(self, page: Page, runs: int, count: int) -> View:
        """The page's blocks, to look at with numpy."""
        rows, of_run = self.integers(runs), self.integers(runs)
        columns = {name: self.integers(count) for name in _BLOCK_COLUMNS}
        first_copy = columns.pop("first_copy")
        given: dict[str, Any] = {
            name: column if name in _PLACES else column.astype(np.float64) for name, column in columns.items()
        }
        view = View(page, Blocks(page=page, rows=rows, of_run=of_run, **given))
        vars(view)["first_copy"] = first_copy  # as if it had been asked for
        return view

    def _next(self, kind: type[np.generic], count: int) -> NDArray[Any]:
        piece = np.frombuffer(self._answer, dtype=kind, count=count, offset=self._at)
        self._at += _whole(piece.nbytes)
        return piece


def _whole(size: int) -> int:
    return -(-size // 8) * 8


_HEAD = Struct("=5q")


class Judgement:
    """The kernel's decision on a page, and what led to it.

    The page keeps it, so it does not hold the page: objects that hold each other are freed only when Python looks for them, and
    until then the trees of dozens of pages would take up memory, and new memory would be asked for with every page.
    """

    def __init__(self, rows: int, weights: Weights, answer: bytes) -> None:
        self.answer = answer
        self._rows, self._weights = rows, weights
        self._blocks, self._runs, self._outputs, self._types, shown = _HEAD.unpack_from(answer)
        self.shown: int = shown  # characters of kept text, but for what stands in `noscript`

    @cached_property
    def score(self) -> FloatArray:
        """For each row, read-only."""
        return Answer(self.answer, _HEAD.size).floats(self._rows)

    @cached_property
    def keep(self) -> BoolArray:
        """For each row, read-only."""
        return Answer(self.answer, _HEAD.size + 8 * self._rows).bools(self._rows)

    def read(self, page: Page, factor: float) -> Reading | None:
        """None for a page without text."""
        count = self._blocks
        if not count:
            return None
        rest = Answer(self.answer, _HEAD.size + 8 * self._rows + _whole(self._rows))
        view = rest.view(page, self._runs, count)
        main, probability, _ = rest.floats(count), rest.floats(count), rest.integers(count)
        said = rest.singles(count * self._outputs).reshape(count, self._outputs)
        of_page = rest.singles(self._types)[: len(PAGE_TYPES)]
        output = Output(main, said[:, 1 : 1 + len(LABELS)], lambda: of_page)
        return Reading(view, output, probability, factor, lambda: standardised(self._weights, feature_matrix(view)))
