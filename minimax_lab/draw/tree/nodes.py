"""What a picture of a tree shows: the nodes of a `Tree` or of a `Trace`, as far as there is room for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from minimax_lab.adapt import underlying
from minimax_lab.game import MAX, Move, Player
from minimax_lab.games import Tree
from minimax_lab.trace import Trace
from minimax_lab.trace.model import Node, Path
from minimax_lab.trace.words import value_text

DEEPEST = 60  # levels that are drawn where the number of nodes is limited


@dataclass(slots=True)
class ShownNode:
    """A node of the picture: what it says, and what is to be said of the edge that leads to it."""

    kind: str  # max, min, leaf; stub: a move never searched, of which no more is known; fold: nodes left out
    label: str = ""
    window: tuple[str, str] | None = None  # (alpha, beta)
    move: str = ""  # the name of the move that leads here
    ghost: bool = False  # never searched
    cut: bool = False  # never searched, because the search cut off here
    best: bool = False  # on the line of best play
    goes_on: bool = False  # the search stopped here, but the game does not
    hidden: int = 0  # how many nodes a fold stands for
    children: list[int] = field(default_factory=list)  # their numbers in the list of all nodes


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


def shown_nodes(what: Tree | Trace, most: int | None, moves: bool = True, windows: bool = True) -> list[ShownNode]:
    """The nodes to draw, level by level, the root first: at most `most` of them, None for all.

    Where all would be too many, the picture is an overview: what was never searched is folded, a level is
    drawn whole or not at all, and below the last whole level only best play goes on. `moves` and `windows`
    say whether the nodes have the names of the moves and the (alpha, beta) that they were entered with.
    """
    reader = _TraceReader(what) if isinstance(what, Trace) else _TreeReader(what)
    root = reader.root
    everything = most is None or reader.size(root) <= most
    room = (most or 1) - 1
    widest = (most or 1) // 5  # so that an overview is still a picture that can be read
    nodes, level, whole, depth = [_shown(root, False, windows)], [(0, root)], True, 0
    while level:
        below = [(number, subtree, reader.branches(subtree)) for number, subtree in level]
        whole = whole and sum(len(branches) for _, subtree, branches in below if not subtree.ghost) <= min(room, widest)
        level, depth = [], depth + 1
        for number, subtree, branches in below:
            if everything or (whole and depth <= DEEPEST and not subtree.ghost):
                drawn = branches
            else:
                may_go_on = depth <= DEEPEST and (subtree.best or number == 0)
                drawn = _first(branches, room if may_go_on else 0)
            room -= len(drawn)
            for branch in drawn:
                nodes[number].children.append(len(nodes))
                level.append((len(nodes), branch))
                nodes.append(_shown(branch, moves, windows))
            if len(drawn) < len(branches):
                left_out = sum(map(reader.size, branches)) - sum(map(reader.size, drawn))
                nodes[number].children.append(len(nodes))
                nodes.append(ShownNode("fold", f"+{left_out}", ghost=subtree.ghost, hidden=left_out))
    return nodes


@dataclass(slots=True)
class _Subtree:
    """A part of the tree: searched, as `node` says, or only known, as `tree` says, or not even that."""

    move: Move | None = None
    node: Node | None = None
    tree: Tree | None = None
    ghost: bool = False
    cut: bool = False
    best: bool = False


class _TreeReader:
    """Reads a tree from the root down."""

    def __init__(self, tree: Tree):
        self.root = _Subtree(tree=tree)

    def branches(self, subtree: _Subtree) -> list[_Subtree]:
        """The subtrees below one, in the order of the legal moves."""
        children: Mapping[Move, Tree] = subtree.tree.children if subtree.tree else {}
        return [_Subtree(move, tree=child, ghost=subtree.ghost) for move, child in children.items()]

    def size(self, subtree: _Subtree) -> int:
        """The number of nodes in a subtree."""
        return subtree.tree.size if subtree.tree else 1


class _TraceReader(_TreeReader):
    """Reads what a search did, and where it was a tree that was searched, also what it did not look at."""

    def __init__(self, trace: Trace):
        self.trace = trace
        self.root = _Subtree(node=trace.root, best=bool(trace.line))

    def branches(self, subtree: _Subtree) -> list[_Subtree]:
        node = subtree.node
        if node is None:
            return super().branches(subtree)
        if node.is_leaf:
            return []
        not_legal = [move for move in node.searched if move not in node.moves]
        return [self._branch(subtree, node, move) for move in [*node.moves, *not_legal]]

    def _branch(self, subtree: _Subtree, node: Node, move: Move) -> _Subtree:
        path = (*node.path, move)
        if path in self.trace:
            best = subtree.best and self.trace.line[len(node.path) : len(path)] == (move,)
            return _Subtree(move, node=self.trace.at(path), best=best)
        state = underlying(node.state)
        known = state.children.get(move) if isinstance(state, Tree) else None
        # A search that was interrupted has not cut anything off.
        return _Subtree(move, tree=known, ghost=True, cut=node.finished and move not in node.searched)

    def size(self, subtree: _Subtree) -> int:
        return super().size(subtree) if subtree.node is None else self._sizes[subtree.node.path]

    @cached_property
    def _sizes(self) -> dict[Path, int]:
        sizes: dict[Path, int] = {}
        for node in reversed(self.trace.nodes):  # children before parents
            below = self.branches(_Subtree(node=node))
            sizes[node.path] = 1 + sum(sizes[b.node.path] if b.node else self.size(b) for b in below)
        return sizes


def _shown(subtree: _Subtree, moves: bool, windows: bool) -> ShownNode:
    node, tree = subtree.node, subtree.tree
    shown = ShownNode("stub", ghost=subtree.ghost, cut=subtree.cut, best=subtree.best)
    if moves:
        shown.move = value_text(subtree.move)
    if node is not None:
        shown.kind = _kind(node.is_leaf, node.player)
        shown.label = f"{node.bound} {value_text(node.value)}".lstrip() if node.finished else "?"
        shown.goes_on = node.is_leaf and not node.terminal and bool(node.moves)
        if node.window is not None and not node.is_leaf and windows:
            alpha, beta = node.window
            shown.window = value_text(alpha), value_text(beta)
    elif tree is not None:
        shown.kind = _kind(tree.is_leaf, tree.active_player)
        shown.label = value_text(tree.value) if tree.is_leaf else ""
    return shown


def _kind(is_leaf: bool, player: Player) -> str:
    return "leaf" if is_leaf else "max" if player is MAX else "min"


def _first(branches: list[_Subtree], room: int) -> list[_Subtree]:
    """As many of the first branches as there is room for, the best one among them."""
    if room < 1 or len(branches) <= room:
        return branches if room >= 1 else []
    best = next((i for i, branch in enumerate(branches) if branch.best), 0)
    return branches[:room] if best < room else [*branches[: room - 1], branches[best]]
