"""A weighted sum of named features, which explains itself (as a table with bars, in text or HTML) and can learn."""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from inspect import signature
from numbers import Integral, Real
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn, TypeAlias, TypeVar

from minimax_lab.adapt import as_game, overrides
from minimax_lab.game import GameState
from minimax_lab.picture.scene import CUT, MAX_BLUE, MIN_RED
from minimax_lab.picture.text import column, html_row, table_text

HEADS = ("feature", "value", "weight", "part")
WIDE, HIGH = 240, 18  # a bar's picture, in pixels


class Term(NamedTuple):
    """One term of the sum: a feature, its value in this state, and its weight."""

    feature: str
    value: Any
    weight: Any

    @property
    def part(self) -> Any:
        """What the term adds to the sum."""
        return self.weight * self.value


@dataclass(frozen=True)
class Explanation:
    """The terms of a weighted sum. It prints as a table; in a notebook each part has a bar."""

    rows: tuple[Term, ...]

    @property
    def total(self) -> Any:
        """The sum of the parts: the value that the evaluation gives the state."""
        total = 0
        for row in self.rows:  # not sum(): from Python 3.12 on it rounds floats in another way
            total += row.part
        return total

    def __repr__(self) -> str:
        return table_text(self._table())

    def _table(self) -> list[tuple[str, ...]]:
        """The cells as text: the heads, a line a feature, the total."""
        values, weights = column(row.value for row in self.rows), column(row.weight for row in self.rows)
        parts = column([*(row.part for row in self.rows), self.total])
        names = [row.feature for row in self.rows]
        return [HEADS, *zip([*names, "total"], [*values, ""], [*weights, ""], parts, strict=True)]

    def _repr_html_(self) -> str:
        """The table with a bar for each part: to the right if it is good for MAX, to the left if it is good for MIN."""
        amounts = [*(float(row.part) for row in self.rows), float(self.total)]
        longest = max((abs(amount) for amount in amounts if math.isfinite(amount)), default=0.0)
        bars = ["MIN ◂ ▸ MAX", *(_bar(amount, longest) for amount in amounts)]
        cells = [[*map(escape, line), bar] for line, bar in zip(self._table(), bars, strict=True)]
        tags = ["th", *["td"] * len(self.rows), "th"]
        rows = [html_row(tag, line, last="center") for tag, line in zip(tags, cells, strict=True)]
        return "\n".join(["<table>", *rows, "</table>"])


def _bar(amount: float, longest: float) -> str:
    """A bar from the middle to the right, or to the left if `amount` is below 0, as an image."""
    share = abs(amount) / longest if math.isfinite(amount) and longest else float(math.isinf(amount))
    middle, length = WIDE // 2, share * (WIDE // 2 - 2)
    left, colour = (middle, MAX_BLUE) if amount > 0 else (middle - length, MIN_RED)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}">'
        f'<rect x="{left:.1f}" y="3" width="{length:.1f}" height="{HIGH - 6}" fill="{colour}"/>'
        f'<rect x="{middle - 0.5}" y="0" width="1" height="{HIGH}" fill="{CUT}"/></svg>'
    )
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{_in_words(amount)}" width="{WIDE}" height="{HIGH}" src="data:image/svg+xml;base64,{data}">'


def _in_words(amount: float) -> str:
    """What a bar shows, for those who do not see it: how much, and for whom."""
    if math.isnan(amount):
        return "not a number"
    if amount == 0:
        return "no bar: 0"
    return f"{column([abs(amount)])[0]} for {'MAX' if amount > 0 else 'MIN'}"


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

    >>> from minimax_lab.games import Chess
    >>> from minimax_lab.evaluate import material, turn
    >>> evaluation = Linear({"material": material, "turn": turn}, {"material": 1, "turn": 0.1})
    >>> print(evaluation.explain(Chess()))
    feature   value  weight  part
    material      0     1.0   0.0
    turn          1     0.1   0.1
    total                     0.1
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
        if len(asked := _asked_for(feature)) > 1:
            wants = f"{getattr(feature, '__name__', name)}({', '.join(asked)})"
            raise TypeError(f"the feature {name!r} is given a state and nothing else, but asks for more: {wants}")
    return features


def _asked_for(feature: Feature) -> list[str]:
    """The arguments that it cannot do without; [] if it does not say."""
    try:
        parameters = signature(feature, follow_wrapped=False).parameters.values()
    except (TypeError, ValueError):
        return []
    by_place = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    return [one.name for one in by_place if one.default is one.empty]


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


# Weights learned from games: which features do winners have?

DIGITS = 4  # of a weight: fewer than the solver gets right, so that every machine finds the same


def fit(features: Mapping[str, Feature], positions: Iterable[Any], results: Iterable[float]) -> Linear:
    """Learn weights from games, by logistic regression: those under which the results are most likely.

    - `features`: functions from a position to a number, by name
    - `positions`: positions from games
    - `results`: how the game of each position ended: +1 if MAX won, −1 if MIN won, 0 for a draw, which counts
      as half a win and half a loss

    The value v that the evaluation gives a position means that MAX wins with probability 1 / (1 + e**−v).
    A small L2 penalty (on features scaled to equal spread) keeps the weights finite even where one feature
    decides every game. Weights are rounded to four significant digits.

    >>> positions = [(5, 3), (4, 3), (3, 4), (2, 5), (4, 5)]  # cards of MAX and of MIN
    >>> fit({"ahead": lambda cards: cards[0] - cards[1]}, positions, [+1, +1, -1, -1, +1])
    <Linear 0.4378 ahead>
    """
    features = checked_features(features)
    positions, outcomes = list(positions), [_result(result, at) for at, result in enumerate(results)]
    if len(positions) != len(outcomes):
        counts = f"{len(positions)} positions and {len(outcomes)} results"
        raise ValueError(f"each position needs one result, but there are {counts}")
    if len(set(outcomes)) < 2:
        have = f"all {len(outcomes)} are {outcomes[0]}" if outcomes else "there are none"
        raise ValueError(f"weights are learned from different results, but {have}")
    columns = [_values(name, feature, positions) for name, feature in features.items()]
    weights = [float(f"{weight:.{DIGITS}g}") for weight in _logistic(columns, outcomes)]
    return Linear(features, dict(zip(features, weights, strict=True)))


def _result(result: Any, at: int) -> int:
    is_number = isinstance(result, Real) and not isinstance(result, bool)
    if not is_number or result not in (-1, 0, 1):
        raise ValueError(f"a result is +1 (MAX won), 0 (a draw) or -1 (MIN won); result {at} is {result!r:.80}")
    return int(result)


def _values(name: str, feature: Feature, positions: list[Any]) -> list[float]:
    """The value of the feature in each position."""
    values = []
    for at, position in enumerate(positions):
        value = feature(position)
        if not isinstance(value, Real) or not math.isfinite(value):
            raise ValueError(f"the feature {name!r} gave {value!r:.80} for position {at}, which is not a finite number")
        values.append(float(value))
    if len(set(values)) == 1:
        raise ValueError(f"the feature {name!r} is {values[0]:g} in every position: its weight cannot be learned")
    return values


def _logistic(columns: list[list[float]], outcomes: list[int]) -> list[float]:
    """The weight of each column. There is no constant term: where nobody is ahead, the chances are equal."""
    try:
        import numpy as np
        from sklearn.linear_model import LogisticRegression
        from threadpoolctl import threadpool_limits
    except ImportError as error:
        raise ImportError("weights are learned with scikit-learn: pip install scikit-learn") from error
    values, ends = np.array(columns).T, np.array(outcomes)
    spread = np.sqrt((values**2).mean(axis=0))
    drawn = ends == 0
    rows = np.concatenate([values, values[drawn]]) / spread  # a draw is in there twice, as a win and as a loss
    wins = np.concatenate([ends >= 0, np.zeros(drawn.sum(), dtype=bool)])
    share = np.concatenate([np.where(drawn, 0.5, 1.0), np.full(drawn.sum(), 0.5)])
    model = LogisticRegression(fit_intercept=False, solver="newton-cholesky", tol=1e-9)
    with threadpool_limits(1):  # on so little work, several threads mostly wait for each other
        model.fit(rows, wins, sample_weight=share)
    return [float(weight) for weight in model.coef_[0] / spread]
