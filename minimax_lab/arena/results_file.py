"""A file of results in JSON: a heading that tells one tournament from another, then one line for each game."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from minimax_lab.adapt import as_game, underlying
from minimax_lab.arena.display import has_own, text_of
from minimax_lab.arena.record import PlayedGame
from minimax_lab.arena.seeded_game import Settings
from minimax_lab.arena.workers import CannotPlay

FORMAT = "minimax_lab tournament 1"


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
