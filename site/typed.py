"""A program as it was typed or pasted: what it defines, which of its functions searches, and which call to run."""

from __future__ import annotations

import ast
import builtins
import contextlib
import copy
import io
import linecache
import re
from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

from late import told_if_late

from minimax_lab.game import MAX, MIN

FILE = "<your code>"
OURS = {"get_legal_moves", "forecast_move"}
_VALUE, _MADE = "the value of the call", "a call that was made"  # names that no program has
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


class AsksForInput(BaseException):
    """The program wants to be answered, and nobody is there. Not an Exception: games catch those, and ask again."""


class Call(NamedTuple):
    """A call that the program has made: how it is written, what was called, and with what."""

    text: str
    function: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


class Program:
    """The program has been run up to its last call of a search, and without what waits for somebody's answer."""

    def __init__(self, code: str):
        self.code = code
        self.printed = Printed()
        linecache.cache[FILE] = len(code), None, code.splitlines(keepends=True), FILE  # so that its lines can be shown
        try:
            statements = [*_statements(ast.parse(code, FILE))]
        except SyntaxError as error:
            raise BadInput(_not_python(error), error.lineno) from None
        self.functions = dict(_functions(statements))
        self.called = {name: _called(function) for name, function in self.functions.items()}
        self.called |= _other_names(statements, {*self.called})
        later = (node for each in statements for node in ast.walk(each) if isinstance(node, ast.AsyncFunctionDef))
        if not self._recursive and (node := next(later, None)):
            told = "A search that is async def cannot be watched. Write def, and leave out await."
            raise BadInput(told, node.lineno)
        place, self.call = self._call_to_run(statements)  # the call as a syntax tree
        self.before, self.rest = statements[:place], statements[place:]
        self.made: Call | None = None  # the last call of a search in a loop or the like, which has been run already
        self.asked: int | None = None  # the line that waits for somebody's answer
        made = {_MADE: self._note} if self.call is None else {}
        self.space: dict[str, Any] = {"__name__": "__main__", "inf": inf, "MAX": MAX, "MIN": MIN} | made
        self._run()
        for name in self.functions:
            if getattr(self.space.get(name), "__name__", "") == "<lambda>":
                self.space[name].__name__ = name  # what it is called in reports

    def _call_to_run(self, statements: list[ast.stmt]) -> tuple[int, ast.Call | None]:
        """The last call of a search, or else a call of any function of the program's own in its last line, and where
        it stands: minimax(…), print(minimax(…)), best = minimax(…).
        """
        found = [(place, call) for place, statement in enumerate(statements) for call in self._own_calls(statement)]
        searches = {*self.searches()}
        found = [each for each in found if _name(each[1].func) in searches] or [
            each for each in found if each[0] == len(statements) - 1
        ]
        place = found[-1][0] if found else len(statements)
        return place, next((call for where, call in found if where == place), None)

    def _own_calls(self, statement: ast.stmt) -> list[ast.Call]:
        """The calls of its own functions in a statement, but for those that wait for somebody's answer."""
        if not isinstance(statement, ast.Expr | ast.Assign | ast.AnnAssign) or isinstance(statement.value, ast.Lambda):
            return []
        calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
        return [call for call in calls if _name(call.func) in self.called and not self._asks(_name(call.func))]

    def _asks(self, name: str) -> bool:
        """Whether a function plays a game with somebody at the keyboard."""
        return any("input" in self.called[each] for each in {name, *self._reached(name)})

    def _run(self) -> None:
        answers, builtins.input = builtins.input, _nobody
        noted = _Noted({*self.searches()}) if self.call is None else None
        try:
            with told_if_late(FILE), contextlib.suppress(SystemExit):
                for statement in self.before:
                    self._run_one(ast.fix_missing_locations(noted.visit(statement)) if noted else statement)
        finally:
            builtins.input = answers

    def _run_one(self, statement: ast.stmt) -> None:
        try:
            self._execute(statement)
        except AsksForInput as error:
            self.asked = self.asked or line_of(error)  # it plays a game; its functions may come later
        except Exception as error:
            if not self.asked:  # else it may be because of the answer that never came
                raise BadInput(_stopped(error), line_of(error)) from None

    def _execute(self, statement: ast.stmt) -> None:
        with contextlib.redirect_stdout(self.printed):
            exec(compile(ast.Module([statement], []), FILE, "exec"), self.space)

    def _note(self, text: str, function: Any, *args: Any, **kwargs: Any) -> Any:
        """Call a function of the program's own, and note that it was called with this: it may change it."""
        with contextlib.suppress(Exception):
            self.made = Call(text, function, *copy.deepcopy((args, kwargs)))
        return function(*args, **kwargs)

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
        tops = tops or recursive[:1] or [name for name, each in self.functions.items() if each.args.args][-1:]
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
        """Run what is left, such as the print around the call, now that the value of its call is known."""
        if self.call is None:
            return
        self.space[_VALUE] = value
        answers, builtins.input = builtins.input, _nobody
        try:
            for statement in self.rest:
                self._execute(ast.fix_missing_locations(_Known(self.call).visit(statement)))
        except (AsksForInput, SystemExit, Exception):
            pass  # the search was seen; what stops after it is not about it
        finally:
            builtins.input = answers

    def value_of(self, node: ast.expr) -> Any:
        try:
            return eval(compile(ast.Expression(node), FILE, "eval"), self.space)
        except Exception as error:
            where = node.lineno
            if self.asked and isinstance(error, NameError):
                told = f"Line {self.asked} asks for input, and nobody can answer here. Write a value there instead."
                raise BadInput(told, self.asked) from None
            raise BadInput(f"Line {where} stops with {type(error).__name__}: {error}", where) from None


class _Known(ast.NodeTransformer):
    """Puts the name of a known value in the place of a call."""

    def __init__(self, call: ast.Call | None):
        self.call = call

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return ast.Name(_VALUE, ast.Load()) if node is self.call else self.generic_visit(node)


class _Noted(ast.NodeTransformer):
    """Has calls of a search noted, outside functions."""

    def __init__(self, searches: set[str]):
        self.searches = searches

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if _name(node.func) not in self.searches:
            return node
        text = ast.Constant(ast.unparse(node))
        return ast.Call(ast.Name(_MADE, ast.Load()), [text, node.func, *node.args], node.keywords)

    def visit_FunctionDef(self, node: ast.AST) -> ast.AST:
        return node

    visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = visit_FunctionDef


def _not_python(error: SyntaxError) -> str:
    text, told = (error.text or "").lstrip(), error.msg.rstrip(".")
    if text.startswith(("%", "!")):
        return f"Line {error.lineno} is a command of a notebook, not Python. Leave it out."
    if text.startswith((">>>", "...")):
        return f"Line {error.lineno} begins with the prompt of Python. Paste the code without >>> and ..."
    if re.search("[“”„‘’]", told):
        return f"Line {error.lineno} has quotation marks as a word processor makes them. Type \" or ' instead."
    return f"Line {error.lineno} is not valid Python: {told}{'' if told.endswith('?') else '.'}"


def _stopped(error: Exception) -> str:
    return missing_package(error) or f"The code stops in line {line_of(error)} with {type(error).__name__}: {error}"


def missing_package(error: Exception) -> str:
    """What is said of a package that is not there."""
    if not isinstance(error, ModuleNotFoundError):
        return ""
    where, what = line_of(error), error.name
    return f"Line {where} imports {what}, which this page does not have. Leave it out, and what needs it."


def _statements(module: ast.Module) -> Iterator[ast.stmt]:
    """The statements that are run when the program is; `if __name__ == "__main__":` is one of many."""
    for statement in module.body:
        is_main = isinstance(statement, ast.If) and "__name__" in ast.unparse(statement.test)
        yield from statement.body if is_main else [statement]  # type: ignore[attr-defined]


def _functions(statements: list[ast.stmt]) -> Iterator[tuple[str, ast.FunctionDef | ast.Lambda]]:
    for statement in statements:
        for node in ast.walk(statement):
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
                yield node.name, node
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
                yield _name(node.targets[0]), node.value


def _called(function: ast.FunctionDef | ast.Lambda) -> set[str]:
    """What the body of a function speaks of: by such names it may call others, also if it hands them on."""
    body = [function.body] if isinstance(function, ast.Lambda) else function.body
    return {_name(node) for part in body for node in ast.walk(part)} - {""}


def _other_names(statements: list[ast.stmt], functions: set[str]) -> dict[str, set[str]]:
    """What else is called like a function and made of one, as in `search = timed(minimax)`: of what it is made."""
    nodes = [node for statement in statements for node in ast.walk(statement)]
    called = {_name(node.func) for node in nodes if isinstance(node, ast.Call)} - functions
    made = {
        _name(node.targets[0]): {_name(each) for each in ast.walk(node.value)} - {""}
        for node in nodes
        if isinstance(node, ast.Assign)
    }
    return {name: of for name, of in made.items() if name in called and of & functions}


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
