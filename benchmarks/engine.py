"""What the engine does, and what each of its parts is worth: `python -m benchmarks.engine`.

Positions are searched 1 to 8 plies deep; then again with one part switched off at a time; then
small games are searched to the end. `--tutorial` instead searches the tutorial's deal as the tutorial's
own engine does. `--clock` instead plays 1,000 random positions of every game against the clock and
says by how much the time was overrun.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.clock import GAMES, against_the_clock, clock_report, load, summary
from benchmarks.measure import Run, in_words, interleaved, measured_on, seconds_of, table, verdict
from benchmarks.positions import TUTORIAL_DEAL, TUTORIAL_VALUES, EqualCardsApart, Position, positions
from minimax_lab.evaluate import rps_standard
from minimax_lab.games import RPS, Isolation, TicTacToe
from minimax_lab.games.isolation import geometry
from minimax_lab.search import Engine, Result

PARTS = ["table", "order", "window", "symmetry", "deepening"]
SOLVED_WITHIN = 0.15  # seconds for a deal of the card game
BASELINE_SHARE = 1 / 8  # of the time of plain alpha-beta, for isolation 4x4


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


# --- the tutorial's deal --------------------------------------------------------------------------------------------


def tutorial(deepest: int) -> list[dict[str, Any]]:
    """Everything off and equal cards kept apart, as in the tutorial; then the engine as it is. Values are checked."""
    sides = {
        "apart": (Engine.plain(lambda state: rps_standard(state.game)), EqualCardsApart(TUTORIAL_DEAL)),
        "engine": (Engine(rps_standard), TUTORIAL_DEAL),
    }
    rows = []
    for depth, value in enumerate(TUTORIAL_VALUES[:deepest], 1):
        row: dict[str, Any] = {"depth": depth, "value": value}
        for name, (engine, state) in sides.items():
            result, seconds = _timed(engine, state, depth)
            if abs(result.value - value) > 1e-9:
                raise AssertionError(f"depth {depth}: the tutorial's engine finds {value}, not {result.value}")
            row[name] = {"nodes": result.nodes, "seconds": seconds}
        rows.append(row)
    return rows


def _timed(engine: Engine, state: Any, depth: int) -> tuple[Result, float]:
    results: list[Result] = []
    seconds = seconds_of(lambda: results.append(engine.search(state, depth)))
    return results[0], seconds


def tutorial_report(rows: list[dict[str, Any]]) -> str:
    lines: list[list[str] | str] = []
    for row in rows:
        sides = [[f"{row[side]['nodes']:,}", f"{row[side]['seconds']:,.3f}"] for side in ("apart", "engine")]
        lines.append([str(row["depth"]), f"{row['value']:g}", *sides[0], *sides[1]])
    return table(["depth", "value", "nodes", "s", "nodes, engine", "s, engine"], lines)


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
    rows = [_solved("rps RPSRP/PSRSR", lambda: engine.search(TUTORIAL_DEAL), rounds, SOLVED_WITHIN)]
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


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=__doc__.splitlines()[0])
    parser.add_argument("--depth", type=int, default=8, metavar="N", help="the deepest search (8)")
    parser.add_argument("--seconds", type=float, metavar="S", help="to go no deeper after (10); for a move (0.1)")
    parser.add_argument("--repeats", type=int, default=3, metavar="N", help="rounds to time (3)")
    parser.add_argument("--tutorial", action="store_true", help="only: the tutorial's deal, depths 1 to 6 (minutes)")
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
            timed = [summary(name, against_the_clock(name, options.clock, seconds)) for name in GAMES]
        print(clock_report(timed, seconds))
        results: dict[str, Any] = {"seconds": seconds, "load": options.load, "clock": timed}
        missed = any(row["late"] or row["illegal"] for row in timed)
    elif options.tutorial:
        rows = tutorial(options.depth)
        print(tutorial_report(rows))
        results, missed = {"tutorial": rows}, False
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
