"""A trial for evaluations of the card game: how strong they really are, which only a solved game can tell.

A player looks one move ahead and takes the move that the evaluation likes best. The table knows what that costs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape
from itertools import chain, pairwise
from numbers import Real
from random import Random
from statistics import fmean
from typing import Any, NamedTuple, TypeAlias

from minimax_lab.game import MAX
from minimax_lab.games import RPS
from minimax_lab.picture.text import html_row, table_text
from minimax_lab.solve.rps import move_values

Evaluation: TypeAlias = Callable[[RPS], Any]  # to a number, high where player 1 is better off
Move: TypeAlias = tuple[str, int]

DEALS, TIMES = 100, 600  # how many games positions are taken from, and how often these are resampled
SCALES = [2 ** (step / 2) for step in range(-20, 21)]  # the K that are tried for the log loss


class Interval(NamedTuple):
    """A mean, and the range that holds the true mean in 95 of 100 cases."""

    mean: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """What a difference says, if more is better; "open" if it could well be chance."""
        return "better" if self.low > 0 else "worse" if self.high < 0 else "open"

    def text(self, form: str = "+.2f") -> str:
        mean, low, high = (format(number, form).replace("-", "−") for number in self)
        return f"{mean} ({low} to {high})"


def resampled(per_game: Sequence[float]) -> Interval:
    """The mean and its interval, by drawing whole games again and again: the positions of one game are alike."""
    chance = Random(0)
    means = sorted(fmean(chance.choices(per_game, k=len(per_game))) for _ in range(TIMES))
    return Interval(fmean(per_game), means[TIMES // 40], means[-TIMES // 40 - 1])


class Question(NamedTuple):
    """A position in which there is something to choose, and player 1's margin under best play after each move."""

    state: RPS
    truth: Mapping[Move, int]
    after: Mapping[Move, RPS]  # the position after each move

    @property
    def value(self) -> int:
        return (max if self.state.active_player is MAX else min)(self.truth.values())

    def lost(self, evaluation: Evaluation) -> float:
        """The cards that the choice gives away; of several moves that are liked equally, the mean."""
        return fmean(abs(self.value - self.truth[move]) for move in liked(evaluation, self.state, self.after))


def positions_after(state: RPS) -> dict[Move, RPS]:
    return {move: state.forecast_move(move) for move in state.get_legal_moves()}


def liked(evaluation: Evaluation, state: RPS, after: Mapping[Move, RPS]) -> list[Move]:
    """The moves that a player with this evaluation likes best: several, if it cannot tell them apart."""
    last = next(iter(after.values())).is_terminal()  # then one counts, and estimates nothing
    values = {move: child.margin if last else worth(evaluation, child) for move, child in after.items()}
    best = (max if state.active_player is MAX else min)(values.values())
    return [move for move, value in values.items() if value == best]


def worth(evaluation: Evaluation, state: RPS) -> float:
    """What the evaluation says, if that is a number."""
    value = evaluation(state)
    if not isinstance(value, int | float | Real) or not math.isfinite(value):
        raise ValueError(f"an evaluation returns a number for every position; for {state!r} it returned {value!r:.80}")
    return float(value)


@lru_cache(maxsize=4)
def questions(starts: tuple[RPS, ...]) -> list[list[Question]]:
    """What is asked in each game: one game from each start, played at random, without its forced moves."""
    chance, games = Random(0), []
    for state in starts:
        asked = []
        while truth := move_values(state):
            asked += [Question(state, truth, positions_after(state))] if len(truth) > 1 else []
            state = state.forecast_move(chance.choice([*truth]))
        games.append(asked)
    return games


def counts_cards(state: RPS) -> int:
    """The simplest evaluation, with which others are compared: player 1's cards on the board minus player 2's."""
    return state.margin


class Measure(NamedTuple):
    """One way to compare two evaluations: how good each is, game by game."""

    name: str
    form: str  # how its numbers are written
    ours: Sequence[float]
    theirs: Sequence[float]
    sign: int = 1  # −1 where less is better

    @property
    def difference(self) -> Interval:
        """How much better ours is."""
        return resampled([self.sign * (our - their) for our, their in zip(self.ours, self.theirs, strict=True)])


class Mistake(NamedTuple):
    """A position in which an evaluation gives cards away: the move that it plays, and a best one."""

    state: RPS
    moves: list[Move]
    thought: list[float]  # what it says of the positions after these moves
    truth: list[int]  # their true margins

    def __repr__(self) -> str:
        lines = [str(self.state), f"player {1 if self.state.active_player is MAX else 2} is to move"]
        for what, (card, cell), thought, truth in zip(("plays", "best "), *self[1:], strict=True):
            lines.append(f"{what} {card} on cell {cell}: thought {thought:+.4g}, true margin {truth:+d}")
        return "\n".join(lines)


class Table:
    """What prints as a table, and is one on a page: there it fits where lines of text would break."""

    def _table(self) -> Sequence[tuple[str, ...]]:
        """The heads, then the rows."""
        raise NotImplementedError

    def _notes(self) -> list[str]:
        """What is said below it."""
        return []

    def __repr__(self) -> str:
        return "\n".join([table_text(self._table()), *self._notes()])

    def _repr_html_(self) -> str:
        # Where a cell is narrow, an interval stays on one line.
        heads, *lines = ([escape(cell).replace(" to ", "&nbsp;to&nbsp;") for cell in line] for line in self._table())
        rows = [html_row("th", heads), *(html_row("td", line) for line in lines)]
        return f"<table>{''.join(rows)}</table>{''.join(f'<div>{escape(note)}</div>' for note in self._notes())}"


@dataclass(frozen=True, repr=False)
class Trial(Table):
    """What `trial` found. The first measure is the truth; the others are what is usually measured instead."""

    evaluation: Evaluation
    asked: list[list[Question]]
    measures: Sequence[Measure]
    mistake: Mistake | None  # in the smallest position

    @cached_property
    def features(self) -> dict[str, Interval]:
        """For a weighted sum: how many more cards are lost per move without each feature, the costliest first."""
        costs, lost = {}, self.measures[0].ours
        for name in getattr(self.evaluation, "features", {}):
            fewer = self.evaluation.with_weights({name: 0})  # type: ignore[attr-defined]
            without = [fmean(question.lost(fewer) for question in game) for game in self.asked]
            costs[name] = resampled([more - less for more, less in zip(without, lost, strict=True)])
        return dict(sorted(costs.items(), key=lambda item: -item[1].mean))

    @property
    def lost(self) -> Interval:
        """The cards lost per move against perfect play."""
        return resampled(self.measures[0].ours)

    def _table(self) -> Sequence[tuple[str, ...]]:
        rows = [("measure", "this", "other", "how much better", "verdict")]
        for measure in self.measures:
            ours, theirs = (format(fmean(by_game), measure.form) for by_game in (measure.ours, measure.theirs))
            told = measure.difference
            rows.append((measure.name, ours, theirs, told.text("+" + measure.form), told.verdict))
        return rows

    def _notes(self) -> list[str]:
        return [f"without {name}: {more.text('+.3f')} cards lost per move" for name, more in self.features.items()]


def trial(evaluation: Evaluation, against: Evaluation = counts_cards, starts: Iterable[RPS] | None = None) -> Trial:
    """How strong an evaluation of the card game really is, compared with another one.

    - `evaluation`, `against`: functions from a state to a number, high where player 1 is better off
    - `starts`: deals, each of which gives a game of random moves to take positions from (100, if left out)

    >>> small = [RPS.start(first, second) for first in ("RPS", "RRP") for second in ("RPS", "PPS", "SSS")]
    >>> trial(lambda state: -state.margin, starts=small).lost.text(".2f")
    '1.15 (0.72 to 1.54)'
    """
    starts = _deals(starts)
    return _against(evaluation, against, Judged(against, questions(starts)), starts)


def _deals(starts: Iterable[RPS] | None) -> tuple[RPS, ...]:
    return tuple(map(RPS.deal, range(DEALS)) if starts is None else starts)


class Judged:
    """How good an evaluation is by itself, game by game."""

    def __init__(self, evaluation: Evaluation, asked: list[list[Question]]):
        self.costs = [[each.lost(evaluation) for each in game] for game in asked]
        self.lost = [*map(fmean, self.costs)]
        self.named = [fmean(_half(worth(evaluation, each.state) * each.value) for each in game) for game in asked]
        self.log_loss = _log_loss(evaluation, asked)


def _against(evaluation: Evaluation, against: Evaluation, theirs: Judged, starts: tuple[RPS, ...]) -> Trial:
    asked = questions(starts)
    ours, won = Judged(evaluation, asked), _self_play(evaluation, against, starts)
    measures = [
        Measure("cards lost per move", ".2f", ours.lost, theirs.lost, sign=-1),
        Measure("winner named", ".1%", ours.named, theirs.named),
        Measure("log loss", ".3f", ours.log_loss, theirs.log_loss, sign=-1),
        Measure("games won", ".1%", won, [1 - share for share in won]),
    ]
    wrong = [pair for pair in zip(chain(*asked), chain(*ours.costs), strict=True) if pair[1]]
    return Trial(evaluation, asked, measures, _smallest(evaluation, wrong) if wrong else None)


def _half(lead: float) -> float:
    """1 if it is above 0, 0 if it is below, and 0.5 if it is 0."""
    return (1 + (lead > 0) - (lead < 0)) / 2


def _log_loss(evaluation: Evaluation, asked: list[list[Question]]) -> list[float]:
    """How surprised one is by who wins, if player 1 wins with probability 1 / (1 + e**(−v / K)), for the best K."""
    pairs = [[(worth(evaluation, each.state), _half(each.value)) for each in game] for game in asked]
    unit = max(abs(value) for game in pairs for value, _ in game) or 1.0
    tried = ([fmean(_surprise(value / unit / k, win) for value, win in game) for game in pairs] for k in SCALES)
    return min(tried, key=fmean)


def _surprise(logit: float, win: float) -> float:
    """−log of the probability that was given to what happened: a win (1), a loss (0) or a draw (0.5)."""
    return max(logit, 0.0) + math.log1p(math.exp(-abs(logit))) - win * logit


def _self_play(one: Evaluation, other: Evaluation, starts: Iterable[RPS]) -> list[float]:
    """The share of the points that the first takes from the second: from each deal one game with either side."""
    chance = Random(0)
    leads = [(_end(start, (one, other), chance), -_end(start, (other, one), chance)) for start in starts]
    return [fmean(map(_half, pair)) for pair in leads]


def _end(state: RPS, players: tuple[Evaluation, Evaluation], chance: Random) -> int:
    """The margin at the end of a game between two players that look one move ahead."""
    while after := positions_after(state):
        state = state.forecast_move(chance.choice(liked(players[state.active_player is not MAX], state, after)))
    return state.margin


def _smallest(evaluation: Evaluation, wrong: list[tuple[Question, float]]) -> Mistake:
    """The mistake in the position with the fewest moves; of several, one that costs most."""
    state, truth, after = found = min(wrong, key=lambda pair: (len(pair[0].truth), -pair[1]))[0]
    played = max(liked(evaluation, state, after), key=lambda move: abs(truth[move] - found.value))
    moves = [played, next(move for move, margin in truth.items() if margin == found.value)]
    thought = [worth(evaluation, after[move]) for move in moves]
    return Mistake(state, moves, thought, [truth[move] for move in moves])


class Ladder(Table, dict[str, Trial]):
    """Trials by name, the strongest evaluation first. The last column compares each with the next."""

    def _table(self) -> Sequence[tuple[str, ...]]:
        rows = [
            ("evaluation", "cards lost per move", "winner named", "log loss", "against counting", "than the row below")
        ]
        lost_by_game = pairwise(each.measures[0].ours for each in self.values())
        steps = [Measure("", "", ours, theirs, sign=-1).difference.verdict for ours, theirs in lost_by_game]
        for (name, found), step in zip(self.items(), [*steps, ""], strict=True):
            lost, named, loss, won = (resampled(measure.ours) for measure in found.measures)
            rows.append((name, lost.text(".2f"), f"{named.mean:.1%}", f"{loss.mean:.3f}", won.text(".0%"), step))
        return rows


def ladder(evaluations: Mapping[str, Evaluation], starts: Iterable[RPS] | None = None) -> Ladder:
    """The trials of several evaluations, given by name, each compared with counting the cards."""
    starts = _deals(starts)
    counting = Judged(counts_cards, questions(starts))
    trials = {name: _against(each, counts_cards, counting, starts) for name, each in evaluations.items()}
    return Ladder(sorted(trials.items(), key=lambda item: fmean(item[1].measures[0].ours)))
