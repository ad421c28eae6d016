"""The smallest case on which a fault shows, and the fewest calls after which an answer is no longer right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, dropwhile, takewhile
from operator import attrgetter
from typing import Any

from minimax_lab.check.earlier_calls import fewest_that_spoil
from minimax_lab.check.sandbox.contents import Memory
from minimax_lab.check.sandbox.limits import NotFinished
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.repair import made_own
from minimax_lab.check.search.repaired import Repair
from minimax_lab.check.search.run import Exercise, Run

Wanted = Callable[[Run], bool]

MOST_NODES = 5  # up to which every tree is tried
MORE_FOR_AN_OPEN_WINDOW = 2  # nodes


def smallest(exercise: Exercise, runs: Sequence[Run], wanted: Wanted) -> Run:
    """A run that shows what is wanted, as one of these `runs` does, on a tree with as few nodes as possible.

    A tree with up to two nodes more is preferred if the window at its root is open: why would it be closed there?
    """
    made = {run.case: run for run in runs}
    found = next(filter(wanted, sorted(runs, key=lambda run: run.case.tree.size)))
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
        for case in exercise.simpler(found.case):
            run = exercise.observe(case)
            if wanted(run):
                found = run
                break
        else:
            return found


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
                    return self.runs_after(fewest_that_spoil(before, partial(self._spoil, case=run.case)), run.case)
        return []

    def made_own(self, functions: Sequence[Callable[..., Any]], calls: Sequence[Run]) -> list[Repair]:
        """The edit with which each call has its own of what they share, and the last one is right, if there is one."""

        def judge(cases: Sequence[Case]) -> tuple[bool, int]:
            runs = [self.exercise.observe(case) for case in cases]
            return not runs[-1].is_wrong, sum(run.result.lines for run in runs)

        return made_own(functions, self.memory, [run.case for run in calls], judge)

    def _spoil(self, earlier: Sequence[Case], case: Case) -> bool:
        return self.runs_after(earlier, case)[-1].is_wrong
