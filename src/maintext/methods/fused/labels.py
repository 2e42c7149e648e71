"""What a block can be."""

from maintext.labels import LABELS, PAGE_TYPES

__all__ = ["LABELS", "PAGE_TYPES"]
