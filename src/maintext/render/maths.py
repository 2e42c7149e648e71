"""Formulas as TeX: where they stand on a page, in which of the ways that pages write them, and which of their twins to leave out.

MathML may carry its TeX along (`annotation`, `alttext`) or is converted. KaTeX and MathJax show a formula twice, once as MathML
for machines and once as boxes for readers: the element around both is the formula. MathJax reads scripts of type `math/tex`, and
TeX between `\\(…\\)`, `\\[…\\]` or dollar signs in the text itself; other scripts read elements that hold nothing but TeX. Images
of formulas have their TeX as `alt`, or in the address of the service that draws them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

import numpy as np

from maintext.document import TexScript
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
    r"(?:^|[\s_-])(?:latex|latexcenter|tex|math|mathjax|equation|mwe-math-fallback-image-\w+)(?=[\s_-]|$)", re.IGNORECASE
)
# Services that draw formulas; the group is the TeX in the address.
_DRAWN_BY = re.compile(
    r"""
    zhihu\.com/equation\?tex=([^&]*) | latex\.php\?(?:[^#]{0,200}&)?latex=([^&]*) | render/math\?math=([^&]*)
    | math\.now\.sh/?\?from=([^&]*) | codecogs\.com/(?:[\w.]+/)*\w+(?:\.latex|\.image)?\?(.*)
    | chart\?(?:[^#]{0,200}&)?cht=tx(?:&[^#]{0,200})?&chl=([^&]*)
    | (?:mathtex|mimetex)\.cgi\?(.*)
    """,
    re.VERBOSE | re.DOTALL,
)
_IN_DISPLAY_STYLE = re.compile(r"\{\s*\\(?:displaystyle|textstyle)\s+(.*)\}", re.DOTALL)
_LOOKS_LIKE_TEX = re.compile(r"[\\^_={}]|^\$.+\$$|^\w$")
SURELY_TEX = re.compile(r"\\[a-zA-Z]{2}|[\^_]\{|(?<![A-Za-z])[A-Za-z](?:_|\^)\w")
# The text of an image that can be nothing else, whatever the image is called: TeX in brackets, or that begins with a command; and
# what may be TeX between dollar signs, if that is no price.
_IS_TEX_ALONE = re.compile(r"\s*(?:\\\(.+\\\)|\\\[.+\\\]|\\[A-Za-z]{2,}\s*\{.*)\s*", re.DOTALL)
_IN_DOLLARS = re.compile(r"\s*(\$\$?)(?!\d)(?P<tex>[^$]+)\1\s*")
_IS_NO_PRICE = re.compile(r"\\[a-zA-Z]{2}|[\^_=]|^\S+$")
# Classes of an element around an image of a formula.
_AROUND_FORMULA = re.compile(r"(?:^|\s)(?:latex|tex|math|mathjax|equation|formula)(?=\s|$)", re.IGNORECASE)
_LONGEST_CLASSES = 2000  # characters: longer ones would be searched once for everything in an element
_TAG_SIGN = re.compile(r"<(?=[A-Za-z/!?])")
_DOLLAR_SIGN = re.compile(r"(?<!\\)\$")
_ONE_STYLE = re.compile(r"\\(?:displaystyle|textstyle)(?![A-Za-z])\s*")
_RENDERERS = ("MathJax", "mathjax", "KaTeX", "katex")

LONGEST = 3000  # characters of a formula in the text; without a limit a page of opening signs would take quadratic time
_ENVIRONMENTS = "equation|align|gather|multline|eqnarray|alignat|flalign"
_TEX_IN_TEXT = re.compile(
    rf"""
    \\\( (?P<inline>.{{1,{LONGEST}}}?) \\\)
    | \\\[ (?P<display>.{{1,{LONGEST}}}?) \\\]
    | \$\$ (?P<dollars>[^$]{{1,{LONGEST}}}) \$\$
    | (?P<environment> \\begin\{{(?:{_ENVIRONMENTS})\*?\}} .{{1,{LONGEST}}}? \\end\{{(?:{_ENVIRONMENTS})\*?\}})
    | (?<![\\$\w]) \$ (?P<dollar>(?![\s$])[^$]{{0,{LONGEST}}}?[^\s\\$]) \$ (?![\d$])
    """,
    re.VERBOSE | re.DOTALL,
)

_OPENS_DISPLAY = re.compile(rf"\$\$|\\\[|\\begin\{{(?:{_ENVIRONMENTS})\*?\}}")

IS_MATH = member_table({"math"})
_MAY_BE_ALONE = frozenset({"p", "div", "center", "dd"})  # a script in these


@dataclass(frozen=True, slots=True)
class Formula:
    tex: str
    is_display: bool = False

    def inline(self) -> str:
        return f"${self.tex}$"

    def harmless(self) -> "Formula":
        """The same where nothing in it can be read as a tag, or as its end."""
        return Formula(_DOLLAR_SIGN.sub("", _TAG_SIGN.sub("< ", self.tex)), self.is_display)

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
    """The formulas in MathML; those in scripts are `page.tex_scripts`, those in the text are found by `tex_in_text`, and those in
    other elements by `render.held_maths`."""
    found = Formulas()
    found.twins += [row for twins in twins_of_scripts(page).values() for row in twins]
    taken = found.covered(page) if found.twins else np.zeros(len(page), dtype=bool)
    for row in np.flatnonzero(page.is_any(IS_MATH) & ~taken).tolist():
        _add_mathml(page, row, found)
    return found


def kept_scripts(page: Page, kept_text: BoolArray) -> list[TexScript]:
    """The formulas in scripts whose block has kept text or, if it is a paragraph for them alone, stands in an element most of
    whose text is kept."""
    if not page.tex_scripts:
        return []
    all_chars, kept_chars = page.subtree_sum(page.chars), page.subtree_sum(page.chars * kept_text)
    with_text = page.nearest(all_chars > 0)

    def is_kept(script: TexScript) -> bool:
        block = int(page.block[script.parent])
        if all_chars[block]:
            return bool(kept_chars[block])
        around = int(with_text[block])
        return page.name(block) in _MAY_BE_ALONE and 2 * int(kept_chars[around]) >= max(int(all_chars[around]), 1)

    return [script for script in page.tex_scripts if is_kept(script)]


def twins_of_scripts(page: Page) -> dict[tuple[int, int], list[int]]:
    """For each place of scripts, a row and its parent's, the siblings right before it that show the same formula. Where several
    scripts stand in one place, they are the first one's."""

    def find() -> dict[tuple[int, int], list[int]]:
        found: dict[tuple[int, int], list[int]] = {}
        last: dict[int, int] = {}  # the row after the last script, by its parent
        for script in page.tex_scripts:
            place = script.row, script.parent
            if place not in found:
                found[place] = list(_twins_before(page, *place, after=last.get(script.parent, 0)))
            last[script.parent] = script.row
        return found

    return page.derived("twins of scripts", find)


def _twins_before(page: Page, row: int, parent: int, after: int) -> Iterator[int]:
    while row > after and row - 1 > parent:
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
    if styled:
        return styled.group(1).strip()
    style = _ONE_STYLE.match(tex)
    return tex[style.end() :].strip() if style else tex


def image_tex(page: Page, row: int) -> str:
    """The TeX of an image of a formula; `""` if it is none."""
    attributes = page.attributes(row)
    alternative = attributes.get("alt") or ""
    source = attributes.get("src") or attributes.get("data-src") or ""
    drawn = _DRAWN_BY.search(source) if "?" in source else None
    if drawn is not None:
        tex = next(filter(None, drawn.groups()), "").replace("+", " ")
        return clean_tex(alternative or unquote(tex))
    is_called_formula = _FORMULA_IMAGE.search(attributes.get("class") or "") and _LOOKS_LIKE_TEX.search(alternative)
    is_formula = is_called_formula or _is_tex_alone(alternative) or _is_in_place_of_formula(page, row, alternative)
    return clean_tex(alternative) if is_formula else ""


def _is_tex_alone(text: str) -> bool:
    dollars = _IN_DOLLARS.fullmatch(text)
    return _IS_NO_PRICE.search(dollars["tex"]) is not None if dollars else _IS_TEX_ALONE.fullmatch(text) is not None


def _is_in_place_of_formula(page: Page, row: int, alternative: str) -> bool:
    """Whether an image that is not called a formula itself stands in an element that is, and has TeX as its text."""
    if not SURELY_TEX.search(alternative):
        return False
    parent = max(int(page.parent[row]), 0)
    above = (parent, max(int(page.parent[parent]), 0))
    return any(_AROUND_FORMULA.search(classes_of(page, each)) for each in above)


def classes_of(page: Page, row: int) -> str:
    """What an element is called, if that is not too long for a name."""
    classes = page.attributes(row).get("class") or ""
    return classes if len(classes) <= _LONGEST_CLASSES else ""


def tex_is_rendered(page: Page) -> bool:
    """Whether the page's own script turns TeX in its text into formulas."""
    return any(name in page.source for name in _RENDERERS)


def signs_of_tex(page: Page) -> tuple[str, ...]:
    """The signs in the page's text that may begin formulas."""
    found = tuple(sign for sign in ("\\(", "\\[", "\\begin{", "$$") if sign in page.characters)
    return (*found, "$") if "$" in page.characters and tex_is_rendered(page) else found


def tex_in_text(text: str, is_rendered: bool) -> Iterator[str | Formula]:
    """The text in pieces: strings, and the formulas between them. Where no script renders them, only what can be nothing else is
    one, and never what stands between single dollar signs."""
    after = 0
    for found in _TEX_IN_TEXT.finditer(text):
        tex = next(group for group in found.groups() if group)
        if not is_rendered and (found.lastgroup == "dollar" or not SURELY_TEX.search(tex)):
            continue
        if found.start() > after:
            yield text[after : found.start()]
        yield Formula(tex.strip(), is_display=found.lastgroup in ("display", "dollars", "environment"))
        after = found.end()
    if after < len(text):
        yield text[after:]


def leaves_formula_open(text: str) -> bool:
    """Whether a formula on lines of its own begins in the text and does not end there."""
    return _OPENS_DISPLAY.search(text) is not None and _OPENS_DISPLAY.search(_TEX_IN_TEXT.sub("", text)) is not None
