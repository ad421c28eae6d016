"""Elo ratings: the strengths under which the results that were seen are most likely.

The model is Bradley and Terry's: A scores 1 / (1 + 10^(-d / 400)) of the points against B when it is
rated d higher. A draw is half a point for each. Ratings are relative: their mean is 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

Matrix: TypeAlias = list[list[float]]

ELO = 400 / math.log(10)  # rating points in a unit of the natural scale
SURE = 1.959964  # standard errors to either side of an estimate that leave out 5 %


class Score(NamedTuple):
    """What one player has scored, against another or in all."""

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

    def plus(self, other: Score) -> Score:
        return Score(*(mine + more for mine, more in zip(self, other, strict=True)))


@dataclass(frozen=True)
class Ratings:
    """Elo by name. `bounded` says that there is no most likely rating: somebody has won, or lost, everything."""

    elo: dict[str, float]
    bounded: bool
    covariance: Matrix

    def error(self, name: str) -> float:
        """How far to either side of the rating the 95 % confidence interval reaches."""
        return self._reach({name: 1.0})

    def difference(self, one: str, other: str) -> tuple[float, float]:
        """How much higher `one` is rated than `other`, and how far the 95 % confidence interval reaches."""
        return self.elo[one] - self.elo[other], self._reach({one: 1.0, other: -1.0} if one != other else {})

    def _reach(self, parts: Mapping[str, float]) -> float:
        places = {name: place for place, name in enumerate(self.elo)}
        variance = sum(
            a * b * self.covariance[places[one]][places[other]]
            for one, a in parts.items()
            for other, b in parts.items()
        )
        return SURE * math.sqrt(max(0.0, variance))


def ratings(names: Sequence[str], results: Mapping[tuple[str, str], Score]) -> Ratings | None:
    """The most likely ratings, with their errors; None if nothing links some of the players to the others.

    `results[a, b]` is what a has scored against b; each pair is given once. If somebody has won
    everything, no rating is high enough to be the most likely one. Then all is worked out as if each
    pair that has met had also drawn a game, which gives a cautious lower bound, and `bounded` is True.
    """
    met = {pair: score for pair, score in results.items() if score.games}
    if not _all_linked(names, [*met, *((b, a) for a, b in met)]):
        return None
    bounded = not _all_linked(names, _scored(met))
    if bounded:
        met = {pair: score._replace(draws=score.draws + 1) for pair, score in met.items()}
    places = {name: place for place, name in enumerate(names)}
    pairs = [(places[a], places[b], score) for (a, b), score in met.items()]
    strengths, inverse = _most_likely(len(names), pairs)
    elo = {name: strength * ELO for name, strength in zip(names, strengths, strict=True)}
    covariance = _product(_product(inverse, _variation(strengths, pairs)), inverse)
    return Ratings(elo, bounded, [[cell * ELO**2 for cell in row] for row in covariance])


def _scored(results: Mapping[tuple[str, str], Score]) -> Iterable[tuple[str, str]]:
    for (a, b), score in results.items():
        if score.points:
            yield a, b
        if score.turned.points:
            yield b, a


def _all_linked(names: Sequence[str], arrows: Iterable[tuple[str, str]]) -> bool:
    """Whether the arrows lead from everybody to everybody."""
    onward: dict[str, set[str]] = {name: set() for name in names}
    back: dict[str, set[str]] = {name: set() for name in names}
    for a, b in arrows:
        onward[a].add(b)
        back[b].add(a)
    return all(len(_reached(names[0], ways)) == len(names) for ways in (onward, back))


def _reached(start: str, ways: Mapping[str, set[str]]) -> set[str]:
    reached, open_ = {start}, [start]
    while open_:
        more = ways[open_.pop()] - reached
        reached |= more
        open_ += sorted(more)
    return reached


def _most_likely(size: int, pairs: list[tuple[int, int, Score]]) -> tuple[list[float], Matrix]:
    """Newton's method: the strengths at which the likelihood is greatest, and the inverse of its curvature there.

    The likelihood does not change when all strengths rise by the same, so the curvature has no
    inverse. It gets one by the addition of 1/size everywhere, which holds the mean at 0.
    """
    strengths = [0.0] * size
    while True:
        slope, curvature = [0.0] * size, [[1 / size] * size for _ in range(size)]
        for a, b, score in pairs:
            expected = _expected(strengths[a] - strengths[b])
            surplus = score.points - score.games * expected
            slope[a] += surplus
            slope[b] -= surplus
            _add(curvature, a, b, score.games * expected * (1 - expected))
        inverse = _inverse(curvature)
        step = [sum(cell * part for cell, part in zip(row, slope, strict=True)) for row in inverse]
        longest = max(map(abs, step))
        shorten = min(1.0, 1 / longest) if longest else 1.0  # far from the top, a full step may overshoot
        strengths = [strength + shorten * part for strength, part in zip(strengths, step, strict=True)]
        if longest < 1e-9:
            return strengths, [[cell - 1 / size for cell in row] for row in inverse]


def _expected(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def _variation(strengths: Sequence[float], pairs: Sequence[tuple[int, int, Score]]) -> Matrix:
    """How much the players' points vary, and together: less than the curvature says, for a draw lies in the middle.

    A game with expectation p varies by p(1 - p), less a quarter of its chance of a draw, which is another one
    for each pair. It is estimated as if two more games had been decided, so that even all draws leave some doubt.
    """
    variation = [[0.0] * len(strengths) for _ in strengths]
    for a, b, score in pairs:
        expected = _expected(strengths[a] - strengths[b])
        undrawn, least = expected * (1 - expected), 2 / (score.games + 2)
        _add(variation, a, b, score.games * max(undrawn * least, undrawn - score.draws / (score.games + 2) / 4))
    return variation


def _add(matrix: Matrix, a: int, b: int, weight: float) -> None:
    """What a gains b loses."""
    for i, j, sign in (a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1):
        matrix[i][j] += sign * weight


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = [*zip(*right, strict=True)]
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left]


def _inverse(matrix: Matrix) -> Matrix:
    """Gauss and Jordan's way; the matrix is symmetric and positive definite, so no pivot is 0."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i, pivot in enumerate(rows):
        rows[i] = pivot = [cell / pivot[i] for cell in pivot]
        for j, row in enumerate(rows):
            if j != i and (factor := row[i]):
                rows[j] = [cell - factor * other for cell, other in zip(row, pivot, strict=True)]
    return [row[size:] for row in rows]
