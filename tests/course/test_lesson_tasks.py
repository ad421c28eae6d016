"""What a lesson asks its reader to write: the answer that the lesson unfolds passes the lesson's own check."""

import html
import re
import symtable
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import matplotlib
import nbformat
import pytest

LESSONS = Path(__file__).parents[2] / "notebooks"
GAP = re.compile(r"^( *)(?:return .*)?# YOUR CODE HERE$", re.M)
SOLUTION = re.compile(r"<summary>A solution</summary>(.*?)</details>", re.S)
CODE = re.compile(r"<pre>(.*?)</pre>", re.S)
TASKS = ["05_evaluation", "07_your_own_game", "08_speed", "09_tournaments_and_tuning", "10_rps_solved"]


def defined_and_used(cell: str) -> tuple[set[str], set[str]]:
    """The names that a cell gives a meaning for the cells below it, and those whose meaning it needs."""
    tables = [symtable.symtable(cell, "lesson", "exec")]
    (module,) = tables
    defined = {symbol.get_name() for symbol in module.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    used = set()
    for table in tables:  # the list grows: the functions and classes in it, and those in them
        used |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global() and symbol.is_referenced()}
        tables += table.get_children()
    used |= {symbol.get_name() for symbol in module.get_symbols() if symbol.is_referenced()}
    return defined, used


def needed(cells: list[str], last: str) -> list[str]:
    """The cells, in their order, that must run before the last one can."""
    _, missing = defined_and_used(last)
    found: list[str] = []
    for cell in reversed(cells):
        defined, used = defined_and_used(cell)
        if defined & missing:
            found.insert(0, cell)
            missing = missing - defined | used
    return found


def filled(frame: str, answers: Iterable[str]) -> str:
    """The frame with an answer in each of its gaps."""
    left = iter(answers)
    return GAP.sub(lambda gap: "\n".join(gap[1] + line for line in next(left).splitlines()), frame)


def checked(lesson: str, answers: Iterable[str] | None, capsys: Any, task: int = 0) -> str:
    """What the check of a task prints: on these answers, or else on the ones that the lesson unfolds."""
    cells = nbformat.read(LESSONS / f"{lesson}.ipynb", as_version=4).cells
    code = [(number, cell.source) for number, cell in enumerate(cells) if cell.cell_type == "code"]
    at = [index for index, (_, source) in enumerate(code) if "# YOUR CODE HERE" in source][task]
    (number, frame), (_, check) = code[at : at + 2]
    if answers is None:
        told = SOLUTION.search("\n".join(cell.source for cell in cells[number:]))
        assert told is not None
        answers = [html.unescape(each) for each in CODE.findall(told[1])]
    before = [source for _, source in code[:at]]
    known: dict[str, Any] = {"display": print, "__name__": "__main__"}
    for cell in [*needed(before, frame + "\n" + check), filled(frame, answers)]:
        exec(compile(cell, lesson, "exec"), known)
    capsys.readouterr()
    exec(compile(check, lesson, "exec"), known)
    return capsys.readouterr().out


@pytest.fixture(autouse=True)
def _in_the_folder_of_the_lessons(monkeypatch):
    monkeypatch.chdir(LESSONS)
    monkeypatch.setenv("MINIMAX_LAB_CHECKS", "here")
    matplotlib.use("Agg")


@pytest.mark.parametrize("lesson", TASKS)
def test_the_answer_that_a_lesson_unfolds_passes_its_check(lesson, capsys):
    assert "✓" in checked(lesson, None, capsys)


WRONG = {
    "05_evaluation": ["return us.bishops"],
    "07_your_own_game": [
        "return [(0, first, 1) for first in range(self.rows[0])]",
        "return Kayles([self.rows[0] - 1])",
    ],
    "08_speed": ["return cells[:1]"],
    "09_tournaments_and_tuning": [
        "return max(state.get_legal_moves(), key=lambda move: state.forecast_move(move).margin)"
    ],
    "10_rps_solved": ["return len(perfect(state)[1]) == 1"],
}


def test_an_evaluation_of_connect_four_that_lesson_5_unfolds_passes_and_wins(capsys):
    told = checked("05_evaluation", None, capsys, task=1)
    assert "✓" in told
    wins, losses = (int(re.search(rf"^mine +60 +{number}", told, re.M)[1]) for number in (r"(\d+)", r"\d+ +\d+ +(\d+)"))
    assert wins > 3 * losses
    assert "✓" not in checked("05_evaluation", ["return state.rows()[5].count('X')"], capsys, task=1)


def test_lesson_10_puts_one_s_own_evaluation_on_the_ladder(capsys, monkeypatch):
    monkeypatch.setattr("minimax_lab.solve.trials.DEALS", 20)
    cells = nbformat.read(LESSONS / "10_rps_solved.ipynb", as_version=4).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    (at,) = (number for number, source in enumerate(code) if source.startswith("def mine(state)"))
    known: dict[str, Any] = {"__name__": "__main__"}
    for cell in [*needed(code[:at], code[at + 1]), filled(code[at], ["return state.margin"])]:
        exec(compile(cell, "lesson 10", "exec"), known)
    *before, last = code[at + 1].splitlines()
    exec("\n".join(before), known)
    ranks = [*eval(last, known)]
    assert {"mine", "counts cards"} < {*ranks}
    assert ranks[0] == "the table itself"


@pytest.mark.parametrize("lesson", TASKS)
def test_a_usual_mistake_does_not_pass(lesson, capsys):
    assert "✓" not in checked(lesson, WRONG[lesson], capsys)


def test_lesson_7_says_in_a_line_that_a_move_changed_the_state(capsys):
    moves = "return [(0, pin, count) for count in (1, 2) for pin in range(self.rows[0] - count + 1)]"
    told = checked("07_your_own_game", [moves, "self.rows = (0, 0)\nreturn self"], capsys).strip()
    assert told.startswith("✗ not yet: forecast_move((0, 0, 1)) of Kayles returned the very state")
    assert "\n" not in told


def test_lesson_8_does_not_pass_an_order_by_the_bits_in_place_of_their_number(capsys):
    forgotten = "return sorted(cells, key=lambda cell: reach(free ^ cell, you, lines))"
    assert "✗ not yet" in checked("08_speed", [forgotten], capsys)


def test_lesson_9_tells_how_many_games_its_solution_wins(capsys):
    told = re.search(r"It wins (\d+) of the 60 games", (LESSONS / "09_tournaments_and_tuning.ipynb").read_text("utf-8"))
    assert f"{told[1]} of 60 games won" in checked("09_tournaments_and_tuning", None, capsys)


def test_one_word_repairs_the_order_of_lesson_6(capsys):
    cells = nbformat.read(LESSONS / "06_rps_engine.ipynb", as_version=4).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    frame = next(source for source in code if source.lstrip().startswith("from minimax_lab.game import MAX, MIN"))
    check = code[code.index(frame) + 1]
    known: dict[str, Any] = {}
    wrong = "return -after.margin if after.active_player is MIN else after.margin"
    assert wrong in frame
    right = frame.replace(wrong, "return after.margin if after.active_player is MIN else -after.margin")
    for cell in [*needed(code[: code.index(frame)], frame + "\n" + check), right, check]:
        exec(compile(cell, "lesson 6", "exec"), known)
    orders = known["orders"]
    assert orders["yours"].nodes == orders["the library's"].nodes < orders["none"].nodes
    assert orders["yours"].value == orders["none"].value
    assert "✓" in capsys.readouterr().out
    for half in "after.margin", "-after.margin":  # right for one of the players
        exec(frame.replace(wrong, f"return {half}") + "\n" + check, known)
        assert "✗ not yet: right for" in capsys.readouterr().out
