"""The pieces: where they stand, what they attack, and the squares that the pawns leave them."""

from __future__ import annotations

from minimax_lab.evaluate.chess.attacks import SideBitboards
from minimax_lab.evaluate.chess.bitboards import CENTRE, FAR_HALF, RANKS
from minimax_lab.evaluate.chess.feature import Counted, PieceFeature, by_ring
from minimax_lab.evaluate.chess.pawns import can_ever_attack, they_can_ever_attack

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
