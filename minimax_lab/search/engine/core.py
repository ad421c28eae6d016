"""The inner search of the engine: alpha-beta, with a table and an order around it if they are wanted.

Each part is a layer of its own around `best_of`, and a part that is not wanted costs nothing.
What shares counters is made together, in one closure. (A counter in a closure is quicker than one
in an object.) How moves are put in order, and what happens at the depth limit, is made elsewhere.
"""

from __future__ import annotations

import math
from typing import Any

from minimax_lab.game import MAX, GameState, Move, Value
from minimax_lab.search.engine.bare import bare_core
from minimax_lab.search.engine.order import make_order
from minimax_lab.search.engine.parts import Core, Counts, Line, Look, Parts
from minimax_lab.search.engine.quiescence import make_quiet
from minimax_lab.search.engine.table import EXACT, LOWER, UPPER
from minimax_lab.values import HIGHEST, LOWEST


def make_core(parts: Parts, root: GameState, look: Look, first_look: float) -> Core:
    """A search of `root` and what comes after, put together from `parts`.

    Once it has seen `first_look` nodes it calls `look`, which says when to call again.
    """
    evaluate, outcome = parts.evaluate, parts.outcome
    if parts == Parts(evaluate, outcome) and first_look == math.inf:
        return bare_core(evaluate, outcome)
    table: Any = parts.table  # what needs a table or a key is used only if there is one
    key_of: Any = parts.key
    bounded = parts.window is not None
    loss, win = parts.window or (LOWEST, HIGHEST)
    order = make_order(root, evaluate, outcome) if parts.order else None
    arrange: Any = order and order.arrange
    praise = order and order.praise
    quiet = make_quiet(evaluate, outcome, look, first_look) if parts.noisy else None
    settle = quiet and quiet.settle
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
        deeper, below = depth != 1.0, depth - 1.0
        if state.active_player is MAX:
            for move in moves:
                child = state.forecast_move(move)
                replies = child.get_legal_moves()
                if not replies:
                    value = outcome(child) if outcome else child.utility()
                elif deeper:
                    value = search(child, replies, below, alpha, beta)
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
                    value = search(child, replies, below, alpha, beta)
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

    def arranged(state: GameState, moves: list[Move], depth: float, alpha: Value, beta: Value) -> Value:
        """`best_of`, the promising moves first."""
        value = best_of(state, arrange(state, moves, depth, None), depth, alpha, beta)
        if praise and (value >= beta if state.active_player is MAX else value <= alpha):
            praise(line[0])
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
        if arrange:
            moves = arrange(state, moves, depth, first)
        limits_before = at_limit
        value = best_of(state, moves, depth, alpha, beta)
        bound = LOWER if value >= beta else UPPER if value <= alpha else EXACT
        if praise and bound is (LOWER if state.active_player is MAX else UPPER):
            praise(line[0])
        # A deeper search finds the same if no unfinished game had a part in the value, or if it is a win or a loss.
        closed = at_limit == limits_before or (bounded and (value >= win or value <= loss))
        table.put(key, (depth, bound, value, line[0], closed))
        return value

    search = remembered if table is not None else arranged if order else best_of

    def search_root(state: GameState, moves: list[Move], depth: float) -> tuple[Value, Line]:
        """The value of a state and its best line; the table may cut the line short."""
        return best_of(state, moves, float(depth), loss, win), line

    def counts() -> Counts:
        ordering = order.nodes() if order else 0
        noisy = quiet.counts() if quiet else Counts()
        return Counts(nodes + ordering + noisy.nodes, cutoffs + noisy.cutoffs, hits, at_limit)

    return Core(search_root, counts)
