"""Text that a CommonMark reader reads back as the same text. Only what would be read as markup gets a backslash."""

import re

_MAY_BE_MARKUP = re.compile(r"[\\`*_\[\]<&~]")
_AFTER_ANGLE = frozenset("/!?abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_REFERENCE = re.compile(r"&#?[0-9A-Za-z]{0,32}(?:;|\Z)")  # one that goes on in the next run, too
_PUNCTUATION = frozenset("""!"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~""")

# What has a meaning at the beginning of a line only; the group is what the backslash goes in front of.
_BEGINS_BLOCK = re.compile(
    r"""
    (?: \#{1,6}(?=\s|$) | > | [-+](?=\s|$)       # heading, quote, list item
      | (?=[-=|:+\s]+$) [-=|:+]                  # rule, underlined heading, second line of a table
      | \[ (?= (?:\\.|[^\[\]\\])* \]: )          # definition of a link's address
      | \[ (?= [ xX]?\](?:\s|$) )                # check box
    )
    """,
    re.VERBOSE,
)
_NUMBERS_ITEM = re.compile(r"\d{1,9}(?=[.)](?:\s|$))")
_CLOSES_HEADING = re.compile(r"(?<=\s)(?=#+$)")
_NOT_IN_ADDRESS = re.compile(r'[\x00-\x20<>"\\`]')


def escape(text: str, following: str = " ", *, in_link: bool = False, beside_tildes: bool = False) -> str:
    """A text run for the inside of a line. `following` is the character that comes after it."""
    if _MAY_BE_MARKUP.search(text) is None:
        return text
    around = text + following

    def escaped(found: re.Match[str]) -> str:
        at, sign = found.start(), found.group()
        is_markup = (beside_tildes and sign == "~") or _is_markup(around, at, sign, in_link)
        return "\\" + sign if is_markup else sign

    return _MAY_BE_MARKUP.sub(escaped, text)


def _is_markup(text: str, at: int, sign: str, in_link: bool) -> bool:
    following = text[at + 1]
    if sign == "\\":
        return following in _PUNCTUATION or at + 2 == len(text)  # at the end markup may follow
    if sign == "_":  # not inside a word
        return not (at and text[at - 1].isalnum() and following.isalnum())
    if sign == "[":
        return in_link or following == "^"
    if sign == "]":
        return in_link or following == "("
    if sign == "<":
        return following in _AFTER_ANGLE
    if sign == "&":
        return _REFERENCE.match(text, at) is not None
    if sign == "~":  # a lone one means nothing
        return following == "~" or (at > 0 and text[at - 1] == "~")
    return True


def escape_line_start(line: str) -> str:
    """A line of a paragraph that is not taken for the beginning of a list, heading, quote and so on."""
    if _BEGINS_BLOCK.match(line):
        return "\\" + line
    number = _NUMBERS_ITEM.match(line)
    return f"{line[: number.end()]}\\{line[number.end() :]}" if number else line


def escape_heading(line: str) -> str:
    """A heading whose last number signs are not taken for decoration."""
    if not line.endswith("#"):
        return line
    return "\\" + line if not line.strip("#") else _CLOSES_HEADING.sub(r"\\", line)


def escape_address(address: str) -> str:
    """The address as it stands between the round brackets of a link."""
    address = _NOT_IN_ADDRESS.sub(lambda found: f"%{ord(found.group()):02X}", address)
    return address if _has_balanced_brackets(address) else address.replace("(", "%28").replace(")", "%29")


def _has_balanced_brackets(address: str) -> bool:
    if "(" not in address and ")" not in address:
        return True
    depth = 0
    for sign in address:
        depth += (sign == "(") - (sign == ")")
        if depth < 0 or depth > 3:  # readers follow only a few levels
            return False
    return depth == 0


def code_span(code: str) -> str:
    """Code inside a line, between more backticks than it holds in a row."""
    fence = "`" * (longest_run(code, "`") + 1) if "`" in code else "`"
    padding = " " if code.startswith("`") or code.endswith("`") else ""
    return f"{fence}{padding}{code}{padding}{fence}"


def longest_run(text: str, sign: str) -> int:
    """How many times the sign stands in a row at most."""
    return max(map(len, re.findall(f"{re.escape(sign)}+", text)), default=0)


def fenced(code: str, language: str = "") -> list[str]:
    """The lines of a code block, between fences that are longer than any row of backticks in it."""
    fence = "`" * max(3, longest_run(code, "`") + 1) if "`" in code else "```"
    return [fence + language, *code.split("\n"), fence]
