"""Functions of a state alone, called on the boards of mini-isolation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from minimax_lab.adapt import underlying
from minimax_lab.check.report import NOTHING, Finding, Replay, shown_value
from minimax_lab.check.sandbox.contents import Memory
from minimax_lab.check.sandbox.failures import failure_finding
from minimax_lab.check.sandbox.run import run
from minimax_lab.check.search.battery import Log
from minimax_lab.check.search.findings import came_to, with_lines
from minimax_lab.check.search.replay import at_the_end, traced, wrong_return
from minimax_lab.check.search.run import WRONG_VALUE, Exercise, Run
from minimax_lab.check.search.smallest import EarlierCalls
from minimax_lab.check.shared import equal, name_of
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts import searches as texts
from minimax_lab.check.texts.by_exercise import STATE_FUNCTIONS
from minimax_lab.check.texts.searches import WRONG_ON_BOARD
from minimax_lab.check.texts.text import Text
from minimax_lab.game import MIN, Move, Player
from minimax_lab.games import Isolation
from minimax_lab.trace import Step

Function = Callable[..., Any]


@dataclass(frozen=True)
class Wanted:
    """What is right for a function: any of these; none where it is not to be called."""

    right: Callable[[Isolation], list[Any]]
    searcher: Callable[[Isolation], Player | None]  # the player for whom it searches, if it does


@dataclass(frozen=True)
class OnBoard:
    """A call of one of the functions on a board."""

    function: Function
    wanted: Wanted
    state: Isolation

    def text(self, argument: str = "state") -> str:
        """The call as one would write it."""
        return f"{name_of(self.function)}({argument})"

    def replay(self) -> Replay | None:
        """The run on the board once more, traced, at the step at which a wrong value comes back for the first time."""
        seen = traced(self.function, self.state)
        if not seen or not seen.nodes:
            return None
        searcher, best = self.wanted.searcher(self.state), self.wanted.right(self.state)

        def right(step: Step) -> Any:
            if not step.path:
                return step.value if any(equal(step.value, value) for value in best) else best[0]
            there = underlying(seen.at(step.path).state)
            return _for_mover(there) if there.active_player is searcher else -_for_mover(there)

        return wrong_return(seen, right) or at_the_end(seen)


class Boards(Exercise):
    """Functions that are called on boards."""

    def observe(self, case: OnBoard) -> Run:
        result = run(case.function, case.state)
        right = any(equal(result.value, value) for value in case.wanted.right(case.state))
        return Run(case, result, Log(), result.failure or ("" if right else WRONG_VALUE))


def fault_on_board(functions: list[tuple[Function, Wanted]]) -> Finding | None:
    """What is wrong with one of the functions, at the position that is nearest to the end of the game."""
    memory, done = Memory(*(function for function, _ in functions)), list[Run]()
    calls = (OnBoard(*each, state) for state in positions() for each in functions if each[1].right(state))
    earlier_calls = EarlierCalls(Boards(functions), memory)
    try:
        for call in calls:
            done.append(earlier_calls.exercise.observe(call))
            if done[-1].result.failure:
                break
        wrong = [each for each in done if each.is_wrong]
        if wrong and memory.changed and not wrong[-1].gives_up:
            wrong = [each for each in wrong if earlier_calls.runs_after([], each.case)[-1].is_wrong]
            if not wrong and (calls_made := earlier_calls.shortest(done)):
                found = earlier_calls.made_own([function for function, _ in functions], calls_made)
                return with_lines(_depends_on_earlier_calls(earlier_calls, calls_made), found)
        return _told(wrong) if wrong else None
    finally:
        memory.forget()  # so that another check says the same


def _told(wrong: list[Run]) -> Finding:
    """The finding on these calls, of which only the last can have failed."""
    if (last := wrong[-1]).result.failure:
        failed = failure_finding(last.result, last.case.text(), last.case.state)
        return replace(failed, replay=None if last.gives_up else last.case.replay)
    return _found(wrong[0], *_name([each for each in wrong if each.case.function is wrong[0].case.function]))


def _found(wrong: Run, code: str, text: Text) -> Finding:
    call, right = wrong.case, wrong.case.wanted.right(wrong.case.state)
    several = " or ".join(map(shown_value, right)) if len(right) > 1 else ""
    fields = {"returned": wrong.result.value, "expected": NOTHING if several else right[0], "expected_text": several}
    return Finding.of(code, text, call.state, call.text(), replay=call.replay, **fields)


def _depends_on_earlier_calls(earlier_calls: EarlierCalls, calls: list[Run]) -> Finding:
    """The finding on calls of which the last one is wrong because of the others."""
    *earlier, last = calls
    alone = earlier_calls.runs_after([], last.case)[-1]
    boards = ["state" if each.case.state == last.case.state else repr(each.case.state) for each in earlier]
    before = [f"{each.case.text(board)} {came_to(each)}" for each, board in zip(earlier, boards, strict=True)]
    example = texts.DEPENDS_ON_EARLIER_CALLS.format(alone=came_to(alone), earlier=", then ".join(before))
    text = MISCONCEPTIONS[texts.REMEMBERS]
    text = replace(text, message=f"{text.message}\n{example}")

    def replay() -> Replay | None:
        earlier_calls.runs_after([each.case for each in earlier[:-1]], earlier[-1].case)
        try:
            return last.case.replay()
        finally:
            earlier_calls.memory.forget()

    return replace(_found(last, texts.REMEMBERS, text), replay=replay)


def _name(wrong: list[Run]) -> tuple[str, Text]:
    """The mistake that explains all that is wrong, if one does."""
    if all(map(_is_index, wrong)):
        return "index-for-move", MISCONCEPTIONS["index-for-move"]
    if _is_always_for_max(wrong[0].case.wanted, [each.case.state for each in wrong]):
        return "role-hard-coded", STATE_FUNCTIONS["role-hard-coded"]
    return "wrong-value", WRONG_ON_BOARD


def _is_always_for_max(wanted: Wanted, wrong: list[Isolation]) -> bool:
    """Whether it goes wrong only when it searches for MIN, and then at all ends, or wherever not all moves are best."""
    states = [state for state in positions() if wanted.searcher(state) is MIN and wanted.right(state)]
    ends = [state for state in states if not state.get_legal_moves()]
    chosen = [state for state in states if len(wanted.right(state)) < len(state.get_legal_moves())]
    return {*wrong} <= {*states} and {*wrong} >= {*(ends or chosen)}


def _is_index(wrong: Run) -> bool:
    """Whether the place of a right move in the list of moves was returned."""
    value, moves = wrong.result.value, wrong.case.state.get_legal_moves()
    return type(value) is int and 0 <= value < len(moves) and moves[value] in wrong.case.wanted.right(wrong.case.state)


@cache
def positions() -> tuple[Isolation, ...]:
    """The positions of mini-isolation, the fewest possible continuations first."""
    found = dict.fromkeys(_reachable(Isolation()))
    return tuple(sorted(found, key=lambda state: sum(1 for _ in _reachable(state))))


def _reachable(state: Isolation) -> Iterator[Isolation]:
    yield state
    for move in state.get_legal_moves():
        yield from _reachable(state.forecast_move(move))


@cache
def _for_mover(state: Isolation) -> int:
    """+1 if the player to move wins, else -1."""
    return max((-_for_mover(state.forecast_move(move)) for move in state.get_legal_moves()), default=-1)


def _best_moves(state: Isolation) -> list[Move]:
    best = _for_mover(state)
    return [move for move in state.get_legal_moves() if -_for_mover(state.forecast_move(move)) == best]


TERMINAL_TEST = Wanted(lambda state: [state.is_terminal()], lambda state: None)
MAX_VALUE = Wanted(lambda state: [_for_mover(state)], lambda state: state.active_player)
MIN_VALUE = Wanted(lambda state: [-_for_mover(state)], lambda state: state.active_player.opponent)
DECISION = Wanted(_best_moves, lambda state: state.active_player)
