"""The textbook searches as users get them: documented, with clear errors, for any class with the two methods.

All this happens once, at the outermost call. The definitions call themselves, so it costs nothing a node.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from minimax_lab.adapt import GameFault
from minimax_lab.game import GameState
from minimax_lab.game_faults import (
    check_turns,
    checked_game,
    first_fault,
    incomparable,
    is_value,
    may_move_twice,
    watched,
)
from minimax_lab.values import HIGHEST as inf

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

PARAMETERS = {
    "state": "the position to search: any object with get_legal_moves() and forecast_move(move).",
    "depth": "how many plies (half-moves) to look ahead; None searches to the end of the game.",
    "alpha": "what MAX is sure of elsewhere. A result of at most alpha is only an upper bound of the value.",
    "beta": "what MIN is sure of elsewhere. A result of at least beta is only a lower bound of the value.",
    "evaluate": "what an unfinished position at the depth limit is worth to MAX: a function from the state to\n"
    "    a number, or to anything that can be ordered. None counts 0. With `evaluate`, a won game is worth inf\n"
    "    and a lost one -inf, so that no evaluation outranks it.",
    "fold": "how the values of the children become one: `look_at_all` is minimax, `look_until_closed` alpha-beta.",
    "window": "the pair (alpha, beta) to begin with.",
}


EXAMPLE = """>>> from minimax_lab.games import tree
>>> from minimax_lab.search import {name}
>>> textbook = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
"""


class SearchTooDeep(RecursionError):
    """A game goes on for longer than Python can nest calls."""


class NoMove(ValueError):
    """A move is to be chosen, and the game is over."""


def too_deep(name: str, remedy: str) -> SearchTooDeep:
    return SearchTooDeep(
        f"{name} went deeper than Python can nest calls (the limit is {sys.getrecursionlimit()}). "
        f"Does every line of play come to an end? If not, give {remedy}. If it does, and is just long, the limit can "
        "be raised with sys.setrecursionlimit."
    )


def public_search(search: Callable[P, R], returns: str, example: str, in_turn: bool = False) -> Callable[P, R]:
    """`search` for users; `returns` says what it returns. `in_turn`: it takes for granted that the players alternate.

    `example` is a call and what it returns, about the tree of the textbook.

    Users may say `depth=None`; the definitions count down from infinity.
    """
    name, decides = search.__name__, search.__name__.endswith("_decision")
    definition: Callable[..., Any] = search
    parameters = inspect.signature(search).parameters
    signature = inspect.Signature(
        [each.replace(default=None) if each.name == "depth" else each for each in parameters.values()]
    )

    @functools.wraps(search)
    def checked(*args: Any, **kwargs: Any) -> Any:
        given = signature.bind(*args, **kwargs).arguments
        state, evaluate = given.pop("state"), given.get("evaluate")
        check_depth(given.get("depth"), 1 if decides else 0)
        check_evaluate(evaluate)
        _check_window(name, given)
        if given.get("depth") is None:
            given["depth"] = inf

        def run(game: GameState) -> Any:
            if decides and game.is_terminal():
                raise NoMove(f"the game is over, there is no move to choose:\n{game}")
            found = definition(watched(game, name if in_turn else ""), **given)
            if in_turn and sys.gettrace() and may_move_twice(game):  # a view would stand between it and its trace
                check_turns(game, name, given["depth"])
            return found

        found, game = guarded(run, state, evaluate, name)
        if not decides:
            check_found(found, game, evaluate)
        return found

    turns = f"\nThe players must take turns. {name} refuses a game in which one of them moves twice: use minimax.\n"
    call, found = example.split(" → ")
    examples = f"{EXAMPLE.format(name=name)}>>> {call}\n{found}\n"
    notes = [f"{each}: {PARAMETERS[each]}" for each in parameters]
    checked.__doc__ = "\n".join(
        [f"{search.__doc__}\n{turns if in_turn else ''}", *notes, f"\nReturns {returns}.\n\n{examples}"]
    )
    checked.__module__ = "minimax_lab.search"  # where it is found again when it is unpickled
    vars(checked)["__signature__"] = signature
    return checked


def guarded(
    run: Callable[[GameState], T], state: Any, evaluate: Any, name: str, remedy: str = "a `depth`"
) -> tuple[T, GameState]:
    """What `run` finds in `state`, seen as a game. If it fails because of a fault in the game, that is named."""
    checked = checked_game(state)
    try:
        found = run(checked.game)
    except (SearchTooDeep, NoMove):  # has been said
        raise
    except Exception as error:
        changed = checked.change()
        if changed and isinstance(error, GameFault):  # of a state that has changed, a walk would tell another story
            raise
        if fault := first_fault(checked.game, evaluate) or changed:
            raise fault from None
        if isinstance(error, TypeError) and (fault := incomparable(checked.game, evaluate)):
            raise fault from None
        if isinstance(error, RecursionError):
            raise too_deep(name, remedy) from None
        raise
    if fault := checked.change():
        raise fault
    return found, checked.game


def check_found(value: Any, game: GameState, evaluate: Any) -> None:
    """Raise an error if what a search has found is not a value."""
    if not is_value(value):
        raise first_fault(game, evaluate) or TypeError(f"the search found {value!r:.80}, which is not a value")


def check_depth(depth: object, least: int) -> None:
    """Raise an error that explains what `depth` may be, if it is something else."""
    if depth is None:
        return
    if isinstance(depth, bool) or not isinstance(depth, int):
        raise TypeError(f"depth is a whole number of plies, or None to search to the end; not {depth!r}")
    if depth < least:
        raise ValueError(f"depth must be at least {least} (or None to search to the end); not {depth}")


def check_evaluate(evaluate: object) -> None:
    if evaluate is not None and not callable(evaluate):
        raise TypeError(f"evaluate is a function from a state to its value for MAX, not {evaluate!r}")


def _check_window(name: str, given: dict[str, Any]) -> None:
    for bound in "alpha", "beta":
        if callable(given.get(bound)):
            raise TypeError(
                f"{bound} is a value, not the function {given[bound]!r:.60}. An evaluation is given to {name} by its "
                f"name: {name}(state, depth, evaluate=…)"
            )
    if "alpha" in given and "beta" in given and not given["alpha"] < given["beta"]:
        raise ValueError(f"no value lies between alpha = {given['alpha']!r} and beta = {given['beta']!r}")
