"""What a search stops at: a finished game, or a position at the depth limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from minimax_lab.game import GameState, Value, underlying
from minimax_lab.search.infinity import inf, minus_inf

Evaluation: TypeAlias = Callable[[Any], Value]


def leaf_value(state: GameState, finished: bool, evaluate: Evaluation | None) -> Value:
    """The value of a state that is not searched further.

    A finished game is worth its utility, any other position what `evaluate` makes of it.
    Without `evaluate` an unfinished position counts 0: nobody is ahead, as far as is known.
    """
    if not finished:
        return evaluate(underlying(state)) if evaluate else 0
    if evaluate is None or state.graded:
        return state.utility()
    return beyond_evaluation(state.utility())


def beyond_evaluation(utility: Value) -> Value:
    """A win or a loss as infinity, so that no evaluation of an open game outranks it."""
    try:
        return inf if utility > 0 else minus_inf if utility < 0 else utility
    except TypeError:  # not a number, and so perhaps on the scale of the evaluation
        return utility
