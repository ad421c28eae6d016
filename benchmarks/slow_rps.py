"""The rock-paper-scissors card game solved a second time, deal by deal, to compare the table with.

Nothing of the package is used. From the empty board forwards, level by level, all positions are listed that can come
about; then they are given their values backwards. A position is one number: the board in base 7 (0 is an empty cell,
1 to 3 are player 1's rock, paper and scissors, 4 to 6 player 2's), and player 1's rocks and papers in hand. The other
cards follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]
POWERS = 7 ** np.arange(9)
HAND = 36  # a hand has at most five rocks and five papers
LOSER = {1: 3, 2: 1, 3: 2}  # rock beats scissors, paper rock, scissors paper


class Level(NamedTuple):
    """Positions with the same number of cards on the board, a row each."""

    keys: Array
    boards: Array  # nine digits
    hands: Array  # rocks, papers and scissors of player 1, then of player 2


def level(keys: Array, first: Array, second: Array, placed: int) -> Level:
    """What the numbers `keys` mean in a deal: how many cards of each kind both players got."""
    boards = (keys[:, None] // HAND // POWERS % 7).astype(np.int8)
    rocks, papers = keys % HAND // 6, keys % 6
    own = np.stack([rocks, papers, first.sum() - (placed + 1) // 2 - rocks - papers], axis=1)
    lying = np.stack([((boards == kind) | (boards == kind + 3)).sum(axis=1) for kind in (1, 2, 3)], axis=1)
    return Level(keys, boards, np.concatenate([own, first + second - own - lying], axis=1))


def moves(now: Level, placed: int) -> Iterator[tuple[Array, Array]]:
    """For each card and each cell: the rows in which it can be placed, and the numbers of the positions then."""
    mover = placed % 2
    for kind in (1, 2, 3):
        has = now.hands[:, 3 * mover + kind - 1] > 0
        mine, theirs = LOSER[kind] + 3 * mover, LOSER[kind] + 3 * (1 - mover)
        spent = 0 if mover else (6, 1, 0)[kind - 1]
        for cell in range(9):
            rows = np.flatnonzero(has & (now.boards[:, cell] == 0))
            keys = now.keys[rows] - spent + HAND * POWERS[cell] * (kind + 3 * mover)
            for step, fits in ((-3, cell > 2), (3, cell < 6), (-1, cell % 3 > 0), (1, cell % 3 < 2)):
                if fits:
                    keys += (now.boards[rows, cell + step] == theirs) * (HAND * POWERS[cell + step] * (mine - theirs))
            yield rows, keys


def solved_deal(first: str, second: str) -> Iterator[tuple[int, Level, Array]]:
    """For each number of cards on the board, from the last to the first: the positions and their values."""
    one, two = (np.array([hand.count(card) for card in "RPS"]) for hand in (first, second))
    plies = min(9, 2 * len(first), 2 * len(second) + 1)
    levels = [np.array([6 * one[0] + one[1]])]
    for placed in range(plies):
        now = level(levels[-1], one, two, placed)
        levels.append(np.unique(np.concatenate([np.unique(keys) for _, keys in moves(now, placed)])))
    now = level(levels[plies], one, two, plies)
    values = ((now.boards > 0).sum(axis=1) - 2 * (now.boards > 3).sum(axis=1)).astype(np.int8)
    yield plies, now, values
    for placed in reversed(range(plies)):
        later, now = values, level(levels[placed], one, two, placed)
        better, worst = (np.minimum, 100) if placed % 2 else (np.maximum, -100)
        values = np.full(len(now.keys), worst, np.int8)
        for rows, keys in moves(now, placed):
            values[rows] = better(values[rows], later[np.searchsorted(levels[placed + 1], keys)])
        yield placed, now, values
