"""Pictures of trees, searches and boards: in matplotlib, and as SVG that is the same on every machine."""

from minimax_lab.draw.pictures import board_svg, draw_board, draw_tree, notebook_bundle, save, tree_svg
from minimax_lab.draw.tree.markup import mermaid, tikz

__all__ = [
    "board_svg",
    "draw_board",
    "draw_tree",
    "mermaid",
    "notebook_bundle",
    "save",
    "tikz",
    "tree_svg",
]
