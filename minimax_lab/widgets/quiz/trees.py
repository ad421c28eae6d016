"""Random trees for a pruning quiz: with as many cut-offs as asked for, deep ones or none, ties or none."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

from minimax_lab.games import Tree
from minimax_lab.picture.text import count_text

MOST_LEAVES = 256  # nobody reads a larger tree by hand
TRIES = 20_000  # trees that are looked at, about a second; then none is found
PATIENCE = 30  # changes for each leaf after which it is better to start again
DEPTH_FOR_DEEP = 4  # the node that is cut off, its parent, and two more up to another choice of the same player


class ImpossibleRequest(ValueError):
    """There is no tree like this, or none was found; the message says what to ask for instead."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a tree should be like; None means that anything will do."""

    depth: int
    branching: int
    cutoffs: int | None
    deep_cutoff: bool | None
    tie: bool | None

    def __str__(self) -> str:
        cutoffs = "any number of cut-offs" if self.cutoffs is None else count_text(self.cutoffs, "cut-off", "cut-offs")
        deep = {True: ", at least one of them deep", False: ", none of them deep", None: ""}[self.deep_cutoff]
        tie = {True: ", at least one at a tie", False: ", none at a tie", None: ""}[self.tie]
        return f"depth {self.depth}, branching {self.branching}, {cutoffs}{deep}{tie}"


def quiz_tree(
    seed: int,
    depth: int = 3,
    branching: int = 2,
    cutoffs: int | None = None,
    deep_cutoff: bool | None = None,
    tie: bool | None = None,
    values: Sequence[int] = range(21),
) -> Tree:
    """A random tree whose cut-offs, by alpha-beta from left to right, are as asked for.

    `seed`: the same seed gives the same tree on every machine.
    `depth`, `branching`: the number of plies, and of children of each node.
    `cutoffs`: how many cut-offs there are; by default at least one, if the shape allows one.
    `deep_cutoff`: True asks for a cut-off whose reason lies further up than the parent, False for none.
    `tie`: True asks for a cut-off at equality (α = β); False for none, so that `>` and `≥` cut the same.
    `values`: the numbers that the leaves are drawn from. All leaves differ if there are enough numbers.

    Raises `ImpossibleRequest`, a ValueError that says why, if there is no such tree or none was found.
    """
    _check_arguments(seed, depth, branching, cutoffs, values)
    request = Request(depth, branching, cutoffs, deep_cutoff, tie)
    _check_possible(request)
    return _find_tree(request, random.Random(seed), list(dict.fromkeys(values)))


def _check_arguments(seed: Any, depth: Any, branching: Any, cutoffs: Any, values: Sequence[int]) -> None:
    for name, number, least in ("seed", seed, None), ("depth", depth, 1), ("branching", branching, 1):
        if not _is_whole(number) or (least is not None and number < least):
            raise ValueError(f"{name} is a whole number{f', {least} or more' if least else ''}, not {number!r}")
    if cutoffs is not None and (not _is_whole(cutoffs) or cutoffs < 0):
        raise ValueError(f"cutoffs is a whole number, 0 or more, or None, not {cutoffs!r}")
    if branching**depth > MOST_LEAVES:
        raise ValueError(
            f"depth {depth} and branching {branching} make {branching**depth} leaves; a quiz has at most {MOST_LEAVES}"
        )
    if not values or not all(map(_is_whole, values)):
        raise ValueError(f"values are some whole numbers to draw the leaves from, not {values!r:.80}")


def _is_whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def most_cutoffs(depth: int, branching: int) -> int:
    """The greatest number of cut-offs that alpha-beta can make in a full tree of this shape."""
    return branching**depth // (branching + 1)


def _check_possible(request: Request) -> None:
    most = most_cutoffs(request.depth, request.branching)
    shape = f"a tree of depth {request.depth} and branching {request.branching}"
    if request.cutoffs is not None and request.cutoffs > most:
        raise ImpossibleRequest(f"{shape} has at most {count_text(most, 'cut-off', 'cut-offs')}, not {request.cutoffs}")
    if request.deep_cutoff and (request.depth < DEPTH_FOR_DEEP or request.branching < 2):
        raise ImpossibleRequest(f"{shape} has no deep cut-off: that takes depth {DEPTH_FOR_DEEP} and branching 2")
    for name, wanted in ("deep cut-off", request.deep_cutoff), ("cut-off at a tie", request.tie):
        if wanted and 0 in (request.cutoffs, most):
            why = f"{shape} has no cut-off" if most == 0 else "cutoffs=0 asks for no cut-off at all"
            raise ImpossibleRequest(f"there is no {name}: {why}")


# Draw leaves at random and change them a little, never for the worse, until they fit


def _find_tree(request: Request, rng: random.Random, values: list[int]) -> Tree:
    count = request.branching**request.depth
    distinct = not request.tie and count <= len(values)
    tries = TRIES
    while tries > 0:
        leaves = rng.sample(values, count) if distinct else rng.choices(values, k=count)
        distance = _distance(request, leaves)
        for _ in range(PATIENCE * count):
            tries -= 1
            if distance == 0 or tries < 0:
                break
            if request.branching > 1 and rng.random() < 0.5:
                changed = _with_a_swap(leaves, rng, request)
            else:
                changed = _with_a_new_value(leaves, rng, values, distinct)
            if (now := _distance(request, changed)) <= distance:
                leaves, distance = changed, now
        if distance == 0:
            is_deep = any(cut.is_deep for cut in cutoffs_in(leaves, request.depth, request.branching))
            if request.deep_cutoff in (None, is_deep):
                return Tree(_nested(leaves, request.depth, request.branching))
    raise ImpossibleRequest(
        f"no tree was found with {request} and leaves from {count_text(len(values), 'value', 'values')}; "
        "try another number of cut-offs, leave deep_cutoff or tie open, or give more values"
    )


def _distance(request: Request, leaves: Sequence[int]) -> int:
    """How far the number of cut-offs and of ties is from what is asked for; 0 if both are right."""
    ties = [cut.is_tie for cut in cutoffs_in(leaves, request.depth, request.branching)]
    if request.cutoffs is None:  # a quiz without a cut-off asks nothing
        distance = int(not ties and most_cutoffs(request.depth, request.branching) > 0)
    else:
        distance = abs(len(ties) - request.cutoffs)
    if request.tie is None:
        return distance
    return distance + (int(not any(ties)) if request.tie else sum(ties))


class Cut(NamedTuple):
    """A cut-off of alpha-beta."""

    is_tie: bool  # made at equality
    is_deep: bool  # its reason lies further up than the parent


def cutoffs_in(leaves: Sequence[int], depth: int, branching: int) -> list[Cut]:
    """The cut-offs of alpha-beta in a full tree, MAX to move at the root.

    A trace knows all this, too, and takes fifty times as long. This is for the thousands of trees that are tried.
    """
    found: list[Cut] = []

    def look(
        first: int, plies: int, is_max: bool, alpha: float, beta: float, elsewhere: float
    ) -> tuple[float, float, float]:
        """What is returned, and between which numbers the value is; `elsewhere`: what the parent is sure of so far."""
        if plies == 0:
            return leaves[first], leaves[first], leaves[first]
        better = max if is_max else min
        best = least = most = -inf if is_max else inf
        for child in range(1, branching + 1):
            value, low, high = look(first, plies - 1, not is_max, alpha, beta, least if is_max else most)
            first += branching ** (plies - 1)
            best, least, most = better(best, value), better(least, low), better(most, high)
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta and child < branching:
                found.append(Cut(alpha == beta, elsewhere > best if is_max else elsewhere < best))
                return (best, least, inf) if is_max else (best, -inf, most)
        return best, least, most

    look(0, depth, True, -inf, inf, inf)
    return found


def _with_a_swap(leaves: list[int], rng: random.Random, request: Request) -> list[int]:
    """The tree with two siblings exchanged: the order of the children decides what is cut off."""
    size = request.branching ** rng.randrange(request.depth)  # leaves below each of the two
    parent = rng.randrange(0, len(leaves), size * request.branching)
    first, second = (parent + child * size for child in sorted(rng.sample(range(request.branching), 2)))
    changed, one, other = leaves[:], slice(first, first + size), slice(second, second + size)
    changed[one], changed[other] = leaves[other], leaves[one]
    return changed


def _with_a_new_value(leaves: list[int], rng: random.Random, values: list[int], distinct: bool) -> list[int]:
    """The same leaves but one. If all are to differ, a value that is already there changes places with it."""
    changed, at, value = leaves[:], rng.randrange(len(leaves)), rng.choice(values)
    if distinct and value in leaves:
        changed[leaves.index(value)] = changed[at]
    changed[at] = value
    return changed


def _nested(leaves: list[int], depth: int, branching: int) -> Any:
    level: list[Any] = leaves
    for _ in range(depth):
        level = [level[i : i + branching] for i in range(0, len(level), branching)]
    return level[0]
