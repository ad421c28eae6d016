"""Chess: the features that books name, each small enough to read, and an evaluation made of them."""

from minimax_lab.evaluate.chess.attacks import SideBitboards
from minimax_lab.evaluate.chess.feature import ChessFeature, PawnFeature, PieceFeature
from minimax_lab.evaluate.chess.feature_count import FeatureCount
from minimax_lab.evaluate.chess.piece_values import material
from minimax_lab.evaluate.chess.position import phase
from minimax_lab.evaluate.chess.standard import chess_evaluation, chess_features

__all__ = [
    "ChessFeature",
    "FeatureCount",
    "PawnFeature",
    "PieceFeature",
    "SideBitboards",
    "chess_evaluation",
    "chess_features",
    "material",
    "phase",
]
