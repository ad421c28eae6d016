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

VALUE, MOVE = "the value for MAX", "a legal move"
MOVER = "the player whose turn it is in `state`"
WINDOW = f"{VALUE}, or outside the window a bound on it (fail-soft)"
minimax = public_search(_minimax.minimax, VALUE, "minimax(textbook) → 3")
max_value = public_search(_minimax.max_value, f"the value for {MOVER}", "max_value(textbook) → 3", in_turn=True)
min_value = public_search(
    _minimax.min_value,
    f"the value for the opponent of {MOVER}",
    "min_value(textbook.forecast_move(0)) → 3",
    in_turn=True,
)
minimax_decision = public_search(_minimax.minimax_decision, MOVE, "minimax_decision(textbook) → 0", in_turn=True)
negamax = public_search(_minimax.negamax, VALUE, "negamax(textbook) → 3", in_turn=True)
alphabeta = public_search(_alphabeta.alphabeta, WINDOW, "alphabeta(textbook) → 3")
alphabeta_decision = public_search(_alphabeta.alphabeta_decision, MOVE, "alphabeta_decision(textbook) → 0")
minimax_fold = public_search(_fold.minimax_fold, VALUE, "minimax_fold(textbook) → 3")
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
