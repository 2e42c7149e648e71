"""Code blocks: their text as it is written, the language that a highlighter's class names tell, and their line numbers."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np

from maintext.document import Attributes
from maintext.page import BoolArray, IntArray, Page
from maintext.render.spaces import CELL, LINE, SPACE, space_is_written
from maintext.tags import CODE, NUMBER, member_table

_LANGUAGE_CLASS = re.compile(
    r"""(?:^|\s)
    (?: (?:language|lang|mw-highlight-lang|highlight-source|highlight-text|highlight|brush|syntax|src|source)[-:_]\s*([\w+#.-]+)
      | (?:hljs|sourceCode|prettyprint|syntaxhighlighter)\s+([\w+#.]+)(?=\s|$)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_LANGUAGE_ATTRIBUTES = ("data-lang", "data-language", "data-code-language", "data-enlighter-language")
# Languages that are a class name of their own on `pre` and `code`.
_KNOWN = frozenset(
    """
    bash c cpp csharp css diff dockerfile elixir go golang graphql haskell html ini java javascript js json jsx kotlin latex lua
    makefile matlab objc perl php powershell python r ruby rust scala scss sh shell sql swift toml ts tsx typescript vb xml
    yaml yml
    """.split()
)
# Words that stand where a language does, and are none.
_NO_LANGUAGE = frozenset(
    """
    hljs highlight highlighted sourcecode prettyprint prettyprinted linenums linenumbers line-numbers code codehilite notranslate
    none nohighlight no-highlight plaintext text plain txt auto undefined default copy wrap wrapper block container source
    numbersource numberlines literal-block nogutter collapsed ie
    """.split()
)
# Class names of what holds line numbers. Those of a wrapper that only asks for numbers hold a language as well.
_GUTTER = re.compile(
    r"(?:^|[\s_-])(?:line[-_]?numbers?|line[-_]?nos?|line[-_]?nums?|linenodiv|gutter|blob-num|ln-num|ln-numbers|ln-n|lnt?|nums?|pre-numbering)(?=[\s_-]|$)",
    re.IGNORECASE,
)
# Tables of code without `pre`: a line in each row, or all lines as blocks in one cell. Some name the element around it.
_TABLE_OF_CODE = re.compile(r"(?:^|\s)(?:crayon-table|js-file-line-container)(?=\s|$)")
_AROUND_TABLE_OF_CODE = re.compile(r"(?:^|\s)syntaxhighlighter(?=\s|$)")
_NUMBERED_BY_COLOUR = "cnblogs_code"  # line numbers there have a colour of their own, and nothing else
_COLOUR_OF_NUMBERS = "#008080"
_LINE_NUMBERS = re.compile(r"[\d\s.:|]*")
_FIRST_OF_NUMBERS = np.frombuffer(b"0123456789.:|", dtype=np.uint8)  # white space is collapsed, and none stands first
_LAST_OF_ASCII = 0x7F  # other scripts have digits of their own
_FEW_CHILDREN = 3
_LEVELS_ABOVE = 7  # highlighters wrap the `pre` in up to this many elements, one of which may have the language

IS_CODE = member_table(CODE)
_IS_CELL = member_table({"td", "th"})
IS_TABLE = member_table({"table"})
MAY_BE_GUTTER = member_table({"td", "th", "span", "div", "a", "ol", "ul", "li", "pre", "code", "i", "b"})


def preformatted(page: Page) -> BoolArray:
    return page.is_any(IS_CODE)


def code_tables(page: Page) -> BoolArray:
    """The tables that highlighters make of code without `pre`, where a page does not keep white space as it is written."""

    def find() -> BoolArray:
        found = page.is_any(IS_TABLE)
        if found.any():
            has_code = page.around(preformatted(page))
            for row in np.flatnonzero(found).tolist():
                found[row] = not has_code[row] and is_code_table(page, row)
        return found

    return page.derived("tables of code", find)


def is_code_table(page: Page, row: int) -> bool:
    if _TABLE_OF_CODE.search(page.attributes(row).get("class") or ""):
        return True
    above = int(page.parent[row])
    return above >= 0 and _AROUND_TABLE_OF_CODE.search(page.attributes(above).get("class") or "") is not None


def gutters(page: Page, kept: BoolArray) -> BoolArray:
    """The text runs that number the lines of code: everything in an element beside or inside of code that is called a gutter and
    holds digits only."""
    found = np.zeros(len(page), dtype=bool)
    if CODE.isdisjoint(page.element_names) and "table" not in page.element_names:
        return found
    is_code = preformatted(page) | _numbered_tables(page)
    if not np.count_nonzero(is_code):
        return found
    beside = page.is_any(_IS_CELL) & page.around(is_code)
    candidates = np.flatnonzero(kept & page.is_any(MAY_BE_GUTTER) & (page.inside(is_code) | beside))
    for row in candidates[_may_be_numbers(page, candidates)].tolist():
        if _is_gutter(page, row):
            found[row : page.end[row]] = True
    return found & page.is_text


def _may_be_numbers(page: Page, rows: IntArray) -> BoolArray:
    """Whether the text in each element, which has some, begins as line numbers do: of the many parts of code few do, and each of
    them has to be looked at."""
    first = page.codes[page.start[page.text_rows[page.text_rows.searchsorted(rows)]]]
    return np.isin(first, _FIRST_OF_NUMBERS) | (first > _LAST_OF_ASCII)


def _numbered_tables(page: Page) -> BoolArray:
    """The tables of code that begin with the number of a line."""
    found = code_tables(page)
    if not found.any():
        return found
    found, runs = found.copy(), page.text_rows
    for row in np.flatnonzero(found).tolist():
        first = runs[runs.searchsorted(row) :][:1].tolist()
        found[row] = bool(first) and first[0] < page.end[row] and _LINE_NUMBERS.fullmatch(page.text(first[0])) is not None
    return found


def is_called_gutter(page: Page, row: int, attributes: Attributes) -> bool:
    """Whether an element's class, or where it has none its colour, says that it holds line numbers."""
    names = attributes.get("class") or ""
    return _GUTTER.search(names) is not None if names else _is_numbering_colour(page, row, attributes)


def _is_numbering_colour(page: Page, row: int, attributes: Attributes) -> bool:
    if _COLOUR_OF_NUMBERS not in (attributes.get("style") or ""):
        return False
    around = int(page.parent[page.parent[row]]) if page.parent[row] > 0 else 0
    return _NUMBERED_BY_COLOUR in (page.attributes(around).get("class") or "").split()


def _is_gutter(page: Page, row: int) -> bool:
    if not is_called_gutter(page, row, page.attributes(row)):
        return False
    rows = row + np.flatnonzero(page.is_text[row : page.end[row]])
    return all(_LINE_NUMBERS.fullmatch(page.text(each)) for each in rows.tolist())


def code_of(page: Page, rows: list[int], kinds: Mapping[int, int]) -> str:
    """The text runs of a code block as they are written, a line of its own for each element that begins one, unless the page has
    written the line break.

    `kinds` tells what stands before each run (see `render.spaces.separations`).
    """
    pieces = [written_code(page, rows[0])]
    for before, row in pairwise(rows):
        pieces += (gap_in_code(page, before, row, kinds[row]), written_code(page, row))
    code = "".join(pieces).replace("\r\n", "\n").replace("\r", "\n")
    return "\n".join([line.rstrip() for line in code.split("\n")]).strip("\n")


def gap_in_code(page: Page, before: int, row: int, kind: int) -> str:
    """What stands between two text runs of code, beside what the page has written there."""
    written_before, written = written_code(page, before), written_code(page, row)
    if kind >= LINE:
        is_written = written_before.endswith("\n") or written.startswith("\n")
        return "" if is_written else "\n" * _line_breaks(page, before, row)
    breaks = _left_out_breaks(page, before, row)
    if breaks or not (kind == CELL or (kind == SPACE and not space_is_written(page, before, row))):
        return breaks
    return "" if written[0].isspace() or written_before[-1:].isspace() else " "


def written_code(page: Page, row: int) -> str:
    """A text run as it is written, if that is how it is shown."""
    return page.verbatim.get(row) or page.text(row)


def _line_breaks(page: Page, before: int, after: int) -> int:
    """How many line breaks a reader sees between two text runs: one for each `br`, and one where an element begins or ends that
    has lines of its own, unless a line begins there as it is."""
    edges = page.derived("edges of blocks", lambda: page.edges(page.is_block))
    breaks, last, begins_line = 0, edges[before], False
    for row in range(before + 1, after + 1):
        if edges[row] != last and not begins_line:
            breaks, begins_line = breaks + 1, True
        if page.tag[row] == NUMBER["br"]:
            breaks, begins_line = breaks + 1, True
        last = edges[row]
    return breaks


def _left_out_breaks(page: Page, before: int, after: int) -> str:
    """The line breaks that went with line numbers between two text runs: at the beginning of a line, a number has them on it."""
    left_out = [page.verbatim.get(row, "") for row in range(before + 1, after)]
    return "\n" * sum(written.count("\n") for written in left_out if _LINE_NUMBERS.fullmatch(written))


def language_of(page: Page, row: int) -> str:
    """The language of the code in an element, from its attributes, those of the child that holds it, and those of what is wrapped
    around it; `""` if none of them tells."""
    for each in _where_languages_stand(page, row):
        found = _language(page.attributes(each), is_code=each >= row)
        if found:
            return found
    return ""


def _where_languages_stand(page: Page, row: int) -> Iterator[int]:
    child, end = row + 1, int(page.end[row])
    for _ in range(_FEW_CHILDREN):  # a button may stand beside the code
        if child < end and 2 * _chars(page, child) > _chars(page, row):
            yield child
        child = int(page.end[child]) if child < end else end
    yield row
    most = 2 * _chars(page, row) + 200  # more than that is no wrapper
    above = int(page.parent[row])
    for _ in range(_LEVELS_ABOVE):
        if above <= 0 or _chars(page, above) > most:
            return
        yield above
        above = int(page.parent[above])


def _chars(page: Page, row: int) -> int:
    before = page.derived("characters before each row", lambda: np.concatenate(([0], np.cumsum(page.chars))))
    return int(before[page.end[row]] - before[row])


def _language(found: Attributes, *, is_code: bool) -> str:
    for name in _LANGUAGE_ATTRIBUTES:
        value = _cleaned((found.get(name) or "").strip())
        if value:
            return value
    classes = (found.get("class") or "").replace(";", " ")
    for match in _LANGUAGE_CLASS.finditer(classes):
        language = _cleaned(match.group(1) or match.group(2))
        if language:
            return language
    names = classes.lower().split()
    return next((name for name in names if name in _KNOWN), "") if is_code or "highlight" in names else ""


def _cleaned(name: str) -> str:
    name = name.lower().strip(".-")
    is_name = name not in _NO_LANGUAGE and any(sign.isalpha() for sign in name) and "`" not in name
    return name if is_name and len(name) <= 24 else ""
