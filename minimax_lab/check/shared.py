"""What several checks need: states that refuse changes, comparisons that never fail, values outside of a window."""

from __future__ import annotations

import linecache
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import Any, NoReturn

from minimax_lab.check.texts.failures import AT_LINE
from minimax_lab.check.texts.searches import ABOVE_WINDOW, BELOW_WINDOW
from minimax_lab.game import GameState, Move, Value
from minimax_lab.trace.code import LIBRARIES
from minimax_lab.trace.words import value_text

NOT_STUDENTS = str(Path(__file__).resolve().parents[1]), *LIBRARIES, "<frozen"


class StateChanged(AttributeError):
    """A student's function wrote to the state that it was given."""


class MadeUpState(GameState):
    """A state that refuses changes. A subclass fills in its fields by `vars(self).update(…)`."""

    graded = True

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise StateChanged(f"a state cannot be changed; forecast_move(move) makes a new one ({name} was to be set)")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self


def name_of(function: Any) -> str:
    """The name of a function in the student's program, or of the class of an object that can be called.

    A lambda, and what a decorator returns, say another one themselves, which the student has never called them by.
    """
    if function is None:
        return "the function"
    own = getattr(function, "__name__", type(function).__name__)
    known = getattr(function, "__globals__", {})
    if known.get(own) is function:
        return own
    return next((name for name, value in known.items() if value is function and not str(name).startswith("_")), own)


def plain(value: Any) -> Any:
    """The value as Python's own kind of number, text or list if it is one of a student's kind, which may compare as
    it likes; anything else as it is.
    """
    value = plain_number(value)
    for base, copy in PLAIN.items():
        if issubclass(type(value), base):
            return copy(value)
    return value


def plain_number(value: Any) -> Any:
    """A number as Python's own kind of number; anything else as it is."""
    kind, numpy = type(value), sys.modules.get("numpy")
    if numpy and issubclass(kind, numpy.generic):
        return plain_number(numpy.generic.item(value))
    if kind is bool or not issubclass(kind, int | float):
        return value
    return int.__pos__(value) if issubclass(kind, int) else float.__pos__(value)


# How to make a plain copy; of a list or tuple that is one already, only what is in it
PLAIN: dict[type, Callable[[Any], Any]] = {
    str: str.__str__,
    tuple: lambda value: tuple(map(plain, tuple.__iter__(value))),
    list: lambda value: [*map(plain, list.__iter__(value))],
    set: lambda value: {*map(plain, set.__iter__(value))},
}
NUMBERS = bool, int, float, Fraction


def equal(one: Any, other: Any) -> bool:
    """Whether two things are equal. What a student returns may be anything, and fail when it is compared."""
    try:
        one, other = plain(one), plain(other)
        if _kind(one) is not _kind(other):
            return False
        if isinstance(one, list | tuple):
            return len(one) == len(other) and all(map(equal, one, other))
        if isinstance(one, set | frozenset | dict) and Counter(map(_kind, one)) != Counter(map(_kind, other)):
            return False
        if isinstance(one, dict) and not equal([*one.values()], [other[key] for key in one]):
            return False
        return bool(one == other)
    except Exception:
        return False


def _kind(value: Any) -> Any:
    """The type of a value; the same for all kinds of numbers."""
    return float if type(value) in NUMBERS else type(value)


def is_among(move: Any, moves: Sequence[Move]) -> bool:
    """Whether what a student returned is one of the moves. (To Python, True is also a 1.)"""
    return not isinstance(move, bool) and any(equal(move, other) for other in moves)


def agrees(value: Value, right: Value, alpha: Value, beta: Value) -> bool:
    """Inside of the window, only the right value agrees; outside of it, any bound on the same side."""
    if right <= alpha:
        return bool(value <= alpha)
    return bool(value >= beta) if right >= beta else bool(value == right)


def right_in_words(right: Value, alpha: Value, beta: Value) -> str:
    """What may be returned where that is more than one value; "" inside of the window."""
    if right <= alpha:
        return BELOW_WINDOW.format(value=value_text(right), bound=value_text(alpha))
    return ABOVE_WINDOW.format(value=value_text(right), bound=value_text(beta)) if right >= beta else ""


def students_places(error: BaseException | None) -> list[tuple[FrameType, int]]:
    """The calls of the student's code around an error, outermost first, each with its line."""
    places = dict(walk_tb(error.__traceback__ if error else None))  # Python 3.11.2 has some calls in it twice
    return [(frame, line) for frame, line in places.items() if not frame.f_code.co_filename.startswith(NOT_STUDENTS)]


def line_of(error: BaseException | None) -> tuple[int | None, str]:
    """The last line of the student's code that ran before an error: its number, and a sentence that quotes it.

    Of a recursion without end it is the one that calls most often: in which line Python loses patience is chance.
    """
    places = students_places(error)
    if not places:
        return None, ""
    frame, line = places[-1]
    if isinstance(error, RecursionError):
        calls = Counter((frame.f_code, line) for frame, line in places)
        frame, line = max(places, key=lambda place: calls[place[0].f_code, place[1]])
    source = linecache.getline(frame.f_code.co_filename, line, frame.f_globals).strip()
    return (line, AT_LINE.format(name=frame.f_code.co_name, line=line, source=source)) if source else (None, "")
