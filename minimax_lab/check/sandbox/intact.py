"""Whether a student's code has changed the check that it is in: then nothing that the check says counts."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator
from types import FunctionType
from typing import Any

OURS = tuple(f"minimax_lab.{name}" for name in ("adapt", "check", "game", "search", "trace", "values"))
Part = tuple[Any, str, Any, Any]  # whose, its name, what it is, and its code if it is a function


class Intact:
    """All functions and classes that make up the checks, and Python's own functions, as they are now."""

    def __init__(self) -> None:
        self._parts = [*_parts()]

    def __bool__(self) -> bool:
        return all(
            vars(owner).get(name) is value and getattr(value, "__code__", None) is code
            for owner, name, value, code in self._parts
        )


def _parts() -> Iterator[Part]:
    for name, value in vars(builtins).items():
        if callable(value):
            yield builtins, name, value, getattr(value, "__code__", None)
    for module_name, module in [*sys.modules.items()]:
        if module_name.startswith(OURS):
            for name, value in [*vars(module).items()]:
                if isinstance(value, FunctionType | type):
                    yield module, name, value, getattr(value, "__code__", None)
                    yield from _methods(value) if value.__module__ == module_name else ()


def _methods(cls: Any) -> Iterator[Part]:
    for name, value in vars(cls).items() if isinstance(cls, type) else ():
        if isinstance(value, FunctionType | property | classmethod | staticmethod):
            yield cls, name, value, getattr(value, "__code__", None)
