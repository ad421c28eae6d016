"""What the workbench asks of Python: run code on a position, check it, keep it. Plain text goes in and comes out.

It runs in the browser, in Pyodide; the tests run it in any Python. It needs the package alone, no Jupyter.
"""

from __future__ import annotations

import ast
import inspect
import json
import linecache
from collections.abc import Callable
from math import inf
from typing import Any

from minimax_lab.adapt import as_game
from minimax_lab.game import MAX
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe, tree
from minimax_lab.trace import Trace, trace
from minimax_lab.widgets.bundle import script, style
from minimax_lab.widgets.stepper.page import page
from minimax_lab.widgets.stepper.payload import payload

FILE = "<your code>"
MOST_STEPS = 100_000
# The games that can be chosen, each with a depth at which its tree can still be looked at
GAMES: dict[str, tuple[Callable[[], Any], int]] = {
    "isolation": (Isolation, 99),
    "tic-tac-toe": (lambda: TicTacToe("XOX O.. ..."), 99),
    "connect four": (ConnectFour, 3),
    "rock, paper, scissors": (lambda: RPS.start("RP", "PS"), 2),
}
# What a parameter is given, by its name
MAXIMIZING = {"maximizing", "maximising", "maximizing_player", "is_max", "is_maximizing", "max_player", "maximize"}
COLOUR = {"color", "colour", "sign"}
EVALUATE = {"evaluate", "evaluation", "eval_fn", "heuristic", "h", "score"}


class BadInput(ValueError):
    """Something that was typed cannot be used; the message says why and what would do."""


def steps(code: str, position: str) -> str:
    """The step-through of the code's search on a position, as the text that the widget reads."""
    seen, message = _traced(code, position)
    return f"[{payload(seen, message)}]"


def verdict(code: str) -> str:
    """The report on the code's search, as HTML."""
    from minimax_lab import check  # here, and not above: two thirds of all modules, which a run does not need
    from minimax_lab.widgets.report.page import report_html

    search = _search_in(code)
    names = [*inspect.signature(search).parameters]
    if COLOUR & {*names} or "negamax" in search.__name__:
        report = check.negamax(search)
    elif {"alpha", "beta"} <= {*names} or "alpha" in search.__name__:
        report = check.alphabeta(search)
    else:
        report = check.minimax(minimax=search)
    return report_html(report)


def kept_page(code: str, position: str) -> str:
    """The step-through as a page that needs neither Python nor a network."""
    state = {"_traces": steps(code, position), "step": 0, "grain": "node"}
    css = style("shared/look.css", "shared/tree.css", "stepper/stepper.css")
    return page("Step by step", script("stepper/stepper.js"), css, state)


def kept_notebook(code: str, position: str) -> str:
    """A notebook with the code, the position and the step-through."""
    search, state = _search_in(code), _state_of(position)
    start = f"tree({position.strip()})" if position not in GAMES else repr(state)
    arguments = ", ".join(["search", "start", *(_argument_text(name) for name in _required(search)[1:])])
    cells = [
        ("markdown", "# From the workbench"),
        ("code", f"from math import inf\n\n{code.strip()}"),
        ("code", f"from minimax_lab.games import *\n\nsearch, start = {search.__name__}, {start}\nstart"),
        ("code", f"from minimax_lab.widgets import step_through\n\nstep_through({arguments})"),
    ]
    return json.dumps(
        {
            "cells": [
                {"cell_type": kind, "id": f"workbench-{i}", "metadata": {}, "source": text}
                | ({"outputs": [], "execution_count": None} if kind == "code" else {})
                for i, (kind, text) in enumerate(cells)
            ],
            "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )


def _search_in(code: str) -> Callable[..., Any]:
    """The search that the code defines: its last function that takes a state."""
    linecache.cache[FILE] = len(code), None, code.splitlines(keepends=True), FILE  # so that its lines can be shown
    space: dict[str, Any] = {"__name__": "__main__", "inf": inf, "MAX": MAX}
    try:
        exec(compile(code, FILE, "exec"), space)
    except SyntaxError as error:
        raise BadInput(f"Line {error.lineno} is not valid Python: {error.msg}.") from None
    except Exception as error:
        raise BadInput(f"The code stops with {type(error).__name__}: {error}") from None
    own = [thing for thing in space.values() if inspect.isfunction(thing) and thing.__code__.co_filename == FILE]
    searches = [function for function in own if inspect.signature(function).parameters]
    if not searches:
        raise BadInput("The code defines no function with a parameter. Write def minimax(state, …): …")
    return searches[-1]


def _state_of(position: str) -> Any:
    if position in GAMES:
        return GAMES[position][0]()
    try:
        return tree(ast.literal_eval(position.strip()))
    except (SyntaxError, ValueError, TypeError) as error:
        raise BadInput(f"This is not a tree: {error}. Write lists of numbers, such as [[3, 12], [2, 4]].") from None


def _depth_of(position: str, state: Any) -> int:
    return GAMES[position][1] if position in GAMES else max(state.height, 1)


def _required(search: Callable[..., Any]) -> list[str]:
    parameters = inspect.signature(search).parameters.values()
    return [one.name for one in parameters if one.default is one.empty and one.kind is not one.VAR_POSITIONAL]


def _traced(code: str, position: str) -> tuple[Trace, str]:
    """The trace of the search, and the message of the error that ended it, if one did."""
    search, state = _search_in(code), _state_of(position)
    arguments = [_argument(name, position, state) for name in _required(search)[1:]]
    try:
        return trace(search, state, *arguments, limit=MOST_STEPS), ""
    except Exception as error:
        seen = getattr(error, "trace", None)
        if not isinstance(seen, Trace) or not seen.nodes:
            raise BadInput(f"{search.__name__} stops with {type(error).__name__}: {error}") from None
        return seen, f"{type(error).__name__}: {error}"


def _argument(name: str, position: str, state: Any) -> Any:
    """What a search gets for the parameter with that name."""
    known: dict[str, Any] = {"depth": _depth_of(position, state), "alpha": -inf, "beta": inf}
    to_move = as_game(state).active_player is MAX
    known |= dict.fromkeys(MAXIMIZING, to_move) | dict.fromkeys(COLOUR, 1 if to_move else -1)
    known |= dict.fromkeys(EVALUATE, _evaluate)
    if name not in known:
        names = "depth, alpha, beta, maximizing, color, evaluate"
        raise BadInput(f"What is the parameter {name!r}? The workbench knows {names}; give others a default value.")
    return known[name]


def _argument_text(name: str) -> str:
    texts = {"depth": "9", "alpha": "-inf", "beta": "inf"} | dict.fromkeys(MAXIMIZING, "True")
    texts |= dict.fromkeys(COLOUR, "1") | dict.fromkeys(EVALUATE, "lambda state: state.utility()")
    return texts.get(name, name)


def _evaluate(state: Any) -> Any:
    """A finished game's value for MAX, and 0 for any other position."""
    game = as_game(state)
    return game.utility() if game.is_terminal() else 0
