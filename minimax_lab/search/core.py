"""The inner search of the engine: alpha-beta, with a table and an order around it if they are wanted.

Each part is a layer of its own around `best_of`, and a part that is not wanted costs nothing.
The layers share counters, so they are made together. (A counter in a closure is quicker than one
in an object.)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias

from minimax_lab.game import MAX, GameState, Move, Value, overrides, underlying
from minimax_lab.search.bare import bare_core
from minimax_lab.search.infinity import HIGHEST, LOWEST
from minimax_lab.search.leaf import leaf_value
from minimax_lab.search.parts import Core, Counts, Line, Parts
from minimax_lab.search.table import EXACT, LOWER, UPPER

Look: TypeAlias = Callable[[int], float]


def make_core(parts: Parts, root: GameState, look: Look, first_look: float) -> Core:
    """A search of `root` and what comes after, put together from `parts`.

    Once it has seen `first_look` nodes it calls `look`, which says when to call again.
    """
    if parts == Parts(parts.evaluate) and first_look == math.inf:
        return bare_core(parts.evaluate)
    evaluate, order = parts.evaluate, parts.order
    table: Any = parts.table  # what needs a table or a key is used only if there is one
    key_of: Any = parts.key
    bounded = parts.window is not None
    loss, win = parts.window or (LOWEST, HIGHEST)
    outcome: Any = None if evaluate is None else lambda state: leaf_value(state, True, evaluate)
    next_look = first_look
    nodes = cutoffs = hits = 0
    at_limit = 0  # how often the depth limit has mattered
    line: Line = ()  # the best play from the position that was searched last, down to the leaf with its value

    def best_of(state: GameState, moves: list[Move], depth: float, alpha: Value, beta: Value) -> Value:
        """The value of `state` if it lies between alpha and beta, else a bound on it: fail-soft alpha-beta.

        A child that is a leaf is valued here, which saves a call.
        """
        nonlocal nodes, cutoffs, at_limit, line, next_look
        if nodes >= next_look:
            next_look = look(nodes)
        best = None
        best_line: Line = ()
        deeper = depth != 1
        if state.active_player is MAX:
            for move in moves:
                child = state.forecast_move(move)
                replies = child.get_legal_moves()
                if not replies:
                    value = outcome(child) if outcome else child.utility()
                elif deeper:
                    value = search(child, replies, depth - 1, alpha, beta)
                else:
                    value = settle(child, alpha, beta) if settle else evaluate(child) if evaluate else 0
                    at_limit += 1
                if best is None or value > best:
                    best = value
                    best_line = move, line if replies and deeper else ()
                    if best >= beta:  # MIN has something better elsewhere and will not come here
                        cutoffs += 1
                        nodes += moves.index(move) + 1
                        break
                    if best > alpha:
                        alpha = best
            else:
                nodes += len(moves)
        else:
            for move in moves:
                child = state.forecast_move(move)
                replies = child.get_legal_moves()
                if not replies:
                    value = outcome(child) if outcome else child.utility()
                elif deeper:
                    value = search(child, replies, depth - 1, alpha, beta)
                else:
                    value = settle(child, alpha, beta) if settle else evaluate(child) if evaluate else 0
                    at_limit += 1
                if best is None or value < best:
                    best = value
                    best_line = move, line if replies and deeper else ()
                    if best <= alpha:  # MAX has something better elsewhere and will not come here
                        cutoffs += 1
                        nodes += moves.index(move) + 1
                        break
                    if best < beta:
                        beta = best
            else:
                nodes += len(moves)
        line = best_line
        return best

    def settled(state: GameState, alpha: Value, beta: Value) -> Value:
        """The value at the depth limit once the noisy moves have run out.

        The player to move may make one of them, or leave it at what the evaluation says.
        """
        nonlocal nodes, cutoffs, next_look
        maximising = state.active_player is MAX
        best = evaluate(state) if evaluate else 0
        for move in state.noisy_moves():
            if best >= beta if maximising else best <= alpha:
                cutoffs += 1
                break
            nodes += 1
            if nodes >= next_look:
                next_look = look(nodes)
            child = state.forecast_move(move)
            window = (max(alpha, best), beta) if maximising else (alpha, min(beta, best))
            value = settled(child, *window) if child.get_legal_moves() else leaf_value(child, True, evaluate)
            best = max(best, value) if maximising else min(best, value)
        return best

    games_guess = type(root).promising_first if overrides(underlying(root), "promising_first") else None
    learns = order and not games_guess and not evaluate
    success: dict[Move, int] = {}  # how often a move has cut off, if there is nothing better to go by

    def in_order(state: GameState, moves: list[Move], depth: float, first: Move | None) -> list[Move]:
        """The moves, the promising ones first, and before all others the move `first`."""
        if games_guess:
            moves = games_guess(state, moves)
        elif learns:
            moves = sorted(moves, key=lambda move: -success.get(move, 0))
        elif depth > 1:
            moves = by_evaluation(state, moves)
        if first is not None and first != moves[0] and first in moves:  # a mirror image's move need not be legal here
            moves = [first, *(move for move in moves if move != first)]
        return moves

    def by_evaluation(state: GameState, moves: list[Move]) -> list[Move]:
        """The moves, those first after which the evaluation is best for the player who makes them."""
        nonlocal nodes
        nodes += len(moves)

        def worth(move: Move) -> Value:
            child = state.forecast_move(move)
            return evaluate(child) if evaluate and child.get_legal_moves() else outcome(child)

        return sorted(moves, key=worth, reverse=state.active_player is MAX)

    def arranged(state: GameState, moves: list[Move], depth: float, alpha: Value, beta: Value) -> Value:
        """`best_of`, the promising moves first."""
        value = best_of(state, in_order(state, moves, depth, None), depth, alpha, beta)
        if learns and (value >= beta if state.active_player is MAX else value <= alpha):
            success[line[0]] = success.get(line[0], 0) + 1
        return value

    def remembered(state: GameState, moves: list[Move], depth: float, alpha: Value, beta: Value) -> Value:
        """Looked up, or else searched and put into the table."""
        nonlocal hits, at_limit, line
        key = key_of(state)
        entry = table.get(key)
        first = None
        if entry is not None:
            known_depth, bound, value, first, closed = entry
            if (known_depth == depth or (closed and known_depth < depth)) and (
                bound is EXACT or (value >= beta if bound is LOWER else value <= alpha)
            ):
                hits += 1
                at_limit += not closed
                line = ()
                return value
        if order:
            moves = in_order(state, moves, depth, first)
        limits_before = at_limit
        value = best_of(state, moves, depth, alpha, beta)
        bound = LOWER if value >= beta else UPPER if value <= alpha else EXACT
        if learns and bound is (LOWER if state.active_player is MAX else UPPER):
            success[line[0]] = success.get(line[0], 0) + 1
        # A deeper search finds the same if no unfinished game had a part in the value, or if it is a win or a loss.
        closed = at_limit == limits_before or (bounded and (value >= win or value <= loss))
        table.put(key, (depth, bound, value, line[0], closed))
        return value

    settle = settled if parts.noisy else None
    search = remembered if table is not None else arranged if order else best_of

    def search_root(state: GameState, moves: list[Move], depth: float) -> tuple[Value, Line]:
        """The value of a state and its best line; the table may cut the line short."""
        return best_of(state, moves, depth, loss, win), line

    return Core(search_root, lambda: Counts(nodes, cutoffs, hits, at_limit))
