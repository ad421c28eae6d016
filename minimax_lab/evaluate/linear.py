"""An evaluation as a weighted sum of named features: simple enough to read, to change and to learn."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any, NoReturn, TypeAlias, TypeVar

from minimax_lab.adapt import as_game, overrides
from minimax_lab.evaluate.explanation import Explanation, Term
from minimax_lab.game import GameState

Number: TypeAlias = int | float
Feature: TypeAlias = Callable[[Any], Any]  # from a state to a number, high where MAX is better off
F = TypeVar("F", bound=Feature)


def symmetric(feature: F) -> F:
    """Mark a feature that is the same for mirror images of a position, which an engine may then take for one."""
    feature.symmetric = True  # type: ignore[attr-defined]
    return feature


class Linear:
    """A weighted sum of features, to be called on a state: `Linear({"lead": lead}, {"lead": 2})(state)`.

    - `features`: functions from a state to a number, by name
    - `weights`: a number for each of them, by the same names; `with_weights` makes a copy with other weights
    - `finished`: what a finished game is worth to its winner, whatever the features say (0 if it is drawn).
      By default the features are asked there too. A search never needs this: it knows who has won.

    None of the three can be changed; they are attributes of the evaluation, `weights` in the order of `features`.
    """

    __slots__ = ("_terms", "features", "finished", "weights")

    features: Mapping[str, Feature]
    weights: Mapping[str, Number]
    finished: Number | None
    _terms: tuple[tuple[Feature, Number], ...]

    def __init__(
        self, features: Mapping[str, Feature], weights: Mapping[str, Number], finished: Number | None = None
    ) -> None:
        features, weights = checked_features(features), _mapping(weights, "weights")
        _check_names(weights, features)
        if missing := _quoted(name for name in features if name not in weights):
            raise ValueError(f"no weight is given for {missing}")
        weights = {name: _checked_number(weights[name], f"the weight of {name!r}") for name in features}
        put = super().__setattr__
        put("features", MappingProxyType(features))
        put("weights", MappingProxyType(weights))
        put("finished", None if finished is None else _checked_number(finished, "`finished`"))
        put("_terms", tuple((feature, weights[name]) for name, feature in features.items()))

    def __call__(self, state: Any) -> Number:
        """The value of `state` for MAX."""
        if self.finished is not None and (sign := _outcome(state)) is not None:
            return sign * self.finished
        total: Number = 0
        try:
            for feature, weight in self._terms:  # not sum(): from Python 3.12 on it rounds floats in another way
                total += weight * feature(state)
        except TypeError:
            self.explain(state)  # says which feature did not return a number, if that is the reason
            raise
        return total

    @property
    def symmetric(self) -> bool:
        """Whether mirror images of a position are worth the same: so it is if all features say so of themselves."""
        return all(getattr(feature, "symmetric", False) for feature in self.features.values())

    def explain(self, state: Any) -> Explanation:
        """The value of each feature in `state`, and what it adds to the sum, as a table with bars."""
        if self.finished is not None and (sign := _outcome(state)) is not None:
            return Explanation((Term("finished", sign, self.finished),))
        terms = tuple(Term(name, feature(state), self.weights[name]) for name, feature in self.features.items())
        for name, value, _ in terms:
            if not isinstance(value, Real):
                raise TypeError(f"the feature {name!r} gave {value!r:.80}, which is not a number")
        return Explanation(terms)

    def with_weights(self, changes: Mapping[str, Number] | None = None, /, **more: Number) -> Linear:
        """The same features with some other weights: `with_weights(material=2)`, or `with_weights({"material": 2})`."""
        changed = {**_mapping({} if changes is None else changes, "weights"), **more}
        _check_names(changed, self.features)
        return Linear(self.features, {**self.weights, **changed}, self.finished)

    def to_json(self) -> str:
        """The weights as text, for a file; the features are code and are not stored."""
        return json.dumps({"weights": dict(self.weights), "finished": self.finished}, indent=2)

    @classmethod
    def from_json(cls, text: str, features: Mapping[str, Feature]) -> Linear:
        """The evaluation that `to_json` wrote as `text`, with the `features` that it had."""
        try:
            stored = json.loads(text)
        except (TypeError, ValueError) as error:
            raise ValueError(f"not valid JSON: {error}") from None
        if not isinstance(stored, dict) or not isinstance(stored.get("weights"), dict):
            raise ValueError(f'weights are stored as {{"weights": {{"name": number, …}}}}, not as {text:.80}')
        if unknown := _quoted(stored.keys() - {"weights", "finished"}):
            raise ValueError(f"besides `weights` there can only be `finished`, but there is {unknown}")
        return cls(features, stored["weights"], stored.get("finished"))

    def __eq__(self, other: object) -> bool:
        """The same features, weights and order (the order of a sum of floats can change its last digit)."""
        return isinstance(other, Linear) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((tuple(self.weights.items()), self.finished))  # a feature need not be hashable

    def _identity(self) -> tuple:
        return [*self.features.items()], [*self.weights.items()], self.finished

    def __repr__(self) -> str:
        parts = [f"{weight!r} {name}" for name, weight in self.weights.items()]
        return f"<Linear {', '.join(parts)}{f'; finished {self.finished!r}' if self.finished is not None else ''}>"

    def __reduce__(self) -> tuple:
        return Linear, (dict(self.features), dict(self.weights), self.finished)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Linear cannot be changed; with_weights(…) makes a new one")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)


def _outcome(state: Any) -> int | None:
    """1 if MAX has won, -1 if MIN has won, 0 for a draw; None as long as the game goes on."""
    game = state if isinstance(state, GameState) else as_game(state)
    if not game.is_terminal():
        return None
    if not hasattr(state, "active_player") and not overrides(state, "utility"):
        needs = "it needs utility() or active_player"
        raise TypeError(f"this {type(state).__name__} is finished but does not say who has won; {needs}")
    utility = game.utility()
    return (utility > 0) - (utility < 0)


def checked_features(features: Mapping[str, Feature]) -> dict[str, Feature]:
    """A copy of the features; raises TypeError or ValueError if they are not functions by name."""
    features = _mapping(features, "features")
    if not features:
        raise ValueError("an evaluation needs at least one feature")
    for name, feature in features.items():
        if not isinstance(name, str) or not name:
            raise ValueError(f"the name of a feature must be a text, not {name!r}")
        if not callable(feature):
            raise TypeError(f"the feature {name!r} must be a function from a state to a number, not {feature!r:.80}")
    return features


def _mapping(given: Mapping[str, Any], what: str) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise TypeError(f"{what} are given by name, as in {{'name': …}}, not as {given!r:.80}")
    return dict(given)


def _check_names(weights: Iterable[str], features: Mapping[str, Feature]) -> None:
    if unknown := _quoted(name for name in weights if name not in features):
        raise ValueError(f"weights are given for {unknown}, but the features are {_quoted(features)}")


def _quoted(names: Iterable[object]) -> str:
    return ", ".join(sorted(map(repr, names)))


def _checked_number(given: Any, what: str) -> Number:
    """An int or a float, so that it comes back from JSON as it was."""
    if isinstance(given, bool) or not isinstance(given, Real):
        raise ValueError(f"{what} must be a number, not {given!r:.80}")
    number = int(given) if isinstance(given, Integral) else float(given)
    if isinstance(number, float) and not math.isfinite(number):
        raise ValueError(f"{what} must be a finite number, not {number}")
    return number
