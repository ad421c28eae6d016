"""Which states are known, and which node of the tree each of them is.

The root is known, and so is every state that `forecast_move` made from a known one. A tree may also
keep its nodes, and a search may walk them (`node.children`) without calling `forecast_move`. We look
for such a state among the children of the known ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import Any

from minimax_lab.adapt import Adapted, as_game, overrides, underlying
from minimax_lab.game import Move, Player
from minimax_lab.limits import time_limit
from minimax_lab.trace.model import Path
from minimax_lab.trace.words import hashable

MOST_OPENED = 100_000  # nodes whose children are asked for in order to find a state among them
PATIENCE = 1.0  # seconds for a question to a state, after a search that had to be stopped


class KnownStates:
    """The states that have been seen, by node: 0 is the root, a parent comes before its children."""

    def __init__(self, root: Any):
        self.parents: list[int] = [-1]
        self.moves: list[Move] = [None]  # the move that led there
        self.states: list[Any] = [underlying(root)]  # kept, so that no id is used twice
        self.legal: dict[int, tuple[Move, ...]] = {}  # as a user's get_legal_moves returned them
        self.utilities: dict[int, Any] = {}  # as a user's utility returned them
        self.strangers: set[int] = set()  # ids of states that were searched, although no one saw where they came from
        self.unmade: set[int] = set()  # nodes that were only found here, while looking for others
        self.nodes: dict[int, int] = {id(self.states[0]): 0}  # by id of a state
        self.kind = type(self.states[0])
        self.was_stopped = False  # it took too many steps: the next question may never come back, either
        # if the view around the root says whose turn it is, and the root itself does not
        self.first_player: Player | None = root.active_player if isinstance(root, Adapted) else None
        self._edges: dict[tuple[int, Move], int] = {}
        self._spare: list[Any] = []  # further states of a node and strangers, kept like the others
        self._keeps_children = True  # forecast_move returns the same object again
        self._opened: set[int] = set()
        self._placed: list[int] = []

    def add_child(self, parent: int, move: Move, child: Any) -> int:
        """The node of `child`, which `move` leads to."""
        try:
            node = self._edges.get((parent, move))
        except TypeError:  # a list, say
            move = hashable(move)
            node = self._edges.get((parent, move))
        if node is None:
            node = self._edges[parent, move] = len(self.parents)
            self.parents.append(parent)
            self.moves.append(move)
            self.states.append(child)
        else:
            if self.states[node] is not child:
                self._spare.append(child)
            self.unmade.discard(node)
        self.nodes[id(child)] = node
        return node

    def place(self, state: Any, open_nodes: Sequence[int]) -> int | None:
        """The node of a state that no forecast_move was seen to return; None if it cannot be found."""
        if id(state) in self.nodes:  # met before; -1 is a stranger
            return self.nodes[id(state)] if self.nodes[id(state)] >= 0 else None
        node = self._find_kept(state, open_nodes)
        if node is None:
            node = self._find_equal(state, open_nodes)
        if node is None:
            self.nodes[id(state)] = -1
            self._spare.append(state)
        else:
            self._placed.append(node)
        return node

    def _find_kept(self, state: Any, open_nodes: Sequence[int]) -> int | None:
        for node in self._to_open(open_nodes):
            self._opened.add(node)
            children = [*self._children(node)]
            self._keeps_children &= all(child is again for _, child, again in children)
            if not self._keeps_children:
                break
            for move, child, _ in children:
                if id(child) not in self.nodes:
                    self.unmade.add(self.add_child(node, move, child))
            if id(state) in self.nodes:
                return self.nodes[id(state)]
        return None

    def _to_open(self, open_nodes: Sequence[int]) -> Iterator[int]:
        """Nodes that may have the state among their children, the likely ones first."""
        if self._keeps_children:
            for nodes in open_nodes, self._placed, range(len(self.parents)):
                for node in reversed(nodes):
                    if node >= 0 and node not in self._opened and len(self._opened) < MOST_OPENED:
                        yield node

    def _find_equal(self, state: Any, open_nodes: Sequence[int]) -> int | None:
        """A child of a node that is being searched, if the game says that it is equal to the state."""
        if self._keeps_children or not any("__eq__" in vars(cls) for cls in type(state).__mro__[:-1]):
            return None
        for parent in dict.fromkeys(reversed([node for node in open_nodes if node >= 0])):
            for move, child, _ in self._children(parent):
                if child == state:
                    return self.add_child(parent, move, state)
        return None

    def _children(self, node: int) -> Iterator[tuple[Move, Any, Any]]:
        """Each move of a node with the state that it leads to, asked for twice."""
        state = self.states[node]
        try:
            for move in state.get_legal_moves():
                yield move, state.forecast_move(move), state.forecast_move(move)
        except Exception:  # the class may be a student's, and half done
            return

    def legal_moves(self, node: int) -> tuple[Move, ...]:
        """The legal moves of a node, a list among them as a tuple."""
        state, moves = self.states[node], self.legal.get(node)
        if moves is None or (moves and overrides(state, "is_terminal")):
            try:
                with time_limit(PATIENCE) if self.was_stopped else nullcontext():
                    moves = tuple(as_game(state).get_legal_moves())
            except Exception:  # the class may be a student's, and half done; or a loop without an end (TimeUp)
                moves = moves or ()
        return hashable(moves)

    def utility(self, node: int, player: Player) -> Any:
        """What a finished game is worth to MAX, according to the game; None if it has not said so, or cannot."""
        state = self.states[node]
        if node in self.utilities or (overrides(state, "utility") and not _is_ours(state)):
            return self.utilities.get(node)
        try:
            return Adapted(state, player).utility()
        except Exception:
            return None

    def path(self, node: int) -> Path:
        """The moves from the root to a node."""
        moves = []
        while node > 0:
            moves.append(self.moves[node])
            node = self.parents[node]
        return tuple(reversed(moves))

    def paths(self) -> list[Path]:
        """The path of every node."""
        paths: list[Path] = [()]
        for parent, move in zip(self.parents[1:], self.moves[1:], strict=True):
            paths.append((*paths[parent], move))
        return paths


def _is_ours(state: Any) -> bool:
    """Whether the state's class belongs to this package, and can be asked without being noticed."""
    return type(state).__module__.partition(".")[0] == __name__.partition(".")[0]
