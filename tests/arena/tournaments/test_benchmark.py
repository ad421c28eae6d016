"""The benchmark of tournaments compares what it should."""

import pytest

from benchmarks import tournament as benchmark
from benchmarks.measure import Times
from minimax_lab.games import TicTacToe
from tests.arena.samples import first, lucky


def test_the_benchmark_compares_the_best_times_of_one_worker_and_of_two():
    times = {"here": Times([9.0]), "processes, 1 worker": Times([3.4, 5.0]), "processes, 2 workers": Times([2.0, 2.1])}
    assert benchmark.speed_up(times, "processes") == 1.7
    assert benchmark.report({"quick": times}, ["processes"]).splitlines()[-1].split() == [
        *["processes,", "2", "workers", "2.00", "2.05", "1.70", "met"]
    ]
    times["processes, 2 workers"] = Times([2.01])
    assert benchmark.report({"quick": times}, ["processes"]).endswith("MISSED")


def test_the_benchmark_stops_when_a_tournament_comes_out_differently():
    task = benchmark.Task({"first": first, "lucky": lucky}, [TicTacToe()], 2)
    assert benchmark.seconds_of(task, None, task.play()) > 0
    with pytest.raises(RuntimeError, match="come out differently"):
        benchmark.seconds_of(task, None, task.play(games=1))
