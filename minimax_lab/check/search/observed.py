"""Trees that notice what a search does with them: which nodes it evaluates, and from which it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from minimax_lab.game import GameState, Move, Value
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path


class StateChanged(AttributeError):
    """A search wrote to the state that it was given."""


class Log:
    """What one run of a search did."""

    def __init__(self) -> None:
        self.events: list[tuple[str, Path]] = []  # "evaluated", or "expanded": moves were tried from that node
        self.windows: list[tuple[Path, Value, Value]] = []  # node, alpha and beta of each call of the search
        self.changed = False  # somebody wrote to a state

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
        """It evaluates nodes before it searches them, to sort the moves, say, or searches twice."""
        evaluated = self.paths("evaluated")
        return len({*evaluated}) < len(evaluated) or not {*evaluated}.isdisjoint(self.paths("expanded"))


def heuristic(tree: Tree) -> Value:
    """The evaluation of all checks: simple, so that a student can follow it by hand."""
    return tree.value if tree.is_leaf else 0


class _Draft(GameState):
    __slots__ = ("active_player", "log", "path", "tree")


class Watched(_Draft):
    """A node of a tree, as a student's function meets it."""

    __slots__ = ()
    graded = True

    def __new__(cls, tree: Tree, log: Log, path: Path = ()) -> Watched:
        draft = _Draft()
        draft.tree, draft.log, draft.path, draft.active_player = tree, log, path, tree.active_player  # type: ignore[attr-defined]
        draft.__class__ = cls
        return draft  # type: ignore[return-value]

    tree: Tree
    log: Log
    path: Path

    def get_legal_moves(self) -> list[Move]:
        return self.tree.get_legal_moves()

    def forecast_move(self, move: Move, /) -> Watched:
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
    def children(self) -> Mapping[Move, Watched]:
        return {move: self.forecast_move(move) for move in self.get_legal_moves()}

    def key(self) -> Tree:
        return self.tree

    def __setattr__(self, name: str, value: object) -> NoReturn:
        self.log.changed = True
        raise StateChanged(f"a state cannot be changed; forecast_move(move) makes a new one ({name} was to be set)")

    def __copy__(self) -> Watched:
        return self

    def __deepcopy__(self, memo: Any) -> Watched:
        return self

    def __repr__(self) -> str:
        return repr(self.tree)

    def __str__(self) -> str:
        return str(self.tree)
