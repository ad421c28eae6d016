"""The record of a game: who played, which moves, how it ended. It can be replayed, printed and saved."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, NamedTuple

from minimax_lab.adapt import as_game, underlying
from minimax_lab.arena.display import Display, display_for, film_strip, plays, sentence, text_of
from minimax_lab.game import MAX, MIN, GameState, Move, Player, Value
from minimax_lab.picture.text import count_text
from minimax_lab.trace.words import without_address

FORMAT = "minimax_lab record 1"
WIDE = 100  # columns


@dataclass(frozen=True, repr=False)
class Record:
    """A game that was played. `result` is its value for MAX: the utility of the last state, or ±1 after a forfeit.

    Two records are equal if start, players, moves and end are equal. Times do not matter.

    >>> from minimax_lab.arena import RandomPlayer, play
    >>> from minimax_lab.games import Isolation
    >>> record = play(Isolation(), RandomPlayer(1), RandomPlayer(2))
    >>> record.moves, record.winner
    (((1, 0), (0, 0), (0, 1), (1, 1)), MIN)
    >>> Record.from_json(record.to_json(), Isolation()) == record
    True
    """

    start: Any  # the first state
    moves: tuple[Move, ...]
    players: tuple[str, str]  # the names of MAX and MIN
    result: Value
    forfeit: Player | None = None  # the player who lost by breaking a rule of play, if one did
    reason: str = ""  # why it lost, or why the game was stopped
    details: str = field(default="", compare=False)  # the traceback of a player who failed
    seconds: tuple[float, ...] = field(default=(), compare=False)  # how long each move took

    def states(self) -> Iterator[Any]:
        """Every state of the game, from the first to the last."""
        return map(underlying, self._games())

    def _games(self) -> Iterator[GameState]:
        game = as_game(self.start)
        yield game
        for move in self.moves:
            game = game.forecast_move(move)
            yield game

    def places(self) -> list[int]:
        """Where each move stood in the list of legal moves."""
        return [list(game.get_legal_moves()).index(move) for game, move in zip(self._games(), self.moves, strict=False)]

    @property
    def final(self) -> Any:
        """The last state."""
        *_, last = self.states()
        return last

    @property
    def winner(self) -> Player | None:
        """MAX, MIN, or None for a draw."""
        return winner(self.result)

    def replay(self, display: str | Display = "text") -> None:
        """Show the game again, move by move."""
        show, notes = display_for(display), self._notes()
        states = [*self.states()]
        if self.forfeit:
            states, notes = [*states, states[-1]], [*notes, ""]
        notes[-1] = sentence(notes[-1], self.outcome)
        for state, note in zip(states, notes, strict=True):
            show(state, note)

    def _notes(self) -> list[str]:
        """What led to each state."""
        movers = [self._player(game.active_player) for game in self._games()]
        return ["", *map(plays, movers, self.moves)]

    def _signed_moves(self) -> list[str]:
        made = zip(self._games(), self.moves, strict=False)
        return [f"{game.active_player.symbol} {_written(move)}" for game, move in made]

    def _player(self, player: Player) -> str:
        return f"{player.symbol} {self.players[player is MIN]}"

    @property
    def outcome(self) -> str:
        """How it ended, in words: "▲ minimax has won"."""
        if self.forfeit:
            loser, other = self._player(self.forfeit), self._player(self.forfeit.opponent)
            return f"{other} has won: {loser} {self.reason}"
        why = f" ({self.reason})" if self.reason else ""
        if not isinstance(self.result, Real):
            return f"the game is over and worth {self.result!r} to MAX" + why
        if not self.winner:
            return "a draw" + why
        by = "" if abs(self.result) == 1 else f", {abs(self.result)!r} ahead"
        return f"{self._player(self.winner)} has won{by}{why}"

    def to_json(self, times: bool = False) -> str:
        """The record as text, which is the same on every machine unless `times` asks for the times of the moves."""
        stored: dict[str, Any] = {
            "format": FORMAT,
            "start": text_of(self.start),
            "players": list(self.players),
            "moves": [[place, _written(move)] for place, move in zip(self.places(), self.moves, strict=True)],
            "result": self.result if isinstance(self.result, int | float) else repr(self.result),
            "forfeit": self.forfeit and self.forfeit.value,
            "reason": self.reason,
        }
        if times:
            stored["seconds"] = [round(seconds, 6) for seconds in self.seconds]
        return json.dumps(stored, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str, start: Any) -> Record:
        """The record that `to_json` wrote; the game began with `start`."""
        stored = _read(text)
        if stored["start"] != text_of(start):
            raise ValueError(f"the stored game began with {stored['start']}, not with {text_of(start)}")
        game, moves = as_game(start), list[Move]()
        for index, written in stored["moves"]:
            moves.append(_find(list(game.get_legal_moves()), index, written, len(moves) + 1))
            game = game.forecast_move(moves[-1])
        forfeit = stored["forfeit"] and Player(stored["forfeit"])
        result = stored["result"] if forfeit or stored["reason"] else game.utility()
        seconds = tuple(stored.get("seconds", ()))
        return cls(start, tuple(moves), tuple(stored["players"]), result, forfeit, stored["reason"], "", seconds)

    def __str__(self) -> str:
        """The players, the moves with the symbol of their player, and how the game ended."""
        moves = ", ".join(self._signed_moves())
        lines = textwrap.wrap(moves, WIDE, break_long_words=False, break_on_hyphens=False) or ["no moves"]
        return "\n".join([f"{self._player(MAX)} – {self._player(MIN)}", *lines, self.outcome])

    def __repr__(self) -> str:
        count = count_text(len(self.moves), "move", "moves")
        return f"<Record: {self.players[0]} – {self.players[1]}, {count}, {self.outcome}>"

    def _repr_html_(self) -> str:
        return film_strip([*self.states()], ["", *self._signed_moves()], self.outcome)


def start_state(game: GameState) -> Any:
    """The state as its author wrote it, or the view of it, if only that says that it is MIN's turn."""
    own = underlying(game)
    return own if as_game(own).active_player is game.active_player else game


def winner(result: Value) -> Player | None:
    """Who won a game that is worth `result` to MAX; None for a draw."""
    if not isinstance(result, Real):
        raise TypeError(f"cannot tell who won: utility() must return a number, got {result!r:.80}")
    value: Any = result  # a Real has an order, but does not say so
    return MAX if value > 0 else MIN if value < 0 else None


def _written(move: Move) -> str:
    return without_address(str(move))


def _read(text: str) -> dict[str, Any]:
    try:
        stored = json.loads(text)
    except (TypeError, ValueError) as error:
        raise ValueError(f"not valid JSON: {error}") from None
    if not isinstance(stored, dict) or stored.get("format") != FORMAT:
        raise ValueError(f'not a record: it should have the format "{FORMAT}", got {text:.80}')
    return stored


def _find(legal: list[Move], index: int, written: str, number: int) -> Move:
    """The move with this text. Its place in the list decides between moves that look the same."""
    if index < len(legal) and _written(legal[index]) == written:
        return legal[index]
    same = [move for move in legal if _written(move) == written]
    if len(same) == 1:
        return same[0]
    raise ValueError(f"move {number} of the record, {written}, is not legal: is this the same game?")


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
