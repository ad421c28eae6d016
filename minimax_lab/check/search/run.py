"""A search that students write: how it is called, what is right for it, and what one run of it did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from types import FrameType
from typing import Any

from minimax_lab.check.sandbox.failures import GIVES_UP, no_number
from minimax_lab.check.sandbox.limits import Outcome, run
from minimax_lab.check.search import battery as cases
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.fault import MISSED_TIE, wasted
from minimax_lab.check.search.mistaken import PLAIN_STYLES, PRUNING_STYLES, Suspect
from minimax_lab.check.search.observed import Log, Watched, heuristic
from minimax_lab.game import MAX, Value
from minimax_lab.games import Tree
from minimax_lab.trace.code import entry_code
from minimax_lab.trace.words import value_text

WRONG_VALUE = "wrong-value"


@dataclass(frozen=True)
class Run:
    """A call of a student's function, and what came of it."""

    case: Case
    outcome: Outcome
    log: Log
    fault: str = ""  # "" if all is right

    @property
    def is_wrong(self) -> bool:
        """Whether it is more than a tie that could have cut."""
        return self.fault not in ("", MISSED_TIE)

    @property
    def gives_up(self) -> bool:
        """Whether there is no use in going on."""
        return self.fault in GIVES_UP or isinstance(self.outcome.error, NotImplementedError)


@dataclass(frozen=True)
class Exercise:
    """What the functions of one exercise have in common."""

    subject: str
    parameters: tuple[str, ...]  # after the state; the last one is the evaluation
    prunes: bool = False
    negated: bool = False  # values are those of the side to move, not MAX's
    suspect: type[Suspect] = Suspect
    mistakes: tuple[str, ...] = ()
    before_each: Callable[[], None] = lambda: None  # run: what is done before it

    def window(self, case: Case) -> tuple[Value, Value]:
        """Alpha and beta as they are given to the function."""
        return (case.alpha, case.beta) if case.maximizing or not self.negated else (-case.beta, -case.alpha)

    def arguments(self, case: Case, evaluate: Callable[..., Value]) -> tuple[Any, ...]:
        """The arguments after the state."""
        alpha, beta = self.window(case)
        given = {
            "depth": case.depth,
            "alpha": alpha,
            "beta": beta,
            "maximizing": case.maximizing,
            "color": 1 if case.maximizing else -1,
            "evaluate": evaluate,
        }
        return tuple(given[name] for name in self.parameters)

    def functions(self, function: Callable[..., Any]) -> tuple[Callable[..., Any], ...]:
        """What the student wrote: one function, or one for each side."""
        return (function,)

    def state(self, case: Case, log: Log) -> Watched:
        """What the function is given to search."""
        return Watched(case.tree, log)

    def chosen(self, function: Callable[..., Any], case: Case) -> Callable[..., Any]:
        """The function that is called: there may be one for each side."""
        return function

    def call(self, function: Callable[..., Any], case: Case) -> str:
        """The call as one would write it."""
        function = self.chosen(function, case)
        name = getattr(function, "__name__", type(function).__name__)
        arguments = [repr(case.tree), *map(_written, self.arguments(case, heuristic))]
        return f"{name}({', '.join(arguments)})"

    def observe(self, function: Callable[..., Any], case: Case) -> Run:
        """Call a student's function and see what it does."""
        log, function = Log(), self.chosen(function, case)
        self.before_each()
        on_call = _window_noter(function, log) if self.prunes else None
        outcome = run(function, self.state(case, log), *self.arguments(case, log.evaluate), on_call=on_call)
        return Run(case, outcome, log, self.fault(case, outcome, log))

    def fault(self, case: Case, outcome: Outcome, log: Log) -> str:
        if log.changed:
            return "mutates-state"
        if outcome.trouble:
            return outcome.trouble
        if kind := no_number(outcome.value):
            return kind
        if not self.is_right(case, outcome.value):
            return WRONG_VALUE
        return wasted(case, log) if self.prunes else ""

    def is_right(self, case: Case, value: Value) -> bool:
        """Inside the window the value itself; outside of it any bound that says on which side it lies."""
        right = self.seen(case, minimax_value(case.tree, case.depth))
        low, high = self.window(case)
        if right <= low:
            return bool(value <= low)
        return bool(value >= high) if right >= high else bool(value == right)

    def seen(self, case: Case, value: Value) -> Value:
        """A value of MAX's as the function should say it."""
        return -value if self.negated and not case.maximizing else value

    def expected(self, case: Case) -> tuple[Value, str]:
        """What is right, and how to say it if that is more than one value."""
        value = self.seen(case, minimax_value(case.tree, case.depth))
        low, high = self.window(case)
        if value <= low:
            return value, f"{value_text(value)}, or any value of at most {value_text(low)}: it lies below the window"
        if value >= high:
            return value, f"{value_text(value)}, or any value of at least {value_text(high)}: it lies above the window"
        return value, ""

    def suspects(self, number: int) -> Iterator[Suspect]:
        """Every program with that many mistakes, in every style."""
        for mistakes in combinations(self.mistakes, number):
            for style in self.styles():
                if number == 1 or not style.get(
                    "strict"
                ):  # what a missed tie adds to two mistakes is not worth the time
                    yield self.suspect(*mistakes, **style)

    def styles(self) -> list[dict[str, Any]]:
        """What right programs may do differently."""
        return PRUNING_STYLES if self.prunes else PLAIN_STYLES[:1]

    def everything(self, nodes: int) -> Iterator[Case]:
        """Every case with a tree of that many nodes."""
        return cases.everything(nodes, self.prunes)

    def battery(self) -> Iterator[Case]:
        """What a search is tried on, the smallest first."""
        for nodes in range(1, 5):
            yield from self.everything(nodes)
        yield from cases.unusual()
        yield from cases.larger(self.prunes)


def _window_noter(function: Callable[..., Any], log: Log) -> Callable[[FrameType], None]:
    """Notes the window of each call of the student's own function: state, depth, alpha, beta …"""
    code = entry_code(function)

    def note(frame: FrameType) -> None:
        if frame.f_code is code:
            given = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
            place = next((i for i, argument in enumerate(given) if isinstance(argument, Watched)), None)
            if place is not None and len(given) > place + 3:
                log.windows.append((given[place].path, given[place + 2], given[place + 3]))  # type: ignore[union-attr]

    return note


def minimax_value(tree: Tree, depth: int) -> Value:
    """The definition: nothing is worth more than a student's trust in it."""
    if tree.is_leaf:
        return tree.value
    if depth == 0:
        return 0
    best = max if tree.active_player is MAX else min
    return best(minimax_value(child, depth - 1) for child in tree.children.values())


def _written(argument: Any) -> str:
    return "evaluate" if argument is heuristic else repr(argument)
