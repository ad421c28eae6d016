"""In which order moves are tried. The sooner a good one, the more of the others can be left out."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from minimax_lab.adapt import overrides, underlying
from minimax_lab.game import MAX, GameState, Move, Value
from minimax_lab.search.engine.clock import Counts
from minimax_lab.values import Evaluation, leaf_value


class Order:
    """The order of the game itself: what it takes for promising goes first."""

    def sort(self, state: GameState, moves: list[Move], depth: float) -> Iterable[Move]:
        """`moves` in the order in which to try them, `depth` plies before the limit."""
        return state.promising_first(moves)

    def cut_off(self, state: GameState, move: Move, depth: float) -> None:
        """Learn that `move` has cut off in `state`."""


class EvaluationOrder(Order):
    """The moves first after which the evaluation is best for the player who makes them."""

    def __init__(self, evaluate: Evaluation, counts: Counts):
        self._evaluate, self._counts = evaluate, counts

    def sort(self, state: GameState, moves: list[Move], depth: float) -> Iterable[Move]:
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

    def sort(self, state: GameState, moves: list[Move], depth: float) -> Iterable[Move]:
        return sorted(moves, key=lambda move: -self._cutoffs.get(move, 0))

    def cut_off(self, state: GameState, move: Move, depth: float) -> None:
        self._cutoffs[move] = self._cutoffs.get(move, 0) + 1


class KillerOrder(Order):
    """The noisy moves as the game puts them; then quiet killers; then the other quiet moves, by their history.

    A killer is a quiet move that has cut off in another position just as far from the limit. The threat that it
    makes or answers is often there, too. In the history, a move counts more the more it has cut off.
    """

    def __init__(self) -> None:
        self._killers: dict[float, tuple[Move, ...]] = {}
        self._history: dict[Move, float] = {}

    def sort(self, state: GameState, moves: list[Move], depth: float) -> Iterator[Move]:
        noisy = state.noisy_moves()
        yield from noisy
        killers, history = self._killers.get(depth, ()), self._history
        quiet = itertools.islice(state.promising_first(moves), len(noisy), None)
        yield from sorted(quiet, key=lambda move: (move not in killers, -history.get(move, 0)))

    def cut_off(self, state: GameState, move: Move, depth: float) -> None:
        if move not in state.noisy_moves():
            self._killers[depth] = (move, *[old for old in self._killers.get(depth, ()) if old != move][:1])
            self._history[move] = self._history.get(move, 0) + depth * depth


def choose_order(root: GameState, evaluate: Evaluation | None, counts: Counts, killers: bool) -> Order:
    """The game's own order if it has one; or else what `evaluate` likes; or else the history heuristic."""
    game = underlying(root)
    if overrides(game, "promising_first"):
        return KillerOrder() if killers else Order()
    return EvaluationOrder(evaluate, counts) if evaluate else HistoryOrder()


def put_first(first: Move | None, legal: list[Move], moves: Iterable[Move]) -> Iterable[Move]:
    """`moves`, and before all others the move `first`, if it is `legal`: a mirror image's move need not be."""
    if first is None or first not in legal:
        return moves
    return itertools.chain([first], (move for move in moves if move != first))
