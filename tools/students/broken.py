"""Programs that do not come to an answer, each in its own way."""

import sys
from contextlib import suppress


def raises(state, depth, alpha, beta, maximizing, evaluate):
    if depth == 0 or state.is_terminal():
        return evaluate(state)
    return 1 / (state.get_legal_moves()[0] * 0)


def not_written(state, depth, alpha, beta, maximizing, evaluate):
    raise NotImplementedError


def endless(state, depth, alpha, beta, maximizing, evaluate):
    while not state.is_terminal():
        pass
    return evaluate(state)


def endless_and_stubborn(state, depth, alpha, beta, maximizing, evaluate):
    while not state.is_terminal():
        with suppress(Exception):
            depth += 1
    return evaluate(state)


def endless_in_one_line(state, depth, alpha, beta, maximizing, evaluate):
    if not state.is_terminal():
        while True: pass  # fmt: skip  # noqa: E701
    return evaluate(state)


def runaway(state, depth, alpha, beta, maximizing, evaluate):
    if state.is_terminal():
        return evaluate(state)
    return max(runaway(state, depth - 1, alpha, beta, not maximizing, evaluate) for _ in state.get_legal_moves())


def calls_itself_at_once(state, depth, alpha, beta, maximizing, evaluate):
    return calls_itself_at_once(state, depth, alpha, beta, maximizing, evaluate)


def floods(state, depth, alpha, beta, maximizing, evaluate):
    if state.is_terminal():
        return evaluate(state)
    while True:
        print("still searching", state)


def asks(state, depth, alpha, beta, maximizing, evaluate):
    return int(input("What is it worth? "))


def changes_the_state(state, depth, alpha, beta, maximizing, evaluate):
    state.visited = True
    return evaluate(state)


def changes_it_quietly(state, depth, alpha, beta, maximizing, evaluate):
    with suppress(AttributeError):
        state.active_player = None
    return evaluate(state)


def generator(state, depth, alpha, beta, maximizing, evaluate):
    yield evaluate(state)


def nothing(state, depth, alpha, beta, maximizing, evaluate):
    if depth == 0 or state.is_terminal():
        return evaluate(state)
    for move in state.get_legal_moves():
        nothing(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)


def pair(state, depth, alpha, beta, maximizing, evaluate):
    if depth == 0 or state.is_terminal():
        return evaluate(state), None
    best = max if maximizing else min
    moves = state.get_legal_moves()
    return best(
        (pair(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)[0], move) for move in moves
    )


def text(state, depth, alpha, beta, maximizing, evaluate):
    return "3"


def truth(state, depth, alpha, beta, maximizing, evaluate):
    return True


def leaves_python(state, depth, alpha, beta, maximizing, evaluate):
    sys.exit("enough")


def too_few(state, depth):
    return 0


def too_many(state, depth, alpha, beta, maximizing, evaluate, more):
    return 0


def illegal_move(state, depth, alpha, beta, maximizing, evaluate):
    if depth == 0:
        return evaluate(state)
    return illegal_move(state.forecast_move("north"), depth - 1, alpha, beta, not maximizing, evaluate)


FAILURES = {
    "not-written": [not_written],
    "raises": [raises, leaves_python, illegal_move],
    "endless": [endless, endless_and_stubborn, endless_in_one_line],
    "no-move-made": [runaway],
    "too-deep": [calls_itself_at_once],
    "prints": [floods],
    "asks": [asks],
    "mutates-state": [changes_the_state, changes_it_quietly],
    "returns-generator": [generator],
    "returns-none": [nothing],
    "returns-no-number": [pair, text, truth],
    "wrong-arity": [too_few, too_many],
    "not-a-function": [3, None, "alphabeta"],
}
