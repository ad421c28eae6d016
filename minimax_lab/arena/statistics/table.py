"""The table of a tournament: a row for each player."""

from __future__ import annotations

from typing import Any, NamedTuple

from minimax_lab.arena.statistics.rating import Score
from minimax_lab.evaluate.linear import signed

HEADS = ("player", "games", "won", "drawn", "lost", "score", "95 % interval", "Elo", "±95 %")


class TableRow(NamedTuple):
    """One player. `interval` (for the share of the points) and `elo` ± `error` have a confidence of 95 %."""

    player: str
    score: Score
    interval: tuple[float, float]
    elo: float | None
    error: float | None

    @property
    def share(self) -> float | None:
        return self.score.points / self.score.games if self.score.games else None

    def cells(self) -> tuple[str, ...]:
        """What the table shows, in the order of HEADS."""
        share = "–" if self.share is None else f"{self.share:.1%}"
        interval = "–" if self.share is None else "{:.1%} to {:.1%}".format(*self.interval)
        elo, error = ("–", "–") if self.elo is None else (signed(round(self.elo)), f"±{self.error:.0f}")
        return self.player, *(f"{count:,}" for count in (self.score.games, *self.score)), share, interval, elo, error

    def to_dict(self) -> dict[str, Any]:
        """The numbers, rounded so far that they are the same on every machine."""
        low, high = self.interval
        return {
            "player": self.player,
            "games": self.score.games,
            **self.score._asdict(),
            "share": _rounded(self.share, 6),
            "low": round(low, 6),
            "high": round(high, 6),
            "elo": _rounded(self.elo, 2),
            "elo_error": _rounded(self.error, 2),
        }


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)
