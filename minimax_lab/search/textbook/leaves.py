"""What a search stops at: a finished game, or a position at the depth limit."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias

from minimax_lab.adapt import underlying
from minimax_lab.game import GameState, Value
from minimax_lab.values import inf, minus_inf

Evaluation: TypeAlias = Callable[[Any], Value]
Outcome: TypeAlias = Callable[[Any], Value]  # of a finished game


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


def beyond_evaluation(utility: Value, loss: Value = minus_inf, win: Value = inf) -> Value:
    """A win or a loss as infinity, so that no evaluation of an open game outranks it."""
    try:
        return win if utility > 0 else loss if utility < 0 else utility
    except TypeError:  # not a number, and so perhaps on the scale of the evaluation
        return utility


def infinities(example: Value) -> tuple[Value, Value]:
    """A loss and a win next to values like `example`.

    Plain floats are compared much faster; the library's own infinity can also be compared with tuples.
    """
    return (-math.inf, math.inf) if isinstance(example, int | float) else (minus_inf, inf)


def outcome_beside(evaluate: Evaluation | None, example: Value) -> Outcome | None:
    """What a finished game is worth to a search with `evaluate`, which returns values like `example`: see `leaf_value`.

    None if that is just its utility.
    """
    if evaluate is None:
        return None
    loss, win = infinities(example)

    def outcome(state: GameState) -> Value:
        return state.utility() if state.graded else beyond_evaluation(state.utility(), loss, win)

    return outcome
