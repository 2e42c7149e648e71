import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.methods import signal
from maintext.methods.signal import clusters, gaussian_kernel, gaussian_kernel_sum, smoothed
from maintext.page import FloatArray

VALUES = st.lists(st.floats(-1000, 1000), min_size=1, max_size=40).map(np.array)


def test_kernel_of_radius_one() -> None:
    np.testing.assert_allclose(gaussian_kernel(1, 1), [0.27407, 0.45186, 0.27407], atol=5e-6)


@pytest.mark.parametrize(("sigma", "radius"), [(0.3, 1), (1, 1), (2.5, 3), (15.7, 16)])
def test_kernel_sums_to_one_and_falls_off_evenly(sigma: float, radius: int) -> None:
    kernel = gaussian_kernel(sigma, radius)
    assert len(kernel) == 2 * radius + 1
    assert kernel.sum() == pytest.approx(1)
    np.testing.assert_allclose(kernel, kernel[::-1])
    assert kernel[radius - 1] / kernel[radius] == pytest.approx(np.exp(-1 / (2 * sigma**2)))


def test_smoothing_spreads_a_single_value() -> None:
    np.testing.assert_allclose(smoothed(np.array([0.0, 0, 10, 0, 0]), 1, 1), [0, 2.7407, 4.5186, 2.7407, 0], atol=5e-5)


def test_nothing_lies_beyond_the_ends() -> None:
    np.testing.assert_allclose(smoothed(np.array([10.0, 10, 10]), 1, 1), [7.2593, 10, 7.2593], atol=5e-5)


def test_a_kernel_that_is_longer_than_the_values() -> None:
    values = np.array([1.0, 2.0])
    kernel = gaussian_kernel(10, 10)
    np.testing.assert_allclose(smoothed(values, 10, 10), [kernel[10] + 2 * kernel[9], kernel[11] + 2 * kernel[10]])


@pytest.mark.parametrize("values", [[], [3.0], [1.0, 5.0, 2.0]])
def test_without_spread_values_stay_as_they_are(values: list[float]) -> None:
    np.testing.assert_array_equal(smoothed(np.array(values), 0, 0), values)


@pytest.mark.parametrize("values", [[], [3.0]])
def test_fewer_than_two_values_stay_as_they_are(values: list[float]) -> None:
    np.testing.assert_array_equal(smoothed(np.array(values), 4, 4), values)


def test_values_are_not_changed_in_place() -> None:
    values = np.array([0.0, 4, 8])
    values.setflags(write=False)
    smoothed(values, 2, 2)
    clusters(values[:, None], 2, fixed_origin=True)


@given(values=VALUES, sigma=st.floats(0.5, 50))
def test_long_convolutions_give_what_short_ones_give(values: FloatArray, sigma: float) -> None:
    radius = int(np.ceil(sigma))
    direct = smoothed(values, sigma, radius)
    if len(values) > 1:
        np.testing.assert_allclose(signal._smoothed_by_transform(values, sigma, radius), direct, atol=1e-8)


def test_a_large_spread_takes_the_long_way_and_stays_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.linspace(0, 5000, 300).astype(np.float64)
    direct = smoothed(values, 900.0, 900)
    monkeypatch.setattr(signal, "_DIRECT_PRODUCTS", 0)
    monkeypatch.setattr(signal, "gaussian_kernel", None)
    np.testing.assert_allclose(smoothed(values, 900.0, 900), direct, atol=1e-8)


def test_the_sum_of_a_huge_kernel_is_that_of_the_integral() -> None:
    radius = 1_000_001
    exact = float(np.exp(-(np.arange(-radius, radius + 1) ** 2) / (2 * 4e5**2)).sum())
    assert gaussian_kernel_sum(4e5, radius) == pytest.approx(exact, rel=1e-9)


# -- clusters ------------------------------------------------------------------------------------------------------------


def test_clusters_of_three_groups() -> None:
    points = np.array([[0.0], [1], [10], [11], [20], [21]])
    cluster, centroids = clusters(points, 3, fixed_origin=False)
    assert cluster.tolist() == [0, 0, 1, 1, 2, 2]
    np.testing.assert_allclose(centroids, [[0.5], [10.5], [20.5]])


def test_a_fixed_origin_stays_where_it_is() -> None:
    points = np.array([[2.0, 0], [0, 2], [10, 10], [20, 20]])
    cluster, centroids = clusters(points, 3, fixed_origin=True)
    assert centroids[0].tolist() == [0, 0]
    assert cluster.tolist() == [0, 0, 1, 2]


def test_a_cluster_without_points_keeps_its_centroid() -> None:
    cluster, centroids = clusters(np.array([[10.0], [10.0]]), 2, fixed_origin=True)
    assert cluster.tolist() == [1, 1]
    np.testing.assert_allclose(centroids, [[0], [10]])


def test_more_clusters_than_points() -> None:
    cluster, _ = clusters(np.array([[0.0], [8.0]]), 5, fixed_origin=True)
    assert cluster[0] == 0
    assert cluster[1] != 0


def test_points_at_the_origin_belong_to_the_origin() -> None:
    cluster, _ = clusters(np.zeros((4, 2)), 3, fixed_origin=True)
    assert cluster.tolist() == [0, 0, 0, 0]


@given(values=VALUES, k=st.integers(2, 4), fixed=st.booleans())
@settings(deadline=None)
def test_every_point_ends_in_the_cluster_of_its_nearest_centroid(values: FloatArray, k: int, fixed: bool) -> None:
    points = np.abs(values)[:, None]
    cluster, centroids = clusters(points, k, fixed_origin=fixed)
    distances = np.abs(points - centroids[:, 0])
    np.testing.assert_allclose(distances[np.arange(len(points)), cluster], distances.min(axis=1), atol=1e-9)
    again, _ = clusters(points, k, fixed_origin=fixed)
    assert again.tolist() == cluster.tolist()
