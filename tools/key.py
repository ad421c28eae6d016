"""Print the answers to a student's number: of exercises 1 and 4, and of the quizzes that take it as their seed.

python -m tools.key 4711
"""

from __future__ import annotations

import sys

from minimax_lab.check.exercises.on_paper import boxes_tree, cannot_matter, cuts_tree, smallest_change, values_tree
from minimax_lab.games import Tree, tree
from minimax_lab.search import alphabeta, minimax, minimax_decision
from minimax_lab.trace import trace
from minimax_lab.widgets.quiz.trees import quiz_tree

# As lesson 4 asks for them
QUIZZES = {
    "PruningQuiz(seed={number}, depth=3, branching=2, cutoffs=2)": {"cutoffs": 2},
    "PruningQuiz(seed={number}, depth=4, branching=2, deep_cutoff=True)": {"depth": 4, "deep_cutoff": True},
}


def key(number: int) -> dict[str, object]:
    """The answers by the names that they have in the exercises. (Other changes and orders may be right as well.)"""
    mine = values_tree(number)
    boxes = sorted((sorted(box.leaves()) for box in boxes_tree(number).children.values()), reverse=True)
    return {
        "values": {path: minimax(node) for path, node in mine.walk() if not node.is_leaf},
        "best_move": minimax_decision(mine),
        "change": smallest_change(mine),
        "cannot_matter": cannot_matter(mine),
        "never_seen": never_seen(cuts_tree(number)),
        "fewest": tree(boxes),
        "most": tree([box[::-1] for box in boxes[::-1]]),
    }


def quiz_key(number: int) -> dict[str, object]:
    """What is to be marked, by the quiz."""
    return {quiz.format(number=number): never_seen(quiz_tree(number, **request)) for quiz, request in QUIZZES.items()}


def never_seen(asked: Tree) -> set[tuple]:
    return {*trace(alphabeta, asked).pruned}


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].isdecimal():
        sys.exit("usage: python -m tools.key NUMBER")
    student = int(sys.argv[1])
    for name, answer in key(student).items():
        print(f"{name} = {answer!r}")
    for quiz, answer in quiz_key(student).items():
        print(f"{quiz}: {answer}")
