"""In which order moves are tried. The sooner a good one, the more of the others can be left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from minimax_lab.adapt import overrides, underlying
from minimax_lab.game import MAX, GameState, Move, Value
from minimax_lab.search.textbook.leaves import Evaluation, Outcome


class Order(NamedTuple):
    """How the moves of one game are put in order."""

    arrange: Callable[[GameState, list[Move], float, Move | None], list[Move]]  # state, moves, depth, move to put first
    praise: Callable[[Move], None] | None  # told which move has cut off, if that is of use
    nodes: Callable[[], int]  # how many positions were looked at


def make_order(root: GameState, evaluate: Evaluation | None, outcome: Outcome | None) -> Order:
    """What the game takes for promising goes first; or else what `evaluate` likes; or else what has often cut off."""
    if overrides(underlying(root), "promising_first"):
        guess: Any = type(root).promising_first
        return Order(lambda state, moves, depth, first: put_first(first, guess(state, moves)), None, lambda: 0)
    if evaluate and outcome:
        return _by_evaluation(evaluate, outcome)
    return _by_experience()


def put_first(first: Move | None, moves: list[Move]) -> list[Move]:
    """`moves`, and before all others the move `first`, if it is one of them: a mirror image's move need not be."""
    if first is None or first == moves[0] or first not in moves:
        return moves
    return [first, *(move for move in moves if move != first)]


def _by_evaluation(evaluate: Evaluation, outcome: Outcome) -> Order:
    nodes = 0

    def arrange(state: GameState, moves: list[Move], depth: float, first: Move | None) -> list[Move]:
        """Those first after which the evaluation is best for the player who makes them."""
        nonlocal nodes
        if depth > 1:  # else the children are evaluated anyway, and once is enough
            nodes += len(moves)
            moves = sorted(moves, key=lambda move: worth(state.forecast_move(move)), reverse=state.active_player is MAX)
        return put_first(first, moves)

    def worth(child: GameState) -> Value:
        return evaluate(child) if child.get_legal_moves() else outcome(child)

    return Order(arrange, None, lambda: nodes)


def _by_experience() -> Order:
    cutoffs: dict[Move, int] = {}

    def arrange(state: GameState, moves: list[Move], depth: float, first: Move | None) -> list[Move]:
        """Those first that have cut off most often, wherever that was."""
        return put_first(first, sorted(moves, key=lambda move: -cutoffs.get(move, 0)))

    def praise(move: Move) -> None:
        cutoffs[move] = cutoffs.get(move, 0) + 1

    return Order(arrange, praise, lambda: 0)
