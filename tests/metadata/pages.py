"""Pages of our own writing for the tests of metadata."""

from datetime import date
from typing import Any

import maintext
from maintext import Metadata, read_metadata

CRAWLED = date(2024, 6, 30)


def metadata(html: str, *, url: str | None = None, crawled: date = CRAWLED) -> Metadata:
    return read_metadata(maintext.parse(html, url=url), crawled=crawled)


def source(html: str, name: str, *, url: str | None = None) -> Any:
    """Where a field was found."""
    return metadata(html, url=url).to_dict()[name]["source"]


def json_ld(*scripts: str) -> str:
    return "".join(f'<script type="application/ld+json">{script}</script>' for script in scripts)


def head(inside: str, *, lang: str = "en") -> str:
    return f'<html lang="{lang}"><head>{inside}</head><body><p>Text.</p></body></html>'


def article(byline: str, *, lang: str = "en", title: str = "Seven kinds of fog") -> str:
    """A page whose byline stands where most have it: behind the heading."""
    text = "<p>Fog is a cloud that touches the ground, and no two kinds of it feel the same.</p>" * 5
    return (
        f'<html lang="{lang}"><head><title>{title} | The Weekly Cloud</title></head>'
        f"<body><main><h1>{title}</h1>{byline}{text}</main></body></html>"
    )
