"""A picture of ratings: a point for each player, and a line as far as its 95 % confidence interval reaches."""

from __future__ import annotations

import math
from collections.abc import Sequence

from minimax_lab.arena.statistics.table import TableRow
from minimax_lab.draw import svg
from minimax_lab.evaluate.linear import signed
from minimax_lab.picture.scene import MARGIN, Circle, Line, Scene, Text
from minimax_lab.picture.text import shorten, text_width

ROW, AXIS = 30.0, 34.0  # heights
PLOT, LONGEST_NAME = 380.0, 180.0  # widths
SIZE, CAP = 14.0, 5.0  # sizes of the letters, and of the end of an error bar
STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)  # between two ticks


def ratings_scene(rows: Sequence[TableRow]) -> Scene:
    """The players of a table with ratings, from top to bottom."""
    rated = [(row, row.elo, row.error) for row in rows if row.elo is not None and row.error is not None]
    if not rated:
        raise ValueError("there is no Elo to draw yet: no games link some of the players to the others")
    low, high = min(elo - error for _, elo, error in rated), max(elo + error for _, elo, error in rated)
    step = next((step for step in STEPS if high - low <= 6 * step), STEPS[-1])
    first, last = math.floor(low / step), max(math.ceil(high / step), math.floor(low / step) + 1)
    names = [shorten(row.player, LONGEST_NAME, SIZE) for row, _, _ in rated]
    left = MARGIN + max(text_width(name, SIZE) for name in names) + 2 * MARGIN
    bottom = MARGIN + ROW * len(rated)

    def x(elo: float) -> float:
        return left + (elo / step - first) / (last - first) * PLOT

    words = ", ".join(f"{row.player} {elo:+.0f} ± {error:.0f}" for row, elo, error in rated)
    scene = Scene(left + PLOT + 2 * MARGIN, bottom + AXIS + MARGIN, "Elo ratings", f"Elo with 95 % intervals: {words}")
    for tick in range(first, last + 1):
        at = x(tick * step)
        scene.shapes.append(Line("edge" if tick == 0 else "ghost edge", ((at, MARGIN), (at, bottom))))
        scene.shapes.append(Text("note", at, bottom + 12, signed(tick * step), 12))
    scene.shapes.append(Text("note", left + PLOT / 2, bottom + 30, "Elo, with 95 % confidence interval", 12))
    for number, (name, (_, elo, error)) in enumerate(zip(names, rated, strict=True)):
        y = MARGIN + ROW * (number + 0.5)
        scene.shapes.append(Text("leaf value", MARGIN, y, name, SIZE, "start"))
        scene.shapes.append(Line("outline", ((x(elo - error), y), (x(elo + error), y))))
        scene.shapes += [Line("outline", ((x(end), y - CAP), (x(end), y + CAP))) for end in (elo - error, elo + error)]
        scene.shapes.append(Circle("max disc", x(elo), y, 5))
    return scene


def picture(rows: Sequence[TableRow]) -> str:
    """The scene as an image for a notebook."""
    scene = ratings_scene(rows)
    return svg.image(svg.render(scene), scene.description)
