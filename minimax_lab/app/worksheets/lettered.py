"""A tree to write in: large empty triangles, a letter at each node, and boxes for α and β if they are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from string import ascii_lowercase

from minimax_lab.game import MAX
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path
from minimax_lab.picture.scene import MARGIN, Box, Line, Scene, Shape, Text, scissors, triangle

WIDTH = 680.0  # units: as wide as a page, less its margins
WIDEST = 42.0  # half of a triangle: wide enough for a number written by hand
EDGES = 62.0  # between one level and the next
LEAF, WIDEST_LEAF = 34.0, 78.0  # the height of a leaf; the most room for one
FIELD_HEIGHT, GAP = 24.0, 4.0  # of the boxes for α and β; what is between the two
ROOM = 32  # the most leaves that can be read
SMALL = [*ascii_lowercase, *(f"a{letter}" for letter in ascii_lowercase)]  # names of leaves: a, b … z, aa, ab …
CAPITAL = [name.upper() for name in SMALL]


def letters(tree: Tree) -> dict[Path, str]:
    """A letter for each node, level by level: capital ones for inner nodes, small ones for leaves."""
    nodes = sorted((len(path), number, path, node.is_leaf) for number, (path, node) in enumerate(tree.walk()))
    inner = [path for _, _, path, is_leaf in nodes if not is_leaf]
    leaves = [path for path, node in tree.walk() if node.is_leaf]
    if max(len(inner), len(leaves)) > ROOM:
        raise ValueError(f"a tree of {len(leaves)} leaves is too large for a sheet, which has room for {ROOM}")
    return dict(zip(inner, CAPITAL, strict=False)) | dict(zip(leaves, SMALL, strict=False))


@dataclass
class LetteredTree:
    """A tree to write in; what is given (`values`, `windows`, `cut`) is written in already, for the key."""

    tree: Tree
    leaf_letters: bool = False
    fields: bool = False  # for α and β
    values: Mapping[Path, str] = field(default_factory=dict)
    windows: Mapping[Path, tuple[str, str]] = field(default_factory=dict)
    cut: frozenset[Path] = frozenset()  # branches that are never looked at

    def __post_init__(self) -> None:
        self.leaves = [path for path, node in self.tree.walk() if node.is_leaf]
        families = Counter(path[:-1] for path in self.leaves)
        self.step = min(WIDTH / len(self.leaves), WIDEST_LEAF)  # the room for a leaf, and for the least inner node:
        room = self.step * min(families.values())
        self.half = min(WIDEST, 0.44 * room)
        self.height = 1.7 * self.half
        self.field = min(2 * self.half, room - 2 * GAP) / 2  # the width of a box for α or β

    def picture(self) -> Scene:
        places = self._places()
        bottom = max(y for _, y in places.values()) + LEAF / 2 + (22 if self.leaf_letters else 0)
        scene = Scene(WIDTH + 2 * MARGIN, bottom + MARGIN, "A tree to write in", self._in_words())
        names = letters(self.tree)
        for path, node in self.tree.walk():
            if path:
                scene.shapes += self._edge(places[path[:-1]], places[path], node.is_leaf, path)
        for path, node in self.tree.walk():
            scene.shapes += self._node(path, node, *places[path], names[path])
        return scene

    def _places(self) -> dict[Path, tuple[float, float]]:
        left = MARGIN + (WIDTH - self.step * len(self.leaves)) / 2
        xs = {path: left + (number + 0.5) * self.step for number, path in enumerate(self.leaves)}
        for path, node in reversed([*self.tree.walk()]):
            if not node.is_leaf:
                below = [xs[(*path, move)] for move in node.children]
                xs[path] = sum(below) / len(below)
        top = MARGIN + self.height / 2 + self._head()
        return {path: (xs[path], top + len(path) * (EDGES + self.height + self._head())) for path in xs}

    def _head(self) -> float:
        """The height of what stands on top of a triangle."""
        return FIELD_HEIGHT + 2 if self.fields else 0.0

    def _edge(self, parent: tuple[float, float], child: tuple[float, float], leaf: bool, path: Path) -> list[Shape]:
        (x0, y0), (x1, y1) = parent, child
        start = x0, y0 + self.height / 2
        end = x1, y1 - (LEAF / 2 if leaf else self.height / 2 + self._head())
        below_cut = any(path[:length] in self.cut for length in range(1, len(path) + 1))
        edge: list[Shape] = [Line("ghost edge" if below_cut else "edge", (start, end))]
        return edge + (scissors((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, 1.4) if path in self.cut else [])

    def _node(self, path: Path, node: Tree, x: float, y: float, letter: str) -> list[Shape]:
        if node.is_leaf:
            width = min(30.0, 0.86 * self.step)
            box = Box("leaf", x - width / 2, y - LEAF / 2, width, LEAF, 4)
            shapes: list[Shape] = [box, _text(x, y, node.value, min(16.0, 0.55 * self.step))]
            return [*shapes, Text("caption", x, y + LEAF / 2 + 11, letter, 15)] if self.leaf_letters else shapes
        is_max = node.active_player is MAX
        inwards = self.height * 0.2 * (1 if is_max else -1)  # a triangle is wide at its base
        shapes = [
            triangle("outline", x, y, self.half, self.height, up=is_max),
            Text("caption", x - self.half + 5, y - inwards, letter, 17),
        ]
        if path in self.values:
            shapes.append(_text(x, y + inwards, self.values[path]))
        if self.fields:
            top = y - self.height / 2 - FIELD_HEIGHT - 1
            texts = self.windows.get(path, ("", ""))
            for name, left, text in zip("αβ", (x - self.field - GAP / 2, x + GAP / 2), texts, strict=True):
                shapes.append(Box("cell", left, top, self.field, FIELD_HEIGHT, 2))
                shapes.append(Text("faint", left + 3, top + 6, name, 9, "start"))
                shapes.append(Text("leaf value", left + self.field / 2 + 4, top + FIELD_HEIGHT / 2 + 1, text, 12))
        return shapes

    def _in_words(self) -> str:
        names = letters(self.tree)
        inner = [(path, node) for path, node in self.tree.walk() if not node.is_leaf]
        told = (f"{names[path]} is {node.active_player}: {self._children(path, node, names)}" for path, node in inner)
        return "; ".join(told) + "."

    def _children(self, path: Path, node: Tree, names: Mapping[Path, str]) -> str:
        below = ((names[(*path, move)], child) for move, child in node.children.items())
        leaf = "the leaf {name} = {value}" if self.leaf_letters else "the leaf {value}"
        return ", ".join(leaf.format(name=name, value=child.value) if child.is_leaf else name for name, child in below)


def _text(x: float, y: float, value: object, size: float = 16) -> Text:
    return Text("value", x, y, str(value).replace("-", "−"), size)
