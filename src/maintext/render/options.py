"""What a reader may want left out of the structured formats."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RenderOptions:
    """The switches, named as users of other extractors know them."""

    include_links: bool = True  # else their text alone
    include_images: bool = True
    include_tables: bool = True  # else tables of data are left out; what stands in a table for its layout stays


EVERYTHING = RenderOptions()
