"""What each legal move is worth after a shallow search, worked out a few moves at a time, and their order."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple

from minimax_lab.evaluate import Linear
from minimax_lab.game import MAX, GameState, Move, Player, Value
from minimax_lab.search import Engine
from minimax_lab.trace.words import value_text
from minimax_lab.values import leaf_value
from minimax_lab.widgets.explorer.positions import NamedPosition
from minimax_lab.widgets.shared.words import count_of

MOST_KNOWN = 256  # rankings that are remembered
MOST_SHOWN = 8  # moves in a still picture


class RankedMove(NamedTuple):
    """A move in its order: moves that are worth the same share a rank."""

    rank: int
    move: Move
    name: str
    value: Value
    before: int  # its rank with the weights as given


class Question(NamedTuple):
    """What the values of the moves depend on."""

    position: int
    depth: int
    quiescence: bool
    weights: tuple[float, ...]  # in the order of the features


class MoveValues:
    """The values of moves, remembered: a question gets the same answer at once or piece by piece."""

    def __init__(self, positions: Sequence[NamedPosition], evaluation: Linear):
        self._positions, self._evaluation = positions, evaluation
        self._known: dict[Question, list[Value]] = {}

    def of(self, question: Question, seconds: float = math.inf) -> list[Value]:
        """The values of all moves, or of the first ones: those that were known, one more, and more as time allows."""
        children = self._positions[question.position].children
        values = self._remembered(question)
        evaluate = self._evaluation.with_weights(dict(zip(self._evaluation.features, question.weights, strict=True)))
        engine = Engine(evaluate, quiescence=question.quiescence)
        end = time.monotonic() + seconds
        for child in children[len(values) :]:
            values.append(_value(child, engine, question.depth - 1))
            if time.monotonic() >= end:
                break
        return values

    def _remembered(self, question: Question) -> list[Value]:
        values = self._known.pop(question, [])
        self._known[question] = values  # now the newest, so it is forgotten last
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return values


def _value(child: GameState, engine: Engine, plies: int) -> Value:
    finished = child.is_terminal()
    return engine.search(child, plies).value if plies and not finished else leaf_value(child, finished, engine.evaluate)


def ranks_of(values: Sequence[Any], player: Player) -> list[int]:
    """The rank of each value for `player`, the best being 1; equal values share a rank."""
    best_first = sorted(values, reverse=player is MAX)
    return [best_first.index(value) + 1 for value in values]


def ranked_moves(position: NamedPosition, now: Sequence[Value], before: Sequence[Value]) -> list[RankedMove]:
    """The moves of a position, the best for its player first, each with the rank it had before."""
    player = position.state.active_player
    rows = map(RankedMove, ranks_of(now, player), position.moves, position.move_names, now, ranks_of(before, player))
    return sorted(rows, key=lambda row: row.rank)


def ranking_html(ranking: Sequence[RankedMove]) -> str:
    """The best moves as a table, for where widgets do not run."""
    if not ranking:
        return "<p>The game is over.</p>"
    rows = [_row(move.rank, move.name, value_text(move.value), _change(move)) for move in ranking[:MOST_SHOWN]]
    left_out = len(ranking) - MOST_SHOWN
    more = f"<p>… and {count_of(left_out, 'more move', 'more moves')}</p>" if left_out > 0 else ""
    heads = "<tr><th>rank</th><th>move</th><th>value</th><th>with the weights as given</th></tr>"
    return "\n".join(filter(None, ["<table>", heads, *rows, "</table>", more]))


def _change(move: RankedMove) -> str:
    """How many ranks a move has gained or lost against the weights as given."""
    climbed = move.before - move.rank
    return f"{'↑' if climbed > 0 else '↓'} {abs(climbed)}, was {move.before}" if climbed else "the same"


def _row(*cells: object) -> str:
    return f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in cells)}</tr>"
