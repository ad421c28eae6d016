"""A search that students write: how it is called, what is right for it, and what one run of it did."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from types import CodeType, FrameType
from typing import Any, Self

from minimax_lab.check.mistakes import wrong_programs
from minimax_lab.check.report import Finding, Replay
from minimax_lab.check.right_programs import PROGRAMS, Program
from minimax_lab.check.sandbox import limits
from minimax_lab.check.sandbox.contents import Memory, RenewedDefaults, numbers_in
from minimax_lab.check.sandbox.failures import GIVES_UP, as_far_as_checked, not_a_number, not_checked
from minimax_lab.check.sandbox.limits import NotFinished
from minimax_lab.check.sandbox.run import RunResult, run
from minimax_lab.check.search import battery as cases
from minimax_lab.check.search.battery import WRITTEN, Case, Log, ObservedTree, heuristic
from minimax_lab.check.search.fault import MISSED_TIE, wasted_work
from minimax_lab.check.shared import agrees, name_of, right_in_words
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts.failures import MOST_OF_IT
from minimax_lab.check.texts.searches import CLOSED_WINDOW
from minimax_lab.check.texts.text import Text
from minimax_lab.game import MAX, Value
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path
from minimax_lab.trace.code import entry_code
from minimax_lab.trace.words import value_text

WRONG_VALUE = "wrong-value"
MOST_SECONDS = 180.0  # on the wall, for a whole battery: far more than a busy machine needs, for code that only waits
FINITE = "finite-infinity"  # only tried where a student's code has a number that could be one
LEAST_INFINITY = 10  # of the numbers that a student may take for infinity
MOST_LINES = 2_000_000  # of code that a function may take for its whole battery; most need a tenth of that


@dataclass(frozen=True)
class Run:
    """A call of a student's function, and what came of it."""

    case: Any  # a Case, unless the exercise is tried on something else
    result: RunResult
    log: Log
    fault: str = ""  # "" if all is right

    @cached_property
    def leaves(self) -> tuple[Path, ...]:
        """The nodes at which it stopped; a diagnosis compares them with those of thousands of programs."""
        return self.log.leaves

    @property
    def searches_twice(self) -> bool:
        """Whether the function called itself in the same way for the same node."""
        try:
            return len(self.log.calls) > len({*self.log.calls})
        except TypeError:  # it was given something that cannot be compared like that
            return False

    @property
    def is_wrong(self) -> bool:
        """Whether it is more than a tie that could have cut."""
        return self.fault not in ("", MISSED_TIE)

    @property
    def gives_up(self) -> bool:
        """Whether there is no use in going on."""
        return self.fault in GIVES_UP or isinstance(self.result.error, NotImplementedError)


class Exercise:
    """A search that a student wrote for an exercise: how it is called, what is right for it, what it is compared with.

    There is a class for each exercise, and an object for each student's work.
    """

    subject = ""
    parameters: tuple[str, ...] = ()  # after the state; the last one is the evaluation
    searches = True  # False: it only looks at the state that it is given
    prunes = False
    chooses = False  # it returns a move, and not a value
    negated = False  # values are those of the side to move, not MAX's
    kinds: tuple[str, ...] = ()  # of the programs that it is compared with
    texts: Mapping[str, Text] = MISCONCEPTIONS
    wrong: Mapping[str, Text] = {}  # what is said of a wrong answer, where that is not what is said of others

    def __init__(self, function: Any, memory: Memory | RenewedDefaults | None = None, keeps_states: bool = False):
        """With a `memory`, each call is made as if it were the first; `keeps_states`: no two ever have the same id."""
        self.function, self.memory, self.keeps_states = function, memory, keeps_states

    def again(self, memory: Memory | RenewedDefaults | None = None, keeps_states: bool = False) -> Self:
        """The same function, to be observed in another way."""
        return type(self)(self.function, memory, keeps_states)

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """What the student wrote: one function, or one for each side."""
        return (self.function,)

    def function_for(self, case: Case) -> Callable[..., Any]:
        """The function that is called: there may be one for each side."""
        return self.function

    @cached_property
    def numbers(self) -> frozenset[Value]:
        """The numbers in the student's code, without their signs."""
        return numbers_in(self.functions)

    def window(self, case: Case) -> tuple[Value, Value]:
        """Alpha and beta as they are given to the function."""
        return (case.alpha, case.beta) if case.maximizing or not self.negated else (-case.beta, -case.alpha)

    def arguments(self, case: Case, evaluate: Callable[..., Value]) -> tuple[Any, ...]:
        """The arguments after the state."""
        return self.given(case, evaluate)

    def given(self, case: Case, evaluate: Callable[..., Value]) -> tuple[Any, ...]:
        """The same for a program that it is compared with."""
        alpha, beta = self.window(case)
        values = {
            "depth": case.depth,
            "alpha": alpha,
            "beta": beta,
            "maximizing": case.maximizing,
            "color": 1 if case.maximizing else -1,
            "evaluate": evaluate,
        }
        return tuple(values[name] for name in self.parameters)

    def state(self, case: Case, log: Log) -> ObservedTree:
        """What the function is given to search."""
        return ObservedTree(case.tree, log)

    def call(self, case: Case) -> str:
        """The call as one would write it."""
        given = self.arguments(case, case.evaluate)
        arguments = [repr(case.tree), *(WRITTEN[case.evaluate] if a is case.evaluate else repr(a) for a in given)]
        return f"{name_of(self.function_for(case))}({', '.join(arguments)})"

    def begin(self) -> None:
        """Before a run: as if there had been none before, if there is a memory that can be put back."""
        if self.memory:
            self.memory.begin()

    def observe(self, case: Any) -> Run:
        """Call the student's function and see what it does. Raises NotFinished if it takes too long on the wall."""
        log = Log(case, self.keeps_states)
        self.begin()

        def on_call(frame: FrameType, code: CodeType) -> None:
            self.note(frame, code, log)
            if self.memory:
                self.memory.on_call(code)

        arguments = self.state(case, log), *self.arguments(case, log.evaluate)
        result = run(self.function_for(case), *arguments, on_call=on_call)
        return Run(case, result, log, self.fault(case, result, log))

    @cached_property
    def _called(self) -> tuple[CodeType | None, tuple[str, ...], int | None]:
        """The code of the student's function, its parameters, and which of them says for which side it searches."""
        code = entry_code(self.function)
        role = next((i for i, name in enumerate(self.parameters, 1) if name in ("maximizing", "color")), None)
        return code, code.co_varnames[: code.co_argcount] if code else (), role

    def note(self, frame: FrameType, code: CodeType, log: Log) -> None:
        """Note the window and the role of a call of the student's own function: state, depth, alpha, beta …"""
        own, names, role = self._called
        if code is not own:
            return
        arguments = frame.f_locals  # once: Python makes it anew each time
        given: list[Any] = [arguments.get(name) for name in names]
        while given and not isinstance(given[0], ObservedTree):
            del given[0]
        if not given:
            return
        path = given[0].path
        log.calls.append((path, *given[1:5]))
        if self.prunes and len(given) > 3:
            log.windows.append((path, given[2], given[3]))
        said = given[role] if role and len(given) > role else None
        if isinstance(said, int | float):
            log.roles.append((path, said > 0))

    def fault(self, case: Case, result: RunResult, log: Log) -> str:
        """The code for what is wrong with a run; "" if all is right."""
        if log.changed:
            return "mutates-state"
        if result.failure:
            return result.failure
        if code := not_a_number(result.value):
            return code
        if not agrees(result.value, self.right_value(case), *self.window(case)):
            return WRONG_VALUE
        return wasted_work(case, log) if self.prunes else ""

    def right_value(self, case: Case) -> Value:
        """The value as the function should say it."""
        value = minimax_value(case.tree, case.depth, case.evaluate)
        return -value if self.negated and not case.maximizing else value

    def simpler(self, case: Case) -> Iterator[Case]:
        """Cases with a smaller tree, or with fewer values, to find the smallest on which something shows."""
        return case.simpler()

    def expected(self, case: Case) -> tuple[Value, str]:
        """What is right, and how to say it if that is more than one value."""
        value = self.right_value(case)
        return value, right_in_words(value, *self.window(case))

    def evident(self, runs: Sequence[Run]) -> str:
        """The code for a mistake that can be seen in what is returned; "" if there is none."""
        return ""

    def gaps(self, run: Run) -> dict[str, str]:
        """What fills the gaps in the text on a wrong run."""
        return {}

    def context(self, run: Run) -> str:
        """What one must know to understand the call."""
        if not self.prunes or run.case.is_open:
            return ""
        alpha, beta = map(value_text, self.window(run.case))
        return CLOSED_WINDOW.format(alpha=alpha, beta=beta)

    def own_replay(self, run: Run) -> Callable[[], Replay | None] | None:
        """The run once more, traced, where that takes more than the call."""
        return None

    def not_to_blame(self, run: Run) -> Sequence[Callable[..., Any]]:
        """The functions that it calls in which no mistake needs to be looked for."""
        return ()

    def mistaken_programs(self, number: int, backwards: bool = False) -> Iterator[Program]:
        """The programs with that many mistakes in every style; with more than one, only in the plainest."""
        large = sorted(number for number in self.numbers if LEAST_INFINITY <= number < inf)
        most = 1 if number > 1 else None
        styles = [(kind, style) for kind in self.kinds for style in PROGRAMS[kind].styles[:most]]
        for kind, style in styles:
            for program in wrong_programs(kind, (*style, "backwards") if backwards else style, number):
                if FINITE not in program.codes:
                    yield program
                else:
                    yield from (replace(program, infinity=infinity) for infinity in large)

    def called(self, functions: Mapping[str, Callable[..., Any]], case: Case) -> Callable[..., Any]:
        """Of the functions of a program that it is compared with, the one that is called."""
        return next(iter(functions.values()))

    def everything(self, nodes: int) -> Iterator[Case]:
        """Every case with a tree of that many nodes."""
        return cases.everything(nodes, self.prunes)

    def battery(self) -> Iterator[Case]:
        """What a search is tried on, the smallest first."""
        for nodes in range(1, 5):
            yield from self.everything(nodes)
        yield from cases.unusual()
        yield from cases.larger(self.prunes)


@dataclass(frozen=True)
class Runs:
    """The runs of a function on its battery, or up to where it is given up."""

    done: list[Run]
    rest: list[Finding]  # the remark that the rest is not checked: it took too long on the wall or does far too much

    @property
    def faults(self) -> set[str]:
        return {run.fault for run in self.done if run.is_wrong}


def run_battery(exercise: Exercise) -> Runs:
    """Run a student's function on everything that it is tried on.

    Where it gets less than halfway, nobody can say that it is right so far: then nothing is checked.
    """
    runs = Runs(*as_far_as_checked(_observed(exercise)))
    if runs.done and runs.rest and not runs.faults and 2 * len(runs.done) < sum(1 for _ in exercise.battery()):
        return Runs([], [not_checked(MOST_OF_IT)])
    return runs


def _observed(exercise: Exercise) -> Iterator[Run]:
    lines, end = 0, limits.wall_clock() + MOST_SECONDS
    for case in exercise.battery():
        yield (run := exercise.observe(case))
        lines += run.result.lines
        if run.gives_up:
            return
        if lines > MOST_LINES or limits.wall_clock() > end:
            raise NotFinished


def minimax_value(tree: Tree, depth: int, evaluate: Callable[[Tree], Value] = heuristic) -> Value:
    """The definition, written out once more: what is right must not depend on the code that students read."""
    if tree.is_leaf or depth == 0:
        return evaluate(tree)
    best = max if tree.active_player is MAX else min
    return best(minimax_value(child, depth - 1, evaluate) for child in tree.children.values())
