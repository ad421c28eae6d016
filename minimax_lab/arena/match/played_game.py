"""A game of a tournament as it is stored: who met whom from where, the moves by number, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from minimax_lab.adapt import as_game
from minimax_lab.arena.match.record import Record, winner
from minimax_lab.game import MAX, MIN, Player


class Pairing(NamedTuple):
    """One game of a tournament: MAX against MIN from a start position, for the first time, the second, …"""

    max: str
    min: str
    position: int
    round: int


@dataclass(frozen=True)
class PlayedGame:
    """What is kept of a game. A move is its place in the list of legal moves."""

    pairing: Pairing
    moves: tuple[int, ...]
    result: Any
    forfeit: Player | None = None
    reason: str = ""
    details: str = field(default="", compare=False, repr=False)

    @property
    def winner(self) -> str | None:
        """The name of the player who won; None after a draw."""
        return {MAX: self.pairing.max, MIN: self.pairing.min, None: None}[winner(self.result)]

    @property
    def loser_by_forfeit(self) -> str | None:
        """The name of the player who lost by breaking a rule of play, if one did."""
        return {MAX: self.pairing.max, MIN: self.pairing.min, None: None}[self.forfeit]

    def record(self, start: Any) -> Record:
        """The whole game; it began with `start`."""
        game, moves = as_game(start), list[Any]()
        for place in self.moves:
            legal = list(game.get_legal_moves())
            if place >= len(legal):
                raise ValueError(
                    f"move {len(moves) + 1} of {self.pairing.max} – {self.pairing.min} is stored as number {place}, "
                    f"counted from 0, but there are only {len(legal)} legal moves: is this the same game?"
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
    def from_dict(cls, stored: Mapping[str, Any]) -> PlayedGame:
        """The game that `to_dict` wrote. Anything else raises a KeyError, TypeError or ValueError."""
        pairing = Pairing(*(stored[name] for name in Pairing._fields))
        moves, result, reason = stored["moves"], stored["result"], stored["reason"]
        types = [*map(type, pairing), type(reason), *map(type, moves)]
        if types != [str, str, int, int, str, *[int] * len(moves)] or min(moves, default=0) < 0:
            raise TypeError("a stored game has two names, a position, a round, a reason, and the numbers of its moves")
        winner(result)
        return cls(pairing, tuple(moves), result, stored["forfeit"] and Player(stored["forfeit"]), reason)
