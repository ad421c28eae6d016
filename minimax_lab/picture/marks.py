"""Small shapes that several pictures use. They are drawn, not typed: fonts differ, and many lack ✂."""

from __future__ import annotations

from minimax_lab.picture.scene import Circle, Line, Point, Polygon, Shape

SCISSORS = 13.0  # their width


def triangle(role: str, x: float, y: float, half: float, height: float, up: bool) -> Polygon:
    """▲ for MAX or ▼ for MIN, its box centred on (x, y)."""
    tip, base = (y - height / 2, y + height / 2) if up else (y + height / 2, y - height / 2)
    return Polygon(role, ((x, tip), (x + half, base), (x - half, base)))


def scissors(x: float, y: float, scale: float = 1.0) -> list[Shape]:
    """✂, its blades to the right, open around (x, y)."""
    plate = Circle("plate", x - scale, y, 6 * scale)  # the line that is being cut ends here and begins again there
    shapes: list[Shape] = [plate]
    for side in (scale, -scale):
        shapes.append(Line("blade", ((x - 2.6 * scale, y + 1.6 * side), (x + 6 * scale, y - 3.4 * side))))
        shapes.append(Circle("blade", x - 4.4 * scale, y + 2.9 * side, 2.1 * scale))
    return shapes


def cross(role: str, x: float, y: float, half: float) -> list[Shape]:
    """The X of a board game."""
    return [Line(role, ((x - half, y - s * half), (x + half, y + s * half))) for s in (1, -1)]


def hatch(left: float, top: float, size: float) -> list[Shape]:
    """The strokes across a square that is closed."""
    inset, every = 4.0, 9.0
    low, high = (left + inset, top + inset), (left + size - inset, top + size - inset)
    starts = [(low[0] + every * i, low[1]) for i in range(1, int(2 * (size - 2 * inset) / every) + 1)]
    return [Line("hatch", segment) for start in starts if (segment := segment_in_box(start, low, high))]


def segment_in_box(start: Point, low: Point, high: Point) -> tuple[Point, Point] | None:
    """The part of the rising diagonal x + y = const through `start` that lies in a box."""
    total = start[0] + start[1]
    x0, x1 = max(low[0], total - high[1]), min(high[0], total - low[1])
    return ((x0, total - x0), (x1, total - x1)) if x1 - x0 > 0.5 else None
