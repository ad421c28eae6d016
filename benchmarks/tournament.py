"""What workers are worth to a tournament: `python -m benchmarks.tournament`.

The same tournaments are played in this process, by one worker and by two, in turn: processes, and with
`--dask` a Dask cluster on this machine. Workers are started, and have played a game, before the clock
runs. Time is time on the wall, so two cores must be free. Results that differ stop the benchmark.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measure import Times, in_words, measured_on, table, verdict
from minimax_lab.arena import EnginePlayer, GreedyPlayer, RandomPlayer, Standings, openings, tournament
from minimax_lab.evaluate import mobility
from minimax_lab.games import ConnectFour, Isolation

TARGET = 1.7  # times as fast with two workers as with one


class Task(NamedTuple):
    """A tournament, ready to be played by an executor or, without one, here."""

    players: dict[str, Any]
    positions: list[Any]
    games: int

    def play(self, executor: Executor | None = None, games: int | None = None) -> Standings:
        return tournament(self.players, self.positions, games or self.games, executor, progress=False)


def tasks() -> dict[str, Task]:
    quick = {"random": RandomPlayer(), "greedy": GreedyPlayer(mobility), "engine": EnginePlayer(depth=1)}
    thinking = {"depth 4": EnginePlayer(depth=4), "depth 5": EnginePlayer(depth=5)}
    return {
        "1,008 quick games (isolation 4x3)": Task(quick, openings(Isolation(4, 3), 2, 6), 28),
        "80 games that think (connect four, depth 4 and 5)": Task(thinking, openings(ConnectFour(), 4, 40), 1),
    }


def processes(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, get_context("spawn"))  # not by fork: this process has threads


@contextmanager
def dask(workers: int) -> Iterator[Executor]:
    """The executor of a cluster that runs on this machine alone."""
    from distributed import Client, LocalCluster

    here: dict[str, Any] = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, **here) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        yield client.get_executor()


def seconds_of(task: Task, executor: Executor | None, expected: Standings) -> float:
    """The time on the wall that a tournament takes, which must come out as expected."""
    begin = time.perf_counter()
    result = task.play(executor)
    seconds = time.perf_counter() - begin
    if result != expected:
        raise RuntimeError("the same tournament has come out differently")
    return seconds


def raced(task: Task, executors: dict[str, Executor | None], rounds: int) -> dict[str, Times]:
    """How long the tournament takes with each of the executors, which take turns."""
    expected = task.play()
    for executor in executors.values():
        task.play(executor, games=1)
    times = {name: Times() for name in executors}
    for _ in range(rounds):
        for name, executor in executors.items():
            times[name].seconds.append(seconds_of(task, executor, expected))
    return times


def speed_up(times: dict[str, Times], kind: str) -> float:
    """How many times as fast two workers of a kind are as one."""
    return times[f"{kind}, 1 worker"].best / times[f"{kind}, 2 workers"].best


def report(results: dict[str, dict[str, Times]], kinds: list[str]) -> str:
    rows: list[list[str] | str] = []
    for name, times in results.items():
        rows += ["", name]
        for runner, taken in times.items():
            kind = runner.split(",")[0]
            gain = speed_up(times, kind) if kind in kinds and "2" in runner else None
            shown = ["", ""] if gain is None else [f"{gain:.2f}", verdict(1 / gain, 1 / TARGET)]
            rows.append([f"  {runner}", f"{taken.best:.2f}", f"{taken.median:.2f}", *shown])
    return table(["", "best s", "median s", f"2 over 1 >= {TARGET}", ""], rows)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tournament", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds to time (5)")
    parser.add_argument("--dask", action="store_true", help="also on a Dask cluster on this machine")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results to FILE")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args(arguments)
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")

    kinds: dict[str, Callable[[int], Any]] = {"processes": processes} | ({"Dask": dask} if options.dask else {})
    machine = measured_on()
    print(in_words(machine) + "\n", flush=True)
    with ExitStack() as stack:
        executors: dict[str, Executor | None] = {"here": None}
        for kind, start in kinds.items():
            for workers in 1, 2:
                name = f"{kind}, {workers} worker{'s' if workers > 1 else ''}"
                executors[name] = stack.enter_context(start(workers))
        results = {name: raced(task, executors, options.rounds) for name, task in tasks().items()}
    print(report(results, [*kinds]))
    if options.json:
        seconds = {name: {who: taken.seconds for who, taken in times.items()} for name, times in results.items()}
        options.json.write_text(json.dumps(machine | {"seconds": seconds}, indent=1) + "\n", "utf-8")
    missed = any(speed_up(times, kind) < TARGET for times in results.values() for kind in kinds)
    return 1 if options.strict and missed else 0


if __name__ == "__main__":
    sys.exit(main())
