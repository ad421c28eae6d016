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
    """Goes on as long as there is time, whatever there is left to find."""
    start = time.time()
    chosen, depth = state.get_legal_moves()[-1], 0
    while time.time() - start < seconds:
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


WRONG = [
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
    (no_clock, "no-clock"),
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
