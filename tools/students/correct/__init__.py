"""Searches as students write them, all of them right: a file for each kind of search."""

from tools.students.correct.alphabeta import ALPHABETA, fail_hard, fail_soft, strict
from tools.students.correct.alphabeta_too import ALPHABETA as MORE_ALPHABETA
from tools.students.correct.alphabeta_too import SEVERAL_GOES
from tools.students.correct.decisions import DECISIONS, MORE_DECISIONS, decision_in_a_hurry
from tools.students.correct.minimax import MINIMAX, minimax_with_lists
from tools.students.correct.minimax_too import MINIMAX as MORE_MINIMAX
from tools.students.correct.minimax_too import with_sorted
from tools.students.correct.negamax import NEGAMAX, negamax_plain

__all__ = [
    "ALPHABETA",
    "DECISIONS",
    "MINIMAX",
    "MORE_ALPHABETA",
    "MORE_DECISIONS",
    "MORE_MINIMAX",
    "NEGAMAX",
    "SEVERAL_GOES",
    "decision_in_a_hurry",
    "fail_hard",
    "fail_soft",
    "minimax_with_lists",
    "negamax_plain",
    "strict",
    "with_sorted",
]
