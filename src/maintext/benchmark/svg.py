"""Figures as SVG text: scales, labels that keep clear of each other, and the charts of the reports.

Colours are CSS variables (`STYLE`), so a figure inside a page follows the page's light or dark mode, and `standalone` gives a
figure that does so by itself. The palette is Okabe and Ito's, which readers with any colour vision can tell apart; every kind has
a shape of its own as well. The same data gives the same bytes.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

STYLE = """
:root {
  --paper: #fff; --ink: #1b1f24; --muted: #5b6570; --line: #d9dee3;
  --method: #0072b2; --baseline: #d55e00; --peer: #009e73;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181d; --ink: #e8ebee; --muted: #9aa5b1; --line: #333b44;
    --method: #56b4e9; --baseline: #e69f00; --peer: #3fc79a;
  }
}
svg { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; font-size: 12px; }
svg text { fill: var(--ink); }
svg .muted { fill: var(--muted); }
svg .strong { font-weight: 600; }
svg .title { font-size: 14px; font-weight: 600; }
svg .paper { fill: var(--paper); }
svg .grid { stroke: var(--line); stroke-width: 1; }
svg .axis { stroke: var(--muted); stroke-width: 1; }
svg .leader { stroke: var(--muted); stroke-width: 0.75; }
svg .front { fill: none; stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 5 4; opacity: 0.55; }
svg .band { fill: var(--line); opacity: 0.35; }
svg .method { fill: var(--method); stroke: var(--method); }
svg .baseline { fill: var(--baseline); stroke: var(--baseline); }
svg .peer { fill: var(--peer); stroke: var(--peer); }
svg .mark { stroke: var(--paper); stroke-width: 1.25; }
svg .whisker { fill: none; stroke-width: 2; }
svg .curve { fill: none; stroke-width: 2.25; stroke-linejoin: round; }
svg .published { stroke: var(--muted); stroke-width: 1.25; stroke-dasharray: 3 3; }
svg text.method, svg text.baseline, svg text.peer { stroke: none; }
svg text.muted { fill: var(--muted); }
""".strip()

_CHARACTER = 0.6  # mean width of a character in units of the font size, on the safe side for the fonts of STYLE
_FONT = 12.0


# -- elements --------------------------------------------------------------------------------------------------------------


def number(value: float) -> str:
    """A coordinate with as many digits as a screen can show."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def element(name: str, *children: str, **attributes: "str | float | None") -> str:
    """An element; `class_` is the attribute `class`, `text_anchor` is `text-anchor`. Children are markup, values are escaped."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value if isinstance(value, str) else number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{''.join(children)}</{name}>" if children else f"<{name}{given}/>"


def text(x: float, y: float, words: str, *, class_: str | None = None, anchor: str | None = None, turned: bool = False) -> str:
    """A line of text; `turned` reads upwards."""
    place = f"rotate(-90 {number(x)} {number(y)})" if turned else None
    return element("text", escape(words), x=x, y=y, class_=class_, text_anchor=anchor, transform=place)


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def svg(width: float, height: float, body: str, *, title: str) -> str:
    """A figure that scales with what it stands in; its title is what a screen reader says."""
    return (
        f'<svg viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" role="img" aria-label="{escape(title)}">'
        f"{body}</svg>"
    )


def standalone(figure: str) -> str:
    """A figure as a file of its own."""
    opening, closing, rest = figure.partition(">")
    paper = '<rect class="paper" width="100%" height="100%"/>'
    return f'{opening} xmlns="http://www.w3.org/2000/svg"{closing}<style>{STYLE}</style>{paper}{rest}\n'


def moved(x: float, y: float, body: str) -> str:
    return element("g", body, transform=f"translate({number(x)} {number(y)})")


def marker(x: float, y: float, kind: str, *, title: str = "", size: float = 6) -> str:
    """A point in its kind's colour and shape: circles for methods, squares for baselines, diamonds for peers."""
    hover = (element("title", escape(title)),) if title else ()
    class_ = f"{kind} mark"
    if kind == "baseline":
        return element("rect", *hover, x=x - size * 0.85, y=y - size * 0.85, width=size * 1.7, height=size * 1.7, class_=class_)
    if kind == "peer":
        reach = size * 1.25
        corners = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
        return element("polygon", *hover, points=" ".join(f"{number(a)},{number(b)}" for a, b in corners), class_=class_)
    return element("circle", *hover, cx=x, cy=y, r=size, class_=class_)


# -- scales ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scale:
    """From values to places along an axis."""

    low: float
    high: float
    start: float
    stop: float
    log: bool = False

    def __call__(self, value: float) -> float:
        of: Callable[[float], float] = math.log10 if self.log else float
        share = (of(value) - of(self.low)) / (of(self.high) - of(self.low))
        return self.start + share * (self.stop - self.start)

    def ticks(self) -> list[float]:
        return log_ticks(self.low, self.high) if self.log else linear_ticks(self.low, self.high)


def linear_ticks(low: float, high: float, most: int = 7) -> list[float]:
    """Round numbers from low to high: 1, 2 or 5 times a power of ten apart, so many that they can be read."""
    raw = (high - low) / most
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    return [round(index * step, 10) for index in range(first, math.floor(high / step + 1e-9) + 1)]


def log_ticks(low: float, high: float) -> list[float]:
    """Powers of ten; with their doubles and fivefolds where they are few."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    factors = (1,) if len(powers) > 4 else (1, 2, 5)
    every = [factor * 10.0**power for power in powers for factor in factors]
    return [each for each in every if low * (1 - 1e-9) <= each <= high * (1 + 1e-9)]


def padded(values: Sequence[float], share: float = 0.06, *, least: float = 0.02) -> tuple[float, float]:
    """The range of the values with some room, never empty."""
    low, high = min(values), max(values)
    room = max((high - low) * share, least)
    return low - room, high + room


def padded_log(values: Sequence[float]) -> tuple[float, float]:
    low, high = padded([math.log10(value) for value in values], least=0.15)
    return 10**low, 10**high


# -- labels that keep clear of each other ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: "Box") -> bool:
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def within(self, other: "Box") -> bool:
        return (
            other.x <= self.x
            and other.y <= self.y
            and self.x + self.width <= other.x + other.width
            and self.y + self.height <= other.y + other.height
        )


def text_width(words: str) -> float:
    """How wide a line of text is at most; characters of East Asian scripts are square."""
    return _FONT * sum(1.0 if ord(character) > 0x2E7F else _CHARACTER for character in words)


def place_labels(
    points: Sequence[tuple[float, float]], labels: Sequence[str], area: Box, *, radius: float = 8, rings: int = 40
) -> list[Box | None]:
    """A place inside the area for each label, near its point, clear of all other labels and of all points; the first come first.

    Tries beside, above and below the point, then ever further out in so many rings. A label that nothing is left for has no place
    (None).
    """
    taken = [Box(x - radius, y - radius, 2 * radius, 2 * radius) for x, y in points]
    placed: list[Box | None] = []
    for (x, y), label in zip(points, labels, strict=True):
        width, height = text_width(label), _FONT * 1.3
        box = next(
            (
                box
                for box in _candidates(x, y, width, height, radius, rings, area)
                if not any(box.overlaps(other) for other in taken)
            ),
            None,
        )
        placed.append(box)
        if box is not None:
            taken.append(box)
    return placed


def _candidates(x: float, y: float, width: float, height: float, radius: float, rings: int, area: Box) -> "list[Box]":
    near = [
        (x + radius, y - height / 2),
        (x - radius - width, y - height / 2),
        (x - width / 2, y - radius - height),
        (x - width / 2, y + radius),
    ]
    for ring in range(1, rings):
        reach = radius + ring * height * 0.6
        for turn in range(16):
            angle = 2 * math.pi * turn / 16
            centre_x, centre_y = x + (reach + width / 2) * math.cos(angle), y + reach * math.sin(angle)
            near.append((centre_x - width / 2, centre_y - height / 2))
    return [box for left, top in near if (box := Box(left, top, width, height)).within(area)]


def _labelled(
    points: Sequence[tuple[float, float]],
    labels: Sequence[str],
    area: Box,
    classes: Sequence[str],
    *,
    radius: float = 8,
    rings: int = 40,
) -> str:
    """The labels as text, with a thin line to the point where one had to move away from it."""
    drawn = []
    boxes = place_labels(points, labels, area, radius=radius, rings=rings)
    for (x, y), label, class_, box in zip(points, labels, classes, boxes, strict=True):
        if box is None:
            continue
        near_x, near_y = min(max(x, box.x), box.x + box.width), min(max(y, box.y), box.y + box.height)
        if math.hypot(near_x - x, near_y - y) > radius * 1.8:
            drawn.append(line(x, y, near_x, near_y, "leader"))
        drawn.append(_label(box, x, label, class_))
    return "".join(drawn)


def _label(box: Box, x: float, label: str, class_: str) -> str:
    """A label in its box, at the side that is nearer to its point: boxes are made for the widest font."""
    base = box.y + box.height * 0.76
    if box.x >= x:
        return text(box.x, base, label, class_=class_)
    if box.x + box.width <= x:
        return text(box.x + box.width, base, label, class_=class_, anchor="end")
    return text(box.x + box.width / 2, base, label, class_=class_, anchor="middle")


# -- axes ------------------------------------------------------------------------------------------------------------------


def _plain(value: float) -> str:
    return f"{value:,.10g}"


def percent(value: float) -> str:
    return f"{100 * value:g}"


def axes(
    x: Scale, y: Scale, *, x_title: str, y_title: str, x_label: Callable[[float], str] = _plain, y_label: Callable[[float], str]
) -> str:
    """Grid, ticks and titles; the y scale runs upwards (its start lies below its stop)."""
    drawn = []
    for value in y.ticks():
        drawn.append(line(x.start, y(value), x.stop, y(value), "grid"))
        drawn.append(text(x.start - 8, y(value) + 4, y_label(value), class_="muted", anchor="end"))
    for value in x.ticks():
        drawn.append(line(x(value), y.start, x(value), y.start + 5, "axis"))
        drawn.append(text(x(value), y.start + 20, x_label(value), class_="muted", anchor="middle"))
    drawn.append(line(x.start, y.start, x.stop, y.start, "axis"))
    drawn.append(text((x.start + x.stop) / 2, y.start + 40, x_title, anchor="middle"))
    drawn.append(text(x.start - 42, (y.start + y.stop) / 2, y_title, anchor="middle", turned=True))
    return "".join(drawn)


# -- charts ----------------------------------------------------------------------------------------------------------------


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
    steps = [f"M{number(x.start)} {number(y(front[0].y))}H{number(x(front[0].x))}"] if front else []
    steps += [f"V{number(y(after.y))}H{number(x(after.x))}" for after in front[1:]]
    if front:
        steps.append(f"V{number(y.start)}")
    area = Box(x.start + 2, y.stop, x.stop - x.start - 4, y.start - y.stop - 2)
    classes = [f"{mark.kind} strong" if mark in front else mark.kind for mark in ordered]
    drawn = [
        axes(x, y, x_title=x_title, y_title=y_title, y_label=percent),
        element("path", d="".join(steps), class_="front"),
        _labelled(places, [mark.label for mark in ordered], area, classes),
        *(marker(*place, mark.kind, title=mark.title or mark.label) for place, mark in zip(places, ordered, strict=True)),
    ]
    return svg(width, height, "".join(drawn), title=f"{y_title} against {x_title}")


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
        drawn.append(line(x(max(row.low, end)), middle, x(max(row.high, end)), middle, f"{row.kind} whisker"))
        drawn.append(
            marker(x(row.value), middle, row.kind, title=label, size=5) if row.value >= end else _beyond(x.start, middle)
        )
        drawn.append(text(width - 4, middle + 4, f"{100 * row.value:.1f}", class_="muted", anchor="end"))
    return svg(width, bottom + 26, "".join(drawn), title=title)


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
        path = "M" + "L".join(f"{number(a)} {number(b)}" for a, b in places)
        drawn.append(element("path", d=path, class_=f"{each.kind} curve"))
        for (a, b), at, value in zip(places, over, each.values, strict=True):
            drawn.append(marker(a, b, each.kind, size=3, title=f"{each.label} {100 * value:.1f} at {at:g}"))
    heights = spread([y(each.values[-1]) for each in series], _FONT * 1.3, y.stop, y.start)
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
    path = "M" + "L".join(f"{number(x(a))} {number(y(b))}" for a, b, _ in points)
    classes = ["strong" if label == highlight else "muted" for _, _, label in ordered]
    drawn = [
        text(0, 14, title, class_="title"),
        axes(x, y, x_title=x_title, y_title=y_title, x_label=percent, y_label=percent),
        element("path", d=path, class_="method curve"),
        _labelled(places, [label for _, _, label in ordered], area, classes, radius=4, rings=4),
    ]
    for (a, b), (recall, precision, label) in zip(places, ordered, strict=True):
        size = 6 if label == highlight else 3.5
        drawn.append(
            marker(a, b, "method", size=size, title=f"{label}: {x_title} {100 * recall:.1f}, {y_title} {100 * precision:.1f}")
        )
    return "".join(drawn)
