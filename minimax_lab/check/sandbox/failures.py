"""What to say when a student's code did not come to an end, in words that do not frighten."""

from __future__ import annotations

from collections.abc import Callable
from inspect import isgenerator, signature
from numbers import Real
from typing import Any

from minimax_lab.check.report import NOTHING, Finding, shown_value
from minimax_lab.check.sandbox.limits import Outcome

TITLES = {
    "raises": "An error",
    "endless": "It does not come to an end",
    "too-deep": "It calls itself without end",
    "prints": "It prints without end",
    "asks": "It waits for somebody to type",
}
MESSAGES = {
    "endless": "It was stopped after very many lines. Is there a loop that never ends?",
    "too-deep": "It calls itself deeper and deeper. Does it stop where the game is over, and with no depth left?",
    "prints": "It was stopped because it prints more than anybody could read.",
    "asks": "It calls input(), but nobody is there to answer while it is checked.",
}
GIVES_UP = "endless", "too-deep", "prints", "asks"  # a check ends with the first of these: each one takes its time


def trouble(outcome: Outcome, call: str, counterexample: Any = None) -> Finding:
    """The finding on a run that went wrong."""
    code = outcome.trouble
    message = MESSAGES.get(code, "")
    if isinstance(outcome.error, NotImplementedError):
        return Finding(code, "Not written yet", "There is nothing to check yet: it raises NotImplementedError.")
    if code == "raises":
        error = outcome.error
        text = " ".join(str(error).split())[:200]
        message = _other_state(error) or f"It raised {type(error).__name__}{f': {text}' if text else ''}."
    return Finding(code, TITLES[code], message, counterexample, call)


def _other_state(error: BaseException | None) -> str:
    """What to say of code that asks a state of ours for what only the states of some game have."""
    state = getattr(error, "obj", None)
    if not isinstance(error, AttributeError) or not type(state).__module__.startswith("minimax_lab.check"):
        return ""
    return (
        f"It asked a state for `{error.name}`. Your function is tried on small made-up games, whose states have only "
        "get_legal_moves(), forecast_move(move), is_terminal(), utility(), active_player and key()."
    )


def wrong_arity(function: Callable[..., Any], args: tuple, call: str) -> Finding | None:
    """The finding on a function that cannot be called with these arguments, if it is so."""
    try:
        signature(function).bind(*args)
    except TypeError as error:
        message = f"It cannot be called like this: {error}."
        return Finding("wrong-arity", "Other parameters than asked for", message, None, call)
    except ValueError:  # some built-in functions do not say what they take
        return None
    return None


def accepts(function: Callable[..., Any], number: int) -> bool:
    """Whether a function can be called with that many arguments."""
    return wrong_arity(function, (None,) * number, "") is None


def cannot_be_called(function: Any, *parameters: str) -> Finding | None:
    """The finding on what is no function of these parameters, if it is so."""
    if not callable(function):
        message = f"A function was expected, not {shown_value(function)}. (Its name alone, without brackets after it.)"
        return Finding("not-a-function", "Not a function", message)
    name = getattr(function, "__name__", type(function).__name__)
    return wrong_arity(function, (None,) * len(parameters), f"{name}({', '.join(parameters)})")


RETURNED = {
    "returns-none": (
        "Nothing is returned",
        "It came to its end without returning anything. Is there a return on every way through it?",
    ),
    "returns-generator": (
        "A generator is returned",
        "There is a yield in it, so a call only prepares its work. It should do the work and return a number.",
    ),
    "returns-no-number": ("No number is returned", "The value of a state is one number, and nothing else."),
}


def no_number(value: Any) -> str:
    """The code for what was returned instead of a number; "" for a number."""
    if value is None:
        return "returns-none"
    if isgenerator(value):
        return "returns-generator"
    if isinstance(value, bool):  # to Python a number, to us an answer to another question
        return "returns-no-number"
    return "" if isinstance(value, Real) else "returns-no-number"


def not_a_number(code: str, value: Any, call: str, counterexample: Any) -> Finding:
    """The finding on a function that should have returned a number."""
    title, message = RETURNED[code]
    return Finding(code, title, message, counterexample, call, NOTHING if isgenerator(value) else value)
