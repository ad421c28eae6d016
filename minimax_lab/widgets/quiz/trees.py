"""Trees for a pruning quiz: as many cut-offs as asked for, deep ones or none, ties or none."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf
from typing import Any

from minimax_lab.game import MAX, Player
from minimax_lab.games import Tree
from minimax_lab.trace.bounds import Known, combine
from minimax_lab.trace.variables import UNSET
from minimax_lab.widgets.quiz.cutoff_plan import Planner, counts, most_cutoffs, root

MOST_LEAVES = 256  # a larger tree is no quiz
WORK = 60_000  # leaves that may be looked at in the search for a tree, about a second
PATIENCE = 150  # changes of one leaf after which it is better to begin anew
NEEDED_FOR_DEEP = 4  # plies: the node that is cut off, its parent, and two more up to a player with another choice


class ImpossibleRequest(ValueError):
    """A tree that does not exist, or was not found, and what there is instead."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut-off: whether its reason lies beyond the parent, and whether it was made at equality."""

    deep: bool
    tie: bool


@dataclass(frozen=True, slots=True)
class Request:
    """What a tree should be like; None is anything."""

    depth: int
    branching: int
    cutoffs: int | None
    deep_cutoff: bool | None
    tie: bool | None

    def distance(self, cuts: list[Cut]) -> int:
        """How far a tree with these cut-offs is from what is asked for; 0 is a tree to take."""
        if self.cutoffs is None:  # a quiz without a cut-off asks nothing
            away = int(not cuts and most_cutoffs(self.depth, self.branching) > 0)
        else:
            away = abs(len(cuts) - self.cutoffs)
        return away + _missing(self.deep_cutoff, [c.deep for c in cuts]) + _missing(self.tie, [c.tie for c in cuts])

    def __str__(self) -> str:
        parts = ["any number of cut-offs" if self.cutoffs is None else _count(self.cutoffs, "cut-off")]
        if self.deep_cutoff is not None:
            parts.append("at least one of them deep" if self.deep_cutoff else "none of them deep")
        if self.tie is not None:
            parts.append("at least one at a tie" if self.tie else "none at a tie")
        return f"depth {self.depth}, branching {self.branching}, {', '.join(parts)}"


def quiz_tree(
    seed: int,
    depth: int = 3,
    branching: int = 2,
    cutoffs: int | None = None,
    deep_cutoff: bool | None = None,
    tie: bool | None = None,
    values: Sequence[int] = range(21),
) -> Tree:
    """A tree whose cut-offs, by alpha-beta from left to right, are as asked for; the same for a seed everywhere.

    `cutoffs` is their number (by default at least one, where there can be one). `deep_cutoff=True`
    asks for one whose reason lies further up than the parent, False for none. `tie=True` asks for
    a cut at equality (α = β), False for none, so that cutting at `>` or at `≥` is the same.
    The leaves are drawn from `values`, and differ from each other where there are enough of them.

    Raises `ImpossibleRequest`, a ValueError that says why, if there is no such tree.
    """
    _check_arguments(seed, depth, branching, cutoffs, values)
    request = Request(depth, branching, cutoffs, deep_cutoff, tie)
    _check_possible(request)
    leaves = _find_leaves(request, random.Random(seed), list(dict.fromkeys(values)))
    return Tree(_nested(leaves, depth, branching))


def _check_arguments(seed: Any, depth: Any, branching: Any, cutoffs: Any, values: Sequence[int]) -> None:
    for name, number, least in ("seed", seed, None), ("depth", depth, 1), ("branching", branching, 1):
        if not _is_whole(number) or (least is not None and number < least):
            raise ValueError(f"{name} is a whole number{f', {least} or more' if least else ''}, not {number!r}")
    if cutoffs is not None and (not _is_whole(cutoffs) or cutoffs < 0):
        raise ValueError(f"cutoffs is a whole number, 0 or more, or None, not {cutoffs!r}")
    if branching**depth > MOST_LEAVES:
        raise ValueError(
            f"depth {depth} and branching {branching} make {branching**depth} leaves; "
            f"a quiz can be read up to {MOST_LEAVES}"
        )
    if not values or not all(map(_is_whole, values)):
        raise ValueError(f"values are some whole numbers to draw the leaves from, not {values!r:.80}")


def _is_whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def _check_possible(request: Request) -> None:
    most = most_cutoffs(request.depth, request.branching)
    shape = f"a tree of depth {request.depth} and branching {request.branching}"
    if request.cutoffs is not None and request.cutoffs > most:
        raise ImpossibleRequest(f"{shape} has at most {_count(most, 'cut-off')}, not {request.cutoffs}")
    if request.deep_cutoff and (request.depth < NEEDED_FOR_DEEP or request.branching < 2):
        raise ImpossibleRequest(f"{shape} has no deep cut-off: that takes depth {NEEDED_FOR_DEEP} and branching 2")
    for name, wanted in ("deep cut-off", request.deep_cutoff), ("cut-off at a tie", request.tie):
        if wanted and 0 in (request.cutoffs, most):
            why = f"{shape} has no cut-off" if most == 0 else "cutoffs=0 asks for no cut-off at all"
            raise ImpossibleRequest(f"there is no {name}: {why}")


def _find_leaves(request: Request, rng: random.Random, values: list[int]) -> list[int]:
    """Leaves with the right number of cut-offs, changed one by one, never for the worse, until the rest fits too."""
    count = request.branching**request.depth
    distinct = not request.tie and count <= len(values)
    tries = WORK // count
    while tries > 0:
        tries -= 1
        leaves = _first_leaves(request, rng, values, distinct)
        away = request.distance(cut_offs(leaves, request.depth, request.branching))
        for _ in range(min(PATIENCE, tries)):
            if away == 0:
                return leaves
            tries -= 1
            changed = _changed(leaves, rng, values, distinct)
            distance = request.distance(cut_offs(changed, request.depth, request.branching))
            if distance <= away:
                leaves, away = changed, distance
    raise ImpossibleRequest(
        f"no tree was found with {request} and leaves from {_count(len(values), 'value')}; "
        "ask for another number of cut-offs, leave deep_cutoff or tie open, or give more values"
    )


def _first_leaves(request: Request, rng: random.Random, values: list[int], distinct: bool) -> list[int]:
    """Leaves to begin with: planned, if a number of cut-offs is asked for and the values suffice for the plan."""
    count = request.branching**request.depth
    anything = rng.sample(values, count) if distinct else [rng.choice(values) for _ in range(count)]
    start = root(request.depth, request.branching, deep=request.deep_cutoff is not False)
    if request.cutoffs is None or not counts(start) >> request.cutoffs & 1:
        return anything
    planned = Planner(start, 0.15 if request.tie else 0.0, rng).leaves_for(request.cutoffs)
    levels = _levels(planned, request, rng, len(values))
    return anything if levels is None else _spread(levels, rng, values, distinct)


def _levels(planned: list[float | None], request: Request, rng: random.Random, most: int) -> list[int | None] | None:
    """The planned leaves as 0, 1, 2, …, in `most` levels; None if they need more.

    Neighbouring levels are made one where the cut-offs stay as they are.
    """
    heights = sorted({leaf for leaf in planned if leaf is not None})
    borders = dict.fromkeys(heights[1:], True)  # where a new level begins

    def numbered() -> list[int | None]:
        level = dict(zip(heights, accumulate(map(int, [False, *borders.values()])), strict=True))
        return [None if leaf is None else level[leaf] for leaf in planned]

    def cuts() -> list[Cut]:
        return cut_offs([leaf or 0 for leaf in numbered()], request.depth, request.branching)

    wanted = cuts()
    for height in rng.sample(heights[1:], len(borders)):
        if sum(borders.values()) < most:
            break
        borders[height] = False
        borders[height] = cuts() != wanted
    return numbered() if sum(borders.values()) < most else None


def _spread(levels: list[int | None], rng: random.Random, values: list[int], distinct: bool) -> list[int]:
    """A value for each level, in their order, and any of the other values where nobody looks."""
    count = 1 + max(level for level in levels if level is not None)
    chosen = rng.sample(values, len(values))
    ranked, others = sorted(chosen[:count]), chosen[count:] if distinct else values
    rest = iter(rng.sample(others, len(others)) if distinct else rng.choices(others, k=len(levels)))
    return [next(rest) if level is None else ranked[level] for level in levels]


def _changed(leaves: list[int], rng: random.Random, values: list[int], distinct: bool) -> list[int]:
    """The same leaves but one; a value that is taken changes places with it if all are to differ."""
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


def _missing(wanted: bool | None, found: list[bool]) -> int:
    """How many cut-offs stand in the way: those that should not be there, or one that should."""
    return 0 if wanted is None else int(not any(found)) if wanted else sum(found)


def _count(number: int, thing: str) -> str:
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


# The cut-offs of a full tree: what a trace would find, without its cost, for thousands of trees


def cut_offs(leaves: Sequence[int], depth: int, branching: int) -> list[Cut]:
    """The cut-offs of alpha-beta in the tree of these leaves, MAX to move at the root."""
    cuts: list[Cut] = []

    def look(first: int, plies: int, player: Player, alpha: float, beta: float, sisters: list[Known]) -> Known:
        if plies == 0:
            return Known(leaves[first], leaves[first])
        best, searched = None, list[Known]()
        for child in range(branching):
            start = first + child * branching ** (plies - 1)
            known = look(start, plies - 1, player.opponent, alpha, beta, searched)
            searched.append(known)
            value = known.high if known.low is UNSET else known.low
            if best is None or (value > best if player is MAX else value < best):
                best = value
            if player is MAX:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        complete = len(searched) == branching
        if not complete:
            cuts.append(Cut(deep=not any(_rules_out(player, best, known) for known in sisters), tie=alpha == beta))
        return combine(player, best, searched, complete)

    look(0, depth, MAX, -inf, inf, [])
    return cuts


def _rules_out(player: Player, reached: Any, sister: Known) -> bool:
    """Whether the parent, whose other move leads to `sister`, will not come to where `player` has reached this."""
    sure = sister.sure_for(player.opponent)
    return sure is not UNSET and bool(sure <= reached if player is MAX else sure >= reached)
