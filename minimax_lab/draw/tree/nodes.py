"""What a picture of a tree shows: the nodes of a `Tree` or of a `Trace`, as far as there is room.

TikZ, Mermaid or any other way of writing a tree down can begin from `Picture` as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from minimax_lab.adapt import underlying
from minimax_lab.game import MAX, Move
from minimax_lab.games import Tree
from minimax_lab.trace import Trace
from minimax_lab.trace.model import Node, Path
from minimax_lab.trace.words import value_text

DEEPEST = 60  # levels, where the number of nodes is limited too
SPOKEN = 20  # moves of best play that are put into words


@dataclass(slots=True)
class Item:
    """A node as it will be drawn."""

    kind: str  # max, min, leaf; stub: a move never searched, of which no more is known; fold: nodes left out
    label: str = ""
    window: tuple[str, str] | None = None  # (alpha, beta)
    move: str = ""  # the name of the move that leads here, if it says anything
    ghost: bool = False  # never searched
    cut: bool = False  # and it is here that the search turned back
    best: bool = False  # on the line of best play
    goes_on: bool = False  # the search stopped here, the game does not
    children: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Picture:
    """The items to draw, parents before their children, and what they show in words."""

    items: list[Item]
    title: str
    description: str


@dataclass(slots=True)
class _Spot:
    """A place in the tree that may be drawn: a node that was searched, or a tree, or neither is known."""

    move: Move | None = None
    node: Node | None = None
    tree: Tree | None = None
    ghost: bool = False
    cut: bool = False
    best: bool = False


class _Source:
    """Where the spots come from: a tree, and perhaps a search of it."""

    def __init__(self, what: Tree | Trace, moves: bool | None, windows: bool):
        self.trace = what if isinstance(what, Trace) else None
        self.windows = windows
        self.root = _Spot(node=what.root, best=bool(what.line)) if isinstance(what, Trace) else _Spot(tree=what)
        self._moves = moves
        self._sizes: dict[Path, int] | None = None
        self._positional = self.trace is not None and all(_positional(node.moves) for node in self.trace.nodes)

    def branches(self, spot: _Spot) -> list[_Spot]:
        """The spots below one, in the order of the legal moves."""
        if spot.node is None:
            children = spot.tree.children.items() if spot.tree else ()
            return [_Spot(move, tree=child, ghost=spot.ghost) for move, child in children]
        node = spot.node
        if node.is_leaf:
            return []
        extra = [move for move in node.searched if move not in node.moves]
        return [self._branch(spot, node, move) for move in [*node.moves, *extra]]

    def _branch(self, spot: _Spot, node: Node, move: Move) -> _Spot:
        assert self.trace is not None
        path = (*node.path, move)
        if path in self.trace:
            line = self.trace.line
            best = spot.best and len(line) >= len(path) and line[len(path) - 1] == move
            return _Spot(move, node=self.trace.at(path), best=best)
        state = underlying(node.state)
        known = state.children.get(move) if isinstance(state, Tree) else None
        # A search that was interrupted has not cut anything off.
        return _Spot(move, tree=known, ghost=True, cut=node.finished and move not in node.searched)

    def size(self, spot: _Spot) -> int:
        """The number of nodes from here down."""
        if spot.node is None:
            return spot.tree.size if spot.tree else 1
        if self._sizes is None:
            self._sizes = self._count()
        return self._sizes[spot.node.path]

    def _count(self) -> dict[Path, int]:
        assert self.trace is not None
        sizes: dict[Path, int] = {}
        for node in reversed(self.trace.nodes):  # children before parents
            below = self.branches(_Spot(node=node))
            sizes[node.path] = 1 + sum(sizes[b.node.path] if b.node else self.size(b) for b in below)
        return sizes

    def item(self, spot: _Spot, parent: _Spot | None) -> Item:
        """How a spot is drawn."""
        node, tree = spot.node, spot.tree
        item = Item("stub", ghost=spot.ghost, cut=spot.cut, best=spot.best)
        if parent is not None and self._named(parent):
            item.move = value_text(spot.move)
        if node is not None:
            item.kind = "leaf" if node.is_leaf else "max" if node.player is MAX else "min"
            item.label = f"{node.bound} {value_text(node.value)}".lstrip() if node.finished else "?"
            item.goes_on = node.is_leaf and not node.terminal and bool(node.moves)
            if node.window is not None and not node.is_leaf and self.windows:
                alpha, beta = node.window
                item.window = value_text(alpha), value_text(beta)
        elif tree is not None:
            item.kind = "leaf" if tree.is_leaf else "max" if tree.active_player is MAX else "min"
            item.label = value_text(tree.value) if tree.is_leaf else ""
        return item

    def _named(self, parent: _Spot) -> bool:
        """Whether the moves from here have names worth writing: a list's 0, 1, 2, … are none."""
        if self._moves is not None:
            return self._moves
        if parent.node is None:
            return parent.tree is not None and not _positional(parent.tree.get_legal_moves())
        if isinstance(underlying(parent.node.state), Tree):
            return not _positional(parent.node.moves)
        return not self._positional


def _positional(moves: Any) -> bool:
    return list(moves) == list(range(len(moves)))


def tree_or_trace(what: Any) -> Tree | Trace:
    """What can be drawn as a tree; raises TypeError or ValueError for anything else."""
    what = underlying(what)
    if isinstance(what, Trace) and not what.nodes:
        raise ValueError("this trace has no nodes: the search stopped before it looked at a state")
    if isinstance(what, (Tree, Trace)):
        return what
    hint = "record a search of it first, trace(search, state)"
    if isinstance(what, (list, dict)):
        hint = "make a tree of it first, tree(...)"
    raise TypeError(f"a tree is drawn from a Tree or a Trace, not from {with_article(what)}; {hint}")


def with_article(obj: Any) -> str:
    """The name of an object's class in a sentence."""
    name = type(obj).__name__
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"


def picture(what: Tree | Trace, most: int | None, moves: bool | None, windows: bool) -> Picture:
    """What to draw of a tree or a trace, in `most` nodes or so; the rest is folded away."""
    source = _Source(what, moves, windows)
    items, hidden = _gather(source, most)
    words = _trace_words(what) if isinstance(what, Trace) else _tree_words(what)
    if hidden:
        words.append(f"{hidden:,} nodes folded away")
    title = f"Game tree, as {what.search} searched it" if isinstance(what, Trace) else "Game tree"
    return Picture(items, title, ", ".join(words))


def _gather(source: _Source, most: int | None) -> tuple[list[Item], int]:
    """The items level by level, and how many nodes were left out.

    Where all is too much, the picture is an overview: what was never searched is folded, a level is
    drawn whole or not at all, and below the last whole one only best play goes on.
    """
    items, hidden = [source.item(source.root, None)], 0
    everything = most is None or source.size(source.root) <= most
    room = (most or 1) - 1
    widest = (most or 1) // 5  # so that an overview is still a picture that can be read
    level, whole, depth = [(0, source.root)], True, 0
    while level:
        below = [(number, spot, source.branches(spot)) for number, spot in level]
        shown = sum(len(branches) for _, spot, branches in below if not spot.ghost)
        whole = whole and shown <= min(room, widest)
        level, depth = [], depth + 1
        for number, spot, branches in below:
            if everything or (whole and depth <= DEEPEST and not spot.ghost):
                drawn = branches
            else:
                drawn = _first(branches, room if spot.best or not number else 0) if depth <= DEEPEST else []
            for branch in drawn:
                items[number].children.append(len(items))
                level.append((len(items), branch))
                items.append(source.item(branch, spot))
            room -= len(drawn)
            if len(drawn) < len(branches):
                left_out = sum(source.size(b) for b in branches) - sum(source.size(b) for b in drawn)
                items[number].children.append(len(items))
                items.append(Item("fold", f"+{left_out}", ghost=spot.ghost))
                hidden += left_out
    return items, hidden


def _first(branches: list[_Spot], room: int) -> list[_Spot]:
    """As many of the first branches as there is room for, the best one among them."""
    if room < 1 or len(branches) <= room:
        return branches if room >= 1 else []
    best = next((i for i, branch in enumerate(branches) if branch.best), 0)
    return branches[:room] if best < room else [*branches[: room - 1], branches[best]]


def _tree_words(tree: Tree) -> list[str]:
    leaves = len(tree.leaves())
    if tree.is_leaf:
        return ["Game tree", f"one leaf worth {value_text(tree.value)}"]
    plies = _count(tree.height, "ply", "plies")
    return ["Game tree", f"{tree.active_player} to move", _count(leaves, "leaf", "leaves"), plies]


def _trace_words(trace: Trace) -> list[str]:
    words = ["Game tree", f"{trace.root.player} to move"]
    words.append(f"stopped by {trace.error}" if trace.error else f"value {value_text(trace.root.value)}")
    words.append(_count(len(trace.leaves), "leaf", "leaves") + " searched")
    words.append(_count(len(trace.pruned), "branch", "branches") + " pruned")
    if trace.line:
        more = " …" if len(trace.line) > SPOKEN else ""
        words.append("best play " + " ".join(map(value_text, trace.line[:SPOKEN])) + more)
    return words


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
