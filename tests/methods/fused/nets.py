"""Nets with few and random weights: what holds for them holds for those of a model."""

import numpy as np

from maintext.methods.fused import network
from maintext.methods.fused.grid import SingleArray, on_grid
from maintext.methods.fused.network import Weights

WIDTH, CHANNELS, HIDDEN = 5, 6, 8
LOUD = 8.0  # weights of about this size make many sums larger than a layer hands on
SHORT_AND_LONG = [1, 2, 3, 4, 5, 8, 9, 16, 17, 40]  # numbers of blocks below, at and above each dilation


def shapes(width: int) -> dict[str, tuple[int, ...]]:
    """Of all the weights of a net with so many inputs."""
    return network.shapes(width, CHANNELS, HIDDEN)


def random_weights(seed: int = 0, scale: float = 0.25, width: int = WIDTH) -> dict[str, SingleArray]:
    random = np.random.default_rng(seed)
    weights = {name: random.normal(size=shape) * scale for name, shape in shapes(width).items()}
    return on_grid(weights | {"head_bias": np.abs(weights["head_bias"]) + scale})  # so that the head is not silent


def scaling(width: int) -> Weights:
    """That changes nothing."""
    return {"mean": np.zeros(width, dtype=np.float32), "scale": np.ones(width, dtype=np.float32)}
