"""The search of lesson 6: alpha-beta with an order and a table. It searches the library's games."""

from math import inf

from minimax_lab.game import MAX


class MySearch:
    """`value` is what a state is worth; `best_of` looks at its moves one by one, and leaves the best in `best_move`."""

    def __init__(self, evaluate):
        self.evaluate, self.nodes, self.table = evaluate, 1, {}

    def value(self, state, depth, alpha=-inf, beta=inf):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return self.evaluate(state)
        key = state.canonical_key()
        # ▼ Yours: does the table know enough? `first` is its best move, or None.
        known_depth, kind, known, first = self.table.get(key, (None, "exact", 0, None))
        enough = {"exact": True, "at least": known >= beta, "at most": known <= alpha}
        if known_depth == depth and enough[kind]:
            return known
        # ▲
        moves = sorted(state.promising_first(moves), key=lambda move: move != first)
        value = self.best_of(state, moves, depth, alpha, beta)
        # ▼ Yours: what did we find out?
        kind = "at least" if value >= beta else "at most" if value <= alpha else "exact"
        self.table[key] = depth, kind, value, self.best_move
        # ▲
        return value

    def best_of(self, state, moves, depth, alpha, beta):
        is_max, best_move = state.active_player is MAX, None
        best = -inf if is_max else inf
        for move in moves:
            self.nodes += 1
            value = self.value(state.forecast_move(move), depth - 1, alpha, beta)
            if best_move is None or (value > best if is_max else value < best):
                best, best_move = value, move
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        self.best_move = best_move
        return best
