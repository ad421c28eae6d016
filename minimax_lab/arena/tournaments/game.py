"""One game of a tournament: how it is played, and what is kept of it."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, NamedTuple

from minimax_lab.adapt import as_game
from minimax_lab.arena.match.match import play
from minimax_lab.arena.match.record import Record, winner
from minimax_lab.arena.tournaments.randomness import Lucky, seeded
from minimax_lab.arena.tournaments.schedule import Pairing
from minimax_lab.game import MAX, MIN, Player


class Setting(NamedTuple):
    """All that a game of a tournament needs beside its pairing."""

    players: Mapping[str, Any]
    positions: Sequence[Any]
    seed: int
    seconds: float | None
    patience: float | None


@dataclass(frozen=True)
class Game:
    """What is kept of a game; a move is its place in the list of legal moves."""

    pairing: Pairing
    moves: tuple[int, ...]
    result: Any
    forfeit: Player | None = None
    reason: str = ""
    details: str = field(default="", compare=False, repr=False)

    @property
    def winner(self) -> str | None:
        """The name of the player who has won; None if nobody has."""
        return {MAX: self.pairing.max, MIN: self.pairing.min, None: None}[winner(self.result)]

    def record(self, start: Any) -> Record:
        """The game in full; it began with `start`."""
        game, moves = as_game(start), list[Any]()
        for place in self.moves:
            legal = list(game.get_legal_moves())
            if place >= len(legal):
                raise ValueError(
                    f"move {len(moves) + 1} of {self.pairing.max} – {self.pairing.min} is stored as number {place}, "
                    f"counted from 0, of {len(legal)} legal moves: is this the same game?"
                )
            moves.append(legal[place])
            game = game.forecast_move(moves[-1])
        names = self.pairing.max, self.pairing.min
        return Record(start, tuple(moves), names, self.result, self.forfeit, self.reason, self.details)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return self.pairing._asdict() | {
            "moves": list(self.moves),
            "result": self.result,
            "forfeit": self.forfeit and self.forfeit.value,
            "reason": self.reason,
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Game:
        """The game that `to_dict` wrote; a KeyError, TypeError or ValueError if it is none."""
        pairing = Pairing(*(stored[name] for name in Pairing._fields))
        moves, result, reason = stored["moves"], stored["result"], stored["reason"]
        kinds = [*map(type, pairing), type(reason), *map(type, moves)]
        if kinds != [str, str, int, int, str, *[int] * len(moves)] or min(moves, default=0) < 0:
            raise TypeError("a game is two names, a position, a round, a reason in words, and the places of its moves")
        winner(result)
        return cls(pairing, tuple(moves), result, stored["forfeit"] and Player(stored["forfeit"]), reason)


def play_game(setting: Setting, pairing: Pairing) -> Game:
    """Play one game. It depends on the setting and the pairing alone: not on other games, nor on where it is played."""
    seed = pairing.seed(setting.seed)
    start = setting.positions[pairing.position]
    with seeded(seed):
        max_player = _for_game(setting.players[pairing.max], 2 * seed)
        min_player = _for_game(setting.players[pairing.min], 2 * seed + 1)
        record = play(start, max_player, min_player, setting.seconds, patience=setting.patience)
    winner(record.result)  # a TypeError if it does not say who has won
    result = _plain(record.result)
    return Game(pairing, tuple(record.places()), result, record.forfeit, record.reason, record.details)


def _plain(number: Any) -> int | float:
    """A number as JSON has it: not a Fraction, nor one of numpy's."""
    return int(number) if isinstance(number, Integral) else float(number)


def _for_game(player: Any, seed: int) -> Any:
    """A player as it is before its first game. One with luck, or a memory, may say itself what that is: `for_game`."""
    if hasattr(player, "for_game"):
        return Lucky(player.for_game(seed), seed)
    with suppress(Exception):  # it may hold something that exists only once, such as a process
        player = copy.deepcopy(player)
    return Lucky(player, seed)
