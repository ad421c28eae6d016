"""Bitboards: sets of squares as numbers of 64 bits. a1 is bit 0, b1 bit 1, h8 bit 63.

"Ahead" is towards rank 8, as White sees it. What is defined here and in the features is defined for
White; for Black it is the same on the board turned over (`flip`).
"""

from __future__ import annotations

from typing import TypeAlias

Bitboard: TypeAlias = int

BOARD = (1 << 64) - 1
RANKS = tuple(0xFF << 8 * rank for rank in range(8))  # RANKS[0] is rank 1
FILE_A = sum(1 << 8 * rank for rank in range(8))
NOT_A, NOT_H = BOARD ^ FILE_A, BOARD ^ FILE_A << 7
FAR_HALF = RANKS[4] | RANKS[5] | RANKS[6] | RANKS[7]


def _block(first: int, last: int) -> Bitboard:
    """The squares whose file and rank, counted from 0, both lie between `first` and `last`."""
    return sum(1 << 8 * rank + file for rank in range(first, last + 1) for file in range(first, last + 1))


CENTRE = _block(3, 4)  # d4, e4, d5 and e5
RINGS = _block(1, 6) ^ _block(2, 5), _block(2, 5) ^ CENTRE, CENTRE  # from the outside in; the edge is not one of them


def flip(bits: Bitboard) -> Bitboard:
    """The board turned over: what was on rank 1 is on rank 8 of the same file."""
    return int.from_bytes(bits.to_bytes(8, "little"), "big")


def ahead(bits: Bitboard) -> Bitboard:
    """The squares one step ahead."""
    return bits << 8 & BOARD


def behind(bits: Bitboard) -> Bitboard:
    """The squares one step behind."""
    return bits >> 8


def beside(bits: Bitboard) -> Bitboard:
    """The squares to the left and to the right."""
    return bits << 1 & NOT_A | bits >> 1 & NOT_H


def upwards(bits: Bitboard) -> Bitboard:
    """These squares and all that lie ahead of them on their files."""
    bits |= bits << 8
    bits |= bits << 16
    return (bits | bits << 32) & BOARD


def downwards(bits: Bitboard) -> Bitboard:
    """These squares and all that lie behind them on their files."""
    bits |= bits >> 8
    bits |= bits >> 16
    return bits | bits >> 32


def whole_files(bits: Bitboard) -> Bitboard:
    """All squares of the files on which at least one of these lies."""
    return upwards(bits) | downwards(bits)
