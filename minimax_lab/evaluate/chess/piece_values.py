"""Material: the one feature that every chess evaluation has."""

from __future__ import annotations

import chess

from minimax_lab.evaluate.chess.attacks import Position
from minimax_lab.evaluate.chess.feature import ChessFeature, Count
from minimax_lab.games.chess.game import board_of

PAWN, MINOR, ROOK, QUEEN = 1, 3, 5, 9  # a knight and a bishop are minor pieces


class Material(ChessFeature):
    """Material is read straight off the board's own sets of squares: a search that knows nothing else needs no more."""

    def counts(self, position: Position) -> tuple[Count, Count]:
        board = board_of(position)
        mirrored = board.mirror()
        return self.definition(board), self.definition(mirrored)

    def __call__(self, position: Position, king: float = 0) -> float:
        """White's pieces less Black's; `king` is what a king is worth, for boards that may lack one."""
        board = board_of(position)
        white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
        pawns, minors, rooks, queens = board.pawns, board.knights | board.bishops, board.rooks, board.queens
        worth: float = (
            PAWN * ((pawns & white).bit_count() - (pawns & black).bit_count())
            + MINOR * ((minors & white).bit_count() - (minors & black).bit_count())
            + ROOK * ((rooks & white).bit_count() - (rooks & black).bit_count())
            + QUEEN * ((queens & white).bit_count() - (queens & black).bit_count())
        )
        if king:
            worth += king * ((board.kings & white).bit_count() - (board.kings & black).bit_count())
        return worth


@Material
def material(board: chess.Board) -> Count:
    """The pieces: a pawn 1, a knight or a bishop 3, a rook 5, a queen 9."""
    white = board.occupied_co[chess.WHITE]
    minors = board.knights | board.bishops
    worth = (PAWN, board.pawns), (MINOR, minors), (ROOK, board.rooks), (QUEEN, board.queens)
    return tuple((points, squares & white) for points, squares in worth)
