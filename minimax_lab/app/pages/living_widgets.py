"""The widgets that live on pages without Python: what they hold, and their scripts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from minimax_lab.app.pages import PAGES
from minimax_lab.widgets.bundle import EXPORT, script, style

WIDGETS = "minimax_lab.widgets."
QUIZ = ["_rows", "_key", "_answers", "_feedback", "_progress", "seed", "attempts", "score", "correct"]
# By the name that anywidget gives them: what a widget is called on a page, and what it holds there
ALIVE = {
    f"{WIDGETS}stepper.stepper.StepThrough": ("stepper", ["_traces", "step", "grain", "predict"]),
    f"{WIDGETS}quiz.quiz.PruningQuiz": ("quiz", [*QUIZ, "marked", "ask_windows"]),
    f"{WIDGETS}quiz.quiz.ValueQuiz": ("values", QUIZ),
    f"{WIDGETS}editor.editor.TreeEditor": ("editor", ["tree", "search", "_result", "_answer"]),
}
SCRIPTS = {"stepper": "stepper/stepper", "quiz": "quiz/quiz", "values": "quiz/values", "editor": "editor/editor"}
STYLES = [f"shared/{name}.css" for name in ("look", "tree", "node_input")]
STYLES += [f"{name}/{name}.css" for name in ("stepper", "quiz", "editor")]
ANSWERS = [PAGES / name for name in ("editor_search.js", "living_widgets.js")]


def widget_styles() -> str:
    return style(*STYLES)


def widget_scripts(start: Path) -> str:
    """The widgets' modules as functions of one plain script, what answers them, and the script `start` of the page."""
    sources = {kind: script(f"{file}.js").replace("export default ", "return ") for kind, file in SCRIPTS.items()}
    modules = [f"{kind}() {{\n{source}\n}}" for kind, source in sources.items()]
    own = [EXPORT.sub("", file.read_text(encoding="utf-8")) for file in [*ANSWERS, start]]
    return "\n".join(
        [
            '"use strict";',
            f"const modules = {{ {', '.join(modules)} }};",
            script("shared/page_model.js"),
            script("shared/options.js"),
            *own,
        ]
    )


def held_state(state: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """What a widget is called and holds on a page; None if it needs Python."""
    kind, names = ALIVE.get(state.get("_anywidget_id", ""), ("", []))
    return (kind, {name: state[name] for name in names if name in state}) if kind else None
