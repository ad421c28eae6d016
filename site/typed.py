"""A program as it was typed or pasted: what it defines, which of its functions searches, and which call to run."""

from __future__ import annotations

import ast
import builtins
import contextlib
import io
import linecache
from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from minimax_lab.game import MAX, MIN

FILE = "<your code>"
OURS = {"get_legal_moves", "forecast_move"}
MOST_PRINTED = 20_000  # characters that are kept of what a program prints


class BadInput(ValueError):
    """Something that was typed cannot be used; the message says why and what would do.

    `line` is where in the code, and `searches` are the functions to choose from, as far as they are known.
    """

    def __init__(self, message: str, line: int | None = None, searches: Sequence[str] = ()):
        super().__init__(message)
        self.line, self.searches = line, [*searches]


class Printed(io.StringIO):
    """What a program prints, up to a limit: one that never stops must not fill the memory."""

    left_out = 0

    def write(self, text: str) -> int:
        kept = text[: max(0, MOST_PRINTED - self.tell())]
        self.left_out += len(text) - len(kept)
        super().write(kept)
        return len(text)

    def told(self) -> str:
        more = f"\n… and {self.left_out:,} characters more" if self.left_out else ""
        return self.getvalue() + more


class AsksForInput(Exception):
    """The program wants to be answered, and nobody is there."""


class Program:
    """The program has been run, all but the call in its last line; a program that asks for input, up to there."""

    def __init__(self, code: str):
        self.code = code
        self.printed = Printed()
        linecache.cache[FILE] = len(code), None, code.splitlines(keepends=True), FILE  # so that its lines can be shown
        try:
            statements = [*_statements(ast.parse(code, FILE))]
        except SyntaxError as error:
            raise BadInput(f"Line {error.lineno} is not valid Python: {error.msg}.", error.lineno) from None
        self.functions = dict(_functions(statements))
        self.called = {name: _called(function) for name, function in self.functions.items()}
        self.call = self._last_call(statements[-1]) if statements else None  # as a syntax tree
        self.last = statements[-1] if self.call else None
        self.defined = statements[:-1] if self.call else statements
        self.space: dict[str, Any] = {"__name__": "__main__", "inf": inf, "MAX": MAX, "MIN": MIN}
        self._run()

    def _last_call(self, statement: ast.stmt) -> ast.Call | None:
        """The call of a function of the program's own in its last line: minimax(…), print(minimax(…)), best = …"""
        if not isinstance(statement, ast.Expr | ast.Assign | ast.AnnAssign):
            return None
        calls = (node for node in ast.walk(statement) if isinstance(node, ast.Call))
        own = (call for call in calls if _name(call.func) in self.called)
        return next((call for call in own if not self._asks(_name(call.func))), None)

    def _asks(self, name: str) -> bool:
        """Whether a function plays a game with somebody at the keyboard."""
        return any("input" in self.called[each] for each in {name, *self._reached(name)})

    def _run(self) -> None:
        asked, builtins.input = builtins.input, _nobody
        try:
            with contextlib.redirect_stdout(self.printed):
                exec(compile(ast.Module(self.defined, []), FILE, "exec"), self.space)
        except (AsksForInput, SystemExit):
            pass  # it plays a game; its functions are there
        except Exception as error:
            where = line_of(error)
            raise BadInput(f"The code stops in line {where} with {type(error).__name__}: {error}", where) from None
        finally:
            builtins.input = asked

    @property
    def uses_our_states(self) -> bool:
        """Whether its search asks a state of ours, which it is given; also if it is not written yet."""
        if OURS & self.called.keys():  # it has a game of its own
            return False
        return bool(OURS & set().union(*self.called.values())) or not self._recursive

    @property
    def _recursive(self) -> list[str]:
        return [name for name in self.called if name in self._reached(name)]

    def searches(self) -> list[str]:
        """The functions that may be the search: those from which a recursion is reached."""
        recursive = {*self._recursive}
        return [name for name in self.called if recursive & {name, *self._reached(name)} and not self._asks(name)]

    def search(self) -> str:
        """The name of the function that searches: the one above the recursion that no other one calls."""
        recursive, above = self._recursive, self.searches()
        tops = [name for name in above if not any(name in self.called[other] for other in above if other != name)]
        tops = tops or recursive[:1] or [name for name, function in self.functions.items() if function.args.args][-1:]
        if not tops and "async def" in self.code:
            raise BadInput("A search that is async def cannot be watched. Write def, and leave out await.")
        if not tops:
            raise BadInput("The code defines no function with a parameter. Write def minimax(state, …): …")
        if len(tops) > 1:
            names = ", ".join(tops)
            message = (
                f"Which of these is to be run: {names}? Choose one, or add the call as the last line: {tops[-1]}(…)"
            )
            raise BadInput(message, searches=tops)
        return tops[0]

    def _reached(self, name: str) -> set[str]:
        """The functions that one may call, directly or through others."""
        reached: set[str] = set()
        todo = [name]
        while todo:
            more = self.called[todo.pop()] & self.called.keys() - reached
            reached |= more
            todo += more
        return reached

    def function(self, name: str) -> Any:
        """The function of that name; a method belongs to an object that the class makes of nothing."""
        if name in self.space:
            return self.space[name]
        for thing in [*self.space.values()]:
            if isinstance(thing, type) and callable(getattr(thing, name, None)) and thing.__module__ == "__main__":
                with contextlib.suppress(Exception):
                    return getattr(thing(), name)
        raise BadInput(f"How is {name} called? Add the call as the last line, for example: game.{name}(…)")

    def board(self, name: str) -> list[Any]:
        """What the program itself has for a parameter of that name, or else its only list or dict; [] if nothing."""
        things = {key: thing for key, thing in self.space.items() if isinstance(thing, list | dict) and key[0] != "_"}
        return [things[name]] if name in things else [*things.values()] if len(things) == 1 else []

    def finish(self, value: Any) -> None:
        """Run what is left of the last line, such as its print, now that the value of its call is known."""
        if isinstance(self.last, ast.Expr) and self.last.value is not self.call:
            last = ast.fix_missing_locations(_Known(self.call).visit(self.last))
            with contextlib.redirect_stdout(self.printed), contextlib.suppress(Exception):
                exec(compile(ast.Module([last], []), FILE, "exec"), {**self.space, "its value": value})

    def value_of(self, node: ast.expr) -> Any:
        try:
            return eval(compile(ast.Expression(node), FILE, "eval"), self.space)
        except Exception as error:
            where = node.lineno
            raise BadInput(f"Line {where} stops with {type(error).__name__}: {error}", where) from None


class _Known(ast.NodeTransformer):
    """Puts the name of a known value in the place of a call."""

    def __init__(self, call: ast.Call | None):
        self.call = call

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return ast.Name("its value", ast.Load()) if node is self.call else self.generic_visit(node)


def _statements(module: ast.Module) -> Iterator[ast.stmt]:
    """The statements that are run when the program is; `if __name__ == "__main__":` is one of many."""
    for statement in module.body:
        is_main = isinstance(statement, ast.If) and "__name__" in ast.unparse(statement.test)
        yield from statement.body if is_main else [statement]  # type: ignore[attr-defined]


def _functions(statements: list[ast.stmt]) -> Iterator[tuple[str, ast.FunctionDef]]:
    for statement in statements:
        for node in ast.walk(statement):
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
                yield node.name, node


def _called(function: ast.FunctionDef) -> set[str]:
    """What the body of a function speaks of: by such names it may call others, also if it hands them on."""
    return {_name(node) for part in function.body for node in ast.walk(part)} - {""}


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def line_of(error: BaseException) -> int | None:
    """The last line of the program that ran before the error."""
    at, line = error.__traceback__, None
    while at is not None:
        line = at.tb_lineno if at.tb_frame.f_code.co_filename == FILE else line
        at = at.tb_next
    return line


def _nobody(prompt: object = "") -> str:
    raise AsksForInput
