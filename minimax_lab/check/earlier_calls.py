"""Calls that spoil a later one, of a function that keeps something from one call to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from minimax_lab.check.report import NOTHING, Finding, shown_value
from minimax_lab.check.sandbox.contents import Memory
from minimax_lab.check.sandbox.run import RunResult
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts import failures as texts
from minimax_lab.check.texts.searches import REMEMBERS

Call = tuple[Any, ...]  # its arguments


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
        """The first one of the calls `before` after which another thing is said than by itself, or else all of them.

        None if what was said after them is also said by itself, or if it is not the same every time.
        """
        alone = self._last([call])
        if not alone.ok or self.same(alone.value, said) or not self.same(self._last([call]).value, alone.value):
            return None
        for earlier in (*([one] for one in before), before):
            results = [*self._results([*earlier, call])]
            if all(result.ok for result in results) and not self.same(results[-1].value, alone.value):
                return Spoilt(earlier, results[0].value, call, alone.value, results[-1].value)
        return None

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
