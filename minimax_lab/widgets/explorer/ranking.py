"""Positions with names, and what each of their moves is worth after a shallow search, a few moves at a time."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

from minimax_lab.adapt import as_game, underlying
from minimax_lab.evaluate import Linear
from minimax_lab.game import MAX, GameState, Move, Player, Value
from minimax_lab.search import Engine
from minimax_lab.trace.words import value_text
from minimax_lab.values import leaf_value
from minimax_lab.widgets.shared.words import board_text, count_of, moves_text

MOST_POSITIONS = 100


@dataclass(frozen=True)
class NamedPosition:
    """A state to be evaluated, under a name, with its moves, what they are called and what they lead to."""

    name: str
    state: GameState
    moves: list[Move]
    move_names: list[str]
    children: list[GameState]


def read_positions(given: Any) -> list[NamedPosition]:
    """The positions in `given`: one state, several, or several by name."""
    if hasattr(given, "get_legal_moves"):
        given = [given]
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise TypeError(f"positions are game states: one, a list of them, or a mapping by name; not {given!r:.80}")
    named = dict(given) if isinstance(given, Mapping) else {str(i): state for i, state in enumerate(given, 1)}
    if not named:
        raise ValueError("there is no position to explore: the list is empty")
    if len(named) > MOST_POSITIONS:
        raise ValueError(f"at most {MOST_POSITIONS} positions can be explored at a time, not {len(named)}")
    return [_position(str(name), state) for name, state in named.items()]


def _position(name: str, state: Any) -> NamedPosition:
    try:
        game = as_game(state)
    except TypeError as error:
        raise TypeError(f"position {name}: {error}") from None
    moves = [*game.get_legal_moves()]
    names = [moves_text(underlying(game), [move]) for move in moves]
    return NamedPosition(name, game, moves, names, [*map(game.forecast_move, moves)])


def read_presets(given: Mapping[str, Any] | None, evaluation: Linear) -> dict[str, dict[str, float]]:
    """All weights of each preset. One that names some of them leaves the others as `evaluation` has them."""
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"presets are weights by name, {{'careful': {{'material': 2}}}}, not {given!r:.80}")
    presets = {}
    for name, weights in (given or {}).items():
        try:
            changed = evaluation.with_weights(weights.weights if isinstance(weights, Linear) else weights)
        except (TypeError, ValueError) as error:
            raise type(error)(f"preset {name!r}: {error}") from None
        presets[str(name)] = dict(changed.weights)
    return presets


def described(position: NamedPosition, evaluation: Linear) -> dict[str, Any]:
    """What the browser needs of a position to follow the weights by itself, one ply deep."""
    try:
        here = _found(position.state, evaluation)
        after = [_found(child, evaluation, searched=True) for child in position.children]
    except Exception as error:  # a feature may be a student's
        why = f"{type(error).__name__}: {error}"
        raise TypeError(f"these features cannot evaluate position {position.name}. {why}") from error
    return {
        "name": position.name,
        "board": board_text(position.state),
        "max": position.state.active_player is MAX,
        **here,
        "moves": [{"name": name, **found} for name, found in zip(position.move_names, after, strict=True)],
    }


def _found(state: GameState, evaluation: Linear, searched: bool = False) -> dict[str, Any]:
    """What each feature finds in `state`; or, of a game that is over, the value that no weight changes.

    A search takes a win for infinite; an evaluation on its own may have a number for it.
    """
    own = underlying(state)
    if searched and state.is_terminal():
        return {"value": as_json(leaf_value(state, True, evaluation))}
    if evaluation.finished is not None and state.is_terminal():
        return {"value": as_json(evaluation(own))}
    values = [float(term.value) for term in evaluation.explain(own).rows]
    for name, value in zip(evaluation.features, values, strict=True):
        if not math.isfinite(value):
            raise ValueError(f"the feature {name!r} returned {value}; it must be a finite number")
    return {"features": values}


def as_json(value: Any) -> float | str:
    """A number; infinity, which JSON does not have, by the name that JavaScript has for it."""
    number = float(value)
    return number if math.isfinite(number) else "Infinity" if number > 0 else "-Infinity"


MOST_KNOWN = 256  # rankings that are remembered
MOST_SHOWN = 8  # moves in a still picture


class RankedMove(NamedTuple):
    """A move in its order: moves that are worth the same share a rank."""

    rank: int
    move: Move
    name: str
    value: Value
    before: int  # its rank with the starting weights


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
    heads = "<tr><th>rank</th><th>move</th><th>value</th><th>with the starting weights</th></tr>"
    return "\n".join(filter(None, ["<table>", heads, *rows, "</table>", more]))


def _change(move: RankedMove) -> str:
    """How many ranks a move has gained or lost against the starting weights."""
    climbed = move.before - move.rank
    return f"{'↑' if climbed > 0 else '↓'} {abs(climbed)}, was {move.before}" if climbed else "the same"


def _row(*cells: object) -> str:
    return f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in cells)}</tr>"
