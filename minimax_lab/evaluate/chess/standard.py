"""The features by name, and an evaluation made of all of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from minimax_lab.evaluate.chess import king, pawns, pieces
from minimax_lab.evaluate.chess.feature import ChessFeature
from minimax_lab.evaluate.chess.piece_values import material
from minimax_lab.evaluate.linear import Linear

# In pawns, by judgement; what the king and the pawns are worth depends on the phase.
WEIGHTS: dict[ChessFeature, float] = {
    material: 1,
    pawns.isolated: -0.12,
    pawns.doubled: -0.1,
    pawns.tripled: -0.1,
    pawns.quadrupled: -0.1,
    pawns.backward: -0.1,
    pawns.chained: 0.06,
    pawns.passed.early: 0.15,
    pawns.passed.late: 0.5,
    pawns.advanced_pawns.late: 0.08,
    pieces.open_files: 0.2,
    pieces.half_open_files: 0.1,
    pieces.closed_files: -0.05,
    pieces.central_knights: 0.08,
    pieces.development.early: 0.15,
    pieces.centre.early: 0.1,
    pieces.space: 0.03,
    pieces.strong_squares: 0.06,
    pieces.weak_squares: -0.05,
    pieces.initiative: 0.15,
    king.king_shelter.early: 0.15,
    king.king_danger.early: -0.12,
    king.central_king.late: 0.15,
}


def _by_name(features: list[ChessFeature]) -> Mapping[str, ChessFeature]:
    return MappingProxyType({feature.name: feature for feature in features})


chess_features = _by_name([getattr(term, "feature", term) for term in WEIGHTS])
chess_evaluation = Linear(_by_name([*WEIGHTS]), {feature.name: weight for feature, weight in WEIGHTS.items()})
