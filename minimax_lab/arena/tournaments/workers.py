"""The games of a tournament, one after the other here, or spread over the workers of an executor."""

from __future__ import annotations

import math
import pickle
import time
import traceback
from collections import Counter, deque
from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, wait
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from minimax_lab.arena.match.words import text_of
from minimax_lab.arena.tournaments.game import Game, Setting, play_game
from minimax_lab.arena.tournaments.schedule import Pairing

Batch: TypeAlias = Sequence[Pairing]
Finished: TypeAlias = Generator[list[Game], None, None]

BATCHES = 64  # at first; a batch that takes long is handed back and divided
SLICE = 0.5  # seconds after which a worker begins no other game and hands back what it has
LOOK = 0.2  # seconds; on Windows Ctrl-C is only noticed between two looks
DEATHS = 2  # how many workers may die over a game that they play alone
DESERTED = 30.0  # seconds without a worker, after there were some: Dask starts no new ones once too many have died
BREAKDOWNS = 20  # of a process pool, with no game in between, that show that something else is wrong


class CannotPlay(RuntimeError):
    """A game could not be played, and no player is to blame. `standings` are of what was played until then."""

    standings: Any = None


def play_here(setting: Setting, pairings: Batch) -> Finished:
    """Each game as soon as it is over."""
    for pairing in pairings:
        try:
            game = play_game(setting, pairing)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # also exit()
            raise CannotPlay(_complaint(pairing, error)) from error
        yield [game]


def pack(setting: Setting) -> bytes:
    """The setting as workers get it, once it is clear that it can be sent."""
    cloudpickle = _cloudpickle()
    things = {f"the player {name!r}": player for name, player in setting.players.items()}
    things |= {f"start position {i}, {text_of(state):.60},": state for i, state in enumerate(setting.positions)}
    for what, thing in things.items():
        try:
            cloudpickle.dumps(thing)
        except Exception as error:
            raise TypeError(
                f"{what} cannot be sent to another process ({type(error).__name__}: {error}). Leave out `executor` "
                "to play here, or keep what cannot be pickled (files, locks, generators, connections) out of it"
            ) from None
    return cloudpickle.dumps(setting)


def _cloudpickle() -> Any:
    """Pickle that also takes functions and classes from a notebook along."""
    try:
        import cloudpickle  # type: ignore[import-untyped]
    except ImportError:
        raise ImportError("an executor needs cloudpickle to send players with: pip install cloudpickle") from None
    return cloudpickle


@lru_cache(maxsize=2)
def _unpack(packed: bytes) -> Setting:
    return pickle.loads(packed)


def play_batch(packed: bytes, batch: Batch, attempt: int) -> list[Game] | str:
    """In a worker: as many games of the batch as there is time for, or a complaint.

    `attempt` makes a second try another task than the first: Dask remembers how a task has ended.
    """
    try:
        setting = _unpack(packed)
    except Exception as error:
        return f"a worker could not load the players and positions: {type(error).__name__}: {error}"
    begin, games = time.perf_counter(), []
    for pairing in batch:
        try:
            games.append(play_game(setting, pairing))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # also exit(), which would end the worker
            return _complaint(pairing, error)
        if time.perf_counter() - begin > SLICE:
            break
    return games


def _complaint(pairing: Pairing, error: BaseException) -> str:
    who = f"{pairing.max} – {pairing.min}, start position {pairing.position}, round {pairing.round}"
    return f"the game {who} broke down:\n{''.join(traceback.format_exception(error))}"


class Task(NamedTuple):
    """A batch that was handed out."""

    batch: Batch
    executor: Executor
    alone: bool  # whether nothing else is played meanwhile


class Crew:
    """Hands batches of games to an executor, and hands them out again when a worker has died.

    Whoever kills its worker is found out: the games that may have done it are played again one batch at
    a time, after all others, in ever smaller batches. A game that goes on killing is given up.
    """

    def __init__(self, executor: Executor, packed: bytes):
        self.given_up: list[Pairing] = []
        self._executor, self._packed = executor, packed
        self._client = getattr(executor, "_client", None)  # Dask's
        self._spare: Executor | None = None
        self._waiting: dict[Any, Task] = {}  # by future, in the order in which they were handed out
        self._suspects: deque[Batch] = deque()
        self._deaths: Counter[Pairing] = Counter()
        self._attempts = self._breakdowns = 0
        self._last_seen: float | None = None  # when Dask last had a worker

    def play(self, pairings: Batch) -> Finished:
        """The games in the order in which they come back."""
        size = math.ceil(len(pairings) / BATCHES) or 1
        try:
            for i in range(0, len(pairings), size):
                self._hand_out(pairings[i : i + size])
            while self._waiting or self._suspects:
                if not self._waiting:
                    self._hand_out(self._suspects.popleft(), alone=True)
                done, _ = wait(self._waiting, LOOK, FIRST_COMPLETED)
                if not done:
                    self._look_for_workers()
                for future in done:
                    if games := self._taken_back(future):
                        yield games
        finally:
            for future in self._waiting:
                future.cancel()
            if self._spare:
                self._spare.shutdown(wait=False, cancel_futures=True)

    def _look_for_workers(self) -> None:
        """Dask waits for workers for ever. That is right as long as none has come, and wrong when all are gone."""
        if self._client is None:
            return
        now = time.monotonic()
        if self._client.nthreads():
            self._last_seen = now
        elif self._last_seen is not None and now - self._last_seen > DESERTED:
            raise CannotPlay(
                f"the cluster has had no worker for {DESERTED:g} seconds. Does a player end its process? "
                "What was played until then is kept"
            )

    def _hand_out(self, batch: Batch, alone: bool = False) -> None:
        self._attempts += 1
        try:
            future = self._executor.submit(play_batch, self._packed, batch, self._attempts)
        except BrokenExecutor:
            self._renew()
            future = self._executor.submit(play_batch, self._packed, batch, self._attempts)
        except RuntimeError as error:  # it was shut down
            raise CannotPlay(f"the executor takes no games: {error}") from error
        self._waiting[future] = Task(batch, self._executor, alone)

    def _taken_back(self, future: Any) -> list[Game]:
        """The games of a batch that is back. What is left of the batch is handed out again, in halves."""
        if future not in self._waiting:  # the executor broke down, and it was handed out anew
            return []
        batch = self._waiting[future].batch
        try:
            games = future.result()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self._mourn(future, error)
            return []
        del self._waiting[future]
        if isinstance(games, str):
            raise CannotPlay(games)
        self._breakdowns = 0
        self._halve(batch[len(games) :], self._hand_out)
        return games

    def _mourn(self, future: Any, error: BaseException) -> None:
        """A worker has died. Its batch, or what may have been its batch, is suspect."""
        killed = type(error).__name__ == "KilledWorker"  # Dask's, once it has tried a task several times
        lost = self._client is not None and isinstance(error, ValueError)  # and if a result dies with its worker
        if not (killed or lost or isinstance(error, BrokenExecutor | CancelledError | OSError)):
            raise CannotPlay(f"the executor cannot play games: {type(error).__name__}: {error}") from error
        failed, executor = [future], self._waiting[future].executor
        if isinstance(error, BrokenExecutor):  # it fails everything that it was given, sooner or later
            given = [future for future, task in self._waiting.items() if task.executor is executor]
            failed = [future for future in given if not future.done() or future.exception()]
            if executor is self._executor:
                self._renew()
        tasks = [self._waiting.pop(future) for future in failed]
        at_work = getattr(executor, "_max_workers", 1) + 1  # a process pool begins one more ahead of time
        for task in tasks[:at_work]:
            self._suspect(task.batch, (DEATHS if killed else 1) if task.alone else 0)
        for task in tasks[at_work:]:
            self._hand_out(task.batch)

    def _suspect(self, batch: Batch, deaths: int) -> None:
        """Have a batch played alone, in halves; `deaths` of workers count against a game that is a batch by itself."""
        if len(batch) > 1:
            self._halve(batch, self._suspects.append)
            return
        self._deaths[batch[0]] += deaths
        if self._deaths[batch[0]] < DEATHS:
            self._suspects.append(batch)
        else:
            self.given_up.append(batch[0])

    def _halve(self, batch: Batch, give: Any) -> None:
        middle = len(batch) // 2
        for half in batch[:middle], batch[middle:]:
            if half:
                give(half)

    def _renew(self) -> None:
        """Another process pool of the same kind, for one that a worker has died in plays no more."""
        from concurrent.futures import ProcessPoolExecutor  # here, since a browser has none

        if not isinstance(self._executor, ProcessPoolExecutor):
            name = type(self._executor).__name__
            raise CannotPlay(f"the {name} has broken down; what was played until then is kept")
        self._breakdowns += 1
        if self._breakdowns > BREAKDOWNS:
            raise CannotPlay(
                f"{self._breakdowns} process pools have broken down in a row. Does a player end its process? "
                'A script that starts processes must do so below `if __name__ == "__main__":`'
            )
        broken: Any = self._executor
        if self._spare:
            self._spare.shutdown(wait=False)
        self._spare = self._executor = ProcessPoolExecutor(
            broken._max_workers, broken._mp_context, broken._initializer, broken._initargs
        )
