"""Is one player really better than another? And how many more games would tell?"""

from __future__ import annotations

import math
from dataclasses import dataclass

from minimax_lab.arena.statistics.rating import SURE, Score

DOUBT = 0.05  # how often one of two equally strong players may be called better
OFTEN = 0.841621  # in 80 % of all cases a result is at most this many standard errors worse than expected


@dataclass(frozen=True)
class Comparison:
    """What the games of two players against each other say."""

    one: str
    other: str
    score: Score  # of `one`
    repeated: int = 0  # how many games were left out because they repeat others

    @property
    def chance(self) -> float:
        """How often two equally strong players would have a result at least as lopsided as this one.

        This is the sign test: draws are left out, and it does not matter how good it is to move first.
        """
        wins, _, losses = self.score
        return min(1.0, 2 * _tail(wins + losses, max(wins, losses)))

    @property
    def better(self) -> str | None:
        """Who is better; None if a difference this large could well be chance (in more than 5 % of all cases)."""
        if self.chance > DOUBT:
            return None
        return self.one if self.score.wins > self.score.losses else self.other

    @property
    def more_games(self) -> int | None:
        """About how many more games would show who is better, four times in five, if the results stay like this.

        0 if that is clear already, None if nothing suggests that either is better.
        """
        wins, _, losses = self.score
        if self.better:
            return 0
        if wins == losses:
            return None
        decided = wins + losses
        # Half a game for each player: a player who won two of two will not win them all.
        share = (max(wins, losses) + 0.5) / (decided + 1)
        needed = ((SURE / 2 + OFTEN * math.sqrt(share * (1 - share))) / (share - 0.5)) ** 2
        return max(1, math.ceil(needed * self.score.games / decided) - self.score.games)

    def __repr__(self) -> str:
        wins, draws, losses = self.score
        result = f"{self.one} – {self.other}: {wins} won, {draws} drawn, {losses} lost."
        if self.repeated:
            result += f" ({self.repeated:,} more games were repetitions and tell nothing new.)"
        if self.more_games is None:
            return f"{result} Nothing suggests that either is better."
        chance = (
            "less than 0.1%" if self.chance < 0.001 else f"{self.chance:.1%}" if self.better else f"{self.chance:.0%}"
        )
        by_chance = f"difference this large appears by chance in {chance} of such tournaments."
        if self.better:
            return f"{result} {self.better} is better: a {by_chance}"
        return f"{result} A {by_chance} If it goes on like this, about {self.more_games:,} more games would decide it."


def _tail(tosses: int, heads: int) -> float:
    """How likely it is that this many tosses of a fair coin give this many heads, or more."""
    everything = math.lgamma(tosses + 1) - tosses * math.log(2)  # logarithms, which do not overflow
    return math.fsum(
        math.exp(everything - math.lgamma(k + 1) - math.lgamma(tosses - k + 1)) for k in range(heads, tosses + 1)
    )


def wilson(points: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % confidence interval for the share of the points. Draws make it wider than necessary."""
    if not games:
        return 0.0, 1.0
    share, doubt = points / games, SURE**2 / games
    middle = (share + doubt / 2) / (1 + doubt)
    reach = SURE / (1 + doubt) * math.sqrt(share * (1 - share) / games + doubt / games / 4)
    return max(0.0, middle - reach), min(1.0, middle + reach)
