"""What each legal move is worth after a shallow search, worked out a few moves at a time."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from minimax_lab.evaluate import Linear
from minimax_lab.game import MAX, GameState, Move, Player, Value
from minimax_lab.search import Engine
from minimax_lab.search.textbook.leaves import leaf_value
from minimax_lab.widgets.explorer.positions import Position

MOST_KNOWN = 256  # rankings that are remembered


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
    """The values of moves, remembered. The same question has the same answer, however it was cut into pieces."""

    def __init__(self, positions: Sequence[Position], evaluation: Linear):
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
        self._known[question] = values  # the last one to be forgotten
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return values


def _value(child: GameState, engine: Engine, plies: int) -> Value:
    finished = child.is_terminal()
    return engine.search(child, plies).value if plies and not finished else leaf_value(child, finished, engine.evaluate)


def ranks(values: Sequence[Any], player: Player) -> list[int]:
    """The rank of each value for `player`, the best being 1; equal values share a rank."""
    best_first = sorted(values, reverse=player is MAX)
    return [best_first.index(value) + 1 for value in values]


def ranking(position: Position, now: Sequence[Value], before: Sequence[Value]) -> list[RankedMove]:
    """The moves of a position, the best for its player first, and which rank they had before."""
    player = position.state.active_player
    rows = map(RankedMove, ranks(now, player), position.moves, position.move_names, now, ranks(before, player))
    return sorted(rows, key=lambda row: row.rank)
