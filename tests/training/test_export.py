"""The model's file: the same weights make the same bytes, and the package reads them."""

import os
import time
import zipfile
from pathlib import Path

import numpy as np
import pytest

from maintext.methods.fused.features import FEATURES
from maintext.methods.fused.grid import WEIGHT_STEP, SingleArray
from maintext.methods.fused.model import FORMAT, load_weights
from tests.methods.fused.nets import random_weights, scaling
from training.export import NO_CONFIDENCE, write_model


def weights(seed: int = 0) -> dict[str, SingleArray]:
    return {**random_weights(seed, width=len(FEATURES)), **scaling(len(FEATURES))}


def test_the_same_weights_make_the_same_bytes(tmp_path: Path) -> None:
    one, other = tmp_path / "one.npz", tmp_path / "other.npz"
    write_model(one, weights())
    write_model(other, weights())
    assert one.read_bytes() == other.read_bytes()


def test_neither_time_nor_order_nor_precision_changes_the_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = tmp_path / "one.npz", tmp_path / "other.npz"
    write_model(one, weights())
    later = time.time() + 86400
    monkeypatch.setattr(time, "time", lambda: later)
    monkeypatch.setattr(time, "localtime", lambda *_: time.gmtime(later))
    same = {name: array.astype(np.float32).astype(np.float64) for name, array in reversed(weights().items())}
    write_model(other, same)
    assert one.read_bytes() == other.read_bytes()
    with zipfile.ZipFile(one) as file:
        assert {info.date_time for info in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_other_weights_or_another_confidence_make_other_bytes(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.npz" for number in range(3)]
    write_model(paths[0], weights())
    write_model(paths[1], weights(1))
    write_model(paths[2], weights(), np.ones(6))
    assert len({path.read_bytes() for path in paths}) == 3


def test_the_package_reads_what_was_written_in_single_precision(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "model.npz"
    confidence = np.linspace(-1, 1, 6)
    write_model(path, weights(), confidence)
    found = load_weights(os.fspath(path))
    for name, array in weights().items():
        np.testing.assert_array_equal(found[name], array)
    np.testing.assert_array_equal(found["confidence"], confidence.astype(np.float32))


def test_without_a_confidence_the_expected_f1_is_taken_as_it_is(tmp_path: Path) -> None:
    write_model(tmp_path / "model.npz", weights())
    assert load_weights(os.fspath(tmp_path / "model.npz"))["confidence"].tolist() == NO_CONFIDENCE.tolist() == [1, 0, 0, 0, 0, 0]


def test_a_file_knows_its_format_and_its_features_and_holds_no_pickle(tmp_path: Path) -> None:
    write_model(tmp_path / "model.npz", weights())
    with np.load(tmp_path / "model.npz", allow_pickle=False) as stored:
        assert int(stored["format"]) == FORMAT
        assert tuple(stored["features"].tolist()) == FEATURES
        assert stored["input"].dtype == np.float32


def test_a_file_is_compressed(tmp_path: Path) -> None:
    silent = {name: np.zeros_like(array) for name, array in weights().items()}
    write_model(tmp_path / "model.npz", {**silent, "mean": np.zeros(100_000)})
    assert (tmp_path / "model.npz").stat().st_size < 20_000


def test_weights_between_the_steps_of_the_grid_are_not_written(tmp_path: Path) -> None:
    between = weights()
    between["main"][0] += WEIGHT_STEP / 2
    with pytest.raises(ValueError, match="grid"):
        write_model(tmp_path / "model.npz", between)
    assert not (tmp_path / "model.npz").exists()


def test_a_file_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    write_model(path, weights(1))
    write_model(path, weights(2))
    np.testing.assert_array_equal(load_weights(os.fspath(path))["main"], weights(2)["main"].astype(np.float32))
