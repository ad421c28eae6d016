"""Turn the weights of an evaluation and see how the value of a position and the order of its moves change."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import traitlets

from minimax_lab.adapt import overrides, underlying
from minimax_lab.evaluate import Linear
from minimax_lab.trace.words import value_text
from minimax_lab.widgets.base import Widget, picture_html
from minimax_lab.widgets.bundle import script, style
from minimax_lab.widgets.explorer.ranking import (
    MoveValues,
    Question,
    RankedMove,
    as_json,
    described,
    ranked_moves,
    ranking_html,
    read_positions,
    read_presets,
)
from minimax_lab.widgets.shared.words import board_text

DEEPEST = 3  # plies; a deeper search would be too slow to follow a slider
SLICE = 0.15  # seconds that the kernel searches before it listens again


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
