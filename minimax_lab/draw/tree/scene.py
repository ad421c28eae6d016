"""The picture of a game tree: from the nodes to show to shapes, each in its place, with edges and a legend.

A level is a band that holds nothing but its nodes and what is written beside them; between two
bands there is nothing but edges and what is written on them. So labels can only meet labels of
their own band, and there the layout keeps them apart.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from minimax_lab.draw.tree.cut import CutReader, add_caption, caption_width, cut_description, first_cut, marks
from minimax_lab.draw.tree.layout import CUT_AT, MOVE_AT, WINDOW_AT, NodeBox, Sizes, measured, sizes_for, tidy
from minimax_lab.draw.tree.nodes import GameReader, ProofTree, ShownNode, description, shown_nodes, title
from minimax_lab.games import Tree
from minimax_lab.picture.scene import MARGIN, STYLES, Box, Line, Point, Scene, Shape, Text, scissors, triangle
from minimax_lab.picture.text import text_width
from minimax_lab.trace import Trace
from minimax_lab.trace.model import Path
from minimax_lab.trace.words import value_text

PROOF_EDGES = {"≥": "at least edge", "≤": "at most edge"}
TALLEST = 4  # times the usual height: edges are not made steeper than that for the sake of names


def edge(parent: NodeBox, child: NodeBox, sizes: Sizes) -> list[Shape]:
    """The edge between two nodes, and what is on it."""
    node = child.node
    start, end = (parent.x, parent.bottom), (child.x, child.top)
    role = "ghost edge" if node.ghost else "best edge" if node.best else "gone edge" if node.gone else "edge"
    shapes: list[Shape] = _proof_lines(node.proves, start, end) if node.proves else [Line(role, (start, end))]
    if node.cut:
        shapes += scissors(*_between(start, end, CUT_AT[bool(child.move)]), sizes.mark)
    if child.move:
        x, y = _between(start, end, MOVE_AT)
        wide, high = _name_size(child, sizes)
        shapes.append(Box("plate", x - wide / 2, y - high / 2, wide, high, 3))
        shapes.append(Text("ghost note" if node.ghost else "note", x, y, child.move, sizes.note))
    return shapes


def _proof_lines(proves: str, start: Point, end: Point) -> list[Shape]:
    """A line for each half of the proof, side by side where both need the move."""
    apart = 3.0 if len(proves) > 1 else 0.0
    shapes: list[Shape] = []
    for sign, shift in zip(proves, (-apart, apart), strict=False):
        points = tuple((x + shift, y) for x, y in (start, end))
        shapes.append(Line(PROOF_EDGES[sign], points))
    return shapes


def height_for_names(parent: NodeBox, children: list[NodeBox], sizes: Sizes) -> float:
    """How high edges must be so that none runs through the name on the next one; flat edges would."""
    needed = 0.0
    for one, other in pairwise(children):
        apart = MOVE_AT * (other.x - one.x)
        reach = max(abs(one.x - parent.x), abs(other.x - parent.x))
        for wide, high in (_name_size(one, sizes), _name_size(other, sizes)):
            needed = max(needed, reach * high / 2 / (apart - wide / 2))
    return needed


def _name_size(child: NodeBox, sizes: Sizes) -> tuple[float, float]:
    return text_width(child.move, sizes.note) + 4, sizes.note + 2


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


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
        ("shows that it is worth at least this", "at least edge", any("≥" in node.proves for node in nodes[1:])),
        ("shows that it is worth at most this", "at most edge", any("≤" in node.proves for node in nodes[1:])),
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


MOST = 200  # nodes that are drawn, if nobody says otherwise
MOST_AT_CUT = 60  # likewise in the picture of a moment
TEXT_AT = 0.74  # how far from its tip a triangle's text is, as a part of its height


def tree_scene(
    what: Tree | Trace | ProofTree,
    *,
    moves: bool = True,
    windows: bool = True,
    legend: bool = False,
    most: int | None = MOST,
    ringed: Collection[Path] = (),
    way: Path = (),
    root: str = "",
) -> Scene:
    """The scene of a tree, of what a search did with one, or of a proof; see `minimax_lab.draw.draw_tree`.

    `ringed` are paths of nodes to draw a ring around; `way` is the way that a game on the tree has gone; `root` stands
    in the root in the place of its value.
    """
    reader = GameReader(what, way) if way and isinstance(what, Tree) else what
    nodes = shown_nodes(reader, most, moves, windows)
    nodes[0].label = root or nodes[0].label
    for path in ringed:
        if node := _node_at(nodes, path):
            node.mark = "ring"
    scene = scene_of_nodes(nodes, title(what), description(what, sum(node.hidden for node in nodes), ringed))
    if legend:
        add_legend(scene, nodes)
    return scene


def cut_scene(trace: Trace, most: int = MOST_AT_CUT) -> Scene | None:
    """The moment of the first cut-off: the tree so far, the reason, the sentence, the code; None if there is none."""
    cut = first_cut(trace)
    if cut is None:
        return None
    nodes = shown_nodes(CutReader(trace, *cut), most)
    scene = scene_of_nodes(nodes, title(trace), cut_description(trace, cut), caption_width(trace, cut[1]))
    add_caption(scene, trace, cut)
    return scene


def scene_of_nodes(nodes: list[ShownNode], title: str, description: str, least_width: float = 0) -> Scene:
    """The nodes, each in its place, and the edges between them."""
    sizes = sizes_for(nodes)
    boxes = [measured(node, sizes) for node in nodes]
    height = _place(boxes, sizes) + MARGIN
    width = max(box.x + box.right for box in boxes) + MARGIN
    for box in boxes:
        box.x += max(0.0, (least_width - width) / 2)
    scene = Scene(max(width, least_width), height, title, description)
    for box in boxes:
        scene.shapes += [*_shape(box), *_texts(box, sizes)]
        for child in box.node.children:
            scene.shapes += edge(box, boxes[child], sizes)
    scene.shapes += marks(boxes, sizes)
    painted = {role: number for number, role in enumerate(STYLES)}
    scene.shapes.sort(key=lambda shape: painted[shape.role])
    return scene


def _place(boxes: list[NodeBox], sizes: Sizes) -> float:
    """Give every box its position, level by level; returns the lowest point."""
    children = [box.node.children for box in boxes]
    xs = tidy(children, [box.left for box in boxes], [box.right for box in boxes], sizes.gap, sizes.apart)
    for box, x in zip(boxes, xs, strict=True):
        box.x = MARGIN + x
    top, level = MARGIN, [boxes[0]]
    while level:
        bottom = top + max(box.height for box in level)
        for box in level:
            box.top, box.bottom, box.y = top, bottom, top + box.height / 2
        tails = 12 if any(box.node.goes_on for box in level) else 0
        families = [(box, [boxes[child] for child in box.node.children]) for box in level]
        top = bottom + max(_height_below(box, siblings, sizes) for box, siblings in families)
        level = [box for _, siblings in families for box in siblings]
    return bottom + tails


def _height_below(parent: NodeBox, children: list[NodeBox], sizes: Sizes) -> float:
    """How much room the edges to the children need. Names of moves that would need too much are left out."""
    for_names = height_for_names(parent, children, sizes)
    if for_names > TALLEST * sizes.named_edges:
        for child in children:
            child.move = ""
    named = any(child.move for child in children)
    least = sizes.named_edges if named else sizes.edges
    reach = max((abs(child.x - parent.x) for child in children), default=0)
    # Flat edges are hard to follow.
    return max(least, min(0.12 * reach, 3 * least), for_names if named else 0)


def _node_at(nodes: list[ShownNode], path: Path) -> ShownNode | None:
    """The node that the moves of a path lead to, if it is drawn and its moves are named."""
    node: ShownNode | None = nodes[0]
    for move in path:
        below = [nodes[child] for child in node.children] if node else []
        node = next((child for child in below if child.move == value_text(move)), None)
    return node


def _role(node: ShownNode) -> str:
    if node.kind == "fold":
        return "fold"
    return "ghost" if node.ghost else f"best {node.kind}" if node.best else node.kind


def _shape(box: NodeBox) -> list[Shape]:
    node, role = box.node, _role(box.node)
    if node.kind in ("max", "min"):
        return [triangle(role, box.x, box.y, box.half, box.height, up=node.kind == "max")]
    left, top = box.x - box.half, box.y - box.height / 2
    shape = Box(role, left, top, 2 * box.half, box.height, 6.0 if node.kind == "leaf" else box.height / 2)
    if not node.goes_on:
        return [shape]
    end = box.y + box.height / 2
    return [shape, Line("more", ((box.x, end + 4), (box.x, end + 13)))]


def _texts(box: NodeBox, sizes: Sizes) -> list[Shape]:
    node, texts = box.node, list[Shape]()
    if box.label:
        role = "note" if node.kind == "fold" else "ghost value" if node.ghost else "value" if box.bold else "leaf value"
        lower = {"max": TEXT_AT - 0.5, "min": 0.5 - TEXT_AT}.get(node.kind, 0) * box.height
        texts.append(Text(role, box.x, box.y + lower, box.label, box.size))
    if box.window:
        y = box.y + (WINDOW_AT - 0.5) * box.height * (1 if node.kind == "max" else -1)
        texts.append(Text("note", box.window_x, y, box.window, sizes.note, "start"))
    return texts
