"""The four functions of a state alone, as exercises: what they are tried on, and what is right for them.

They search to the end of the game. A player who cannot move loses: -1 at a max level, +1 at a min
level, seen by the player who searches. So a game is just the shape of its tree, and the trees here
have these values at their leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from types import FrameType, FunctionType
from typing import Any

from minimax_lab.check.decisions import Decision
from minimax_lab.check.sandbox.contents import reachable_from
from minimax_lab.check.sandbox.run import RunResult
from minimax_lab.check.search import battery as cases
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.mistaken.catalogue import DECISION_MISTAKES, LEVEL_MISTAKES
from minimax_lab.check.search.mistaken.kinds import MistakenLevelDecision, MistakenLevels
from minimax_lab.check.search.observed import Log, ObservedTree
from minimax_lab.check.search.run import Exercise
from minimax_lab.game import MAX, MIN, Player, Value
from minimax_lab.games import Tree
from minimax_lab.trace.code import entry_code

Function = Callable[..., Any]
MOST_NODES = 7
LEVEL_NAMES = {MAX: "max_value", MIN: "min_value"}
NOT_AT_THE_ROOT = "ignores-terminal", "infinite-win", "depth-stays", "finite-infinity", "role-hard-coded"


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


class Levels(WinOrLose):
    """max_value for a MAX node, min_value for a MIN node, or only one of them: the function is a dict of those."""

    mistaken = MistakenLevels
    mistakes = LEVEL_MISTAKES

    @property
    def subject(self) -> str:  # type: ignore[override]
        return " and ".join(LEVEL_NAMES[player] for player in self.function)

    def players(self) -> tuple[Player, ...]:
        return tuple(self.function)

    @property
    def functions(self) -> tuple[Function, ...]:
        return tuple(self.function.values())

    def function_for(self, case: Case) -> Function:
        return self.function[case.tree.active_player]

    @cached_property
    def sides(self) -> dict[Any, bool]:
        return {entry_code(level): player is MAX for player, level in self.function.items()}

    def note(self, frame: FrameType, log: Log) -> None:
        _note_level(frame, log, self.sides)


class TerminalTest(WinOrLose):
    """Says whether the game is over."""

    subject = "terminal_test"
    searches = False

    def fault(self, case: Case, result: RunResult, log: Log) -> str:
        if log.changed or not result.ok or result.value is None:
            return super().fault(case, result, log)
        return "" if bool(result.value) is case.tree.is_leaf else "wrong-test"

    def expected(self, case: Case) -> tuple[Value, str]:
        return case.tree.is_leaf, ""


class StateDecision(WinOrLose, Decision):
    """Chooses a move of a game that is won or lost."""

    subject = "minimax_decision"
    parameters = ()
    mistaken = MistakenLevelDecision
    # The end of the game is for max_value and min_value to notice. If a decision returns nothing, that is what is said.
    mistakes = tuple(code for code in (*LEVEL_MISTAKES, *DECISION_MISTAKES) if not code.startswith(NOT_AT_THE_ROOT))

    def everything(self, nodes: int) -> Iterator[Case]:
        return (case for case in super().everything(nodes) if not case.tree.is_leaf)

    @cached_property
    def sides(self) -> dict[Any, bool]:
        """The root is a max level for whoever searches; what it calls has the names of the exercise."""
        sides: dict[Any, bool] = {entry_code(self.function): True}
        for thing in reachable_from(self.function):
            if isinstance(thing, FunctionType) and thing.__name__ in LEVEL_NAMES.values():
                sides[thing.__code__] = thing.__name__ == LEVEL_NAMES[MAX]
        return sides

    def note(self, frame: FrameType, log: Log) -> None:
        _note_level(frame, log, self.sides)


def _note_level(frame: FrameType, log: Log, sides: Mapping[Any, bool]) -> None:
    """Note which of the functions is called for which node, and whether it is the one for max levels."""
    code = frame.f_code
    if code in sides:
        given = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
        log.roles += [(state.path, sides[code]) for state in given if isinstance(state, ObservedTree)]
