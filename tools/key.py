"""Print the answers of exercise 1 for a student's number.

python -m tools.key 4711
"""

from __future__ import annotations

import sys

from minimax_lab.check.by_hand.tasks import cuts_tree, values_tree
from minimax_lab.search import alphabeta, minimax, minimax_decision
from minimax_lab.trace import trace


def key(number: int) -> dict[str, object]:
    """The answers by the names that they have in the exercise."""
    first, second = values_tree(number), cuts_tree(number)
    return {
        "values": {path: minimax(node) for path, node in first.walk() if not node.is_leaf},
        "best_move": minimax_decision(first),
        "never_seen": {*trace(alphabeta, second).pruned},
    }


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].isdecimal():
        sys.exit("usage: python -m tools.key NUMBER")
    for name, answer in key(int(sys.argv[1])).items():
        print(f"{name} = {answer}")
