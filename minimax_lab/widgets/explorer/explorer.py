"""Turn the weights of an evaluation and see how the value of a position and the order of its moves change."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

import traitlets

from minimax_lab.adapt import as_game, overrides, underlying
from minimax_lab.evaluate import Linear
from minimax_lab.game import MAX, GameState, Move, Player, Value
from minimax_lab.picture.text import count_text
from minimax_lab.search import Engine
from minimax_lab.trace.words import value_text
from minimax_lab.values import leaf_value
from minimax_lab.widgets.base import Widget, picture_html
from minimax_lab.widgets.bundle import script, style
from minimax_lab.widgets.words import board_text, moves_text

MOST_POSITIONS = 100
MOST_KNOWN = 256  # rankings that are remembered
MOST_SHOWN = 8  # moves in a still picture
DEEPEST = 3  # plies; a deeper search would be too slow to follow a slider
SLICE = 0.15  # seconds that the kernel searches before it listens again

# Positions with names, and what their moves lead to


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


# What each move is worth after a shallow search, a few moves at a time


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
        values = self._known[question] = self._known.pop(question, [])  # now the newest, so it is forgotten last
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        evaluate = self._evaluation.with_weights(dict(zip(self._evaluation.features, question.weights, strict=True)))
        engine = Engine(evaluate, quiescence=question.quiescence)
        end = time.monotonic() + seconds
        for child in children[len(values) :]:
            values.append(_value(child, engine, question.depth - 1))
            if time.monotonic() >= end:
                break
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
    more = f"<p>… and {count_text(left_out, 'more move', 'more moves')}</p>" if left_out > 0 else ""
    heads = "<tr><th>rank</th><th>move</th><th>value</th><th>with the starting weights</th></tr>"
    return "\n".join(filter(None, ["<table>", heads, *rows, "</table>", more]))


def _change(move: RankedMove) -> str:
    """How many ranks a move has gained or lost against the starting weights."""
    climbed = move.before - move.rank
    return f"{'↑' if climbed > 0 else '↓'} {abs(climbed)}, was {move.before}" if climbed else "the same"


def _row(*cells: object) -> str:
    return f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in cells)}</tr>"


# The widget


class EvaluationExplorer(Widget):
    """Sliders for the weights of a `Linear`, and what follows from them: the parts, the total, the order of the moves.

    `positions`: a state, a list of states, or a mapping of names to states.
    `evaluation`: the `Linear` to start with.
    `presets`: weights by name, of all features or of some: `{"careful": {"material": 2}}`.
    `depth`: how many plies (1 to 3) an `Engine` looks ahead to find what a move is worth.
    `quiescence`: whether it also plays noisy moves to their end, from two plies on.

    `weights` and `position` (a number, from 0) can be read, set and observed. For the next cell, `evaluation` is the
    `Linear` with the weights that are shown, `python` these as text, and `ranking` the moves in their order.

    >>> from minimax_lab.evaluate import rps_standard
    >>> from minimax_lab.games import RPS
    >>> EvaluationExplorer(RPS.start("RPSRP", "PSRSR"), rps_standard)
    EvaluationExplorer(position 1 of 1, worth 0; best of 27 moves: (R, 4), (P, 4), (S, 4))
    """

    _esm = script("explorer/explorer.js")
    _css = style("shared/look.css", "explorer/explorer.css")
    weights = traitlets.Dict().tag(sync=True)
    position = traitlets.Int(0).tag(sync=True)
    depth = traitlets.Int(1).tag(sync=True)
    quiescence = traitlets.Bool(False).tag(sync=True)
    _explored = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        positions: Any,
        evaluation: Linear,
        presets: Mapping[str, Any] | None = None,
        depth: int = 1,
        quiescence: bool = False,
    ):
        if not isinstance(evaluation, Linear):
            raise TypeError(f"an explorer turns the weights of a Linear, not of {evaluation!r:.80}")
        self.original, self._positions = evaluation, read_positions(positions)
        self.presets = read_presets(presets, evaluation)
        self._values = MoveValues(self._positions, evaluation)
        explored = {
            "features": [
                {"name": name, "about": _about(feature), "shows": hasattr(feature, "on")}
                for name, feature in evaluation.features.items()
            ],
            "weights": [*evaluation.weights.values()],
            "presets": [[name, [*weights.values()]] for name, weights in self.presets.items()],
            "positions": [described(position, evaluation) for position in self._positions],
            "deepest": DEEPEST,
            "noisy": any(overrides(underlying(each.state), "noisy_moves") for each in self._positions),
        }
        weights = dict(evaluation.weights)
        super().__init__(weights=weights, depth=depth, quiescence=quiescence, _explored=explored)
        self.on_msg(self._receive)

    @traitlets.validate("weights")
    def _of_the_features(self, proposal: Any) -> dict[str, float]:
        known = self.original.with_weights(self.weights)
        return dict(known.with_weights(proposal.value).weights)

    @traitlets.validate("position")
    def _one_of_them(self, proposal: Any) -> int:
        if not 0 <= proposal.value < len(self._positions):
            raise traitlets.TraitError(f"positions are 0 to {len(self._positions) - 1}, not {proposal.value}")
        return proposal.value

    @traitlets.validate("depth")
    def _shallow(self, proposal: Any) -> int:
        if not 1 <= proposal.value <= DEEPEST:
            raise traitlets.TraitError(f"an explorer looks 1 to {DEEPEST} plies ahead, not {proposal.value}")
        return proposal.value

    # What the next cell can use

    @property
    def state(self) -> Any:
        """The position that is shown."""
        return underlying(self._positions[self.position].state)

    @property
    def evaluation(self) -> Linear:
        """The evaluation with the weights that are shown."""
        return self.original.with_weights(self.weights)

    @property
    def python(self) -> str:
        """The weights that are shown as text that any cell can use, whatever its evaluation is called."""
        items = (f"{json.dumps(name, ensure_ascii=False)}: {weight!r}" for name, weight in self.weights.items())
        return f"{{{', '.join(items)}}}"

    @property
    def ranking(self) -> list[RankedMove]:
        """The legal moves with their values, the best for the player to move first."""
        now, before = (self._values.of(self._question(linear)) for linear in (self.evaluation, self.original))
        return ranked_moves(self._positions[self.position], now, before)

    def _question(self, linear: Linear) -> Question:
        return Question(self.position, self.depth, self.quiescence, tuple(linear.weights.values()))

    # Between the browser and here

    def _receive(self, _: Any, message: Any, __: Any) -> None:
        if message.get("do") == "values":
            self.send({"answer": "values", "of": message["of"], **self._some_values(message["of"])})
        elif message.get("do") == "board":
            self.send({"answer": "board", "of": message["of"], "board": self._board(**message["of"])})

    def _board(self, position: int, move: int | None, feature: str | None) -> str:
        """The board of a position, or of what a move leads to; with what a feature counts there, if one is named."""
        here = self._positions[position]
        state = underlying(here.state if move is None else here.children[move])
        try:
            counts = None if feature is None else getattr(self.original.features[feature], "on", None)
            return board_text(counts(state) if counts else state)
        except Exception as error:  # raised by a student's feature; the browser must not wait in vain
            return f"{type(error).__name__}: {error}"

    def _some_values(self, of: dict[str, Any]) -> dict[str, Any]:
        """As many values as there is time for. The browser asks again for the rest if it still wants them."""
        question = Question(of["position"], of["depth"], of["quiescence"], tuple(of["weights"]))
        try:
            return {"values": [*map(as_json, self._values.of(question, SLICE))]}
        except Exception as error:  # raised by a feature in a later position; the browser must not wait in vain
            return {"problem": f"{type(error).__name__}: {error}"}

    # Where widgets do not run

    def __repr__(self) -> str:
        total, best = value_text(self.evaluation(self.state)), [row for row in self.ranking if row.rank == 1]
        shown = f"position {self.position + 1} of {len(self._positions)}, worth {total}"
        names = ", ".join(row.name for row in best[:3]) + (", …" if len(best) > 3 else "")
        return f"EvaluationExplorer({shown}; best of {len(self.ranking)} moves: {names or 'none'})"

    def _still(self) -> str:
        """The board, the parts of the sum and the best moves."""
        board = picture_html(self.state, board_text(self.state))
        explanation = self.evaluation.explain(self.state)._repr_html_()
        return "\n".join(filter(None, [board, explanation, ranking_html(self.ranking)]))


def _about(feature: Any) -> str:
    """The first line of what a feature says of itself."""
    about = getattr(feature, "about", None) or getattr(feature, "__doc__", None) or ""
    return str(about).strip().partition("\n")[0]
