"""What a worker does: it plays batches of games, itself or in a process of their own, and hands back the results."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from minimax_lab.adapt import GameFault
from minimax_lab.arena.display import text_of
from minimax_lab.arena.record import Pairing, PlayedGame
from minimax_lab.arena.seeded_game import Settings, play_game

Batch: TypeAlias = Sequence[Pairing]

SLICE = 0.5  # seconds after which a worker begins no other game and hands back what it has
READY = "ready"

# Threads of one process share Python's and numpy's random numbers, and its processor time, which clocks measure.
_one_batch_at_a_time = threading.Lock()
_isolated = threading.local()  # `.process`: the PlayingProcess of this thread, once it has one


class CannotPlay(RuntimeError):
    """A game could not be played, and no player is to blame. `standings` are those of the games played so far."""

    standings: Any = None


class BatchResult(NamedTuple):
    """What became of a batch. The games that are not here have not been played."""

    games: list[PlayedGame]
    error: str = ""  # why the next game cannot be played
    died: bool = False  # whether the process ended in the middle of the next game


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


@lru_cache(maxsize=2)
def _unpack(packed: bytes) -> Settings:
    return pickle.loads(packed)


def play_or_explain(settings: Settings, pairing: Pairing) -> PlayedGame:
    """Play one game; raise CannotPlay if it fails and no player is to blame."""
    try:
        return play_game(settings, pairing)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also exit(), which would end the worker
        who = f"{pairing.max} – {pairing.min}, start position {pairing.position}, round {pairing.round}"
        what = f": {error}" if isinstance(error, GameFault) else ":\n" + "".join(traceback.format_exception(error))
        raise CannotPlay(f"the game {who} could not be played{what}") from error


def play_batch(packed: bytes, batch: Batch, attempt: int, isolated: bool) -> BatchResult:
    """In a worker: play as many games of the batch as there is time for.

    - `packed`: the settings of the tournament, from `pack`.
    - `attempt`: a number of its own for each call, because Dask remembers the result of equal calls.
    - `isolated`: play in a process beside the worker, so that a player who ends it does not end the worker.
    """
    if isolated:
        return _play_isolated(packed, batch)
    games = list[PlayedGame]()
    try:
        with _one_batch_at_a_time:
            for game in _games(packed, batch):
                games.append(game)
    except CannotPlay as error:
        return BatchResult(games, str(error))
    return BatchResult(games)


def _games(packed: bytes, batch: Batch) -> Iterator[PlayedGame]:
    """Each game as soon as it is over, until the time is over."""
    try:
        settings = _unpack(packed)
    except Exception as error:
        raise CannotPlay(
            f"a worker could not load the players and positions: {type(error).__name__}: {error}"
        ) from error
    end = time.perf_counter() + SLICE
    for pairing in batch:
        yield play_or_explain(settings, pairing)
        if time.perf_counter() > end:
            return


def _play_isolated(packed: bytes, batch: Batch) -> BatchResult:
    """Play in the process that belongs to this thread. It is started when it is first needed, or has died."""
    if getattr(_isolated, "process", None) is None:
        try:
            _isolated.process = PlayingProcess()
        except OSError as error:
            return BatchResult([], f"a worker could not start a process to play in ({sys.executable}): {error}")
    result = _isolated.process.play(packed, batch)
    if result.died:
        _isolated.process = None
    return result


class PlayingProcess:
    """A process that plays batches. It ends when this process does, because then its standard input is closed."""

    def __init__(self) -> None:
        code = (
            f"import sys; sys.path[:] = {[*map(str, sys.path)]!r}; "
            "from minimax_lab.arena.batches import play_for_parent; play_for_parent()"
        )
        # Not by multiprocessing: Dask's workers are daemons, and must not have children of that kind.
        self._process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if self._answer() != READY:
            raise OSError(f"it ended with code {self._process.wait()}")

    def play(self, packed: bytes, batch: Batch) -> BatchResult:
        """What became of the batch, also if the process died."""
        questions, games = self._process.stdin, list[PlayedGame]()
        assert questions is not None
        with suppress(OSError):  # it died already; then there is no answer
            pickle.dump((packed, batch), questions)
            questions.flush()
        while isinstance(answer := self._answer(), PlayedGame):
            games.append(answer)
        if answer is None:
            self._process.communicate()
            return BatchResult(games, died=True)
        return answer._replace(games=games)

    def _answer(self) -> Any:
        """What the process says next; None if it has died."""
        assert self._process.stdout is not None
        try:
            return pickle.load(self._process.stdout)
        except (EOFError, pickle.UnpicklingError):
            return None


def play_for_parent() -> None:
    """In a PlayingProcess: play the batches that come in, and send each game as soon as it is over."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What players read and print must not get between questions and answers.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)

    def send(answer: Any) -> None:
        pickle.dump(answer, answers)
        answers.flush()

    with suppress(EOFError, OSError):  # the parent is gone
        send(READY)
        while True:
            packed, batch = pickle.load(questions)
            error = ""
            try:
                for game in _games(packed, batch):
                    send(game)
            except CannotPlay as problem:
                error = str(problem)
            send(BatchResult([], error))
