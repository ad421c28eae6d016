"""Functions that compute something else than what a lesson asks for, and the examples that they are tried on."""

import random

from minimax_lab.check.instead import exactly_one
from minimax_lab.game import MAX
from minimax_lab.games import RPS, Isolation
from minimax_lab.solve import perfect

BOARDS = [((Isolation(1, 1),), 2), ((Isolation(2, 1),), 5), ((Isolation(2, 2),), 65), ((Isolation(),), 225)]
BOXES = [((5,), 5), (([4, 2],), 2), (([[1, 9], [4, 2]],), 4), (([[[3, 8], 5], [6, [2, 7]]],), 5)]


def after_some_moves(number):
    """Positions of the card game towards the end."""
    chance, positions = random.Random(1), []
    for game in range(number):
        state = RPS.deal(seed=game)
        for _ in range(6):
            state = state.forecast_move(chance.choice(state.get_legal_moves()))
        positions.append(state)
    return positions


def wins(state, move):
    margin = perfect(state.forecast_move(move))[0]
    return margin > 0 if state.active_player is MAX else margin < 0


def winning(state):
    return sum(wins(state, move) for move in state.get_legal_moves())


def best(state):
    return len(perfect(state)[1])


def given_away(state, move):
    return abs(perfect(state)[0] - perfect(state.forecast_move(move))[0])


ENDS = after_some_moves(20)
EXACTLY_ONE = [((state,), winning(state) == 1) for state in ENDS]
BOTH_TURNS = [*ENDS[:3], *(state.forecast_move(state.get_legal_moves()[0]) for state in ENDS[:3])]
GIVEN_AWAY = [((state, move), given_away(state, move)) for state in BOTH_TURNS for move in state.get_legal_moves()]
WINNING_OR_BEST = exactly_one(winning, best)


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


def in_cards(state, move):
    return given_away(state, move) // 2


def as_player_1_sees_it(state, move):
    return max(0, perfect(state)[0] - perfect(state.forecast_move(move))[0])


def one_is_best(state):
    return best(state) == 1


def best_one_wins(state):
    _, moves = perfect(state)
    return len(moves) == 1 and wins(state, moves[0])


def some_win(state):
    return any(wins(state, move) for move in state.get_legal_moves())


def turns_with_each_win(state):
    found = False
    for move in state.get_legal_moves():
        if wins(state, move):
            found = not found
    return found


def no_second_win(state):
    return winning(state) < 2


COUNTS = {
    "counts-positions": [each_position_once],
    "counts-leaves": [lines_of_play],
    "counts-inner-nodes": [goes_on_after_it],
}
CHOICES = {"ignores-levels": [lowest_of_all, best_prize]}
CARDS = {"times-a-number": [in_cards], "one-player-only": [as_player_1_sees_it]}
WINS = {
    "best-not-winning": [best_one_wins, one_is_best],
    "one-or-more": [some_win],
    "odd-number": [turns_with_each_win],
    "one-or-none": [no_second_win],
}
