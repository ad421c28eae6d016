"""A file of results: a heading that tells one tournament from another, then a line a game, in JSON."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from minimax_lab.adapt import as_game, underlying
from minimax_lab.arena.match.snapshot import plain_attributes
from minimax_lab.arena.match.words import has_own, text_of
from minimax_lab.arena.tournaments.game import Game, Setting

FORMAT = "minimax_lab tournament 1"


def heading(setting: Setting) -> dict[str, Any]:
    """What tells one tournament from another."""
    return {
        "format": FORMAT,
        "seed": setting.seed,
        "seconds": setting.seconds,
        "positions": [*map(_described, setting.positions)],
        "players": {name: type(player).__name__ for name, player in setting.players.items()},
    }


def _described(state: Any) -> str:
    """The text of a position; of one without a text what it shows, so that it is not taken for another one."""
    own, text = underlying(state), text_of(state)
    if not has_own(own, "__repr__"):
        shown = [plain_attributes(own), list(as_game(state).get_legal_moves())]
        text += " " + json.dumps(shown, default=_in_words, skipkeys=True, ensure_ascii=False)
    return text if own is state else f"{text}, {state.active_player} to move"


def _in_words(part: Any) -> Any:
    return sorted(map(text_of, part)) if isinstance(part, set | frozenset) else text_of(part)


def check_heading(found: dict[str, Any], wanted: dict[str, Any], where: str) -> None:
    """A ValueError if results are not of the tournament that is to go on; a warning if they are of other players."""
    for name in "format", "seed", "seconds", "positions":
        value = wanted[name]
        if found.get(name) != value:
            verb = "are" if name.endswith("s") else "is"
            raise ValueError(
                f"{where} is of another tournament: its {name} {verb} {_short(found.get(name))}, "
                f"here {verb} {_short(value)}. Give another file, or the same {name}"
            )
    kinds = found.get("players", {})
    for name, kind in wanted["players"].items():
        if (before := kinds.get(name, kind)) != kind:
            warnings.warn(
                f"{where} goes on with another {name!r}: before it was of the class {before}, now of {kind}. "
                "The games of both are counted as those of one player",
                stacklevel=2,
            )


class ResultsFile:
    """Where games are written down as soon as they are over, and read when the tournament goes on.

    The same tournament may go on with more players and more games. The start positions, the seed and
    the clock must be those that it began with.
    """

    def __init__(self, path: str | os.PathLike[str], setting: Setting):
        self.path, self._heading = Path(path), heading(setting)

    def read(self) -> list[Game]:
        """The games that are there. A last line that was not finished is removed: that game is played again."""
        text, begin = self.path.read_bytes() if self.path.exists() else b"", _line(self._heading)
        if begin.startswith(text):  # nothing yet, or not even the whole heading
            self.path.write_bytes(begin)
            return []
        whole = text[: text.rfind(b"\n") + 1]
        first, *lines = whole.split(b"\n")[:-1] or [text]
        self._check(first)
        games = [self._game(number, line) for number, line in enumerate(lines, 2)]
        if len(whole) < len(text):
            self.path.write_bytes(whole)
        return games

    def _check(self, first: bytes) -> None:
        try:
            found = json.loads(first.decode("utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict) or found.get("format") != FORMAT or type(found.get("players", {})) is not dict:
            raise ValueError(f"{self.path} holds no results of a tournament: its first line is {_start(first)}")
        check_heading(found, self._heading, str(self.path))

    def _game(self, number: int, line: bytes) -> Game:
        try:
            return Game.from_dict(json.loads(line.decode("utf-8")))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ValueError(f"{self.path}, line {number}: this is no game: {_start(line)}") from None

    def add(self, games: Iterable[Game]) -> None:
        with self.path.open("ab") as file:
            file.writelines(_line(game.to_dict()) for game in games)


def _line(data: dict[str, Any]) -> bytes:
    """In UTF-8; half a character, which that does not have, as \\udc80, which JSON does have."""
    return (json.dumps(data, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def _start(line: bytes) -> str:
    return repr(line.decode("utf-8", "replace")[:60])


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"
