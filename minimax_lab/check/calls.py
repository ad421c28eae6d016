"""A student's function, called under the limits of the checks: on examples of what is right, or just once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from inspect import isgenerator
from typing import Any

from minimax_lab.check.report import NOTHING, Finding, Report
from minimax_lab.check.sandbox.child import portable
from minimax_lab.check.sandbox.failures import (
    GIVES_UP,
    as_far_as_checked,
    cannot_be_called,
    failure_finding,
    not_checked,
    unwritten_among,
)
from minimax_lab.check.sandbox.limits import MOST_LINES, SEARCHES, NotFinished
from minimax_lab.check.sandbox.run import run
from minimax_lab.check.search.findings import pointed
from minimax_lab.check.search.repair import Repair, Search
from minimax_lab.check.shared import look_equal, name_of
from minimax_lab.check.texts import failures as texts
from minimax_lab.check.texts.text import Text
from minimax_lab.check.wrong_answers import Answer, kind_of_mistake
from minimax_lab.game import GameState
from minimax_lab.games import Tree

LINES_A_CALL = 3_000  # that an edited function may take on one example


def call(function: Callable[..., Any], *args: Any) -> Any:
    """What `function(*args)` returns; or a report on why it returns nothing, if it fails or does not come to an end.

    >>> from minimax_lab import check
    >>> check.call(len, [3, 1])
    2
    >>> check.call(len, 3).faults[0].message
    "Your code raised TypeError: object of type 'int' has no len()."
    """
    name = name_of(function)
    if unusable := cannot_be_called(function, *(f"argument {i + 1}" for i in range(len(args)))):
        return Report(name, [unusable], 0.0)
    try:
        result = run(function, *args, most_lines=None, borrows_from=())
    except NotFinished:
        return Report(name, [not_checked(texts.EVERYTHING)], 0.0)
    if result.failure:
        return Report(name, [failure_finding(result, call_text(name, args), board_in(args))], 0.0)
    return portable(result.value)


def call_text(name: str, args: Iterable[Any]) -> str:
    """The call as one would write it; a board is drawn beside it, and called `state` here."""
    return f"{name}({', '.join(map(_written, args))})"


def board_in(args: Iterable[Any]) -> GameState | None:
    """The first of these that is a board, if one is."""
    return next((value for value in args if _is_board(value)), None)


def _is_board(value: Any) -> bool:
    return isinstance(value, GameState) and not isinstance(value, Tree)


def _written(value: Any) -> str:
    if _is_board(value):
        return "state"
    try:
        return repr(value)
    except Exception:  # a student's object may fail even at that
        return type(value).__name__


def examples(
    function: Callable[..., Any],
    right: Iterable[tuple[tuple, Any]],
    library: bool = False,
    subject: str = "",
    on_wrong: Callable[..., Text] | None = None,
) -> Report:
    """Check `function` on examples, each of them a tuple of arguments and what is right for these.

    The score is the share of the examples that come out right. With `library`, it may use the library's searches, and
    its lines are not counted. The report is on the `subject`, or else on the function. `on_wrong(*arguments)` is
    the text on a wrong answer.

    >>> from minimax_lab import check
    >>> check.examples(abs, [((3,), 3), ((-2,), 2)])
    ✓ abs: right
    """
    name, wanted = name_of(function), [*right]
    if not wanted:
        raise ValueError(texts.NO_EXAMPLES)
    arguments = [f"argument {i + 1}" for i in range(len(wanted[0][0]))]
    if unusable := cannot_be_called(function, *arguments) or unwritten_among([function]):
        return Report(subject or name, [unusable], 0.0)
    wanted = [(tuple(args), value) for args, value in wanted]
    most_lines, borrows_from = (None, ()) if library else (MOST_LINES, SEARCHES)

    def results() -> Iterator[Answer]:
        for args, value in wanted:
            given = copied(args)
            result = run(function, *given, most_lines=most_lines, borrows_from=borrows_from)
            yield Answer(args, value, result, changed=not all(map(look_equal, args, given)))
            if result.failure in GIVES_UP:
                return

    answers, rest = as_far_as_checked(results())
    wrong = [answer for answer in answers if not answer.right]
    if not wrong:
        return Report(subject or name, rest, len(answers) / len(wanted))
    first, text = wrong[0], on_wrong(*wrong[0].args) if on_wrong else texts.WRONG_ANSWER
    if first.result.failure:
        finding = failure_finding(first.result, call_text(name, first.args), board_in(first.args))
    else:
        code, text = kind_of_mistake(answers) or ("wrong-value", text)
        returned = NOTHING if isgenerator(first.value) else first.value
        shown = {"returned": returned, "expected": first.wanted}
        finding = Finding.of(code, text, board_in(first.args), call_text(name, first.args), **shown)
    if not rest and not library and first.result.failure not in GIVES_UP:
        finding = pointed(finding, repaired(function, answers), texts.EXAMPLES)
    return Report(subject or name, [finding, *rest], (len(answers) - len(wrong)) / len(wanted))


def copied(args: tuple) -> tuple:
    """The arguments for one call: a function that changes a list that it is given must not spoil the next call."""
    return tuple(deepcopy(value) if type(value) in (list, dict, set) else value for value in args)


def repaired(function: Callable[..., Any], answers: Sequence[Answer]) -> list[Repair]:
    """The edits with which every example comes out right."""

    def judge(answer: Answer) -> tuple[bool, int]:
        given = copied(answer.args)
        result = run(function, *given, most_lines=LINES_A_CALL)
        changed = not all(map(look_equal, answer.args, given))
        return Answer(answer.args, answer.wanted, result, changed).right, result.lines

    first = [answer for answer in answers if not answer.right][:1]
    return Search([function], first, answers, judge).found()
