"""Material: the one feature that every chess evaluation has."""

from __future__ import annotations

import chess

from minimax_lab.evaluate.chess.feature import ChessFeature, Counted
from minimax_lab.evaluate.chess.position import ChessPosition
from minimax_lab.games.chess.game import board_of

PAWN, MINOR, ROOK, QUEEN = 1, 3, 5, 9  # a knight and a bishop are minor pieces


class Material(ChessFeature):
    """Material, read directly from the bitboards of python-chess: a search that uses nothing else stays quick."""

    def counts(self, position: ChessPosition) -> tuple[Counted, Counted]:
        board = board_of(position)
        return self.definition(board), self.definition(board.mirror())

    def __call__(self, position: ChessPosition, king: float = 0) -> float:
        """White's pieces minus Black's; `king` is the value of a king, for boards on which one may be missing."""
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
def material(board: chess.Board) -> Counted:
    """The pieces: a pawn 1, a knight or a bishop 3, a rook 5, a queen 9."""
    white = board.occupied_co[chess.WHITE]
    minors = board.knights | board.bishops
    worth = (PAWN, board.pawns), (MINOR, minors), (ROOK, board.rooks), (QUEEN, board.queens)
    return tuple((points, squares & white) for points, squares in worth)
