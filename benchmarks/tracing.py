"""What it costs to watch a search: `python -m benchmarks.tracing`.

Each search runs plain, traced by its calls, and traced line by line, in turn. A trace is put
together when it is first read, so that each is timed twice: as `trace` hands it back, and read.
Also shown is how large a trace of about 10,000 nodes is when it is stored, and how long a cell with a
step-through computes until the browser has all that it draws.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.measure import clock, in_words, interleaved, loops_for, measured_on, table, verdict
from minimax_lab.games import Isolation, TicTacToe, random_tree, tree
from minimax_lab.search import alphabeta, minimax, negamax
from minimax_lab.trace import trace
from minimax_lab.widgets import step_through

SEARCHES: list[Callable[..., Any]] = [minimax, alphabeta, negamax]
TARGETS = {"calls": 15, "calls, read": 15, "lines": 30, "lines, read": 30}  # times the plain run
SIZE_TARGET = 5_000_000  # characters for 10,000 nodes
WIDE = 1_000  # children, each with as many leaves


def played(state: Any, *moves: Any) -> Any:
    """The state after `moves`."""
    for move in moves:
        state = state.forecast_move(move)
    return state


def positions() -> dict[str, Any]:
    """Trees of the size that a person looks at, and somewhat beyond."""
    return {
        "tic-tac-toe, 3 moves played": TicTacToe("XO. .X. ..."),
        "isolation 3x2": Isolation(),
        "isolation 4x3, 4 moves played": played(Isolation(4, 3), (0, 0), (3, 2), (1, 1), (2, 1)),
        "random tree, depth 6, branching 3": random_tree(depth=6, branching=3, seed=0),
    }


def cost(search: Callable, state: Any, rounds: int) -> dict[str, Any]:
    """The best time of the plain search, and how many times that each kind of trace takes."""
    runs: dict[str, Callable[[], Any]] = {
        "plain": lambda: search(state),
        "calls": lambda: trace(search, state, lines=False),
        "calls, read": lambda: trace(search, state, lines=False).nodes,
        "lines": lambda: trace(search, state, lines=True),
        "lines, read": lambda: trace(search, state, lines=True).nodes,
    }
    nodes = len(runs["calls, read"]())
    times = interleaved([*runs.values()], rounds, loops_for(runs["plain"]))
    plain, *traced = (taken.best for taken in times)
    ratios = {kind: seconds / plain for kind, seconds in zip(TARGETS, traced, strict=True)}
    return {"search": search.__name__, "nodes": nodes, "plain_ms": plain * 1e3, "times_plain": ratios}


def size(search: Callable, state: Any) -> dict[str, Any]:
    """How large the stored trace is, with lines, and how large it would be with 10,000 such nodes."""
    recorded = trace(search, state, lines=True)
    nodes, characters = len(recorded.nodes), len(recorded.to_json())
    return {
        "search": search.__name__,
        "nodes": nodes,
        "characters": characters,
        "for_10_000_nodes": characters * 10_000 / nodes,
    }


def large_positions() -> dict[str, list[tuple[Callable, Any]]]:
    """Searches of about 10,000 nodes. Alpha-beta needs a larger tree to look at as many."""
    return {
        "random tree": [
            (minimax, random_tree(depth=8, branching=3, seed=0)),
            (alphabeta, random_tree(depth=11, branching=3, seed=0)),
            (negamax, random_tree(depth=8, branching=3, seed=0)),
        ],
        "tic-tac-toe": [
            (minimax, TicTacToe("XO. ... ...")),
            (alphabeta, TicTacToe()),
            (negamax, TicTacToe("XO. ... ...")),
        ],
    }


def shown_searches() -> dict[str, tuple[float, Callable, Any]]:
    """What is stepped through, line by line: seconds until it is shown, at most, the search and the state."""
    random = Random(0)
    wide = tree([[WIDE] * WIDE, *([random.randrange(WIDE) for _ in range(WIDE)] for _ in range(WIDE - 1))])
    return {
        "2,000 nodes": (0.3, minimax, random_tree(depth=10, branching=2, seed=0)),
        "10,000 nodes": (1.0, minimax, random_tree(depth=8, branching=3, seed=0)),
        "50,000 nodes": (3.0, minimax, random_tree(depth=6, branching=6, seed=0)),
        "3,000 nodes of a tree with 1,000,000 leaves": (3.0, alphabeta, wide),
    }


def shown(target: float, search: Callable, state: Any, rounds: int) -> dict[str, Any]:
    """The best time that a cell with a step-through computes, of a few rounds: the widget and its still picture."""
    times = []
    for _ in range(rounds):
        gc.collect()
        begin = clock()
        widget = step_through(search, state, limit=10_000_000)
        widget._repr_mimebundle_()
        times.append(clock() - begin)
    return {"nodes": len(widget.traces[0].nodes), "seconds": min(times), "target": target}


def shown_report(found: dict[str, dict[str, Any]]) -> str:
    rows: list[list[str] | str] = [
        [name, f"{s['nodes']:,}", f"{s['seconds']:.2f}", f"{s['target']:g}", verdict(s["seconds"], s["target"])]
        for name, s in found.items()
    ]
    return table(["a cell with a step-through", "searched", "seconds", "<=", ""], rows)


def cost_report(costs: dict[str, list[dict[str, Any]]]) -> str:
    rows: list[list[str] | str] = []
    for name, lines in costs.items():
        rows += ["", name]
        for c in lines:
            ratios = [f"{ratio:.1f} {verdict(ratio, TARGETS[kind]):6}" for kind, ratio in c["times_plain"].items()]
            rows.append([f"  {c['search']}", f"{c['nodes']:,}", f"{c['plain_ms']:.2f}", *ratios])
    return table(["", "nodes", "plain ms", *(f"{kind} <= {most}" for kind, most in TARGETS.items())], rows)


def size_report(sizes: dict[str, list[dict[str, Any]]]) -> str:
    rows: list[list[str] | str] = []
    for name, lines in sizes.items():
        rows += ["", name]
        for s in lines:
            scaled = s["for_10_000_nodes"]
            megabytes = [f"{s['characters'] / 1e6:.2f}", f"{scaled / 1e6:.2f}"]
            rows.append([f"  {s['search']}", f"{s['nodes']:,}", *megabytes, verdict(scaled, SIZE_TARGET)])
    return table(["", "nodes", "MB", "MB for 10,000", f"<= {SIZE_TARGET / 1e6:.0f} MB"], rows)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tracing", description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=15, metavar="N", help="rounds to time (15)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results to FILE")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args(arguments)
    if options.repeats < 1:
        parser.error("--repeats must be at least 1")

    machine = measured_on()
    print(in_words(machine) + "\n", flush=True)
    costs = {name: [cost(search, state, options.repeats) for search in SEARCHES] for name, state in positions().items()}
    print(cost_report(costs) + "\n", flush=True)
    sizes = {name: [size(*searched) for searched in searches] for name, searches in large_positions().items()}
    print(size_report(sizes) + "\n", flush=True)
    steps = {name: shown(*searched, min(options.repeats, 5)) for name, searched in shown_searches().items()}
    print(shown_report(steps))
    if options.json:
        result = machine | {"rounds": options.repeats, "costs": costs, "sizes": sizes, "step_through": steps}
        options.json.write_text(json.dumps(result, indent=1) + "\n", "utf-8")

    slow = [c for lines in costs.values() for c in lines for k, r in c["times_plain"].items() if r > TARGETS[k]]
    large = [s for lines in sizes.values() for s in lines if s["for_10_000_nodes"] > SIZE_TARGET]
    late = [s for s in steps.values() if s["seconds"] > s["target"]]
    return 1 if options.strict and (slow or large or late) else 0


if __name__ == "__main__":
    sys.exit(main())
