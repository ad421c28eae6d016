"""Minimax, alpha-beta and evaluation, to search games with and to watch the search at work.

>>> from minimax_lab.games import tree
>>> from minimax_lab.search import alphabeta, minimax, minimax_decision
>>> textbook = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> minimax(textbook), alphabeta(textbook), minimax_decision(textbook)
(3, 3, 0)
"""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

__version__ = "0.2.0"


def _show_pictures_in_notebooks() -> None:
    """In IPython, have game states, traces and reports shown as pictures.

    They cannot ask for it themselves: a layer imports only what lies below it, and the pictures lie above
    games and traces. Here types and functions are given by name and imported when the first such object
    is shown, so that `import minimax_lab` imports nothing else.
    """
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is None:
        return

    def shown_by(module: str, function: str) -> Callable[[object], dict[str, Any]]:
        def bundle(shown: object) -> dict[str, Any]:
            is_terminal = "text/html" not in shell.display_formatter.active_types
            made = None if is_terminal else getattr(import_module(module), function)(shown)
            return made or {"text/plain": str(shown)}

        return bundle

    picture = shown_by("minimax_lab.draw", "notebook_bundle")
    report = shown_by("minimax_lab.widgets.report.report", "report_bundle")
    formatter = shell.display_formatter.mimebundle_formatter
    formatter.for_type_by_name("minimax_lab.game", "GameState", picture)
    formatter.for_type_by_name("minimax_lab.trace.result", "Trace", picture)
    formatter.for_type_by_name("minimax_lab.evaluate.chess.feature", "FeatureCount", picture)
    formatter.for_type_by_name("minimax_lab.check.report", "Report", report)


_show_pictures_in_notebooks()
