"""The pawn structure. Each definition is White's: it takes our pawns and theirs, and ours move up."""

from __future__ import annotations

from functools import lru_cache

from minimax_lab.evaluate.chess.attacks import PAWN_POSITIONS
from minimax_lab.evaluate.chess.bitboards import RANKS, Bitboard, ahead, behind, beside, downwards, upwards, whole_files
from minimax_lab.evaluate.chess.feature import Counted, PawnFeature


@PawnFeature
def isolated(ours: Bitboard, theirs: Bitboard) -> Counted:
    """Pawns with no pawn of their side on a neighbouring file."""
    return ours & ~beside(whole_files(ours))


@PawnFeature
def doubled(ours: Bitboard, theirs: Bitboard) -> Counted:
    """Pawns with a pawn of their side ahead of them on the same file."""
    return _stacked(ours)


@PawnFeature
def tripled(ours: Bitboard, theirs: Bitboard) -> Counted:
    """Pawns with two or more pawns of their side ahead of them on the same file."""
    return _stacked(_stacked(ours))


@PawnFeature
def quadrupled(ours: Bitboard, theirs: Bitboard) -> Counted:
    """Pawns with three or more pawns of their side ahead of them on the same file."""
    return _stacked(_stacked(_stacked(ours)))


@PawnFeature
def passed(ours: Bitboard, theirs: Bitboard) -> Counted:
    """Pawns with no pawn of the other side ahead of them, on their own file or a neighbouring one."""
    return ours & ~downwards(behind(theirs | beside(theirs)))


@PawnFeature
def backward(ours: Bitboard, theirs: Bitboard) -> Counted:
    """Pawns that have fallen behind those on the neighbouring files, and whose next square an enemy pawn attacks.

    Isolated pawns, which have no neighbours at all, do not count here.
    """
    neighbours = beside(ours)
    unsupported = ours & ~upwards(neighbours) & whole_files(neighbours)
    return unsupported & behind(behind(beside(theirs)))


@PawnFeature
def chained(ours: Bitboard, theirs: Bitboard) -> Counted:
    """Pawns that a pawn of their side defends."""
    return ours & ahead(beside(ours))


@PawnFeature
def advanced_pawns(ours: Bitboard, theirs: Bitboard) -> Counted:
    """How far the pawns have advanced: 1 for each rank beyond their second."""
    return tuple((steps, ours & RANKS[1 + steps]) for steps in range(1, 6))


def _stacked(pawns: Bitboard) -> Bitboard:
    """The pawns that have another one ahead of them on the same file."""
    return pawns & downwards(behind(pawns))


@lru_cache(PAWN_POSITIONS)
def can_ever_attack(pawns: Bitboard) -> Bitboard:
    """The squares that our pawns attack now or could attack after moving straight on."""
    return upwards(ahead(beside(pawns)))


@lru_cache(PAWN_POSITIONS)
def they_can_ever_attack(pawns: Bitboard) -> Bitboard:
    """The same for their pawns, which move down."""
    return downwards(behind(beside(pawns)))
