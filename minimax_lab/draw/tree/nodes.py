"""What of a tree or a trace is shown: which nodes, with which labels, and the same in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, TypeGuard

from minimax_lab.adapt import underlying
from minimax_lab.game import MAX, Move, Player
from minimax_lab.games import Tree
from minimax_lab.picture.text import count_text
from minimax_lab.trace import Trace
from minimax_lab.trace.model import Node, Path, left_out
from minimax_lab.trace.words import path_text, value_text
from minimax_lab.values import HIGHEST, LOWEST

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
    gone: bool = False  # on the way that a game has gone
    proves: str = ""  # what a proof needs it for: "≥", "≤" or both
    goes_on: bool = False  # the search stopped here, but the game does not
    mark: str = ""  # "here": the search is at this node; "reason": why it cuts off there; "ring": it is spoken of
    hidden: int = 0  # how many nodes a fold stands for
    children: list[int] = field(default_factory=list)  # their numbers in the list of all nodes


class ProofTree(Protocol):
    """What a picture asks of a proof (see `minimax_lab.search.proof`): its bounds, and what shows them."""

    state: Any
    at_least: Any
    at_most: Any
    worth: Any
    moves: Mapping[Move, ProofTree]
    active_player: Player


def is_proof(what: Any) -> TypeGuard[ProofTree]:
    return hasattr(what, "at_least") and hasattr(what, "at_most")


def tree_or_trace(what: Any) -> Tree | Trace | ProofTree:
    """What can be drawn as a tree; raises TypeError or ValueError for anything else."""
    what = underlying(what)
    if isinstance(what, Trace) and not what.nodes:
        raise ValueError("this trace has no nodes: the search stopped before it looked at a state")
    if isinstance(what, (Tree, Trace)) or is_proof(what):
        return what
    hint = "record a search of it first, trace(search, state)"
    if isinstance(what, (list, dict)):
        hint = "make a tree of it first, tree(...)"
    raise TypeError(f"a tree is drawn from a Tree or a Trace, not from {with_article(what)}; {hint}")


def with_article(obj: Any) -> str:
    """The name of an object's class in a sentence."""
    name = type(obj).__name__
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"


def shown_nodes(
    what: Tree | Trace | ProofTree | TreeReader, most: int | None, moves: bool = True, windows: bool = True
) -> list[ShownNode]:
    """The nodes to draw, level by level, the root first: at most `most` of them, None for all.

    Where all would be too many, the picture is an overview: what was never searched is folded, a level is
    drawn whole or not at all, and below the last whole level only best play goes on. `moves` and `windows`
    say whether the nodes have the names of the moves and the (alpha, beta) that they were entered with.
    """
    reader = what if isinstance(what, TreeReader) else _reader(what)
    root = reader.root
    everything = most is None or reader.size(root) <= most
    room = (most or 1) - 1
    widest = (most or 1) // 5  # so that an overview is still a picture that can be read
    nodes, level, whole, depth = [reader.shown(root, False, windows)], [(0, root)], True, 0
    while level:
        below = [(number, subtree, reader.moves(subtree)) for number, subtree in level]
        whole = whole and sum(len(names) for _, subtree, names in below if not subtree.ghost) <= min(room, widest)
        level, depth = [], depth + 1
        for number, subtree, names in below:
            if everything or (whole and depth <= DEEPEST and not subtree.ghost):
                drawn = names
            else:
                may_go_on = depth <= DEEPEST and (subtree.main or number == 0)
                drawn = _first(names, reader.main_moves(subtree), room if may_go_on else 0)
            room -= len(drawn)
            branches = [reader.branch(subtree, move) for move in drawn]
            for branch in branches:
                nodes[number].children.append(len(nodes))
                level.append((len(nodes), branch))
                nodes.append(reader.shown(branch, moves, windows))
            if len(drawn) < len(names) or (subtree.node and subtree.node.folded):
                hidden = reader.size(subtree) - 1 - sum(map(reader.size, branches))
                nodes[number].children.append(len(nodes))
                nodes.append(ShownNode("fold", f"…{hidden:,}", ghost=subtree.ghost, hidden=hidden))
    return nodes


def _reader(what: Tree | Trace | ProofTree) -> TreeReader:
    if isinstance(what, Trace):
        return TraceReader(what)
    return TreeReader(what) if isinstance(what, Tree) else ProofReader(what)


def _first(moves: Sequence[Move], main: Collection[Move], room: int) -> Sequence[Move]:
    """As many of the first moves as there is room for, the main ones among them."""
    if room < 1 or len(moves) <= room:
        return moves if room >= 1 else []
    last = [move for move in moves[room - len(main) :] if move in main]
    return [*moves[: room - len(last)], *last]


@dataclass(slots=True)
class Subtree:
    """A part of the tree: searched, as `node` says, or only known, as `tree` says, or not even that."""

    move: Move | None = None
    node: Node | None = None
    tree: Tree | None = None
    proof: ProofTree | None = None
    ghost: bool = False
    cut: bool = False
    main: bool = False  # what the picture is about: best play, unless it is something else


class TreeReader:
    """Reads a tree from the root down, as far as it is asked: a node may have very many moves."""

    def __init__(self, tree: Tree):
        self.root = Subtree(tree=tree)

    def moves(self, subtree: Subtree) -> Sequence[Move]:
        """The moves that lead on from a subtree's first node."""
        return [*subtree.tree.children] if subtree.tree else []

    def main_moves(self, subtree: Subtree) -> Collection[Move]:
        """Those of them that are to be drawn if any are."""
        return ()

    def branch(self, subtree: Subtree, move: Move) -> Subtree:
        """What a move leads to."""
        assert subtree.tree is not None
        return Subtree(move, tree=subtree.tree.children[move], ghost=subtree.ghost)

    def size(self, subtree: Subtree) -> int:
        """The number of nodes in a subtree."""
        return _size(subtree.tree) if subtree.tree else 1

    def shown(self, subtree: Subtree, moves: bool, windows: bool) -> ShownNode:
        """What is drawn of a subtree's first node."""
        shown, tree = ShownNode("stub", ghost=subtree.ghost, cut=subtree.cut), subtree.tree
        if moves:
            shown.move = value_text(subtree.move)
        if tree is not None:
            shown.kind = kind_of(tree.is_leaf, tree.active_player)
            shown.label = value_text(tree.value) if tree.is_leaf else ""
        return shown


class GameReader(TreeReader):
    """Reads a tree in which a game has gone some `way` from the root: what was passed by is never reached."""

    def __init__(self, tree: Tree, way: Path):
        super().__init__(tree)
        self.way, self.gone = way, [tree.at(way[:depth]) for depth in range(len(way) + 1)]

    def main_moves(self, subtree: Subtree) -> Collection[Move]:
        depth = next((i for i, node in enumerate(self.gone) if node is subtree.tree), len(self.way))
        return self.way[depth : depth + 1]

    def branch(self, subtree: Subtree, move: Move) -> Subtree:
        below, main = super().branch(subtree, move), self.main_moves(subtree)
        below.main, below.ghost = move in main, below.ghost or (bool(main) and move not in main)
        return below

    def shown(self, subtree: Subtree, moves: bool, windows: bool) -> ShownNode:
        shown = super().shown(subtree, moves, windows)
        shown.gone, shown.mark = subtree.main, "here" if subtree.tree is self.gone[-1] else ""
        return shown


class TraceReader(TreeReader):
    """Reads what a search did, and where it was a tree that was searched, also what it did not look at."""

    def __init__(self, trace: Trace):
        self.trace = trace
        self.root = Subtree(node=trace.root, main=bool(trace.line))

    def moves(self, subtree: Subtree) -> Sequence[Move]:
        node = subtree.node
        if node is None:
            return super().moves(subtree)
        return [*node.moves, *left_out(node.searched, node.moves)] if node.searched else []

    def main_moves(self, subtree: Subtree) -> Collection[Move]:
        if subtree.node is None or not subtree.main:
            return ()
        depth = len(subtree.node.path)
        return self.trace.line[depth : depth + 1]

    def branch(self, subtree: Subtree, move: Move) -> Subtree:
        node = subtree.node
        if node is None:
            return super().branch(subtree, move)
        path = (*node.path, move)
        if path in self.trace:
            return Subtree(move, node=self.trace.at(path), main=move in self.main_moves(subtree))
        known = _known_children(node).get(move)
        # A search that was interrupted has not cut anything off.
        return Subtree(move, tree=known, ghost=True, cut=node.finished and move not in node.searched)

    def size(self, subtree: Subtree) -> int:
        return super().size(subtree) if subtree.node is None else self._sizes[subtree.node.path]

    @cached_property
    def _sizes(self) -> dict[Path, int]:
        sizes: dict[Path, int] = {}
        for node in reversed(self.trace.nodes):  # children before parents
            if not node.searched:
                sizes[node.path] = 1 + node.folded
                continue
            known, searched = _known_children(node), {*node.searched}
            stubs = [move for move in node.moves if move not in searched]
            below = sum(_size(known[move]) for move in stubs) if known else len(stubs)
            sizes[node.path] = 1 + below + sum(sizes[child.path] for child in self.trace.children(node))
        return sizes

    def shown(self, subtree: Subtree, moves: bool, windows: bool) -> ShownNode:
        shown, node = super().shown(subtree, moves, windows), subtree.node
        if node is not None:
            shown.kind, shown.best = kind_of(node.is_leaf, node.player), subtree.main
            shown.label = f"{node.bound} {value_text(node.value)}".lstrip() if node.finished else "?"
            shown.goes_on = node.is_leaf and not node.terminal and bool(node.moves)
            if node.window is not None and not node.is_leaf and windows:
                alpha, beta = node.window
                shown.window = value_text(alpha), value_text(beta)
        return shown


class ProofReader(TreeReader):
    """Reads a proof: what it needs, and for which half; and of an abstract tree also what it does not need."""

    def __init__(self, proof: ProofTree):
        self.root = Subtree(proof=proof)

    def moves(self, subtree: Subtree) -> Sequence[Move]:
        if subtree.proof is None:
            return super().moves(subtree)
        needed = [*subtree.proof.moves]
        return [*_known_children(subtree.proof)] or needed if needed else []

    def branch(self, subtree: Subtree, move: Move) -> Subtree:
        if subtree.proof is None:
            return super().branch(subtree, move)
        if move in subtree.proof.moves:
            return Subtree(move, proof=subtree.proof.moves[move])
        return Subtree(move, tree=_known_children(subtree.proof)[move], ghost=True)

    def size(self, subtree: Subtree) -> int:
        if subtree.proof is None:
            return super().size(subtree)
        return 1 + sum(self.size(self.branch(subtree, move)) for move in self.moves(subtree))

    def shown(self, subtree: Subtree, moves: bool, windows: bool) -> ShownNode:
        shown, proof = super().shown(subtree, moves, windows), subtree.proof
        if proof is not None:
            shown.kind = kind_of(not proof.moves, proof.active_player)
            shown.proves = "≥" * (proof.at_least != LOWEST) + "≤" * (proof.at_most != HIGHEST)
            bound = proof.at_least if "≥" in shown.proves else proof.at_most
            sign = shown.proves if len(shown.proves) == 1 else ""
            shown.label = f"{sign} {value_text(bound)}".lstrip() if proof.moves else value_text(proof.worth)
        return shown


def _known_children(node: Node | ProofTree) -> Mapping[Move, Tree]:
    """What the moves of a node of an abstract tree lead to, searched or not; nothing if it is of another game."""
    state = underlying(node.state)
    return state.children if isinstance(state, Tree) else {}


def _size(tree: Tree) -> int:
    return 1 if tree.is_leaf else tree.size


def kind_of(is_leaf: bool, player: Player) -> str:
    return "leaf" if is_leaf else "max" if player is MAX else "min"


SPOKEN = 20  # moves of best play that are put into words


def title(what: Tree | Trace | ProofTree) -> str:
    if is_proof(what):
        return "Proof of what a game tree is worth"
    return f"Game tree, as {what.search} searched it" if isinstance(what, Trace) else "Game tree"


def description(what: Tree | Trace | ProofTree, hidden: int, ringed: Collection[Path] = ()) -> str:
    """The tree and what a search made of it; `hidden` nodes are folded away, and `ringed` ones have a ring."""
    if isinstance(what, (Tree, Trace)):
        words = ["Game tree", *(_trace_words(what) if isinstance(what, Trace) else _tree_words(what))]
    else:
        words = [f"Game tree, {what.active_player} to move", *_proof_words(what)]
    if hidden:
        words.append(f"{hidden:,} nodes folded away")
    words += [f"a ring: {path_text(path)}" for path in ringed]
    return ", ".join(words)


def _tree_words(tree: Tree) -> list[str]:
    if tree.is_leaf:
        return [f"one leaf worth {value_text(tree.value)}"]
    leaves = count_text(len(tree.leaves()), "leaf", "leaves")
    return [f"{tree.active_player} to move", leaves, count_text(tree.height, "ply", "plies")]


def _proof_words(proof: ProofTree) -> list[str]:
    halves = {f"at least {value_text(proof.at_least)}": "≥", f"at most {value_text(proof.at_most)}": "≤"}
    nodes = shown_nodes(ProofReader(proof), None)
    return [
        f"{bound} by {count_text(len(leaves), 'leaf', 'leaves')} ({', '.join(leaves)})"
        for bound, sign in halves.items()
        if (leaves := [node.label for node in nodes if node.kind == "leaf" and sign in node.proves])
    ]


def _trace_words(trace: Trace) -> list[str]:
    words = [
        f"{trace.root.player} to move",
        f"stopped by {trace.error}" if trace.error else f"value {value_text(trace.root.value)}",
        count_text(len(trace.leaves), "leaf", "leaves") + " searched",
        count_text(trace.pruned_count, "branch", "branches") + " pruned",
    ]
    if trace.line:
        more = " …" if len(trace.line) > SPOKEN else ""
        words.append("best play " + " ".join(map(value_text, trace.line[:SPOKEN])) + more)
    return words
