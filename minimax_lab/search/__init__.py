"""The textbook searches (minimax three ways, alpha-beta, minimax as a fold), and an engine.

Each search takes `(state, depth=None, evaluate=None)`; `depth=None` searches to the end. Values are
MAX's. A finished game counts its utility, and once there is an `evaluate`, a win counts as
infinity, so that no evaluation outranks it.
"""

from minimax_lab.search.engine.engine import Engine, Result
from minimax_lab.search.public import SearchTooDeep, entrance
from minimax_lab.search.textbook import alphabeta as _alphabeta
from minimax_lab.search.textbook import fold as _fold
from minimax_lab.search.textbook import minimax as _minimax
from minimax_lab.search.textbook.fold import look_at_all, look_until_closed
from minimax_lab.values import inf

minimax = entrance(_minimax.minimax)
max_value = entrance(_minimax.max_value)
min_value = entrance(_minimax.min_value)
minimax_decision = entrance(_minimax.minimax_decision)
negamax = entrance(_minimax.negamax)
alphabeta = entrance(_alphabeta.alphabeta)
alphabeta_decision = entrance(_alphabeta.alphabeta_decision)
minimax_fold = entrance(_fold.minimax_fold)

__all__ = [
    "Engine",
    "Result",
    "SearchTooDeep",
    "alphabeta",
    "alphabeta_decision",
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
