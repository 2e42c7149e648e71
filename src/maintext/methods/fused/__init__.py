"""The fused method, in parts: blocks, their features, a small net, a decision, and a reason for it."""

from maintext.methods.fused.fused import Fused
from maintext.methods.fused.labels import LABELS, PAGE_TYPES

__all__ = ["LABELS", "PAGE_TYPES", "Fused"]
