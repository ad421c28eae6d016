from minimax_lab.game import MAX, MIN


class Nim:
    """Take one, two or three stones. A player who cannot move loses."""

    def __init__(self, stones, active_player=MAX):
        self.stones = stones
        self.active_player = active_player

    def get_legal_moves(self):
        return [take for take in (1, 2, 3) if take <= self.stones]

    def forecast_move(self, take):
        return Nim(self.stones - take, MIN if self.active_player is MAX else MAX)


def minimax(state):
    moves = state.get_legal_moves()
    if not moves:
        return -1 if state.active_player is MAX else 1
    values = [minimax(state.forecast_move(move)) for move in moves]
    return max(values) if state.active_player is MAX else min(values)


minimax(Nim(4))
