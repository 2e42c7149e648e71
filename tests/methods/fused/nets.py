"""Nets with few and random weights: what holds for them holds for those of a model."""

import numpy as np

from maintext.labels import LABELS, PAGE_TYPES
from maintext.methods.fused.grid import SingleArray, on_grid
from maintext.methods.fused.network import DILATIONS, Weights

WIDTH, CHANNELS, HIDDEN = 5, 6, 8
SHORT_AND_LONG = [1, 2, 3, 4, 5, 8, 9, 16, 17, 40]  # numbers of blocks below, at and above each dilation


def shapes(width: int) -> dict[str, tuple[int, ...]]:
    """Of all the weights of a net with so many inputs."""
    return {
        "input": (width, CHANNELS),
        "input_bias": (CHANNELS,),
        "input_convention": (CHANNELS,),
        "page": (2 * CHANNELS, CHANNELS),
        "page_bias": (CHANNELS,),
        "head": (CHANNELS, HIDDEN),
        "head_bias": (HIDDEN,),
        "head_convention": (HIDDEN,),
        "main": (HIDDEN, 1),
        "main_bias": (1,),
        "kind": (HIDDEN, len(LABELS)),
        "kind_bias": (len(LABELS),),
        "type": (2 * CHANNELS, len(PAGE_TYPES)),
        "type_bias": (len(PAGE_TYPES),),
        **{f"convolution_{number}": (3, CHANNELS, CHANNELS) for number in range(len(DILATIONS))},
        **{f"convolution_{number}_bias": (CHANNELS,) for number in range(len(DILATIONS))},
        **{f"group_{number}": (CHANNELS, CHANNELS) for number in range(3)},
    }


def random_weights(seed: int = 0, scale: float = 0.25, width: int = WIDTH) -> dict[str, SingleArray]:
    random = np.random.default_rng(seed)
    weights = {name: random.normal(size=shape) * scale for name, shape in shapes(width).items()}
    return on_grid(weights | {"head_bias": np.abs(weights["head_bias"]) + scale})  # so that the head is not silent


def scaling(width: int) -> Weights:
    """That changes nothing."""
    return {"mean": np.zeros(width, dtype=np.float32), "scale": np.ones(width, dtype=np.float32)}
