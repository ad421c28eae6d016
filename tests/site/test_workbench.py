"""The Python side of the workbench, which needs no browser."""

import json
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from tests import needs
from tools.site.frame import SITE
from tools.site.workbench import STARTERS, example

sys.path.insert(0, str(SITE))
import workbench

TREE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
CODE = {name: (SITE / "starters" / f"{file}.py").read_text(encoding="utf-8") for name, file in STARTERS.items()}


def test_the_search_is_traced_on_the_tree_with_its_own_lines():
    (trace,) = json.loads(workbench.steps(CODE["alpha-beta"], TREE))
    assert "if alpha >= beta:" in json.dumps(trace)


@pytest.mark.parametrize("name", ["alpha-beta", "minimax", "negamax"])
@pytest.mark.parametrize("position", [TREE, *workbench.GAMES])
def test_every_starter_runs_on_every_position(name, position):
    assert json.loads(workbench.steps(CODE[name], position))


@pytest.mark.parametrize("name", ["alpha-beta", "minimax", "negamax"])
def test_the_right_starters_pass_their_check(name):
    assert "✓" in workbench.verdict(CODE[name], TREE)


def test_the_wrong_starter_is_named_and_drawn():
    report = workbench.verdict(CODE["a wrong one, to debug"], TREE)
    assert "fresh-window" in report
    assert "<img" in report


def test_the_empty_frame_is_not_written_yet():
    assert "not written yet" in workbench.verdict(CODE["an empty frame"], TREE)


@pytest.mark.parametrize(
    ("code", "position", "message"),
    [
        ("def f(state:\n  pass", TREE, "Line 1 is not valid Python"),
        ("1 / 0", TREE, "The code stops in line 1 with ZeroDivisionError: division by zero"),
        ("x = 1", TREE, "defines no function with a parameter"),
        ("def f(state, colour_of_the_sky): return 1", TREE, "What is the parameter 'colour_of_the_sky'?"),
        (CODE["minimax"], "[[3, 12", "This is not a tree"),
        (CODE["minimax"], "[[], 3]", "This is not a tree"),
    ],
)
def test_what_cannot_be_used_is_told_in_a_sentence(code, position, message):
    with pytest.raises(workbench.BadInput, match=message):
        workbench.steps(code, position)


def test_an_endless_search_is_shown_up_to_where_it_was_stopped():
    endless = "def f(state):\n    while True:\n        state.get_legal_moves()"
    (trace,) = json.loads(workbench.steps(endless, TREE))
    assert "LimitReached" in json.dumps(trace)


def test_a_kept_notebook_runs(tmp_path):
    notebook = nbformat.reads(workbench.kept_notebook(CODE["alpha-beta"], TREE), as_version=4)
    nbformat.validate(notebook)
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, capture_output=True)


def test_a_kept_page_holds_the_steps_and_asks_no_server():
    page = workbench.kept_page(CODE["minimax"], TREE)
    assert "minimax" in page
    assert "src=" not in page.split("<script")[0]


def test_the_workbench_needs_neither_jupyter_nor_numpy():
    names = ["numpy", "anywidget", "ipywidgets", "IPython", "matplotlib", "chess", "networkx"]
    code = f"""
import sys
sys.path.insert(0, {str(SITE)!r})
import workbench
workbench.steps("def f(s): return 1", "[1]")
workbench.verdict("def minimax(state, depth, maximizing, evaluate): return 1", "[1]")
print([name for name in {names} if name in sys.modules])
"""
    root = Path(__file__).parents[2]
    shown = subprocess.run([sys.executable, "-c", code], check=True, cwd=root, capture_output=True, text=True)
    assert shown.stdout == "[]\n"


def test_the_example_is_ready_before_python_is():
    shown = example()
    assert json.loads(shown["traces"])
    assert [*shown["starters"]] == [*STARTERS]


def test_links_in_javascript():
    needs.node()
    subprocess.run(["node", "--test", str(Path(__file__).with_name("link.test.mjs"))], check=True, capture_output=True)
