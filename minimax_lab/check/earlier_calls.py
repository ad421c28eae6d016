"""Calls that spoil a later one, of a function that keeps something from one call to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from minimax_lab.check.report import NOTHING, Finding, shown_value
from minimax_lab.check.sandbox.contents import Memory
from minimax_lab.check.sandbox.run import RunResult
from minimax_lab.check.search.repair import made_own
from minimax_lab.check.search.repaired import Repair
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts import failures as texts
from minimax_lab.check.texts.searches import REMEMBERS

C = TypeVar("C")  # a call, in whatever form it is written down
Call = tuple[Any, ...]  # its arguments


def fewest_that_spoil(before: Sequence[C], is_spoilt: Callable[[Sequence[C]], bool]) -> Sequence[C]:
    """One call that is enough to spoil a later one; or as many as are left when none of them can be left out."""
    for earlier in before:
        if is_spoilt([earlier]):
            return [earlier]
    size = len(before) // 2
    while size:
        begin = 0
        while begin < len(before):
            fewer = [*before[:begin], *before[begin + size :]]
            if is_spoilt(fewer):
                before = fewer
            else:
                begin += size
        size //= 2
    return before


@dataclass(frozen=True)
class Spoilt:
    """A call that says one thing by itself, and another after earlier ones."""

    earlier: Sequence[Call]
    first: Any  # what the first of these returned
    call: Call
    alone: Any
    after: Any

    def finding(self, name: str, call: str, board: Any = None, expected: Any = NOTHING) -> Finding:
        """What is said about it, with the last call as it is written there, and what is right, if that is known."""
        one = texts.CALL_RETURNED.format(call=_written(name, self.earlier[0]), value=shown_value(self.first))
        before = one if len(self.earlier) == 1 else texts.AFTER_CALLS.format(number=len(self.earlier), first=one)
        example = texts.DEPENDS.format(alone=shown_value(self.alone), earlier=before)
        known = MISCONCEPTIONS[REMEMBERS]
        text = replace(known, message=f"{known.message}\n{example}", hints=texts.REMEMBERS_HINTS)
        return Finding.of(REMEMBERS, text, board, call, returned=self.after, expected=expected)


@dataclass(frozen=True)
class CallsAlone:
    """Makes calls as if there had been none before: `ask` makes one, and `same` says whether two answers are."""

    memory: Memory
    ask: Callable[..., RunResult]
    same: Callable[[Any, Any], bool]

    def spoil(self, before: Sequence[Call], call: Call, said: Any) -> Spoilt | None:
        """The fewest of the calls `before` after which another thing is said than by itself.

        None if what was said after them is also said by itself, or if it is not the same every time.
        """
        alone = self._last([call])
        if not alone.ok or self.same(alone.value, said) or not self.same(self._last([call]).value, alone.value):
            return None

        def is_spoilt(earlier: Sequence[Call]) -> bool:
            results = [*self._results([*earlier, call])]
            return all(result.ok for result in results) and not self.same(results[-1].value, alone.value)

        if not is_spoilt(before):
            return None
        fewest = fewest_that_spoil(before, is_spoilt)
        results = [*self._results([*fewest, call])]
        return Spoilt(fewest, results[0].value, call, alone.value, results[-1].value)

    def made_own(self, function: Callable[..., Any], spoilt: Spoilt) -> list[Repair]:
        """The edit with which each call has its own of what they share, if there is one."""

        def judge(calls: Sequence[Call]) -> tuple[bool, int]:
            results = [self.ask(*copied(call)) for call in calls]
            is_right = results[-1].ok and self.same(results[-1].value, spoilt.alone)
            return is_right, sum(result.lines for result in results)

        return made_own([function], self.memory, [*spoilt.earlier, spoilt.call], judge)

    def says(self, call: Call) -> Any:
        """What is said by itself."""
        return self._last([call]).value

    def _last(self, calls: Iterable[Call]) -> RunResult:
        return [*self._results(calls)][-1]

    def _results(self, calls: Iterable[Call]) -> Iterable[RunResult]:
        self.memory.forget()
        for call in calls:
            result = self.ask(*copied(call))
            yield replace(result, value=copied((result.value,))[0])  # a list that it keeps may still grow


def copied(args: Call) -> Call:
    """The arguments for one call: a function that changes a list that it is given must not spoil the next call."""
    return tuple(deepcopy(value) if type(value) in (list, dict, set) else value for value in args)


def _written(name: str, args: Call) -> str:
    return f"{name}({', '.join(map(repr, args))})"
