"""The features that books name (material, pawns, pieces, king), and an evaluation made of all of them.

Each definition is White's: it takes what is ours and what is theirs, and our pawns move up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import chess

from minimax_lab.evaluate.chess.feature import ChessFeature, Counted, PawnFeature, PieceFeature, by_ring
from minimax_lab.evaluate.chess.position import (
    CENTRE,
    FAR_HALF,
    PAWN_POSITIONS,
    RANKS,
    Bitboard,
    ChessPosition,
    SideBitboards,
    ahead,
    behind,
    beside,
    downwards,
    upwards,
    whole_files,
)
from minimax_lab.evaluate.linear import Linear
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


NEAR = RANKS[2] | RANKS[3]  # the third and the fourth rank
OUTPOSTS = RANKS[3] | RANKS[4] | RANKS[5]  # the fourth to the sixth


@PieceFeature
def open_files(us: SideBitboards) -> Counted:
    """Rooks on an open file: there is no pawn on it."""
    return us.rooks & ~(us.pawn_files | us.their_pawn_files)


@PieceFeature
def half_open_files(us: SideBitboards) -> Counted:
    """Rooks on a half-open file: no pawn of their own on it, but one of the other side."""
    return us.rooks & ~us.pawn_files & us.their_pawn_files


@PieceFeature
def closed_files(us: SideBitboards) -> Counted:
    """Rooks on a closed file: pawns of both sides are on it."""
    return us.rooks & us.pawn_files & us.their_pawn_files


@PieceFeature
def central_knights(us: SideBitboards) -> Counted:
    """Knights by their distance from the edge: 3 in the centre, 2 and 1 on the rings around it, 0 on the edge."""
    return by_ring(us.knights)


@PieceFeature
def development(us: SideBitboards) -> Counted:
    """Knights and bishops that have left the first rank."""
    return (us.knights | us.bishops) & ~RANKS[0]


@PieceFeature
def centre(us: SideBitboards) -> Counted:
    """The squares d4, e4, d5 and e5: 1 for each that the side attacks, 1 for each on which it has a pawn."""
    return (1, us.attacks & CENTRE), (1, us.pawns & CENTRE)


@PieceFeature
def space(us: SideBitboards) -> Counted:
    """The squares of the other half of the board that are attacked."""
    return us.attacks & FAR_HALF


@PieceFeature
def strong_squares(us: SideBitboards) -> Counted:
    """Squares on a side's fourth to sixth rank that its pawns defend and no enemy pawn can ever attack; 2 if occupied.

    Occupied by a knight or a bishop of its own, that is: these pieces gain most from such a square.
    """
    strong = us.pawn_attacks & OUTPOSTS & ~they_can_ever_attack(us.their_pawns)
    return (1, strong), (1, strong & (us.knights | us.bishops))


@PieceFeature
def weak_squares(us: SideBitboards) -> Counted:
    """Squares on a side's third and fourth rank that the enemy attacks and its own pawns can never defend."""
    return us.their_attacks & NEAR & ~can_ever_attack(us.pawns)


@PieceFeature
def initiative(us: SideBitboards) -> Counted:
    """What the other side must react to: its king in check, its pieces attacked by cheaper ones or undefended."""
    minors, rooks, queens = us.their_knights | us.their_bishops, us.their_rooks, us.their_queens
    cheaply = us.pawn_attacks & (minors | rooks | queens) | us.minor_attacks & (rooks | queens)
    loose = us.attacks & (minors | rooks | queens) & ~us.their_attacks
    return cheaply | us.rook_attacks & queens | loose | us.attacks & us.their_king


@PieceFeature
def king_shelter(us: SideBitboards) -> Counted:
    """Pawns one or two ranks ahead of their king, on its file or a neighbouring one."""
    row = ahead(us.king | beside(us.king))
    return us.pawns & (row | ahead(row))


@PieceFeature
def king_danger(us: SideBitboards) -> Counted:
    """Squares next to the king, and its own, that the other side attacks."""
    return us.king_zone & us.their_attacks


@PieceFeature
def central_king(us: SideBitboards) -> Counted:
    """The king by its distance from the edge: 3 in the centre, 2 and 1 on the rings around it, 0 on the edge."""
    return by_ring(us.king)


# In pawns, by judgement; what the king and the pawns are worth depends on the phase.
WEIGHTS: dict[ChessFeature, float] = {
    material: 1,
    isolated: -0.12,
    doubled: -0.1,
    tripled: -0.1,
    quadrupled: -0.1,
    backward: -0.1,
    chained: 0.06,
    passed.early: 0.15,
    passed.late: 0.5,
    advanced_pawns.late: 0.08,
    open_files: 0.2,
    half_open_files: 0.1,
    closed_files: -0.05,
    central_knights: 0.08,
    development.early: 0.15,
    centre.early: 0.1,
    space: 0.03,
    strong_squares: 0.06,
    weak_squares: -0.05,
    initiative: 0.15,
    king_shelter.early: 0.15,
    king_danger.early: -0.12,
    central_king.late: 0.15,
}


def _by_name(features: list[ChessFeature]) -> Mapping[str, ChessFeature]:
    return MappingProxyType({feature.name: feature for feature in features})


chess_features = _by_name([getattr(term, "feature", term) for term in WEIGHTS])
chess_evaluation = Linear(_by_name([*WEIGHTS]), {feature.name: weight for feature, weight in WEIGHTS.items()})
