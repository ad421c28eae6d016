"""Quizzes and editors on pages without Python say what Python says."""

import json
import subprocess
from pathlib import Path
from random import Random

import pytest

from minimax_lab.app.pages.alive import held_state, tree_of
from minimax_lab.game import MIN
from minimax_lab.games import Tree
from minimax_lab.games.trees import random_tree
from minimax_lab.widgets import PruningQuiz, TreeEditor, ValueQuiz
from tests import needs

SHAPES = [(2, 3), (3, 2), (4, 2)]
TREES = [random_tree(depth, branching, seed=seed) for depth, branching in SHAPES for seed in range(4)]
TREES += [Tree([[3], [2, [5, 5]], 4]), Tree({"left": {"a": 3, "b": -2}, "right": [1, 0.5]}, MIN)]


def in_node(**asked):
    needs.node()
    script = Path(__file__).with_name("against_python.mjs")
    done = subprocess.run(["node", script], input=json.dumps(asked), check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def state_of(widget):
    return json.loads(json.dumps(widget.get_state()))


def played(quiz, messages):
    """What the quiz says in Python after each message, as far as a page tells it, too."""
    told = []
    for message in messages:
        quiz._receive(quiz, {**message, "seed": quiz.seed}, [])
        told.append([quiz._feedback, quiz.score, quiz.attempts, quiz.correct])
    return told


def without_numbers(told):
    return [[{name: value for name, value in said.items() if name != "serial"}, *rest] for said, *rest in told]


def marks(quiz, random):
    """Nothing, anything, and what is right, each checked and explained."""
    right = [number for number, path in enumerate(quiz.paths) if path in quiz._solution.cuts]
    others = random.sample(range(1, len(quiz.paths)), 3)
    for marked in [], others, [*right, *others[:1]], right, right[1:], right:
        for do in "check", "explain", "explain":
            yield {"do": do, "marked": marked, "answers": {}}
    yield {"do": "reset"}


def test_a_pruning_quiz_is_judged_and_explained_as_python_does():
    random, cases, expected = Random(1), [], []
    for tree in TREES:
        quiz = PruningQuiz(tree)
        kind, held = held_state(state_of(quiz))
        messages = [{"answers": {}, "marked": [], **message} for message in marks(quiz, random)]
        cases.append({"kind": kind, "held": held, "messages": messages})
        expected.append(without_numbers(played(quiz, messages)))
    found = in_node(quizzes=cases, drafts=[])["quizzes"]
    assert [without_numbers(told) for told in found] == expected


def test_a_quiz_on_values_counts_as_python_does_and_explains_what_is_missing():
    random, cases, expected = Random(2), [], []
    for tree in TREES:
        quiz = ValueQuiz(tree)
        kind, held = held_state(state_of(quiz))
        right = {str(quiz.paths.index(path)): f"{quiz._solution.values[path]}" for path in quiz._inner()}
        some = {node: value for node, value in right.items() if random.random() < 0.5}
        wrong = {**right, "0": "99", random.choice([*right]): "x"}
        messages = [{"do": do, "answers": given} for given in (some, right) for do in ("check", "explain", "explain")]
        messages += [{"do": "check", "answers": wrong}, {"do": "check", "answers": {"0": " −7,5 "}}]
        cases.append({"kind": kind, "held": held, "messages": messages})
        expected.append(without_numbers(played(quiz, messages)))
    found = in_node(quizzes=cases, drafts=[])["quizzes"]
    assert [without_numbers(told) for told in found] == expected


@pytest.mark.parametrize("search", ["alphabeta", "minimax"])
def test_an_edited_tree_is_searched_as_python_does(search):
    states = [state_of(TreeEditor(tree, search)) for tree in [*TREES, Tree(7)]]
    found = in_node(quizzes=[], drafts=[{"draft": state["tree"], "search": search} for state in states])["drafts"]
    assert found == [state["_result"] for state in states]


def test_the_tree_of_a_quiz_is_read_off_its_rows():
    for tree in TREES:
        assert tree_of(state_of(PruningQuiz(tree))["_rows"]).leaves() == tree.leaves()
