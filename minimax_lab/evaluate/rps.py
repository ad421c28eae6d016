"""The rock-paper-scissors card game: the evaluation of the tutorial (seed 000), a corrected one, one that sees danger.

A set of cells is a number of nine bits, so a table can have an entry for every set. A set of pairs of
neighbouring cells is a number, too: `FIRST_IN[cells]` has the pairs whose first cell is one of the
cells, `SECOND_IN[cells]` those whose second cell is. Every pair is there in both directions.
"""

from __future__ import annotations

from typing import Any

from minimax_lab.evaluate.linear import Linear, symmetric
from minimax_lab.games import RPS

CELL_TENTHS = (7, 5, 7, 5, 10, 5, 7, 5, 7)  # whole numbers, so that sums are exact
PAIRS = [(a, b) for a in range(9) for b in range(9) if a != b and abs(a // 3 - b // 3) <= 1 and abs(a % 3 - b % 3) <= 1]
ALL_PAIRS = (1 << len(PAIRS)) - 1
ORTHOGONAL = sum(1 << i for i, (a, b) in enumerate(PAIRS) if a // 3 == b // 3 or a % 3 == b % 3)


def _sums(of_cell: list[int]) -> list[int]:
    """For each set of cells, the sum of the numbers that its cells have."""
    sums = [0]
    for amount in of_cell:
        sums += [before + amount for before in sums]
    return sums


TENTHS = _sums([*CELL_TENTHS])
FIRST_IN = _sums([sum(1 << i for i, (a, _) in enumerate(PAIRS) if a == cell) for cell in range(9)])
SECOND_IN = _sums([sum(1 << i for i, (_, b) in enumerate(PAIRS) if b == cell) for cell in range(9)])


@symmetric
def material(state: RPS) -> int:
    """10 for each card that MAX owns on the board, −10 for each of MIN's."""
    return 10 * _rps(state).margin


@symmetric
def position(state: RPS) -> float:
    """5 times the value of MAX's cells minus that of MIN's: the centre 1, a corner 0.7, an edge 0.5."""
    ours, theirs = _rps(state).cells
    return (TENTHS[ours] - TENTHS[theirs]) / 2


@symmetric
def relations(state: RPS) -> int:
    """3 for each pair of neighbours, diagonal ones too, in which MAX's card beats MIN's, −3 where MIN's beats MAX's."""
    return 3 * _beaten_pairs(_rps(state), ALL_PAIRS)


@symmetric
def relations_in_reach(state: RPS) -> int:
    """The same as `relations` without diagonal neighbours: no card can take over another one diagonally."""
    return 3 * _beaten_pairs(_rps(state), ORTHOGONAL)


def _beaten_pairs(state: RPS, counted: int) -> int:
    """In how many of the `counted` pairs MAX's card beats MIN's, minus those in which MIN's beats MAX's."""
    ours, theirs = state.cells
    rocks, papers, scissors = state.cards
    beats = FIRST_IN[rocks] & SECOND_IN[scissors] | FIRST_IN[papers] & SECOND_IN[rocks]
    beats = (beats | FIRST_IN[scissors] & SECOND_IN[papers]) & counted
    wins, losses = beats & FIRST_IN[ours] & SECOND_IN[theirs], beats & FIRST_IN[theirs] & SECOND_IN[ours]
    return wins.bit_count() - losses.bit_count()


@symmetric
def danger(state: RPS) -> int:
    """−10 for each of MAX's cards that can still be taken over, 10 for each of MIN's.

    That is so if the opponent holds a card that beats it, and a cell beside it is empty.
    """
    (ours, theirs), (our_hand, their_hand) = _rps(state).cells, state.hands
    exposed, lead = _beside(~(ours | theirs)), 0
    for kind, cards in enumerate(state.cards):
        taker = (kind + 1) % 3  # paper takes rock, scissors take paper, rock takes scissors
        lead += (cards & exposed & theirs).bit_count() if our_hand[taker] else 0
        lead -= (cards & exposed & ours).bit_count() if their_hand[taker] else 0
    return 10 * lead


def _beside(cells: int) -> int:
    """The cells that are beside one of these. Nothing moves over the right or the left edge."""
    return cells << 3 | (cells & 0o777) >> 3 | (cells & 0b011011011) << 1 | (cells & 0b110110110) >> 1


def _rps(state: Any) -> RPS:
    if not isinstance(state, RPS):
        raise TypeError(f"this is a feature of RPS; it cannot be used for {type(state).__name__}")
    return state


WEIGHTS = {"material": 1.0, "position": 0.5, "relations": 0.8}

rps_standard = Linear({"material": material, "position": position, "relations": relations}, WEIGHTS, finished=1000)
rps_corrected = Linear(
    {"material": material, "position": position, "relations": relations_in_reach}, WEIGHTS, finished=1000
)
rps_safe = Linear({"material": material, "danger": danger}, {"material": 1.0, "danger": 0.4}, finished=1000)
