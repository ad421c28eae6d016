"""What a lesson asks its reader to write: the answer that the lesson unfolds passes the lesson's own check."""

import ast
import re
from typing import Any

import nbformat
import pytest

from minimax_lab.evaluate import rps_safe
from minimax_lab.solve import trial
from minimax_lab.solve.trials import resampled
from tests.course.lesson_cells import LESSONS, checked, filled, needed

pytestmark = pytest.mark.usefixtures("in_the_folder_of_the_lessons")
TASKS = ["05_evaluation", "07_your_own_game", "08_speed", "09_tournaments_and_tuning", "10_rps_solved", "11_network"]


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
    "10_rps_solved": ["return perfect(state.forecast_move(move))[0] - perfect(state)[0]"],
    "11_network": ["return ((numbers(state) @ into + bias) @ out + shift)[0]"],
}


@pytest.mark.parametrize("lesson", TASKS)
def test_a_usual_mistake_does_not_pass(lesson, capsys):
    assert "✓" not in checked(lesson, WRONG[lesson], capsys)


@pytest.mark.exhaustive
def test_an_evaluation_of_connect_four_that_lesson_7_unfolds_passes_and_wins_as_often_as_it_says(capsys):
    told = checked("07_your_own_game", None, capsys, task=1)
    assert "✓" in told
    won, drawn, lost = re.search(r"^mine +40 +(\d+) +(\d+) +(\d+)", told, re.M).groups()
    lesson = (LESSONS / "07_your_own_game.ipynb").read_text("utf-8")
    assert f"40 games: {won} won, {drawn} drawn, {lost} lost" in lesson
    assert "✓" not in checked("07_your_own_game", ["return state.rows()[5].count('X')"], capsys, task=1)


def test_lesson_7_says_in_a_line_that_a_move_changed_the_state(capsys):
    moves = "return [(0, pin, count) for count in (1, 2) for pin in range(self.rows[0] - count + 1)]"
    told = checked("07_your_own_game", [moves, "self.rows = (0, 0)\nreturn self"], capsys).strip()
    assert told.startswith("✗ not yet: forecast_move((0, 0, 1)) of Kayles returned the very state")
    assert "\n" not in told


def test_lesson_7_says_in_a_line_that_the_moves_are_no_list_or_lack_their_row(capsys):
    pins = "for count in (1, 2) for pin in range(self.rows[0] - count + 1)"
    told = checked("07_your_own_game", [f"yield from [(0, pin, count) {pins}]", "return self"], capsys)
    assert told == "✗ not yet: get_legal_moves should return a list, and what yours returns is a generator\n"
    told = checked("07_your_own_game", [f"return [(pin, count) {pins}]", "return self"], capsys)
    assert told == "✗ not yet: a move is (row, first, count), and the moves of your Kayles([1]) are [(0, 1)]\n"


def test_lesson_9_tells_how_many_games_a_smaller_claim_costs_and_sees_games_that_run_out(capsys):
    took = re.match(r"✓ right: (\d+) .*?, (\d+) ", checked("09_tournaments_and_tuning", None, capsys, task=1))
    told = f"It takes {took[1]} games for 60 %, and {took[2]} for 55 %"
    assert told in (LESSONS / "09_tournaments_and_tuning.ipynb").read_text("utf-8")
    few = "return sum(sprt((Random(i + j).random() < 0.5 for j in range(400)), better=better)[0] for i in range(9)) / 9"
    assert "✗ not yet" in checked("09_tournaments_and_tuning", [few], capsys, task=1)
    pair = checked("09_tournaments_and_tuning", ["return 133, 'not better by so much'"], capsys, task=1)
    assert pair.startswith("✗ not yet: average_games should return one number, and returned (133, ")


def test_lesson_9_tells_how_many_games_its_solution_wins(capsys):
    told = re.search(r"It wins (\d+) of the 60 games", (LESSONS / "09_tournaments_and_tuning.ipynb").read_text("utf-8"))
    assert f"{told[1]} of 60 games won" in checked("09_tournaments_and_tuning", None, capsys)


@pytest.mark.exhaustive
def test_lesson_10_checks_its_puzzles(capsys):
    assert "✓" in checked("10_rps_solved", None, capsys, task=2)
    assert "✓" not in checked("10_rps_solved", ["return len(perfect(state)[1]) == 1"], capsys, task=2)


def test_lesson_10_says_who_is_to_move_and_what_that_player_wants_where_an_answer_is_wrong(capsys):
    forgets_who_moves = "return perfect(state)[0] - perfect(state.forecast_move(move))[0]"
    told = checked("10_rps_solved", [forgets_who_moves], capsys)
    assert "Player 2 is to move and wants a low margin." in told
    assert "With best play it is +1 before the move, and +5 after it." in told


@pytest.mark.exhaustive
def test_lesson_10_says_how_many_moves_win_where_a_puzzle_is_taken_for_another(capsys):
    told = checked("10_rps_solved", ["return len(perfect(state)[1]) == 1"], capsys, task=2)
    assert re.search(r"Player [12] is to move\. Moves that win: \d+ of \d+\.", told)


@pytest.mark.exhaustive
def test_lesson_10_puts_one_s_own_evaluation_on_the_ladder(capsys, monkeypatch):
    monkeypatch.setattr("minimax_lab.solve.trials.DEALS", 20)
    cells = nbformat.read(LESSONS / "10_rps_solved.ipynb", as_version=4).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    (at,) = (number for number, source in enumerate(code) if source.startswith("def mine(state)"))
    known: dict[str, Any] = {"display": print, "__name__": "__main__"}
    for cell in [*needed(code[:at], code[at + 1]), filled(code[at], ["return state.margin"])]:
        exec(compile(cell, "lesson 10", "exec"), known)
    *before, last = code[at + 1].splitlines()
    exec("\n".join(before), known)
    ranks = [*eval(last, known)]
    assert {"mine", "counts cards"} < {*ranks}
    assert ranks[0] == "the table itself"
    capsys.readouterr()
    exec(filled(code[at], ["if state.margin >= 0:\n    return state.margin"]), known)
    exec("\n".join(before), known)
    assert "✗ None is returned" in capsys.readouterr().out  # and the ladder stands without it
    assert "mine" not in {*eval(last, known)}


def test_the_ten_lines_that_lesson_10_unfolds_are_rps_safe_and_climb_as_far_as_it_says():
    lesson = nbformat.read(LESSONS / "10_rps_solved.ipynb", as_version=4)
    (told,) = (cell.source for cell in lesson.cells if "<summary>Ours: ten lines" in cell.source)
    lines = re.search(r"```python\n(.*?)```", told, re.S)[1].strip()
    known: dict[str, Any] = {}
    exec(lines, known)
    found = trial(known["mine"])
    for state in (question.state for game in found.asked for question in game):
        assert rps_safe(state) == known["mine"](state)
    lost, named, _, won = found.measures
    assert f"gives away {resampled(lost.ours).text('.2f').replace(' (', ' cards per move (')}" in told
    assert f"wins {resampled(won.ours).text('.0%').replace('%', ' %')} of its games" in told
    assert f"names the winner in {resampled(named.ours).mean:.1%}".replace("%", " %") in told


def test_lesson_11_takes_an_array_of_one_number_and_says_if_there_are_64(capsys):
    sums = "np.maximum(numbers(state) @ into + bias, 0)"
    assert "✓" in checked("11_network", [f"return {sums} @ out + shift"], capsys)
    assert "and returned 64" in checked("11_network", [f"return {sums}"], capsys)


def test_the_weights_that_lessons_10_and_11_put_on_the_ladder_are_those_that_lesson_9_learns():
    cells = nbformat.read(LESSONS / "09_tournaments_and_tuning.ipynb", as_version=4).cells
    printed = "".join(output.get("text", "") for cell in cells for output in cell.get("outputs", []))
    learned = re.search(r"<Linear (.*) turn>", printed)[1] + " turn"
    weights = {name: float(weight) for weight, name in (each.split() for each in learned.split(", "))}
    for lesson in "10_rps_solved", "11_network":
        text = "".join(cell.source for cell in nbformat.read(LESSONS / f"{lesson}.ipynb", as_version=4).cells)
        assert ast.literal_eval(re.search(r'{"material": 0.0[^}]*}', text)[0]) == weights, lesson
