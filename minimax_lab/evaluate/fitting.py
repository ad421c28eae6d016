"""Weights learned from games: which features do winners have?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from numbers import Real
from typing import Any

from minimax_lab.evaluate.linear import Feature, Linear, checked_features

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
    weights = _logistic(columns, outcomes)
    return Linear(features, {name: _rounded(weight) for name, weight in zip(features, weights, strict=True)})


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


def _rounded(weight: float) -> float:
    return float(f"{weight:.{DIGITS}g}")
