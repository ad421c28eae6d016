"""Minimax, alpha-beta and evaluation, to search games with and to watch the search at work.

>>> from minimax_lab.games import tree
>>> from minimax_lab.search import alphabeta, minimax, minimax_decision
>>> textbook = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
>>> minimax(textbook), alphabeta(textbook), minimax_decision(textbook)
(3, 3, 0)
"""

import sys
from typing import Any

__version__ = "0.1.0"


def _show_pictures_in_notebooks() -> None:
    """In IPython, have game states and traces shown by `minimax_lab.draw`.

    They cannot ask for it themselves: a layer imports only what lies below it, and the pictures
    lie above games and traces. The types are given by name and `draw` is imported when the first
    of them is shown, so that `import minimax_lab` stays free of everything else.
    """
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is None:
        return

    def bundle(shown: object) -> dict[str, str]:
        if "text/html" in shell.display_formatter.active_types:  # not a terminal
            from minimax_lab.draw import notebook_bundle

            if picture := notebook_bundle(shown):
                return picture
        return {"text/plain": str(shown)}

    def report_bundle(report: Any) -> dict[str, object]:
        if "text/html" in shell.display_formatter.active_types:
            from minimax_lab.widgets.report.report import report_bundle

            return report_bundle(report)
        return {"text/plain": str(report)}

    formatter = shell.display_formatter.mimebundle_formatter
    formatter.for_type_by_name("minimax_lab.game", "GameState", bundle)
    formatter.for_type_by_name("minimax_lab.trace.result", "Trace", bundle)
    formatter.for_type_by_name("minimax_lab.check.report", "Report", report_bundle)
    formatter.for_type_by_name("minimax_lab.evaluate.chess.feature_count", "FeatureCount", bundle)


_show_pictures_in_notebooks()
