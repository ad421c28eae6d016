"""A graded exercise asks for more than a paste: nothing that a lesson prints passes its check as it stands."""

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import inf
from numbers import Real
from pathlib import Path
from typing import Any

import nbformat
import pytest

from minimax_lab.check import Report, exercises
from minimax_lab.game import MAX
from minimax_lab.games import Isolation, tree

ROOT = Path(__file__).parents[2]
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SOLUTIONS = sorted((ROOT / "notebooks" / "solutions").glob("*.ipynb"))
DEFINING = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign)
FENCED = re.compile(r"^```python\n(.*?)^```", re.M | re.S)


class FewMoves(Isolation):
    """A board for an evaluation to look at, not for a search to the end, which would never come to one."""

    made = 0

    def forecast_move(self, cell):
        FewMoves.made += 1
        if FewMoves.made > 1000:
            raise RuntimeError("an evaluation does not look that far ahead")
        return super().forecast_move(cell)


MINI, LARGE, BOXES = Isolation(), FewMoves(5, 5), tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def utility(state: Any) -> Any:
    """What a finished game is worth; 0 for one that is not finished."""
    return 0 if state.get_legal_moves() else state.utility()


def early_max_value(state: Any) -> int:
    if not state.reach(state.active_player):
        return -1
    if not state.reach(state.active_player.opponent):
        return +1
    return max(early_min_value(state.forecast_move(move)) for move in state.get_legal_moves())


def early_min_value(state: Any) -> int:
    """What a student's early_max_value is checked with: it stops early, too."""
    if not state.reach(state.active_player):
        return +1
    if not state.reach(state.active_player.opponent):
        return -1
    return min(early_max_value(state.forecast_move(move)) for move in state.get_legal_moves())


@dataclass(frozen=True)
class Asked:
    """What an exercise asks for: the check, and a first call, which is quicker than the check."""

    check: Callable[[Any], Report]
    first_call: tuple
    right: Callable[[Any], bool]

    def passed_by(self, function: Callable[..., Any]) -> bool:
        """Whether `function`, pasted under the exercise's own name, is right."""
        FewMoves.made = 0
        try:
            inspect.signature(function).bind(*self.first_call)
            plausible = bool(self.right(function(*self.first_call)))
        except Exception:
            return False
        return plausible and self.check(function).passed


FUNCTIONS = {
    "terminal_test": Asked(lambda f: exercises.minimax(terminal_test=f), (MINI,), lambda over: not over),
    "max_value": Asked(lambda f: exercises.minimax(max_value=f), (MINI,), lambda value: value == 1),
    "min_value": Asked(lambda f: exercises.minimax(min_value=f), (MINI,), lambda value: value == -1),
    "minimax_decision": Asked(
        lambda f: exercises.minimax(minimax_decision=f), (MINI,), lambda move: move in [(0, 0), (2, 0), (0, 1)]
    ),
    "early_max_value": Asked(lambda f: exercises.early_values(f, early_min_value), (MINI,), lambda value: value == 1),
    "along": Asked(exercises.along, ({(1, 0)}, (0, 0), (1, 0)), lambda walk: walk == [(1, 0)]),
    "open_neighbours": Asked(exercises.open_neighbours, (LARGE, MAX), lambda number: number == 0),
    "evaluation": Asked(exercises.my_evaluation, (LARGE,), lambda value: isinstance(value, Real)),
    "decision": Asked(exercises.decision, (BOXES, 2, utility), lambda move: move == 0),
    "alphabeta": Asked(
        exercises.alphabeta,
        (BOXES, 2, -inf, inf, True, utility),
        lambda value: value == 3,
    ),
    "table_search": Asked(
        exercises.table_search,
        (BOXES, 2, -inf, inf, True, utility, {}),
        lambda value: value == 3,
    ),
    "deepening": Asked(exercises.deepening, (BOXES, 0.2, utility), lambda move: move == 0),
}
CLASSES: dict[str, Callable[[Any], Report]] = {
    "game_state": exercises.game_state,
    "connect_four": exercises.connect_four,
}


def sources(lesson: nbformat.NotebookNode) -> Iterator[str]:
    """The code of a lesson: its cells, and what its text prints as Python (in an answer to unfold, perhaps)."""
    for cell in lesson.cells:
        if cell.cell_type == "code":
            yield re.sub(r"^[%!].*$", "", cell.source, flags=re.M)
        else:
            yield from FENCED.findall(cell.source)


def define(source: str, known: dict[str, Any]) -> list[str]:
    """Run the imports, functions, classes and constants of a cell, not what is worked out there. The names of the
    functions and classes."""
    names = []
    for statement in ast.parse(source).body:
        value = statement.value if isinstance(statement, ast.Assign) else None
        is_lambda = isinstance(value, ast.Lambda)
        works = value is not None and not is_lambda and any(isinstance(part, ast.Call) for part in ast.walk(value))
        if not isinstance(statement, DEFINING) or works:
            continue
        try:
            exec(compile(ast.Module([statement], []), "lesson", "exec"), known)
        except Exception:  # it needs something that the lesson works out
            continue
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            names.append(statement.name)
        elif is_lambda:
            names.append(ast.unparse(statement.targets[0]))
    return names


def passes(thing: Any) -> list[str]:
    """The graded checks that `thing`, a function or a class of a lesson, passes."""
    if isinstance(thing, type):
        is_game = hasattr(thing, "get_legal_moves") and hasattr(thing, "forecast_move")
        return [name for name, checked in CLASSES.items() if is_game and checked(thing).passed]
    return [name for name, asked in FUNCTIONS.items() if asked.passed_by(thing)]


def answers_in(cells: Iterable[str]) -> dict[str, list[str]]:
    """What passes a graded check. Each function and class is tried as it is after its cell, then after the last one."""
    known: dict[str, Any] = {"__name__": "lesson"}
    found, names = {}, []
    for cell in cells:
        names += (new := define(cell, known))
        found |= {name: passed for name in new if (passed := passes(known[name]))}
    others = [name for name in dict.fromkeys(names) if name not in found]
    return found | {name: passed for name in others if (passed := passes(known[name]))}


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_nothing_that_a_lesson_prints_passes_a_graded_check_as_it_stands(path):
    assert answers_in(sources(nbformat.read(path, as_version=4))) == {}


@pytest.mark.exhaustive
def test_an_answer_would_be_found_in_whatever_cell_it_stands():
    """The solutions themselves, taken for a lesson: each graded function and class is recognised.

    (The evaluation of the solution is an object, not a function; here is another one.)"""
    found = {name: passed for path in SOLUTIONS for name, passed in answers_in(sources(nbformat.read(path, 4))).items()}
    found |= answers_in(
        [
            "from minimax_lab.game import MAX, MIN",
            "def crowded(state):\n    return len(state.reach(MAX)) ** 2 - len(state.reach(MIN)) ** 2",
        ]
    )
    assert {name for passed in found.values() for name in passed} == {*FUNCTIONS, *CLASSES}


def test_an_answer_under_other_names_would_be_found():
    renamed = [
        "def first(board):\n    moves = board.get_legal_moves()\n"
        "    return max(second(board.forecast_move(move)) for move in moves) if moves else -1",
        "def second(board):\n    moves = board.get_legal_moves()\n"
        "    return min(first(board.forecast_move(move)) for move in moves) if moves else 1",
    ]
    assert answers_in(renamed) == {"first": ["max_value"], "second": ["min_value"]}
