"""What the features of a position have in common, worked out once for all of them."""

from __future__ import annotations

from functools import cached_property, lru_cache
from struct import Struct
from typing import TypeAlias

import chess

from minimax_lab.evaluate.chess.attacks import SideBitboards
from minimax_lab.evaluate.chess.bitboards import Bitboard, flip
from minimax_lab.games.chess.game import Chess, board_of

ChessPosition: TypeAlias = Chess | chess.Board | str  # a str is a FEN

# Eight bitboards at once, each of eight bytes, one a rank: in reverse order they are the board turned over.
SEEN_BY_WHITE, SEEN_BY_BLACK = Struct("<8Q"), Struct(">8Q")

FULL = 24  # the phase points of all pieces at the start: 4 knights and 4 bishops, 4 rooks, 2 queens


class PositionInfo:
    """The pawns and the phase of a position; its two sides, which take longer, once they are asked for."""

    def __init__(self, *bitboards: Bitboard) -> None:
        """`bitboards` are the pawns, knights, bishops, rooks, queens and kings, White's men and Black's."""
        pawns, knights, bishops, rooks, queens, _, white, black = bitboards
        points = (knights | bishops).bit_count() + 2 * rooks.bit_count() + 4 * queens.bit_count()
        self.pawns = pawns & white, pawns & black
        self.phase = min(points, FULL) / FULL  # promoted pawns could make it more
        self._bitboards = bitboards

    @cached_property
    def sides(self) -> tuple[SideBitboards, SideBitboards]:
        """The board as White sees it, and as Black does."""
        turned = SEEN_BY_BLACK.unpack(SEEN_BY_WHITE.pack(*self._bitboards))
        pawns, knights, bishops, rooks, queens, kings, theirs, ours = turned
        white = SideBitboards(*self._bitboards)
        black = SideBitboards(pawns, knights, bishops, rooks, queens, kings, ours, theirs)
        white.their_attacks, black.their_attacks = flip(black.attacks), flip(white.attacks)
        return white, black


_cached_info = lru_cache(maxsize=16)(PositionInfo)
_last: tuple[object, PositionInfo] = object(), PositionInfo(*[0] * 8)  # no position is this object


def info(position: ChessPosition) -> PositionInfo:
    """What is known of `position`. Its features are asked for one after the other, so the last one is remembered."""
    global _last
    last, known = _last
    if last is position:
        return known
    board = board_of(position)
    make = _cached_info if board is position else PositionInfo  # a Board may change and still be the same object
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    known = make(board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings, white, black)
    if board is not position:
        _last = position, known
    return known


def phase(position: ChessPosition) -> float:
    """How much of the game is still to come: 1 with all pieces on the board, 0 with only kings and pawns.

    A knight or a bishop is 1/24 of it, a rook 2/24, a queen 4/24. `position` is a Chess, a chess.Board or a FEN.
    """
    return info(position).phase
