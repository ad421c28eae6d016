"""What it costs to watch a search, and how long a cell with a step-through computes.

Each search runs plain, traced by its calls, and traced line by line, in turn; a figure is of the search of three
(minimax, alpha-beta, negamax) that fares worst. A trace is put together when it is first read, which is timed with
the step-through: a cell traces the search, packs the trace for the browser and draws its still picture.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any

from benchmarks.measure import Figure, best_times, loops_for
from benchmarks.positions import played
from minimax_lab.draw import tree_svg
from minimax_lab.games import Isolation, TicTacToe, random_tree, tree
from minimax_lab.search import alphabeta, minimax, negamax
from minimax_lab.trace import trace
from minimax_lab.widgets import step_through

Search = Callable[..., Any]

SEARCHES: list[Search] = [minimax, alphabeta, negamax]
CALLS, LINES = 15, 30  # times the plain run
SIZE = 5.0  # MB for 10,000 nodes
WIDE = 1_000  # children, each with as many leaves


def worst(what: str, found: dict[str, float], unit: str, goal: float) -> Figure:
    note = ", ".join(f"{name} {value:.1f}" for name, value in found.items())
    return Figure(what, max(found.values()), unit, goal, note=note)


def cost(name: str, state: Any, rounds: int) -> Iterator[Figure]:
    """How many times the plain search each kind of trace takes."""
    calls, lines = {}, {}
    for search in SEARCHES:
        plain, by_call, by_line = (
            lambda search=search: search(state),
            lambda search=search: trace(search, state, lines=False),
            lambda search=search: trace(search, state, lines=True),
        )
        best, *traced = best_times([plain, by_call, by_line], rounds, loops_for(plain))
        calls[search.__name__], lines[search.__name__] = (seconds / best for seconds in traced)
    yield worst(f"{name}, calls: times the plain search", calls, "", CALLS)
    yield worst(f"{name}, lines: times the plain search", lines, "", LINES)


def size(name: str, states: list[Any]) -> Figure:
    """How large a stored trace with 10,000 nodes would be, from one with about as many."""
    sizes = {}
    for search, state in zip(SEARCHES, states, strict=True):
        recorded = trace(search, state)
        sizes[search.__name__] = len(recorded.to_json()) / len(recorded.nodes) * 10_000 / 1e6
    return worst(f"{name}: a stored trace of 10,000 nodes", sizes, "MB", SIZE)


def shown(what: str, goal: float, search: Search, state: Any, rounds: int) -> Figure:
    """The time until all is ready that the browser draws."""
    traced: list[Any] = []

    def cell() -> None:
        gc.enable()  # as it is in a notebook
        widget = step_through(search, state, limit=10_000_000)
        widget._repr_mimebundle_()
        traced[:] = widget.traces

    (seconds,) = best_times([cell], rounds)
    return Figure(f"step-through, {what}", seconds, "s", goal, note=f"{len(traced[0].nodes):,} nodes")


WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def on_a_list(board: list[str], is_max: bool) -> int:
    """Tic-tac-toe as most people write it."""
    for x, y, z in WINS:
        if board[x] != " " and board[x] == board[y] == board[z]:
            return 1 if board[x] == "X" else -1
    if " " not in board:
        return 0
    best = -2 if is_max else 2
    for i in range(9):
        if board[i] == " ":
            board[i] = "X" if is_max else "O"
            value = on_a_list(board, not is_max)
            board[i] = " "
            best = max(best, value) if is_max else min(best, value)
    return best


def program(played: str) -> Iterator[Figure]:
    """What it costs to watch a program by its calls alone, and to draw its tree."""
    board, made = list(f"{played:<9}"), []
    plain, watched = best_times(
        [lambda: on_a_list(board, True), lambda: made.append(trace(on_a_list, board, True))], rounds=1
    )
    start = process_time()
    tree_svg(made[-1])
    name = f"a program on a list, {len(played.strip())} moves played"
    note = f"{len(made[-1].nodes) + sum(node.folded for node in made[-1].nodes):,} calls"
    yield Figure(f"{name}: times the plain search", watched / plain, "", CALLS, note=note)
    yield Figure(f"{name}: trace and picture", watched + process_time() - start, "s", 20, note=note)


def figures(quick: bool) -> Iterator[Figure]:
    rounds = 1 if quick else 15
    yield from cost("isolation 3x2", Isolation(), rounds)
    if quick:
        yield from program("XO OX")
        yield size("tree", [random_tree(depth=2, branching=2, seed=0)] * 3)
        yield shown("7 nodes", 0.3, minimax, random_tree(depth=2, branching=2, seed=0), rounds)
        return
    yield from program("")
    yield from cost("tic-tac-toe, 3 moves played", TicTacToe("XO. .X. ..."), rounds)
    yield from cost("isolation 4x3, 4 moves played", played(Isolation(4, 3), 4, Random(1)), rounds)
    yield from cost("random tree, depth 6, branching 3", random_tree(depth=6, branching=3, seed=0), rounds)
    # Alpha-beta needs a larger tree to look at as many nodes.
    yield size("random tree", [random_tree(depth=depth, branching=3, seed=0) for depth in (8, 11, 8)])
    yield size("tic-tac-toe", [TicTacToe("XO. ... ..."), TicTacToe(), TicTacToe("XO. ... ...")])
    yield shown("2,000 nodes", 0.3, minimax, random_tree(depth=10, branching=2, seed=0), 5)
    yield shown("10,000 nodes", 1.0, minimax, random_tree(depth=8, branching=3, seed=0), 5)
    yield shown("50,000 nodes", 3.0, minimax, random_tree(depth=6, branching=6, seed=0), 5)
    random = Random(0)
    wide = tree([[WIDE] * WIDE, *([random.randrange(WIDE) for _ in range(WIDE)] for _ in range(WIDE - 1))])
    yield shown("a tree with 1,000,000 leaves", 3.0, alphabeta, wide, 5)
