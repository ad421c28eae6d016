"""A whole tree at a glance, where nodes are too many for circles and lines."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from minimax_lab.trace import Trace
from minimax_lab.trace.model import Node

if TYPE_CHECKING:
    from matplotlib.axes import Axes

AHEAD, BEHIND, LEVEL = ("+", "#9ecae9"), ("−", "#f4b183"), ("0", "#d9d9d9")
NAMED = 2  # plies whose moves are written beside the signs


def draw_layers(trace: Trace, ax: Axes | None = None) -> Axes:
    """Draw every node of a finished search as a bar above its children, as wide as they are together.

    + is a node that is worth more than 0 to MAX, − one that is worth less. By default in a new, wide figure.
    """
    # Its font cache is built once on a machine. To be told so in red looks like an error.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    import matplotlib.pyplot as plt

    axes = plt.subplots(figsize=(16, 5))[1] if ax is None else ax

    def draw(node: Node, left: float) -> float:
        """Draw the node and what is below it, from `left` on. Where it ends."""
        ply, right = len(node.path), left
        for move in node.searched:
            right = draw(trace.at((*node.path, move)), right)
        right = max(right, left + 1)
        sign, color = AHEAD if node.value > 0 else BEHIND if node.value < 0 else LEVEL
        axes.barh(ply, right - left - 0.1, left=left, color=color)
        text = f"{node.move}\n{sign}" if 0 < ply <= NAMED else sign
        axes.text((left + right) / 2, ply, text, ha="center", va="center", fontsize=7)
        return right

    width = draw(trace.root, 0)
    deepest = max(len(node.path) for node in trace.nodes)
    axes.set(xlim=(0, width), ylim=(deepest + 0.5, -0.5), ylabel="ply", xticks=[])
    return axes
