"""A tree of numbers as text: as Python, `tree([[3, 12], [8]])`, and as it can stand in a link.

In a link only letters, digits, `-`, `.`, `_` and `~` may stand as they are, so there A opens a node and
Z closes it, `_` parts neighbouring numbers, and `v` in front says that MIN moves first: `AA3_12ZA8ZZ`.
A tree whose moves have names is written as `p` and its Python text in base64.
"""

from __future__ import annotations

import ast
import base64
import binascii
import re
from typing import Any

from minimax_lab.game import MAX, MIN, Player
from minimax_lab.games import Tree
from minimax_lab.games.trees import MalformedTree
from minimax_lab.widgets.shared.tree_rows import check_numbers

MOST = 20_000  # characters
TOKEN = re.compile(r"(?P<open>A)|(?P<close>Z)|(?P<part>_)|(?P<number>-?\d+(?:\.\d+)?(?:e-?\d+)?)")
LINK = re.compile(r"v?A\S*|v\d\S*|v-\S*|p[\w-]*")


class BadText(ValueError):
    """A text that is not a tree: what is wrong with it, and where."""


def to_python(tree: Tree) -> str:
    """`tree([[3, 12, 8], [2, 4, 6]])`, as it can be pasted into a cell."""
    check_numbers(tree)
    return repr(tree)


def to_text(tree: Tree) -> str:
    """The tree in characters that may stand in a link."""
    check_numbers(tree)
    parts: list[str] = []
    stack: list[Any] = [tree]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
        elif item.is_leaf:
            number = repr(item.value).replace("+", "")
            parts.append(f"_{number}" if parts and parts[-1] not in ("A", "Z") else number)
        elif item.get_legal_moves() == [*range(len(item.children))]:
            stack += ["Z", *reversed(item.children.values()), "A"]
        else:
            return "p" + base64.urlsafe_b64encode(repr(tree).encode()).decode().rstrip("=")
    return ("" if tree.active_player is MAX else "v") + "".join(parts)


def from_text(text: str) -> Tree:
    """The tree that `to_text` or `to_python` made this text of; BadText says what is wrong with another."""
    text = text.strip()
    if not text:
        raise BadText("there is nothing here; a tree is written like tree([[3, 12], [8]])")
    if len(text) > MOST:
        raise BadText(f"{len(text)} characters are too many; at most {MOST} are read")
    try:
        tree = _from_link(text) if LINK.fullmatch(text) else _from_python(text)
        check_numbers(tree)
    except MalformedTree as error:
        raise BadText(str(error)) from None
    return tree


def _from_link(text: str) -> Tree:
    if text.startswith("p"):
        try:
            return _from_python(base64.urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4)).decode())
        except (binascii.Error, UnicodeDecodeError):
            raise BadText("the text after p cannot be decoded; was a part of it lost?") from None
    player, at = (MIN, 1) if text.startswith("v") else (MAX, 0)
    root: list[Any] = []
    levels, before = [root], ""  # before: what was read last
    while at < len(text):
        token = TOKEN.match(text, at)
        if token is None:
            raise BadText(f"character {at + 1}: {text[at]!r} does not belong into a tree")
        if root and len(levels) == 1:
            raise BadText(f"character {at + 1}: the tree has ended, but the text goes on")
        _take(token, levels, before, at)
        before, at = token.lastgroup or "", token.end()
    if len(levels) > 1 or not root:
        missing = f"Z is missing {len(levels) - 1} times" if root else "there is no tree"
        raise BadText(f"character {len(text)}: the text ends, but {missing}")
    return Tree(root[0], player)


def _take(token: re.Match[str], levels: list[list[Any]], before: str, at: int) -> None:
    """Add what was read to the tree."""
    kind = token.lastgroup
    if (kind == "part" and before != "number") or (before == "part" and kind != "number"):
        raise BadText(f"character {at + 1}: _ stands between two numbers only")
    if kind == "open":
        levels[-1].append([])
        levels.append(levels[-1][-1])
    elif kind == "close":
        if len(levels) == 1:
            raise BadText(f"character {at + 1}: Z closes a node, but none is open")
        if not levels.pop():
            raise BadText(f"character {at + 1}: this node has no children")
    elif kind == "number":
        if before == "number":
            raise BadText(f"character {at + 1}: there should be _ between two numbers")
        levels[-1].append(_number(token["number"]))


def _number(text: str) -> int | float:
    return int(text) if re.fullmatch(r"-?\d+", text) else float(text)


def _from_python(text: str) -> Tree:
    """Read, not run: only brackets, names of moves and numbers are understood."""
    try:
        expression = ast.parse(text, mode="eval").body
        nested, player = _arguments(expression)
        return Tree(ast.literal_eval(nested), player)
    except SyntaxError as error:
        place = f"line {error.lineno}, character {error.offset}" if error.lineno else "somewhere"
        raise BadText(f"{place}: {error.msg}") from None
    except (BadText, MalformedTree):
        raise
    except (ValueError, TypeError, MemoryError, RecursionError) as error:
        if isinstance(error, (MemoryError, RecursionError)):
            raise BadText("the brackets are nested too deeply") from None
        raise BadText("only [ ], { } and numbers make a tree, like tree([[3, 12], [8]])") from None


def _arguments(expression: ast.expr) -> tuple[ast.expr, Player]:
    """What `tree(nested, player=MIN)` is called with; a text without the call is the nested lists themselves."""
    if not isinstance(expression, ast.Call):
        return expression, MAX
    given = [*expression.args, *(word.value for word in expression.keywords if word.arg in ("player", "nested"))]
    name = expression.func.id if isinstance(expression.func, ast.Name) else ""
    count = len(expression.args) + len(expression.keywords)
    if name not in ("tree", "Tree") or count not in (1, 2) or len(given) < count:
        place = f"character {expression.col_offset + 1}"
        raise BadText(f"{place}: a tree is written tree([…]) or tree([…], player=MIN), and nothing else is read")
    player = given[1].id if len(given) == 2 and isinstance(given[1], ast.Name) else "MAX"
    if player not in ("MAX", "MIN") or (len(given) == 2 and not isinstance(given[1], ast.Name)):
        raise BadText(f"character {given[1].col_offset + 1}: the player is MAX or MIN")
    return given[0], MIN if player == "MIN" else MAX
