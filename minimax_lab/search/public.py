"""What every search does once, at its outermost call, so that its definition need not.

The definitions call themselves, never the entrance: the checks cost nothing a node.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from minimax_lab.adapt import as_game

P = ParamSpec("P")
R = TypeVar("R")


class SearchTooDeep(RecursionError):
    """A game goes on for longer than Python can nest calls."""


def entrance(search: Callable[P, R]) -> Callable[P, R]:
    """`search` as it is offered to users: any class with the two methods, and clear errors."""
    decides = search.__name__.endswith("_decision")
    parameters = inspect.signature(search)

    @functools.wraps(search)
    def enter(state: Any, *args: Any, **kwargs: Any) -> Any:
        given = parameters.bind(state, *args, **kwargs).arguments
        check_depth(given.get("depth"), 1 if decides else 0)
        _check_evaluate(given.get("evaluate"))
        _check_window(given)
        game = as_game(state)
        if decides and game.is_terminal():
            raise ValueError(f"the game is over, there is no move to choose:\n{game}")
        try:
            return search(game, *args, **kwargs)  # type: ignore[arg-type]
        except RecursionError as error:
            if isinstance(error, SearchTooDeep):
                raise
            raise SearchTooDeep(
                f"{search.__name__} went deeper than Python can nest calls (the limit is {sys.getrecursionlimit()}). "
                "Does every line of play come to an end? If so, give a `depth`, "
                "or raise the limit with sys.setrecursionlimit."
            ) from None

    enter.__module__ = "minimax_lab.search"  # where it is found again when it is unpickled
    return enter  # type: ignore[return-value]


def check_depth(depth: object, least: int) -> None:
    if depth is None:
        return
    if isinstance(depth, bool) or not isinstance(depth, int):
        raise TypeError(f"depth is a whole number of plies, or None to search to the end; not {depth!r}")
    if depth < least:
        raise ValueError(f"depth must be at least {least} (or None to search to the end); not {depth}")


def _check_evaluate(evaluate: object) -> None:
    if evaluate is not None and not callable(evaluate):
        raise TypeError(f"evaluate is a function from a state to its value for MAX, not {evaluate!r}")


def _check_window(given: dict[str, Any]) -> None:
    if "alpha" in given and "beta" in given and not given["alpha"] < given["beta"]:
        raise ValueError(f"no value lies between alpha = {given['alpha']!r} and beta = {given['beta']!r}")
