"""Functions of a state alone, tried on mini-isolation, where either player may be the one who searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from minimax_lab.adapt import underlying
from minimax_lab.check.report import NOTHING, Finding, Replay, shown_value
from minimax_lab.check.sandbox.failures import GIVES_UP, failure_finding
from minimax_lab.check.sandbox.run import run
from minimax_lab.check.search.replay import at_the_end, traced, wrong_return
from minimax_lab.check.shared import equal, name_of
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts.searches import WRONG_ON_BOARD
from minimax_lab.check.texts.text import Text
from minimax_lab.game import MIN, Move, Player
from minimax_lab.games import Isolation
from minimax_lab.trace import Step


@dataclass(frozen=True)
class Wanted:
    """What is right for a function: any of these; none where it is not to be called."""

    right: Callable[[Isolation], list[Any]]
    searcher: Callable[[Isolation], Player | None]  # the player for whom it searches, if it does


def fault_on_board(function: Callable[..., Any], wanted: Wanted) -> Finding | None:
    """What is wrong with a function, at the position that is nearest to the end of the game."""
    wrong = []
    for state in positions():
        if not wanted.right(state):
            continue
        result = run(function, state)
        if result.failure:
            failed = failure_finding(result, f"{name_of(function)}(state)", state)
            return replace(
                failed, replay=None if result.failure in GIVES_UP else partial(_replay, function, state, wanted)
            )
        if not any(equal(result.value, right) for right in wanted.right(state)):
            wrong.append((state, result.value))
    if not wrong:
        return None
    state, value = wrong[0]
    right = wanted.right(state)
    several = " or ".join(map(shown_value, right)) if len(right) > 1 else ""
    expected = NOTHING if several else right[0]
    call = f"{name_of(function)}(state)"
    code, text = _name(wrong, wanted)
    fields = {"returned": value, "expected": expected, "expected_text": several}
    return Finding.of(code, text, state, call, replay=partial(_replay, function, state, wanted), **fields)


def _name(wrong: list[tuple[Isolation, Any]], wanted: Wanted) -> tuple[str, Text]:
    """The mistake that explains all that is wrong, if one does."""
    if all(_is_index(value, state.get_legal_moves(), wanted.right(state)) for state, value in wrong):
        return "index-for-move", MISCONCEPTIONS["index-for-move"]
    if all(wanted.searcher(state) is MIN for state, _ in wrong):
        return "role-hard-coded", MISCONCEPTIONS["role-hard-coded"]
    return "wrong-value", WRONG_ON_BOARD


def _is_index(value: Any, moves: list[Move], right: list[Any]) -> bool:
    """Whether it is the place of a right move in the list of moves."""
    return type(value) is int and 0 <= value < len(moves) and moves[value] in right


def _replay(function: Callable[..., Any], state: Isolation, wanted: Wanted) -> Replay | None:
    """The run on the board once more, traced, at the step at which a wrong value comes back for the first time."""
    seen = traced(function, state)
    if not seen or not seen.nodes:
        return None
    searcher, best = wanted.searcher(state), wanted.right(state)

    def right(step: Step) -> Any:
        if not step.path:
            return step.value if any(equal(step.value, value) for value in best) else best[0]
        there = underlying(seen.at(step.path).state)
        return _for_mover(there) if there.active_player is searcher else -_for_mover(there)

    return wrong_return(seen, right) or at_the_end(seen)


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
