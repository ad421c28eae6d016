"""The Python side of the workbench, which needs no browser."""

import json
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from minimax_lab.widgets.editor.puzzle import PUZZLES
from tests import needs
from tests.trace.programs import programs
from tools.site.bench import STARTERS, break_page, example, puzzles
from tools.site.frame import SITE

sys.path.insert(0, str(SITE))
import workbench

TREE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
CODE = {name: (SITE / "starters" / f"{file}.py").read_text(encoding="utf-8") for name, file in STARTERS.items()}


ON_LISTS = """
def minimax(node, depth, maximizingPlayer):
    if depth == 0 or isinstance(node, int):
        return node
    choose = max if maximizingPlayer else min
    return choose(minimax(child, depth - 1, not maximizingPlayer) for child in node)
"""
PLAYED = """
board = ["X", "O", "X", " ", "O", " ", "X", " ", " "]

def winner(b):
    for i, j, k in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]:
        if b[i] == b[j] == b[k] != " ":
            return b[i]

def score(b, me):
    if winner(b) or " " not in b:
        return {"X": 1, "O": -1, None: 0}[winner(b)]
    values = []
    for i in range(9):
        if b[i] == " ":
            b[i] = me
            values.append(score(b, "O" if me == "X" else "X"))
            b[i] = " "
    return max(values) if me == "X" else min(values)

def play():
    while True:
        board[int(input("Your move? "))] = "O"
        print(score(board, "X"))

if __name__ == "__main__":
    play()
"""
A_CLASS = """
class Nim:
    def __init__(self, left, active_player=MAX):
        self.left, self.active_player = left, active_player

    def get_legal_moves(self):
        return [take for take in (1, 2, 3) if take <= self.left]

    def forecast_move(self, take):
        return Nim(self.left - take, MIN if self.active_player is MAX else MAX)

class Player:
    def value(self, state):
        if not state.get_legal_moves():
            return -1 if state.active_player is MAX else 1
        values = [self.value(state.forecast_move(move)) for move in state.get_legal_moves()]
        return max(values) if state.active_player is MAX else min(values)

print("worth", Player().value(Nim(4)))
"""


def steps(code, position):
    return json.loads(workbench.run(code, position)["traces"])


def test_the_search_is_traced_on_the_tree_with_its_own_lines():
    (trace,) = steps(CODE["alpha-beta"], TREE)
    assert "if alpha >= beta:" in json.dumps(trace)


@pytest.mark.parametrize("name", ["alpha-beta", "minimax", "negamax"])
@pytest.mark.parametrize("position", [TREE, *workbench.GAMES])
def test_every_starter_runs_on_every_position(name, position):
    assert steps(CODE[name], position)


@pytest.mark.parametrize("name", ["alpha-beta", "minimax", "negamax"])
def test_the_right_starters_pass_their_check(name):
    assert "✓" in workbench.verdict(CODE[name], TREE)["html"]


@pytest.mark.exhaustive
def test_the_wrong_starter_is_named_and_drawn():
    report = workbench.verdict(CODE["a wrong one, to debug"], TREE)["html"]
    assert "fresh-window" in report
    assert "<img" in report


def test_the_empty_frame_is_not_written_yet():
    assert "not written yet" in workbench.verdict(CODE["an empty frame"], TREE)["html"]


@pytest.mark.parametrize(
    ("code", "position", "message"),
    [
        ("def f(state:\n  pass", TREE, "Line 1 is not valid Python"),
        ("1 / 0", TREE, "The code stops in line 1 with ZeroDivisionError: division by zero"),
        ("x = 1", TREE, "defines no function with a parameter"),
        ("def f(state, colour_of_the_sky): return 1", TREE, "What is the parameter 'colour_of_the_sky'?"),
        (CODE["minimax"], "[[3, 12", "This is not a tree"),
        (ON_LISTS, "[[3, 12", "This is not a tree"),
        (A_CLASS.rpartition("print")[0], TREE, r"Add the call as the last line of your code: value\(Nim\(…\)\)"),
        ("async def f(state): return 1", TREE, "A search that is async def cannot be watched"),
        (CODE["minimax"], "[[], 3]", "This is not a tree"),
        (ON_LISTS, " ", "This is not a tree: nothing is written there. Write lists"),
        (ON_LISTS, "[[a, 3]]", "This is not a tree: it has more in it than numbers and lists. Write lists"),
    ],
)
def test_what_cannot_be_used_is_told_in_a_sentence(code, position, message):
    with pytest.raises(workbench.BadInput, match=message):
        workbench.run(code, position)


def test_an_endless_search_is_shown_up_to_where_it_was_stopped():
    endless = "def f(state):\n    while True:\n        state.get_legal_moves()"
    ran = workbench.run(endless, TREE)
    assert ran["message"] == (
        "it took more than 100,000 steps. Does it come to an end? If so, try a smaller tree or depth."
    )
    assert ran["line"] in (2, 3)  # of the loop


@pytest.mark.parametrize(
    ("old", "new", "position", "message", "line"),
    [
        ("return node", "return int(input())", TREE, "it asks for input, and nobody can answer here.", 4),
        ("child, depth - 1", "node, depth", TREE, "it calls itself without an end, as far as Python can go.", 6),
        ("choose =", "import numbers_not_here; choose =", TREE, "Line 5 imports numbers_not_here, which this page", 5),
        ("return node", "return node", "[[3], []]", ". The tree has an empty list in it: no leaf,", 6),
    ],
)
def test_what_stops_a_search_is_told_in_words_with_its_line(old, new, position, message, line):
    ran = workbench.run(ON_LISTS.replace(old, new), position)
    assert message in ran["message"]
    assert ran["line"] == line


@pytest.mark.parametrize("code", [CODE["minimax"], ON_LISTS.replace("int)", "int | float)")])
def test_a_tree_can_have_infinite_leaves_however_they_are_written(code):
    for infinite in "inf", "math.inf", "float('inf')", 'float("Infinity")':
        seen, message, _ = workbench._traced(workbench.Task(code, f"[[{infinite}, 5], [-{infinite}, 4]]"))
        assert (seen.value, message) == (5, "")


def test_a_kept_notebook_runs(tmp_path):
    notebook = nbformat.reads(workbench.notebook(CODE["alpha-beta"], TREE), as_version=4)
    nbformat.validate(notebook)
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, capture_output=True)


def test_an_answer_is_a_result_or_a_problem_with_its_line():
    answer = json.loads(workbench.answer("run", CODE["minimax"], TREE, ""))
    assert answer["result"]["call"] == "minimax(…, depth, maximizing, evaluate)"
    answer = json.loads(workbench.answer("run", "x = 1\ndef f(state:", TREE, ""))
    assert answer["problem"].startswith("Line 2 is not valid Python")
    assert answer["line"] == 2
    asked = json.loads(workbench.answer("run", ON_LISTS + ON_LISTS.replace("minimax", "second"), TREE, ""))
    assert asked["searches"] == ["minimax", "second"]


def test_the_search_can_be_chosen():
    two = ON_LISTS + ON_LISTS.replace("minimax", "second")
    assert workbench.run(two, TREE, "second")["search"] == "second"
    assert workbench.run(two + "minimax([1, 2], 1, True)", TREE, "second")["search"] == "second"


def test_the_lines_of_the_functions_are_those_of_the_code():
    code = CODE["alpha-beta"]
    first = workbench.run(code, TREE)["firsts"][0]
    assert code.splitlines()[first - 1].startswith("def alphabeta")
    assert workbench.run("# α\n\n" + code, TREE)["firsts"][0] == first + 2


def test_what_is_printed_is_shown_also_by_the_last_line_and_only_up_to_a_limit():
    code = "print('begin')" + ON_LISTS + "print('worth', minimax([[1, 2], 3], 2, True))"
    assert workbench.run(code, TREE)["printed"] == "begin\nworth 3\n"
    flood = "for _ in range(100): print('x' * 1000)" + ON_LISTS
    printed = workbench.run(flood, TREE)["printed"]
    assert len(printed) < 20_100
    assert printed.endswith("… and 80,100 characters more")


def test_a_tree_is_also_written_as_a_report_writes_it():
    (trace,) = steps(CODE["minimax"], "tree([1, [2, 1]], player=MIN)")
    assert trace["nodes"][0][2] == "MIN"


@pytest.mark.exhaustive
def test_a_finding_says_on_which_tree_and_can_be_stepped_through():
    (found,) = workbench.verdict(CODE["a wrong one, to debug"], TREE)["findings"]
    assert found["tree"].startswith("tree(")
    assert json.loads(found["traces"])
    assert found["hints"]


def test_a_search_on_lists_also_takes_a_tree_in_which_min_moves_first():
    ran = workbench.run(ON_LISTS, "tree([[1, 2], 3], player=MIN)")
    trace = json.loads(ran["traces"])[0]
    assert trace["nodes"][0][2] == "MIN"
    assert len(trace["nodes"]) == 5


def test_the_last_call_of_a_search_is_run_also_if_more_follows_it():
    code = ON_LISTS + "best = minimax([[1, 2], 3], 2, True)\nprint('worth', best)\nprint('the end')"
    ran = workbench.run(code, TREE)
    assert (ran["call"], ran["printed"]) == ("minimax([[1, 2], 3], 2, True)", "worth 3\nthe end\n")


def test_a_call_in_a_loop_is_run_again_with_what_it_was_given():
    code = "def f(board):\n    if not board:\n        return 0\n    return 1 + f(board[1:])\n"
    code += "board = [1, 2, 3]\nfor each in 'ab':\n    print(f(board))\n    board.pop()"
    ran = workbench.run(code, TREE)
    assert (ran["call"], ran["printed"]) == ("f(board)", "3\n2\n")
    assert len(json.loads(ran["traces"])[0]["nodes"]) == 3, "the board as it was at the last call"


def test_break_it_names_the_mistake_only_when_it_is_exposed():
    assert workbench.exposed("minimax", 1, "[0, 0]") == {
        "exposed": False,
        "summary": "Not exposed: it returns 0, and that is right.",
        "mistake": "",
    }
    found = workbench.exposed("minimax", 1, "[2, 1]")
    assert found["exposed"]
    assert found["mistake"] == "no-running-best"
    wrong, right = json.loads(workbench.both_runs("minimax", 1, "[2, 1]"))
    assert wrong["sources"] != right["sources"]


def test_the_page_of_break_it_holds_every_program_and_the_name_of_no_mistake():
    shown = break_page()
    held = puzzles()
    assert [(each["kind"], each["number"]) for each in held] == [
        (kind, number) for kind, codes in PUZZLES.items() for number, _ in enumerate(codes, 1)
    ]
    assert [code for codes in PUZZLES.values() for code in codes if code in shown] == []


def test_the_workbench_needs_neither_jupyter_nor_numpy():
    names = ["numpy", "anywidget", "ipywidgets", "IPython", "matplotlib", "chess", "networkx"]
    code = f"""
import sys
sys.path.insert(0, {str(SITE)!r})
import workbench
workbench.run("def f(s): return 1", "[1]")
workbench.verdict("def minimax(state, depth, maximizing, evaluate): return 1", "[1]")
workbench.both_runs("minimax", 1, "[2, 1]")
print([name for name in {names} if name in sys.modules])
"""
    root = Path(__file__).parents[2]
    shown = subprocess.run([sys.executable, "-c", code], check=True, cwd=root, capture_output=True, text=True)
    assert shown.stdout == "[]\n"


def test_the_example_is_ready_before_python_is():
    shown = example()
    assert json.loads(shown["run"]["traces"])
    assert [*shown["starters"]] == [*STARTERS]


def test_links_trees_and_days_in_javascript():
    needs.node()
    files = map(str, sorted(Path(__file__).parent.glob("*.test.mjs")))
    subprocess.run(["node", "--test", *files], check=True, capture_output=True)


@pytest.mark.parametrize(
    ("code", "call", "nodes"),
    [
        (ON_LISTS, "minimax(…, depth, maximizingPlayer)", 13),
        (ON_LISTS + "\nanswer = minimax([[1, 2], 3], 2, True)", "minimax([[1, 2], 3], 2, True)", 5),
        (PLAYED.replace("play()\n", 'score(board, "X")\n'), "score(board, 'X')", 32),
        (A_CLASS, "Player().value(Nim(4))", 15),
    ],
)
def test_a_program_of_any_kind_is_run_by_its_last_line_or_else_by_its_search(code, call, nodes):
    ran = workbench.run(code, TREE)
    assert (ran["call"], len(json.loads(ran["traces"])[0]["nodes"])) == (call, nodes)


def test_a_program_that_plays_with_somebody_is_not_waited_for():
    with pytest.raises(workbench.BadInput, match=r"asks for input, .* Add the call .*: score\(…\)") as told:
        workbench.run(PLAYED, TREE)
    assert "input(" in PLAYED.splitlines()[told.value.line - 1]


def test_a_program_from_anywhere_is_checked_for_contradictions():
    forgetful = PLAYED.replace('            b[i] = " "\n', "").replace("play()\n", 'score(board, "X")\n')
    assert "not properly taken back" in workbench.verdict(forgetful, TREE)["html"]
    assert "nothing contradictory" in workbench.verdict(ON_LISTS, TREE)["html"]


def test_which_of_two_searches_is_asked():
    two = ON_LISTS + ON_LISTS.replace("minimax", "second")
    with pytest.raises(workbench.BadInput, match=r"Which of these is to be run: minimax, second\? Choose one"):
        workbench.run(two, TREE)


@pytest.mark.exhaustive
def test_no_program_of_the_collection_is_refused():
    """Each is pasted as it is, with the call that starts it as the last line."""
    refused = {}
    for program in programs():
        try:
            ran = workbench.run(f"{program.source}\n{program.call}", TREE)
        except workbench.BadInput as error:
            refused[program.name] = str(error)
        else:
            assert json.loads(ran["traces"])[0]["nodes"]
    assert refused == {}
