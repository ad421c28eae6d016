"""What Python knows of traces and trees, for the tests that Node runs: `python -m tests.widgets.js.cases` prints it,
given `walks` or `traces`."""

import json
import math
import os
import random
import sys

from minimax_lab.adapt import as_game, underlying
from minimax_lab.draw.tree.layout import tidy
from minimax_lab.game import MAX, MIN
from minimax_lab.games import Isolation, TicTacToe, Tree, figure, random_tree, tree
from minimax_lab.search import alphabeta, minimax, minimax_decision, negamax
from minimax_lab.trace import trace
from minimax_lab.trace.words import value_text
from minimax_lab.widgets.stepper.payload import payload

UNSEEN, OPEN, DONE, FAILED, PRUNED = range(5)  # as in machine.js


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


def remembers(state, table):
    if state not in table:
        moves = state.get_legal_moves()
        best = max if state.active_player is MAX else min
        table[state] = best(remembers(state.forecast_move(m), table) for m in moves) if moves else state.utility()
    return table[state]


BIG = [[0] * 30] * 30  # so often that not all of it is sent to the browser, but counted


def traces():
    return {
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
        "to a depth": trace(minimax, figure("three_branches"), 1, lambda state: 0),
        "tic-tac-toe": trace(alphabeta, TicTacToe("XOX .O. ..X")),
        "isolation": trace(minimax_decision, Isolation()),
        "several rounds": trace(deepening, figure("three_branches")),
        "an unsafe cut": trace(hasty, figure("textbook")),
        "with a table": trace(remembers, tree([[1, [1, 2]], [2, [1, 2]]]), {}),
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


def goes_on(node):
    """Whether the search has stopped at a node at which the game goes on."""
    return not node.searched and len(as_game(node.state).get_legal_moves()) > 0


def total(seen):
    """How many leaves the tree has; 0 where that is not known, or some are looked at again and again."""
    state = underlying(seen.root.state)
    once = all(node.visits == 1 for node in seen.nodes)
    if isinstance(state, Tree) and not any(map(goes_on, seen.nodes)):
        return len(state.leaves()) if once else 0
    return 0 if seen.pruned or not once else len(seen.leaves)


def case(name, seen):
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
        "goesOn": [int(goes_on(node)) for node in seen.nodes],
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


# What is known after each step


def backwards(state, alpha=-math.inf, beta=math.inf):
    """Alpha-beta that looks at the last move first."""
    moves = state.get_legal_moves()
    if not moves:
        return state.utility()
    best, value = (max, -math.inf) if state.active_player is MAX else (min, math.inf)
    for move in reversed(moves):
        value = best(value, backwards(state.forecast_move(move), alpha, beta))
        alpha, beta = (max(alpha, value), beta) if best is max else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return value


def first_leaf(state):
    while not state.is_terminal():
        state = state.forecast_move(state.get_legal_moves()[0])
    return state.utility()


def there_and_back(state):
    """Rounds that enter nodes again, leave out children that were once searched, and search what was once left out."""
    minimax(state, 2, evaluate=first_leaf)
    alphabeta(state)
    return minimax(state)


def failing(state):
    """Minimax that fails at a leaf that is worth 3."""
    moves = state.get_legal_moves()
    if not moves:
        return 1 // (state.utility() - 3)
    best = max if state.active_player is MAX else min
    return best([failing(state.forecast_move(move)) for move in moves])


def rescuing(state):
    """Where a search of a child fails, what is below the child is searched after that."""
    values = []
    for child in map(state.forecast_move, state.get_legal_moves()):
        try:
            values.append(failing(child))
        except ZeroDivisionError:
            values += [minimax(child.forecast_move(move)) for move in child.get_legal_moves()]
    return max(values, default=0)


SEARCHES = [alphabeta, minimax, negamax, negamax_with_window, backwards, there_and_back, failing, rescuing]


def walks():
    """Many searches of random trees, with what is known after each step of them."""
    for seed in range(12 if os.environ.get("MINIMAX_LAB_QUICK") else 50):
        nested = as_nested(random_tree(2 + seed % 3, (1, 3 + seed % 2), seed, values=range(-4, 5), stop=0.15))
        for search in SEARCHES:
            yield walk(search.__name__, seen_by(search, Tree(nested, [MAX, MIN][seed % 2])))


def as_nested(node):
    return node.value if node.is_leaf else [as_nested(child) for child in node.children.values()]


def seen_by(search, state):
    try:
        return trace(search, state, lines=False)
    except ZeroDivisionError as error:
        return error.trace


def walk(name, seen):
    """After each step: which nodes look different, as [node, phase, label], and the moves and the reason of a cut."""
    number = {node.path: i for i, node in enumerate(seen.nodes)}
    before, rows = [(UNSEEN, known_of(node)) for node in seen.nodes], []
    for step, now in zip(seen.steps, known_after_each_step(seen), strict=True):
        changes = [[i, *one] for i, (one, other) in enumerate(zip(now, before, strict=True)) if one != other]
        reason, cut = step.evidence, None
        if step.kind == "cutoff":
            above = reason is not None and reason.path is not None
            ends = [number[reason.path], number[*reason.path, reason.move]] if above else [-1, -1]
            cut = {"moves": [value_text(move) for move in step.pruned], "reason": ends if reason else None}
        rows.append({"changes": changes, "cut": cut, "node": number[step.path]})
        before = now
    children = [[value_text(move) for move in node.moves] if node.searched else [] for node in seen.nodes]
    return {"name": name, "payload": payload(seen), "rows": rows, "children": children}


def known_of(node):
    """What a leaf of an abstract tree is worth can be read before any search."""
    state = underlying(node.state)
    return value_text(state.value) if state.is_leaf else ""


def known_after_each_step(seen):
    """(phase, label) of every node after each step, worked out from what came back since the node was last entered."""
    phases = {node.path: UNSEEN for node in seen.nodes}
    returned, said = {}, {}
    for step in seen.steps:
        path = step.path
        if step.kind == "enter":
            phases[path], returned[path] = OPEN, []
        elif step.kind in ("leaf", "return"):
            phases[path], said[path] = DONE, f"{step.bound} {value_text(step.value)}".strip()
            if path and phases[path[:-1]] == OPEN:
                returned[path[:-1]].append((step.value, step.bound))
        elif step.kind == "error":
            phases[path] = FAILED
        for move in step.pruned:
            child = (*path, move)
            if phases.get(child) == UNSEEN:
                phases |= {other: PRUNED for other in phases if other[: len(child)] == child}
        yield [(phases[node.path], label_of(node, phases, returned, said)) for node in seen.nodes]


def label_of(node, phases, returned, said):
    if phases[node.path] == DONE:
        return said[node.path]
    so_far = so_far_of(node, returned.get(node.path, [])) if phases[node.path] in (OPEN, FAILED) else ""
    return so_far or known_of(node)


def so_far_of(node, returned):
    """An open MAX node is worth at least what a child surely is, and a MIN node at most."""
    sign, best = ("≥", max) if node.player is MAX else ("≤", min)
    sure = [value for value, bound in returned if bound in ("", sign)]
    return f"{sign} {value_text(best(sure))}" if sure else ""


if __name__ == "__main__":
    if sys.argv[1] == "walks":
        made = {"walks": [*walks()]}
    else:
        named = [case(name, seen) for name, seen in traces().items()]
        made = {"traces": named, "layouts": [*map(layout, range(30))]}
    print(json.dumps(made))
