"""Formulas in elements that are no MathML: their TeX is the only text there, for a script to show, or stands in an attribute.

Only Markdown asks: elsewhere such elements are text as it stands, like TeX between other text.
"""

import json
import re

import numpy as np

from maintext.document import Attributes, Words
from maintext.page import Page
from maintext.render.maths import LONGEST, SURELY_TEX, Formula, Formulas, classes_of, clean_tex, tex_is_rendered
from maintext.tags import NAMES, member_table

# Class names of elements that hold nothing but TeX.
_HOLDS_TEX = re.compile(r"(?:^|\s)(?:math|math-tex|math-container|ztext-math|js-(?:render|inline|display)-math)(?=\s|$)")
# Class names of formulas that a script has drawn, and of what may keep its TeX in one of some attributes.
_IS_DRAWN = re.compile(r"(?:^|\s)(?:katex|mjx-chtml)(?=\s|$)")
_MAY_KEEP_TEX = re.compile(r"(?:^|\s)(?:katex|math|MathJax|latex-rendered|ztext-math|equation|formula)(?=\s|$)")
_TEX_ATTRIBUTES = ("data-tex", "data-latex")
_TEX_IN_JSON = "persistentExpression"  # in the attribute `data-attrs`
_ROWS_BELOW = 4  # from a drawn formula to the element that has its TeX
# What the classes of all these hold.
_CLUES = Words((("class", "math", "katex", "mjx", "latex", "equation", "formula"),))
_DISPLAYS_DRAWING = re.compile(r"katex-{1,2}display|mjpage__block|MJXc-display|MathJax_Display|math display")
_DISPLAYS_TEX = re.compile(r"(?:^|[\s-])(?:display|block)(?=[\s-]|$)")
_DELIMITERS = re.compile(r"\$|\\[()\[\]]")
_SHORTEST_SURE = 3  # characters: in an element for formulas so little text is one, where a script renders formulas
_SYMBOLS_FOR_TEX, _FEW_SYMBOLS = 6, 20  # characters that a drawing may have for each one of its TeX, and for a short one
_MOST_ROWS = 400  # of an element that is one formula
_MOST_CHARACTERS = 4 * LONGEST  # its TeX, and its symbols one by one

_MAY_HOLD_TEX = member_table({"span", "div", "code", "pre", "p"})
_IS_BLOCK_HOLDER = frozenset({"div", "pre", "p"})

# What of TeX is not seen as letters or digits; the names of functions are.
_FUNCTIONS = "(?:arc)?(?:sin|cos|tan)h?|coth?|sec|csc|log|ln|lg|exp|lim|max|min|sup|inf|det|dim|ker|deg|gcd|arg|Pr"
_NO_LETTERS = re.compile(
    rf"""
    \\(?:begin|end)\{{[^{{}}]{{0,40}}\}}
    | \\(?! (?:{_FUNCTIONS}) (?![A-Za-z]) ) [A-Za-z]+
    | [^A-Za-z0-9]
    """,
    re.VERBOSE,
)
_SHOWS_TEX = re.compile(r"[\\^_{]")


def held_formulas(page: Page, found: Formulas) -> dict[int, Formula]:
    """The formulas in such elements, by their rows. What is in or around the formulas that were found is left to these."""
    held: dict[int, Formula] = {}
    candidates = np.zeros(len(page), dtype=bool)
    candidates[page.document.clues(0, len(page), _CLUES)] = True
    candidates = (candidates & page.is_any(_MAY_HOLD_TEX)) | (page.tag >= len(NAMES))
    if not candidates.any():
        return held
    taken = found.covered(page)
    candidates &= ~taken & ~page.around(taken)
    after = 0
    for row in np.flatnonzero(candidates).tolist():
        formula = _held_formula(page, row) if row >= after else None
        if formula is not None:
            held[row] = formula
            after = int(page.end[row])
    return held


def _held_formula(page: Page, row: int) -> Formula | None:
    if not _is_small(page, row):
        return None
    attributes, name, classes = page.attributes(row), page.name(row), classes_of(page, row)
    tex = _tex_in_attributes(attributes) if _MAY_KEEP_TEX.search(classes) else ""
    if not tex and (name == "mjx-container" or _IS_DRAWN.search(classes)):
        tex = _tex_of_drawing(page, row)
    if 0 < len(tex) <= LONGEST and _is_all_that_is_said(page, row, tex):
        return Formula(clean_tex(tex), _is_display(page, row))
    return _formula_in_text(page, row) if name == "math-renderer" or _HOLDS_TEX.search(classes) else None


def _is_small(page: Page, row: int) -> bool:
    """Whether an element may be one formula. Elements around each other are all asked, so this takes no time on large ones."""
    end = int(page.end[row])
    return end - row <= _MOST_ROWS and int(page.chars[row:end].sum()) <= _MOST_CHARACTERS


# -- TeX in attributes and drawings ----------------------------------------------------------------------------------------


def _is_all_that_is_said(page: Page, row: int, tex: str) -> bool:
    """Whether the text of an element can be the symbols of its TeX, and the TeX itself, and no text beside."""
    return int(page.chars[row : page.end[row]].sum()) <= _SYMBOLS_FOR_TEX * len(tex) + _FEW_SYMBOLS


def _tex_in_attributes(attributes: Attributes) -> str:
    for name in _TEX_ATTRIBUTES:
        value = (attributes.get(name) or "").strip()
        if value:
            return value
    said = attributes.get("data-attrs") or ""
    return _expression(said) if _TEX_IN_JSON in said else ""


def _expression(said: str) -> str:
    try:
        value = json.loads(said)
    except (ValueError, RecursionError):
        return ""
    expression = value.get(_TEX_IN_JSON) if isinstance(value, dict) else None
    return expression.strip() if isinstance(expression, str) else ""


def _tex_of_drawing(page: Page, row: int) -> str:
    """The TeX that a drawn formula keeps further inside: as an attribute or a label, or behind the symbols of MathML whose tags
    were lost on the way."""
    for each in range(row + 1, min(int(page.end[row]), row + 1 + _ROWS_BELOW)):
        attributes = page.attributes(each)
        classes = (attributes.get("class") or "").split()
        if page.name(each) == "mjx-math" or "mjx-math" in classes:
            return (attributes.get("data-latex") or attributes.get("aria-label") or "").strip()
        if "katex-mathml" in classes:
            return tex_behind_symbols(_text(page, each))
    return ""


def _text(page: Page, row: int) -> str:
    return " ".join([page.text(each) for each in range(row + 1, int(page.end[row])) if page.is_text[each]])


def tex_behind_symbols(text: str) -> str:
    """The TeX at the end of `x 2 x^2`: KaTeX writes the symbols of a formula one by one and then its TeX, which has the same
    letters once more. `""` where there is none."""
    words = text.split()
    cuts = _between_equal_letters(words)
    if not cuts:  # the letters stand in another order, or more of them; where symbols have none, TeX begins with its first sign
        first = next((number for number, word in enumerate(words) if _SHOWS_TEX.search(word)), None)
        if first is None:
            return words[-1] if 0 < len(words) <= 2 else ""
        return "" if any(map(_letters, words[:first])) else " ".join(words[first:])
    # Signs between the last letter of the symbols and the first one of TeX may belong to either. A command is TeX; else both
    # are about as long.
    begin = next((cut for cut in cuts if words[cut].startswith("\\")), -1)
    if begin < 0:
        lengths = np.cumsum([0, *map(len, words)])
        begin = min(cuts, key=lambda cut: abs(2 * int(lengths[cut]) - int(lengths[-1])))
    return " ".join(words[begin:])


def _between_equal_letters(words: list[str]) -> list[int]:
    """The places between two words with the same letters before and behind, if there are letters at all."""
    letters = list(map(_letters, words))
    written = "".join(letters)
    half = len(written) // 2
    if not half or written[:half] != written[half:]:
        return []
    return np.flatnonzero(np.cumsum([0, *map(len, letters)]) == half).tolist()


def _letters(word: str) -> str:
    return _NO_LETTERS.sub("", word)


def _is_display(page: Page, row: int) -> bool:
    said = f"{classes_of(page, row)} {classes_of(page, max(int(page.parent[row]), 0))}"
    is_block = page.name(row) in _IS_BLOCK_HOLDER or page.attributes(row).get("display") == "true"
    return is_block or _DISPLAYS_DRAWING.search(said) is not None


# -- TeX as text -----------------------------------------------------------------------------------------------------------


def _formula_in_text(page: Page, row: int) -> Formula | None:
    """The formula that is all that an element says, in code or not."""
    rows = range(row + 1, int(page.end[row]))
    if any(page.name(each) not in ("#text", "code") for each in rows):
        return None
    written = _text(page, row)
    tex = clean_tex(written)
    is_wrapped = tex != " ".join(written.split())
    is_sure = is_wrapped or SURELY_TEX.search(tex) is not None or (0 < len(tex) <= _SHORTEST_SURE and tex_is_rendered(page))
    if not is_sure or len(tex) > LONGEST or _DELIMITERS.search(tex):
        return None
    said = f"{classes_of(page, row)} {page.attributes(row).get('data-math-style') or ''}"
    is_display = _DISPLAYS_TEX.search(said) is not None or written.lstrip().startswith(("$$", "\\["))
    return Formula(tex, is_display or page.name(row) in _IS_BLOCK_HOLDER)
