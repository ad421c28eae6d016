"""Who is better, by how much, and how sure is that? Elo ratings, and the comparison of two players.

Elo ratings are the strengths under which the results that were seen are most likely.

The model is Bradley and Terry's: A scores 1 / (1 + 10^(-d / 400)) of the points against B when it is
rated d higher. A draw is half a point for each. Ratings are relative: their mean is 0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import numpy

    Matrix: TypeAlias = numpy.ndarray[Any, numpy.dtype[numpy.float64]]


ELO = 400 / math.log(10)  # rating points in a unit of the natural scale
MOST_STEPS = 1000  # of Newton's method; about ten are usual, but rounding may keep it from coming to rest
SURE = 1.959964  # so many standard errors to either side of an estimate leave out 5 %


class Score(NamedTuple):
    """What one player scored, against another one or in all its games."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return sum(self)

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def turned(self) -> Score:
        """The same games as the other player sees them."""
        return Score(self.losses, self.draws, self.wins)


@dataclass(frozen=True)
class Ratings:
    """Elo by name. `bounded` says that there is no most likely rating: somebody won, or lost, everything."""

    elo: dict[str, float]
    bounded: bool
    covariance: dict[str, dict[str, float]]

    def error(self, name: str) -> float:
        """How far the 95 % confidence interval reaches to either side of the rating."""
        return SURE * math.sqrt(max(0.0, self.covariance[name][name]))

    def difference(self, one: str, other: str) -> tuple[float, float]:
        """How much higher `one` is rated than `other`, and how far the 95 % confidence interval reaches."""
        covariance = self.covariance
        variance = covariance[one][one] + covariance[other][other] - 2 * covariance[one][other]
        return self.elo[one] - self.elo[other], SURE * math.sqrt(max(0.0, variance))


def ratings(names: Sequence[str], results: Mapping[tuple[str, str], Score]) -> Ratings | None:
    """The most likely ratings, with their errors; None if no games link some of the players to the others.

    `results[a, b]` is what a scored against b; each pair is given once. If somebody won everything, there is no
    most likely rating: a higher one is always more likely. Then the ratings are calculated as if each pair that
    met had also drawn a game, which gives a cautious lower bound, and `bounded` is True.
    """
    import networkx
    import numpy

    met = {pair: score for pair, score in results.items() if score.games}
    scored = networkx.DiGraph()  # an arrow from each player to those against whom it scored something
    scored.add_nodes_from(names)
    scored.add_edges_from(pair for pair, score in met.items() if score.points)
    scored.add_edges_from((b, a) for (a, b), score in met.items() if score.turned.points)
    if not networkx.is_weakly_connected(scored):
        return None
    bounded = not networkx.is_strongly_connected(scored)

    index = {name: i for i, name in enumerate(names)}
    points, draws = numpy.zeros((2, len(names), len(names)))
    for (a, b), score in met.items():
        i, j, drawn = index[a], index[b], score.draws + int(bounded)
        points[i, j], points[j, i] = score.wins + drawn / 2, score.losses + drawn / 2
        draws[i, j] = draws[j, i] = drawn
    strengths, covariance = _most_likely(points, draws)
    by_name = [dict(zip(names, map(float, row), strict=True)) for row in covariance * ELO**2]
    elo = dict(zip(names, map(float, strengths * ELO), strict=True))
    return Ratings(elo, bounded, dict(zip(names, by_name, strict=True)))


def _most_likely(points: Matrix, draws: Matrix) -> tuple[Matrix, Matrix]:
    """Newton's method: the strengths at which the likelihood is greatest, and their covariance.

    `points[i, j]` is what player i scored against j. The likelihood does not change when all strengths rise by the
    same amount, so the curvature has no inverse. Adding 1/n everywhere gives it one, and holds the mean at 0.
    """
    import numpy

    def laplacian(weights: Matrix) -> Matrix:
        """What one player of a pair gains the other loses."""
        return numpy.diag(weights.sum(axis=1)) - weights

    games, n = points + points.T, len(points)
    strengths = numpy.zeros(n)
    for _ in range(MOST_STEPS):
        expected = numpy.exp(-numpy.logaddexp(0, strengths - strengths[:, None]))  # 1 / (1 + e^-difference)
        decided = expected * (1 - expected)  # how much a game varies that cannot end in a draw
        curvature = laplacian(games * decided) + 1 / n
        step = numpy.linalg.solve(curvature, (points - games * expected).sum(axis=1))
        longest = abs(step).max()
        strengths = strengths + step * min(1, 1 / (longest or 1))  # far from the top, a full step may overshoot
        if longest < 1e-9:
            break
    # A draw lies in the middle, so a game varies by a quarter of its chance of a draw less. That chance is another one
    # for each pair. It is estimated as if two more games had been decided, so that even all draws leave some doubt.
    varies = numpy.maximum(decided * 2 / (games + 2), decided - draws / (games + 2) / 4)
    inverse = numpy.linalg.inv(curvature)
    return strengths, inverse @ laplacian(games * varies) @ inverse


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
        rounded = f"{self.chance:.1%}" if self.better else f"{self.chance:.0%}"
        chance = "less than 0.1%" if self.chance < 0.001 else rounded
        seldom = f"difference at least this large appears in {chance} of such tournaments between equal players."
        if self.better:
            return f"{result} {self.better} is better: a {seldom}"
        number = f"{float(f'{self.more_games:.2g}'):,.0f}"  # more digits than two would claim to be known
        return f"{result} A {seldom} If it goes on like this, about {number} more games would decide it."


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
