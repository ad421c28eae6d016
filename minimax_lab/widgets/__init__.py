"""Widgets for notebooks: watch a search, answer a quiz about it, edit a tree, break a search, play, turn weights."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minimax_lab.widgets.editor.break_it import BreakIt
    from minimax_lab.widgets.editor.editor import TreeEditor
    from minimax_lab.widgets.explorer.explorer import EvaluationExplorer
    from minimax_lab.widgets.play.play import PlayGame
    from minimax_lab.widgets.quiz.quiz import PruningQuiz, ValueQuiz
    from minimax_lab.widgets.quiz.trees import ImpossibleRequest, quiz_tree
    from minimax_lab.widgets.stepper.stepper import StepThrough, step_through

__all__ = [
    "BreakIt", "EvaluationExplorer", "ImpossibleRequest", "PlayGame", "PruningQuiz", "StepThrough", "TreeEditor",
    "ValueQuiz", "quiz_tree", "step_through",
]  # fmt: skip

_MODULES = {
    "BreakIt": "editor.break_it", "EvaluationExplorer": "explorer.explorer", "ImpossibleRequest": "quiz.trees",
    "PlayGame": "play.play", "PruningQuiz": "quiz.quiz", "StepThrough": "stepper.stepper",
    "TreeEditor": "editor.editor", "ValueQuiz": "quiz.quiz", "quiz_tree": "quiz.trees",
    "step_through": "stepper.stepper",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """A widget is imported when it is asked for: the scripts and payloads can be used without anywidget."""
    if name in _MODULES:
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
