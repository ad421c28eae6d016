"""Exercise 3: the values of a game that is over as soon as either player is stuck."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType
from typing import Any

from minimax_lab.check.calls import call_text, examples
from minimax_lab.check.instead import Instead
from minimax_lab.check.report import Finding, Report
from minimax_lab.check.sandbox.failures import not_checked
from minimax_lab.check.sandbox.run import run
from minimax_lab.check.search.findings import with_lines
from minimax_lab.check.search.repair import Search
from minimax_lab.check.shared import equal, name_of
from minimax_lab.check.texts import exercises as texts
from minimax_lab.game import MAX, MIN
from minimax_lab.games import Isolation
from minimax_lab.search import max_value, min_value
from minimax_lab.trace import trace

ENOUGH = 205  # nodes of 225, if mini-isolation is over as soon as either player is stuck
LATE, MOST_OPEN = 200, 4  # positions of a larger board, with no more open cells than that
SOME = 7  # of the states, one after so many, are enough to see that an edit leaves the values as they are
LINES_A_CALL = 20_000  # that an edited function may take
SEARCHER_IS_MAX, PAST_THE_END = "searcher-is-max", "searches-past-the-end"  # codes
MOVER_LOSES = "mover-always-loses"


def early_values(at_max: Callable[..., Any], at_min: Callable[..., Any]) -> Report:
    """Exercise 3: the values, if the game is over as soon as either player is stuck. Half if too much is looked at."""
    student = _Early(at_max, at_min)
    pairs = (at_max, max_value), (at_min, min_value)
    for function, right in sorted(pairs, key=student.is_right_at_the_end):
        report = examples(
            function,
            [((state,), right(state)) for state in (*student.over, *reversed(student.states), *late_positions())],
            subject=texts.EARLY_VALUES,
            on_wrong=lambda state, name=right.__name__: texts.EARLY_WRONG.filled(name=name),
            also=student.stops_early,
            instead=[*(for_max(right, mover_first) for mover_first in (True, False)), always_lost(right)],
        )
        if not report.passed or report.not_checked:
            return Report(report.subject, report.findings, 0.0)
    for searcher, function in (MAX, at_max), (MIN, at_min):
        nodes = _nodes(function, Isolation())
        if not nodes:
            return Report(texts.EARLY_VALUES, [not_checked(texts.HOW_MUCH)])
        if nodes > ENOUGH:  # fewer if it also stops where it has found a win
            levels = {searcher: at_max, searcher.opponent: at_min}
            late = ((levels[state.active_player], state) for state in student.over)
            shown = next(((each, state) for each, state in late if _nodes(each, state) > 1), None)
            return Report(texts.EARLY_VALUES, [student.too_many(function, nodes, shown)], 0.5)
    return Report(texts.EARLY_VALUES, [])


def for_max(right: Callable[..., Any], mover_first: bool) -> Instead:
    """The mistake to take MAX for the searching player, in a function that should be `right`.

    If both are stuck, the one who is to move has lost; or, without `mover_first`, the one who would be if MAX searched.
    """

    def value(state: Isolation, at_max: bool = right is max_value) -> int:
        first = state.active_player if mover_first else MAX if at_max else MIN
        for player in (first, first.opponent):
            if not state.reach(player):
                return -1 if player is MAX else 1
        values = [value(state.forecast_move(move), not at_max) for move in state.get_legal_moves()]
        return max(values) if at_max else min(values)

    return Instead(SEARCHER_IS_MAX, texts.EARLY[SEARCHER_IS_MAX], right, value)


def always_lost(right: Callable[..., Any]) -> Instead:
    """The mistake to take the player to move for the loser whoever is stuck, in a function that should be `right`."""

    def value(state: Isolation, at_max: bool = right is max_value) -> int:
        if not (state.get_legal_moves() and state.reach(state.active_player.opponent)):
            return -1 if at_max else 1
        values = [value(state.forecast_move(move), not at_max) for move in state.get_legal_moves()]
        return max(values) if at_max else min(values)

    return Instead(MOVER_LOSES, texts.EARLY[MOVER_LOSES], right, value)


def late_positions() -> list[Isolation]:
    """Positions on a larger board towards the end of games by chance: on the small one, some mistakes do not show."""
    found, rng = dict[Any, Isolation](), random.Random(1)
    while len(found) < LATE:
        state = Isolation(3, 3)
        while moves := state.get_legal_moves():
            state = state.forecast_move(moves[int(len(moves) * rng.random())])
            if "".join(state.rows()).count(".") <= MOST_OPEN:
                found[state.key()] = state
    return [*found.values()]


def _nodes(function: Callable[..., Any], state: Isolation) -> int:
    """How many nodes a search of one's own looks at; 0 if it fails. An edit of it might change the state itself."""
    result = run(trace, function, copy(state), lines=False, most_lines=None, borrows_from=())
    return len(result.value.nodes) if result.ok else 0


@dataclass(frozen=True)
class _Early:
    """The student's two functions."""

    at_max: Callable[..., Any]
    at_min: Callable[..., Any]

    @cached_property
    def states(self) -> list[Any]:
        return [node.state for node in trace(max_value, Isolation(), lines=False).nodes]

    @cached_property
    def over(self) -> list[Any]:
        """Those in which only the player who is not to move is stuck."""
        goes_on = [state for state in self.states if state.get_legal_moves()]
        return [state for state in goes_on if not state.reach(state.active_player.opponent)]

    def is_right_at_the_end(self, pair: tuple[Callable[..., Any], Callable[..., Any]]) -> bool:
        """Whether a function is right where nothing needs to be searched. If not, it may be why the other is wrong."""
        function, right = pair
        return all(equal(run(function, copy(state)).value, right(state)) for state in self.over)

    def stops_early(self) -> bool:
        """Whether both functions look no further where the game is over, and are right: a call of another one, such
        as one of part 2, would only hide what is wrong with one of them.
        """
        stops = all(_nodes(each, state) == 1 for each in (self.at_max, self.at_min) for state in self.over)
        return stops and all(self._are_right(state)[0] for state in self.states[::SOME])

    def _are_right(self, state: Isolation) -> tuple[bool, int]:
        """Whether both functions are right in a state, and the lines that they take."""
        pairs = (self.at_max, max_value), (self.at_min, min_value)
        results = [(run(each, copy(state), most_lines=LINES_A_CALL), right(state)) for each, right in pairs]
        lines = sum(result.lines for result, _ in results)
        return all(result.ok and equal(result.value, value) for result, value in results), lines

    def too_many(self, function: Callable[..., Any], nodes: int, shown: tuple[Any, Any] | None) -> Finding:
        """The finding on a search of too many nodes; with a function that goes on and the board where it does, if it is
        not one that they call.
        """
        numbers = {"name": name_of(function), "nodes": nodes, "enough": ENOUGH}
        if not shown:
            text = texts.TOO_MANY_NODES.filled(**numbers)
            return self._with_line(Finding.of("too-many-nodes", text), self.states[0], ["function"])
        late, state = shown
        text = texts.EARLY[PAST_THE_END].filled(late=name_of(late), **numbers)
        return self._with_line(Finding.of(PAST_THE_END, text, state, call_text(late, [state])), state)

    def _with_line(self, finding: Finding, first: Any, only: list[str] | None = None) -> Finding:
        """The finding, with the line in which an edit mends it, if there is one such line."""
        both, every = [self.at_max, self.at_min], [self.states[0], *self.over, *self.states[::SOME]]
        found = Search(both, [first], every, self._judge, two=False, only=only or ()).found()
        if only:  # what they call is right for what it was written for
            names = {function.__name__ for function in both if isinstance(function, FunctionType)}
            found = [repair for repair in found if repair.name in names]
        return with_lines(finding, found[:1]) if len({repair.line for repair in found}) == 1 else finding

    def _judge(self, state: Isolation) -> tuple[bool, int]:
        """Whether both functions are right in a state, and look at no more than they must."""
        right, lines = self._are_right(state)
        most = ENOUGH if state == self.states[0] else 1 if state in self.over else len(self.states)
        return right and all(0 < _nodes(each, state) <= most for each in (self.at_max, self.at_min)), lines
