"""Formulas as TeX: where they stand on a page, in which of the ways that pages write them, and which of their twins to leave out.

MathML may carry its TeX along (`annotation`, `alttext`) or is converted. KaTeX and MathJax show a formula twice, once as MathML
for machines and once as boxes for readers: the element around both is the formula. MathJax reads scripts of type `math/tex`, and
TeX between `\\(…\\)`, `\\[…\\]` or dollar signs in the text itself. Images of formulas have their TeX as `alt`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from maintext.page import BoolArray, Page
from maintext.render.mathml import tex_of_mathml
from maintext.tags import member_table

_LEVELS_ABOVE = 4  # from MathML up to the element that also holds its visible twin
_TWINS_AROUND = re.compile(
    r"(?:^|\s)(?:katex|mwe-math-element|MathJax|MathJax_CHTML|MathJax_SVG|MathJax_MathML|latex-rendered)(?=\s|$)"
)
_DISPLAY_AROUND = re.compile(
    r"katex-display|MathJax_Display|mwe-math-element-block|mwe-math-mathml-display|(?:^|\s)display-?math"
)
_VISIBLE_TWIN = re.compile(r"(?:^|\s)MathJax(?:_\w+)?(?=\s|$)")
_FORMULA_IMAGE = re.compile(
    r"(?:^|[\s_-])(?:latex|tex|math|mathjax|equation|mwe-math-fallback-image-\w+)(?=[\s_-]|$)", re.IGNORECASE
)
_IN_DISPLAY_STYLE = re.compile(r"\{\s*\\(?:displaystyle|textstyle)\s+(.*)\}", re.DOTALL)
_LOOKS_LIKE_TEX = re.compile(r"[\\^_={}]")
_RENDERERS = ("MathJax", "mathjax", "KaTeX", "katex")

_LONGEST = 3000  # characters of a formula in the text; without a limit a page of opening signs would take quadratic time
_ENVIRONMENTS = "equation|align|gather|multline|eqnarray|alignat|flalign"
_TEX_IN_TEXT = re.compile(
    rf"""
    \\\( (?P<inline>.{{1,{_LONGEST}}}?) \\\)
    | \\\[ (?P<display>.{{1,{_LONGEST}}}?) \\\]
    | \$\$ (?P<dollars>[^$]{{1,{_LONGEST}}}) \$\$
    | (?P<environment> \\begin\{{(?:{_ENVIRONMENTS})\*?\}} .{{1,{_LONGEST}}}? \\end\{{(?:{_ENVIRONMENTS})\*?\}})
    | (?<![\\$\w]) \$ (?P<dollar>(?![\s$])[^$]{{0,{_LONGEST}}}?[^\s\\$]) \$ (?![\d$])
    """,
    re.VERBOSE | re.DOTALL,
)

IS_MATH = member_table({"math"})


@dataclass(frozen=True, slots=True)
class Formula:
    tex: str
    is_display: bool = False

    def inline(self) -> str:
        return f"${self.tex}$"

    def block(self) -> list[str]:
        return ["$$", self.tex, "$$"]


@dataclass(slots=True)
class Formulas:
    """The formulas of a page by the row of the element that they are."""

    by_row: dict[int, Formula] = field(default_factory=dict)
    twins: list[int] = field(default_factory=list)  # rows of elements that show what a script says

    def covered(self, page: Page) -> BoolArray:
        """The rows that are inside of a formula, and say nothing that it does not say."""
        covered = np.zeros(len(page), dtype=bool)
        covered[[*self.by_row, *self.twins]] = True
        return page.inside(covered)


def find_formulas(page: Page) -> Formulas:
    """The formulas that are elements; those in scripts are `page.tex_scripts`, those in the text are found by `tex_in_text`."""
    found = Formulas()
    for script in page.tex_scripts:
        found.twins += twins_before(page, script.row, script.parent)
    taken = found.covered(page) if found.twins else np.zeros(len(page), dtype=bool)
    for row in np.flatnonzero(page.is_any(IS_MATH) & ~taken).tolist():
        _add_mathml(page, row, found)
    return found


def twins_before(page: Page, row: int, parent: int) -> Iterator[int]:
    """The siblings right before a script that show the same formula."""
    while row - 1 > parent:
        sibling = row - 1
        while page.parent[sibling] != parent:
            sibling = int(page.parent[sibling])
        if page.is_text[sibling] or not _VISIBLE_TWIN.search(page.attributes(sibling).get("class") or ""):
            return
        yield sibling
        row = sibling


def _add_mathml(page: Page, row: int, found: Formulas) -> None:
    tex = formula_tex(page, row)
    if not tex:
        return
    root = row
    is_display = (page.attributes(row).get("display") or page.attributes(row).get("mode") or "") in ("block", "display")
    above = int(page.parent[row])
    for _ in range(_LEVELS_ABOVE):
        if above <= 0:
            break
        attributes = page.attributes(above)
        classes = attributes.get("class") or ""
        is_display |= _DISPLAY_AROUND.search(classes) is not None or attributes.get("display") in ("true", "block")
        if root == row and (page.name(above) == "mjx-container" or _TWINS_AROUND.search(classes)):
            root = above
        above = int(page.parent[above])
    found.by_row[root] = Formula(tex, is_display)


def formula_tex(page: Page, row: int) -> str:
    """The TeX of a `math` element."""
    attributes = page.attributes(row)
    written = _annotation(page, row) or attributes.get("data-latex") or attributes.get("alttext")
    return clean_tex(written) if written else tex_of_mathml(page, row)


def _annotation(page: Page, row: int) -> str:
    for each in range(row + 1, int(page.end[row])):
        if page.name(each) == "annotation" and "tex" in (page.attributes(each).get("encoding") or "").lower():
            return "".join([page.text(text) for text in range(each + 1, int(page.end[each]))])
    return ""


def clean_tex(tex: str) -> str:
    """TeX without what only wraps it: dollar signs, brackets, a style for all of it. One line: an empty one would end it."""
    tex = " ".join(tex.split())
    for opening, closing in (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")):
        if tex.startswith(opening) and tex.endswith(closing) and len(tex) > len(opening) + len(closing):
            tex = tex[len(opening) : -len(closing)].strip()
            break
    styled = _IN_DISPLAY_STYLE.fullmatch(tex)
    return styled.group(1).strip() if styled else tex.removeprefix("\\displaystyle ").strip()


def image_tex(page: Page, row: int) -> str:
    """The TeX of an image of a formula; `""` if it is none."""
    attributes = page.attributes(row)
    alternative = attributes.get("alt") or ""
    is_formula = _FORMULA_IMAGE.search(attributes.get("class") or "") or "latex.php" in (attributes.get("src") or "")
    return clean_tex(alternative) if is_formula and alternative and _LOOKS_LIKE_TEX.search(alternative) else ""


def has_tex_in_text(page: Page) -> bool:
    """Whether the page's own script would turn TeX in its text into formulas."""
    has_signs = any(sign in page.characters for sign in ("\\(", "\\[", "$", "\\begin{"))
    return has_signs and any(name in page.source for name in _RENDERERS)


def tex_in_text(text: str) -> Iterator[str | Formula]:
    """The text in pieces: strings, and the formulas between them."""
    after = 0
    for found in _TEX_IN_TEXT.finditer(text):
        if found.start() > after:
            yield text[after : found.start()]
        tex = next(group for group in found.groups() if group)
        yield Formula(tex.strip(), is_display=found.lastgroup in ("display", "dollars", "environment"))
        after = found.end()
    if after < len(text):
        yield text[after:]
