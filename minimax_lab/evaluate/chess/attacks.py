"""What the features of a position have in common, read off the board once."""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import TypeAlias

import chess

from minimax_lab.evaluate.chess.bitboards import Bits, ahead, beside, flip, whole_files
from minimax_lab.games.chess.game import Chess, board_of

Position: TypeAlias = Chess | chess.Board | str  # a str is a FEN

# python-chess's tables: what a piece on a square attacks, given what stands in its way.
KNIGHT, KING = chess.BB_KNIGHT_ATTACKS, chess.BB_KING_ATTACKS
DIAGONAL, FILE, RANK = chess.BB_DIAG_ATTACKS, chess.BB_FILE_ATTACKS, chess.BB_RANK_ATTACKS
DIAGONAL_MASKS, FILE_MASKS, RANK_MASKS = chess.BB_DIAG_MASKS, chess.BB_FILE_MASKS, chess.BB_RANK_MASKS

# Eight sets at once, each of whose eight bytes is a rank: in reverse order, they are the board turned over.
AS_SEEN_BY_WHITE, AS_SEEN_BY_BLACK = Struct("<8Q"), Struct(">8Q")

PAWN_POSITIONS = 1 << 14  # how many are remembered: pawns seldom move, so a search meets them again and again
FULL = 24  # the phase points of all pieces at the start: 4 knights and 4 bishops, 4 rooks, 2 queens


class Side:
    """The board as one player sees it, from the bottom up: for Black it is turned over.

    So "our" pawns always move up, and every definition is written once.
    """

    __slots__ = (
        *("pawns", "knights", "bishops", "rooks", "queens", "king", "pawn_files", "king_zone"),
        *("their_pawns", "their_knights", "their_bishops", "their_rooks", "their_queens", "their_king"),
        *("attacks", "pawn_attacks", "minor_attacks", "rook_attacks", "their_attacks", "their_pawn_files"),
    )
    their_attacks: Bits  # is set when both sides are known

    def __init__(
        self,
        pawns: Bits,
        knights: Bits,
        bishops: Bits,
        rooks: Bits,
        queens: Bits,
        kings: Bits,
        ours: Bits,
        theirs: Bits,
    ) -> None:
        self.pawns, self.their_pawns = pawns & ours, pawns & theirs
        self.knights, self.their_knights = knights & ours, knights & theirs
        self.bishops, self.their_bishops = bishops & ours, bishops & theirs
        self.rooks, self.their_rooks = rooks & ours, rooks & theirs
        self.queens, self.their_queens = queens & ours, queens & theirs
        self.king, self.their_king = kings & ours, kings & theirs
        self.pawn_files, self.their_pawn_files = _files(self.pawns), _files(self.their_pawns)
        self._attack(ours | theirs)

    def _attack(self, taken: Bits) -> None:
        """Which squares we attack, be they empty, theirs (threatened) or ours (defended)."""
        self.pawn_attacks = _pawn_attacks(self.pawns)
        self.minor_attacks = _leaps(self.knights, KNIGHT) | _diagonals(self.bishops, taken)
        self.rook_attacks = _straights(self.rooks, taken)
        beside_king = _leaps(self.king, KING)
        self.king_zone = self.king | beside_king
        attacks = self.pawn_attacks | self.minor_attacks | self.rook_attacks | beside_king
        if self.queens:
            attacks |= _straights(self.queens, taken) | _diagonals(self.queens, taken)
        self.attacks = attacks


def _leaps(pieces: Bits, table: list[Bits]) -> Bits:
    attacked = 0
    while pieces:
        square = pieces.bit_length() - 1
        attacked |= table[square]
        pieces ^= 1 << square
    return attacked


def _diagonals(pieces: Bits, taken: Bits) -> Bits:
    attacked = 0
    while pieces:
        square = pieces.bit_length() - 1
        attacked |= DIAGONAL[square][DIAGONAL_MASKS[square] & taken]
        pieces ^= 1 << square
    return attacked


def _straights(pieces: Bits, taken: Bits) -> Bits:
    attacked = 0
    while pieces:
        square = pieces.bit_length() - 1
        attacked |= FILE[square][FILE_MASKS[square] & taken] | RANK[square][RANK_MASKS[square] & taken]
        pieces ^= 1 << square
    return attacked


_files = lru_cache(PAWN_POSITIONS)(whole_files)


@lru_cache(PAWN_POSITIONS)
def _pawn_attacks(pawns: Bits) -> Bits:
    return ahead(beside(pawns))


class Reading:
    """The pawns and the phase of a position, and its two sides once they are asked for."""

    __slots__ = ("_board", "pawns", "phase", "sides")

    def __init__(self, *board: Bits) -> None:
        """`board` is the sets of pawns, knights, bishops, rooks, queens and kings, of White's men and of Black's."""
        pawns, knights, bishops, rooks, queens, _, white, black = board
        points = (knights | bishops).bit_count() + 2 * rooks.bit_count() + 4 * queens.bit_count()
        self.pawns = pawns & white, pawns & black
        self.phase = min(points, FULL) / FULL  # queens that were pawns could make it more
        self._board = board

    def __getattr__(self, name: str) -> tuple[Side, Side]:
        """`sides`, the first time: the board as White sees it, and as Black does."""
        if name != "sides":
            raise AttributeError(name)
        turned = AS_SEEN_BY_BLACK.unpack(AS_SEEN_BY_WHITE.pack(*self._board))
        pawns, knights, bishops, rooks, queens, kings, theirs, ours = turned
        black = Side(pawns, knights, bishops, rooks, queens, kings, ours, theirs)
        white = Side(*self._board)
        white.their_attacks, black.their_attacks = flip(black.attacks), flip(white.attacks)
        self.sides = white, black
        return self.sides


_reading_again = lru_cache(maxsize=16)(Reading)
_last: tuple[object, Reading] = object(), Reading(*[0] * 8)  # no position is this object


def read(position: Position) -> Reading:
    """What is to be read of a position; its features are asked for one after the other, so the last is remembered."""
    global _last
    last, reading = _last
    if last is position:
        return reading
    board = board_of(position)
    make = _reading_again if board is position else Reading  # a Board may change and be the same object
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    reading = make(board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings, white, black)
    if board is not position:
        _last = position, reading
    return reading


def phase(position: Position) -> float:
    """How much of the game is still to come: 1 with all pieces on the board, 0 with none but kings and pawns.

    A knight or a bishop makes 1/24 of it, a rook 2/24, a queen 4/24.
    """
    return read(position).phase
