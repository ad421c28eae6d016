"""Right, in many styles."""

import datetime
import time
from functools import partial
from math import inf
from time import monotonic, perf_counter, perf_counter_ns

from minimax_lab.game import MAX
from tools.students.deepening.searches import TimeIsUp, best_move, search, watch


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
