"""A tree of numbers read from Python text, such as `tree([[3, 12], [8]])`."""

from __future__ import annotations

import ast

from minimax_lab.game import MAX, Player
from minimax_lab.games import Tree
from minimax_lab.games.trees import MalformedTree
from minimax_lab.widgets.shared.tree_rows import check_numbers

MOST = 20_000  # characters


class BadText(ValueError):
    """A text that is not a tree: what is wrong with it, and where."""


def from_text(text: str) -> Tree:
    """The tree that `text` stands for: a call of `tree`, or nested lists. The text is read, never run.

    Raises `BadText`, which says what is wrong, if it is not a tree of numbers.
    """
    text = text.strip()
    if not text:
        raise BadText("there is nothing here; a tree is written like tree([[3, 12], [8]])")
    if len(text) > MOST:
        raise BadText(f"{len(text)} characters are too many; at most {MOST} are read")
    try:
        nested, player = _arguments(ast.parse(text, mode="eval").body)
        tree = Tree(ast.literal_eval(nested), player)
        check_numbers(tree)
    except SyntaxError as error:
        place = f"line {error.lineno}, character {error.offset}: " if error.lineno else ""
        raise BadText(f"{place}{error.msg}") from None
    except MalformedTree as error:
        raise BadText(str(error)) from None
    except BadText:
        raise
    except (MemoryError, RecursionError):
        raise BadText("the brackets are nested too deeply") from None
    except (ValueError, TypeError):
        raise BadText("a tree is made of [ ], { } and numbers, like tree([[3, 12], [8]])") from None
    return tree


def _arguments(expression: ast.expr) -> tuple[ast.expr, Player]:
    """What `tree(nested, player=MIN)` is called with; without a call, the text is the nested lists themselves."""
    if not isinstance(expression, ast.Call):
        return expression, MAX
    given = [*expression.args, *(word.value for word in expression.keywords if word.arg in ("player", "nested"))]
    name = expression.func.id if isinstance(expression.func, ast.Name) else ""
    count = len(expression.args) + len(expression.keywords)
    if name not in ("tree", "Tree") or count not in (1, 2) or len(given) < count:
        place = f"character {expression.col_offset + 1}"
        raise BadText(f"{place}: a tree is written tree([…]) or tree([…], player=MIN); nothing else is read")
    player = ast.unparse(given[1]) if count == 2 else "MAX"
    if player not in ("MAX", "MIN"):
        raise BadText(f"character {given[1].col_offset + 1}: the player is MAX or MIN")
    return given[0], Player[player]
