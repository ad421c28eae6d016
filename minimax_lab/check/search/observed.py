"""Trees that notice what a search does with them: which nodes it evaluates, and from which it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from minimax_lab.check.shared import MadeUpState
from minimax_lab.game import Move, Value
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path


class Log:
    """What one run of a search did."""

    def __init__(self, keeps_states: bool = False) -> None:
        self.kept: list[ObservedTree] | None = [] if keeps_states else None
        self.roles: list[tuple[Path, bool]] = []  # node, and whether it was searched for MAX
        self.events: list[tuple[str, Path]] = []  # "evaluated", or "expanded": moves were tried from that node
        self.windows: list[tuple[Path, Value, Value]] = []  # node, alpha and beta of each call of the search
        self.changed = False  # the search wrote to a state

    def evaluate(self, state: Any) -> Value:
        """What the search is given: a leaf's value, and 0 where the game is not over."""
        self.events.append(("evaluated", state.path))
        return heuristic(state.tree)

    def paths(self, kind: str) -> list[Path]:
        return [path for happened, path in self.events if happened == kind]

    @property
    def leaves(self) -> tuple[Path, ...]:
        """The nodes at which the search stopped, in the order in which it first evaluated them."""
        inner = {*self.paths("expanded")}
        return tuple(path for path in dict.fromkeys(self.paths("evaluated")) if path not in inner)

    @property
    def looks_ahead(self) -> bool:
        """Whether it evaluates nodes before it searches them, to sort the moves for example, or searches twice."""
        evaluated = self.paths("evaluated")
        return len({*evaluated}) < len(evaluated) or not {*evaluated}.isdisjoint(self.paths("expanded"))


def heuristic(tree: Tree) -> Value:
    """The evaluation of all checks: simple, so that a student can follow it by hand."""
    return tree.value if tree.is_leaf else 0


class ObservedTree(MadeUpState):
    """A node of a tree, as a student's function meets it."""

    tree: Tree
    log: Log
    path: Path

    def __init__(self, tree: Tree, log: Log, path: Path = ()):
        vars(self).update(tree=tree, log=log, path=path, active_player=tree.active_player)
        if log.kept is not None:
            log.kept.append(self)

    def get_legal_moves(self) -> list[Move]:
        return self.tree.get_legal_moves()

    def forecast_move(self, move: Move, /) -> ObservedTree:
        child = self.tree.forecast_move(move)
        self.log.events.append(("expanded", self.path))
        return type(self)(child, self.log, (*self.path, move))

    def utility(self) -> Value:
        self.log.events.append(("evaluated", self.path))
        return self.tree.utility()

    @property
    def value(self) -> Value:
        self.log.events.append(("evaluated", self.path))
        return self.tree.value

    @property
    def is_leaf(self) -> bool:
        return self.tree.is_leaf

    @property
    def children(self) -> Mapping[Move, ObservedTree]:
        return {move: self.forecast_move(move) for move in self.get_legal_moves()}

    def key(self) -> Tree:
        return self.tree

    def __hash__(self) -> int:
        return hash(self.tree)  # which tells −1 from −2, unlike Python: a student's key may be no more than a hash

    def __setattr__(self, name: str, value: object) -> NoReturn:
        self.log.changed = True
        super().__setattr__(name, value)

    def __repr__(self) -> str:
        return repr(self.tree)

    def __str__(self) -> str:
        return str(self.tree)
