"""The paths that a student has written down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from minimax_lab.check.report import Finding
from minimax_lab.check.texts import by_hand as texts
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path


def readable_paths(tree: Tree, paths: Iterable[Any]) -> tuple[list[Path], list[Finding]]:
    """The paths that lead somewhere, and the findings on the others."""
    readable, misplaced = [], []
    for given in paths:
        path = tuple(given) if isinstance(given, list) else given
        if not isinstance(path, tuple):
            misplaced.append(Finding.of("not-a-path", texts.NOT_A_PATH.filled(path=repr(path)[:80]), tree))
            continue
        try:
            tree.at(path)
        except ValueError as error:
            text = texts.NO_SUCH_NODE.filled(path=repr(path)[:80], error=error)
            misplaced.append(Finding.of("no-such-node", text, tree))
        else:
            readable.append(path)
    return readable, misplaced
