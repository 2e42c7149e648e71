"""The compiled kernel, where there is one: `KERNEL` is its module, or None. With `MAINTEXT_PURE=1` it is not used."""

import os
from importlib import import_module
from typing import Any


def _found() -> Any:
    if os.environ.get("MAINTEXT_PURE", "") not in ("", "0"):
        return None
    try:
        return import_module("maintext._kernel")
    except ImportError:
        return None


KERNEL: Any = _found()
