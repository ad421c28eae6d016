"""What chess features count with: bitboards, what attacks what, and the phase of the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from struct import Struct
from typing import TypeAlias

import chess

from minimax_lab.games.chess.game import Chess, board_of

Bitboard: TypeAlias = int
Lines: TypeAlias = Sequence[tuple[list[dict[Bitboard, Bitboard]], list[Bitboard]]]  # tables of python-chess

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
        *pieces, theirs, ours = SEEN_BY_BLACK.unpack(SEEN_BY_WHITE.pack(*self._bitboards))
        white, black = SideBitboards(*self._bitboards), SideBitboards(*pieces, ours, theirs)
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


# python-chess's tables: what a piece on a square attacks, given the pieces in its way.
KNIGHT, KING = chess.BB_KNIGHT_ATTACKS, chess.BB_KING_ATTACKS
DIAGONALS = ((chess.BB_DIAG_ATTACKS, chess.BB_DIAG_MASKS),)
STRAIGHTS = (chess.BB_FILE_ATTACKS, chess.BB_FILE_MASKS), (chess.BB_RANK_ATTACKS, chess.BB_RANK_MASKS)
LINES = (*DIAGONALS, *STRAIGHTS)

PAWN_POSITIONS = 1 << 14  # how many are remembered: pawns seldom move, so a search meets the same again and again


class SideBitboards:
    """The board as one side sees it, from the bottom up: for Black it is turned over.

    So "our" pawns always move up, and every feature is defined once, for both sides. Each attribute is a
    bitboard: our pieces and theirs, and the squares that are attacked, be they empty, theirs (threatened)
    or ours (defended). `king_zone` is our king's square and those next to it.
    """

    __slots__ = (
        *("pawns", "knights", "bishops", "rooks", "queens", "king", "pawn_files", "king_zone"),
        *("their_pawns", "their_knights", "their_bishops", "their_rooks", "their_queens", "their_king"),
        *("attacks", "pawn_attacks", "minor_attacks", "rook_attacks", "their_attacks", "their_pawn_files"),
    )
    their_attacks: Bitboard  # is set when both sides are known

    def __init__(self, *bitboards: Bitboard) -> None:
        """`bitboards` as in `PositionInfo`, but our men and theirs at the end."""
        pawns, knights, bishops, rooks, queens, kings, ours, theirs = bitboards
        self.pawns, self.their_pawns = pawns & ours, pawns & theirs
        self.knights, self.their_knights = knights & ours, knights & theirs
        self.bishops, self.their_bishops = bishops & ours, bishops & theirs
        self.rooks, self.their_rooks = rooks & ours, rooks & theirs
        self.queens, self.their_queens = queens & ours, queens & theirs
        self.king, self.their_king = kings & ours, kings & theirs
        self.pawn_files, self.their_pawn_files = _files(self.pawns), _files(self.their_pawns)
        occupied = ours | theirs
        self.pawn_attacks = _pawn_attacks(self.pawns)
        self.minor_attacks = _leaps(self.knights, KNIGHT) | _slides(self.bishops, occupied, DIAGONALS)
        self.rook_attacks = _slides(self.rooks, occupied, STRAIGHTS)
        king_attacks = _leaps(self.king, KING)
        self.king_zone = self.king | king_attacks
        self.attacks = self.pawn_attacks | self.minor_attacks | self.rook_attacks | king_attacks
        if self.queens:
            self.attacks |= _slides(self.queens, occupied, LINES)


def _leaps(pieces: Bitboard, table: list[Bitboard]) -> Bitboard:
    attacked = 0
    while pieces:
        square = pieces.bit_length() - 1
        attacked |= table[square]
        pieces ^= 1 << square
    return attacked


def _slides(pieces: Bitboard, occupied: Bitboard, lines: Lines) -> Bitboard:
    attacked = 0
    while pieces:
        square = pieces.bit_length() - 1
        for attacks, masks in lines:
            attacked |= attacks[square][masks[square] & occupied]
        pieces ^= 1 << square
    return attacked


_files = lru_cache(PAWN_POSITIONS)(whole_files)


@lru_cache(PAWN_POSITIONS)
def _pawn_attacks(pawns: Bitboard) -> Bitboard:
    return ahead(beside(pawns))
