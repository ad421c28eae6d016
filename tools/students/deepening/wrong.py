"""Wrong: without a move at hand, with one of an unfinished iteration, too late, or not deep enough."""

import time
from math import inf
from time import perf_counter

from minimax_lab.game import MAX
from tools.students.deepening.right import with_an_exception
from tools.students.deepening.searches import TimeIsUp, best_move, search, watch


def no_move_at_hand(state, seconds, evaluate):
    chosen, check = None, watch(perf_counter() + seconds, perf_counter)
    try:
        for depth in range(1, 20):
            chosen = best_move(state, depth, evaluate, check)
    except TimeIsUp:
        pass
    return chosen


def lets_the_exception_out(state, seconds, evaluate):
    check = watch(perf_counter() + seconds, perf_counter)
    chosen = best_move(state, 1, evaluate, check)
    try:
        for depth in range(2, 20):
            chosen = best_move(state, depth, evaluate, check)
    except TimeIsUp:
        pass
    return chosen


def never_assigned(state, seconds, evaluate):
    start = time.time()
    depth = 1
    while time.time() - start < seconds and depth < 20:
        try:
            move = best_move(state, depth, evaluate, watch(start + seconds, time.time))
        except TimeIsUp:
            break
        depth += 1
    return move


def half_an_iteration(state, seconds, evaluate):
    end = perf_counter() + seconds
    moves = state.get_legal_moves()
    chosen = moves[0]
    maximizing = state.active_player is MAX
    for depth in range(1, 20):
        best = None
        for move in moves:
            try:
                value = search(state.forecast_move(move), depth - 1, -inf, inf, evaluate, watch(end, perf_counter))
            except TimeIsUp:
                return chosen
            if best is None or (value > best if maximizing else value < best):
                best, chosen = value, move
    return chosen


def half_of_what_is_left(state, seconds, evaluate):
    """Stops when the whole tree has been searched, but trusts an unfinished iteration."""
    check = watch(perf_counter() + seconds, perf_counter)
    chosen, depth, height = state.get_legal_moves()[0], 0, getattr(state.tree, "height", 30)
    maximizing = state.active_player is MAX
    try:
        while depth < height:
            depth, best = depth + 1, None
            for move in state.get_legal_moves():
                value = search(state.forecast_move(move), depth - 1, -inf, inf, evaluate, check)
                if best is None or (value > best if maximizing else value < best):
                    best, chosen = value, move
    except TimeIsUp:
        pass
    return chosen


def nought_when_late(state, seconds, evaluate):
    """A search that runs out of time returns 0, as if that were the value."""
    end = time.perf_counter() + seconds

    def value_of(state, depth):
        moves = state.get_legal_moves()
        if time.perf_counter() >= end:
            return 0
        if depth == 0 or not moves:
            return evaluate(state)
        values = [value_of(state.forecast_move(move), depth - 1) for move in moves]
        return max(values) if state.active_player is MAX else min(values)

    chosen, depth = state.get_legal_moves()[0], 0
    while time.perf_counter() < end and depth < 20:
        depth += 1
        values = {move: value_of(state.forecast_move(move), depth - 1) for move in state.get_legal_moves()}
        chosen = (max if state.active_player is MAX else min)(values, key=values.get)
    return chosen


def looks_between_iterations(state, seconds, evaluate):
    start = perf_counter()
    chosen, depth = state.get_legal_moves()[0], 1
    while perf_counter() - start < seconds and depth < 12:
        chosen = best_move(state, depth, evaluate, lambda: None)
        depth += 1
    return chosen


def own_clock_each_time(state, seconds, evaluate):
    """Every iteration gets all of the time."""
    chosen = state.get_legal_moves()[0]
    for depth in range(1, 40):
        try:
            chosen = best_move(state, depth, evaluate, watch(perf_counter() + seconds, perf_counter))
        except TimeIsUp:
            if depth > 12:
                break
    return chosen


def no_clock(state, seconds, evaluate):
    return best_move(state, 3, evaluate, lambda: None)


def one_ply(state, seconds, evaluate):
    end = perf_counter() + seconds
    chosen = state.get_legal_moves()[0]
    while perf_counter() < end:
        try:
            chosen = best_move(state, 1, evaluate, watch(end, perf_counter))
        except TimeIsUp:
            break
    return chosen


def always_max(state, seconds, evaluate):
    check = watch(perf_counter() + seconds, perf_counter)
    chosen = state.get_legal_moves()[0]
    try:
        for depth in range(1, 20):
            best = None
            for move in state.get_legal_moves():
                value = search(state.forecast_move(move), depth - 1, -inf, inf, evaluate, check)
                if best is None or value > best:
                    best, found = value, move
            chosen = found
    except TimeIsUp:
        pass
    return chosen


def plays_the_worst(state, seconds, evaluate):
    check = watch(perf_counter() + seconds, perf_counter)
    chosen = state.get_legal_moves()[0]
    try:
        for depth in range(1, 20):
            moves = state.get_legal_moves()
            values = {m: search(state.forecast_move(m), depth - 1, -inf, inf, evaluate, check) for m in moves}
            chosen = (min if state.active_player is MAX else max)(values, key=values.get)
    except TimeIsUp:
        pass
    return chosen


def the_first(state, seconds, evaluate):
    perf_counter()
    return state.get_legal_moves()[0]


def the_last(state, seconds, evaluate):
    perf_counter()
    return state.get_legal_moves()[-1]


def in_milliseconds(state, seconds, evaluate):
    return with_an_exception(state, seconds / 1000, evaluate)


def sleeps_first(state, seconds, evaluate):
    end = perf_counter() + seconds
    time.sleep(seconds)
    return with_an_exception(state, end - perf_counter(), evaluate)


def swallows_its_errors(state, seconds, evaluate):
    chosen, check = state.get_legal_moves()[0], watch(perf_counter() + seconds, perf_counter)
    try:
        for depth in range(1, 20):
            chosen = best_move(state, depth, evaluate, check, moves=state.moves)
    except:  # noqa: E722
        pass
    return chosen


def turned_round(state, seconds, evaluate):
    """MAX at the root, MIN below, and so on, whoever is to move."""
    check = watch(perf_counter() + seconds, perf_counter)

    def value_of(state, depth, maximizing):
        check()
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        values = [value_of(state.forecast_move(move), depth - 1, not maximizing) for move in moves]
        return max(values) if maximizing else min(values)

    moves = state.get_legal_moves()
    chosen = moves[0]
    try:
        for depth in range(1, 20):
            values = {move: value_of(state.forecast_move(move), depth - 1, False) for move in moves}
            chosen = max(values, key=values.get)
    except TimeIsUp:
        pass
    return chosen


def as_long_as_there_is_time(state, seconds, evaluate):
    start = time.time()
    chosen, depth = state.get_legal_moves()[-1], 0
    while time.time() - start < seconds:
        depth += 1
        try:
            chosen = best_move(state, depth, evaluate, watch(start + seconds, time.time))
        except TimeIsUp:
            break
    return chosen


def half_of_its_time(state, seconds, evaluate):
    """Begins no iteration in the second half of its time, and any number of them in the first."""
    start = perf_counter()
    chosen, depth = state.get_legal_moves()[0], 1
    while perf_counter() - start < seconds / 2:
        try:
            chosen = best_move(state, depth, evaluate, watch(start + seconds, perf_counter))
        except TimeIsUp:
            break
        depth += 1
    return chosen


def begins_at(first, fallback):
    def begins_deep(state, seconds, evaluate):
        check = watch(perf_counter() + seconds, perf_counter)
        chosen = state.get_legal_moves()[fallback]
        try:
            for depth in range(first, 30):
                chosen = best_move(state, depth, evaluate, check)
        except TimeIsUp:
            pass
        return chosen

    return begins_deep


def begins_at_four_with_a_window(state, seconds, evaluate):
    return later_of_equals(state, seconds, evaluate, 4, lambda value, best: value > best)


def later_of_equals(state, seconds, evaluate, first=1, better=lambda value, best: value >= best):
    """The root hands its window down, and takes a move that comes back equal."""
    check = watch(perf_counter() + seconds, perf_counter)
    chosen, sign = state.get_legal_moves()[0], 1 if state.active_player is MAX else -1
    try:
        for depth in range(first, 20):
            best, found = -inf, None
            for move in state.get_legal_moves():
                window = (best, inf) if sign > 0 else (-inf, -best)
                value = sign * search(state.forecast_move(move), depth - 1, *window, evaluate, check)
                if found is None or better(value, best):
                    best, found = value, move
            chosen = found
    except TimeIsUp:
        pass
    return chosen


def later_of_equals_in_two_branches(state, seconds, evaluate):
    check = watch(perf_counter() + seconds, perf_counter)
    chosen = state.get_legal_moves()[0]
    try:
        for depth in range(1, 20):
            alpha, beta = -inf, inf
            for move in state.get_legal_moves():
                value = search(state.forecast_move(move), depth - 1, alpha, beta, evaluate, check)
                if state.active_player is MAX and value >= alpha:
                    alpha, found = value, move
                elif state.active_player is not MAX and value <= beta:
                    beta, found = value, move
            chosen = found
    except TimeIsUp:
        pass
    return chosen


def at_most(plies):
    def three_at_most(state, seconds, evaluate):
        check = watch(perf_counter() + seconds, perf_counter)
        chosen = state.get_legal_moves()[0]
        try:
            for depth in range(1, plies + 1):
                chosen = best_move(state, depth, evaluate, check)
        except TimeIsUp:
            pass
        return chosen

    return three_at_most


def until_nothing_changes(state, seconds, evaluate):
    """Takes the same move three times running for a reason to stop."""
    check = watch(perf_counter() + seconds, perf_counter)
    moves, depth = [state.get_legal_moves()[0]], 0
    try:
        while len(moves) < 4 or len({*moves[-3:]}) > 1:
            depth += 1
            moves.append(best_move(state, depth, evaluate, check))
    except TimeIsUp:
        pass
    return moves[-1]


def limit_of_the_last_move_alone(state, seconds, evaluate):
    """Whether a depth limit was met is forgotten with each further move of the root."""
    end = perf_counter() + seconds

    def value_of(state, depth):
        if perf_counter() >= end:
            raise TimeIsUp
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state), bool(moves)
        found = [value_of(state.forecast_move(move), depth - 1) for move in moves]
        values = [value for value, _ in found]
        return (max(values) if state.active_player is MAX else min(values)), any(met for _, met in found)

    chosen, depth, limited = state.get_legal_moves()[0], 0, True
    try:
        while limited:
            depth += 1
            values = {}
            for move in state.get_legal_moves():
                values[move], limited = value_of(state.forecast_move(move), depth - 1)
            chosen = (max if state.active_player is MAX else min)(values, key=values.get)
    except TimeIsUp:
        pass
    return chosen


def always_a_second(state, seconds, evaluate):
    """All is right, but the seconds that it is given are never looked at."""
    return with_an_exception(state, 1.0, evaluate)


WRONG = [
    (at_most(3), "stops-too-soon"),
    (at_most(6), "stops-too-soon"),
    (until_nothing_changes, "stops-too-soon"),
    (limit_of_the_last_move_alone, "stops-too-soon"),
    (as_long_as_there_is_time, "never-stops"),
    (half_of_its_time, "never-stops"),
    (begins_at(4, 0), "begins-too-deep"),
    (begins_at(4, -1), "begins-too-deep"),
    (begins_at(3, 0), "begins-too-deep"),
    (begins_at(2, 0), "begins-too-deep"),
    (begins_at(2, -1), "begins-too-deep"),
    (begins_at(6, 0), "begins-too-deep"),
    (begins_at_four_with_a_window, "begins-too-deep"),
    (later_of_equals, "tie-takes-later"),
    (later_of_equals_in_two_branches, "tie-takes-later"),
    (the_first, "wrong-move"),
    (the_last, "wrong-move"),
    (in_milliseconds, "wrong-move"),
    (sleeps_first, "wrong-move"),
    (swallows_its_errors, "wrong-move"),
    (turned_round, "role-hard-coded"),
    (no_move_at_hand, "no-fallback-move"),
    (lets_the_exception_out, "no-fallback-move"),
    (never_assigned, "no-fallback-move"),
    (half_an_iteration, "unfinished-iteration"),
    (half_of_what_is_left, "unfinished-iteration"),
    (nought_when_late, "unfinished-iteration"),
    (looks_between_iterations, "overstays"),
    (own_clock_each_time, "overstays"),
    (one_ply, "never-deepens"),
    (always_max, "role-hard-coded"),
    (plays_the_worst, "wrong-move"),
]
