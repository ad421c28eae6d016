"""Positions from random games, and the same with the players exchanged."""

from minimax_lab.games import RPS, Isolation
from tests.games.test_games import playout


def rps_positions(games=40):
    """Every position of some random games, of hands of all sizes."""
    for seed in range(games):
        size = 1 + seed % 6
        yield from playout(lambda: RPS.deal(seed, 21, size), seed)[0]  # noqa: B023


def isolation_positions():
    """Every position of some random games on boards of several sizes."""
    for start in Isolation, lambda: Isolation(5, 5), lambda: Isolation(4, 3, [(1, 1), (3, 0)]), lambda: Isolation(7, 2):
        for seed in range(12):
            yield from playout(start, seed)[0]


def swapped(state):
    """The same position with the players' parts exchanged: cards, hands and whose turn it is."""
    return state.exchanged()
