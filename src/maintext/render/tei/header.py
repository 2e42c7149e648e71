"""The header of a TEI document: title, authors, dates, source and licence, as far as the page tells."""

import re
from collections.abc import Iterator
from typing import Any

from maintext.render.kept import MetadataRecord
from maintext.render.tei.xml import attribute, element
from maintext.version import __version__

_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


def header(metadata: MetadataRecord, url: str | None, method: str) -> str:
    known: dict[str, Any] = {name: field["value"] for name, field in metadata.items()}
    parts = [
        "<teiHeader>",
        "<fileDesc>",
        "<titleStmt>",
        element("title", known.get("title", "")),
        *_authors(known),
        "</titleStmt>",
        "<publicationStmt>",
        element("publisher", known.get("site_name", "")),
        *_dates(known),
        *_licence(known),
        "</publicationStmt>",
        "<sourceDesc>",
        "<bibl>",
        *_source(known, url),
        "</bibl>",
        "</sourceDesc>",
        "</fileDesc>",
        "<encodingDesc>",
        "<appInfo>",
        f'<application ident="maintext"{attribute("version", __version__)}>',
        element("label", "maintext"),
        element("desc", f"main content by the method {method}" if method else "main content"),
        "</application>",
        "</appInfo>",
        "</encodingDesc>",
        *_profile(known),
        "</teiHeader>",
    ]
    return "\n".join(parts) + "\n"


def language_attribute(metadata: MetadataRecord) -> str:
    language = _language(metadata.get("language", {}).get("value", ""))
    return attribute("xml:lang", language) if language else ""


def _language(code: str) -> str:
    code = code.replace("_", "-")
    return code if _LANGUAGE.fullmatch(code) else ""


def _authors(known: dict[str, Any]) -> list[str]:
    return [element("author", name) for name in known.get("authors", ())]


def _dates(known: dict[str, Any]) -> Iterator[str]:
    for name in ("published", "modified"):
        if name in known:
            yield element("date", known[name], attribute("type", name) + attribute("when", known[name]))


def _licence(known: dict[str, Any]) -> list[str]:
    licence = known.get("licence", "")
    if not licence:
        return []
    target = attribute("target", licence) if re.fullmatch(r"https?://\S+", licence) else ""
    return ["<availability>", element("licence", licence, target), "</availability>"]


def _source(known: dict[str, Any], url: str | None) -> Iterator[str]:
    yield element("title", known.get("title", ""))
    yield from _authors(known)
    if "site_name" in known:
        yield element("publisher", known["site_name"])
    if "date" in known:
        yield element("date", known["date"], attribute("when", known["date"]))
    for address in dict.fromkeys(filter(None, (url, known.get("canonical")))):
        yield element("ptr", "", attribute("target", "".join(address.split())))


def _profile(known: dict[str, Any]) -> list[str]:
    parts = []
    if "description" in known:
        parts += ["<abstract>", element("p", known["description"]), "</abstract>"]
    language = _language(known.get("language", ""))
    if language:
        parts += ["<langUsage>", element("language", language, attribute("ident", language)), "</langUsage>"]
    if "tags" in known:
        parts += ["<textClass>", "<keywords>", *(element("term", tag) for tag in known["tags"]), "</keywords>", "</textClass>"]
    return ["<profileDesc>", *parts, "</profileDesc>"] if parts else []
