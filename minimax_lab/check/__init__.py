"""Checks of what students write: is it right, and if not, which idea is mistaken, on the smallest example?

The flow of one check is written down in `check/search/__init__.py`. Every text that a student can read is
in `check/texts/`. Students' code is run by `check/sandbox/`.
"""

from minimax_lab.check.by_hand.cuts import pruned as _pruned
from minimax_lab.check.by_hand.values import answers as _answers
from minimax_lab.check.calls import call as _call
from minimax_lab.check.calls import examples as _examples
from minimax_lab.check.decisions import decision as _decision
from minimax_lab.check.evaluations import contest as _contest
from minimax_lab.check.evaluations import evaluation as _evaluation
from minimax_lab.check.game.check import game_state as _game_state
from minimax_lab.check.iterative_deepening.check import deepening as _deepening
from minimax_lab.check.playing import plays as _plays
from minimax_lab.check.programs.check import program as _program
from minimax_lab.check.report import Finding, Replay, Report
from minimax_lab.check.sandbox.process import in_a_process
from minimax_lab.check.search.check import alphabeta as _alphabeta
from minimax_lab.check.search.check import negamax as _negamax
from minimax_lab.check.state_functions import minimax as _minimax
from minimax_lab.check.table.check import table_search as _table_search

__all__ = [
    "Finding",
    "Replay",
    "Report",
    "alphabeta",
    "answers",
    "call",
    "contest",
    "decision",
    "deepening",
    "evaluation",
    "examples",
    "game_state",
    "minimax",
    "negamax",
    "plays",
    "program",
    "pruned",
    "table_search",
]

# Each one runs in a process of its own, which can be ended whatever a student's code does in it.
alphabeta = in_a_process(_alphabeta)
answers = in_a_process(_answers)
call = in_a_process(_call, for_points=False)
contest = in_a_process(_contest)
decision = in_a_process(_decision)
deepening = in_a_process(_deepening)
evaluation = in_a_process(_evaluation)
examples = in_a_process(_examples)
game_state = in_a_process(_game_state)
minimax = in_a_process(_minimax)
negamax = in_a_process(_negamax)
plays = in_a_process(_plays)
program = in_a_process(_program, for_points=False)
pruned = in_a_process(_pruned)
table_search = in_a_process(_table_search)
