"""Evaluations as students write them: right in many styles, and wrong in many ways. The game is isolation."""

import random
from functools import lru_cache

from minimax_lab.evaluate import Linear, mobility
from minimax_lab.game import MAX, MIN

# Right


def room(state):
    return len(state.reach(MAX)) - len(state.reach(MIN))


def share(state):
    ours, theirs = len(state.reach(MAX)), len(state.reach(MIN))
    return 0.1 * ours / (ours + theirs + 1) - 0.1 * theirs / (ours + theirs + 1)


def with_tempo(state):
    """To be on the move is worth something."""
    return 3 * room(state) + (1 if state.active_player is MAX else -1)


def finished_first(state):
    if not state.get_legal_moves():
        return float("-inf") if state.active_player is MAX else float("inf")
    return room(state)


class Weighted:
    def __init__(self, weight):
        self.weight = weight

    def __call__(self, state):
        return self.weight * room(state)


CORRECT = [
    room,
    share,
    with_tempo,
    finished_first,
    Weighted(2.5),
    lru_cache(room),
    mobility,
    Linear({"room": room}, {"room": 2}, finished=100),
    lambda state: room(state) ** 3,
]


# Wrong


def own_room_only(state):
    return len(state.reach(MAX))


def more_for_max(state):
    return 2 * len(state.reach(MAX)) - len(state.reach(MIN))


def a_bonus_for_max(state):
    return room(state) + 0.5


def the_mover_s_view(state):
    return len(state.reach(state.active_player)) - len(state.reach(state.active_player.opponent))


def the_other_view(state):
    return -the_mover_s_view(state)


def adds_instead_of_subtracting(state):
    return len(state.reach(MAX)) + len(state.reach(MIN))


def wrong_way_round(state):
    return -room(state)


def at_random(state):
    return room(state) + random.random() / 100


calls = []


def by_the_number_of_calls(state):
    calls.append(state)
    return room(state) + len(calls)


def nothing(state):
    return 0


WRONG = {
    own_room_only: "not-antisymmetric",
    more_for_max: "not-antisymmetric",
    a_bonus_for_max: "not-antisymmetric",
    adds_instead_of_subtracting: "not-antisymmetric",
    the_mover_s_view: "flips-utility",
    the_other_view: "flips-utility",
    wrong_way_round: "reversed",
    at_random: "not-repeatable",
    by_the_number_of_calls: "not-repeatable",
    nothing: "constant",
}


# Broken


def forgets_to_return(state):
    room(state)


def not_a_number(state):
    return room(state) * float("nan")


def a_word(state):
    return "good" if room(state) > 0 else "bad"


def one_for_each(state):
    return len(state.reach(MAX)), -len(state.reach(MIN))


def in_two_steps(state):
    """Ordered by room, then by how near the centre one stands."""
    away = [0 if at is None else -abs(at[0] - 2) - abs(at[1] - 2) for at in state.positions]
    return room(state), away[0] - away[1]


def divides_by_nought(state):
    return len(state.reach(MAX)) / len(state.reach(MIN))


def changes_the_state(state):
    state.active_player = MAX
    return room(state)


def yields(state):
    yield room(state)


def loops(state):
    while state:
        pass


def calls_itself(state):
    return calls_itself(state)


def two_arguments(state, player):
    return len(state.reach(player))


def prints(state):
    while True:
        print(state)


BROKEN = {
    forgets_to_return: "returns-none",
    not_a_number: "returns-no-number",
    a_word: "returns-no-number",
    one_for_each: "returns-no-number",
    in_two_steps: "returns-no-number",
    divides_by_nought: "raises",
    changes_the_state: "mutates-state",
    yields: "returns-generator",
    loops: "endless",
    calls_itself: "too-deep",
    two_arguments: "wrong-arity",
    prints: "prints",
}
