"""What an explorer shows where widgets do not run: the board, the parts of the sum, the best moves."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from minimax_lab.evaluate import Explanation
from minimax_lab.trace.words import value_text
from minimax_lab.widgets.explorer.values import RankedMove

MOST_MOVES = 8


def still(picture: str, explanation: Explanation, ranking: Sequence[RankedMove]) -> str:
    """The three as HTML that a notebook keeps also if it is not trusted."""
    return "\n".join(filter(None, [picture, explanation._repr_html_(), _moves(ranking)]))


def _moves(ranking: Sequence[RankedMove]) -> str:
    if not ranking:
        return "<p>The game is over.</p>"
    rows = [_row(row.rank, row.name, value_text(row.value), change(row)) for row in ranking[:MOST_MOVES]]
    left_out = len(ranking) - MOST_MOVES
    more = f"<p>… and {left_out} more {'move' if left_out == 1 else 'moves'}</p>" if left_out > 0 else ""
    heads = "<tr><th>rank</th><th>move</th><th>value</th><th>with the weights as given</th></tr>"
    return "\n".join(filter(None, ["<table>", heads, *rows, "</table>", more]))


def change(row: RankedMove) -> str:
    """How far a move has come since the weights were as given: ↑ 2, ↓ 1, or nothing."""
    climbed = row.before - row.rank
    return f"{'↑' if climbed > 0 else '↓'} {abs(climbed)}, was {row.before}" if climbed else "the same"


def _row(*cells: object) -> str:
    return f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in cells)}</tr>"
