"""Whether a search looked at what could no longer matter, in whatever order it went.

The leaves that have been evaluated say between which limits each node's value lies. A node
matters as long as, on the way to it, no MAX node is sure of as much as a MIN node would allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import inf

from minimax_lab.check.right_programs import Program
from minimax_lab.check.search.battery import Case, Log, ObservedTree
from minimax_lab.game import MAX, Value
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path

MISSED_TIE, USELESS = "strict-cut", "wrong-work"  # equal values could have cut here; nothing at all could come of it
LOOKS_TWICE = "looks-twice"
SOME_MORE = 1.1  # times the leaves
UNKNOWN = -inf, inf  # the limits of a value before anything below it is evaluated


def wasted_work(case: Case, log: Log) -> str:
    """The code for the worst waste of a run; "" if it looked only at what could matter."""
    kinds = useless_nodes(case, log).values()
    return USELESS if USELESS in kinds else MISSED_TIE if MISSED_TIE in kinds else ""


def useless_nodes(case: Case, log: Log) -> dict[Path, str]:
    """The nodes that were looked at although they could not matter any more, and the code for each."""
    looks_ahead = log.looks_ahead
    if looks_ahead and not _is_even(case):
        return {}  # it may know less than we do: we saw everything that it evaluated
    limits, seen, found = _Limits(case), set[Path](), dict[Path, str]()
    for kind, path in log.events:
        is_end = kind == "evaluated" and case.is_end(path)
        if path in seen or not (is_end or (kind == "expanded" and looks_ahead)):
            continue
        seen.add(path)
        if is_end != looks_ahead and (waste := limits.waste_at(path)):
            found[path] = waste
        if is_end:
            limits.learn(path)
    return found


def looks_twice(runs: Sequence[tuple[Case, Log]]) -> bool:
    """Whether it searches some trees in several goes, and still sees about as few leaves as one go would.

    Aspiration windows and MTD(f) do so. Each go cuts what it can, but looks again at what an earlier one has seen.
    """
    ends = [[path for path in log.paths("evaluated") if case.is_end(path)] for case, log in runs]
    if all(len({*paths}) == len(paths) for paths in ends):
        return False
    return sum(len({*paths}) for paths in ends) <= SOME_MORE * sum(_fewest_leaves(case) for case, _ in runs)


def _fewest_leaves(case: Case) -> int:
    """How many leaves alpha-beta looks at, from left to right or from right to left."""
    numbers = []
    for program in Program("alphabeta"), Program("alphabeta", ("backwards",)):
        log, search = Log(case), program.functions["alphabeta"]
        search(ObservedTree(case.tree, log), case.depth, case.alpha, case.beta, case.maximizing, log.evaluate)
        numbers.append(len(log.leaves))
    return max(numbers)


class _Limits:
    """What is known of the nodes' values, from what has been evaluated."""

    def __init__(self, case: Case):
        self.case = case
        self.known: dict[Path, tuple[Value, Value]] = {}

    def learn(self, path: Path) -> None:
        *above, node = self.nodes_to(path)
        value = self.case.evaluate(node)
        self.known[path] = value, value
        while above:
            path, node = path[:-1], above.pop()
            best = max if node.active_player is MAX else min
            limits = [self.known.get((*path, move), UNKNOWN) for move in node.children]
            now = best(low for low, _ in limits), best(high for _, high in limits)
            if now == self.known.get(path, UNKNOWN):
                return
            self.known[path] = now

    def waste_at(self, path: Path) -> str:
        alpha, beta = self.case.alpha, self.case.beta
        for length, (taken, node) in enumerate(zip(path, self.nodes_to(path), strict=False)):
            for move in node.children:
                low, high = self.known.get((*path[:length], move), UNKNOWN)
                if move != taken and node.active_player is MAX:
                    alpha = max(alpha, low)
                elif move != taken:
                    beta = min(beta, high)
        return USELESS if alpha > beta else MISSED_TIE if alpha == beta else ""

    def nodes_to(self, path: Path) -> list[Tree]:
        """The nodes on the way, from the root."""
        return [*accumulate(path, Tree.forecast_move, initial=self.case.tree)]


def _is_even(case: Case) -> bool:
    """Whether all paths that are searched are equally long."""
    return {len(path) for path, node in case.tree.walk() if case.is_end(path) and len(path) <= case.depth} == {
        case.depth
    }
