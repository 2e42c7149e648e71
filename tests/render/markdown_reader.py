"""Markdown read back by a CommonMark parser with tables and strike-through."""

from markdown_it import MarkdownIt
from markdown_it.token import Token

from .visible import visible_words

_READER = MarkdownIt("commonmark", {"maxNesting": 2000}).enable(["table", "strikethrough"])


def tokens_of(markdown: str) -> list[Token]:
    return _READER.parse(markdown)


def words_of(markdown: str) -> list[str]:
    """The words that a reader sees, in order; images and their alternative texts are no words."""
    return "".join(_seen(tokens_of(markdown))).split()


def _seen(tokens: list[Token]) -> list[str]:
    seen: list[str] = []
    for token in tokens:
        if token.type == "inline":
            seen += _seen_in_line(token.children or [])
        elif token.type == "html_block":
            seen += [" ".join(visible_words(token.content))]
        elif token.type in ("fence", "code_block"):
            seen += [token.content]
        seen += ["\n"]
    return seen


def _seen_in_line(tokens: list[Token]) -> list[str]:
    seen: list[str] = []
    for token in tokens:
        if token.type in ("text", "code_inline"):
            seen += [token.content]
        elif token.type in ("softbreak", "hardbreak") or token.content == "<br>":
            seen += [" "]
    return seen


def elements_of(markdown: str) -> list[str]:
    """The structure in order: `h2`, `ul`, `li`, `table`, `td`, `fence`, `a`, `img` and so on, one for each beginning."""
    found: list[str] = []
    for token in tokens_of(markdown):
        if token.type.endswith("_open") or (token.nesting == 0 and token.type not in ("inline", "html_block")):
            found.append(token.tag if token.type != "fence" else "fence")
        found += [child.tag for child in token.children or [] if child.nesting >= 0 and child.tag]
    return found
