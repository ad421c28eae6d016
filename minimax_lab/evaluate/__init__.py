"""Evaluations: an estimate of what a position is worth to MAX before the game is over."""

from typing import TYPE_CHECKING, Any

from minimax_lab.evaluate.features import mobility, turn
from minimax_lab.evaluate.linear import Explanation, Linear, Term, fit
from minimax_lab.evaluate.rps import rps_corrected, rps_safe, rps_standard

if TYPE_CHECKING:
    from minimax_lab.evaluate.chess import chess_evaluation, chess_features, material, phase

__all__ = [
    "Explanation",
    "Linear",
    "Term",
    "chess_evaluation",
    "chess_features",
    "fit",
    "material",
    "mobility",
    "phase",
    "rps_corrected",
    "rps_safe",
    "rps_standard",
    "turn",
]


def __getattr__(name: str) -> Any:
    """The evaluations of chess are imported when they are first used: they need python-chess."""
    if name in ("chess_evaluation", "chess_features", "material", "phase"):
        from minimax_lab.evaluate import chess

        return getattr(chess, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
