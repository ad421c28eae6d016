"""The features by name, and an evaluation made of all of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from minimax_lab.evaluate.chess.feature import ChessFeature
from minimax_lab.evaluate.chess.king import central_king, king_danger, king_shelter
from minimax_lab.evaluate.chess.pawns import (
    advanced_pawns,
    backward,
    chained,
    doubled,
    isolated,
    passed,
    quadrupled,
    tripled,
)
from minimax_lab.evaluate.chess.piece_values import material
from minimax_lab.evaluate.chess.pieces import (
    central_knights,
    centre,
    closed_files,
    development,
    half_open_files,
    initiative,
    open_files,
    space,
    strong_squares,
    weak_squares,
)
from minimax_lab.evaluate.linear import Linear

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
