"""Where a cell needs what a browser does not have, a sentence says so in place of the error; the notebook goes on."""

from __future__ import annotations

import ast
import sys
from typing import Any

from IPython import get_ipython

MODULES = {"numpy": "numpy", "scipy": "scipy", "sklearn": "scikit-learn", "numba": "numba", "dask": "Dask"}
ELSEWHERE = "Install the course to run it."
told: dict[str, str] = {}  # the sentences of this cell, and what each says is missing
_lacking: dict[str, str] = {}  # a name that a cell would have made: what the cell needed
_left_out: list[tuple[set[str], str]] = []  # the texts in each cell that was left out, and what it needed


def install() -> None:
    """Have IPython ask this module before it shows an error."""
    shell = get_ipython()
    show_error, cell = shell.showtraceback, {"source": ""}

    def begin(info: Any) -> None:
        cell["source"] = info.raw_cell
        told.clear()

    def show(exc_tuple: Any = None, *rest: Any, **options: Any) -> None:
        error = (exc_tuple or sys.exc_info())[1]
        if (missing := needed(error)) is None:
            show_error(exc_tuple, *rest, **options)
            return
        _lacking.update(dict.fromkeys(names_made(cell["source"]) - {*shell.user_ns}, missing))
        _left_out.append((texts_in(cell["source"]), missing))
        if (text := sentence(error, missing)) not in told:  # once for all the ways to show a result
            told[text] = missing
            print(text)

    shell.events.register("pre_run_cell", begin)
    shell.showtraceback = show


def needed(error: BaseException | None) -> str | None:
    """What is missing, if that is why the error came."""
    if isinstance(error, ImportError):
        return MODULES.get((error.name or "").partition(".")[0]) or needed(error.__cause__)
    if isinstance(error, NameError):
        return _lacking.get(error.name)
    if isinstance(error, KeyError):
        return needed_for(*error.args)
    if isinstance(error, NotImplementedError):
        return "processes" if "multiprocessing" in str(error) else None
    return "threads" if "start new thread" in str(error) else None


def needed_for(key: Any = None, *_: Any) -> str | None:
    """What the cell needed that would have stored something under this key: one that was left out and names it."""
    parts = key if isinstance(key, tuple) and key else (key,)
    if not all(isinstance(part, str) for part in parts):
        return None
    return next((missing for texts, missing in _left_out if texts.issuperset(parts)), None)


def sentence(error: BaseException, missing: str) -> str:
    """What stands in place of the cell's output."""
    if missing in ("threads", "processes"):
        return f"This cell needs {missing}, which a browser does not have. {ELSEWHERE}"
    if isinstance(error, ImportError):
        return f"This cell needs {missing}, which this site does not have. {ELSEWHERE}"
    what = f"`{error.name}`" if isinstance(error, NameError) else f"{error}"
    return f"This cell needs {what} from an earlier cell, which needs {missing}. {ELSEWHERE}"


def nodes_of(source: str) -> list[ast.AST]:
    try:
        return [*ast.walk(ast.parse(source))]
    except SyntaxError:  # a magic
        return []


def texts_in(source: str) -> set[str]:
    """The texts that are written in a cell: the keys that it stores something under are among them."""
    return {node.value for node in nodes_of(source) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def names_made(source: str) -> set[str]:
    """The names that a cell defines, assigns or imports."""
    nodes = nodes_of(source)
    made = {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    made |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    imports = [each for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom)) for each in node.names]
    return made | {each.asname or each.name.partition(".")[0] for each in imports}
