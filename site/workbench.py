"""What the bench asks of Python: run code on a position, check it, keep it. Plain text goes in and comes out.

It runs in the browser, in Pyodide; the tests run it in any Python. It needs the package alone, no Jupyter.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import json
import re
from collections.abc import Callable
from functools import cache
from math import inf
from typing import Any

from late import told_if_late
from typed import FILE, OURS, BadInput, Program, line_of, missing_package

from minimax_lab.adapt import as_game
from minimax_lab.game import MAX, MIN, Player
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe, Tree, tree
from minimax_lab.trace import LimitReached, Trace, trace
from minimax_lab.widgets.stepper.payload import payload

MOST_STEPS = 100_000
ENDLESS = f"it took more than {MOST_STEPS:,} steps. Does it come to an end? If so, try a smaller tree or depth."
# What is said of a program that was stopped
STOPPED = {
    "input": "it asks for input, and nobody can answer here.",
    "limit": "it made very many calls without coming back. Does it come to an end?",
    "time": "its time was up.",
    "RecursionError": "it calls itself without an end, as far as Python can go.",
}
NOT_A_TREE = "This is not a tree: {}. Write lists of numbers, such as [[3, 12], [2, 4]]."
EMPTY = "The tree has an empty list in it: no leaf, and no moves either. Write a number there."
INFINITE = re.compile(r"""float\(\s*["']([+-]?)(?i:inf(?:inity)?)["']\s*\)|(?:math\.)?\binf\b""")
# The games that can be chosen, each with a depth at which its tree can still be looked at
GAMES: dict[str, tuple[Callable[[], Any], int]] = {
    "isolation": (Isolation, 99),
    "tic-tac-toe": (lambda: TicTacToe("XOX O.. ..."), 99),
    "connect four": (ConnectFour, 3),
    "rock, paper, scissors": (lambda: RPS.start("RP", "PS"), 2),
}
# What a parameter is given, by its name
MAXIMIZING = {"maximizing", "maximising", "maximizing_player", "maximizingplayer", "is_max", "ismax", "is_maximizing"}
MAXIMIZING |= {"ismaximizing", "max_player", "maximize"}
COLOUR = {"color", "colour", "sign"}
EVALUATE = {"evaluate", "evaluation", "eval_fn", "heuristic", "h", "score"}


def answer(call: str, *given: Any) -> str:
    """What the page asks for, as JSON: {"result": …}, or {"problem": …} in words, with its line if that is known."""
    try:
        return json.dumps({"result": CALLS[call](*given)})
    except BadInput as problem:
        return json.dumps({"problem": str(problem), "line": problem.line, "searches": problem.searches})


def run(code: str, position: str, search: str = "") -> dict[str, Any]:
    """The step-through of the code's search as the text that the widget reads, the call that was run, what was
    printed, and at which lines of the code the functions begin that are stepped through.
    """
    task = Task(code, position, search)
    seen, message, line = _traced(task)
    if not message:
        task.program.finish(seen.value)
    steps = payload(seen, message)
    return {
        "traces": f"[{steps}]",
        "call": task.text,
        "printed": task.program.printed.told(),
        "firsts": [_first_line(code, lines) for _, lines in json.loads(steps)["sources"]],
        "searches": task.program.searches(),
        "search": task.name,
        "message": message,
        "line": line,
    }


def verdict(code: str, position: str, search: str = "") -> dict[str, Any]:
    """The report on the code's search: as HTML, and of each finding what can be shown of it beside the code."""
    from minimax_lab import check  # here, and not above: two thirds of all modules, which a run does not need
    from minimax_lab.widgets.report.page import finding_html, heading_html

    task = Task(code, position, search)
    names = [*inspect.signature(task.function).parameters]
    if task.is_ours and len(names) in (4, 6) and (COLOUR & {*names} or "negamax" in task.name):
        report = check.negamax(task.function)
    elif task.is_ours and len(names) == 6:
        report = check.alphabeta(task.function)
    elif task.is_ours and len(names) == 4:
        report = check.minimax(minimax=task.function)
    else:  # as far as one can see without knowing what it is to do
        report = check.program(task.function, *task.args, **task.kwargs)
    replays = [finding.replay() if finding.replay else None for finding in report.findings]
    found = [finding_html(*pair) for pair in zip(report.findings, replays, strict=True)]
    return {
        "html": "\n".join([heading_html(report), *found]),
        "findings": [_shown(*pair) for pair in zip(report.findings, replays, strict=True)],
        "printed": task.program.printed.told(),
        "search": task.name,
    }


def _shown(finding: Any, replay: Any) -> dict[str, Any]:
    tree_text = repr(finding.counterexample) if isinstance(finding.counterexample, Tree) else ""
    shown = {"title": finding.title, "line": finding.line, "hints": [*finding.hints], "tree": tree_text}
    shown["catalogue"] = finding.code if finding.name else ""
    if replay:
        shown |= {"traces": f"[{payload(replay.trace)}]", "step": replay.step, "told": replay.banner}
    return shown


def _first_line(code: str, lines: list[str]) -> int | None:
    """The line of the code, counted from 1, at which a function begins; None if it is not in the code."""
    own, wanted = ([line.strip() for line in text] for text in (code.splitlines(), lines))
    found = (k + 1 for k in range(len(own)) if wanted and own[k : k + len(wanted)] == wanted)
    return next(found, None)


class Task:
    """What is to be run: the function that was chosen, or the call in the code's last line, or else its search."""

    def __init__(self, code: str, position: str, search: str = ""):
        self.program = program = Program(code)
        chosen = search if search in program.functions else ""
        self.is_ours = (chosen != "" or program.call is None) and program.uses_our_states
        self.kwargs: dict[str, Any] = {}
        self.is_guessed = False  # whether it is only a guess that the search takes lists
        if program.call and not chosen:
            self.name, self.text = ast.unparse(program.call.func), ast.unparse(program.call)
            self.function = program.value_of(program.call.func)
            self.args = [program.value_of(each) for each in program.call.args]
            self.kwargs = {each.arg: program.value_of(each.value) for each in program.call.keywords if each.arg}
            return
        if program.made and not chosen:
            self.text, self.function, args, self.kwargs = program.made
            self.name, self.args, self.is_ours = self.text.partition("(")[0], [*args], False
            return
        self.name = chosen or program.search()
        self.function = program.function(self.name)
        names = _required(self.function)
        given, depth = self._given(position, names) if names else ([], 99)
        self.args = given + [self._argument(name, depth) for name in names[len(given) :]]
        self.text = f"{self.name}({', '.join([*['…' for _ in given], *names[len(given) :]])})"

    def _given(self, position: str, names: list[str]) -> tuple[list[Any], int]:
        """What the search begins with: a state, or lists, or a game of the program's own; and how deep it may look."""
        own = [thing for thing in self.program.space.values() if isinstance(thing, type) and {*dir(thing)} >= OURS]
        if own:
            return [self._made(own[-1])], 99
        if self.is_ours or position in GAMES:
            state = _state_of(position)
            self._to_move = as_game(state).active_player is MAX
            return [state], GAMES[position][1] if position in GAMES else max(state.height, 1)
        own = self.program.board(names[0])
        if own:
            return own, 99
        nested, first = _written(position)
        self._to_move, self.is_guessed = first is MAX, True
        return [nested], 99

    def _made(self, game: type) -> Any:
        try:
            return game()
        except TypeError:
            raise BadInput(f"Add the call as the last line of your code: {self.name}({game.__name__}(…))") from None

    _to_move = True

    def _argument(self, name: str, depth: int) -> Any:
        """What a search gets for the parameter with that name."""
        known: dict[str, Any] = {"depth": depth, "alpha": -inf, "beta": inf}
        known |= dict.fromkeys(MAXIMIZING, self._to_move) | dict.fromkeys(COLOUR, 1 if self._to_move else -1)
        known |= dict.fromkeys(EVALUATE, _evaluate)
        if name.lower() not in known:
            asked = self.program.asked
            why = f"Line {asked} asks for input, and nobody can answer here." if asked else ""
            why = why or f"What is the parameter {name!r} of {self.name}?"
            raise BadInput(f"{why} Add the call as the last line of your code, for example: {self.name}(…)", asked)
        return known[name.lower()]


def notebook(code: str, position: str, search: str = "") -> str:
    """A notebook with the code, the position and the step-through."""
    task = Task(code, position, search)
    imports = "from math import inf\n\nfrom minimax_lab.game import MAX, MIN\nfrom minimax_lab.games import *"
    cells = [("markdown", "# From the workbench"), ("code", imports), ("code", task.program.code.strip())]
    if task.program.call and not search:
        given = [ast.unparse(each) for each in (*task.program.call.args, *task.program.call.keywords)]
    else:
        kind = type(task.args[0])  # a class of the program's own is made of nothing
        start = f"{kind.__name__}()" if kind.__module__ == "__main__" else repr(task.args[0])
        cells.append(("code", f"start = {start}\nstart"))
        given = ["start", *(_argument_text(name) for name in _required(task.function)[1:])]
    arguments = ", ".join([task.name, *given])
    cells.append(("code", f"from minimax_lab.widgets import step_through\n\nstep_through({arguments})"))
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


def _lists(position: str) -> Any:
    text = INFINITE.sub(lambda found: f"{found[1] or ''}1e999", position.strip())
    try:
        return ast.literal_eval(text)
    except SyntaxError as error:
        raise BadInput(NOT_A_TREE.format(error.msg if text else "nothing is written there")) from None
    except ValueError:
        raise BadInput(NOT_A_TREE.format("it has more in it than numbers and lists")) from None


def _written(position: str) -> tuple[Any, Player]:
    """The lists of a tree, and who moves first: MIN may, in one that is written as a report does."""
    written = re.fullmatch(r"\s*tree\((.*?)(, player=MIN)?\)\s*", position, re.DOTALL)
    return _lists(written[1] if written else position), MIN if written and written[2] else MAX


def _state_of(position: str) -> Any:
    """The game of that name, or the tree."""
    if position in GAMES:
        return GAMES[position][0]()
    nested, first = _written(position)
    try:
        return tree(nested, first)
    except (ValueError, TypeError) as error:
        raise BadInput(NOT_A_TREE.format(error)) from None


def _has_empty(nested: Any) -> bool:
    return isinstance(nested, list | tuple) and (not nested or any(map(_has_empty, nested)))


def _required(search: Callable[..., Any]) -> list[str]:
    parameters = inspect.signature(search).parameters.values()
    return [one.name for one in parameters if one.default is one.empty and one.kind is not one.VAR_POSITIONAL]


def _traced(task: Task) -> tuple[Trace, str, int | None]:
    """The trace of the search, and the message and the line of the error that ended it, if one did."""
    try:
        with contextlib.redirect_stdout(task.program.printed), told_if_late(FILE):
            seen = trace(task.function, *task.args, limit=MOST_STEPS, **task.kwargs)
    except Exception as error:
        seen, line = getattr(error, "trace", None), line_of(error)
        told = missing_package(error) or f"{type(error).__name__}: {error}"
        if isinstance(error, LimitReached):
            told = ENDLESS
        if task.is_guessed and _has_empty(task.args[0]):
            told += f". {EMPTY}"
        if not isinstance(seen, Trace) or not seen.nodes:
            called = task.program.call.lineno if task.program.call else None
            raise BadInput(f"{task.name} stops with {told}", line or called) from None
        if task.is_guessed and len(seen.nodes) == 1 and isinstance(error, TypeError | LookupError | AttributeError):
            instead = f"If it takes something else, add the call as the last line of your code: {task.name}(…)"
            raise BadInput(f"{task.name} was given the tree, and stops with {told}. {instead}", line) from None
        return seen, told, line or _line_of_the_end(seen, task.program.code)
    if seen.error == "input" and len(seen.nodes) <= 1:
        raise BadInput(
            f"{task.text} asks for input before it searches. Add the call to run as the last line of your code, "
            "for example: minimax(board, True)"
        )
    if not seen.nodes:
        raise BadInput(f"{task.text} was run, but no search was seen in it. " + " ".join(seen.notes))
    return seen, STOPPED.get(seen.error or "", seen.error or ""), _line_of_the_end(seen, task.program.code)


def _line_of_the_end(seen: Trace, code: str) -> int | None:
    """The line at which a program was stopped, which raises nothing itself."""
    if "error" not in seen.steps.kinds():
        return None
    step = seen.steps[seen.steps.kinds().index("error")]
    first = _first_line(code, [*seen.sources[step.source].lines])
    return None if first is None else first + step.line


def _argument_text(name: str) -> str:
    texts = {"depth": "9", "alpha": "-inf", "beta": "inf"} | dict.fromkeys(MAXIMIZING, "True")
    texts |= dict.fromkeys(COLOUR, "1") | dict.fromkeys(EVALUATE, "lambda state: state.utility()")
    return texts.get(name, name)


def _evaluate(state: Any) -> Any:
    """A finished game's value for MAX, and 0 for any other position."""
    game = as_game(state)
    return game.utility() if game.is_terminal() else 0


# Break it


def exposed(kind: str, number: int, position: str) -> dict[str, Any]:
    """Whether the tree exposes the wrong program with that number, and if so, what its mistake is called."""
    puzzle = _puzzle(kind, number)
    is_exposed, told = puzzle.outcome(_state_of(position))
    return {"exposed": is_exposed, "summary": told, "mistake": puzzle.mistake if is_exposed else ""}


def both_runs(kind: str, number: int, position: str) -> str:
    """The wrong search on the tree and a right one beside it, as the step-through reads them."""
    return f"[{','.join(map(payload, _puzzle(kind, number).both_runs(_state_of(position))))}]"


@cache
def _puzzle(kind: str, number: int) -> Any:
    from minimax_lab.widgets.editor.puzzle import PUZZLES, of_the_table  # which the bench itself does not need

    return of_the_table(kind, PUZZLES[kind][number - 1])


CALLS = {"run": run, "verdict": verdict, "notebook": notebook, "exposed": exposed, "both_runs": both_runs}
