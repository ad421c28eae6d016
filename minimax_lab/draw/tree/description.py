"""What a picture of a tree shows, in words, for those who do not see it."""

from __future__ import annotations

from collections.abc import Collection

from minimax_lab.games import Tree
from minimax_lab.picture.text import count_text
from minimax_lab.trace import Trace
from minimax_lab.trace.model import Path
from minimax_lab.trace.words import path_text, value_text

SPOKEN = 20  # moves of best play that are put into words


def title(what: Tree | Trace) -> str:
    return f"Game tree, as {what.search} searched it" if isinstance(what, Trace) else "Game tree"


def description(what: Tree | Trace, hidden: int, ringed: Collection[Path] = ()) -> str:
    """The tree and what a search made of it; `hidden` nodes are folded away, and `ringed` ones have a ring."""
    words = ["Game tree", *(_trace_words(what) if isinstance(what, Trace) else _tree_words(what))]
    if hidden:
        words.append(f"{hidden:,} nodes folded away")
    words += [f"a ring: {path_text(path)}" for path in ringed]
    return ", ".join(words)


def _tree_words(tree: Tree) -> list[str]:
    if tree.is_leaf:
        return [f"one leaf worth {value_text(tree.value)}"]
    leaves = count_text(len(tree.leaves()), "leaf", "leaves")
    return [f"{tree.active_player} to move", leaves, count_text(tree.height, "ply", "plies")]


def _trace_words(trace: Trace) -> list[str]:
    words = [
        f"{trace.root.player} to move",
        f"stopped by {trace.error}" if trace.error else f"value {value_text(trace.root.value)}",
        count_text(len(trace.leaves), "leaf", "leaves") + " searched",
        count_text(trace.pruned_count, "branch", "branches") + " pruned",
    ]
    if trace.line:
        more = " …" if len(trace.line) > SPOKEN else ""
        words.append("best play " + " ".join(map(value_text, trace.line[:SPOKEN])) + more)
    return words
