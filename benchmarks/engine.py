"""What the engine does, and what each of its parts is worth: `python -m benchmarks.engine`.

Positions are searched 1 to 8 plies deep; then again with one part switched off at a time; then
small games are searched to the end. `--clock` instead plays 1,000 random positions of every game
against the clock and says by how much the time was overrun.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measure import Run, in_words, interleaved, measured_on, seconds_of, table, verdict
from minimax_lab.evaluate import mobility, rps_standard
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe
from minimax_lab.games.isolation import geometry
from minimax_lab.search.engine import Engine, Result

PARTS = ["table", "order", "window", "symmetry", "deepening"]
SOLVED_WITHIN = 0.15  # seconds for a deal of the card game
BASELINE_SHARE = 1 / 8  # of the time of plain alpha-beta, for isolation 4x4
TOLERANCE = 0.020  # seconds past the limit


@dataclass(frozen=True)
class Position:
    name: str
    state: Any
    evaluate: Callable[[Any], float] | None
    depth: int  # at which the parts are compared


def middle_columns(state: ConnectFour) -> int:
    """Discs count the more the nearer they are to the middle."""
    worth = {"X": 1, "O": -1, ".": 0}
    return sum(worth[mark] * (3 - abs(column - 3)) for row in state.rows() for column, mark in enumerate(row))


def positions() -> list[Position]:
    return [
        Position("rps RPSRP/PSRSR", RPS.start("RPSRP", "PSRSR"), rps_standard, 5),
        Position("rps, deal 1", RPS.deal(seed=1), rps_standard, 5),
        Position("rps, deal 2, 2 moves played", played(RPS.deal(seed=2), 2, random.Random(2)), rps_standard, 6),
        Position("tic-tac-toe", TicTacToe(), None, 8),
        Position("connect four", ConnectFour(), None, 8),
        Position("connect four, evaluated", ConnectFour([3, 3]), middle_columns, 6),
        Position("isolation 5x5, 2 moves played", played(Isolation(5, 5), 2, random.Random(1)), mobility, 5),
    ]


def played(state: Any, plies: int, rng: random.Random) -> Any:
    """The state after so many random moves, or before the one that would end the game."""
    for _ in range(plies):
        child = state.forecast_move(rng.choice(state.get_legal_moves()))
        if not child.get_legal_moves():
            break
        state = child
    return state


# --- depths and parts -----------------------------------------------------------------------------------------------


def measured(engine: Engine, position: Position, depth: int | None, rounds: int) -> dict[str, Any]:
    result: Result = engine.search(position.state, depth)
    (times,) = interleaved([lambda: engine.search(position.state, depth)], rounds)
    return {
        "value": result.value,
        "nodes": result.nodes,
        "cutoffs": result.cutoffs,
        "table_hits": result.table_hits,
        "seconds": times.best,
        "nodes_per_second": result.nodes / times.best,
    }


def by_depth(position: Position, deepest: int, most_seconds: float, rounds: int) -> list[dict[str, Any]]:
    """Depths 1 to `deepest`, as long as one does not take longer than `most_seconds`."""
    rows = []
    for depth in range(1, deepest + 1):
        rows.append({"depth": depth} | measured(Engine(position.evaluate), position, depth, rounds))
        if rows[-1]["seconds"] > most_seconds:
            break
    return rows


def by_part(position: Position, rounds: int) -> list[dict[str, Any]]:
    """Everything on; each part off in turn; everything off."""
    engines = {"everything on": Engine(position.evaluate)}
    engines |= {f"without {part}": Engine(position.evaluate, **{part: False}) for part in PARTS}
    engines["everything off"] = Engine.plain(position.evaluate)
    rows = [{"engine": name} | measured(engine, position, position.depth, rounds) for name, engine in engines.items()]
    if any(row["value"] != rows[0]["value"] for row in rows):
        raise AssertionError(f"{position.name}: the parts change the value: {rows}")
    return rows


def depth_report(results: dict[str, list[dict[str, Any]]]) -> str:
    rows: list[list[str] | str] = []
    for name, lines in results.items():
        rows += ["", name, *([f"  {line['depth']}", *_numbers(line)] for line in lines)]
    return table(["depth", "value", "nodes", "cut-offs", "hits", "ms", "nodes/s"], rows)


def part_report(results: dict[str, list[dict[str, Any]]]) -> str:
    rows: list[list[str] | str] = []
    for name, lines in results.items():
        rows += ["", name]
        for line in lines:
            shares = [f"{line[what] / lines[0][what]:.2f}" for what in ("nodes", "seconds")]
            rows.append([f"  {line['engine']}", *_numbers(line), *shares])
    return table(["", "value", "nodes", "cut-offs", "hits", "ms", "nodes/s", "× nodes", "× time"], rows)


def _numbers(line: dict[str, Any]) -> list[str]:
    counts = [f"{line[name]:,}" for name in ("nodes", "cutoffs", "table_hits")]
    return [f"{line['value']:g}", *counts, f"{line['seconds'] * 1e3:,.2f}", f"{line['nodes_per_second']:,.0f}"]


# --- to the end -----------------------------------------------------------------------------------------------------


def plain_isolation(width: int, height: int) -> int:
    """Plain alpha-beta with a table, on bare bitboards: +1 if the first player wins, else -1.

    There are two values, so the window closes with the first win that is found.
    """
    board = geometry(width, height)
    number = {cell: i for i, cell in enumerate(board.cells)}
    rays = [[[(bit, number[cell]) for bit, cell in ray] for ray in board.rays[here]] for here in board.cells]
    seen: dict[tuple[int, int, int], int] = {}

    def value(free: int, here: int, there: int) -> int:
        """For the player to move."""
        key = free, here, there
        if key in seen:
            return seen[key]
        best = -1
        for move in reach(free, here):
            if value(free & ~(1 << move), there, move) < 0:
                best = 1
                break
        seen[key] = best
        return best

    def reach(free: int, here: int) -> Iterator[int]:
        if here < 0:  # not yet on the board
            yield from (i for i in range(len(rays)) if free >> i & 1)
            return
        for ray in rays[here]:
            for bit, cell in ray:
                if not free & bit:
                    break
                yield cell

    return value((1 << width * height) - 1, -1, -1)


def solved(rounds: int) -> list[dict[str, Any]]:
    """Games searched to the end, with the targets they have."""
    engine = Engine()
    deals = [RPS.deal(seed=seed) for seed in range(60)]
    rows = [_solved("rps RPSRP/PSRSR", lambda: engine.search(RPS.start("RPSRP", "PSRSR")), rounds, SOLVED_WITHIN)]
    seconds = [seconds_of(lambda deal=deal: engine.search(deal)) for deal in deals]
    mean = statistics.mean(seconds)
    rows.append({"name": "rps, mean of 60 deals", "seconds": mean, "target": SOLVED_WITHIN, "slowest": max(seconds)})
    rows.append(_solved("tic-tac-toe", lambda: engine.search(TicTacToe()), rounds, None))

    assert engine.search(Isolation(4, 4)).value == plain_isolation(4, 4) == -1
    ours, plain = interleaved([lambda: engine.search(Isolation(4, 4)), lambda: plain_isolation(4, 4)], min(rounds, 3))
    target = plain.best * BASELINE_SHARE
    rows.append({"name": "isolation 4x4, plain alpha-beta with a table", "seconds": plain.best, "target": None})
    rows.append({"name": "isolation 4x4, at most 1/8 of that", "seconds": ours.best, "target": target})
    return rows


def _solved(name: str, run: Run, rounds: int, target: float | None) -> dict[str, Any]:
    (times,) = interleaved([run], rounds)
    return {"name": name, "seconds": times.best, "target": target}


def solved_report(rows: list[dict[str, Any]]) -> str:
    lines: list[list[str] | str] = []
    for row in rows:
        target = "" if row["target"] is None else f"<= {row['target'] * 1e3:,.1f}"
        lines.append([row["name"], f"{row['seconds'] * 1e3:,.2f}", target, verdict(row["seconds"], row["target"])])
    return table(["to the end", "ms", "target", ""], lines)


# --- against the clock ----------------------------------------------------------------------------------------------

GAMES: dict[str, Callable[[int], Any]] = {
    "tic-tac-toe": lambda seed: TicTacToe(),
    "connect four": lambda seed: ConnectFour(),
    "isolation 5x5": lambda seed: Isolation(5, 5),
    "isolation 7x7": lambda seed: Isolation(7, 7),
    "rps": lambda seed: RPS.deal(seed=seed),
}
EVALUATIONS: dict[str, Callable[[Any], float] | None] = {
    "rps": rps_standard,
    "isolation 7x7": mobility,
    "connect four": middle_columns,
}


def against_the_clock(name: str, count: int, seconds: float) -> dict[str, Any]:
    """Random positions of a game, each searched for `seconds`: how far past that a move came."""
    rng = random.Random(0)
    engine = Engine(EVALUATIONS.get(name))
    overruns, own_overruns, illegal = [], [], 0
    for seed in range(count):
        state = played(GAMES[name](seed), rng.randrange(8), rng)
        begin, own_begin = time.monotonic(), time.process_time()
        result = engine.search(state, seconds=seconds)
        overruns.append(time.monotonic() - begin - seconds)
        own_overruns.append(time.process_time() - own_begin - seconds)
        illegal += result.move not in state.get_legal_moves()
    overruns.sort()
    return {
        "name": name,
        "positions": count,
        "illegal": illegal,
        "late": sum(overrun > TOLERANCE for overrun in overruns),
        "overrun_99": overruns[int(0.99 * (count - 1))],
        "overrun_most": overruns[-1],
        "own_overrun_most": max(own_overruns),  # of processor time: what is beyond that, others had
    }


def clock_report(rows: list[dict[str, Any]], seconds: float) -> str:
    lines: list[list[str] | str] = [
        [
            row["name"],
            f"{row['positions']:,}",
            f"{row['illegal']}",
            f"{row['late']}",
            f"{row['overrun_99'] * 1e3:.1f}",
            f"{row['overrun_most'] * 1e3:.1f}",
            f"{row['own_overrun_most'] * 1e3:.1f}",
        ]
        for row in rows
    ]
    late = f"late by > {TOLERANCE * 1e3:.0f} ms"
    return table([f"{seconds:g} s a move", "positions", "illegal", late, "99 % ms", "most ms", "own most ms"], lines)


@contextmanager
def load(processes: int) -> Iterator[None]:
    """Others that want the processor too."""
    others = [multiprocessing.Process(target=_spin, daemon=True) for _ in range(processes)]
    for other in others:
        other.start()
    try:
        yield
    finally:
        for other in others:
            other.terminate()
            other.join()


def _spin() -> None:
    while True:
        pass


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=__doc__.splitlines()[0])
    parser.add_argument("--depth", type=int, default=8, metavar="N", help="the deepest search (8)")
    parser.add_argument("--seconds", type=float, metavar="S", help="to go no deeper after (10); for a move (0.1)")
    parser.add_argument("--repeats", type=int, default=3, metavar="N", help="rounds to time (3)")
    parser.add_argument("--clock", type=int, nargs="?", const=1000, metavar="N", help="only: N positions a game, timed")
    parser.add_argument("--load", type=int, default=0, metavar="N", help="with --clock: N other busy processes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results to FILE")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args(arguments)
    if min(options.repeats, options.depth) < 1:
        parser.error("--repeats and --depth must be at least 1")
    machine = measured_on()
    print(in_words(machine) + "\n", flush=True)
    if options.clock:
        seconds = 0.1 if options.seconds is None else options.seconds
        with load(options.load):
            timed = [against_the_clock(name, options.clock, seconds) for name in GAMES]
        print(clock_report(timed, seconds))
        results: dict[str, Any] = {"seconds": seconds, "load": options.load, "clock": timed}
        missed = any(row["late"] or row["illegal"] for row in timed)
    else:
        most_seconds = 10.0 if options.seconds is None else options.seconds
        depths = {p.name: by_depth(p, options.depth, most_seconds, options.repeats) for p in positions()}
        print(depth_report(depths) + "\n", flush=True)
        shares = {f"{p.name}, depth {p.depth}": by_part(p, options.repeats) for p in positions()}
        print(part_report(shares) + "\n", flush=True)
        ends = solved(options.repeats)
        print(solved_report(ends))
        results = {"depths": depths, "parts": shares, "to_the_end": ends}
        missed = any(row["target"] is not None and row["seconds"] > row["target"] for row in ends)
    if options.json:
        options.json.write_text(json.dumps(machine | results, indent=1) + "\n", "utf-8")
    return 1 if options.strict and missed else 0


if __name__ == "__main__":
    sys.exit(main())
