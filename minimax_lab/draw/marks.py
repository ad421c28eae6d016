"""Small shapes that several pictures use. They are drawn, not typed: fonts differ, and many lack ✂."""

from __future__ import annotations

from minimax_lab.draw.scene import Circle, Line, Point, Polygon, Shape

SCISSORS = 13.0, 11.0  # width and height


def triangle(role: str, x: float, y: float, half: float, height: float, up: bool) -> Polygon:
    """▲ for MAX or ▼ for MIN, its box centred on (x, y)."""
    tip, base = (y - height / 2, y + height / 2) if up else (y + height / 2, y - height / 2)
    return Polygon(role, ((x, tip), (x + half, base), (x - half, base)))


def scissors(x: float, y: float) -> list[Shape]:
    """✂, its blades to the right, open around (x, y)."""
    plate = Circle("plate", x - 1, y, 6)  # the line that is being cut ends here and begins again there
    blades = [Line("blade", ((x - 2.6, y + s * 1.6), (x + 6, y - s * 3.4))) for s in (1, -1)]
    return [plate, *blades, *(Circle("blade", x - 4.4, y + s * 2.9, 2.1) for s in (1, -1))]


def cross(role: str, x: float, y: float, half: float) -> list[Shape]:
    """The X of a board game."""
    return [Line(role, ((x - half, y - s * half), (x + half, y + s * half))) for s in (1, -1)]


def segment_in_box(start: Point, low: Point, high: Point) -> tuple[Point, Point] | None:
    """The part of the rising diagonal x + y = const through `start` that lies in a box."""
    total = start[0] + start[1]
    x0, x1 = max(low[0], total - high[1]), min(high[0], total - low[1])
    return ((x0, total - x0), (x1, total - x1)) if x1 - x0 > 0.5 else None
