"""The widgets that live on pages without Python: what they hold, the keys of the quizzes, and their scripts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path as FilePath
from typing import Any

from minimax_lab.check.by_hand.solution import TOO_MUCH, Remark, Solution
from minimax_lab.game import MAX, MIN
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path
from minimax_lab.trace.words import value_text
from minimax_lab.widgets import ValueQuiz
from minimax_lab.widgets.bundle import EXPORT, script, style
from minimax_lab.widgets.quiz.answers import read_answer
from minimax_lab.widgets.shared.tree_rows import numbered_paths

WIDGETS = "minimax_lab.widgets."
QUIZ = ["_rows", "_answers", "_feedback", "seed", "attempts", "score", "correct"]
# By the name that anywidget gives them: what a widget is called on a page, and what it holds there
ALIVE = {
    f"{WIDGETS}stepper.stepper.StepThrough": ("stepper", ["_traces", "step", "grain", "predict"]),
    f"{WIDGETS}quiz.quiz.PruningQuiz": ("quiz", [*QUIZ, "marked", "ask_windows"]),
    f"{WIDGETS}quiz.values.ValueQuiz": ("values", QUIZ),
    f"{WIDGETS}editor.editor.TreeEditor": ("editor", ["tree", "search", "_result", "_answer"]),
}
SCRIPTS = {"stepper": "stepper/stepper", "quiz": "quiz/quiz", "values": "quiz/values", "editor": "editor/editor"}
STYLES = [f"shared/{name}.css" for name in ("look", "tree", "node_input")]
STYLES += [f"{name}/{name}.css" for name in ("stepper", "quiz", "editor")]
PAGES = FilePath(__file__).parent
ANSWERS = [PAGES / name for name in ("quiz.js", "searched.js", "life.js")]


def widget_styles() -> str:
    return style(*STYLES)


def widget_scripts(start: FilePath) -> str:
    """The widgets' modules as functions of one plain script, what answers them, and the script `start` of the page."""
    sources = {kind: script(f"{file}.js").replace("export default ", "return ") for kind, file in SCRIPTS.items()}
    modules = [f"{kind}() {{\n{source}\n}}" for kind, source in sources.items()]
    own = [EXPORT.sub("", file.read_text(encoding="utf-8")) for file in [*ANSWERS, start]]
    return "\n".join(['"use strict";', f"const modules = {{ {', '.join(modules)} }};", script("shared/held.js"), *own])


def held_state(state: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """What a widget is called and holds on a page; None if it needs Python."""
    kind, names = ALIVE.get(state.get("_anywidget_id", ""), ("", []))
    if not kind:
        return None
    held = {"state": {name: state[name] for name in names if name in state}}
    if kind in KEYS:
        held["key"] = KEYS[kind](tree_of(state["_rows"]))
    return kind, held


def tree_of(rows: list[list[Any]]) -> Tree:
    """The tree that a quiz asks about."""

    def nested(number: int) -> Any:
        below = [child for child, row in enumerate(rows) if row[0] == number]
        if not below:
            return read_answer(rows[number][2])
        return {rows[child][3]: nested(child) for child in below}

    return Tree(nested(0), MIN if rows[0][1] else MAX)


def pruning_key(tree: Tree) -> dict[str, Any]:
    """All that can be said of a node: that it is rightly cut or not cut, or that it is looked at."""
    solution, paths = Solution(tree), numbered_paths(tree)

    def told(marked: Iterable[Path]) -> dict[Path, dict[str, Any]]:
        return {remark.path: _as_data(remark, paths) for remark in solution.remarks_on(marked)}

    extra = {
        path: _as_data(remark, paths)
        for path in paths
        if path in solution.trace
        for remark in solution.remarks_on([path])
        if remark.kind == TOO_MUCH and remark.path == path
    }
    said = {"right": told(solution.cuts), "missing": told([]), "extra": extra}
    cuts = dict.fromkeys(f"cut {paths.index(path[:-1])}" for path in paths if path in solution.cuts)
    return {
        "root": value_text(solution.values[()]),
        "parts": [*cuts] or ["no cut-off"],
        "nodes": [{name: texts[path] for name, texts in said.items() if path in texts} for path in paths],
    }


def value_key(tree: Tree) -> dict[str, Any]:
    """The value of each node, and how it comes about: what the quiz says if only this one is missing."""
    values, paths = Solution(tree).values, numbered_paths(tree)
    inner = sorted((path for path in paths if not tree.at(path).is_leaf), key=len, reverse=True)
    right = {path: values[path] for path in inner}
    quiz, nodes = ValueQuiz(tree), {}
    for path in inner:
        quiz.reset()
        quiz.answers = {other: value for other, value in right.items() if other != path}
        quiz.explain()
        nodes[paths.index(path)] = _as_data(quiz.remarks[0], paths)
    quiz.answers = right
    quiz.check()
    return {
        "root": value_text(values[()]),
        "parts": [paths.index(path) for path in inner],
        "values": {paths.index(path): value for path, value in right.items()},
        "nodes": nodes,
        "praise": [_as_data(remark, paths) for remark in quiz.remarks],
    }


KEYS = {"quiz": pruning_key, "values": value_key}


def _as_data(remark: Remark, paths: list[Path]) -> dict[str, Any]:
    about = [paths.index(path) for path in remark.about]
    return {"node": paths.index(remark.path), "kind": remark.kind, "text": remark.text, "about": about}
