"""Programs as people write them, each with counters put in by hand. README.md says how to read and write them."""

from __future__ import annotations

import ast
import contextlib
import io
import linecache
import re
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

_numbers = count(1)


@dataclass
class Node:
    """One call that searches, as the counters in the program saw it."""

    moves: tuple = ()  # the ways to name the move that led here; (None,): any name that its siblings do not have
    role: str = ""  # "max", "min", "own" (the best after a change of sign), "chance"; "max?": may be declined; "": any
    window: tuple | None = None  # as the program has it on entry
    value: Any = None
    children: list[Node] = field(default_factory=list)
    cut: tuple | None = None  # the numbers of moves never searched that may be told; None among them: not known

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in the order of the calls."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass
class Expected:
    """What the counters saw: a tree for each separate search, and the exception that ended the run, if one did."""

    searches: list[Node]
    result: Any
    error: str = ""


@dataclass
class Program:
    """One program, the call that starts it and what should be noticed."""

    name: str
    about: str
    source: str  # as people write it, without the counters
    counted: str  # with them
    call: str
    kind: str = ""  # the mistake; "" for a right program
    guilty: tuple[str, ...] = ()  # the lines that may be named, without their indentation
    score: str = "result"  # how to get the number out of what a call returns

    def start(self) -> tuple[Callable, tuple, dict]:
        """The program, newly run: the function to call, and its arguments."""
        return _start(self.source, self.call, {})

    def line(self, number: int) -> str:
        """A line of the program as people write it."""
        return self.source.splitlines()[number - 1].strip()

    def expected(self) -> Expected:
        """Run the copy with the counters."""
        roots: list[Node] = []
        path: list[Node] = []
        ways: list[tuple] = [()]
        score = compile(self.score, "score", "eval")

        def enter(role: str = "", low: Any = None, high: Any = None) -> None:
            node = Node(ways[0] if path else (), role, None if low is None and high is None else (low, high))
            ways[0] = ()
            (path[-1].children if path else roots).append(node)
            path.append(node)

        def move(*names: Any) -> None:
            ways[0] = names

        def cut(left: int | None = None, may: int | None = None) -> None:
            if left is not None:
                path[-1].cut = (left,) if left else None
            else:
                path[-1].cut = (None,) if may is None else (may, None)

        def value(number: Any) -> None:
            path[-1].value = number

        def leave(result: Any) -> Any:
            node = path.pop()
            if node.value is None and result is not None:
                with contextlib.suppress(TypeError, KeyError, IndexError, AttributeError):
                    node.value = eval(score, {"result": result})
            return result

        names = {"enter": enter, "move": move, "cut": cut, "value": value, "leave_": leave}
        function, args, kwargs = _start(self.counted, self.call, names)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                result = function(*args, **kwargs)
        except (Exception, RecursionError) as error:
            return Expected(roots, None, type(error).__name__)
        return Expected(roots, result)


def programs(folder: Path | str = Path(__file__).parent) -> list[Program]:
    """All programs of a folder's files, in order."""
    return [program for group in by_file(folder).values() for program in group]


def by_file(folder: Path | str = Path(__file__).parent) -> dict[str, list[Program]]:
    """The programs of each of a folder's files."""
    texts = {file.stem: file.read_text(encoding="utf-8") for file in sorted(Path(folder).glob("*.txt"))}
    return {name: [_program(part) for part in text.split("\n#### ")[1:]] for name, text in texts.items()}


def _program(text: str) -> Program:
    head, _, body = text.partition("\n")
    name, _, about = head.partition(": ")
    lines = body.strip("\n").splitlines()
    said = dict(line[2:].strip().split(": ", 1) for line in lines if line.startswith("#="))
    code = [line for line in lines if not line.startswith("#=")]
    plain = "\n".join(re.sub(r" +#:= .*", "", line) for line in code if not re.match(r" *#: ", line)) + "\n"
    counted = "\n".join(re.sub(r"^( *)(?:[^ ].* #:=|#:) ", r"\1", line) for line in code) + "\n"
    kind, *guilty = said.get("notice", "").split(" | ")
    return Program(name, about, plain, counted, said["call"], kind, tuple(guilty), said.get("score", "result"))


def _start(source: str, call: str, names: dict) -> tuple[Callable, tuple, dict]:
    number = next(_numbers)
    file = f"<program {number}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    module = ast.fix_missing_locations(_Leave().visit(ast.parse(source))) if names else ast.parse(source)
    module_ = types.ModuleType(f"program_{number}")  # a dataclass looks for its module
    sys.modules[module_.__name__] = module_
    space = module_.__dict__
    space.update(names)
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(module, file, "exec"), space)
    node = ast.parse(call, mode="eval").body
    assert isinstance(node, ast.Call)

    def get(part: ast.expr) -> Any:
        return eval(compile(ast.Expression(part), "call", "eval"), space)

    return get(node.func), tuple(map(get, node.args)), {word.arg: get(word.value) for word in node.keywords if word.arg}


class _Leave(ast.NodeTransformer):
    """In a function that says enter(…), each `return x` tells the counters: `return leave_(x)`."""

    inside = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        before, self.inside = self.inside, any(map(_enters, node.body))
        self.generic_visit(node)
        if self.inside:
            node.body.append(ast.parse("return leave_(None)").body[0])
        self.inside = before
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if self.inside:
            value = node.value or ast.Constant(None)
            node.value = ast.Call(ast.Name("leave_", ast.Load()), [value], [])
        return node


def _enters(line: ast.stmt) -> bool:
    """This line is enter(…), or an if that has it."""
    if isinstance(line, ast.If):
        return any(map(_enters, line.body))
    call = line.value if isinstance(line, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "enter"
