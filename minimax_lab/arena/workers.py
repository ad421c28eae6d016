"""The games of a tournament, one after the other here, or spread over the workers of an executor."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, wait
from typing import Any, TypeAlias

from minimax_lab.arena.batches import Batch, CannotPlay, play_batch, play_or_explain
from minimax_lab.arena.record import Pairing, PlayedGame
from minimax_lab.arena.seeded_game import Settings

Finished: TypeAlias = Generator[list[PlayedGame], None, None]

BATCHES = 64  # at first; what is left of a batch that takes long is divided
LOOK = 0.2  # seconds; on Windows Ctrl-C is only noticed between two looks
DEATHS = 2  # how many processes may die in the middle of a game before it is given up
FAILURES = 20  # of the executor, with no game in between, that show that something else is wrong
NO_WORKER = 30.0  # seconds without a worker, after there were some: then no new ones are expected


def play_here(settings: Settings, pairings: Batch) -> Finished:
    """Each game as soon as it is over."""
    for pairing in pairings:
        yield [play_or_explain(settings, pairing)]


class Dispatcher:
    """Hands batches of games to an executor, and collects the results.

    A player may end its process. If that was a worker of a process pool, the pool is replaced, and all games that have
    not come back are handed out once more: from now on isolated, in processes beside the workers. On Dask games are
    isolated from the beginning, because it plays the games of a dead worker again, and so loses one worker after the
    other. A game that ends its process when it is isolated is tried once more, and then given up.
    """

    def __init__(self, executor: Executor, packed: bytes):
        self.given_up: list[Pairing] = []
        self._executor, self._packed = executor, packed
        self._client = getattr(executor, "_client", None)  # Dask's
        self._own_pool: Executor | None = None
        self._waiting: dict[Any, Batch] = {}  # by future
        self._isolated = self._client is not None
        self._deaths: Counter[Pairing] = Counter()
        self._attempts = self._failures = 0
        self._worker_seen: float | None = None  # when Dask last had a worker

    def play(self, pairings: Batch) -> Finished:
        """The games in the order in which they come back."""
        size = math.ceil(len(pairings) / BATCHES) or 1
        try:
            for i in range(0, len(pairings), size):
                self._submit(pairings[i : i + size])
            while self._waiting:
                done, _ = wait(self._waiting, LOOK, FIRST_COMPLETED)
                if not done:
                    self._look_for_workers()
                for future in done:
                    if future in self._waiting:  # otherwise its pool broke, and the batch was handed out again
                        yield from self._collect(future)
        finally:
            for future in self._waiting:
                future.cancel()
            if self._own_pool:
                self._own_pool.shutdown(wait=False, cancel_futures=True)

    def _submit(self, batch: Batch) -> None:
        self._attempts += 1
        call: Any = (play_batch, self._packed, batch, self._attempts, self._isolated)
        try:
            self._waiting[self._executor.submit(*call)] = batch
        except BrokenExecutor as error:
            self._on_broken_pool(error)
            self._submit(batch)
        except RuntimeError as error:  # it was shut down
            raise CannotPlay(f"the executor does not take any games: {error}") from error

    def _collect(self, future: Any) -> Finished:
        """The games of a batch that is back. What is left of the batch is handed out again, in halves."""
        try:
            result = future.result()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self._on_worker_death(future, error)
            return
        rest = self._waiting.pop(future)[len(result.games) :]
        if result.games:
            self._failures = 0
            yield result.games
        if result.error:
            raise CannotPlay(result.error)
        if result.died and rest:
            self._deaths[rest[0]] += 1
            if self._deaths[rest[0]] == DEATHS:
                self.given_up.append(rest[0])
                rest = rest[1:]
        middle = len(rest) // 2
        for half in rest[:middle], rest[middle:]:
            if half:
                self._submit(half)

    def _on_worker_death(self, future: Any, error: BaseException) -> None:
        """Hand out again what has been lost. (Errors in a game are part of its result.)"""
        if isinstance(error, BrokenExecutor):
            self._on_broken_pool(error)
        else:
            self._count_failure(error)
            self._submit(self._waiting.pop(future))

    def _on_broken_pool(self, error: BrokenExecutor) -> None:
        """Start another process pool of the same kind, and hand out again all that has not come back."""
        from concurrent.futures import ProcessPoolExecutor  # here, because browsers do not have it

        self._count_failure(error)
        if not isinstance(self._executor, ProcessPoolExecutor):
            raise CannotPlay(f"the {type(self._executor).__name__} is broken; the games played so far are kept")
        if self._own_pool:
            self._own_pool.shutdown(wait=False)
        broken: Any = self._executor
        self._own_pool = self._executor = ProcessPoolExecutor(
            broken._max_workers, broken._mp_context, broken._initializer, broken._initargs
        )
        self._isolated = True
        lost = [future for future in self._waiting if not (future.done() and future.exception() is None)]
        for batch in [self._waiting.pop(future) for future in lost]:
            self._submit(batch)

    def _count_failure(self, error: BaseException) -> None:
        self._failures += 1
        if self._failures > FAILURES:
            raise CannotPlay(
                f"the executor cannot play games: {type(error).__name__}: {error} ({FAILURES} times in a row). "
                'A script that starts processes must do so below `if __name__ == "__main__":`'
            ) from error

    def _look_for_workers(self) -> None:
        """Dask waits for workers for ever. That is right while none has come yet, and wrong when all are gone."""
        if self._client is None:
            return
        now = time.monotonic()
        if self._client.nthreads():
            self._worker_seen = now
        elif self._worker_seen is not None and now - self._worker_seen > NO_WORKER:
            raise CannotPlay(
                f"the cluster has had no worker for {NO_WORKER:g} seconds. The games played so far are kept: "
                "start workers, and go on with `results`"
            )
