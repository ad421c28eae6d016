"""What a lesson asks its reader to write: the answer that the lesson unfolds passes the lesson's own check."""

import ast
import html
import json
import linecache
import re
import symtable
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import nbformat
import pytest

from minimax_lab import check
from minimax_lab.evaluate import rps_safe, rps_standard
from minimax_lab.games import RPS
from minimax_lab.solve import trial
from minimax_lab.solve.trials import resampled

LESSONS = Path(__file__).parents[2] / "notebooks"
GAP = re.compile(r"^( *)(?:return .*)?# YOUR CODE HERE$", re.M)
SOLUTION = re.compile(r"<summary>A solution</summary>(.*?)</details>", re.S)
CODE = re.compile(r"<pre>(.*?)</pre>", re.S)
TASKS = ["05_evaluation", "07_your_own_game", "08_speed", "09_tournaments_and_tuning", "10_rps_solved", "11_network"]


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


def code_of(lesson: str) -> list[str]:
    """The code cells of a lesson."""
    cells = nbformat.read(LESSONS / f"{lesson}.ipynb", as_version=4).cells
    return [cell.source for cell in cells if cell.cell_type == "code"]


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
    written = filled(frame, answers)
    for cell in [*needed(before, written + "\n" + check), written]:
        exec(compile(cell, lesson, "exec"), known)
    capsys.readouterr()
    exec(compile(check, lesson, "exec"), known)
    return capsys.readouterr().out


@pytest.fixture(autouse=True)
def _in_the_folder_of_the_lessons(monkeypatch):
    monkeypatch.chdir(LESSONS)
    monkeypatch.setenv("MINIMAX_LAB_CHECKS", "here")
    import matplotlib  # here, because it takes long to import

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
    "10_rps_solved": ["return perfect(state.forecast_move(move))[0] - perfect(state)[0]"],
    "11_network": ["return ((numbers(state) @ into + bias) @ out + shift)[0]"],
}


@pytest.mark.exhaustive
def test_an_evaluation_of_connect_four_that_lesson_7_unfolds_passes_and_wins_as_often_as_it_says(capsys):
    told = checked("07_your_own_game", None, capsys, task=1)
    assert "✓" in told
    won, drawn, lost = re.search(r"^mine +40 +(\d+) +(\d+) +(\d+)", told, re.M).groups()
    lesson = (LESSONS / "07_your_own_game.ipynb").read_text("utf-8")
    assert f"40 games: {won} won, {drawn} drawn, {lost} lost" in lesson
    assert "✓" not in checked("07_your_own_game", ["return state.rows()[5].count('X')"], capsys, task=1)


@pytest.mark.parametrize("mended", [True, False])
def test_lesson_7b_goes_on_with_the_reader_s_search_once_that_is_mended(mended, capsys):
    code = code_of("07b_any_program")
    (at,) = (number for number, source in enumerate(code) if source.startswith("if check.program(solve"))
    known: dict[str, Any] = {"display": print, "__name__": "__main__"}
    for cell in needed(code[:at], code[at]):
        call = 'scores.append(solve(board, "O" if player == "X" else "X"))'
        text = cell.replace(call, f'{call}\n            board[i] = " "') if mended else cell
        exec(compile(text, "lesson 7b", "exec"), known)
    theirs = known["solve"]
    exec(code[at], known)
    assert (known["solve"] is theirs) == mended
    assert ("ours" in capsys.readouterr().out) != mended
    assert known["solve"](known["board"].copy(), "X") == 0


def test_the_five_lines_of_lesson_7b_say_who_wins_with_the_rules_that_it_changes():
    (lines,) = (source for source in code_of("07b_any_program") if "def worth(" in source)
    three, misere = lines.replace("(1, 2)", "(1, 2, 3)"), lines.replace("-1 if mine else 1", "1 if mine else -1")
    assert lines not in (three, misere)
    for program, value in (lines, 1), (three, -1), (misere, -1):
        known: dict[str, Any] = {}
        exec(program, known)
        assert known["worth"](4, True) == value


@pytest.mark.exhaustive
def test_only_check_plays_notices_that_the_program_of_lesson_7b_knows_no_diagonals():
    code = code_of("07b_any_program")
    (last,) = (number for number, source in enumerate(code) if "check.plays(" in source)
    known: dict[str, Any] = {}
    for cell in needed(code[:last], code[last]):
        right = cell.replace("return max(scores, key", "return (max if player == 'X' else min)(scores, key")
        exec(right.replace(", (0, 4, 8), (2, 4, 6)", ""), known)
    assert len(known["LINES"]) == 6
    assert not known["check"].program(known["solve"], known["board"].copy(), "X").faults
    *imports, call = code[last].splitlines()
    exec("\n".join(imports), known)
    assert not eval(call, known).passed


def test_the_found_program_of_lesson_7b_says_0_and_mended_as_the_lesson_says_it_says_1():
    (found,) = (source for source in code_of("07b_any_program") if "class G" in source)
    mended = found.replace("b = 0", "b = -9")
    assert mended != found
    for program, value, wrong in (found, 0, True), (mended, 1, False):
        known: dict[str, Any] = {}
        exec(program, known)
        assert known["G"]().go() == value
        assert bool(check.program(known["G"]().go).faults) == wrong


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


@pytest.mark.parametrize("lesson", TASKS)
def test_a_usual_mistake_does_not_pass(lesson, capsys):
    assert "✓" not in checked(lesson, WRONG[lesson], capsys)


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


def test_lesson_8_does_not_pass_an_order_by_the_bits_in_place_of_their_number(capsys):
    forgotten = "return sorted(cells, key=lambda cell: reach(free ^ cell, you, lines))"
    assert "✗ not yet" in checked("08_speed", [forgotten], capsys)


def test_lesson_8_names_what_is_wrong_with_an_order_and_takes_one_that_sorts_in_place(capsys):
    key = "key=lambda cell: reach(free ^ cell, you, lines).bit_count()"
    assert "✓" in checked("08_speed", [f"cells.sort({key})\nreturn cells"], capsys)
    assert "returned None, not a list. `cells.sort()`" in checked("08_speed", [f"return cells.sort({key})"], capsys)
    assert "fewest must come first" in checked("08_speed", [f"return sorted(cells, {key}, reverse=True)"], capsys)
    same_for_all = "return sorted(cells, key=lambda cell: reach(free, you, lines).bit_count())"
    assert "the key is the same for every cell" in checked("08_speed", [same_for_all], capsys)


def test_the_nodes_that_lesson_8_stores_for_its_ladder_are_those_of_its_own_searches():
    cells = nbformat.read(LESSONS / "08_speed.ipynb", as_version=4).cells
    printed = "".join(output.get("text", "") for cell in cells for output in cell.get("outputs", []))
    ladder = [row["nodes"] for row in json.loads(Path("data/speed.json").read_text("utf-8"))]
    assert ladder[0] == ladder[1] == 7_917_749  # lesson 3 counts the tree of 4 by 3
    for rung in 3, 4, 5:
        assert f"rung {rung} on 4 by 3: {ladder[rung - 1]:,} nodes" in printed
    assert ladder[5] == ladder[6]  # rung 6 is the reader's: the next test has its nodes
    assert f"4x3: player 2 wins ({ladder[6]:,} nodes)" in printed


def speed_searches() -> tuple[list[Any], dict[str, Any], dict[str, str]]:
    """The cells of lesson 8, its rungs 4 to 6 with the order that it unfolds, and their code."""
    cells = nbformat.read(LESSONS / "08_speed.ipynb", as_version=4).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    (solution,) = (CODE.findall(SOLUTION.search(cell.source)[1]) for cell in cells if SOLUTION.search(cell.source))
    (frame,) = (source for source in code if source.startswith("def in_order"))
    names = "with_table", "bitboards", "with_order"
    rungs = {name: next(source for source in code if source.startswith(f"def {name}")) for name in names}
    known: dict[str, Any] = {}
    before = needed(code[: code.index(frame)], "\n".join([*rungs.values(), "Sets"]))
    for cell in [*before, filled(frame, map(html.unescape, solution)), *rungs.values()]:
        exec(cell, known)
    return cells, known, rungs


def nodes(search: Any, board: Any) -> int:
    search(board, counter := [0])
    return counter[0]


def test_the_table_of_mirror_images_in_lesson_8_leaves_as_many_nodes_as_it_says():
    cells, known, rungs = speed_searches()
    (told,) = (cell.source for cell in cells if "smallest(free, me, you)" in cell.source)
    assert [nodes(known["with_order"], size) for size in ((4, 3), (4, 4))] == [2_559, 36_938]
    exec(re.search(r"```python\n(.*?)```", told, re.S)[1], known)
    exec(rungs["with_order"].replace("key = free, me, you", "key = smallest(free, me, you)"), known)
    assert f"{nodes(known['with_order'], (4, 4)):,} nodes are left" in told


@pytest.mark.exhaustive
def test_the_nodes_that_lesson_8_names_for_other_ladders_than_its_own_are_those_of_its_searches():
    cells, known, rungs = speed_searches()
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    exec(re.sub(r"any\((not .*)\)\n", r"any([\1])\n", rungs["bitboards"]), known)  # nothing stops early
    table_first = nodes(known["bitboards"], (4, 3))
    assert f"left {table_first:,} of the 7,917,749 nodes, {7_917_749 / table_first:.0f} times fewer" in text
    assert f"stopping early would then have left {table_first / 16_345:.0f} times fewer" in text
    exec(re.sub(r"won = .*", "won = False", rungs["with_order"]), known)
    small, large = (nodes(known["with_order"], size) for size in ((4, 3), (4, 4)))
    assert f"By the order alone, {large:,} would be left; on 4 by 3, {small:,} and not 2,559" in text
    known["calls"] = [0]
    exec(rungs["with_table"].replace("    return", "    calls[0] += 1\n    return"), known)  # every call
    searched = nodes(known["with_table"], known["Sets"](frozenset(known["cells_of"](4, 3))))
    assert f"{known['calls'][0] - searched:,} times the search comes to a position that the table knows" in text


def test_a_node_of_rung_3_in_lesson_8_works_out_as_many_moves_as_it_says():
    cells = nbformat.read(LESSONS / "08_speed.ipynb", as_version=4).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    (rung,) = (source.split("\n\n\n")[0] for source in code if source.startswith("def alphabeta"))
    known: dict[str, Any] = {}
    for cell in [*needed(code, "Sets\ncells_of"), rung]:
        exec(cell, known)
    moves = known["Lists"].get_legal_moves
    worked_out = [0]

    def counted(state: Any) -> list[Any]:
        worked_out[0] += len(found := moves(state))
        return found

    known["Lists"].get_legal_moves = counted
    searched = nodes(known["alphabeta"], known["Sets"](frozenset(known["cells_of"](4, 3))))
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert f"{worked_out[0] / searched:.1f} moves are worked out for each node" in text


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


OURS = re.compile(r"<summary>Ours</summary>.*?```python\n(.*?)```", re.S)
GROWN = {
    "02_minimax": ["minimax", "decision"],
    "04_alpha_beta": ["my_alphabeta"],
    "06_rps_engine": ["Ordered", "Remembering", "Deepening", "OnTheClock"],
}


def code_and_ours(lesson: str) -> tuple[list[str], dict[str, str]]:
    """The code cells of a lesson, and the finished code that it unfolds, by what that defines."""
    cells = nbformat.read(LESSONS / f"{lesson}.ipynb", as_version=4).cells
    unfolded = [text for cell in cells if cell.cell_type == "markdown" for text in OURS.findall(cell.source)]
    code = [cell.source for cell in cells if cell.cell_type == "code" and not cell.source.startswith("%%")]
    return code, {re.search(r"(?:def|class) (\w+)", text)[1]: text for text in unfolded}


def shown(statements: list[ast.stmt], known: dict[str, Any], capsys: Any) -> str:
    """What a cell of these statements prints and displays."""
    *before, last = statements
    exec(compile(ast.Module(before, []), "lesson", "exec"), known)
    value = eval(compile(ast.Expression(last.value), "lesson", "eval"), known) if isinstance(last, ast.Expr) else None
    return f"{capsys.readouterr().out}{'' if value is None else value!r}"


def told_of(lesson: str, name: str, capsys: Any, change: tuple[str, str] = ("", "")) -> str:
    """What the check of a part shows once all parts are written as the lesson unfolds them, this one with a change."""
    code, ours = code_and_ours(lesson)
    assert change[0] in ours[name]
    ours[name] = ours[name].replace(*change)
    at = next(place for place, cell in enumerate(code) if re.search(rf"^(def|class) {name}\b", cell, re.M))
    frame = ast.parse(code[at]).body
    checks = frame[-1:] if isinstance(frame[-1], ast.Expr) else ast.parse(code[at + 1]).body
    known: dict[str, Any] = {"display": print, "__name__": "__main__"}
    for cell in [*needed(code[:at], code[at] + "\n" + ast.unparse(checks)), code[at]]:
        if not cell.startswith("PlayGame"):
            exec(compile(cell, lesson, "exec"), known)
        for part in (part for part in ours if re.search(rf"^(def|class) {part}\b", cell, re.M)):
            exec(ours[part], known)
    capsys.readouterr()
    return shown(checks, known, capsys)


def passes(told: str) -> bool:
    return "✓" in told and not {*"✗✎◐"} & {*told} and "Remark" not in told


@pytest.mark.parametrize("lesson", GROWN)
def test_the_finished_code_that_a_lesson_unfolds_passes_the_check_beside_it(lesson, capsys):
    assert [*code_and_ours(lesson)[1]] == GROWN[lesson]
    for name in GROWN[lesson]:
        assert passes(told_of(lesson, name, capsys)), name


SLIPS = [
    ("02_minimax", "decision", ("depth - 1", "depth")),
    ("02_minimax", "decision", ("not maximizing", "maximizing")),
    ("02_minimax", "decision", ("max if maximizing else min", "max")),
    ("04_alpha_beta", "my_alphabeta", ("best >= beta", "best >= inf")),
    ("04_alpha_beta", "my_alphabeta", ("beta = min(beta, best)", "pass")),
    ("06_rps_engine", "Ordered", ("else -child.margin", "else child.margin")),
    ("06_rps_engine", "Remembering", ('"at most" if value <= alpha else ', "")),
    ("06_rps_engine", "Remembering", ('"at least": value >= beta', '"at least": True')),
    ("06_rps_engine", "Remembering", ("known_depth == depth and ", "")),
    ("06_rps_engine", "Deepening", ("_, self.move = self.search", "self.search")),
    ("06_rps_engine", "Deepening", ("range(1, depth + 1)", "range(1, depth)")),
    ("06_rps_engine", "OnTheClock", ("raise TimeoutError", "return 0, None")),
    ("06_rps_engine", "OnTheClock", ("return self.deepen", "self.deepen")),
    ("06_rps_engine", "OnTheClock", ("deepen(state, depth)", "deepen(state, 9)")),
]


@pytest.mark.exhaustive
def test_a_slip_in_what_a_lesson_builds_does_not_pass(capsys):
    for lesson, name, change in SLIPS:
        assert not passes(told_of(lesson, name, capsys, change)), change


def test_lesson_6_asks_about_the_key_of_a_table_in_which_mirror_images_do_not_meet(capsys):
    told = told_of("06_rps_engine", "Remembering", capsys, ("state.canonical_key()", "state"))
    assert "saves no nodes. Is its key `state.canonical_key()`" in told
    assert "maximizing" not in told
    assert not passes(told)


def test_lesson_6_says_what_a_search_must_return_that_returns_only_the_value(capsys):
    change = "        return value, move\n\n", "        return value\n\n"
    told = told_of("06_rps_engine", "Remembering", capsys, change)
    assert "`search` must return two things, the value and the move" in told
    assert not passes(told)


def searched(depth: int, change: tuple[str, str] = ("", "")) -> int:
    """The nodes of lesson 6's deepening engine from the lesson's start, with a change in its text."""
    text, known = (LESSONS / "data" / "our_engine.txt").read_text("utf-8"), {}
    assert change[0] in text
    exec(text.replace(*change), known)
    engine = known["Deepening"](rps_standard)
    engine.deepen(RPS.start("RPSRP", "PSRSR"), depth)
    return engine.nodes


def test_what_lesson_6_says_of_a_table_that_is_emptied_and_of_deeper_entries_is_so():
    emptied = "_, self.move = self.search", "self.table = {}; _, self.move = self.search"
    assert [searched(4), searched(4, emptied)] == [1_000, 988]
    assert [searched(6), searched(6, emptied)] == [15_388, 16_809]
    assert searched(6, ("known_depth == depth", "known_depth >= depth")) == 15_388


def test_the_engine_of_ours_is_what_lesson_6_shows():
    code, shown = code_and_ours("06_rps_engine")
    (plain,) = [cell[cell.index("class Plain") :] for cell in code if "class Plain:" in cell]
    parts = (LESSONS / "data" / "our_engine.txt").read_text("utf-8").split("\n\n\n")
    assert [plain, *(text.strip() for text in shown.values())] == parts[2:-1]


class Lesson6:
    """Lesson 6 in a folder of its own: a reader runs its cells, one by one."""

    def __init__(self, folder: Path, monkeypatch: Any, capsys: Any) -> None:
        (folder / "data").symlink_to(LESSONS / "data")
        monkeypatch.chdir(folder)
        self.patch, self.read, self.cells = monkeypatch.setitem, capsys.readouterr, 0
        self.code, self.ours = code_and_ours("06_rps_engine")
        self.at = {name: self.place_of(f"class {name}(") for name in self.ours}
        (self.setup,) = (cell for cell in self.code if "def settle(" in cell)
        self.last = self.place_of("write_text(")
        parts = {*self.at.values(), *(place + 1 for place in self.at.values())}
        self.known: dict[str, Any] = {"display": print, "__name__": "__main__"}
        for cell in needed(self.code[: self.last], "\n".join(self.code[place] for place in [*parts, self.last])):
            if self.code.index(cell) not in parts and not cell.startswith("PlayGame"):
                self.run(cell)

    def place_of(self, words: str) -> int:
        (place,) = (place for place, cell in enumerate(self.code) if words in cell)
        return place

    def run(self, cell: str) -> str:
        """What the cell prints. Its lines can be read later, as in a notebook."""
        self.cells += 1
        name = f"cell {self.cells}"
        self.patch(linecache.cache, name, (len(cell), None, cell.splitlines(True), ""))
        exec(compile(cell, name, "exec"), self.known)
        return self.read().out

    def leave(self, name: str) -> None:
        """Run the cell of a part as the lesson gives it."""
        self.run(self.code[self.at[name]])

    def write(self, name: str) -> None:
        """Run the cell of a part with the answer that the lesson unfolds."""
        self.run(self.ours[name].replace(":\n", ":  # the reader's\n", 1))

    def check(self, name: str) -> str:
        return self.run(self.code[self.at[name] + 1])

    def file(self) -> str:
        """The engine that the lesson writes; it can play."""
        self.run(self.code[self.last])
        text, engine = Path("my_engine.py").read_text("utf-8"), {}
        assert all(f"class {name}(" in text for name in self.ours)
        exec(text, engine)
        assert engine["MyEngine"](rps_standard).play(self.known["start"], lambda: False, depth=2) is not None
        return text


@pytest.fixture
def lesson_6(tmp_path, monkeypatch, capsys):
    return Lesson6(tmp_path, monkeypatch, capsys)


def test_a_check_of_lesson_6_judges_only_what_the_reader_wrote_however_often_it_runs(lesson_6):
    for name in lesson_6.ours:
        lesson_6.leave(name)
        first = lesson_6.check(name)
        assert re.search("[✎✗]", first)
        assert "✓" not in first
        assert lesson_6.check(name) == first
        lesson_6.run(lesson_6.setup)  # once more, while ours stands in
        assert lesson_6.check(name) == first
        with pytest.raises(SyntaxError):
            lesson_6.run(f"class {name}(:")
        assert lesson_6.check(name) == first
        lesson_6.write(name)
        assert all(passes(lesson_6.check(name)) for _ in range(2))
        lesson_6.leave(name)
        assert [lesson_6.check(name), lesson_6.check(name)] == [first, first]
    assert "# the reader's" not in lesson_6.file()
    for name in lesson_6.ours:
        lesson_6.write(name)
    assert "# the reader's" not in lesson_6.file()  # not yet checked
    for name in lesson_6.ours:
        assert passes(lesson_6.check(name))
    assert lesson_6.file().count("# the reader's") == 4


def test_lesson_6_writes_the_reader_s_own_cells_into_the_file_and_ours_only_where_those_are_not_right(lesson_6):
    for name in lesson_6.ours:
        (lesson_6.write if name in ("Ordered", "Deepening") else lesson_6.leave)(name)
        lesson_6.check(name)
    text = lesson_6.file()
    assert text.count("# the reader's") == 2
    assert all(each.strip() in text.replace("  # the reader's", "") for each in lesson_6.ours.values())


def test_lesson_6_writes_helpers_into_the_file_and_no_tests(lesson_6):
    lesson_6.leave("Ordered")
    helper = "from functools import cache\n\n\n@cache\ndef sign(player):\n    return 1 if player is MIN else -1\n\n\n"
    scored = "return child.margin if child.active_player is MIN else -child.margin"
    assert scored in lesson_6.ours["Ordered"]
    own = lesson_6.ours["Ordered"].replace(scored, "return sign(child.active_player) * child.margin")
    tried = "print(Ordered(rps_standard).search(start, 2))\nnumber = 1 / sign(start.active_player)\n"
    lesson_6.run(f"# mine\n{helper}{own}\n{tried}")
    assert passes(lesson_6.check("Ordered"))
    text = lesson_6.file()
    assert helper in text
    assert "start" not in text


def test_lesson_6_asks_about_bounds_only_where_an_entry_may_answer_more_often(lesson_6):
    lesson_6.write("Ordered")
    lesson_6.leave("Remembering")
    assert "bound" not in lesson_6.check("Remembering")
    lesson_6.run(lesson_6.ours["Remembering"].replace("and enough[kind]", 'and kind == "exact"'))
    assert "more nodes than the library's. Does a bound answer, too?" in lesson_6.check("Remembering")


def test_lesson_6_comes_to_no_position_twice_before_the_last_ply_where_it_says_so():
    known: dict[str, Any] = {}
    exec((LESSONS / "data" / "our_engine.txt").read_text("utf-8"), known)
    met: list[tuple[Any, int]] = []

    class Counting(known["Ordered"]):
        def search(self, state: Any, depth: int, *window: float) -> Any:
            met.append((state, depth))
            return super().search(state, depth, *window)

    Counting(rps_standard).search(RPS.start("RPSRP", "PSRSR"), 4)
    searched = [state for state, depth in met if depth > 0]
    assert len(searched) == len({*searched}) > 100
