"""The model's file: what is no model, or one for another version, is refused with a message that says what to do."""

import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from maintext.errors import BadModel
from maintext.methods.fused.features import FEATURES
from maintext.methods.fused.grid import WEIGHT_STEP
from maintext.methods.fused.model import FORMAT, load_weights
from maintext.methods.fused.network import shapes
from tests.methods.fused.nets import random_weights, scaling
from training.export import write_model

WEIGHTS = {**random_weights(width=len(FEATURES)), **scaling(len(FEATURES))}


class Unpickled:
    """Leaves a file behind when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[[Path], None], tuple[Path]]:
        return Path.touch, (self.path,)


def model(path: Path, **arrays: object) -> Path:
    """A file with the right format and features, and these arrays besides or instead; None leaves one out."""
    stored = {"format": np.array(FORMAT), "features": np.array(FEATURES), "confidence": np.zeros(6), **WEIGHTS, **arrays}
    np.savez(path, **{name: array for name, array in stored.items() if array is not None})  # type: ignore[arg-type]
    return path


def refused(path: Path) -> str:
    """What is said of a file."""
    with pytest.raises(BadModel) as raised:
        load_weights(str(path))
    assert str(path) in str(raised.value)
    return str(raised.value)


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    write_model(tmp_path / "model.npz", WEIGHTS)
    found = load_weights(str(tmp_path / "model.npz"))
    assert set(found) >= {"input", "input_bias", "confidence"}
    assert "features" not in found
    for name, array in WEIGHTS.items():
        np.testing.assert_array_equal(found[name], array)
    assert all(array.dtype == np.float32 for array in found.values())


def test_a_file_is_read_once(tmp_path: Path) -> None:
    path = model(tmp_path / "model.npz")
    first = load_weights(str(path))
    path.unlink()
    assert load_weights(str(path)) is first


# -- no model ------------------------------------------------------------------------------------------------------------------


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert "No such file" in refused(tmp_path / "missing.npz")


def test_a_folder_is_no_model(tmp_path: Path) -> None:
    refused(tmp_path)


@pytest.mark.parametrize(
    "content", [b"", b"some text", b"\x00" * 100, b"\x89PNG\r\n\x1a\n"], ids=["empty", "text", "zeros", "image"]
)
def test_a_file_of_another_kind_is_no_model(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(content)
    assert "cannot read a model of the fused method" in refused(path)


def test_a_file_that_cannot_be_read_leaves_nothing_behind_in_the_cache(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(b"some text")
    refused(path)
    model(path)
    assert set(load_weights(str(path))) >= set(WEIGHTS)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.99])
def test_a_file_that_is_cut_off_is_no_model(tmp_path: Path, part: float) -> None:
    path = model(tmp_path / "model.npz")
    content = path.read_bytes()
    path.write_bytes(content[: int(part * len(content))])
    refused(path)


def test_a_damaged_file_is_no_model(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    write_model(path, WEIGHTS)
    content = bytearray(path.read_bytes())
    content[60:80] = b"\xff" * 20
    path.write_bytes(content)
    refused(path)


def test_a_single_array_is_no_model(tmp_path: Path) -> None:
    np.save(tmp_path / "model.npy", np.zeros(3))
    refused(tmp_path / "model.npy")


# -- nothing is run ------------------------------------------------------------------------------------------------------------


def test_a_pickle_is_refused_and_not_run(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(pickle.dumps(Unpickled(tmp_path / "was run")))
    refused(path)
    assert not (tmp_path / "was run").exists()


@pytest.mark.parametrize("name", ["input", "features", "format", "more"])
def test_pickled_arrays_are_refused_and_not_run(tmp_path: Path, name: str) -> None:
    pickled = np.array([Unpickled(tmp_path / "was run")], dtype=object)
    refused(model(tmp_path / "model.npz", **{name: pickled}))
    assert not (tmp_path / "was run").exists()


# -- weights that single precision adds up ---------------------------------------------------------------------------------------


def test_weights_between_the_steps_are_refused(tmp_path: Path) -> None:
    between = WEIGHTS["head"].copy()
    between[0, 0] += WEIGHT_STEP / 2
    assert "fit it again (see training/)" in refused(model(tmp_path / "model.npz", head=between))


def test_weights_too_large_for_exact_sums_are_refused(tmp_path: Path) -> None:
    assert "fit it again (see training/)" in refused(model(tmp_path / "model.npz", page=WEIGHTS["page"] + 5.0))


# -- weights in other shapes, or none ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(WEIGHTS))
def test_a_model_without_one_of_its_arrays_is_refused(tmp_path: Path, name: str) -> None:
    assert "fit it again (see training/)" in refused(model(tmp_path / "model.npz", **{name: None}))


@pytest.mark.parametrize("name", sorted(WEIGHTS))
def test_arrays_of_one_number_do_not_stand_for_many(tmp_path: Path, name: str) -> None:
    one = WEIGHTS[name].ravel()[:1]
    if WEIGHTS[name].shape != one.shape:
        refused(model(tmp_path / "model.npz", **{name: one}))


def test_arrays_that_no_net_has_are_refused(tmp_path: Path) -> None:
    assert "other weights" in refused(model(tmp_path / "model.npz", more=np.zeros(3)))


def test_a_net_of_no_width_is_refused(tmp_path: Path) -> None:
    none = {name: np.zeros(shape) for name, shape in shapes(len(FEATURES), 0, 0).items()}
    refused(model(tmp_path / "model.npz", **none))


@pytest.mark.parametrize(("name", "value"), [("mean", np.nan), ("scale", np.inf), ("scale", np.nan), ("scale", 0), ("scale", -1)])
def test_features_that_cannot_be_standardised_are_refused(tmp_path: Path, name: str, value: float) -> None:
    array = WEIGHTS[name].copy()
    array[3] = value
    assert "finite" in refused(model(tmp_path / "model.npz", **{name: array}))


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_weights_that_are_not_finite_are_refused(tmp_path: Path, value: float) -> None:
    refused(model(tmp_path / "model.npz", head_bias=np.full_like(WEIGHTS["head_bias"], value)))


# -- models of other versions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [0, FORMAT + 1, 99])
def test_a_model_in_another_format_has_to_be_fitted_again(tmp_path: Path, version: int) -> None:
    message = refused(model(tmp_path / "model.npz", format=np.array(version)))
    assert f"format {FORMAT}" in message
    assert "fit it again (see training/)" in message


def test_arrays_without_a_format_are_no_model(tmp_path: Path) -> None:
    np.savez(tmp_path / "model.npz", a=np.zeros(3))
    assert "fit it again" in refused(tmp_path / "model.npz")


@pytest.mark.parametrize("found", [np.array([1, 2]), np.array("one")], ids=["two", "a word"])
def test_a_format_that_is_no_number_is_no_model(tmp_path: Path, found: object) -> None:
    path = model(tmp_path / "model.npz", format=found)
    with pytest.raises(BadModel):
        load_weights(str(path))


@pytest.mark.parametrize(
    "features",
    [FEATURES[:-1], (*FEATURES, "one more"), FEATURES[::-1], ("size", *FEATURES[1:-1], "another"), ()],
    ids=["one less", "one more", "other order", "other names", "none"],
)
def test_a_model_for_other_features_has_to_be_fitted_again(tmp_path: Path, features: tuple[str, ...]) -> None:
    message = refused(model(tmp_path / "model.npz", features=np.array(features)))
    assert "other features" in message
    assert "fit it again (see training/)" in message


def test_a_model_that_does_not_name_its_features_is_refused(tmp_path: Path) -> None:
    refused(model(tmp_path / "model.npz", features=None))
