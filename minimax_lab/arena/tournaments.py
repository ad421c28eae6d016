"""Tournaments: everybody against everybody, with both colours, from every start position, one round after the other."""

from __future__ import annotations

import json
import os
import random
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any, TypeVar

from minimax_lab.adapt import as_game, underlying
from minimax_lab.arena.display import has_own, text_of
from minimax_lab.arena.players import checked_seconds, name_of, way_to_ask
from minimax_lab.arena.record import Pairing, PlayedGame, start_state
from minimax_lab.arena.seeded_game import Settings
from minimax_lab.arena.standings import Standings
from minimax_lab.arena.workers import CannotPlay, Dispatcher, pack, play_here
from minimax_lab.game import State
from minimax_lab.game_faults import checked_game
from minimax_lab.trace.words import is_hashable

PATIENCE = 60.0  # seconds a move: a player who never returns cannot stop a tournament
FORMAT = "minimax_lab tournament 1"
BEFORE_BAR = 2.0  # seconds: a tournament that is over sooner shows no progress bar
S = TypeVar("S", bound=State)  # the openings of a game are states of that game


def tournament(
    players: Mapping[str, Any] | Sequence[Any],
    start_positions: Any,
    games: int = 1,
    executor: Executor | None = None,
    seed: int = 0,
    progress: bool = True,
    *,
    seconds: float | None = None,
    patience: float | None = PATIENCE,
    results: str | os.PathLike[str] | Standings | None = None,
) -> Standings:
    """Play everybody against everybody, and return the standings: who won how much, and how sure that is.

    Each game is played by fresh copies of the players. The same `seed` gives the same games, however many workers
    there are: `random.choice` and the like start from a seed of their own in each game. A player with a method
    `for_game(seed)` makes its own copy. If the tournament is interrupted (Ctrl-C, or the stop button of the
    notebook), it returns the standings so far.

    - `players`: the players by name, {"mine": player, …}, or a list.
    - `start_positions`: a state, or a list of states.
    - `games`: how often each pair plays from each start position, with each colour.
    - `executor`: says how many games are played at a time, and where: `ThreadPoolExecutor(4)` or
      `ProcessPoolExecutor(4)` on this machine, Dask's `client.get_executor()` on a cluster. Each of its workers plays
      in a process of its own, and a player who ends that process loses the game. Without an executor, all is played
      here.
    - `seed`: a whole number.
    - `progress`: whether a tournament that takes a while shows a progress bar.
    - `seconds`, `patience`: the limits of a game and of a move, see `play`.
    - `results`: a file to which games are added as soon as they are over. If it exists, the tournament goes on from
      there. It may also be the standings of an earlier call.

    >>> from minimax_lab.arena import EnginePlayer, RandomPlayer, openings
    >>> from minimax_lab.games import Isolation
    >>> players = {"engine": EnginePlayer(), "random": RandomPlayer()}
    >>> tournament(players, openings(Isolation(), plies=1, count=4), games=5)
    player  games  won  drawn  lost  score   95 % interval  Elo  ±95 %
    engine     40   28      0    12  70.0%  54.6% to 81.9%  +74    ±59
    random     40   12      0    28  30.0%  18.1% to 45.4%  −74    ±59
    """
    limits = checked_seconds(seconds), checked_seconds(patience, "patience")
    settings = Settings(_named(players), _positions(start_positions), checked_int(seed, "seed"), *limits)
    pairings = list(schedule([*settings.players], len(settings.positions), checked_int(games, "games", least=1)))
    play_all = partial(play_here, settings) if executor is None else _dispatcher(executor, settings).play
    earlier, keep = _earlier(results, settings)
    played = _known(earlier, pairings)
    with (
        _bar(len(pairings), len(played), progress) as advance,
        suppress(KeyboardInterrupt),
        closing(play_all([pairing for pairing in pairings if pairing not in played])) as finished,
    ):
        try:
            for games_done in finished:
                played |= {game.pairing: game for game in games_done}
                keep(games_done)
                advance(len(games_done))
        except CannotPlay as error:
            error.standings = _standings(settings, pairings, played)
            raise
    return _standings(settings, pairings, played)


def _dispatcher(executor: Any, settings: Settings) -> Dispatcher:
    if not callable(getattr(executor, "submit", None)):
        raise TypeError(
            "executor must be one of concurrent.futures, such as ProcessPoolExecutor(), or Dask's "
            f"client.get_executor(); got {executor!r:.80}"
        )
    return Dispatcher(executor, pack(settings))


def _standings(settings: Settings, pairings: Sequence[Pairing], played: Mapping[Pairing, PlayedGame]) -> Standings:
    done = [played[pairing] for pairing in pairings if pairing in played]
    missing = [pairing for pairing in pairings if pairing not in played]
    return Standings(settings.players, settings.positions, done, missing, heading(settings))


def _earlier(results: Any, settings: Settings) -> tuple[Iterable[PlayedGame], Callable[[list[PlayedGame]], object]]:
    """The games that were played before, and the function that stores others."""
    if results is None:
        return [], lambda games: None
    if isinstance(results, Standings):
        check_heading(results.heading, heading(settings), "the earlier result")
        return results.games, lambda games: None
    file = ResultsFile(results, settings)
    return file.read(), file.add


def _named(players: Any) -> dict[str, Any]:
    """The players by name."""
    if isinstance(players, set | frozenset):
        raise TypeError("players must be in an order; a set has no order. Use a list, or a dict with their names")
    if isinstance(players, Mapping):
        named = dict(players)
    elif isinstance(players, Iterable) and not isinstance(players, str):
        named = {}
        for player in players:
            name, number = name_of(player), 1
            while (own := name if number == 1 else f"{name} {number}") in named:
                number += 1
            named[own] = player
    else:
        raise TypeError(f"players must be a dict, {{'mine': player, …}}, or a list; got {players!r:.80}")
    if len(named) < 2:
        raise ValueError(f"a tournament needs two or more players; got {len(named)}")
    for name, player in named.items():
        if not isinstance(name, str) or not name:
            raise ValueError(f"the name of a player must be a text; got {name!r}")
        way_to_ask(player, f"the player {name!r}")
    return named


def _positions(given: Any) -> list[Any]:
    """The start positions: those of a list, or a single one."""
    single = hasattr(given, "get_legal_moves") or isinstance(given, type)
    if not single and (isinstance(given, set | frozenset) or not isinstance(given, Iterable)):
        raise TypeError(f"start_positions must be a state, or a list of states; got {given!r:.80}")
    positions = [given] if single else list(given)
    if not positions:
        raise ValueError("a tournament needs at least one start position")
    for number, state in enumerate(positions):
        if checked_game(state, make_a_move=True).game.is_terminal():
            raise ValueError(f"start position {number} is already finished:\n{state}")
    return positions


def _known(games: Iterable[PlayedGame], pairings: Iterable[Pairing]) -> dict[Pairing, PlayedGame]:
    """The earlier games by pairing; a ValueError if one of them does not belong to this tournament."""
    wanted, played = set(pairings), {game.pairing: game for game in games}
    for pairing in played:
        if pairing not in wanted:
            raise ValueError(
                f"an earlier game is not part of this tournament ({pairing.max} – {pairing.min}, "
                f"position {pairing.position}, round {pairing.round}): a tournament can go on with more players and "
                "games, but not with fewer"
            )
    return played


@contextmanager
def _bar(total: int, done: int, wanted: bool) -> Iterator[Callable[[int], object]]:
    """A progress bar for tournaments that take a while. Yields the function that moves it on."""
    if not wanted:
        yield lambda count: None
        return
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped]
    except ImportError:
        raise ImportError("progress=True needs tqdm, which is not installed: pip install tqdm") from None
    with tqdm(total=total, initial=done, unit=" games", delay=BEFORE_BAR, leave=False) as bar:
        yield bar.update


def schedule(names: Sequence[str], positions: int, rounds: int) -> Iterator[Pairing]:
    """Everybody against everybody, as MAX and as MIN, from every position, one round after the other."""
    for round_ in range(rounds):
        for position in range(positions):
            for first, second in permutations(names, 2):
                yield Pairing(first, second, position, round_)


def openings(state: S, plies: int = 2, count: int = 10, seed: int = 0) -> list[S]:
    """Different unfinished positions to start games from, each a few random moves away from `state`.

    Players that make no random choices play the same game again and again from the same position.

    - `plies`: how many moves away from `state` each position is.
    - `count`: how many positions are wanted. If fewer are found, fewer are returned.
    - `seed`: the same seed gives the same positions.

    >>> from minimax_lab.games import TicTacToe
    >>> openings(TicTacToe(), plies=2, count=2)
    [TicTacToe("... ... XO."), TicTacToe("X.. ..O ...")]
    """
    checked_int(plies, "plies", least=1)
    checked_int(count, "count", least=1)
    found: dict[Any, Any] = {}
    chance = random.Random(seed)
    for _ in range(50 * count):
        game, path = as_game(state), list[int]()
        while len(path) < plies and (legal := list(game.get_legal_moves())):
            path.append(chance.randrange(len(legal)))
            game = game.forecast_move(legal[path[-1]])
        if not game.is_terminal():
            found.setdefault(_identity(underlying(game), tuple(path), found), start_state(game))
        if len(found) == count:
            break
    if not found:
        raise ValueError(
            f"every game that was tried was over after {plies} moves: with fewer plies there would be something to play"
        )
    return [*found.values()]


def _identity(state: Any, path: tuple[int, ...], found: Mapping[Any, Any]) -> Any:
    """What tells a position from others: the position itself if it can be compared, else the moves that led to it."""
    if not has_own(state, "__eq__"):
        return path
    if is_hashable(state):
        return state
    # a dataclass, for example, can be compared, but cannot be a key
    return next((key for key, other in found.items() if underlying(other) == state), path)


def checked_int(number: Any, what: str, least: int | None = None) -> int:
    """The number, if it is a whole number and not less than `least`."""
    if isinstance(number, bool) or not isinstance(number, int) or (least is not None and number < least):
        bound = "" if least is None else f", {least} or more"
        raise ValueError(f"{what} must be a whole number{bound}; got {number!r:.80}")
    return number


# The file of results, in JSON: a heading that tells one tournament from another, then one line for each game


def heading(settings: Settings) -> dict[str, Any]:
    """What tells one tournament from another."""
    return {
        "format": FORMAT,
        "seed": settings.seed,
        "seconds": settings.seconds,
        "positions": [*map(_described, settings.positions)],
        "players": {name: type(player).__name__ for name, player in settings.players.items()},
    }


def _described(state: Any) -> str:
    """The repr of a position. If it has none of its own, its public attributes and its moves tell it from others."""
    own, text = underlying(state), text_of(state)
    if not has_own(own, "__repr__"):
        attributes = {name: value for name, value in getattr(own, "__dict__", {}).items() if name[0] != "_"}
        shown = [attributes, list(as_game(state).get_legal_moves())]
        text += " " + json.dumps(shown, default=_as_text, skipkeys=True, ensure_ascii=False)
    return text if own is state else f"{text}, {state.active_player} to move"


def _as_text(part: Any) -> Any:
    """What JSON does not know. The order of a set is another one in every process."""
    return sorted(map(text_of, part)) if isinstance(part, set | frozenset) else text_of(part)


def check_heading(found: dict[str, Any], wanted: dict[str, Any], where: str) -> None:
    """Raise a ValueError if results belong to another tournament, and warn if other players have the same names."""
    for name in "format", "seed", "seconds", "positions":
        value = wanted[name]
        if found.get(name) != value:
            verb = "are" if name.endswith("s") else "is"
            raise ValueError(
                f"{where} belongs to another tournament: there the {name} {verb} {_short(found.get(name))}, "
                f"here {verb} {_short(value)}. Use another file, or the same {name}"
            )
    kinds = found.get("players", {})
    for name, kind in wanted["players"].items():
        if (before := kinds.get(name, kind)) != kind:
            warnings.warn(
                f"{where} has games of another {name!r}: it was a {before} before, and is a {kind} now. "
                "The games of both are counted as those of one player",
                stacklevel=2,
            )


class ResultsFile:
    """Games are added as soon as they are over, and read when the tournament goes on.

    A tournament may go on with more players and more games. The start positions, the seed and the
    clock must stay the same.
    """

    def __init__(self, path: str | os.PathLike[str], settings: Settings):
        self.path, self._heading = Path(path), heading(settings)

    def read(self) -> list[PlayedGame]:
        """The stored games. An unfinished last line is removed: that game is played again."""
        text, begin = self.path.read_bytes() if self.path.exists() else b"", _line(self._heading)
        if begin.startswith(text):  # empty, or not even the whole heading
            self.path.write_bytes(begin)
            return []
        whole = text[: text.rfind(b"\n") + 1]
        first, *lines = whole.split(b"\n")[:-1] or [text]
        self._check(first)
        games = [self._game(number, line) for number, line in enumerate(lines, 2)]
        if len(whole) < len(text):
            os.truncate(self.path, len(whole))  # which a full disk does not prevent
        return games

    def _check(self, first: bytes) -> None:
        try:
            found = json.loads(first.decode("utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict) or found.get("format") != FORMAT or type(found.get("players", {})) is not dict:
            raise ValueError(f"{self.path} is not a file of tournament results: its first line is {_start(first)}")
        check_heading(found, self._heading, str(self.path))

    def _game(self, number: int, line: bytes) -> PlayedGame:
        try:
            return PlayedGame.from_dict(json.loads(line.decode("utf-8")))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ValueError(f"{self.path}, line {number}: not a stored game: {_start(line)}") from None

    def add(self, games: Iterable[PlayedGame]) -> None:
        try:
            with self.path.open("ab") as file:
                file.writelines(_line(game.to_dict()) for game in games)
        except OSError as error:  # a full disk, say
            raise CannotPlay(f"the results cannot be written: {error}") from error


def _line(data: dict[str, Any]) -> bytes:
    """In UTF-8. A surrogate, which UTF-8 cannot hold, is written as \\udc80, which JSON can read."""
    return (json.dumps(data, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def _start(line: bytes) -> str:
    return repr(line.decode("utf-8", "replace")[:60])


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"
