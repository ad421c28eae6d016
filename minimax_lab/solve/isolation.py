"""Isolation, solved: who wins on a board, and how many positions that takes.

The functions below are plain Python. With numba (`pip install numba`) they are compiled when the first board is solved,
and about a hundred times faster. A set of cells is a number with one bit a cell; `OFF_BOARD` stands for a player who
has not moved yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np

from minimax_lab.game import MAX, MIN, Player
from minimax_lab.games import Isolation
from minimax_lab.games.isolation_board import geometry

OFF_BOARD = 31
MOST_CELLS = 25
FIRST_SIZE = 1 << 17  # of the table, which grows when it is too full


@dataclass(frozen=True)
class Solved:
    """Who wins, and how many positions were searched for it."""

    winner: Player
    nodes: int


def solve_isolation(width: int = 3, height: int = 2, blocked: Iterable[tuple[int, int]] | None = None) -> Solved:
    """Who wins isolation on a board of `width` by `height`, where `blocked` cells are closed from the start.

    `blocked` is as in `Isolation`. The board may have up to 25 cells; 5 by 5 takes a minute and a gigabyte.

    >>> solve_isolation(3, 2, blocked=[(2, 1)])
    Solved(winner=MAX, nodes=17)
    """
    wins, nodes = _search(Isolation(width, height, blocked), OFF_BOARD)
    return Solved(MAX if wins else MIN, nodes)


def solve_after(width: int, height: int, first_move: tuple[int, int]) -> Solved:
    """Who wins on the open board of `width` by `height` after the first player has gone to the cell `first_move`."""
    x, y = first_move
    wins, nodes = _search(Isolation(width, height, [first_move]), y * width + x)
    return Solved(MIN if wins else MAX, nodes)


def _search(start: Isolation, first: int) -> tuple[bool, int]:
    """Whether the player to move wins, and the nodes it took; `first` is the cell of the other one."""
    if start.width * start.height > MOST_CELLS:
        raise ValueError(f"a board of at most {MOST_CELLS} cells can be solved, not {start.width} by {start.height}")
    free = sum(1 << y * start.width + x for x, y in start.get_legal_moves())
    rays, cells = _rays(start.width, start.height), free.bit_count()
    size, solve = FIRST_SIZE, _solver()
    while True:
        known, nodes = np.zeros(size, np.int64), np.zeros(1, np.int64)
        wins = solve(free, OFF_BOARD, first, rays, known, nodes, np.zeros((cells + 1, cells + 1), np.int64))
        if nodes[0] <= size * 3 // 4:
            return bool(wins), int(nodes[0])
        size *= 4  # the table was too full


def _solver() -> Callable[..., Any]:
    """`_wins`, if there is numba as machine code. (Importing numba takes longer than most who import this need.)"""
    if isinstance(_wins, FunctionType):
        with suppress(ImportError):
            from numba import njit

            for function in FUNCTIONS:
                globals()[function.__name__] = njit(nogil=True)(function)  # other threads may run meanwhile
    return _wins


def _rays(width: int, height: int) -> np.ndarray[Any, Any]:
    """rays[cell, direction]: the cells from `cell` to the edge as bits, then zeros."""
    rays = np.zeros((width * height, 8, max(width, height)), np.int64)
    for cell, directions in enumerate(geometry(width, height).rays.values()):
        for direction, ray in enumerate(directions):
            rays[cell, direction, : len(ray)] = [bit for bit, _ in ray]
    return rays


def _reach(free, cell, rays):  # type: ignore[no-untyped-def]
    """The open cells that a player on `cell` can go to."""
    if cell == OFF_BOARD:
        return free
    reach = 0
    for direction in range(8):
        step = 0
        while free & rays[cell, direction, step]:  # neither closed nor beyond the edge
            reach |= rays[cell, direction, step]
            step += 1
    return reach


def _count(bits):  # type: ignore[no-untyped-def]
    """How many bits are set: in pairs, in fours, in bytes, and then the bytes are added up."""
    bits -= bits >> 1 & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    bits += bits >> 8
    bits += bits >> 16
    return bits + (bits >> 32) & 0x7F


def _first_slot(key, size):  # type: ignore[no-untyped-def]
    """Where in the table to begin to look for a key: a hash, whose product still fits into 63 bits."""
    return ((key ^ key >> 25) & 0x3FFFFFFF) * 0x5BD1E995 >> 20 & size - 1


def _wins(free, me, you, rays, known, nodes, order):  # type: ignore[no-untyped-def]
    """Whether the player on `me`, who is to move, wins."""
    size = len(known)
    if nodes[0] > size * 3 // 4:
        return False  # the table is too full: _search begins again with a larger one
    key = ((free << 5 | me) << 5 | you) << 2 | 2  # the last bit is left for the answer
    slot = _first_slot(key, size)
    while known[slot]:
        if known[slot] | 1 == key | 1:
            return known[slot] & 1 == 1
        slot = slot + 1 & size - 1
    nodes[0] += 1
    depth, number = _count(free), 0
    reach = _reach(free, me, rays)
    answer = False
    while reach:
        bit = reach & -reach
        reach ^= bit
        replies = _count(_reach(free ^ bit, you, rays))
        if replies == 0:
            answer = True
            break
        cell = _count(bit - 1)
        place = number  # insertion sort: the fewest replies first
        while place > 0 and order[depth, place - 1] >> 5 > replies:
            order[depth, place] = order[depth, place - 1]
            place -= 1
        order[depth, place] = replies << 5 | cell
        number += 1
    if not answer:
        for i in range(number):
            cell = order[depth, i] & 31
            if not _wins(free ^ (1 << cell), you, cell, rays, known, nodes, order):
                answer = True
                break
    slot = _first_slot(key, size)
    while known[slot]:
        slot = slot + 1 & size - 1
    known[slot] = key | answer
    return answer


FUNCTIONS = _reach, _count, _first_slot, _wins
