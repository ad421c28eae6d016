"""Widgets for notebooks: watch a search beside its tree, predict its cuts, edit a tree, play, turn weights."""

from minimax_lab.widgets.editor.editor import TreeEditor
from minimax_lab.widgets.explorer.explorer import EvaluationExplorer
from minimax_lab.widgets.play.play import PlayGame
from minimax_lab.widgets.quiz.quiz import PruningQuiz
from minimax_lab.widgets.quiz.trees import ImpossibleRequest, quiz_tree
from minimax_lab.widgets.stepper.stepper import StepThrough, step_through

__all__ = [
    "EvaluationExplorer",
    "ImpossibleRequest",
    "PlayGame",
    "PruningQuiz",
    "StepThrough",
    "TreeEditor",
    "quiz_tree",
    "step_through",
]
