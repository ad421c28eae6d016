"""The rock-paper-scissors card game: the evaluation of the tutorial (seed 000), and the same put right.

A set of cells is a number of nine bits, so what depends on a set alone is looked up in a table. A
pair of neighbours is a bit as well: of `LEAVING[cells]` if its first cell is one of the cells, of
`REACHING[cells]` if its second is. Every pair is there in both directions.
"""

from __future__ import annotations

from typing import Any

from minimax_lab.evaluate.linear import Linear
from minimax_lab.games import RPS

CELL_TENTHS = (7, 5, 7, 5, 10, 5, 7, 5, 7)  # whole numbers, so that sums are exact
PAIRS = [(a, b) for a in range(9) for b in range(9) if a != b and abs(a // 3 - b // 3) <= 1 and abs(a % 3 - b % 3) <= 1]
ALL_PAIRS = (1 << len(PAIRS)) - 1
ORTHOGONAL = sum(1 << i for i, (a, b) in enumerate(PAIRS) if a // 3 == b // 3 or a % 3 == b % 3)


def _table(of_cell: list[int]) -> list[int]:
    """For each set of cells, the sum of what its cells have."""
    sums = [0]
    for amount in of_cell:
        sums += [before + amount for before in sums]
    return sums


TENTHS = _table([*CELL_TENTHS])
LEAVING = _table([sum(1 << i for i, (a, _) in enumerate(PAIRS) if a == cell) for cell in range(9)])
REACHING = _table([sum(1 << i for i, (_, b) in enumerate(PAIRS) if b == cell) for cell in range(9)])


def material(state: RPS) -> int:
    """10 for each card on the board that MAX owns more than MIN."""
    return 10 * _rps(state).margin


def position(state: RPS) -> float:
    """5 times the worth of the cells that MAX owns less that of MIN's: the centre 1, a corner 0.7, an edge 0.5."""
    ours, theirs = _rps(state).cells
    return (TENTHS[ours] - TENTHS[theirs]) / 2


def relations(state: RPS) -> int:
    """3 for each card of MAX's that beats a neighbour of MIN's, -3 for each that is beaten, diagonals included."""
    return 3 * _beaten_pairs(_rps(state), ALL_PAIRS)


def relations_in_reach(state: RPS) -> int:
    """As `relations`, but of orthogonal neighbours only: no card can take another over diagonally."""
    return 3 * _beaten_pairs(_rps(state), ORTHOGONAL)


def _beaten_pairs(state: RPS, counted: int) -> int:
    """In how many pairs MAX's card beats MIN's, less those where MIN's beats MAX's."""
    ours, theirs = state.cells
    rocks, papers, scissors = state.cards
    beats = LEAVING[rocks] & REACHING[scissors] | LEAVING[papers] & REACHING[rocks]
    beats = (beats | LEAVING[scissors] & REACHING[papers]) & counted
    wins, losses = beats & LEAVING[ours] & REACHING[theirs], beats & LEAVING[theirs] & REACHING[ours]
    return wins.bit_count() - losses.bit_count()


def _rps(state: Any) -> RPS:
    if not isinstance(state, RPS):
        raise TypeError(f"this is a feature of RPS; in a state of {type(state).__name__} there is nothing to count")
    return state


WEIGHTS = {"material": 1.0, "position": 0.5, "relations": 0.8}

rps_standard = Linear({"material": material, "position": position, "relations": relations}, WEIGHTS, finished=1000)
rps_corrected = Linear(
    {"material": material, "position": position, "relations": relations_in_reach}, WEIGHTS, finished=1000
)
