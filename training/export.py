"""The model's file: `.npz`, with weights that single precision adds up exactly, and the same bytes for the same weights."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from maintext.methods.fused.decision import CONFIDENCE_INPUTS
from maintext.methods.fused.features import FEATURES
from maintext.methods.fused.grid import is_on_grid
from maintext.methods.fused.model import FORMAT
from maintext.page import FloatArray, RealArray

_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # a zip file remembers a time for each member; the same one makes the same file
NO_CONFIDENCE = np.eye(CONFIDENCE_INPUTS)[0]  # the expected F1 as it is


def write_model(path: Path, weights: Mapping[str, RealArray], confidence: FloatArray = NO_CONFIDENCE) -> None:
    if not is_on_grid(weights):
        raise ValueError("single precision cannot add up these weights exactly: put them on the grid first")
    arrays = {name: np.asarray(array, dtype=np.float32) for name, array in weights.items()}
    arrays["confidence"] = np.asarray(confidence, dtype=np.float32)
    arrays["format"] = np.array(FORMAT)
    arrays["features"] = np.array(FEATURES)
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name in sorted(arrays):
            member = io.BytesIO()
            np.save(member, arrays[name], allow_pickle=False)
            info = zipfile.ZipInfo(f"{name}.npy", _LONG_AGO)
            info.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(info, member.getvalue())
