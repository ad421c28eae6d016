"""How many cut-offs a full tree can have, and leaves that give it just so many.

A node's value falls below, inside or above the window it is searched with. As the player sees it who
moves there: below is what this player rules out, having something better elsewhere, above is what
the opponent rules out. Which of the three it is follows from the same three for its children, and
a cut-off is a child above that is not the last. So the possible numbers of cut-offs can be counted
from the leaves up, and a tree with one of them laid out from the root down.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import inf

BELOW, INSIDE, ABOVE = "below", "inside", "above"
Counts = int  # a set of numbers: bit k stands for k cut-offs


@dataclass(frozen=True, slots=True)
class Place:
    """A node at which some children are still to be searched.

    `sure`: whether the player who moves here is sure of something by now, here or elsewhere;
    `found`: whether by a child of this node. `opponents`: whether the opponent is, elsewhere, and
    `near`: whether at the parent. `deep`: whether there may be a cut-off whose reason is further up.
    """

    plies: int
    branching: int
    left: int
    sure: bool
    opponents: bool
    found: bool
    near: bool
    deep: bool
    result: str

    def child(self, result: str) -> Place:
        """The next child; what is below for one player is above for the other."""
        plies, width = self.plies - 1, self.branching
        return Place(plies, width, width, self.opponents, self.sure, False, self.found, self.deep, result)

    def options(self) -> Iterator[tuple[str, Place | None, int]]:
        """What the next child can turn out to be, for its own player; what is left then; cut-offs made here."""
        if self.sure:
            yield ABOVE, self._later(self.sure, self.found), 0
        if self.result != BELOW:
            yield INSIDE, self._later(True, True), 0
        if self.result == ABOVE and self.opponents and (self.left == 1 or self.near or self.deep):
            yield BELOW, None, int(self.left > 1)

    def _later(self, sure: bool, found: bool) -> Place:
        return replace(self, left=self.left - 1, sure=sure, found=found)


def root(depth: int, branching: int, deep: bool = True) -> Place:
    return Place(depth, branching, branching, False, False, False, False, deep, INSIDE)


def most_cutoffs(depth: int, branching: int) -> int:
    """The greatest number of cut-offs in a tree of this depth and branching, were any number a leaf."""
    return counts(root(depth, branching)).bit_length() - 1


@cache
def counts(place: Place | None) -> Counts:
    """The numbers of cut-offs that there can be from here on, below the children that are left."""
    if place is None:
        return 1
    if place.plies == 0:
        return int(place.result == INSIDE or (place.sure if place.result == BELOW else place.opponents))
    if place.left == 0:
        return int(place.found if place.result == INSIDE else place.result == BELOW)
    possible = 0
    for result, rest, cuts in place.options():
        possible |= _sums(counts(place.child(result)), counts(rest)) << cuts
    return possible


def _sums(some: Counts, others: Counts) -> Counts:
    sums = 0
    for number in _members(some):
        sums |= others << number
    return sums


def _members(some: Counts) -> list[int]:
    return [k for k in range(some.bit_length()) if some >> k & 1]


class Planner:
    """Searches a tree that is not there yet: a leaf gets its value, between 0 and 1, when it is looked at."""

    def __init__(self, start: Place, tie: float, rng: random.Random):
        self.start, self.tie, self.rng = start, tie, rng  # tie: the chance that a value is just that of a bound
        self.leaves: list[float | None] = []

    def leaves_for(self, cutoffs: int) -> list[float | None]:
        """Leaves with so many cut-offs; None for one that is never looked at. `counts` says which numbers there are."""
        self.leaves = [None] * self.start.branching**self.start.plies
        self._search(self.start, cutoffs, 0, True, 0.0, 1.0)
        return self.leaves

    def _search(self, place: Place, cutoffs: int, first: int, is_max: bool, alpha: float, beta: float) -> float:
        if place.plies == 0:
            self.leaves[first] = value = self._leaf(place.result, is_max, alpha, beta)
            return value
        size = place.branching ** (place.plies - 1)
        best, rest = -inf if is_max else inf, place
        while rest.left:
            result, later, below = self._choice(rest, cutoffs)
            value = self._search(rest.child(result), below, first, not is_max, alpha, beta)
            best = max(best, value) if is_max else min(best, value)
            if later is None:
                break
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            cutoffs, first, rest = cutoffs - below, first + size, later
        return best

    def _choice(self, place: Place, cutoffs: int) -> tuple[str, Place | None, int]:
        """One of the ways on to so many cut-offs: what the child is, what is left then, cut-offs below the child."""
        ways = [
            (result, later, below)
            for result, later, cuts in place.options()
            for below in _members(counts(place.child(result)))
            if cutoffs - cuts - below >= 0 and counts(later) >> (cutoffs - cuts - below) & 1
        ]
        kind = self.rng.choice(sorted({way[0] for way in ways}))  # else the many ways below one child would decide
        return self.rng.choice([way for way in ways if way[0] == kind])

    def _leaf(self, result: str, is_max: bool, alpha: float, beta: float) -> float:
        if result == INSIDE:
            return self.rng.uniform(alpha, beta)
        bound, end = (alpha, 0.0) if (result == BELOW) is is_max else (beta, 1.0)
        return bound if self.rng.random() < self.tie else self.rng.uniform(bound, end)
