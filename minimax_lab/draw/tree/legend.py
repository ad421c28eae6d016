"""The legend below a tree: only what the picture shows."""

from __future__ import annotations

from minimax_lab.draw.tree.nodes import ShownNode
from minimax_lab.picture.marks import scissors, triangle
from minimax_lab.picture.scene import MARGIN, Line, Scene, Shape, Text
from minimax_lab.picture.text import text_width

SIZE, ROW, ICON, SPACE = 11.5, 20.0, 22.0, 16.0


def add_legend(scene: Scene, nodes: list[ShownNode]) -> None:
    """Write what the marks mean into new rows at the bottom of the scene."""
    entries = [(name, icon) for name, icon, there in _entries(nodes) if there]
    if not entries:
        return
    widths = [(ICON if icon else 0) + text_width(name, SIZE) + SPACE for name, icon in entries]
    scene.width = max(scene.width, 2 * MARGIN + max(widths) - SPACE)
    x, y = MARGIN, scene.height + ROW / 2
    for (name, icon), width in zip(entries, widths, strict=True):
        if x + width - SPACE > scene.width - MARGIN and x > MARGIN:
            x, y = MARGIN, y + ROW
        if icon:
            scene.shapes += _icon(icon, x + 8, y)
        scene.shapes.append(Text("note", x + (ICON if icon else 0), y, name, SIZE, "start"))
        x += width
    scene.height = y + ROW / 2 + MARGIN - 6


def _entries(nodes: list[ShownNode]) -> list[tuple[str, str, bool]]:
    kinds = {node.kind for node in nodes if not node.ghost}
    return [
        ("MAX", "max", "max" in kinds),
        ("MIN", "min", "min" in kinds),
        ("best play", "best", any(node.best for node in nodes[1:])),
        ("never searched", "cut", any(node.cut for node in nodes)),
        ("(α, β) window on entry", "", any(node.window for node in nodes)),
        ("the game goes on", "more", any(node.goes_on for node in nodes)),
    ]


def _icon(icon: str, x: float, y: float) -> list[Shape]:
    if icon in ("max", "min"):
        return [triangle(icon, x, y, 7, 12, up=icon == "max")]
    if icon == "cut":
        return scissors(x, y)
    return [Line("best edge" if icon == "best" else icon, ((x - 8, y), (x + 8, y)))]
