"""The board as one side sees it: where the pieces stand, and which squares they attack."""

from __future__ import annotations

from functools import lru_cache

import chess

from minimax_lab.evaluate.chess.bitboards import Bitboard, ahead, beside, whole_files

# python-chess's tables: what a piece on a square attacks, given the pieces in its way.
KNIGHT, KING = chess.BB_KNIGHT_ATTACKS, chess.BB_KING_ATTACKS
DIAGONAL, FILE, RANK = chess.BB_DIAG_ATTACKS, chess.BB_FILE_ATTACKS, chess.BB_RANK_ATTACKS
DIAGONAL_MASKS, FILE_MASKS, RANK_MASKS = chess.BB_DIAG_MASKS, chess.BB_FILE_MASKS, chess.BB_RANK_MASKS

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

    def __init__(
        self,
        pawns: Bitboard,
        knights: Bitboard,
        bishops: Bitboard,
        rooks: Bitboard,
        queens: Bitboard,
        kings: Bitboard,
        ours: Bitboard,
        theirs: Bitboard,
    ) -> None:
        self.pawns, self.their_pawns = pawns & ours, pawns & theirs
        self.knights, self.their_knights = knights & ours, knights & theirs
        self.bishops, self.their_bishops = bishops & ours, bishops & theirs
        self.rooks, self.their_rooks = rooks & ours, rooks & theirs
        self.queens, self.their_queens = queens & ours, queens & theirs
        self.king, self.their_king = kings & ours, kings & theirs
        self.pawn_files, self.their_pawn_files = _files(self.pawns), _files(self.their_pawns)
        occupied = ours | theirs
        self.pawn_attacks = _pawn_attacks(self.pawns)
        self.minor_attacks = _leaps(self.knights, KNIGHT) | _diagonals(self.bishops, occupied)
        self.rook_attacks = _straights(self.rooks, occupied)
        king_attacks = _leaps(self.king, KING)
        self.king_zone = self.king | king_attacks
        self.attacks = self.pawn_attacks | self.minor_attacks | self.rook_attacks | king_attacks
        if self.queens:
            self.attacks |= _straights(self.queens, occupied) | _diagonals(self.queens, occupied)


def _leaps(pieces: Bitboard, table: list[Bitboard]) -> Bitboard:
    attacked = 0
    while pieces:
        square = pieces.bit_length() - 1
        attacked |= table[square]
        pieces ^= 1 << square
    return attacked


def _diagonals(pieces: Bitboard, occupied: Bitboard) -> Bitboard:
    attacked = 0
    while pieces:
        square = pieces.bit_length() - 1
        attacked |= DIAGONAL[square][DIAGONAL_MASKS[square] & occupied]
        pieces ^= 1 << square
    return attacked


def _straights(pieces: Bitboard, occupied: Bitboard) -> Bitboard:
    attacked = 0
    while pieces:
        square = pieces.bit_length() - 1
        attacked |= FILE[square][FILE_MASKS[square] & occupied] | RANK[square][RANK_MASKS[square] & occupied]
        pieces ^= 1 << square
    return attacked


_files = lru_cache(PAWN_POSITIONS)(whole_files)


@lru_cache(PAWN_POSITIONS)
def _pawn_attacks(pawns: Bitboard) -> Bitboard:
    return ahead(beside(pawns))
