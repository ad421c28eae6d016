"""Chess: the features that books name, each small enough to read, and an evaluation made of them."""

from minimax_lab.evaluate.chess.feature import ChessFeature, FeatureCount, PawnFeature, PieceFeature
from minimax_lab.evaluate.chess.features import chess_evaluation, chess_features, material
from minimax_lab.evaluate.chess.position import SideBitboards, phase

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
