"""What workers are worth to a tournament: how many times as fast two are as one, on two free cores.

The same tournaments are played by one worker and by two, in turn: processes, and a Dask cluster on this machine.
Workers are started, and have played a game, before the clock runs, which here is the one on the wall. Results that
differ stop the benchmark. (Dask's scheduler takes its share of the same two cores.)
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any, NamedTuple

from benchmarks.measure import Figure
from minimax_lab.arena import EnginePlayer, GreedyPlayer, RandomPlayer, Standings, openings, tournament
from minimax_lab.evaluate import mobility
from minimax_lab.games import ConnectFour, Isolation

GOAL = 1.7  # times as fast with two workers as with one


class Task(NamedTuple):
    """A tournament, ready to be played by an executor or, without one, here."""

    players: dict[str, Any]
    positions: list[Any]
    games: int

    def play(self, executor: Executor | None = None, games: int | None = None) -> Standings:
        return tournament(self.players, self.positions, games or self.games, executor, progress=False)


def tasks(quick: bool) -> dict[str, Task]:
    players = {"random": RandomPlayer(), "greedy": GreedyPlayer(mobility), "engine": EnginePlayer(depth=1)}
    thinking = {"depth 4": EnginePlayer(depth=4), "depth 5": EnginePlayer(depth=5)}
    if quick:
        return {"6 games": Task(players, [Isolation()], 1)}
    return {
        "1,008 quick games (isolation 4x3)": Task(players, openings(Isolation(4, 3), 2, 6), 28),
        "80 games that think (connect four, depth 4 and 5)": Task(thinking, openings(ConnectFour(), 4, 40), 1),
    }


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    with ProcessPoolExecutor(workers, get_context("spawn")) as executor:  # not by fork: this process has threads
        yield executor


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


def raced(task: Task, executors: list[Executor], rounds: int) -> list[float]:
    """How long the tournament takes with each of the executors, which take turns: the best times."""
    expected = task.play()
    for executor in executors:
        task.play(executor, games=1)
    return [*map(min, zip(*([seconds_of(task, ex, expected) for ex in executors] for _ in range(rounds)), strict=True))]


def figures(quick: bool) -> Iterator[Figure]:
    kinds = {"processes": processes} | ({"Dask": dask} if find_spec("distributed") and not quick else {})
    for kind, start in kinds.items():
        with ExitStack() as stack:
            executors = [stack.enter_context(start(workers)) for workers in (1, 2)]
            for name, task in tasks(quick).items():
                one, two = raced(task, executors, 1 if quick else 5)
                note = f"{one:.2f} s to {two:.2f} s"
                yield Figure(f"{name}, {kind}: two workers", one / two, "times as fast", least=GOAL, note=note)
