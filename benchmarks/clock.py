"""The engine against the clock: `python -m benchmarks.engine --clock [N] --load K`."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measure import table
from benchmarks.positions import middle_columns, played
from minimax_lab.evaluate import mobility, rps_standard
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe
from minimax_lab.search import Engine

TOLERANCE = 0.020  # seconds past the limit


def chess(seed: int) -> Any:
    from minimax_lab.games import Chess  # here, since only this needs python-chess

    return Chess()


def chess_worth(state: Any) -> float:
    from minimax_lab.evaluate import chess_evaluation

    return chess_evaluation(state)


GAMES: dict[str, Callable[[int], Any]] = {
    "tic-tac-toe": lambda seed: TicTacToe(),
    "connect four": lambda seed: ConnectFour(),
    "isolation 5x5": lambda seed: Isolation(5, 5),
    "isolation 7x7": lambda seed: Isolation(7, 7),
    "rps": lambda seed: RPS.deal(seed=seed),
    "chess": chess,
}
EVALUATIONS: dict[str, Callable[[Any], float] | None] = {
    "chess": chess_worth,
    "rps": rps_standard,
    "isolation 7x7": mobility,
    "connect four": middle_columns,
}


@dataclass(frozen=True)
class TimedMove:
    """One search against the clock: its time on the wall, and how much of that was spent waiting or computing."""

    overrun: float  # seconds past the limit; less than 0 if the move came in time
    waited: float  # seconds that the process was ready to run and others had the processor
    computed: float  # seconds of processor time
    depth: int | None
    legal: bool

    @property
    def late(self) -> bool:
        return self.overrun > TOLERANCE

    @property
    def late_by_itself(self) -> bool:
        """Whether the move would have been late too if nobody else had wanted the processor."""
        return self.overrun - self.waited > TOLERANCE


def waited() -> float:
    """Seconds that this process has been ready to run without a processor, where the system tells (Linux), else 0."""
    try:
        return int(Path("/proc/self/schedstat").read_text("ascii").split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def against_the_clock(name: str, count: int, seconds: float) -> list[TimedMove]:
    """Random positions of a game, each searched for `seconds`."""
    rng = random.Random(0)
    engine = Engine(EVALUATIONS.get(name))
    moves = []
    for seed in range(count):
        state = played(GAMES[name](seed), rng.randrange(8), rng)
        waited_before, computed_before, begin = waited(), time.process_time(), time.monotonic()
        result = engine.search(state, seconds=seconds)
        overrun = time.monotonic() - begin - seconds
        computed, waiting = time.process_time() - computed_before, waited() - waited_before
        moves.append(TimedMove(overrun, waiting, computed, result.depth, result.move in state.get_legal_moves()))
    return moves


def summary(name: str, moves: list[TimedMove]) -> dict[str, Any]:
    overruns = sorted(move.overrun for move in moves)
    return {
        "name": name,
        "positions": len(moves),
        "illegal": sum(not move.legal for move in moves),
        "late": sum(move.late for move in moves),
        "late_by_itself": sum(move.late_by_itself for move in moves),
        "overrun_99": overruns[int(0.99 * (len(moves) - 1))],
        "overrun_most": overruns[-1],
        "own_overrun_most": max(move.overrun - move.waited for move in moves),
        "waited_most": max(move.waited for move in moves),
        "not_one_ply": sum(move.depth == 0 for move in moves),
    }


def clock_report(rows: list[dict[str, Any]], seconds: float) -> str:
    lines: list[list[str] | str] = [
        [
            row["name"],
            *(f"{row[count]:,}" for count in ("positions", "illegal", "not_one_ply", "late", "late_by_itself")),
            *(f"{row[ms] * 1e3:.1f}" for ms in ("overrun_99", "overrun_most", "own_overrun_most", "waited_most")),
        ]
        for row in rows
    ]
    header = [
        "positions",
        "illegal",
        "depth 0",
        "late",
        "by itself",
        "99 % ms",
        "most ms",
        "own most ms",
        "waited most ms",
    ]
    return table([f"{seconds:g} s a move", *header], lines)


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
