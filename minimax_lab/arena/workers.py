"""The games of a tournament, one after the other here, or spread over the workers of an executor.

An executor only says where games are played, and how many at a time: each of its workers has a process beside it, in
which it lets the players play. So a player who ends its process ends neither the worker nor the games of others, on
threads, on processes and on a cluster alike.
"""

from __future__ import annotations

import itertools
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import traceback
import warnings
import weakref
from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from minimax_lab.adapt import GameFault
from minimax_lab.arena.display import text_of
from minimax_lab.arena.record import Pairing, PlayedGame
from minimax_lab.arena.seeded_game import Settings, play_game
from minimax_lab.game import MAX, Player

Batch: TypeAlias = Sequence[Pairing]
Finished: TypeAlias = Generator[list[PlayedGame], None, None]

BATCHES = 64  # at first; what is left of a batch that takes long is divided
SLICE = 0.5  # seconds after which a worker begins no other game and hands back what it has
LOOK = 0.2  # seconds; on Windows Ctrl-C is only noticed between two looks
FAILURES = 20  # of the executor, with no game in between, that show that something else is wrong
NO_WORKER = 30.0  # seconds without a worker, after there were some: then no new ones are expected
FROM_OUTSIDE = (-1, -9, -15)  # SIGHUP, SIGKILL and SIGTERM: a system without memory sends them, say
READY = "ready"

_beside = threading.local()  # `.process`: the PlayingProcess of this thread, once it has one


class CannotPlay(RuntimeError):
    """A game could not be played, and no player is to blame. `standings` are those of the games played so far.

    >>> from minimax_lab.arena import RandomPlayer, tournament
    >>> class Unfinished:
    ...     def get_legal_moves(self):
    ...         return ["on"]
    ...     def forecast_move(self, move):
    ...         raise NotImplementedError("to be written")
    >>> try:
    ...     tournament([RandomPlayer(), RandomPlayer()], Unfinished())
    ... except CannotPlay as problem:
    ...     print(problem.standings.missing[0], str(problem).splitlines()[-1])
    Pairing(max='random', min='random 2', position=0, round=0) NotImplementedError: to be written
    """

    standings: Any = None


def play_here(settings: Settings, pairings: Batch) -> Finished:
    """Each game as soon as it is over."""
    for pairing in pairings:
        yield [_play_or_explain(settings, pairing, lambda player, place: None)]


def _play_or_explain(settings: Settings, pairing: Pairing, on_turn: Any) -> PlayedGame:
    """Play one game; raise CannotPlay if it fails and no player is to blame."""
    try:
        return play_game(settings, pairing, on_turn)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also exit(), which would end the worker
        what = f": {error}" if isinstance(error, GameFault) else ":\n" + "".join(traceback.format_exception(error))
        raise CannotPlay(f"{_could_not(pairing)}{what}") from error


def _could_not(pairing: Pairing) -> str:
    where = f"start position {pairing.position}, round {pairing.round}"
    return f"the game {pairing.max} – {pairing.min}, {where} could not be played"


# Who hands the games out


def pack(settings: Settings) -> bytes:
    """The settings as workers get them. A TypeError names what cannot be sent to another process."""
    try:
        import cloudpickle  # type: ignore[import-untyped]  # it also sends functions and classes of a notebook
    except ImportError:
        raise ImportError("an executor needs cloudpickle to send the players: pip install cloudpickle") from None
    things = {f"the player {name!r}": player for name, player in settings.players.items()}
    things |= {f"start position {i}, {text_of(state):.60},": state for i, state in enumerate(settings.positions)}
    for what, thing in things.items():
        try:
            cloudpickle.dumps(thing)
        except Exception as error:
            raise TypeError(
                f"{what} cannot be sent to another process ({type(error).__name__}: {error}). Leave out `executor` "
                "to play here, or remove what cannot be pickled (files, locks, generators, connections) from it"
            ) from None
    return cloudpickle.dumps(settings)


class Dispatcher:
    """Hands batches of games to an executor, and collects the results. What an executor loses is handed out again."""

    def __init__(self, executor: Executor, packed: bytes):
        self._executor, self._packed = executor, packed
        self._client = getattr(executor, "_client", None)  # Dask's
        self._own_threads: ThreadPoolExecutor | None = None
        self._waiting: dict[Any, Batch] = {}  # by future
        self._attempts, self._failures = itertools.count(), 0
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
                    yield from self._collect(future)
        finally:
            for future in self._waiting:
                future.cancel()
            if self._own_threads:
                self._own_threads.shutdown(wait=False)

    def _submit(self, batch: Batch) -> None:
        try:
            # With a number of its own for each call, because Dask remembers the result of equal calls.
            future = self._executor.submit(play_batch, self._packed, batch, next(self._attempts))
        except BrokenExecutor as error:
            self._replace_executor(error)
            self._submit(batch)
        except RuntimeError as error:  # it was shut down
            raise CannotPlay(f"the executor does not take any games: {error}") from error
        else:
            self._waiting[future] = batch

    def _collect(self, future: Any) -> Finished:
        """The games of a batch that is back. What is left of the batch is handed out again, in halves."""
        batch = self._waiting.pop(future)
        try:
            result: BatchResult = future.result()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # of the executor: errors in a game are part of its result
            self._on_failure(error)
            self._submit(batch)
            return
        if result.games:
            self._failures = 0
            yield result.games
        if result.error:
            raise CannotPlay(result.error)
        rest = batch[len(result.games) :]
        middle = len(rest) // 2
        for half in rest[:middle], rest[middle:]:
            if half:
                self._submit(half)

    def _on_failure(self, error: BaseException) -> None:
        if isinstance(error, BrokenExecutor):
            return self._replace_executor(error)
        self._failures += 1
        if self._failures > FAILURES:
            raise CannotPlay(
                f"the executor cannot play games: {type(error).__name__}: {error} ({FAILURES} times in a row). "
                "The games played so far are kept"
            ) from error

    def _replace_executor(self, error: BrokenExecutor) -> None:
        """Go on with threads of our own, as many as there are processors. Their games are in processes, too."""
        if self._own_threads is None:
            warnings.warn(
                f"the {type(self._executor).__name__} is broken: {error or type(error).__name__}. "
                "The rest of the games is played on this machine",
                stacklevel=2,
            )
            self._executor = self._own_threads = ThreadPoolExecutor(os.cpu_count())

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


# In a worker


class BatchResult(NamedTuple):
    """What became of a batch. The games that are not here have not been played."""

    games: list[PlayedGame]
    error: str = ""  # why the next game cannot be played


class ProcessEnded(Exception):
    """A PlayingProcess ended in the middle of a game: whose turn it was, after which moves, and how it ended."""

    def __init__(self, turn: Player | None, moves: tuple[int, ...], code: int):
        super().__init__(turn, moves, code)
        self.turn, self.moves, self.code = turn, moves, code


def play_batch(packed: bytes, batch: Batch, attempt: int) -> BatchResult:
    """Play as many games of the batch as there is time for. `packed`: the settings of the tournament, from `pack`."""
    games, end = list[PlayedGame](), time.perf_counter() + SLICE
    try:
        for pairing in batch:
            games.append(_play_beside(packed, pairing))
            if time.perf_counter() > end:
                break
    except CannotPlay as error:
        return BatchResult(games, str(error))
    return BatchResult(games)


def _play_beside(packed: bytes, pairing: Pairing) -> PlayedGame:
    """Play in the process that belongs to this thread. Whoever is to move when it ends has lost.

    If something from outside has ended it, it is replaced, and the game is played once more.
    """
    for last_try in False, True:
        try:
            if getattr(_beside, "process", None) is None:
                _beside.process = PlayingProcess()
            return _beside.process.play(packed, pairing)
        except OSError as error:
            problem = f"a worker could not start a process to play in ({sys.executable}): {error}"
            raise CannotPlay(problem) from error
        except ProcessEnded as death:
            _beside.process = None
            if last_try or death.code not in FROM_OUTSIDE:
                return _lost(pairing, death)
    raise AssertionError("the last try returns or raises")


def _lost(pairing: Pairing, death: ProcessEnded) -> PlayedGame:
    code = death.code
    how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
    if death.turn is None:
        raise CannotPlay(f"{_could_not(pairing)}: its process ended ({how}) when it was no player's turn")
    result = -1 if death.turn is MAX else +1
    return PlayedGame(pairing, death.moves, result, death.turn, f"has ended its process ({how})")


class PlayingProcess:
    """A process that plays games. It ends when this process does, because then its standard input is closed."""

    def __init__(self) -> None:
        code = (
            f"import sys; sys.path[:] = {[*map(str, sys.path)]!r}; "
            "from minimax_lab.arena.workers import play_for_parent; play_for_parent()"
        )
        # Not by multiprocessing or loky: Dask's workers are daemons, and must not have children of that kind.
        self._process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        weakref.finalize(self, _hang_up, self._process)
        self._packed = b""  # the settings that it knows
        if self._answer() != READY:
            raise OSError(f"it ended with code {self._process.wait()}")

    def play(self, packed: bytes, pairing: Pairing) -> PlayedGame:
        """One game. Raises CannotPlay if the process says so, and ProcessEnded if it says nothing any more."""
        questions = self._process.stdin
        assert questions is not None
        with suppress(OSError):  # it has ended already; then there is no answer
            pickle.dump((None if packed == self._packed else packed, pairing), questions)
            questions.flush()
        self._packed = packed
        turn, moves = None, list[int]()
        while not isinstance(answer := self._answer(), PlayedGame):
            if answer is None:
                self._process.communicate()
                raise ProcessEnded(turn, tuple(moves), self._process.returncode)
            if isinstance(answer, str):
                self._packed = b""
                raise CannotPlay(answer)
            turn, place = answer
            moves += [] if place is None else [place]
        return answer

    def _answer(self) -> Any:
        """What the process says next; None if it has ended."""
        assert self._process.stdout is not None
        try:
            return pickle.load(self._process.stdout)
        except (EOFError, pickle.UnpicklingError):
            return None


def _hang_up(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError, ValueError, subprocess.TimeoutExpired):
        process.communicate(timeout=5)


# In a PlayingProcess


def play_for_parent() -> None:
    """Play the games that come in. Whose turn it is, is sent before the player is asked: it may end this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What players read and print must not get between questions and answers.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)

    def send(answer: Any) -> None:
        pickle.dump(answer, answers)
        answers.flush()

    settings: Any = None
    with suppress(EOFError, OSError):  # the parent is gone
        send(READY)
        while True:
            packed, pairing = pickle.load(questions)
            try:
                if packed is not None:
                    settings = _unpack(packed)
                send(_play_or_explain(settings, pairing, lambda player, place: send((player, place))))
            except CannotPlay as problem:
                send(str(problem))


def _unpack(packed: bytes) -> Settings:
    try:
        return pickle.loads(packed)
    except Exception as error:
        problem = f"a worker could not load the players and positions: {type(error).__name__}: {error}"
        raise CannotPlay(problem) from error
