"""Widgets on pages without Python hold what they need there, and an editor says what Python says."""

import json
import subprocess
from pathlib import Path

import pytest

from minimax_lab.app.pages.notebook import ALIVE, held_state
from minimax_lab.game import MIN
from minimax_lab.games import Tree
from minimax_lab.games.trees import random_tree
from minimax_lab.search import alphabeta
from minimax_lab.widgets import PlayGame, PruningQuiz, TreeEditor, ValueQuiz, step_through
from tests import needs

SHAPES = [(2, 3), (3, 2), (4, 2)]
TREES = [random_tree(depth, branching, seed=seed) for depth, branching in SHAPES for seed in range(4)]
TREES += [Tree([[3], [2, [5, 5]], 4]), Tree({"left": {"a": 3, "b": -2}, "right": [1, 0.5]}, MIN)]


def in_node(asked):
    needs.node()
    script = Path(__file__).with_name("against_python.mjs")
    done = subprocess.run(["node", script], input=json.dumps(asked), check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def state_of(widget):
    return json.loads(json.dumps(widget.get_state()))


def test_each_widget_that_lives_on_a_page_takes_along_all_that_it_holds_there():
    tree = Tree([[3, 12], [2, 4]])
    made = [step_through(alphabeta, tree), PruningQuiz(tree), ValueQuiz(tree), TreeEditor(tree)]
    held = [held_state(state_of(widget)) for widget in made]
    assert [kind for kind, _ in held] == [kind for kind, _ in ALIVE.values()]
    assert [[*state] for _, state in held] == [names for _, names in ALIVE.values()]
    assert held_state(state_of(PlayGame(tree))) is None


@pytest.mark.parametrize("search", ["alphabeta", "minimax"])
def test_an_edited_tree_is_searched_as_python_does(search):
    states = [state_of(TreeEditor(tree, search)) for tree in [*TREES, Tree(7)]]
    found = in_node([{"draft": state["tree"], "search": search} for state in states])
    assert found == [state["_result"] for state in states]
