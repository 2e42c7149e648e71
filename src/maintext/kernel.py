"""The compiled kernel, if it is there and wanted: what it does, the package also does in numpy, only slower.

`src/kernel/kernel.h` says how it is built up. The environment variable `MAINTEXT_PURE=1` leaves it aside.
"""

import os
import warnings
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType

PURE = "MAINTEXT_PURE"
INTERFACE = 11  # of the kernel that this code calls, as `src/kernel/module.c` has it


@dataclass(frozen=True)
class Choice:
    module: ModuleType | None
    words: str  # which it is, and why


@cache
def choice() -> Choice:
    """Decided once, when the first page comes."""
    if os.environ.get(PURE, "0") not in ("", "0"):
        return Choice(None, f"numpy: {PURE} is set")
    try:
        module = import_module("maintext._kernel")
        if getattr(module, "INTERFACE", None) == INTERFACE:
            return Choice(module, "compiled kernel")
        why = "numpy: the compiled kernel is from another version; build or install the package again"
    except ImportError as error:
        why = f"numpy: the compiled kernel cannot be loaded ({error})"
    warn(why)
    return Choice(None, why)


def compiled() -> ModuleType | None:
    """The kernel's functions; None where numpy does the work."""
    return choice().module


def warn(why: str) -> None:
    """Say once that pages take longer than they could."""
    message = f"maintext is several times slower here than it could be: {why}; {PURE}=1 silences this"
    warnings.warn(message, RuntimeWarning, stacklevel=4)
