"""The calls after which a function answers otherwise than it would if it were asked for the first time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from minimax_lab.check.sandbox.contents import Memory
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.run import Exercise, Run


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
