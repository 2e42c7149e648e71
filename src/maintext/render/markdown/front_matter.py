"""Front matter: facts about a page before its Markdown, in YAML that every reader of it reads as the same strings."""

import re
from collections.abc import Mapping
from typing import Any

# What YAML readers take for a plain string whatever their version: letters and digits in words, no sign that means something.
_PLAIN = re.compile(r"[^\W\d_][\w ./()+-]*[\w.)]|[^\W\d_]")
# Words that YAML 1.1 or 1.2 reads as something else.
_NOT_STRINGS = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n", "nan", "inf"})
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_CONTROL = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]')


def front_matter(facts: Mapping[str, Any]) -> str:
    """The facts as a YAML block with its `---` lines and an empty line after it; `""` without any.

    A value is a string, a number, a truth value, or a list of these; anything else is written as its string. Facts that are None
    or empty are left out.
    """
    lines = [line for name, value in facts.items() if value not in (None, "", [], ()) for line in _lines(str(name), value)]
    return "\n".join(["---", *lines, "---", "", ""]) if lines else ""


def _lines(name: str, value: Any) -> list[str]:
    if isinstance(value, (list, tuple, set, frozenset)):
        return [f"{_string(name)}:", *(f"  - {_scalar(each)}" for each in value)]
    return [f"{_string(name)}: {_scalar(value)}"]


def _scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else _string(str(value))


def _string(text: str) -> str:
    """As it is where every reader takes it for a string, else between quotes."""
    if _PLAIN.fullmatch(text) and text.lower() not in _NOT_STRINGS:
        return text
    return f'"{_CONTROL.sub(_escaped, text)}"'


def _escaped(found: re.Match[str]) -> str:
    sign = found.group()
    return _ESCAPES.get(sign) or f"\\u{ord(sign):04x}"
