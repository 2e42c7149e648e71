import xml.etree.ElementTree as ET
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.benchmark.charts import Interval, Mark, Series, curves, forest, pareto, pareto_front, spread, trade_off
from maintext.benchmark.svg import (
    Box,
    Scale,
    element,
    labelled,
    linear_ticks,
    log_ticks,
    marker,
    number,
    padded,
    place_labels,
    standalone,
    svg,
    text_width,
)

AREA = Box(0, 0, 800, 500)
KINDS = ("method", "baseline", "peer")


def clear(boxes: list[Box | None]) -> bool:
    placed = [box for box in boxes if box is not None]
    return not any(one.overlaps(other) for one, other in combinations(placed, 2))


# -- labels ----------------------------------------------------------------------------------------------------------------


def test_labels_of_many_points_in_one_place_all_find_room_and_do_not_overlap() -> None:
    points = [(400 + index * 0.5, 250.0) for index in range(20)]
    boxes = place_labels(points, [f"contender {index}" for index in range(20)], AREA)
    assert None not in boxes
    assert clear(boxes)


def test_a_label_covers_no_point() -> None:
    points = [(100.0, 100.0), (112.0, 100.0), (100.0, 112.0), (88.0, 100.0)]
    boxes = place_labels(points, ["one", "two", "three", "four"], AREA)
    for box in boxes:
        assert box is not None
        assert not any(box.x < x < box.x + box.width and box.y < y < box.y + box.height for x, y in points)


def test_a_label_alone_stands_right_beside_its_point() -> None:
    (box,) = place_labels([(100, 100)], ["alone"], AREA)
    assert box is not None
    assert box.x == 108
    assert box.y < 100 < box.y + box.height


def test_a_label_at_the_right_edge_goes_to_the_left() -> None:
    (box,) = place_labels([(795, 100)], ["at the edge"], AREA)
    assert box is not None
    assert box.x + box.width <= 795


def test_a_label_without_room_has_no_place() -> None:
    assert place_labels([(5, 5)], ["far too long for such an area"], Box(0, 0, 10, 10)) == [None]


def test_few_rings_leave_labels_out_instead_of_moving_them_far_away() -> None:
    points = [(400 + index * 0.5, 250.0) for index in range(20)]
    boxes = place_labels(points, ["label"] * 20, AREA, rings=1)
    assert None in boxes
    assert clear(boxes)


def test_a_label_keeps_clear_of_lines() -> None:
    across = (0.0, 100.0, 800.0, 100.0)
    slanted = (100.0, 0.0, 200.0, 500.0)
    for box in place_labels([(100, 100), (150, 250)], ["one", "two"], AREA, segments=[across, slanted]):
        assert box is not None
        assert not box.crossed_by(across)
        assert not box.crossed_by(slanted)


@pytest.mark.parametrize(
    ("segment", "crosses"),
    [
        ((0, 5, 20, 5), True),
        ((5, 0, 5, 20), True),
        ((0, 0, 20, 20), True),
        ((2, 2, 3, 3), True),
        ((0, 12, 20, 12), False),
        ((0, 10, 20, 10), False),
        ((12, 0, 12, 20), False),
        ((0, 15, 15, 8), False),
        ((-9, 5, -1, 5), False),
    ],
)
def test_what_crosses_a_box(segment: tuple[float, float, float, float], crosses: bool) -> None:
    assert Box(0, 0, 10, 10).crossed_by(segment) is crosses


def test_no_line_to_a_label_crosses_another_label() -> None:
    points = [(300 + index * 9.0, 250 + index % 3 * 4.0) for index in range(14)]
    labels = [f"label {index}" for index in range(14)]
    figure = svg(800, 500, labelled(points, labels, AREA, ["muted"] * 14), title="labels")
    leaders = [tuple(float(node.get(name, "")) for name in ("x1", "y1", "x2", "y2")) for node in nodes(figure, "line", "leader")]
    boxes = [box for box in place_labels(points, labels, AREA) if box is not None]
    assert leaders
    for x1, y1, x2, y2 in leaders:
        assert not any(
            Box(box.x + 0.1, box.y + 0.1, box.width - 0.2, box.height - 0.2).crossed_by((x1, y1, x2, y2)) for box in boxes
        )


def test_a_larger_point_takes_more_room() -> None:
    (box,) = place_labels([(100, 100)], ["alone"], AREA, radii=[20])
    assert box is not None
    assert box.x == 120


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(0, 800), st.floats(0, 500), st.text("abcdefgh -=文", min_size=1, max_size=18)),
        min_size=1,
        max_size=25,
    )
)
def test_labels_never_overlap_and_never_leave_the_area(marks: list[tuple[float, float, str]]) -> None:
    boxes = place_labels([(x, y) for x, y, _ in marks], [label for _, _, label in marks], AREA)
    assert len(boxes) == len(marks)
    assert clear(boxes)
    assert all(box.within(AREA) for box in boxes if box is not None)


def test_east_asian_characters_are_wide() -> None:
    assert text_width("正文") > text_width("ab")


@given(st.lists(st.floats(0, 100), min_size=1, max_size=6))
def test_spread_keeps_the_order_and_the_distance(wanted: list[float]) -> None:
    places = spread(wanted, 10, 0, 100)
    ordered = sorted(places)
    assert all(after - before >= 10 - 1e-9 for before, after in pairwise(ordered))
    assert all(-1e-9 <= place <= 100 + 1e-9 for place in places)
    for (one, at_one), (other, at_other) in combinations(zip(wanted, places, strict=True), 2):
        assert one == other or (one < other) == (at_one < at_other)


# -- scales ----------------------------------------------------------------------------------------------------------------


def test_a_log_scale_puts_powers_of_ten_at_equal_distances() -> None:
    scale = Scale(1, 1000, 0, 300, log=True)
    assert [round(scale(value)) for value in (1, 10, 100, 1000)] == [0, 100, 200, 300]


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0.71, 0.86, [0.72, 0.74, 0.76, 0.78, 0.8, 0.82, 0.84, 0.86]),
        (0, 2, [0, 0.5, 1, 1.5, 2]),
    ],
)
def test_ticks_are_round_numbers(low: float, high: float, ticks: list[float]) -> None:
    assert linear_ticks(low, high, 8 if low else 7) == ticks


def test_ticks_of_a_log_scale() -> None:
    assert log_ticks(8, 120) == [10, 20, 50, 100]
    assert log_ticks(1, 1e6) == [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]


def test_equal_values_still_have_a_range() -> None:
    low, high = padded([0.5, 0.5])
    assert low < 0.5 < high


@pytest.mark.parametrize(("value", "written"), [(1.0, "1"), (0.125, "0.12"), (-0.001, "0"), (100.0, "100"), (-2.5, "-2.5")])
def test_coordinates_are_short(value: float, written: str) -> None:
    assert number(value) == written


# -- figures ---------------------------------------------------------------------------------------------------------------


def parsed(figure: str) -> ET.Element:
    return ET.fromstring(standalone(figure))


def words(figure: str) -> list[str]:
    return [node.text or "" for node in parsed(figure).iter() if node.tag.endswith("text")]


def test_what_is_written_is_escaped() -> None:
    mark = Mark('<b>"&', "peer", 10, 0.5, title="<i>")
    figure = pareto([mark], x_title="x <", y_title="y &")
    assert '<b>"&' in words(figure)
    assert "<i>" not in figure
    assert element("a", title='"<') == '<a title="&quot;&lt;"/>'


def test_every_kind_has_a_shape_of_its_own() -> None:
    assert len({marker(0, 0, kind).split()[0] for kind in KINDS}) == 3


def test_the_front_holds_those_that_nobody_beats_in_both() -> None:
    marks = [
        Mark("fast", "peer", 100, 0.6),
        Mark("good", "peer", 1, 0.9),
        Mark("beaten", "peer", 50, 0.5),
        Mark("mid", "peer", 10, 0.7),
    ]
    assert [mark.label for mark in pareto_front(marks)] == ["good", "mid", "fast"]


def test_of_two_equal_ones_the_front_holds_one() -> None:
    assert len(pareto_front([Mark("a", "peer", 1, 0.5), Mark("b", "peer", 1, 0.5)])) == 1


@pytest.mark.parametrize("count", [1, 2, 30])
def test_the_picture_of_accuracy_and_speed_is_well_formed_and_names_everyone(count: int) -> None:
    marks = [Mark(f"name{index}", KINDS[index % 3], 1 + index, 0.5 + index / 100) for index in range(count)]
    assert {mark.label for mark in marks} <= set(words(pareto(marks, x_title="speed", y_title="accuracy")))


def test_a_forest_names_every_row_and_its_value_even_beyond_the_axis() -> None:
    rows = [Interval("good", "method", 0.9, 0.88, 0.92), Interval("hopeless", "baseline", 0.0, 0.0, 0.0)]
    drawn = words(forest(rows, title="corpus"))
    assert {"corpus", "good", "hopeless", "90.0", "0.0", "◂"} <= set(drawn)


def nodes(figure: str, name: str, class_: str = "") -> list[ET.Element]:
    return [node for node in parsed(figure).iter() if node.tag.endswith(name) and class_ in node.get("class", "")]


def test_names_keep_clear_of_the_front() -> None:
    marks = [Mark(f"front{index}", "method", 10.0 * (index + 1), 0.9 - index / 400) for index in range(6)]
    marks.append(Mark("low", "method", 1.0, 0.4))
    figure = pareto(marks, x_title="speed", y_title="accuracy")
    (front,) = nodes(figure, "path", "front")
    corners = [(float(x), float(y)) for x, y in (place.split() for place in front.get("d", "")[1:].split("L"))]
    for node in nodes(figure, "text", "method"):
        x, y, width = float(node.get("x", "")), float(node.get("y", "")), text_width(node.text or "")
        left = x - {"end": width, "middle": width / 2}.get(node.get("text-anchor", ""), 0)
        box = Box(left, y - 9, width, 9)
        assert not any(box.crossed_by((*one, *other)) for one, other in pairwise(corners)), node.text


def test_the_highlighted_value_does_not_lie_under_its_marker() -> None:
    chart = trade_off(
        [(0.1, 0.2, "0"), (0.2, 0.1, "1")], title="t", x_title="r", y_title="p", highlight="1", width=300, height=200
    )
    figure = svg(300, 200, chart, title="t")
    (label,) = nodes(figure, "text", "strong")
    (point,) = [node for node in nodes(figure, "circle") if node.get("r") == "6"]
    x, y = float(point.get("cx", "")), float(point.get("cy", ""))
    left = float(label.get("x", "")) - {"end": 1.0, "middle": 0.5}.get(label.get("text-anchor", ""), 0.0) * text_width("1")
    assert not Box(left, float(label.get("y", "")) - 9, text_width("1"), 9).overlaps(Box(x - 6, y - 6, 12, 12))


@pytest.mark.parametrize(
    ("interval", "arrows", "whiskers", "points"),
    [((0.6, 0.3, 0.8), 1, 2, 2), ((0.4, 0.3, 0.6), 1, 2, 1), ((0.2, 0.1, 0.3), 1, 1, 1), ((0.8, 0.7, 0.9), 0, 2, 2)],
)
def test_what_is_cut_at_the_edge_of_a_forest_goes_beyond(
    interval: tuple[float, float, float], arrows: int, whiskers: int, points: int
) -> None:
    figure = forest([Interval("good", "method", 0.9, 0.88, 0.92), Interval("wide", "method", *interval)], title="corpus")
    assert words(figure).count("◂") == arrows
    assert len(nodes(figure, "line", "whisker")) == whiskers
    assert len(nodes(figure, "circle")) == points


def test_curves_and_trade_off_are_well_formed() -> None:
    chart = curves(
        (0, 1, 2), [Series("P", "peer", (0.1, 0.2, 0.3))], title="t", x_title="x", published=1, width=300, height=200
    ) + trade_off([(0.1, 0.2, "0"), (0.2, 0.1, "1")], title="t", x_title="r", y_title="p", highlight="1", width=300, height=200)
    drawn = words(svg(300, 200, chart, title="both"))
    assert {"P", "paper: 1", "0", "1"} <= set(drawn)


def test_a_figure_of_its_own_brings_its_colours() -> None:
    assert "prefers-color-scheme" in standalone(svg(10, 10, "", title="empty"))
