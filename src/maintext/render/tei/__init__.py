"""Kept rows as a TEI P5 document: a header with the metadata, and the text in paragraphs, lists, quotes, tables and figures.

The header says what is known about the page, `Walk` writes the body. Headings begin divisions, so that `head` stands where TEI
wants it; inside of lists, quotes and cells, which have no divisions, a heading is an `ab` of type `head`.
"""

from maintext.render.kept import Kept
from maintext.render.options import RenderOptions
from maintext.render.tei.body import Walk
from maintext.render.tei.header import header, language_attribute

__all__ = ["render_tei"]


def render_tei(kept: Kept, options: RenderOptions) -> str:
    """A well-formed XML document, for any page; one without content has an empty paragraph."""
    metadata = kept.read_metadata()
    body = Walk(kept.page, kept.keep, options).write() or "<p/>\n"
    return (
        '<TEI xmlns="http://www.tei-c.org/ns/1.0">\n'
        f"{header(metadata, kept.page.url, kept.method)}"
        f"<text{language_attribute(metadata)}>\n<body>\n{body}</body>\n</text>\n</TEI>"
    )
