"""What the browser is sent of a trace: all that it needs to step through it alone, as one text.

It is the trace's own JSON, and beside it what only Python can say: how a value is written, which
of two values is the greater, the sentences, what lies below a move that was never searched.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from textwrap import dedent
from typing import Any

from minimax_lab.adapt import underlying
from minimax_lab.game import MAX, MIN, Player
from minimax_lab.games import Tree
from minimax_lab.garbage import keeping_everything
from minimax_lab.trace import Trace
from minimax_lab.trace.codec import ValueIndex, as_text, to_data
from minimax_lab.trace.interpret.moves import Board
from minimax_lab.trace.interpret.searches import WINDOW_NAMES
from minimax_lab.trace.model import Path, Scope, Window, left_out
from minimax_lab.trace.story import Gap, line_text, tell
from minimax_lab.trace.words import UNSET, Shown, move_name, move_text, path_text, value_text
from minimax_lab.values import opposite
from minimax_lab.widgets.words import NO_BOARD, board_text

MOST_GHOSTS = 20_000  # nodes that are shown although they were never searched,
MOST_STUBS = 8  # and if there are more, so many of them at each node that was searched
MOST_BOARDS = 1_000  # nodes up to which every node has its board sent along
LONGEST_TEXT = 200  # of a variable's value

Number = Callable[[Any], int]
Unsearched = tuple[int, Any, Player, list[Tree]]  # the parent's number, the move, whose turn it is, what lies there


@keeping_everything()
def payload(trace: Trace, message: str = "", below: Player = MAX) -> str:
    """The trace as text for the browser; `message` is what an exception said that ended the search.

    `below` is who sits below the boards.
    """
    data, table = to_data(trace)
    is_tree = isinstance(underlying(trace.root.state), Tree)
    data["message"] = message or trace.error or ""
    data["known"] = [*_known(trace, table.number)]
    data["ghosts"], shortened = _ghosts(trace, table.number)
    _shorten(trace, data, shortened, table.number)
    data["windows"] = [*_windows(trace, table.number)]
    names = _names(trace)
    data["names"] = [*names.values(), *_ghost_names(trace, data["ghosts"], table)] if names else None
    data["story"] = _story(trace, names)
    data["tables"] = [*_tables(trace, table.number)]
    data["folds"] = [folds(lines) for _, lines in data["sources"]]
    has_boards = not is_tree and trace.root.state is not None and len(trace.nodes) <= MOST_BOARDS
    has_code = any(lines for _, lines in data["sources"])
    if has_boards and not has_code:  # then a pane for a board alone, if there is one
        has_boards = not board_text(trace.root.state, below).startswith(NO_BOARD)
    data["boards"] = _boards(trace, below) if has_boards else None
    data["ranks"] = _ranks(data, table)
    data["texts"] = [_text(value) for value in table.values]
    return as_text(data, table)


def _text(value: Any) -> str:
    text = value_text(value)
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


# What can be known without searching


def _known(trace: Trace, number: Number) -> Iterator[int]:
    """For each node that is a leaf of an abstract tree what it is worth, whatever a search makes of it; else -1."""
    for node in trace.nodes:
        state = underlying(node.state)
        yield number(state.value) if isinstance(state, Tree) and state.is_leaf else -1


def _ghosts(trace: Trace, number: Number) -> tuple[list[list[int]], dict[Path, tuple[Any, ...]]]:
    """The nodes that were never searched: parent, move, player, value (or -1), and how many nodes and leaves are left
    out below.

    Of an abstract tree all of it is known; of a move in another game nothing but its name. Where there are very many,
    a node has only its first ones, and one that says how many more there are. Such nodes are also returned by
    themselves, with the moves that they have.
    """
    index = {node.path: i for i, node in enumerate(trace.nodes)}
    left = [(node, left_out(node.moves, node.searched)) for node in trace.nodes if node.searched]
    few = sum(len(moves) for _, moves in left) <= MOST_GHOSTS
    shortened: dict[Path, tuple[Any, ...]] = {}
    todo: list[Unsearched] = []
    for node, moves in left:
        state = underlying(node.state)
        children = state.children if isinstance(state, Tree) else {}
        below: dict[Any, list[Tree]] = {}
        if not few and len(moves) > MOST_STUBS + 1:
            more = Shown(f"{len(moves) - MOST_STUBS:,} more")
            below[more] = [children[move] for move in moves[MOST_STUBS:] if move in children]
            moves = shortened[node.path] = (*moves[:MOST_STUBS], more)
        below |= {move: [children[move]] for move in moves if move in children}
        todo += ((index[node.path], move, node.player.opponent, below.get(move, [])) for move in moves)
    return [*_rows(todo, len(trace.nodes), number)], shortened


def _rows(todo: list[Unsearched], count: int, number: Number) -> Iterator[list[int]]:
    for parent, move, player, trees in todo:  # grows while it is read
        value, nodes, leaves = -1, 0, 0
        tree = trees[0] if len(trees) == 1 else None
        if tree is not None and tree.is_leaf:
            value = number(tree.value)
        elif tree is not None and len(todo) + len(tree.children) <= MOST_GHOSTS:
            todo += ((count, name, tree.active_player.opponent, [child]) for name, child in tree.children.items())
        else:
            nodes, leaves = _sizes(trees)
        if tree is None:
            nodes = 0  # it stands for several moves, and is not a node
        yield [parent, number(move), int(player is MIN), value, nodes, leaves]
        count += 1


def _sizes(trees: Sequence[Tree]) -> tuple[int, int]:
    """How many nodes lie below these, and how many leaves they have, level by level."""
    nodes = leaves = 0
    while trees:
        inner = [tree for tree in trees if not tree.is_leaf]
        leaves += len(trees) - len(inner)
        trees = [child for tree in inner for child in tree.children.values()]
        nodes += len(trees)
    return nodes, leaves


def _shorten(trace: Trace, data: dict[str, Any], shortened: dict[Path, tuple[Any, ...]], number: Number) -> None:
    """At a cut-off that leaves very many moves unsearched, speak of those alone that are shown."""
    if shortened:
        paths = [path for path, *_ in trace.steps.places()]
        for row in data["steps"]["details"]:
            if row[3] != number(()) and paths[row[0]] in shortened:
                row[3] = number(shortened[paths[row[0]]])


# The window of a node while it is being searched


def _windows(trace: Trace, number: Number) -> Iterator[list[int]]:
    """The steps at which a node's window is not what it was before: step, alpha, beta."""
    if not any(node.window for node in trace.nodes):
        return
    flipped = _is_flipped(trace)
    seen: dict[Path, Any] = {}  # the variables last looked at
    shown: dict[Path, list[int]] = {}
    kinds = trace.steps.kinds()
    for step, (path, scope, _, variables) in enumerate(trace.steps.places()):
        names = _window_names(scope, trace.window_names)
        if names is None or (kinds[step] != "enter" and seen.get(path) is variables):
            continue
        seen[path] = variables
        node = trace.at(path)
        if kinds[step] == "enter" and node.window is not None:
            shown[path] = [*map(number, node.window)]
        window = _window(names, variables)
        if window is not None:
            if flipped and node.player is MIN:
                window = opposite(window[1]), opposite(window[0])
            ends = [*map(number, window)]
            if ends != shown.get(path):
                shown[path] = ends
                yield [step, *ends]


@cache
def _window_names(scope: Scope, named: tuple[str, str] | None) -> tuple[str, ...] | None:
    if named is not None:
        return named if set(named) <= set(scope.names) else None
    if "window" in scope.names:
        return ("window",)
    return next((pair for pair in WINDOW_NAMES if set(pair) <= set(scope.names)), None)


def _window(names: tuple[str, ...], variables: Any) -> Window | None:
    window = variables.get("window") if len(names) == 1 else tuple(variables.get(name) for name in names)
    return window if isinstance(window, tuple) and len(window) == 2 and None not in window else None


def _is_flipped(trace: Trace) -> bool:
    """Whether the code's alpha and beta are the mover's, as negamax has them, not MAX's."""
    kinds = trace.steps.kinds()
    for step, (path, scope, _, variables) in enumerate(trace.steps.places()):
        names = _window_names(scope, trace.window_names) if kinds[step] == "enter" else None
        node = trace.at(path) if names else None
        if names and node and node.player is MIN and node.visits == 1 and node.window is not None:
            own = _window(names, variables)
            if own is not None and [*map(value_text, own)] != [*map(value_text, node.window)]:
                return True
    return False


# What it remembers


def _tables(trace: Trace, number: Number) -> Iterator[dict[str, Any]]:
    """The tables: keys, at which node each came, what changed at which step, and which key is that of a node."""
    index: dict[Path | None, int] = {node.path: i for i, node in enumerate(trace.nodes)}
    for table in trace.tables:
        yield {
            "name": table.name,
            "keys": [repr(key)[:LONGEST_TEXT] for key in table.keys],
            "places": [index.get(path, -1) for path in table.places],
            "changes": [
                [step, key, -1 if value is UNSET else number(Shown(value_text(value)))]
                for step, key, value in table.changes
            ],
            "own": [[index[path], key] for path, key in table.own.items()],
            "answers": [*table.answers],
        }


# Words


def _names(trace: Trace) -> dict[Path, str]:
    """The names of the moves by the paths that they end, where a game has others for them than what they look like."""
    if not hasattr(underlying(trace.root.state), "san"):
        return {}
    states = {node.path: node.state for node in trace.nodes}
    return {path: move_name(states[path[:-1]], path[-1]) if path else "" for path in states}


def _ghost_names(trace: Trace, ghosts: list[list[int]], table: ValueIndex) -> Iterator[str]:
    for parent, number, *_ in ghosts:
        move = table.values[number]
        yield str(move) if isinstance(move, Shown) else move_name(trace.nodes[parent].state, move)


def _story(trace: Trace, names: dict[Path, str]) -> dict[str, Any]:
    """The sentences: a row for each step that is not just a line, [template, gap, …].

    A gap is the number of a text, and a text is a string or another text with a string behind it:
    the place of a node is that of its parent and one move more.
    """
    templates: dict[str, int] = {}
    texts: dict[Gap, int] = {}
    table: list[Any] = []

    def number(gap: Gap) -> int:
        known = texts.get(gap)
        if known is None:
            row: Any = gap
            if isinstance(gap, tuple):
                name = names.get(gap) or move_text(gap[-1]) if gap else ""
                row = [number(gap[:-1]), f", then {name}"] if len(gap) > 1 else path_text(gap, [name])
            known = texts[gap] = len(table)
            table.append(row)
        return known

    rows = []
    details = dict(trace.steps.details())
    nodes = {node.path: node for node in trace.nodes}
    answered = {step: table.name for table in trace.tables for step in table.answers}
    for index, (kind, (path, scope, line, _)) in enumerate(zip(trace.steps.kinds(), trace.steps.places(), strict=True)):
        if kind != "line":
            detail = {**details.get(index, {}), "repeated": trace.steps.is_repeated(index)}
            if kind == "leaf":
                detail = {**detail, "code": line_text(trace, scope.source, line), "table": answered.get(index, "")}
            template, gaps = tell(trace, kind, nodes[path], detail)
            rows.append([templates.setdefault(template, len(templates)), *map(number, gaps)])
    return {"templates": [*templates], "texts": table, "rows": rows}


# Boards


def _boards(trace: Trace, below: Player) -> dict[str, Any]:
    """The board of each node as SVG, or else as text; lines that boards share are sent once."""
    lines: dict[str, int] = {}
    texts = (board_text(node.state, below).split("\n") for node in trace.nodes)
    boards = [[lines.setdefault(line, len(lines)) for line in text] for text in texts]
    told = "as the call began" if isinstance(trace.root.state, Board) else ""  # a program changes its own board
    return {"lines": [*lines], "nodes": boards, "told": told}


# The order of values


def _ranks(data: dict[str, Any], table: ValueIndex) -> list[int]:
    """For each value of the table its rank among the scores, equal ones having the same; -1 for others."""
    ids = {row[6] for row in data["nodes"]} | {detail[1] for detail in data["steps"]["details"]}
    ids |= {*data["known"]} | {row[3] for row in data["ghosts"]} | {end for row in data["windows"] for end in row[1:]}
    for row in data["nodes"]:
        window = table.rows[row[8]]
        ids |= {*window["tuple"]} if isinstance(window, dict) and "tuple" in window else set()
    scores = [i for i in ids if i >= 0 and table.values[i] is not None]
    ranks, none = [-1] * len(table.values), [-1] * len(table.values)
    try:
        scores.sort(key=lambda i: table.values[i])
        for rank, (i, before) in enumerate(zip(scores, [None, *scores], strict=False)):
            same = before is not None and bool(table.values[before] == table.values[i])
            ranks[i] = ranks[before] if same and before is not None else rank
    except Exception:  # values of a student's code may be anything, also not comparable
        return none
    return ranks


# What of a source can be folded away while one watches it run: its docstrings and annotations


Span = list[int]


def folds(lines: Sequence[str]) -> dict[str, list[Span]]:
    """The docstrings as [first line, last line] and the annotations as [line, from, to], all counted from 0.

    Source that cannot be read by itself, such as a lambda inside a call, has none.
    """
    source = "\n".join(lines)
    indent = len(lines[0]) - len(dedent(source).split("\n")[0]) if lines else 0
    try:
        tree = ast.parse(dedent(source))
    except (SyntaxError, ValueError):
        return {"docstrings": [], "annotations": []}
    found: dict[str, list[Span]] = {"docstrings": [], "annotations": []}
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if ast.get_docstring(node, clean=False) is not None:
            string = node.body[0]
            found["docstrings"].append([string.lineno - 1, (string.end_lineno or string.lineno) - 1])
        for expression, mark in _annotated(node):
            span = _span(lines, expression, mark, indent)
            if span:
                found["annotations"].append(span)
    return {name: sorted(spans) for name, spans in found.items()}


def _annotated(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[tuple[ast.expr, str]]:
    """The annotations of a function, each with the mark that stands before it."""
    given = node.args
    arguments = [*given.posonlyargs, *given.args, *filter(None, [given.vararg]), *given.kwonlyargs]
    arguments += filter(None, [given.kwarg])
    marked = [(argument.annotation, ":") for argument in arguments if argument.annotation]
    return [*marked, *([(node.returns, "->")] if node.returns else [])]


def _span(lines: Sequence[str], expression: ast.expr, mark: str, indent: int) -> Span | None:
    """Where an annotation stands, its mark included; None if it takes several lines."""
    if expression.lineno != expression.end_lineno or expression.end_col_offset is None:
        return None
    line = lines[expression.lineno - 1][indent:].encode()
    start = len(line[: expression.col_offset].decode()) + indent
    end = len(line[: expression.end_col_offset].decode()) + indent
    text = lines[expression.lineno - 1]
    before = text[:start].rstrip()
    if not before.endswith(mark):
        return None
    return [expression.lineno - 1, len(before.removesuffix(mark).rstrip()), end]
