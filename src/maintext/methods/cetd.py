"""CETD: content is where there is much text and few tags.

F. Sun, D. Song, L. Liao, "DOM Based Content Extraction via Text Density", SIGIR 2011. For each element below `body`:

    C   characters of text below it              LC  those inside links (`a`, `button`, `select`)
    T   elements below it                        LT  link elements below it

    text density            TD  = C / T
    composite text density  CTD = C/T * ln(C/LC * T/LT) / ln(ln(C/(C-LC) * LC + LC_body/C_body * C + e))
    DensitySum(element)         = sum of the densities of its children

`cetd-ds` takes TD and DensitySum, `cectd-ds` CTD and DensitySum, `cectd-s` smooths CTD over siblings instead.

Readings, where the paper leaves a choice:
- A zero below a fraction line counts as one. The LC that stands above the line stays zero, so a page without links has infinite
  density everywhere and is kept whole, as the paper says.
- Direct text runs of an element are children with a density of their own (else `<div>text<br>text</div>` would have
  DensitySum 0), and an element without element children has its own density as DensitySum.
- LT counts everything inside a link, and an element that holds nothing but links counts as one of them (`link_promotion`): the
  paper's "density is zero if there are only hyperlinks in its subtree" needs it.
- The weights of the smoothing are not given: 1-2-1, less at the ends.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from maintext.kernel import compiled
from maintext.methods.protocol import parameter
from maintext.page import BoolArray, FloatArray, IntArray, Page
from maintext.table import table_at_hand

Number = TypeVar("Number", np.float64, np.bool_)

_PAPER = "Sun, Song, Liao: DOM Based Content Extraction via Text Density, SIGIR 2011"
_COEFFICIENT = "the threshold is multiplied by this: less keeps more, 0 keeps everything"


@dataclass(frozen=True)
class _TextDensity:
    """Scores with TD."""

    paper: ClassVar[str] = _PAPER
    _is_composite: ClassVar[bool] = False

    drop_hidden: bool = parameter(False, "leave out what browsers do not show (the paper kept it)")

    def score(self, page: Page) -> FloatArray:
        density = self._kernel(page, "density")
        return _from_kernel(density(self._is_composite), np.float64) if density else self._density(page)

    def _density(self, page: Page) -> FloatArray:
        text, _, tags = self._counts(page)
        return text / np.maximum(tags, 1)

    def _kernel(self, page: Page, function: str) -> Callable[..., bytes] | None:
        """A function of the compiled kernel for this page, where it can do what is asked for."""
        table = None if self.drop_hidden else table_at_hand(page)
        kernel = None if table is None else compiled()
        return None if kernel is None else partial(getattr(kernel, function), table)

    def _counts(self, page: Page) -> tuple[IntArray, IntArray, IntArray]:
        """C, LC and T."""
        chars, is_element = self._chars(page), self._is_element(page)
        text, link_text, tags = page.subtree_sum(np.array((chars, chars * page.in_link, is_element)))
        return text, link_text, tags - is_element

    def _chars(self, page: Page) -> IntArray:
        return page.chars * ~page.hidden if self.drop_hidden else page.chars

    def _is_element(self, page: Page) -> BoolArray:
        return ~page.is_text & ~page.hidden if self.drop_hidden else ~page.is_text

    def _is_infinite(self, page: Page) -> bool:
        return False

    def _kept(self, page: Page, rows: BoolArray) -> BoolArray:
        """The decision for each row, given the rows whose text is wanted."""
        return page.around(rows & (self._chars(page) > 0))


@dataclass(frozen=True)
class _CompositeTextDensity(_TextDensity):
    """Scores with CTD."""

    _is_composite: ClassVar[bool] = True

    link_promotion: bool = parameter(True, "an element that holds nothing but links counts as a link")

    def _kernel(self, page: Page, function: str) -> Callable[..., bytes] | None:
        return super()._kernel(page, function) if self.link_promotion else None

    def _density(self, page: Page) -> FloatArray:
        text, link_text, tags = self._counts(page)
        if link_text[0] == 0:  # infinite everywhere: the plain density stands in, and everything is kept (`_is_infinite`)
            return text / np.maximum(tags, 1)
        link_tags = self._link_tags(page, tags, text == link_text)
        some_tags = np.maximum(tags, 1)
        text_per_tag = text / some_tags
        linklessness = (text / np.maximum(link_text, 1)) * (some_tags / np.maximum(link_tags, 1))
        body_ratio = link_text[0] / text[0]
        base = np.log(text / np.maximum(text - link_text, 1) * link_text + body_ratio * text + np.e)
        return np.divide(
            text_per_tag * np.log(np.maximum(linklessness, 1)),
            np.log(base),
            out=np.zeros(len(page)),
            where=(text > 0) & ~(page.is_text & page.in_link),
        )

    def _link_tags(self, page: Page, tags: IntArray, all_linked: BoolArray) -> IntArray:
        """LT. With promotion an element counts as a link if all its text is linked and every element below it counts as one,
        which comes to: no childless element outside of links below it."""
        is_element = self._is_element(page)
        counted = is_element & page.in_link
        if self.link_promotion:
            outside = is_element & ~page.in_link
            bare_leaves = page.subtree_sum(outside & (tags == 0))
            counted = counted | (outside & (tags > 0) & all_linked & (bare_leaves == 0))
        return page.subtree_sum(counted) - counted

    def _is_infinite(self, page: Page) -> bool:
        return not (self._chars(page) * page.in_link).any()


@dataclass(frozen=True)
class TextDensitySum(_TextDensity):
    """CETD-DS: DensitySum over the plain text density."""

    threshold: str = parameter(
        "path", "the smallest density above the best element, or that of body (better on modern pages)", choices=("path", "body")
    )
    coefficient: float = parameter(1.0, _COEFFICIENT, at_least=0)

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        keep = self._kernel(page, "keep_density_sum")
        if keep:
            from_body = self.threshold == "body"
            return _from_kernel(keep(_for_kernel(score), self.coefficient, from_body, self._is_composite), np.bool_)
        return self._kept(page, page.is_text) if self._is_infinite(page) else self._densest(page, score)

    def _densest(self, page: Page, score: FloatArray) -> BoolArray:
        density_sum = page.child_sum(score)
        childless = page.child_sum(~page.is_text) == 0
        density_sum[childless] = score[childless]
        density_sum[page.is_text] = -1  # only elements can be content
        threshold = self.coefficient * self._threshold(page, score, int(density_sum.argmax()))
        # Every element whose ancestors and itself are dense enough marks the densest element of its subtree.
        searched = ~page.is_text & ~page.inside(~page.is_text & (score < threshold))
        marked = np.zeros(len(page), dtype=bool)
        marked[page.subtree_argmax(density_sum, np.flatnonzero(searched))] = True
        # "Keeping its ancestors and subtrees": the direct text of what stands above a marked element is kept too.
        above = page.around(marked)
        return self._kept(page, page.inside(marked) | above[page.parent])

    def _threshold(self, page: Page, density: FloatArray, densest: int) -> float:
        if self.threshold == "body":
            return float(density[0])
        return min(float(density[row]) for row in page.upwards(densest))


@dataclass(frozen=True)
class DensitySum(_CompositeTextDensity, TextDensitySum):
    """CECTD-DS: DensitySum over the composite text density."""


@dataclass(frozen=True)
class DensitySmoothing(_CompositeTextDensity):
    """CECTD-S: a text run is content if its parent's composite density, smoothed over siblings, reaches that of body."""

    coefficient: float = parameter(1.0, _COEFFICIENT, at_least=0)

    def keep(self, page: Page, score: FloatArray) -> BoolArray:
        keep = self._kernel(page, "keep_smoothed_density")
        if keep:
            return _from_kernel(keep(_for_kernel(score), self.coefficient), np.bool_)
        if self._is_infinite(page):
            return self._kept(page, page.is_text)
        dense = _smoothed_over_siblings(page, score) >= self.coefficient * score[0]
        dense[0] = True
        return self._kept(page, dense[np.maximum(page.parent, 0)])


def _smoothed_over_siblings(page: Page, density: FloatArray) -> FloatArray:
    """The mean of each element with its neighbours among its siblings, weighted 1-2-1."""
    elements = np.flatnonzero(~page.is_text)
    siblings = elements[np.argsort(page.parent[elements], kind="stable")]
    value, parent = density[siblings], page.parent[siblings]
    total, weight = 2 * value, np.full(len(value), 2.0)
    together = parent[1:] == parent[:-1]
    total[1:] += np.where(together, value[:-1], 0)
    total[:-1] += np.where(together, value[1:], 0)
    weight[1:] += together
    weight[:-1] += together
    smooth = density.copy()
    smooth[siblings] = total / weight
    return smooth


def _for_kernel(score: FloatArray) -> bytes:
    return np.asarray(score, dtype=np.float64).tobytes()


def _from_kernel(column: bytes, kind: type[Number]) -> NDArray[Number]:
    """A column that the kernel has computed, to be written to like any other."""
    return np.frombuffer(column, dtype=kind).copy()
