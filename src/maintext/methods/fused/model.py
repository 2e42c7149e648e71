"""The model's file: read once, when it is first needed, and checked."""

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from maintext.errors import BadModel
from maintext.page import FloatArray

Weights = Mapping[str, FloatArray]

FORMAT = 1  # raised when an older file would be read wrongly
SHIPPED = ""  # the name of the model that comes with the package


@lru_cache(maxsize=8)
def load_weights(path: str = SHIPPED) -> Weights:
    """The weights of a model file, of the one that comes with the package by default.

    Files are `.npz` without pickled objects, so reading one can run nothing.
    """
    source = files(__package__).joinpath("model.npz") if path == SHIPPED else Path(path)
    try:
        with source.open("rb") as file:
            stored = np.load(file, allow_pickle=False)
            arrays = dict(stored.items()) if isinstance(stored, np.lib.npyio.NpzFile) else {}
    except (OSError, ValueError, EOFError, BadZipFile) as error:
        raise BadModel(f"cannot read a model of the fused method from {source}: {error}") from error
    return _checked(arrays, str(source))


def _checked(arrays: dict[str, Any], source: str) -> Weights:
    from maintext.methods.fused.features import FEATURES

    found = arrays.get("format", np.array(0))
    if found.ndim or found != FORMAT:
        raise BadModel(f"{source} is no model of the fused method in format {FORMAT}: fit it again (see training/)")
    if arrays.pop("features", np.array([])).tolist() != list(FEATURES):
        raise BadModel(f"{source} was fitted to other features than this version has: fit it again (see training/)")
    return {name: np.asarray(array, dtype=np.float64) for name, array in arrays.items()}
