"""Evaluations: what a position is worth to MAX before the game is over."""

from minimax_lab.evaluate.explanation import Explanation, Term
from minimax_lab.evaluate.isolation import mobility
from minimax_lab.evaluate.linear import Linear
from minimax_lab.evaluate.rps import rps_corrected, rps_standard

__all__ = ["Explanation", "Linear", "Term", "mobility", "rps_corrected", "rps_standard"]
