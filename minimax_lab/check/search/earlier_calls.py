"""The calls after which a function answers otherwise than it would if it were asked for the first time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from types import FrameType, FunctionType
from typing import Any

from minimax_lab.check.sandbox.contents import CONTAINERS, Memory, reachable_from
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.run import Exercise, Run


@dataclass(frozen=True)
class EarlierCalls:
    """Looks for calls that spoil a later one, of a function that may remember what it was asked before."""

    exercise: Exercise
    function: Callable[..., Any]
    memory: Memory

    def runs_after(self, earlier: Sequence[Case], case: Case) -> list[Run]:
        """The runs of these calls, as if there had been none before."""
        self.memory.forget()
        return [self.exercise.observe(self.function, case) for case in (*earlier, case)]

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


class RenewedDefaults:
    """Gives each call of a student's functions its own fresh list or dict where it is the default value of a parameter.

    So it can be seen what else is wrong, apart from their being made only once.
    """

    def __init__(self, functions: Sequence[Callable[..., Any]], forget: Callable[[], None]):
        self.forget = forget
        self._kept = {
            thing.__code__: (thing, thing.__defaults__ or ())
            for function in functions
            for thing in reachable_from(function)
            if isinstance(thing, FunctionType) and any(type(value) in CONTAINERS for value in thing.__defaults__ or ())
        }

    def begin(self) -> None:
        """Before a run: as if there had been none before."""
        self.restore()
        self.forget()
        for function, defaults in self._kept.values():
            self._renew(function, defaults)

    def on_call(self, frame: FrameType) -> None:
        """What one call was given is its own: the next one gets another."""
        if kept := self._kept.get(frame.f_code):
            self._renew(*kept)

    def restore(self) -> None:
        for function, defaults in self._kept.values():
            function.__defaults__ = defaults

    def _renew(self, function: FunctionType, defaults: tuple) -> None:
        function.__defaults__ = tuple(copy(value) if type(value) in CONTAINERS else value for value in defaults)
