"""The king: sheltered while there are pieces to attack it, active when there are none."""

from __future__ import annotations

from minimax_lab.evaluate.chess.attacks import SideBitboards
from minimax_lab.evaluate.chess.bitboards import ahead, beside
from minimax_lab.evaluate.chess.feature import Counted, PieceFeature, by_ring


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
