"""Broken: it fails, does not end, or returns something else."""

import time
from time import perf_counter

from tools.students.deepening.searches import best_move, watch


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
