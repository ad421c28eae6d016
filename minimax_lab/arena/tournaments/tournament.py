"""Tournaments: everybody against everybody, with both colours, from every start position."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager, suppress
from typing import Any

from minimax_lab.adapt import as_game
from minimax_lab.arena.match.players import asked, checked_seconds, name_of
from minimax_lab.arena.statistics.standings import Standings
from minimax_lab.arena.tournaments.game import Game, Setting
from minimax_lab.arena.tournaments.results_file import ResultsFile, check_heading, heading
from minimax_lab.arena.tournaments.schedule import Pairing, schedule
from minimax_lab.arena.tournaments.workers import CannotPlay, Crew, pack, play_here

PATIENCE = 60.0  # seconds a move, so that a player who never returns cannot stop a tournament
BEFORE_BAR = 2.0  # seconds: a tournament that is over sooner shows no progress bar


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
    """Play everybody against everybody, and return who has won how much, and how sure that is.

    `players` are named ({"mine": player, …}), or a list. Each pair plays `games` times from each start
    position with each colour. `executor` spreads the games over processes or a cluster. The same `seed`
    gives the same games however many workers there are: each game has luck of its own (`random.choice`
    and the like included), and is played by fresh copies of the players; a player with a method
    `for_game(seed)` makes its own.

    `seconds` and `patience` are those of `play`. `results` is a file that games are written to as soon
    as they are over. If it exists, or if `results` are the standings of an earlier call, the tournament
    goes on from there. Interrupted (Ctrl-C, the notebook's stop button), it returns what it has.
    """
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise TypeError(
            f"an executor is one of concurrent.futures, or Dask's client.get_executor(); not {executor!r:.80}"
        )
    setting = Setting(
        _named(players),
        _positions(start_positions),
        _whole(seed, "seed"),
        checked_seconds(seconds),
        checked_seconds(patience, "patience"),
    )
    pairings = list(schedule([*setting.players], len(setting.positions), _whole(games, "games", least=1)))
    packed = None if executor is None else pack(setting)
    file = None if results is None or isinstance(results, Standings) else ResultsFile(results, setting)
    played = _known(_earlier(file, results, setting), pairings)
    to_play = [pairing for pairing in pairings if pairing not in played]
    crew = Crew(executor, packed) if executor is not None and packed is not None else None

    def standings() -> Standings:
        done = [played[pairing] for pairing in pairings if pairing in played]
        return Standings(setting, done, [pairing for pairing in pairings if pairing not in played])

    with (
        _bar(len(pairings), len(played), progress) as advance,
        suppress(KeyboardInterrupt),
        closing(crew.play(to_play) if crew else play_here(setting, to_play)) as finished,
    ):
        try:
            for games_done in finished:
                played |= {game.pairing: game for game in games_done}
                if file:
                    file.add(games_done)
                advance(len(games_done))
        except CannotPlay as error:
            error.standings = standings()
            raise
    if crew and crew.given_up:
        warnings.warn(f"{len(crew.given_up)} games are missing: workers died over each of them", stacklevel=2)
    return standings()


def _earlier(file: ResultsFile | None, results: Any, setting: Setting) -> Iterable[Game]:
    """The games that were played before."""
    if file:
        return file.read()
    if results is None:
        return []
    check_heading(results.heading, heading(setting), "the earlier result")
    return results.games


def _named(players: Any) -> dict[str, Any]:
    """The players by name."""
    if isinstance(players, set | frozenset):
        raise TypeError("players are given in an order, which a set has not: give a list, or a dict with their names")
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
        raise TypeError(f"players are given by name, {{'mine': player, …}}, or as a list; not as {players!r:.80}")
    if len(named) < 2:
        raise ValueError(f"a tournament needs two players or more, not {len(named)}")
    for name, player in named.items():
        if not isinstance(name, str) or not name:
            raise ValueError(f"the name of a player is a text, not {name!r}")
        asked(player, f"the player {name!r}")
    return named


def _positions(given: Any) -> list[Any]:
    """The start positions: those of a list, or a single one."""
    single = hasattr(given, "get_legal_moves") or isinstance(given, type)
    if not single and (isinstance(given, set | frozenset) or not isinstance(given, Iterable)):
        raise TypeError(f"start_positions are a state, or a list of states; not {given!r:.80}")
    positions = [given] if single else list(given)
    if not positions:
        raise ValueError("a tournament needs a position to start from")
    for number, state in enumerate(positions):
        if as_game(state).is_terminal():
            raise ValueError(f"start position {number} is finished, there is nothing to play:\n{state}")
    return positions


def _whole(number: Any, what: str, least: int | None = None) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or (least is not None and number < least):
        more = "" if least is None else f", {least} or more"
        raise ValueError(f"{what} is a whole number{more}; not {number!r:.80}")
    return number


def _known(games: Iterable[Game], pairings: Iterable[Pairing]) -> dict[Pairing, Game]:
    """The games of earlier, if they all belong to this tournament."""
    wanted, played = set(pairings), {game.pairing: game for game in games}
    for pairing in played:
        if pairing not in wanted:
            raise ValueError(
                f"a game was played before that this tournament does not have ({pairing.max} – {pairing.min}, "
                f"position {pairing.position}, round {pairing.round}): it can go on with more players and games, "
                "not with fewer"
            )
    return played


@contextmanager
def _bar(total: int, done: int, wanted: bool) -> Iterator[Callable[[int], object]]:
    """A progress bar, for tournaments that take a while, and the function that moves it on."""
    if not wanted:
        yield lambda count: None
        return
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped]
    except ImportError:
        raise ImportError("progress=True shows a bar with tqdm, which is not installed: pip install tqdm") from None
    with tqdm(total=total, initial=done, unit=" games", delay=BEFORE_BAR, leave=False) as bar:
        yield bar.update
