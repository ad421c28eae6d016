"""Chess: the features that books name, each small enough to read, and an evaluation made of them."""

from minimax_lab.evaluate.chess.attacks import Side, phase
from minimax_lab.evaluate.chess.feature import ChessFeature, PawnFeature, PieceFeature
from minimax_lab.evaluate.chess.feature_count import Finding
from minimax_lab.evaluate.chess.piece_values import material
from minimax_lab.evaluate.chess.standard import chess_evaluation, chess_features

__all__ = [
    "ChessFeature",
    "Finding",
    "PawnFeature",
    "PieceFeature",
    "Side",
    "chess_evaluation",
    "chess_features",
    "material",
    "phase",
]
