"""The pawn structure. Each definition is White's: it takes our pawns and theirs, and ours move up."""

from __future__ import annotations

from functools import lru_cache

from minimax_lab.evaluate.chess.attacks import PAWN_POSITIONS
from minimax_lab.evaluate.chess.bitboards import RANKS, Bits, ahead, behind, beside, downwards, upwards, whole_files
from minimax_lab.evaluate.chess.feature import Count, PawnFeature


@PawnFeature
def isolated(ours: Bits, theirs: Bits) -> Count:
    """Pawns with no pawn of their side on a neighbouring file."""
    return ours & ~beside(whole_files(ours))


@PawnFeature
def doubled(ours: Bits, theirs: Bits) -> Count:
    """Pawns with a pawn of their side ahead of them on the same file."""
    return _stacked(ours)


@PawnFeature
def tripled(ours: Bits, theirs: Bits) -> Count:
    """Pawns with two or more pawns of their side ahead of them on the same file."""
    return _stacked(_stacked(ours))


@PawnFeature
def quadrupled(ours: Bits, theirs: Bits) -> Count:
    """Pawns with three or more pawns of their side ahead of them on the same file."""
    return _stacked(_stacked(_stacked(ours)))


@PawnFeature
def passed(ours: Bits, theirs: Bits) -> Count:
    """Pawns with no pawn of the other side ahead of them, on their own file or a neighbouring one."""
    return ours & ~downwards(behind(theirs | beside(theirs)))


@PawnFeature
def backward(ours: Bits, theirs: Bits) -> Count:
    """Pawns that have left no neighbour level or behind to support them, and whose next step a pawn attacks.

    Isolated pawns, which have no neighbours at all, are counted as such and not here.
    """
    neighbours = beside(ours)
    unsupported = ours & ~upwards(neighbours) & whole_files(neighbours)
    return unsupported & behind(behind(beside(theirs)))


@PawnFeature
def chained(ours: Bits, theirs: Bits) -> Count:
    """Pawns that a pawn of their side defends."""
    return ours & ahead(beside(ours))


@PawnFeature
def advanced_pawns(ours: Bits, theirs: Bits) -> Count:
    """The ranks that the pawns have put behind them, counted from their second one."""
    return tuple((steps, ours & RANKS[1 + steps]) for steps in range(1, 6))


def _stacked(pawns: Bits) -> Bits:
    """Those that have another of them ahead on the same file."""
    return pawns & downwards(behind(pawns))


@lru_cache(PAWN_POSITIONS)
def can_ever_attack(pawns: Bits) -> Bits:
    """The squares that our pawns attack now or could attack after moving straight on."""
    return upwards(ahead(beside(pawns)))


@lru_cache(PAWN_POSITIONS)
def they_can_ever_attack(pawns: Bits) -> Bits:
    """The same of their pawns, which move down."""
    return downwards(behind(beside(pawns)))
