"""The charts of the reports: accuracy against speed, intervals, curves and trade-offs."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from maintext.benchmark.svg import (
    FONT,
    Box,
    Scale,
    Segment,
    axes,
    element,
    labelled,
    line,
    marker,
    number,
    padded,
    padded_log,
    percent,
    svg,
    text,
    text_width,
)


@dataclass(frozen=True)
class Mark:
    """A contender in the picture of accuracy against speed."""

    label: str
    kind: str  # method, baseline or peer
    x: float
    y: float
    title: str = ""


def pareto_front(marks: Sequence[Mark]) -> list[Mark]:
    """Those that nobody beats both in x and in y, from left to right."""
    front: list[Mark] = []
    for mark in sorted(marks, key=lambda mark: (-mark.x, -mark.y, mark.label)):
        if not front or mark.y > front[-1].y:
            front.append(mark)
    return front[::-1]


def pareto(marks: Sequence[Mark], *, x_title: str, y_title: str, width: float = 1080, height: float = 580) -> str:
    """Accuracy against speed, both the better the further out, with the front of those that nobody beats in both."""
    x = Scale(*padded_log([mark.x for mark in marks]), 64, width - 16, log=True)
    y = Scale(*padded([mark.y for mark in marks], least=0.01), height - 56, 16)
    front = pareto_front(marks)
    ordered = [*front, *(mark for mark in marks if mark not in front)]
    places = [(x(mark.x), y(mark.y)) for mark in ordered]
    corners = _front_corners([(x(mark.x), y(mark.y)) for mark in front], x.start, y.start)
    area = Box(x.start + 2, y.stop, x.stop - x.start - 4, y.start - y.stop - 2)
    classes = [f"{mark.kind} strong" if mark in front else mark.kind for mark in ordered]
    drawn = [
        axes(x, y, x_title=x_title, y_title=y_title, y_label=percent),
        element("path", d=_path(corners), class_="front"),
        labelled(places, [mark.label for mark in ordered], area, classes, segments=_segments(corners)),
        *(marker(*place, mark.kind, title=mark.title or mark.label) for place, mark in zip(places, ordered, strict=True)),
    ]
    return svg(width, height, "".join(drawn), title=f"{y_title} against {x_title}")


def _front_corners(front: Sequence[tuple[float, float]], left: float, bottom: float) -> list[tuple[float, float]]:
    """The corners of the stairs through the points of a front, from the left edge to the bottom."""
    corners = [(left, front[0][1])] if front else []
    for (x, y), (_, below) in zip(front, [*front[1:], (0.0, bottom)], strict=True):
        corners += [(x, y), (x, below)]
    return corners


def _segments(places: Sequence[tuple[float, float]]) -> list[Segment]:
    return [(*one, *other) for one, other in pairwise(places)]


def _path(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in places)


@dataclass(frozen=True)
class Interval:
    """A row of a forest plot."""

    label: str
    kind: str
    value: float
    low: float
    high: float


def forest(rows: Sequence[Interval], *, title: str, width: float = 640, reach: float = 0.4) -> str:
    """Values with their intervals, one row each, on one axis. It ends `reach` below the best: what lies beyond stands there."""
    row_height, top = 22.0, 34.0
    left = 20 + max(text_width(row.label) for row in rows)
    bottom = top + row_height * len(rows)
    end = max(row.value for row in rows) - reach
    x = Scale(*padded([max(edge, end) for row in rows for edge in (row.low, row.high)], least=0.01), left, width - 60)
    drawn = [text(0, 16, title, class_="title")]
    for value in x.ticks():
        drawn.append(line(x(value), top, x(value), bottom, "grid"))
        drawn.append(text(x(value), bottom + 18, percent(value), class_="muted", anchor="middle"))
    for index, row in enumerate(rows):
        middle = top + row_height * (index + 0.5)
        label = f"{row.label}: {100 * row.value:.1f} ({100 * row.low:.1f} to {100 * row.high:.1f})"
        drawn.append(text(left - 12, middle + 4, row.label, anchor="end", class_=row.kind))
        if row.high > end:
            left_end = x(row.low) if row.low >= end else x.start + _ARROW
            drawn.append(line(left_end, middle, x(row.high), middle, f"{row.kind} whisker"))
        if min(row.low, row.value) < end:
            drawn.append(_beyond(x.start, middle))
        if row.value >= end:
            drawn.append(marker(x(row.value), middle, row.kind, title=label, size=5))
        drawn.append(text(width - 4, middle + 4, f"{100 * row.value:.1f}", class_="muted", anchor="end"))
    return svg(width, bottom + 26, "".join(drawn), title=title)


_ARROW = 8.0  # room that the arrow head takes


def _beyond(x: float, y: float) -> str:
    """An arrow head for what lies to the left of the axis."""
    return text(x + 2, y + 4, "◂", class_="muted")


@dataclass(frozen=True)
class Series:
    """A curve over one parameter."""

    label: str
    kind: str  # only for its colour and shape
    values: tuple[float, ...]


def curves(
    over: Sequence[float],
    series: Sequence[Series],
    *,
    title: str,
    x_title: str,
    published: float | None,
    width: float,
    height: float,
) -> str:
    """Curves over one parameter, each labelled at its end, with a line where the paper sets the parameter."""
    room = max(text_width(each.label) for each in series) + 16
    x = Scale(*(padded(over, 0.02, least=1e-6)), 56, width - room)
    y = Scale(*padded([value for each in series for value in each.values]), height - 52, 42)
    drawn = [text(0, 14, title, class_="title"), axes(x, y, x_title=x_title, y_title="per cent", y_label=percent)]
    if published is not None and x.low <= published <= x.high:
        drawn.append(line(x(published), y.start, x(published), y.stop, "published"))
        drawn.append(text(x(published), y.stop - 4, f"paper: {published:g}", class_="muted", anchor="middle"))
    for each in series:
        places = [(x(at), y(value)) for at, value in zip(over, each.values, strict=True)]
        drawn.append(element("path", d=_path(places), class_=f"{each.kind} curve"))
        for (a, b), at, value in zip(places, over, each.values, strict=True):
            drawn.append(marker(a, b, each.kind, size=3, title=f"{each.label} {100 * value:.1f} at {at:g}"))
    heights = spread([y(each.values[-1]) for each in series], FONT * 1.3, y.stop, y.start)
    drawn += [text(x.stop + 10, at + 4, each.label, class_=each.kind) for each, at in zip(series, heights, strict=True)]
    return "".join(drawn)


def spread(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Places near the wanted ones, in the same order, at least `apart` from each other, within low and high while they fit."""
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    places = [0.0] * len(wanted)
    last = low - apart
    for index in order:
        last = places[index] = max(wanted[index], last + apart)
    last = high + apart
    for index in reversed(order):
        last = places[index] = min(places[index], last - apart)
    return places


def trade_off(
    points: Sequence[tuple[float, float, str]],
    *,
    title: str,
    x_title: str,
    y_title: str,
    highlight: str | None,
    width: float,
    height: float,
) -> str:
    """One curve through points (x, y, label), such as recall and precision, labelled where there is room."""
    x = Scale(*padded([point[0] for point in points]), 56, width - 12)
    y = Scale(*padded([point[1] for point in points]), height - 52, 42)
    ordered = sorted(points, key=lambda point: point[2] != highlight)  # the paper's own value gets its label before all others
    places = [(x(a), y(b)) for a, b, _ in ordered]
    area = Box(x.start + 2, y.stop, x.stop - x.start - 2, y.start - y.stop - 2)
    curve = [(x(a), y(b)) for a, b, _ in points]
    sizes = [6 if label == highlight else 3.5 for _, _, label in ordered]
    classes = ["strong" if label == highlight else "muted" for _, _, label in ordered]
    drawn = [
        text(0, 14, title, class_="title"),
        axes(x, y, x_title=x_title, y_title=y_title, x_label=percent, y_label=percent),
        element("path", d=_path(curve), class_="method curve"),
        labelled(
            places,
            [label for _, _, label in ordered],
            area,
            classes,
            radii=[size + 2 for size in sizes],
            rings=4,
            segments=_segments(curve),
        ),
    ]
    for (a, b), (recall, precision, label), size in [*zip(places, ordered, sizes, strict=True)][::-1]:  # its point above all
        drawn.append(
            marker(a, b, "method", size=size, title=f"{label}: {x_title} {100 * recall:.1f}, {y_title} {100 * precision:.1f}")
        )
    return "".join(drawn)
