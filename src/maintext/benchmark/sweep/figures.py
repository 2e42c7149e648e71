"""The papers' figures: which parameter each varies, over which values, and what the paper reads from it."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Sweep:
    """What is varied, and over which values."""

    name: str
    title: str
    method: str
    parameter: str
    values: tuple[float, ...]
    published: float
    says: str = ""


def steps(low: float, high: float, steps: int) -> tuple[float, ...]:
    """So many values from low to high, both included, without the dust of binary fractions."""
    return tuple(round(low + (high - low) * index / max(steps - 1, 1), 10) for index in range(steps))


FIGURES: Mapping[str, Sweep] = {
    sweep.name: sweep
    for sweep in (
        Sweep(
            "cetd-5",
            "CETD, figure 5: coefficient of the threshold",
            "cectd-ds",
            "coefficient",
            steps(0, 1, 21),
            1.0,
            "The paper: at 0 recall is 100 %; 0.9 is a good trade-off on Yahoo!, and 1 serves all sites. (Above 1 the "
            "threshold can exceed the density of the whole page, and then nothing is left.)",
        ),
        Sweep(
            "cetr-6",
            "CETR, figure 6: coefficient of the threshold",
            "cetr-tm",
            "lambda",
            steps(0, 2, 21),
            1.0,
            "The paper: at 0 recall is 100 %, precision rises and recall falls with lambda; 0.5 is a good trade-off on the New "
            "York Times.",
        ),
        Sweep(
            "cepr-9",
            "CEPR, figure 9: coefficient of the threshold",
            "cepr-setpr",
            "lambda",
            steps(0, 2, 21),
            0.8,
            "The paper: recall falls with lambda; 0.8 is a good trade-off on the New York Post.",
        ),
        Sweep(
            "cepr-10",
            "CEPR, figure 10: how strongly unlike paths are held apart",
            "cepr-setpr",
            "alpha",
            (0, 1, 2, 3),
            1.0,
            "The paper: precision rises and recall falls with alpha; F is highest at 1 (92.60 % on Techweb).",
        ),
        Sweep(
            "block-extractor-4",
            "BlockExtractor, figure 4: threshold from 0 to 2",
            "block-extractor",
            "threshold",
            steps(0, 2, 21),
            1.5,
            "The paper: precision rises, recall falls, and F1 is highest at about 1.6; 1.3 to 1.7 is balanced best.",
        ),
        Sweep(
            "block-extractor-5",
            "BlockExtractor, figure 5: threshold from 1 to 4",
            "block-extractor",
            "threshold",
            steps(1, 4, 7),
            1.5,
            "The paper: as in figure 4, further out.",
        ),
    )
}
