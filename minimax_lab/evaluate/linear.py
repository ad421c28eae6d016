"""An evaluation as a weighted sum of named features: simple enough to read, to change and to learn."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any, NoReturn, TypeAlias

from minimax_lab.adapt import as_game, overrides
from minimax_lab.evaluate.explanation import Explanation, Term
from minimax_lab.game import GameState

Number: TypeAlias = int | float
Feature: TypeAlias = Callable[[Any], Any]  # from a state to a number, high where MAX is better off


class Linear:
    """A weighted sum of features, to be called on a state: `Linear({"lead": lead}, {"lead": 2})(state)`.

    With `finished`, a game that is over is worth that much to its winner, and 0 if it is drawn,
    whatever the features say. A search never asks for that: it knows who has won.
    """

    __slots__ = ("_features", "_finished", "_terms", "_weights")

    _features: Mapping[str, Feature]
    _weights: Mapping[str, Number]
    _finished: Number | None
    _terms: tuple[tuple[Feature, Number], ...]

    def __init__(
        self, features: Mapping[str, Feature], weights: Mapping[str, Number], finished: Number | None = None
    ) -> None:
        features, weights = checked_features(features), _mapping(weights, "weights")
        _check_names(weights, features, "weights")
        if missing := _quoted(name for name in features if name not in weights):
            raise ValueError(f"no weight is given for {missing}")
        weights = {name: _number(weights[name], f"the weight of {name!r}") for name in features}
        terms = tuple((feature, weights[name]) for name, feature in features.items())
        put = super().__setattr__
        put("_features", MappingProxyType(features))
        put("_weights", MappingProxyType(weights))
        put("_finished", None if finished is None else _number(finished, "`finished`"))
        put("_terms", terms)

    @property
    def features(self) -> Mapping[str, Feature]:
        """The features by name; they cannot be changed."""
        return self._features

    @property
    def weights(self) -> Mapping[str, Number]:
        """The weights by name, in the order of the features; `with_weights` makes others."""
        return self._weights

    @property
    def finished(self) -> Number | None:
        """What a finished game is worth to its winner; None if the features are asked there too."""
        return self._finished

    def __call__(self, state: Any) -> Number:
        """What `state` is worth to MAX."""
        if self._finished is not None and (sign := _outcome(state)) is not None:
            return sign * self._finished
        total: Number = 0
        try:
            for feature, weight in self._terms:  # not sum(): from Python 3.12 on it rounds floats in another way
                total += weight * feature(state)
        except TypeError:
            self.explain(state)  # says which feature gave no number, if that is the reason
            raise
        return total

    def explain(self, state: Any) -> Explanation:
        """What each feature finds in `state`, and its part in the sum, as a table and a picture."""
        if self._finished is not None and (sign := _outcome(state)) is not None:
            return Explanation((Term("finished", sign, self._finished),))
        found = {name: feature(state) for name, feature in self._features.items()}
        for name, value in found.items():
            if not isinstance(value, Real):
                raise TypeError(f"the feature {name!r} gave {value!r:.80}, which is no number")
        return Explanation(tuple(Term(name, value, self._weights[name]) for name, value in found.items()))

    def with_weights(self, changes: Mapping[str, Number] | None = None, /, **more: Number) -> Linear:
        """The same features with some other weights: `with_weights(material=2)`, or a mapping."""
        changed = {**_mapping({} if changes is None else changes, "weights"), **more}
        _check_names(changed, self._features, "weights")
        return Linear(self._features, {**self._weights, **changed}, self._finished)

    def to_json(self) -> str:
        """The weights as text, for a file; the features are code and stay where they are."""
        return json.dumps({"weights": dict(self._weights), "finished": self._finished}, indent=2)

    @classmethod
    def from_json(cls, text: str, features: Mapping[str, Feature]) -> Linear:
        """The evaluation that `to_json` wrote, with the features that it had."""
        try:
            stored = json.loads(text)
        except (TypeError, ValueError) as error:
            raise ValueError(f"this is no JSON: {error}") from None
        if not isinstance(stored, dict) or not isinstance(stored.get("weights"), dict):
            raise ValueError(f'weights are stored as {{"weights": {{"name": number, …}}}}, not as {text:.80}')
        if unknown := _quoted(stored.keys() - {"weights", "finished"}):
            raise ValueError(f"beside the weights there can be `finished`, but not {unknown}")
        return cls(features, stored["weights"], stored.get("finished"))

    def __eq__(self, other: object) -> bool:
        """The same features, weights and order (the order of a sum of floats can change its last digit)."""
        return isinstance(other, Linear) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((tuple(self._weights.items()), self._finished))  # a feature need not be hashable

    def _identity(self) -> tuple:
        return [*self._features.items()], [*self._weights.items()], self._finished

    def __repr__(self) -> str:
        parts = [f"{weight!r} {name}" for name, weight in self._weights.items()]
        return f"<Linear {', '.join(parts)}{f'; finished {self._finished!r}' if self._finished is not None else ''}>"

    def __reduce__(self) -> tuple:
        return Linear, (dict(self._features), dict(self._weights), self._finished)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Linear cannot be changed; with_weights(…) makes a new one")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)


def _outcome(state: Any) -> int | None:
    """1 if MAX has won, -1 if MIN has, 0 for a draw; None as long as the game goes on."""
    game = state if isinstance(state, GameState) else as_game(state)
    if not game.is_terminal():
        return None
    if not hasattr(state, "active_player") and not overrides(state, "utility"):
        raise TypeError(f"this {type(state).__name__} is finished and says neither who has won nor whose turn it is")
    utility = game.utility()
    return (utility > 0) - (utility < 0)


def checked_features(features: Mapping[str, Feature]) -> dict[str, Feature]:
    features = _mapping(features, "features")
    if not features:
        raise ValueError("an evaluation has at least one feature")
    for name, feature in features.items():
        if not isinstance(name, str) or not name:
            raise ValueError(f"the name of a feature is a text, not {name!r}")
        if not callable(feature):
            raise TypeError(f"the feature {name!r} is a function from a state to a number, not {feature!r:.80}")
    return features


def _mapping(given: Mapping[str, Any], what: str) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise TypeError(f"{what} are given by name, as in {{'name': …}}, not as {given!r:.80}")
    return dict(given)


def _check_names(names: Iterable[str], features: Mapping[str, Feature], what: str) -> None:
    if unknown := _quoted(name for name in names if name not in features):
        raise ValueError(f"{what} are given for {unknown}, but the features are {_quoted(features)}")


def _quoted(names: Iterable[object]) -> str:
    return ", ".join(sorted(map(repr, names)))


def _number(given: Any, what: str) -> Number:
    """An int or a float, so that it comes back from JSON as it was."""
    if isinstance(given, bool) or not isinstance(given, Real):
        raise ValueError(f"{what} is a number, not {given!r:.80}")
    number = int(given) if isinstance(given, Integral) else float(given)
    if isinstance(number, float) and not math.isfinite(number):
        raise ValueError(f"{what} is a finite number, not {number}")
    return number
