"""The source text of the functions that were watched."""

from __future__ import annotations

import inspect
import textwrap

from minimax_lab.trace.model import Scope, Source
from minimax_lab.trace.recorder import Function


class Sources:
    """Finds the source of each watched function once; what is written inside a function belongs to it."""

    def __init__(self) -> None:
        self.all: list[Source] = []
        self._numbers: dict[int, tuple[int, int]] = {}  # by id of the code: number of the source, first line
        self._places: dict[int, tuple[Scope, int]] = {}

    def place(self, function: Function) -> tuple[Scope, int]:
        """Where the lines of `function` belong, and the number of the source's first line."""
        place = self._places.get(id(function))
        if place is None:
            code = function.code
            number, first = self._number(function)
            names = dict.fromkeys((*code.co_varnames, *code.co_cellvars, *code.co_freevars))
            scope = Scope(number, tuple(name for name in names if not name.startswith(".")))
            place = self._places[id(function)] = scope, first
        return place

    def leaves_loop(self, function: Function, line: int) -> bool:
        """Whether this line is a `break` or a `return`, also behind an `if` on the same line."""
        scope, first = self.place(function)
        lines = self.all[scope.source].lines
        text = lines[line - first].strip() if 0 <= line - first < len(lines) else ""
        if text.startswith(("if ", "elif ", "else:")):
            text = text.rpartition(":")[2].strip()
        return text.startswith(("break", "return"))

    def _number(self, function: Function) -> tuple[int, int]:
        code = function.outer or function.code
        if id(code) not in self._numbers:
            try:
                lines, first = inspect.getsourcelines(code)
            except (OSError, TypeError):  # typed where no source is kept
                lines, first = [], code.co_firstlineno
            text = textwrap.dedent("".join(lines)).rstrip("\n")
            self._numbers[id(code)] = len(self.all), max(first, 1)
            self.all.append(Source(code.co_name, tuple(text.split("\n")) if text else ()))
        return self._numbers[id(code)]
