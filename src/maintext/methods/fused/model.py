"""The model's file: read once, when it is first needed, and checked."""

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from maintext.errors import BadModel
from maintext.methods.fused.decision import CONFIDENCE_INPUTS
from maintext.methods.fused.features import FEATURES
from maintext.methods.fused.grid import is_on_grid
from maintext.methods.fused.network import Weights, shapes

FORMAT = 4  # raised when an older file would be read wrongly, or features mean something else under the same names
SHIPPED = ""  # the name of the model that comes with the package


@lru_cache(maxsize=8)
def load_weights(path: str = SHIPPED) -> Weights:
    """The weights of a model file, of the one that comes with the package by default.

    Files are `.npz` without pickled objects, so reading one can run nothing.
    """
    source = files(__package__).joinpath("model.npz") if path == SHIPPED else Path(path)
    try:
        with source.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            arrays = dict(stored)
    except Exception as error:  # a damaged file can raise almost anything
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is no .npz file, or a damaged one"
        raise BadModel(f"cannot read a model of the fused method from {source}: {reason}") from error
    return _checked(arrays, str(source))


def _checked(arrays: dict[str, Any], source: str) -> Weights:
    found = arrays.pop("format", np.array(0))
    if found.ndim or found != FORMAT:
        raise BadModel(f"{source} is no model of the fused method in format {FORMAT}: fit it again (see training/)")
    if arrays.pop("features", np.array([])).tolist() != list(FEATURES):
        raise BadModel(f"{source} was fitted to other features than this version has: fit it again (see training/)")
    try:
        weights = {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in arrays.items()}
        fault = _fault_of(weights)
    except (KeyError, ValueError, IndexError) as error:
        raise BadModel(f"{source} lacks weights, or has others than numbers: fit it again (see training/)") from error
    if fault:
        raise BadModel(f"{source} has {fault}: fit it again (see training/)")
    return weights


def _fault_of(weights: Weights) -> str | None:
    """What numpy and the kernel might make different things of."""
    features, channels, hidden = len(FEATURES), weights["input"].shape[1], weights["head"].shape[1]
    wanted = {"mean": (features,), "scale": (features,), "confidence": (CONFIDENCE_INPUTS,)} | shapes(features, channels, hidden)
    if {name: array.shape for name, array in weights.items()} != wanted or not (channels and hidden):
        return "other weights than it takes, or some in other shapes"
    if not all(np.isfinite(array).all() for array in weights.values()) or (weights["scale"] <= 0).any():
        return "weights that are not finite, or features without a scale"
    return None if is_on_grid(weights) else "weights that single precision cannot add up exactly"
