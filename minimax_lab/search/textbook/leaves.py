"""What a search stops at: a finished game, or a position at the depth limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from minimax_lab.adapt import underlying
from minimax_lab.game import GameState, Value
from minimax_lab.values import inf

Evaluation: TypeAlias = Callable[[Any], Value]

WIN, LOSS = inf, -inf  # no evaluation of an unfinished game outranks them


def leaf_value(state: GameState, finished: bool, evaluate: Evaluation | None) -> Value:
    """The value of a state that is not searched further.

    A finished game is worth its utility, any other position what `evaluate` makes of it.
    Without `evaluate` an unfinished position counts 0: nobody is ahead, as far as is known.
    With `evaluate` a win counts as infinity, unless the game's utilities are on the same scale (`graded`).
    """
    if not finished:
        if evaluate is None:
            return 0
        value = evaluate(underlying(state))
        if value != value:  # not a number: every comparison with it is false, and the search would believe the others
            raise ValueError("the evaluation returned NaN")
        return value
    utility = state.utility()
    if evaluate is None or state.graded:
        return utility
    try:
        return WIN if utility > 0 else LOSS if utility < 0 else utility
    except TypeError:  # not a number, and so perhaps on the scale of the evaluation
        return utility
