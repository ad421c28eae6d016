"""In which order moves are tried. The sooner a good one, the more of the others can be left out."""

from __future__ import annotations

from minimax_lab.adapt import overrides, underlying
from minimax_lab.game import MAX, GameState, Move, Value
from minimax_lab.search.engine.counts import Counts
from minimax_lab.search.textbook.leaves import Evaluation, leaf_value


class Order:
    """The order of the game itself: what it takes for promising goes first."""

    def sort(self, state: GameState, moves: list[Move], depth: float) -> list[Move]:
        """`moves` in the order in which to try them, `depth` plies before the limit."""
        return state.promising_first(moves)

    def cut_off(self, move: Move) -> None:
        """Learn that `move` has cut off."""


class EvaluationOrder(Order):
    """The moves first after which the evaluation is best for the player who makes them."""

    def __init__(self, evaluate: Evaluation, counts: Counts):
        self._evaluate, self._counts = evaluate, counts

    def sort(self, state: GameState, moves: list[Move], depth: float) -> list[Move]:
        if depth <= 1:  # the children are evaluated anyway, and once is enough
            return moves

        def worth(move: Move) -> Value:
            child = state.forecast_move(move)
            return leaf_value(child, not child.get_legal_moves(), self._evaluate)

        self._counts.nodes += len(moves)
        return sorted(moves, key=worth, reverse=state.active_player is MAX)


class HistoryOrder(Order):
    """The history heuristic: the moves first that have cut off most often, wherever that was."""

    def __init__(self) -> None:
        self._cutoffs: dict[Move, int] = {}

    def sort(self, state: GameState, moves: list[Move], depth: float) -> list[Move]:
        return sorted(moves, key=lambda move: -self._cutoffs.get(move, 0))

    def cut_off(self, move: Move) -> None:
        self._cutoffs[move] = self._cutoffs.get(move, 0) + 1


def choose_order(root: GameState, evaluate: Evaluation | None, counts: Counts) -> Order:
    """The game's own order if it has one; or else what `evaluate` likes; or else the history heuristic."""
    if overrides(underlying(root), "promising_first"):
        return Order()
    return EvaluationOrder(evaluate, counts) if evaluate else HistoryOrder()


def put_first(first: Move | None, moves: list[Move]) -> list[Move]:
    """`moves`, and before all others the move `first`, if it is one of them: a mirror image's move need not be."""
    if first is None or first == moves[0] or first not in moves:
        return moves
    return [first, *(move for move in moves if move != first)]
