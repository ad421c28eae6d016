"""Iterative deepening as students write it: right in many styles, and wrong in many ways."""

import datetime
import time
from functools import partial
from math import inf
from time import monotonic, perf_counter, perf_counter_ns

from minimax_lab.game import MAX


class TimeIsUp(Exception):
    pass


def search(state, depth, alpha, beta, evaluate, check):
    check()
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    maximizing = state.active_player is MAX
    best = -inf if maximizing else inf
    for move in moves:
        value = search(state.forecast_move(move), depth - 1, alpha, beta, evaluate, check)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def best_move(state, depth, evaluate, check, moves=None):
    maximizing = state.active_player is MAX
    chosen, best = None, None
    for move in moves or state.get_legal_moves():
        value = search(state.forecast_move(move), depth - 1, -inf, inf, evaluate, check)
        if best is None or (value > best if maximizing else value < best):
            chosen, best = move, value
    return chosen


def watch(end, now):
    def check():
        if now() >= end:
            raise TimeIsUp

    return check


# Right


def with_an_exception(state, seconds, evaluate):
    check = watch(perf_counter() + seconds, perf_counter)
    chosen = state.get_legal_moves()[0]
    try:
        for depth in range(1, 30):
            chosen = best_move(state, depth, evaluate, check)
    except TimeIsUp:
        pass
    return chosen


def by_the_module(state, seconds, evaluate):
    start = time.time()
    chosen, depth = state.get_legal_moves()[-1], 0
    while time.time() - start < seconds and depth < 1000:
        depth += 1
        try:
            chosen = best_move(state, depth, evaluate, watch(start + seconds, time.time))
        except TimeIsUp:
            break
    return chosen


def best_first(state, seconds, evaluate):
    """Searches the best move first, and then may trust what an unfinished iteration has found."""
    check = watch(monotonic() + seconds, monotonic)
    moves = state.get_legal_moves()
    chosen = moves[0]
    maximizing = state.active_player is MAX
    try:
        for depth in range(1, 30):
            moves = [chosen, *(move for move in moves if move != chosen)]
            best = None
            for move in moves:
                value = search(state.forecast_move(move), depth - 1, -inf, inf, evaluate, check)
                if best is None or (value > best if maximizing else value < best):
                    chosen, best = move, value
    except TimeIsUp:
        pass
    return chosen


def every_thousand_nodes(state, seconds, evaluate):
    end = perf_counter_ns() + seconds * 1e9
    nodes = 0

    def check():
        nonlocal nodes
        nodes += 1
        if nodes % 1000 == 0 and perf_counter_ns() >= end:
            raise TimeIsUp

    chosen = state.get_legal_moves()[0]
    if seconds <= 0.001:
        return chosen
    try:
        for depth in range(1, 9):
            chosen = best_move(state, depth, evaluate, check)
    except TimeIsUp:
        pass
    return chosen


def without_an_exception(state, seconds, evaluate):
    """Hands None up when the time is over."""
    end = time.monotonic() + seconds

    def value_of(state, depth):
        if time.monotonic() > end:
            return None
        moves = state.get_legal_moves()
        if not moves or depth == 0:
            return evaluate(state)
        values = []
        for move in moves:
            value = value_of(state.forecast_move(move), depth - 1)
            if value is None:
                return None
            values.append(value)
        return max(values) if state.active_player is MAX else min(values)

    moves = state.get_legal_moves()
    answer, depth = moves[0], 1
    while depth < 20:
        values = {}
        for move in moves:
            value = value_of(state.forecast_move(move), depth - 1)
            if value is None:
                return answer
            values[move] = value
        choose = max if state.active_player is MAX else min
        answer = choose(values, key=values.get)
        depth += 1
    return answer


def by_the_calendar(state, seconds, evaluate):
    end = datetime.datetime.now() + datetime.timedelta(seconds=seconds)
    chosen = state.get_legal_moves()[0]
    try:
        for depth in range(1, 30):
            chosen = best_move(state, depth, evaluate, watch(end, datetime.datetime.now))
    except TimeIsUp:
        pass
    return chosen


class Player:
    def __init__(self, clock=time.perf_counter):
        self.depth = 0

    def __call__(self, state, seconds, evaluate):
        return self.choose(state, seconds, evaluate)

    def choose(self, state, seconds, evaluate):
        return with_an_exception(state, seconds, evaluate)


def imports_inside(position, limit, score):
    from time import perf_counter as now

    end = now() + limit
    moves = position.get_legal_moves()
    if len(moves) == 1:
        return moves[0]
    chosen = moves[0]
    try:
        for depth in range(1, 12):
            chosen = best_move(position, depth, score, watch(end, now))
    except TimeIsUp:
        return chosen
    return chosen


def closes_over(clock):
    def choose(state, seconds, evaluate):
        chosen, end = state.get_legal_moves()[0], clock() + seconds
        try:
            for depth in range(1, 20):
                chosen = best_move(state, depth, evaluate, watch(end, clock))
        except TimeIsUp:
            pass
        return chosen

    return choose


def by_default(state, seconds, evaluate, clock=time.perf_counter):
    return closes_over(clock)(state, seconds, evaluate)


def by_default_and_name(state, seconds, evaluate, *, clock=perf_counter):
    return closes_over(clock)(state, seconds, evaluate)


class Keeps:
    """Clocks that were laid by before anybody could replace them."""

    now = staticmethod(time.perf_counter)
    bare = time.monotonic

    def __init__(self, clock=time.process_time):
        self.clock = clock

    def of_the_class(self, state, seconds, evaluate):
        return closes_over(self.now)(state, seconds, evaluate)

    def of_the_class_as_it_is(self, state, seconds, evaluate):
        return closes_over(self.bare)(state, seconds, evaluate)

    def of_its_own(self, state, seconds, evaluate):
        return closes_over(self.clock)(state, seconds, evaluate)


class Inherits(Keeps):
    def __call__(self, state, seconds, evaluate):
        return self.of_the_class(state, seconds, evaluate)


KEEPS = Keeps()


def asks_an_object(state, seconds, evaluate):
    return KEEPS.of_its_own(state, seconds, evaluate)


def until_no_limit_is_met(state, seconds, evaluate):
    """Stops when no node was met whose moves were not tried for lack of depth. The root hands its window down."""
    end = perf_counter() + seconds
    limited = False

    def value_of(state, depth, alpha, beta):
        nonlocal limited
        if perf_counter() > end:
            raise TimeIsUp
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            limited = limited or bool(moves)
            return evaluate(state)
        for move in moves:
            value = value_of(state.forecast_move(move), depth - 1, alpha, beta)
            if state.active_player is MAX:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if state.active_player is MAX else beta

    chosen, depth = state.get_legal_moves()[0], 1
    try:
        while True:
            limited, alpha, beta, found = False, -inf, inf, None
            for move in state.get_legal_moves():
                value = value_of(state.forecast_move(move), depth - 1, alpha, beta)
                if state.active_player is MAX and (found is None or value > alpha):
                    alpha, found = value, move
                elif state.active_player is not MAX and (found is None or value < beta):
                    beta, found = value, move
            chosen, depth = found, depth + 1
            if not limited:
                return chosen
    except TimeIsUp:
        return chosen


def until_nothing_new_is_counted(state, seconds, evaluate):
    """Plain minimax; an iteration that looks at no more positions than the one before has seen them all."""
    start = monotonic()
    counts = [0]

    def value_of(state, depth):
        counts[-1] += 1
        if monotonic() - start > seconds:
            raise TimeIsUp
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        best = max if state.active_player is MAX else min
        return best(value_of(state.forecast_move(move), depth - 1) for move in moves)

    best = max if state.active_player is MAX else min
    move, depth = state.get_legal_moves()[0], 0
    while len(counts) < 2 or counts[-1] > counts[-2]:
        counts.append(0)
        depth += 1
        try:
            move = best(state.get_legal_moves(), key=lambda move: value_of(state.forecast_move(move), depth - 1))
        except TimeIsUp:
            return move
    return move


def not_if_half_is_gone(state, seconds, evaluate):
    """Begins no iteration that would hardly come to its end; looks at values already found to sort the moves."""
    start = perf_counter()
    check = watch(start + 0.9 * seconds, perf_counter)
    moves = state.get_legal_moves()
    sign = 1 if state.active_player is MAX else -1
    for depth in range(1, 100):
        if perf_counter() - start > seconds / 2:
            break
        values = {}
        try:
            for move in moves:
                values[move] = sign * search(state.forecast_move(move), depth - 1, -inf, inf, evaluate, check)
        except TimeIsUp:
            break
        moves = sorted(moves, key=lambda move: -values[move])
    return moves[0]


def with_a_table(state, seconds, evaluate):
    """A dict remembers the best move of each state, to be tried first."""
    check = watch(perf_counter() + seconds, perf_counter)
    first = {}

    def value_of(state, depth, alpha, beta, sign):
        check()
        moves = state.get_legal_moves()
        if not moves or not depth:
            return sign * evaluate(state), not moves
        known = first.get(state)
        moves = sorted(moves, key=lambda move: move != known)
        best, chosen, whole = -inf, moves[0], True
        for move in moves:
            value, seen = value_of(state.forecast_move(move), depth - 1, -beta, -alpha, -sign)
            whole = whole and seen
            if -value > best:
                best, chosen = -value, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        first[state] = chosen
        return best, whole

    answer = state.get_legal_moves()[0]
    try:
        whole, depth = False, 0
        while not whole:
            depth += 1
            _, whole = value_of(state, depth, -inf, inf, 1 if state.active_player is MAX else -1)
            answer = first[state]
    except TimeIsUp:
        pass
    return answer


CAPTURED = [
    by_default,
    by_default_and_name,
    Keeps().of_the_class,
    Keeps().of_the_class_as_it_is,
    Keeps().of_its_own,
    Inherits(),
    asks_an_object,
    partial(by_default, clock=time.monotonic),
]
CORRECT = [
    *CAPTURED,
    with_an_exception,
    by_the_module,
    best_first,
    every_thousand_nodes,
    without_an_exception,
    by_the_calendar,
    Player(),
    Player().choose,
    imports_inside,
    closes_over(time.perf_counter),
    partial(with_an_exception),
    until_no_limit_is_met,
    until_nothing_new_is_counted,
    not_if_half_is_gone,
    with_a_table,
]


# Wrong


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


WRONG = [
    (at_most(3), "stops-too-soon"),
    (at_most(6), "stops-too-soon"),
    (until_nothing_changes, "stops-too-soon"),
    (limit_of_the_last_move_alone, "wrong-move"),
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


# Broken


def catches_nothing(state, seconds, evaluate):
    check = watch(perf_counter() + seconds, perf_counter)
    for depth in range(1, 20):
        chosen = best_move(state, depth, evaluate, check)
    return chosen


def returns_nothing(state, seconds, evaluate):
    best_move(state, 1, evaluate, time.time)


def returns_a_value(state, seconds, evaluate):
    time.time()
    return 0.5


def loops(state, seconds, evaluate):
    while True:
        time.time()


def raises(state, seconds, evaluate):
    return state.board


def too_few(state, seconds):
    return 0


def asks(state, seconds, evaluate):
    return int(input())


BROKEN = {
    returns_nothing: "returns-none",
    returns_a_value: "illegal-move",
    loops: "endless",
    raises: "raises",
    catches_nothing: "raises",
    too_few: "wrong-arity",
    asks: "asks",
}


def always_a_second(state, seconds, evaluate):
    """All is right, but the seconds that it is given are never looked at."""
    return with_an_exception(state, 1.0, evaluate)
