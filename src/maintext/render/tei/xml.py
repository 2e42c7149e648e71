"""Strings in XML."""

import re

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def text_of(value: str) -> str:
    """As the content of an element."""
    return _allowed(value).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def attribute(name: str, value: str) -> str:
    """` name="value"`."""
    return f' {name}="{text_of(value).replace(chr(34), "&quot;")}"'


def element(name: str, value: str, attributes: str = "") -> str:
    return f"<{name}{attributes}>{text_of(value)}</{name}>" if value else f"<{name}{attributes}/>"


def _allowed(value: str) -> str:
    """Without the characters that no XML document may hold, whatever way they are written."""
    return _NOT_IN_XML.sub(lambda found: " " if found.group().isspace() else "", value)
