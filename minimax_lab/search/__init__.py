"""The textbook searches (minimax three ways, alpha-beta, minimax as a fold), and an engine.

Each search takes `(state, depth=None, evaluate=None)`; `depth=None` searches to the end. Values are
MAX's. A finished game counts its utility, and once there is an `evaluate`, a win counts as
infinity, so that no evaluation outranks it.
"""

from minimax_lab.search.engine.deepening import Result
from minimax_lab.search.engine.engine import Engine
from minimax_lab.search.proof import Proof, ProofTooLarge, check_proof
from minimax_lab.search.public import SearchTooDeep, public_search
from minimax_lab.search.textbook import alphabeta as _alphabeta
from minimax_lab.search.textbook import fold as _fold
from minimax_lab.search.textbook import minimax as _minimax
from minimax_lab.search.textbook.fold import look_at_all, look_until_closed
from minimax_lab.values import inf

VALUE = "the value for MAX"
TO_MOVE = "the player whose turn it is in `state`"
minimax = public_search(_minimax.minimax, returns=VALUE)
max_value = public_search(_minimax.max_value, returns=f"the value for {TO_MOVE}", in_turn=True)
min_value = public_search(_minimax.min_value, returns=f"the value for the opponent of {TO_MOVE}", in_turn=True)
minimax_decision = public_search(_minimax.minimax_decision, returns="a legal move", in_turn=True)
negamax = public_search(_minimax.negamax, returns=VALUE, in_turn=True)
alphabeta = public_search(_alphabeta.alphabeta, returns=f"{VALUE}, or outside the window a bound on it (fail-soft)")
alphabeta_decision = public_search(_alphabeta.alphabeta_decision, returns="a legal move")
minimax_fold = public_search(_fold.minimax_fold, returns=VALUE)
for _search in minimax, alphabeta, minimax_fold:
    vars(_search)["is_for_max"] = True  # at every node: a trace need not find it out

__all__ = [
    "Engine",
    "Proof",
    "ProofTooLarge",
    "Result",
    "SearchTooDeep",
    "alphabeta",
    "alphabeta_decision",
    "check_proof",
    "inf",
    "look_at_all",
    "look_until_closed",
    "max_value",
    "min_value",
    "minimax",
    "minimax_decision",
    "minimax_fold",
    "negamax",
]
