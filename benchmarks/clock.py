"""The engine against the clock: how late its moves are, and how much of the time it uses.

Half of the positions are searched while two processes that never rest want the processor too. A move is late if it
comes more than 20 ms after its time. No program can prevent that the system lets it wait while others have the
processor, so what counts is *late by itself*: late even without the time that the process stood ready and waited. Of
the time used only positions count that were not solved; the goal is for the mean.
"""

from __future__ import annotations

import multiprocessing
import random
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measure import Figure
from benchmarks.positions import middle_columns, played
from minimax_lab.evaluate import chess_evaluation, mobility, rps_standard
from minimax_lab.games import RPS, Chess, ConnectFour, Isolation, TicTacToe
from minimax_lab.search import Engine

TOLERANCE = 0.020  # seconds past the limit
LATE = "late by itself"
USED = 85  # per cent of the time, at least
LIMITS = {0.1: 1000, 1.0: 20}  # seconds a move, and how many positions of each game
GAMES: dict[str, tuple[Callable[[int], Any], Callable[[Any], float] | None]] = {
    "tic-tac-toe": (lambda seed: TicTacToe(), None),
    "connect four": (lambda seed: ConnectFour(), middle_columns),
    "isolation 5x5": (lambda seed: Isolation(5, 5), None),
    "isolation 7x7": (lambda seed: Isolation(7, 7), mobility),
    "rps": (lambda seed: RPS.deal(seed=seed), rps_standard),
    "chess": (lambda seed: Chess(), chess_evaluation),
}


@dataclass(frozen=True)
class TimedMove:
    """One search against the clock."""

    overrun: float  # seconds past the limit; less than 0 if the move came in time
    waited: float  # seconds that the process was ready to run and others had the processor
    used: float | None  # the share of the time, in per cent; None if the position was solved
    depth: int | None
    legal: bool


def waited() -> float:
    """Seconds that this thread has been ready to run without a processor, where the system tells (Linux), else 0."""
    try:
        return int(Path("/proc/thread-self/schedstat").read_text("ascii").split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def timed_moves(name: str, seeds: range, seconds: float) -> list[TimedMove]:
    """Random positions of a game, each searched for `seconds`."""
    start, evaluate = GAMES[name]
    rng, engine, moves = random.Random(seeds.start), Engine(evaluate), []
    for seed in seeds:
        state = played(start(seed), rng.randrange(8), rng)
        waited_before, begin = waited(), time.monotonic()
        result = engine.search(state, seconds=seconds)
        taken = time.monotonic() - begin
        used = None if result.complete else 100 * taken / seconds
        legal = result.move in state.get_legal_moves()
        moves.append(TimedMove(taken - seconds, waited() - waited_before, used, result.depth, legal))
    return moves


def summary(name: str, seconds: float, moves: list[TimedMove]) -> Iterator[Figure]:
    late, illegal = sum(move.overrun > TOLERANCE for move in moves), sum(not move.legal for move in moves)
    by_itself = sum(move.overrun - move.waited > TOLERANCE for move in moves)
    latest = max(move.overrun - move.waited for move in moves)
    what = f"{name}, {seconds:g} s a move, {len(moves):,} positions"
    note = f"{late} late with the waiting; the latest by itself {latest * 1e3:+.1f} ms from the limit"
    yield Figure(f"{what}: {LATE}", by_itself, "", 0, note=note)
    note = f"{sum(move.depth == 0 for move in moves)} at depth 0"
    yield Figure(f"{what}: illegal", illegal, "", 0, note=note)
    used = [move.used for move in moves if move.used is not None]
    if used:
        note = f"{len(used):,} positions not solved, the least {min(used):.0f} %"
        yield Figure(f"{what}: time used", statistics.mean(used), "%", least=USED, note=note)


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


def figures(quick: bool) -> Iterator[Figure]:
    for seconds, count in {0.01: 2}.items() if quick else LIMITS.items():
        for name in GAMES:
            moves = timed_moves(name, range(count // 2), seconds)
            with load(2):
                moves += timed_moves(name, range(count // 2, count), seconds)
            yield from summary(name, seconds, moves)
