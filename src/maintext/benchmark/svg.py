"""Figures as SVG text: elements, scales, axes, and labels that keep clear of each other. `charts` draws with it.

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
FONT = 12.0
_RADIUS = 8.0  # room that a point takes


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


Segment = tuple[float, float, float, float]  # from x1, y1 to x2, y2


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

    def crossed_by(self, segment: "Segment") -> bool:
        """Whether any of a straight line lies inside."""
        x1, y1, x2, y2 = segment
        enters, leaves = 0.0, 1.0  # shares of the way from its start to its end
        for start, way, low, size in ((x1, x2 - x1, self.x, self.width), (y1, y2 - y1, self.y, self.height)):
            if way == 0:
                if not low < start < low + size:
                    return False
                continue
            first, last = sorted(((low - start) / way, (low + size - start) / way))
            enters, leaves = max(enters, first), min(leaves, last)
        return enters < leaves

    def within(self, other: "Box") -> bool:
        return (
            other.x <= self.x
            and other.y <= self.y
            and self.x + self.width <= other.x + other.width
            and self.y + self.height <= other.y + other.height
        )


def text_width(words: str) -> float:
    """How wide a line of text is at most; characters of East Asian scripts are square."""
    return FONT * sum(1.0 if ord(character) > 0x2E7F else _CHARACTER for character in words)


def place_labels(
    points: Sequence[tuple[float, float]],
    labels: Sequence[str],
    area: Box,
    *,
    radii: Sequence[float] | None = None,
    rings: int = 40,
    segments: Sequence[Segment] = (),
) -> list[Box | None]:
    """A place inside the area for each label, near its point, clear of all other labels, points and lines; the first come first.

    Tries beside, above and below the point, then ever further out in so many rings. A label that nothing is left for has no place
    (None). Thin lines from points to labels run through no label while there is a choice. `radii` say how much room points take.
    """
    radii = radii or [_RADIUS] * len(points)
    taken = [Box(x - radius, y - radius, 2 * radius, 2 * radius) for (x, y), radius in zip(points, radii, strict=True)]
    leaders: list[Segment] = []
    placed: list[Box | None] = []
    for (x, y), label, radius in zip(points, labels, radii, strict=True):
        boxes = _candidates(x, y, text_width(label), FONT * 1.3, radius, rings, area)
        free = [box for box in boxes if _is_free(box, taken, segments)]
        others = taken[len(points) :]
        untouched = (box for box in free if not _crosses(leaders, [box]) and not _crosses(_leader(box, x, y, radius), others))
        box = next(untouched, free[0] if free else None)
        placed.append(box)
        if box is not None:
            taken.append(box)
            leaders += _leader(box, x, y, radius)
    return placed


def _is_free(box: Box, taken: Sequence[Box], lines: Sequence[Segment]) -> bool:
    return not any(box.overlaps(other) for other in taken) and not _crosses(lines, [box])


def _crosses(lines: Sequence[Segment], boxes: Sequence[Box]) -> bool:
    return any(box.crossed_by(segment) for segment in lines for box in boxes)


def _leader(box: Box, x: float, y: float, radius: float) -> list[Segment]:
    """The thin line from a point to its label, where that had to move away from it."""
    near_x, near_y = min(max(x, box.x), box.x + box.width), min(max(y, box.y), box.y + box.height)
    return [(x, y, near_x, near_y)] if math.hypot(near_x - x, near_y - y) > radius * 1.8 else []


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


def labelled(
    points: Sequence[tuple[float, float]],
    labels: Sequence[str],
    area: Box,
    classes: Sequence[str],
    *,
    radii: Sequence[float] | None = None,
    rings: int = 40,
    segments: Sequence[Segment] = (),
) -> str:
    """The labels as text, with a thin line to the point where one had to move away from it."""
    drawn = []
    radii = radii or [_RADIUS] * len(points)
    boxes = place_labels(points, labels, area, radii=radii, rings=rings, segments=segments)
    for (x, y), label, class_, radius, box in zip(points, labels, classes, radii, boxes, strict=True):
        if box is None:
            continue
        drawn += [line(*leader, "leader") for leader in _leader(box, x, y, radius)]
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


def plain(value: float) -> str:
    return f"{value:,.10g}"


def percent(value: float) -> str:
    return f"{100 * value:g}"


def axes(
    x: Scale, y: Scale, *, x_title: str, y_title: str, x_label: Callable[[float], str] = plain, y_label: Callable[[float], str]
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
