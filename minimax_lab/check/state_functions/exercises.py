"""The four functions of a state alone, as exercises: what they are tried on, and what is right for them.

They search to the end of the game. A player who cannot move loses: -1 at a max level, +1 at a min
level, seen by the player who searches. So a game is just the shape of its tree, and the trees here
have these values at their leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import FrameType, FunctionType
from typing import Any

from minimax_lab.check.decisions import Decision
from minimax_lab.check.sandbox.contents import reachable_from
from minimax_lab.check.sandbox.run import RunResult
from minimax_lab.check.search import battery as cases
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.observed import Log, ObservedTree
from minimax_lab.check.search.run import Exercise
from minimax_lab.game import MAX, MIN, Player, Value
from minimax_lab.games import Tree
from minimax_lab.trace.code import entry_code

Function = Callable[..., Any]
MOST_NODES = 7
LEVEL_NAMES = {MAX: "max_value", MIN: "min_value"}


class WinOrLose(Exercise):
    """Tried on games in which a player who cannot move loses."""

    def players(self) -> tuple[Player, ...]:
        return cases.PLAYERS

    def everything(self, nodes: int) -> Iterator[Case]:
        for shape in cases.shapes(nodes):
            for player in self.players():
                tree = Tree(_won_or_lost(shape, player), player)
                yield Case(tree, tree.height + 1)

    def battery(self) -> Iterator[Case]:
        for nodes in range(1, MOST_NODES + 1):
            yield from self.everything(nodes)


def _won_or_lost(shape: cases.Shape, player: Player) -> Any:
    if not shape:
        return -1 if player is MAX else +1
    return [_won_or_lost(child, player.opponent) for child in shape]


@dataclass(frozen=True)
class Levels(WinOrLose):
    """max_value for a MAX node, min_value for a MIN node, or only one of them."""

    levels: Mapping[Player, Function] = field(default_factory=dict)

    def players(self) -> tuple[Player, ...]:
        return tuple(self.levels)

    def value(self, state: Any) -> Value:
        return self.levels[state.active_player](state)

    def functions(self, function: Function) -> tuple[Function, ...]:
        return tuple(self.levels.values())

    def chosen(self, function: Function, case: Case) -> Function:
        return self.levels[case.tree.active_player]

    def noter(self, function: Function) -> Callable[[FrameType, Log], None]:
        return _level_noter({entry_code(level): player is MAX for player, level in self.levels.items()})


class TerminalTest(WinOrLose):
    """Says whether the game is over."""

    def fault(self, case: Case, result: RunResult, log: Log) -> str:
        if log.changed or not result.ok or result.value is None:
            return super().fault(case, result, log)
        return "" if bool(result.value) is case.tree.is_leaf else "wrong-test"

    def expected(self, case: Case) -> tuple[Value, str]:
        return case.tree.is_leaf, ""


class StateDecision(WinOrLose, Decision):
    """Chooses a move of a game that is won or lost."""

    def everything(self, nodes: int) -> Iterator[Case]:
        return (case for case in super().everything(nodes) if not case.tree.is_leaf)

    def noter(self, function: Function) -> Callable[[FrameType, Log], None]:
        """The root is a max level for whoever searches; what it calls has the names of the exercise."""
        sides: dict[Any, bool] = {entry_code(function): True}
        for thing in reachable_from(function):
            if isinstance(thing, FunctionType) and thing.__name__ in LEVEL_NAMES.values():
                sides[thing.__code__] = thing.__name__ == LEVEL_NAMES[MAX]
        return _level_noter(sides)


def _level_noter(sides: Mapping[Any, bool]) -> Callable[[FrameType, Log], None]:
    """Notes which of the functions is called for which node, and whether it is the one for max levels."""

    def note(frame: FrameType, log: Log) -> None:
        code = frame.f_code
        if code in sides:
            given = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
            log.roles += [(state.path, sides[code]) for state in given if isinstance(state, ObservedTree)]

    return note
