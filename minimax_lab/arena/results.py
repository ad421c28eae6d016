"""A file of results: a heading that tells one tournament from another, then a line a game, in JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from minimax_lab.arena.games import Game, Setting
from minimax_lab.arena.words import text_of

FORMAT = "minimax_lab tournament 1"


def heading(setting: Setting) -> dict[str, Any]:
    """What tells one tournament from another."""
    return {
        "format": FORMAT,
        "seed": setting.seed,
        "seconds": setting.seconds,
        "positions": [text_of(state) for state in setting.positions],
    }


def check_heading(found: dict[str, Any], wanted: dict[str, Any], where: str) -> None:
    """A ValueError if results are of another tournament than the one that is to go on."""
    for name, value in wanted.items():
        if found.get(name) != value:
            verb = "are" if name.endswith("s") else "is"
            raise ValueError(
                f"{where} is of another tournament: its {name} {verb} {_short(found.get(name))}, "
                f"here {verb} {_short(value)}. Give another file, or the same {name}"
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
        if not self.path.exists() or not self.path.stat().st_size:
            self._append([self._heading])
            return []
        text = self.path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        first, *lines = whole.decode("utf-8").splitlines() or [""]
        self._check(first)
        games = [self._game(number, line) for number, line in enumerate(lines, 2)]
        if len(whole) < len(text):
            self.path.write_bytes(whole)
        return games

    def _check(self, first: str) -> None:
        try:
            found = json.loads(first)
        except ValueError:
            found = None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ValueError(f"{self.path} holds no results of a tournament: its first line is {first[:60]!r}")
        check_heading(found, self._heading, str(self.path))

    def _game(self, number: int, line: str) -> Game:
        try:
            return Game.from_dict(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ValueError(f"{self.path}, line {number}: this is no game: {line[:60]!r}") from None

    def add(self, games: Iterable[Game]) -> None:
        self._append(game.to_dict() for game in games)

    def _append(self, lines: Iterable[dict[str, Any]]) -> None:
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"
