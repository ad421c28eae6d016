"""Other chess programs as players: all that speak the protocol UCI, such as Stockfish."""

from __future__ import annotations

import asyncio
import math
import os
import shutil
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import chess
import chess.engine

from minimax_lab.adapt import as_game
from minimax_lab.arena.players import Resigned, checked_seconds, seconds_for_move
from minimax_lab.search.public import check_depth

PATIENCE = 10.0  # seconds to wait for an answer beyond the time that the program was given
DEFAULT_SECONDS = 0.1
WHERE_DEBIAN_PUTS_GAMES = "/usr/games"  # not on every user's PATH


class Opinion(NamedTuple):
    """What a program thinks of a position."""

    value: float  # in pawns, for White; infinite if it sees a mate
    move: chess.Move
    line: tuple[chess.Move, ...]


class UCIPlayer:
    """Plays the moves of a UCI program.

    The program is started when it is first asked for a move. It is ended by `close()`, at the end of a `with` block,
    or when nothing refers to the player any more.

    - `path`: the program, or a command as a list.
    - `depth`: how many half-moves (plies) it searches at most.
    - `seconds`: how long it thinks about a move at most. With neither limit it has a tenth of a second.
    - `options`: the program's own, such as `{"Skill Level": 3}`.
    - `name`: what the player is called in records and tables.

    >>> UCIPlayer("no/such/program", depth=5)
    Traceback (most recent call last):
    FileNotFoundError: cannot start the chess program: no/such/program does not exist
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | Sequence[str],
        depth: int | None = None,
        seconds: float | None = None,
        options: Mapping[str, str | int | bool | None] | None = None,
        name: str = "",
    ):
        check_depth(depth, 1)
        self.command = _command(path)
        self.depth, self.seconds, self.options = depth, checked_seconds(seconds), dict(options or {})
        self.name = name or Path(self.command[0]).stem
        self._program: chess.engine.SimpleEngine | None = None
        self._end: Any = None
        self._lock = threading.Lock()

    def __call__(self, state: Any, seconds: float | None = None) -> chess.Move:
        """The program's move when `seconds` are left for the rest of the game."""
        return self.move(state, seconds)

    def move(self, state: Any, seconds: float | None = None, game: object = None) -> chess.Move:
        """The same. When `game` is another one than before, the program is told that a new game begins."""
        move = self._ask("play", state, self._limit(seconds), game=game).move
        if move is None:
            raise Resigned
        return move

    def opinion(self, state: Any) -> Opinion:
        """What the program thinks of a position. It does not depend on what it was asked before."""
        info = self._ask("analyse", state, self._limit(None), game=object())  # a new game, so it forgets the last one
        score = info["score"].white()
        value = math.copysign(math.inf, score.mate()) if score.is_mate() else score.score() / 100
        line = tuple(info["pv"])
        return Opinion(value, line[0], line)

    @property
    def program(self) -> str:
        """The name that the program gives itself, with its version."""
        with self._lock:
            return self._started().id.get("name", self.name)

    def for_game(self, seed: int) -> Callable[..., chess.Move]:
        """The player for one game of a tournament: the program is told that a new game begins."""
        # A game is not its player itself: the program holds on to it, and would never end.
        player = partial(self.move, game=object())
        player.name = self.name  # type: ignore[attr-defined]
        return player

    def close(self) -> None:
        """End the program. It is started again if it is asked again."""
        if self._end:
            self._end()
        self._program = self._end = None

    def __enter__(self) -> UCIPlayer:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _ask(self, what: str, state: Any, limit: chess.engine.Limit, **options: Any) -> Any:
        board = getattr(state, "board", None)
        if not isinstance(board, chess.Board):
            raise TypeError(f"{self.name} plays chess: the state needs a chess.Board as its board; got {state!r:.80}")
        if as_game(state).is_terminal():
            raise ValueError(f"the game is over; there is no move to choose:\n{state}")
        try:
            with self._lock:  # the games of several threads share one program, which thinks of one position at a time
                return getattr(self._started(), what)(board, limit, **options)
        except (TimeoutError, chess.engine.EngineError) as error:
            self.close()
            raise RuntimeError(f"{self.name} did not answer for {state!r}: {error or 'it took too long'}") from error

    def _limit(self, seconds: float | None) -> chess.engine.Limit:
        time = seconds_for_move(self.seconds, seconds)
        if time is None and self.depth is None:
            time = DEFAULT_SECONDS
        return chess.engine.Limit(time=time, depth=self.depth)

    def _started(self) -> chess.engine.SimpleEngine:
        if self._program is None:
            try:
                self._program = chess.engine.SimpleEngine.popen_uci(self.command, timeout=PATIENCE)
            except (TimeoutError, chess.engine.EngineError, OSError) as error:
                raise ValueError(f"{' '.join(self.command)} is not a program that speaks UCI ({error})") from error
            self._end = weakref.finalize(self, _quit, self._program)
            try:
                self._program.configure(self.options)
            except chess.engine.EngineError as error:
                known = ", ".join(sorted(self._program.options))
                self.close()
                raise ValueError(
                    f"{self.name} does not accept these options: {error}. Its options are: {known}"
                ) from error
        return self._program

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in self.__dict__.items() if name != "_lock"}
        return kept | {"_program": None, "_end": None}  # another process starts a program of its own

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"<UCIPlayer {self.name!r}>"


def stockfish(
    depth: int | None = None,
    seconds: float | None = None,
    options: Mapping[str, str | int | bool | None] | None = None,
    name: str = "Stockfish",
) -> UCIPlayer:
    """Stockfish, if it is installed. It uses one thread, so that with a `depth` it always gives the same answer.

    `depth`, `seconds`, `options` and `name` are those of `UCIPlayer`.

    >>> from minimax_lab.games import Chess
    >>> with stockfish(depth=5) as player:
    ...     player(Chess("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"))
    Move.from_uci('a1a8')
    """
    path = shutil.which("stockfish") or shutil.which("stockfish", path=WHERE_DEBIAN_PUTS_GAMES)
    if path is None:
        raise FileNotFoundError(
            "Stockfish is not installed, or not on the PATH. Debian and Ubuntu: apt install stockfish; "
            "others: https://stockfishchess.org/download"
        )
    return UCIPlayer(path, depth, seconds, {"Threads": 1} | dict(options or {}), name)


def _command(path: Any) -> list[str]:
    """The command as a list with the full path of the program, or an error that says what is wrong."""
    if isinstance(path, str | os.PathLike):
        path = [os.fspath(path)]
    if not isinstance(path, Sequence) or not path or not all(isinstance(word, str) for word in path):
        raise TypeError(f"path must be that of a program, or a command as a list of strings; got {path!r:.80}")
    program = shutil.which(path[0])
    if program is None:
        problem = "is not a program that can be run" if Path(path[0]).exists() else "does not exist"
        raise FileNotFoundError(f"cannot start the chess program: {path[0]} {problem}")
    return [program, *path[1:]]


def _quit(program: chess.engine.SimpleEngine) -> None:
    with suppress(chess.engine.EngineError, asyncio.TimeoutError):
        program.quit()
    program.close()
