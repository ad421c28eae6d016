"""The keys of the quizzes: all that can be right or wrong, and what is said about it. The browser judges by them.

A node is known by its number, and `{answer}` stands in a text for what was typed.
"""

from __future__ import annotations

from typing import Any

from minimax_lab.check.by_hand.solution import RIGHT, TOO_MUCH, Remark, Solution
from minimax_lab.check.texts import by_hand as texts
from minimax_lab.check.texts.text import Text
from minimax_lab.game import MAX
from minimax_lab.games.trees import Path
from minimax_lab.trace.words import value_text
from minimax_lab.widgets.shared.tree_rows import numbered_paths

Key = dict[str, Any]
BOTTOM_UP = "Begin at the bottom, at a node whose children are all leaves. Then go up, one level at a time."
ANSWER = 0.123  # is replaced by what was typed
SLIPS = {  # what a wrong value shows; judge.js says which it is
    **texts.VALUES,
    "carried-over": texts.CARRIED_OVER,
    "overlooked": texts.OVERLOOKED,
    "no-child's-value": texts.NO_CHILD_S_VALUE,
}


class _Writer:
    """Writes down remarks with the numbers of the nodes."""

    def __init__(self, solution: Solution):
        self.solution, self.paths = solution, numbered_paths(solution.tree)
        self.number = {path: number for number, path in enumerate(self.paths)}
        self.inner = [path for path in self.paths if not solution.tree.at(path).is_leaf]

    def remark(self, remark: Remark, hints: list[str] | None = None) -> Key:
        about = [self.number[path] for path in remark.about]
        written = {"node": self.number[remark.path], "kind": remark.kind, "text": remark.text, "about": about}
        return written | ({"hints": hints} if hints is not None else {})

    def name(self, path: Path) -> str:
        """A node's name, to begin a sentence with."""
        name = self.solution.name(path)
        return name[:1].upper() + name[1:]


# Pruning


def pruning_key(solution: Solution) -> Key:
    """For each node what is said if it is rightly cut, not cut, or cut although it is looked at; windows and hints."""
    writer = _Writer(solution)
    nodes: list[Key] = [{} for _ in writer.paths]
    for remark in solution.remarks_on(solution.cuts):
        nodes[writer.number[remark.path]]["right"] = writer.remark(remark)
    for remark in solution.remarks_on([]):
        nodes[writer.number[remark.path]]["missing"] = writer.remark(remark, _hints_on_missing(writer, remark.path))
    for path in (path for path in writer.paths if path in solution.trace):
        for remark in solution.remarks_on([path]):
            if remark.kind == TOO_MUCH and remark.path == path:
                hints = [texts.MARKED_TOO_MUCH, texts.LOOK_AGAIN.format(node=solution.name(path))]
                nodes[writer.number[path]]["extra"] = writer.remark(remark, hints)
    cuts = dict.fromkeys(f"cut {writer.number[path[:-1]]}" for path in writer.paths if path in solution.cuts)
    where_to_look, how_many, *_ = solution.hints([])
    return {
        "root": value_text(solution.values[()]),
        "parts": [*cuts] or ["no cut-off"],
        "nodes": nodes,
        "windows": {writer.number[path]: _window(writer, path) for path in writer.inner},
        "hints": {"general": [where_to_look, how_many], "done": texts.ALL_MARKED},
    }


def _hints_on_missing(writer: _Writer, path: Path) -> list[str]:
    window, name = writer.solution.trace.at(path[:-1]).window, writer.solution.name(path[:-1])
    alpha, beta = map(value_text, window or ())
    closes = texts.WHEN_DOES_IT_CLOSE.format(node=name, alpha=alpha, beta=beta)
    return [closes, texts.IS_NEVER_LOOKED_AT.format(node=writer.name(path))]


def _window(writer: _Writer, path: Path) -> Key:
    """What α, β and the value of a node are, and what is said of another answer or of none."""
    solution, told = writer.solution, {"name": writer.solution.name(path), "begin": f"{writer.name(path)}: "}
    if path not in solution.trace:
        (never,) = solution.remarks_on_windows({path: (None, None, None)})
        return told | {"never": never.text}
    node = solution.trace.at(path)
    right = [*(node.window or ()), node.value]
    fields = []
    for place in range(3):
        wrong, empty = (
            solution.remarks_on_windows({path: (*right[:place], answer, *right[place + 1 :])})[0]
            for answer in (ANSWER, None)
        )
        fields.append(
            {
                "right": str(float(right[place])),  # text, because JSON knows no infinity
                "wrong": _with_a_gap(wrong.text).removeprefix(told["begin"]),
                "empty": empty.text.removeprefix(told["begin"]),
                "about": [writer.number[other] for other in wrong.about],
            }
        )
    return told | {"fields": fields}


def _with_a_gap(text: str) -> str:
    return text.replace(value_text(ANSWER), "{answer}", 1)


# Values


def value_key(solution: Solution) -> Key:
    """The value of each node, how it comes about, and what is said of each slip."""
    writer = _Writer(solution)
    inner = sorted(writer.inner, key=len, reverse=True)  # in the order in which one can fill them in
    player, root = solution.tree.active_player, value_text(solution.values[()])
    praise = f"{player.symbol} {player} at the root gets {root}, and the other player cannot do better against it."
    return {
        "root": root,
        "parts": [writer.number[path] for path in inner],
        "values": [solution.values[path] for path in writer.paths],
        "nodes": {writer.number[path]: _value(writer, path) for path in inner},
        "praise": [writer.remark(Remark((), RIGHT, praise))] if inner else [],
        "hints": {"general": [BOTTOM_UP, texts.RULE], "done": "Every value is right: press Check."},
    }


def _value(writer: _Writer, path: Path) -> Key:
    solution, node = writer.solution, writer.solution.tree.at(path)
    below = tuple((*path, move) for move in node.children)
    takes = "largest" if node.active_player is MAX else "smallest"
    values = ", ".join(value_text(solution.values[child]) for child in below)
    text = f"{writer.name(path)} takes the {takes} of the values below it: {values}."
    asked = f"Look at {solution.name(path)}: which values are below it, and who chooses?"
    return {
        "name": writer.name(path),
        "empty": writer.remark(Remark(path, "no value yet", text, below)),
        "hints": [asked, text],
        "slips": {code: _slip(solution, path, told) for code, told in SLIPS.items()},
    }


def _slip(solution: Solution, path: Path, text: Text) -> str:
    player = solution.tree.at(path).active_player
    players = {"player": f"{player.symbol} {player}", "opponent": f"{player.opponent.symbol} {player.opponent}"}
    what = text.message.format(answer="{answer}", **players)
    return f"{text.title}. {texts.AT_NODE.format(place=solution.name(path), what=what)}"
