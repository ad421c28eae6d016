"""Functions that compute something else than what lessons 2 and 3 ask for, and the examples that they are tried on."""

from minimax_lab.games import Isolation

BOARDS = [((Isolation(1, 1),), 2), ((Isolation(2, 1),), 5), ((Isolation(2, 2),), 65), ((Isolation(),), 225)]
BOXES = [((5,), 5), (([4, 2],), 2), (([[1, 9], [4, 2]],), 4), (([[[3, 8], 5], [6, [2, 7]]],), 5)]


def each_position_once(state):
    found, latest = {state}, [state]
    while latest:
        after = {one.forecast_move(move) for one in latest for move in one.get_legal_moves()}
        latest = after - found
        found |= after
    return len(found)


def lines_of_play(state):
    moves = state.get_legal_moves()
    return sum(lines_of_play(state.forecast_move(move)) for move in moves) if moves else 1


def goes_on_after_it(state):
    moves = state.get_legal_moves()
    if not moves:
        return 0
    return 1 + sum(goes_on_after_it(state.forecast_move(move)) for move in moves)


def flat(part):
    return [number for each in part for number in flat(each)] if isinstance(part, list) else [part]


def lowest_of_all(part):
    return min(flat(part))


def best_prize(part):
    return part if isinstance(part, int) else max(best_prize(each) for each in part)


COUNTS = {
    "counts-positions": [each_position_once],
    "counts-leaves": [lines_of_play],
    "counts-inner-nodes": [goes_on_after_it],
}
CHOICES = {"ignores-levels": [lowest_of_all, best_prize]}
