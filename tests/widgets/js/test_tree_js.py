"""The widgets' JavaScript, run by Node, agrees with Python."""

import json
import math
import os
import random
import subprocess
from pathlib import Path

from minimax_lab.adapt import underlying
from minimax_lab.draw.tree.layout import tidy
from minimax_lab.game import MAX
from minimax_lab.games import Isolation, TicTacToe, Tree, figure, random_tree, tree
from minimax_lab.search import alphabeta, minimax, minimax_decision, negamax
from minimax_lab.trace import trace
from minimax_lab.trace.words import value_text
from minimax_lab.widgets.stepper.payload import payload
from tests import needs

HERE = Path(__file__).parent


def deepening(state):
    for depth in (1, 2, 3):
        value = alphabeta(state, depth, evaluate=lambda state: 0)
    return value


def hasty(state):
    moves = state.get_legal_moves()
    return hasty(state.forecast_move(moves[0])) if moves else state.utility()


def first_for_min(state):
    moves = state.get_legal_moves()
    if not moves:
        return state.utility()
    values = [first_for_min(state.forecast_move(move)) for move in moves]
    return max(values) if state.active_player is MAX else values[0]


def negamax_with_window(state, alpha=-math.inf, beta=math.inf, color=1):
    if not state.get_legal_moves():
        return color * state.utility()
    value = -math.inf
    for move in state.get_legal_moves():
        value = max(value, -negamax_with_window(state.forecast_move(move), -beta, -alpha, -color))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value


BIG = [[0] * 30] * 30  # so often that not all of it is sent to the browser, but counted

TRACES = {
    "textbook": trace(alphabeta, figure("textbook")),
    "textbook, in full": trace(minimax, figure("textbook")),
    "without lines": trace(alphabeta, figure("textbook"), lines=False),
    "eight leaves": trace(minimax, figure("eight_leaves")),
    "negamax": trace(negamax, figure("three_branches")),
    "negamax with a window": trace(negamax_with_window, figure("three_branches")),
    "a deep cut": trace(alphabeta, tree([[5, 6], [[[2, 9], [8, 7]], 9]])),
    "random": trace(alphabeta, random_tree(5, (1, 4), 7, values=range(-9, 9), stop=0.1)),
    "tuples": trace(alphabeta, tree([[(1, 2), (3, 0)], [(0, 9), (2, 2)]])),
    "one node": trace(minimax, tree(4)),
    "tic-tac-toe": trace(alphabeta, TicTacToe("XOX .O. ..X")),
    "isolation": trace(minimax_decision, Isolation()),
    "several rounds": trace(deepening, figure("three_branches")),
    "an unsafe cut": trace(hasty, figure("textbook")),
    "MIN takes the first": trace(first_for_min, tree([[12, 3], [1, 2]])),
    "much is only counted": trace(alphabeta, tree([[5, 6], *([1, BIG] for _ in range(40))]), lines=False),
    "many moves are only counted": trace(alphabeta, tree([[5], *([1] * 700 for _ in range(40))]), lines=False),
}
SAFE = {
    "textbook",
    "eight leaves",
    "negamax",
    "negamax with a window",
    "a deep cut",
    "random",
    "one node",
    "tic-tac-toe",
}


def total(seen):
    """How many leaves the tree has; 0 where that is not known, or some are looked at again and again."""
    state = underlying(seen.root.state)
    once = all(node.visits == 1 for node in seen.nodes)
    if isinstance(state, Tree):
        return len(state.leaves()) if once else 0
    return 0 if seen.pruned or not once else len(seen.leaves)


def case(name):
    seen = TRACES[name]
    labels = [f"{node.bound} {value_text(node.value)}".strip() if node.finished else "" for node in seen.nodes]
    return {
        "name": name,
        "payload": payload(seen),
        "stories": [seen.story(i) for i in range(len(seen.steps))],
        "variables": [{name: value_text(value) for name, value in step.variables.items()} for step in seen.steps],
        "labels": labels,
        "leaves": len(seen.leaves),
        "total": total(seen),
        "root": minimax(seen.root.state) if name in SAFE else None,
    }


def layout(seed):
    """A random tree with nodes of random widths, and where Python places them."""
    rng = random.Random(seed)
    children = [[]]
    for node in range(1, rng.randint(1, 60)):
        children.append([])
        children[rng.randrange(node)].append(node)
    left, right = ([rng.uniform(1, 30) for _ in children] for _ in range(2))
    gap, apart = rng.uniform(0, 10), rng.uniform(0, 20)
    x = tidy(children, left, right, gap, apart)
    return {"children": children, "left": left, "right": right, "gap": gap, "apart": apart, "x": x}


def test_the_javascript_agrees_with_python(tmp_path):
    needs.node()
    cases = tmp_path / "cases.json"
    cases.write_text(
        json.dumps({"traces": [*map(case, TRACES)], "layouts": [*map(layout, range(30))]}), encoding="utf-8"
    )
    files = [str(file) for file in sorted(HERE.glob("*.test.mjs"))]
    environment = {**os.environ, "MINIMAX_LAB_CASES": str(cases)}
    done = subprocess.run(["node", "--test", *files], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# fail 0" in done.stdout or "ℹ fail 0" in done.stdout
