"""What several papers do with a row of numbers: smooth it, measure its spread, cluster it."""

import numpy as np
from numpy.typing import NDArray

from maintext.page import FloatArray, IntArray

# Above this many products a convolution goes through the Fourier transform, which keeps a page of long lines linear.
_DIRECT_PRODUCTS = 4_000_000


def gaussian_kernel(sigma: float, radius: int) -> FloatArray:
    """e^(-j^2 / (2 sigma^2)) for j = -radius..radius, made to sum to one."""
    offsets = np.arange(-radius, radius + 1)
    kernel = np.exp(-(offsets**2) / (2 * sigma**2))
    return kernel / kernel.sum()


def smoothed(values: FloatArray, sigma: float, radius: int) -> FloatArray:
    """The values convolved with a Gaussian; nothing lies beyond the ends. No spread, no smoothing."""
    if sigma <= 0 or len(values) < 2:
        return values
    if radius * len(values) <= _DIRECT_PRODUCTS:
        kernel = gaussian_kernel(sigma, radius)
        return np.convolve(values, kernel)[radius : radius + len(values)].astype(np.float64, copy=False)
    return _smoothed_by_transform(values, sigma, radius)


def _smoothed_by_transform(values: FloatArray, sigma: float, radius: int) -> FloatArray:
    # Weights further away than the row is long meet no value: they only enter the sum that the kernel is divided by.
    reach = min(radius, len(values) - 1)
    total = gaussian_kernel_sum(sigma, radius)
    kernel = np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * sigma**2)) / total
    size = 1 << int(len(values) + 2 * reach).bit_length()
    product = np.fft.irfft(np.fft.rfft(values, size) * np.fft.rfft(kernel, size), size)
    return np.maximum(product[reach : reach + len(values)], values.min(initial=0.0))


def gaussian_kernel_sum(sigma: float, radius: int) -> float:
    """The sum of the unnormalised kernel; by the error function's integral where there are too many terms to add."""
    if radius <= 1_000_000:
        return float(np.exp(-(np.arange(-radius, radius + 1) ** 2) / (2 * sigma**2)).sum())
    from math import erf, pi, sqrt

    return sigma * sqrt(2 * pi) * erf((radius + 0.5) / (sigma * sqrt(2)))


def clusters(points: FloatArray, k: int, *, fixed_origin: bool, rounds: int = 100) -> tuple[IntArray, FloatArray]:
    """k-means with a start that is the same every time: the cluster of each point, and the centroids.

    Where the papers start at random, this starts at the points whose norms are nearest to equal steps up to the largest norm.
    With `fixed_origin` the first centroid is the origin and stays there. A cluster that loses all its points keeps its centroid.
    """
    norms = np.sqrt((points**2).sum(axis=1))
    steps = norms.max(initial=0.0) * np.arange(k) / max(k - 1, 1)
    centroids = points[[int(np.abs(norms - step).argmin()) for step in steps]]
    if fixed_origin:
        centroids[0] = 0
    assigned = np.full(len(points), -1)
    for _ in range(rounds):
        distances = np.stack([((points - centroid) ** 2).sum(axis=1) for centroid in centroids])
        nearest = distances.argmin(axis=0)
        if np.array_equal(nearest, assigned):
            break
        assigned = nearest
        for cluster in range(int(fixed_origin), k):
            members: NDArray[np.bool_] = assigned == cluster
            if members.any():
                centroids[cluster] = points[members].mean(axis=0)
    return assigned, centroids
