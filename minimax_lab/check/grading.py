"""Points for a report, where they count: only for one that a check of this package has made.

A notebook that is graded runs the student's cells first, and these may have put something else in the place of a
check, or of something that a check uses. A hidden test loads this file anew and asks it. That is no protection against
somebody who reads this and tries hard enough.
"""

from __future__ import annotations

import builtins
import inspect
import sys
from collections.abc import Iterator
from importlib.abc import InspectLoader
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from minimax_lab import check
from minimax_lab.check import exercises
from minimax_lab.check.report import Report
from minimax_lab.check.sandbox import process
from minimax_lab.check.texts import failures as texts

BUILT_IN = "getattr", "hasattr", "isinstance", "max", "min", "next", "round", "vars"
MAKE_UP_THE_CHECKS = tuple(
    f"minimax_lab.{name}"
    for name in ("adapt", "check", "game", "search", "solve.rps", "solve.trials", "trace", "values")
)
WRAPPED = "__wrapped__", "__func__", "fget", "func"


def grade(most: float) -> float:
    """Show the report that the last check has made, and return the points for it: the last line of a test cell."""
    from IPython.display import display

    display(process.latest[0])
    return points(process.latest[0], most)


def points(report: Any, most: float) -> float:
    """The points for `report` out of `most`; none if the checks were changed, or the report is not one of theirs."""
    if type(report) is Report and report in process.made:
        for as_in_its_file in _as_in_their_files():
            if not as_in_its_file:
                break
        else:
            return report.points(most)
    print(texts.CHANGED)
    return 0.0


def _as_in_their_files() -> Iterator[bool]:
    """For all that makes up the checks, and each public check: whether it still is what stands in its file."""
    for name in BUILT_IN:
        yield type(vars(builtins)[name]) is BuiltinFunctionType
    for name, module in [*sys.modules.items()]:
        if name.startswith(MAKE_UP_THE_CHECKS) and name != __name__:
            yield from _is_defined_by(_code_of(module), vars(module))
    for offering in check, exercises:
        yield _code_of(offering) is not None
        for name in offering.__all__:
            offered = getattr(offering, name)
            inner = inspect.unwrap(offered)
            yield inner.__name__ == name and vars(sys.modules[inner.__module__]).get(name) is inner
            yield isinstance(offered, type) or offered is inner or offered.__code__ in _nested(_code_of(process))
    yield Report.__getattribute__ is object.__getattribute__


def _is_defined_by(code: CodeType | None, names: Any) -> Iterator[bool]:
    """For each function and class that `code`, of a module or of a class, defines: whether it is that."""
    defined: dict[str, list[CodeType]] = {}
    for inner in _nested(code, levels=1):
        if inner.co_name.isidentifier():  # not a lambda, say
            defined.setdefault(inner.co_name, []).append(inner)
    for name, codes in defined.items():
        thing = names.get(name)
        if isinstance(thing, type):
            yield from _is_defined_by(codes[-1], vars(thing))
        else:
            yield _code(thing) in codes  # of one that is overloaded, only the last is there


def _code(thing: Any) -> CodeType | None:
    """The code of a function or method, without what decorates it."""
    while not isinstance(thing, FunctionType) or hasattr(thing, "__wrapped__"):
        inner = next((getattr(thing, name) for name in WRAPPED if hasattr(thing, name)), None)
        if inner is None:
            return None
        thing = inner
    return thing.__code__


def _code_of(module: ModuleType) -> CodeType | None:
    loader = module.__spec__ and module.__spec__.loader
    return loader.get_code(module.__name__) if isinstance(loader, InspectLoader) else None


def _nested(code: CodeType | None, levels: int = 9) -> list[CodeType]:
    """The code inside of some code, and so on."""
    inner = [const for const in code.co_consts if isinstance(const, CodeType)] if code else []
    return inner + [deeper for one in inner for deeper in _nested(one, levels - 1)] if levels > 1 else inner
