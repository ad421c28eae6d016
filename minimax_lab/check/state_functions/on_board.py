"""Functions of a state alone, tried on mini-isolation, where either player may be the one who searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from minimax_lab.check.report import NOTHING, Finding, shown_value
from minimax_lab.check.sandbox.failures import trouble
from minimax_lab.check.sandbox.limits import run
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.game import MIN, Move, Player
from minimax_lab.games import Isolation


@dataclass(frozen=True)
class OnBoard:
    """What is right for a function: any of these; none where it is not to be called."""

    right: Callable[[Isolation], list[Any]]
    searcher: Callable[[Isolation], Player | None]  # the player for whom it searches, if it does


def on_board(function: Callable[..., Any], wanted: OnBoard) -> Finding | None:
    """What is wrong with a function, at the position that is nearest to the end of the game."""
    name = getattr(function, "__name__", type(function).__name__)
    wrong = []
    for state in positions():
        if not wanted.right(state):
            continue
        outcome = run(function, state)
        if outcome.trouble:
            return trouble(outcome, f"{name}({state!r})", state)
        if outcome.value not in wanted.right(state):
            wrong.append((state, outcome.value))
    if not wrong:
        return None
    hard_coded = all(wanted.searcher(state) is MIN for state, _ in wrong)
    known = MISCONCEPTIONS["role-hard-coded"]
    code, title, message = (
        ("role-hard-coded", known.title, known.message)
        if hard_coded
        else ("wrong-value", "Wrong on the board", "It is right on small trees, but not in this position.")
    )
    state, value = wrong[0]
    right = wanted.right(state)
    text = " or ".join(map(shown_value, right)) if len(right) > 1 else ""
    call, hints = f"{name}({state!r})", known.hints if hard_coded else ()
    return Finding(code, title, message, state, call, value, NOTHING if text else right[0], text, hints)


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


TERMINAL_ON_BOARD = OnBoard(lambda state: [state.is_terminal()], lambda state: None)
MAX_ON_BOARD = OnBoard(lambda state: [_for_mover(state)], lambda state: state.active_player)
MIN_ON_BOARD = OnBoard(lambda state: [-_for_mover(state)], lambda state: state.active_player.opponent)
DECISION_ON_BOARD = OnBoard(_best_moves, lambda state: state.active_player)
