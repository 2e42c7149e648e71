"""What a page says about itself: title, authors, dates and more, each with the place where it was found.

json-ld ─┐
meta     ├─► reader: the best source that has a field wins ─► Metadata
visible  │
address ─┘
"""

from maintext.metadata.reader import read_metadata
from maintext.metadata.record import Field, Metadata

__all__ = ["Field", "Metadata", "read_metadata"]
