"""Is one player really better than another? And how many more games would tell?"""

from __future__ import annotations

import math
from dataclasses import dataclass

from minimax_lab.arena.statistics.rating import SURE, Score

DOUBT = 0.05  # how often equally strong players may be told apart by mistake
OFTEN = 0.841621  # in 80 % of all cases a result is at most so many standard errors worse than expected


@dataclass(frozen=True)
class Comparison:
    """What the games of two players against each other say."""

    one: str
    other: str
    score: Score  # of `one`
    repeated: int = 0  # how many games were left out, because they were the same as others

    @property
    def chance(self) -> float:
        """How often two equally strong players would come to a result at least this lopsided, draws left out.

        This is the sign test; it asks nothing of how strong the first move is, nor of draws.
        """
        wins, _, losses = self.score
        return min(1.0, 2 * _tail(wins + losses, max(wins, losses)))

    @property
    def better(self) -> str | None:
        """Who is better, if that is hardly chance (5 % at most)."""
        if self.chance > DOUBT:
            return None
        return self.one if self.score.wins > self.score.losses else self.other

    @property
    def more_games(self) -> int | None:
        """About how many more would show who is better, four times in five, if things go on as they went.

        0 if it is shown already, None if nothing suggests that either is better.
        """
        wins, _, losses = self.score
        if self.better:
            return 0
        if wins == losses:
            return None
        decided = wins + losses
        share = (max(wins, losses) + 0.5) / (
            decided + 1
        )  # half a game for each: all of two games is not yet all of them
        needed = ((SURE / 2 + OFTEN * math.sqrt(share * (1 - share))) / (share - 0.5)) ** 2
        return max(1, math.ceil(needed * self.score.games / decided) - self.score.games)

    def __repr__(self) -> str:
        wins, draws, losses = self.score
        result = f"{self.one} – {self.other}: {wins} won, {draws} drawn, {losses} lost."
        if self.repeated:
            result += f" ({self.repeated:,} more games were repetitions, which tell nothing new.)"
        if self.better:
            chance = "less than 0.1%" if self.chance < 0.001 else f"{self.chance:.1%}"
            return f"{result} {self.better} is better: chance alone does as much in {chance} of all cases."
        if self.more_games is None:
            return f"{result} Nothing suggests that either is better."
        return (
            f"{result} That may be chance, which does as much in {self.chance:.0%} of all cases. "
            f"If it goes on like this, about {self.more_games:,} more games would tell."
        )


def _tail(tosses: int, heads: int) -> float:
    """How likely it is that so many tosses of a fair coin give that many heads, or more."""
    everything = math.lgamma(tosses + 1) - tosses * math.log(2)  # the logarithms do not overflow
    return math.fsum(
        math.exp(everything - math.lgamma(k + 1) - math.lgamma(tosses - k + 1)) for k in range(heads, tosses + 1)
    )


def wilson(points: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % confidence interval of a score, where a draw is half a win; draws make it wider than need be."""
    if not games:
        return 0.0, 1.0
    share, doubt = points / games, SURE**2 / games
    middle = (share + doubt / 2) / (1 + doubt)
    reach = SURE / (1 + doubt) * math.sqrt(share * (1 - share) / games + doubt / games / 4)
    return max(0.0, middle - reach), min(1.0, middle + reach)
