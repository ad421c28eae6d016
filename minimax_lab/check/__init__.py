"""Checks of what students write: is it right, and if not, which idea is mistaken, on the smallest example?

The flow of one check is written down in `check/search/__init__.py`. Every text that a student can read is
in `check/texts/`. Students' code is run by `check/sandbox/`.
"""

from minimax_lab.check.by_hand.cuts import pruned
from minimax_lab.check.by_hand.values import answers
from minimax_lab.check.decisions import decision
from minimax_lab.check.evaluations import evaluation
from minimax_lab.check.game.check import game_state
from minimax_lab.check.iterative_deepening.check import deepening
from minimax_lab.check.report import Finding, Replay, Report
from minimax_lab.check.search.check import alphabeta, negamax
from minimax_lab.check.state_functions.check import minimax
from minimax_lab.check.table.check import table_search

__all__ = [
    "Finding",
    "Replay",
    "Report",
    "alphabeta",
    "answers",
    "decision",
    "deepening",
    "evaluation",
    "game_state",
    "minimax",
    "negamax",
    "pruned",
    "table_search",
]
