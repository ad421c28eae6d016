"""Whether a function has been written yet: the untouched exercise is not wrong, there is just nothing to check."""

from __future__ import annotations

import dis
from collections.abc import Iterable, Sequence
from types import CodeType
from typing import Any

from minimax_lab.check.report import NOT_WRITTEN, Finding
from minimax_lab.check.shared import name_of
from minimax_lab.check.texts import failures as texts

RETURNS_NONE = {"LOAD_CONST", "RETURN_VALUE", "RETURN_CONST"}
RAISES = {"LOAD_GLOBAL", "LOAD_CONST", "PUSH_NULL", "PRECALL", "CALL", "RAISE_VARARGS"}
SETS_UP = {"RESUME", "NOP", "CACHE", "COPY_FREE_VARS", "MAKE_CELL"}


def is_unwritten(function: Any) -> bool:
    """Whether a function has no body yet: only a docstring, comments, `pass`, `...` or `raise NotImplementedError`."""
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType):
        return False
    steps = [step for step in dis.get_instructions(code) if step.opname not in SETS_UP]
    operations = {step.opname for step in steps}
    if code.co_names == ("NotImplementedError",):
        return operations <= RAISES
    return operations <= RETURNS_NONE and all(step.argval is None for step in steps)


def not_written(names: Sequence[str]) -> Finding:
    """The finding on functions that have not been written yet."""
    verb = "is" if len(names) == 1 else "are"
    listed = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    return Finding.of(NOT_WRITTEN, texts.NOT_WRITTEN.filled(names=f"{listed} {verb}"))


def unwritten_among(functions: Iterable[Any]) -> Finding | None:
    """The finding on those of the functions that have not been written yet, if there are any."""
    names = [name_of(function) for function in functions if is_unwritten(function)]
    return not_written(names) if names else None


def where_raised(error: BaseException) -> str:
    """The name of the function that raised an error."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame.f_code.co_name if trace is not None else type(error).__name__
