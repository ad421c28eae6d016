"""What the engine does: games searched to the end, and what each of its parts is worth in nodes.

A part's worth is how many times as many nodes there are without it. (Deepening costs nodes here: it pays under a
clock.) The last row is what our searches cost for looking at the student's class before they begin.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from typing import Any

from benchmarks.measure import Figure, best_times, loops_for, seconds_of
from benchmarks.positions import TUTORIAL_DEAL, middle_columns, played
from minimax_lab.evaluate import mobility, rps_standard
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe
from minimax_lab.search import Engine, alphabeta, inf
from minimax_lab.search.textbook import alphabeta as textbook

PARTS = ["table", "order", "window", "symmetry", "deepening"]
SOLVED_WITHIN = 0.15  # seconds for a deal of the card game
EVALUATED_WITHIN = 0.25  # the same with an evaluation, to depth 9, which is the end
ENTRANCE = 1.03  # times a search without the look at the class


def positions(quick: bool) -> Iterator[tuple[str, Any, Any, int]]:
    """What the parts are tried on: name, state, evaluation, depth."""
    yield "tic-tac-toe", TicTacToe(), None, 3 if quick else 8
    if quick:
        return
    yield "rps RPSRP/PSRSR", TUTORIAL_DEAL, rps_standard, 5
    yield "rps, deal 1", RPS.deal(seed=1), rps_standard, 5
    yield "rps, deal 2, 2 moves played", played(RPS.deal(seed=2), 2, random.Random(2)), rps_standard, 6
    yield "connect four", ConnectFour(), None, 8
    yield "connect four, evaluated", ConnectFour([3, 3]), middle_columns, 6
    yield "isolation 5x5, 2 moves played", played(Isolation(5, 5), 2, random.Random(1)), mobility, 5


def parts(name: str, state: Any, evaluate: Any, depth: int) -> Figure:
    """Everything off over everything on, and beside it each part off by itself; the values must not differ."""
    engines = {part: Engine(evaluate, **{part: False}) for part in PARTS}
    found = {part: engine.search(state, depth) for part, engine in engines.items()}
    on, off = Engine(evaluate).search(state, depth), Engine.plain(evaluate).search(state, depth)
    if any(result.value != on.value for result in (off, *found.values())):
        raise AssertionError(f"{name}: the parts change the value")
    shares = ", ".join(f"no {part} {result.nodes / on.nodes:.2f}" for part, result in found.items())
    what = f"{name}, depth {depth}: nodes with everything off over nodes with everything on"
    return Figure(what, off.nodes / on.nodes, note=f"{on.nodes:,} nodes; {shares}")


def mean_of_deals(what: str, engine: Engine, depth: int | None, count: int, goal: float) -> Figure:
    times = [seconds_of(lambda seed=seed: engine.search(RPS.deal(seed=seed), depth)) for seed in range(count)]
    return Figure(what, statistics.mean(times), "s", goal, note=f"{count} deals, the slowest {max(times):.2f} s")


def figures(quick: bool) -> Iterator[Figure]:
    rounds, deals, depth = (1, 1, 3) if quick else (5, 60, None)
    engine, game = Engine(), TicTacToe()
    yield Figure(
        "rps RPSRP/PSRSR", *best_times([lambda: engine.search(TUTORIAL_DEAL, depth)], rounds), "s", SOLVED_WITHIN
    )
    yield mean_of_deals("rps, mean of the deals", engine, depth, deals, SOLVED_WITHIN)
    yield mean_of_deals(
        "rps with the standard evaluation, depth 9", Engine(rps_standard), depth or 9, min(deals, 30), EVALUATED_WITHIN
    )
    for position in positions(quick):
        yield parts(*position)
    runs = [lambda: alphabeta(game, depth), lambda: textbook.alphabeta(game, depth or inf)]
    ours, bare = best_times(runs, 5 * rounds, loops_for(runs[0], 0.05))
    yield Figure("alphabeta, tic-tac-toe: with the look at the class over without", ours / bare, "", ENTRANCE)
