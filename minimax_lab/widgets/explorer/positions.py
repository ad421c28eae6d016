"""What an explorer is given: positions by name, presets, and what the features find in each position."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from minimax_lab.adapt import as_game, underlying
from minimax_lab.evaluate import Linear
from minimax_lab.game import MAX, GameState, Move
from minimax_lab.values import leaf_value
from minimax_lab.widgets.shared.words import board_text, moves_text

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
