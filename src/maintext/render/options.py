"""What a reader may want left out of the structured formats."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RenderOptions:
    """The switches. Whatever is switched off, the words stay: a link leaves its text, a table leaves its cells as paragraphs."""

    include_links: bool = True
    include_images: bool = True
    include_tables: bool = True


EVERYTHING = RenderOptions()
