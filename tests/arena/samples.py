"""Players and games that several tests of the arena use, as a student might write them."""

import os
import random
import signal


def first(state):
    return state.get_legal_moves()[0]


def last(state):
    return state.get_legal_moves()[-1]


def lucky(state):
    """Draws from Python's own random numbers."""
    return random.choice(state.get_legal_moves())


def crashes(state):
    raise ValueError("no idea")


def loops(state):
    while True:
        pass


def named(name, move):
    """A player of that name who always makes the same move."""

    def player(state):
        return move

    player.__name__ = name
    return player


class Nim:
    """The two methods, and a list that anybody can change. A player who cannot take anything loses."""

    def __init__(self, heaps=(1, 2)):
        self.heaps = list(heaps)

    def get_legal_moves(self):
        return [(i, n) for i, heap in enumerate(self.heaps) for n in range(1, heap + 1)]

    def forecast_move(self, move):
        i, n = move
        return Nim([*self.heaps[:i], self.heaps[i] - n, *self.heaps[i + 1 :]])


class Heap:
    """The two methods, and nothing about whose turn it is. A player who cannot take anything loses."""

    def __init__(self, left=5):
        self.left = left

    def get_legal_moves(self):
        return list(range(1, min(3, self.left) + 1))

    def forecast_move(self, n):
        return type(self)(self.left - n)


def kills(state):
    """Ends its process."""
    os._exit(1)


class KilledOnce:
    """Is killed, as if from outside, unless the file `mark` is there already."""

    def __init__(self, mark):
        self.mark = mark

    def __call__(self, state):
        if not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return first(state)
