"""The smallest case on which a fault shows, and the fewest calls after which an answer is no longer right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, dropwhile, pairwise, takewhile
from operator import attrgetter
from typing import Any

from minimax_lab.check.sandbox.contents import Memory
from minimax_lab.check.sandbox.limits import NotFinished
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.run import Exercise, Run
from minimax_lab.games import Tree

Wanted = Callable[[Run], bool]

MOST_NODES = 5  # up to which every tree is tried
MORE_FOR_AN_OPEN_WINDOW = 2  # nodes


def smallest(exercise: Exercise, runs: Sequence[Run], wanted: Wanted) -> Run:
    """A run that shows what is wanted, as one of these `runs` does, on a tree with as few nodes as possible.

    A tree with up to two nodes more is preferred if the window at its root is open: why would it be closed there?
    """
    found, made = next(filter(wanted, runs)), {run.case: run for run in runs}
    try:
        if found.case.tree.size > MOST_NODES:
            found = shrunk(exercise, found, wanted)
        most = found.case.tree.size + (0 if found.case.is_open else MORE_FOR_AN_OPEN_WINDOW)
        cases = chain.from_iterable(map(partial(_of_size, exercise), range(1, min(MOST_NODES, most) + 1)))
        tried = (made.get(case) or exercise.observe(case) for case in cases)
        return next(filter(wanted, tried), found)
    except NotFinished:  # the machine is too busy to look for a smaller one
        return found


def _of_size(exercise: Exercise, nodes: int) -> Iterator[Case]:
    """The cases with an open window and a tree of that many nodes, then closed windows on trees that are smaller."""
    is_open = attrgetter("is_open")  # as the first of them are
    yield from takewhile(is_open, exercise.everything(nodes))
    if exercise.prunes and nodes > MORE_FOR_AN_OPEN_WINDOW:
        yield from dropwhile(is_open, exercise.everything(nodes - MORE_FOR_AN_OPEN_WINDOW))


def shrunk(exercise: Exercise, found: Run, wanted: Wanted) -> Run:
    """A run on a tree from which nothing can be taken away: no node, and no difference between two values."""
    while True:
        for case in _simpler(found.case):
            run = exercise.observe(case)
            if wanted(run):
                found = run
                break
        else:
            return found


def _simpler(case: Case) -> Iterator[Case]:
    """The same case without one of its subtrees, with a subtree replaced by one below it, or with two values merged."""
    nested = case.tree.to_nested()
    if not isinstance(nested, list):  # a leaf, or moves with names, which are there for their names
        return
    for smaller in _without(nested):
        yield _with_tree(case, smaller)
    leaves = sorted({*case.tree.leaves()})
    for low, high in pairwise(leaves):
        yield _with_tree(case, _merged(nested, high, low))


def _with_tree(case: Case, nested: Any) -> Case:
    return Case(Tree(nested, case.tree.active_player), case.depth, case.alpha, case.beta)


def _without(nested: Any) -> Iterator[Any]:
    """The nested lists with fewer nodes that one step leads to."""
    if not isinstance(nested, list):
        return
    for i, child in enumerate(nested):
        if len(nested) > 1:
            yield [*nested[:i], *nested[i + 1 :]]
        if isinstance(child, list):
            for grandchild in child:
                yield [*nested[:i], grandchild, *nested[i + 1 :]]
            for smaller in _without(child):
                yield [*nested[:i], smaller, *nested[i + 1 :]]


def _merged(nested: Any, old: Any, new: Any) -> Any:
    if isinstance(nested, list):
        return [_merged(item, old, new) for item in nested]
    return new if nested == old else nested


@dataclass(frozen=True)
class EarlierCalls:
    """Looks for calls that spoil a later one, of a function that may remember what it was asked before."""

    exercise: Exercise
    memory: Memory

    def runs_after(self, earlier: Sequence[Case], case: Case) -> list[Run]:
        """The runs of these calls, as if there had been none before."""
        self.memory.forget()
        return [self.exercise.observe(case) for case in (*earlier, case)]

    def shortest(self, runs: Sequence[Run]) -> list[Run]:
        """Calls of which the last one is wrong because of those before it, as few as are found; [] if there are none.

        `runs` are smallest first, and so is the result.
        """
        for number, run in enumerate(runs):
            if run.is_wrong and not run.gives_up and not self._spoil([], run.case):
                before = [run.case for run in runs[:number]]
                if self._spoil(before, run.case):
                    return self.runs_after(self._fewest(before, run.case), run.case)
        return []

    def _spoil(self, earlier: Sequence[Case], case: Case) -> bool:
        return self.runs_after(earlier, case)[-1].is_wrong

    def _fewest(self, before: list[Case], case: Case) -> list[Case]:
        """One call that is enough to spoil another; or as many as are left when none of them can be left out."""
        for earlier in before:
            if self._spoil([earlier], case):
                return [earlier]
        size = len(before) // 2
        while size:
            begin = 0
            while begin < len(before):
                fewer = before[:begin] + before[begin + size :]
                if self._spoil(fewer, case):
                    before = fewer
                else:
                    begin += size
            size //= 2
        return before
