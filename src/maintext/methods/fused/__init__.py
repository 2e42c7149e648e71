"""The fused method, in parts: blocks, their features, a small net, a decision, and a reason for it."""

from maintext.labels import LABELS, PAGE_TYPES
from maintext.methods.fused.fused import Decision, Fused
from maintext.methods.fused.reasons import Reason

__all__ = ["LABELS", "PAGE_TYPES", "Decision", "Fused", "Reason"]
