"""Our searches beside OpenSpiel's, which are Python too, over states in C++: our time as a share of theirs.

The textbook searches look at the same nodes as OpenSpiel's, in the same order; the engine finds the same answers on
fewer nodes. A contest in which the nodes or the answers differ is broken and stops with an error.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.measure import Figure, NotHere, Run, counted, interleaved
from minimax_lab.games import ConnectFour, TicTacToe
from minimax_lab.search import Engine, alphabeta, minimax


class Broken(Exception):
    """The two sides do not do the same, so that a ratio would mean nothing."""


@dataclass(frozen=True)
class Contest:
    """Two searches of one position, each returning its value, and how to count their nodes."""

    what: str
    ours: Run
    game: type  # of ours: each move it makes is a node, and so is the root
    theirs: Run
    their_step: tuple[Any, str]  # the owner and name of a function that is called once a node
    goal: float
    same_nodes: bool = True

    def held(self, rounds: int) -> Figure:
        """Count first, then take the times in turn."""
        with counted(self.game, "forecast_move") as moves:
            our_value = self.ours()
        with counted(*self.their_step) as steps:
            their_value = self.theirs()
        ours, theirs = moves.count + 1, steps.count
        if our_value != their_value:
            raise Broken(f"{self.what}: we find the value {our_value}, they {their_value}")
        if self.same_nodes and ours != theirs:
            raise Broken(f"{self.what}: we look at {ours:,} nodes, they at {theirs:,}")
        our_times, their_times = interleaved([self.ours, self.theirs], rounds)
        ratio = min(our_times) / min(their_times)
        middle = statistics.median(a / b for a, b in zip(our_times, their_times, strict=True))
        times = f"{min(our_times) * 1e3:.2f} ms to {min(their_times) * 1e3:.2f} ms"
        nodes = f"{ours:,} nodes" if ours == theirs else f"{ours:,} nodes to {theirs:,}"
        return Figure(self.what, ratio, "", self.goal, note=f"{times}, {nodes}; median of {rounds} rounds {middle:.3f}")


def nobody_is_ahead(state: Any) -> int:
    """The evaluation of a position at the depth limit. OpenSpiel insists on one."""
    return 0


def contests(quick: bool) -> Iterator[Contest]:
    try:
        import pyspiel
        from open_spiel.python.algorithms import minimax as openspiel
    except ImportError:
        raise NotHere("OpenSpiel is not installed: pip install open_spiel") from None
    names = {TicTacToe: "tic_tac_toe", ConnectFour: "connect_four"}

    def against(kind: str, game: type, depth: int, goal: float, ours: Callable[[Any], Any]) -> Contest:
        loaded = pyspiel.load_game(names[game])
        theirs: dict[str, Run] = {
            "minimax": lambda: openspiel.expectiminimax(loaded.new_initial_state(), depth, nobody_is_ahead, 0)[0],
            "alphabeta": lambda: openspiel.alpha_beta_search(
                loaded, value_function=nobody_is_ahead, maximum_depth=depth
            )[0],
        }
        theirs["engine"] = theirs["alphabeta"]
        step = "expectiminimax" if kind == "minimax" else "_alpha_beta"
        what = f"{kind}, {names[game].replace('_', ' ')}, depth {depth}"
        run = theirs[kind]
        return Contest(what, lambda: ours(game()), game, run, (openspiel, step), goal, same_nodes=kind != "engine")

    nine, eight, ten = (4, 4, 5) if quick else (9, 8, 10)
    to_the_end, engine = 4 if quick else None, Engine()
    yield against("alphabeta", TicTacToe, nine, 0.65, lambda s: alphabeta(s, to_the_end))
    yield against("alphabeta", ConnectFour, eight, 0.85, lambda s: alphabeta(s, eight, evaluate=nobody_is_ahead))
    yield against("minimax", TicTacToe, nine, 0.70, lambda s: minimax(s, to_the_end))
    yield against("engine", TicTacToe, nine, 0.06, lambda s: engine.search(s, to_the_end).value)
    yield against("engine", ConnectFour, eight, 0.20, lambda s: engine.search(s, eight).value)
    yield against("engine", ConnectFour, ten, 0.08, lambda s: engine.search(s, ten).value)


def figures(quick: bool) -> Iterator[Figure]:
    for contest in contests(quick):
        yield contest.held(1 if quick else 15)
