"""Checks an evaluation on positions of a game: the start, what comes soon after it, and some whole games.

Also lets it play against another one: is it the better one?
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import FrozenInstanceError, dataclass
from functools import partial
from inspect import isfunction
from itertools import chain, islice
from random import Random
from typing import Any

from minimax_lab.adapt import as_game, underlying
from minimax_lab.check.earlier_calls import CallsAlone
from minimax_lab.check.game.positions import first_state, nearest, random_game
from minimax_lab.check.report import NOT_WRITTEN, NOTHING, Finding, Report
from minimax_lab.check.sandbox.contents import Memory, uses
from minimax_lab.check.sandbox.failures import (
    FaultFound,
    as_far_as_checked,
    cannot_be_called,
    failure_finding,
    not_a_number,
    not_a_number_finding,
    not_checked,
    unwritten_among,
)
from minimax_lab.check.sandbox.limits import NotFinished
from minimax_lab.check.sandbox.run import run
from minimax_lab.check.shared import name_of
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts import evaluations as texts
from minimax_lab.check.texts.failures import EVERYTHING
from minimax_lab.check.texts.text import Text
from minimax_lab.game import MAX, MIN, GameState, Player, Value
from minimax_lab.search import alphabeta_decision
from minimax_lab.trace.words import value_text

NEAR, GAMES, PLIES = 25, 6, 42  # positions near the start; games played at random, and how far
MOST_LINES = 100_000  # for one position: a search asks about thousands of them
WHOSE_TURN = "active_player", "get_legal_moves"
ASPECTS = 4  # of the score: the same every time, leaves the state alone, antisymmetric, the right sign


@dataclass(frozen=True)
class Evaluated:
    """A position and its value, and with the players exchanged, if that is known."""

    state: Any
    value: Value
    exchanged: Value = None
    utility: Value = None  # where the game is over


def evaluation(function: Callable[..., Any], game: Any) -> Report:
    """Check `function(state)`, an evaluation of the positions of `game`, which is a state to start from or its class.

    It must return a number, high where MAX is better off, the same every time, leave the state as it is,
    and change its sign and nothing else when the players are exchanged.

    >>> from minimax_lab import check
    >>> from minimax_lab.evaluate import mobility
    >>> from minimax_lab.games import Isolation
    >>> check.evaluation(mobility, Isolation())
    ✓ mobility: right
    """
    name = name_of(function)
    if unusable := cannot_be_called(function, "state") or unwritten_among([function]):
        return Report(name, [unusable], 0.0)
    student = _StudentEvaluation(function)
    try:
        evaluated, rest = as_far_as_checked(map(student.evaluate, positions(as_game(first_state(game)))))
        depends = student.depends_on_earlier_calls()
    except FaultFound as found:
        return Report(name, [found.finding], 0.0)
    finally:
        student.memory.forget()  # so that another check says the same
    if depends:
        return Report(name, [depends, *rest], 0.0)
    return _report_on(student, evaluated, rest)


def _report_on(student: _StudentEvaluation, evaluated: list[Evaluated], rest: list[Finding]) -> Report:
    """The report on these values; if there is a `rest` that could not be checked, the values are not all."""
    if all(one.value == evaluated[0].value for one in evaluated):
        if rest:  # which might have other values
            return Report(student.name, [*student.findings.values(), *rest], 0.0)
        return Report(student.name, [student.finding("constant", texts.CONSTANT, evaluated[0])], 0.0)
    by_chance = "not-repeatable" in student.findings  # then two values differ whatever is exchanged
    exchange = None if by_chance else student.antisymmetry(evaluated)
    follows = exchange is not None and exchange.code == "flips-utility"  # then finished games are reversed as well
    sign = None if follows or rest else student.sign(evaluated)
    findings = [*student.findings.values(), *filter(None, [exchange, sign]), *rest]
    faults = sum(not finding.remark for finding in findings)
    return Report(student.name, findings, 0.0 if by_chance else 1 - faults / ASPECTS)


def positions(start: GameState) -> list[Any]:
    """Different positions, those with the fewest plies first."""
    found: dict[Any, tuple[int, Any]] = {}
    games = (islice(random_game(start, seed), PLIES) for seed in range(GAMES))
    for path, state in chain(islice(nearest(start), NEAR), *games):
        found.setdefault(state.key(), (len(path), underlying(state)))
    return [state for _, state in sorted(found.values(), key=lambda item: item[0])]


class _StudentEvaluation:
    """A student's evaluation, and what is wrong with its values."""

    def __init__(self, function: Callable[..., Any]):
        self.function, self.name = function, name_of(function)
        self.call, self.ask = f"{self.name}(state)", partial(run, function, most_lines=MOST_LINES)
        self.findings: dict[str, Finding] = {}  # the first of each code, which has the fewest plies
        self.memory = Memory(function)
        self.asked: list[tuple[Any, Value]] = []  # what it was asked, and said

    def evaluate(self, state: Any) -> Evaluated:
        """The values of a position; also sees that they are the same every time, and that the position stays."""
        game = as_game(state)
        image = game.exchanged()
        before = _contents(state)
        value = self._value(state)
        if _contents(state) != before:  # what it says of a state that it has changed means nothing
            raise FaultFound(self.finding("mutates-state", MISCONCEPTIONS["mutates-state"], Evaluated(state, NOTHING)))
        if not _equal(self._value(state), value):
            finding = self.finding("not-repeatable", texts.NOT_REPEATABLE, Evaluated(state, NOTHING))
            self.findings.setdefault(finding.code, finding)
        other = None if image is None else self._value(image)
        return Evaluated(state, value, other, None if game.get_legal_moves() else game.utility())

    def _value(self, state: Any) -> Value:
        result = self.ask(state)
        if result.failure and isinstance(result.error, FrozenInstanceError):
            raise FaultFound(Finding.of("mutates-state", MISCONCEPTIONS["mutates-state"], state, self.call))
        if result.failure:
            raise FaultFound(failure_finding(result, self.call, state))
        if code := not_a_number(result.value) or ("returns-no-number" if math.isnan(result.value) else ""):
            raise FaultFound(not_a_number_finding(code, result.value, self.call, state))
        self.asked.append((state, result.value))
        return result.value

    def depends_on_earlier_calls(self) -> Finding | None:
        """What it says of a position is the same, whatever it was asked before."""
        if not self.memory.changed or "not-repeatable" in self.findings:
            return None
        earlier = CallsAlone(self.memory, self.ask, _equal)
        with suppress(NotFinished):  # then it is checked without this
            for number, (state, said) in enumerate(self.asked):
                if found := earlier.spoil([(other,) for other, _ in self.asked[:number]], (state,), said):
                    return found.finding(self.name, self.call, state)
        return None

    def finding(self, code: str, text: Text, one: Evaluated, expected: str = "") -> Finding:
        return Finding.of(code, text, one.state, self.call, returned=one.value, expected_text=expected)

    def antisymmetry(self, evaluated: list[Evaluated]) -> Finding | None:
        """With the players exchanged, every value changes its sign and nothing else."""
        if any(one.exchanged is None for one in evaluated):
            return Finding.of("not-tried", texts.NOT_TRIED, remark=True)
        wrong = [one for one in evaluated if not _equal(one.exchanged, -one.value)]
        if not wrong:
            return None
        first = wrong[0]
        movers_view = all(_equal(one.exchanged, one.value) for one in evaluated) and asks_whose_turn(self.function)
        value, other = value_text(first.value), value_text(first.exchanged)
        again = texts.AGAIN.format(value=other) if _equal(first.exchanged, first.value) else other
        values = texts.SAYS.format(value=value, exchanged=again)
        if movers_view:
            return self.finding("flips-utility", texts.MOVERS_VIEW.filled(values=values), first)
        return self.finding("not-antisymmetric", texts.NOT_ANTISYMMETRIC.filled(values=values), first)

    def sign(self, evaluated: list[Evaluated]) -> Finding | None:
        """Where a game is won, the value should not always favour the loser."""
        decided = [one for one in evaluated if one.utility and one.value]
        said = [(one.value, one.utility) for one in decided]
        if "not-repeatable" not in self.findings:  # with the players exchanged, the other one has won
            said += [(-one.exchanged, one.utility) for one in evaluated if one.utility and one.exchanged]
        if len(decided) < 2 or any((value > 0) == (utility > 0) for value, utility in said):
            return None
        expected = texts.ABOVE if decided[0].utility > 0 else texts.BELOW
        return self.finding("reversed", texts.REVERSED.filled(games=_for_the_loser(evaluated)), decided[0], expected)


def asks_whose_turn(function: Callable[..., Any]) -> bool:
    """Whether the code of an evaluation, or of its features, speaks of the player to move or of that player's moves."""
    parts = [function, *inspect.getclosurevars(function).nonlocals.values()] if isfunction(function) else [function]
    parts += [feature for part in parts for feature in dict(getattr(part, "features", {})).values()]
    return any(uses(part, name) for part in parts for name in WHOSE_TURN)


def _for_the_loser(evaluated: list[Evaluated]) -> str:
    """What is said about the games of each winner: with some nothing may be wrong, or only with a few."""
    sentences = []
    for winner, sign, side in ("MAX", 1, texts.BELOW), ("MIN", -1, texts.ABOVE):
        against = [sign * one.value < 0 for one in evaluated if one.utility and sign * one.utility > 0]
        if any(against):
            sentences.append(texts.GAMES_WON_BY.format(some="" if all(against) else "some ", winner=winner, side=side))
    return f"{', and '.join(sentences)}."


def _equal(one: Value, other: Value) -> bool:
    """Whether two values are the same, but for the last digits of a sum in another order."""
    return one == other or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def _contents(state: Any) -> Any:
    """What can be seen of a state, to notice a change; a game of the library may fill caches of its own."""
    ours = type(state).__module__.startswith("minimax_lab")
    slots = {name for cls in type(state).__mro__ for name in getattr(cls, "__slots__", ())}
    names = {*slots, *getattr(state, "__dict__", ())}
    seen = {name for name in names if hasattr(state, name) and not (ours and name.startswith("_"))}
    return [*state.get_legal_moves()], repr(state), {name: deepcopy(getattr(state, name)) for name in seen}


OPENINGS = 100  # at most: each is played twice, with changed sides
DEPTH = 2  # plies that each player looks ahead
SURE = 20  # times as likely, if it is stronger than if it is not: an equal one comes that far in 5 % of all matches

Evaluation = Callable[[Any], Value]


def contest(function: Evaluation, other: Evaluation, start: GameState) -> Report:
    """Whether an evaluation is stronger than another one, beyond chance, both looking two plies ahead.

    They play from up to a hundred openings after `start`, each twice with changed sides, until it is clear. The
    evaluation must pass its own check first.

    >>> from minimax_lab import check
    >>> from minimax_lab.evaluate import mobility
    >>> from minimax_lab.games import Isolation
    >>> check.contest(mobility, lambda state: 0, Isolation(4, 4)).heading
    '✓ mobility against <lambda>, 19 of 20 games won: right'
    """
    name = name_of(function)
    if not (report := evaluation(function, start)).passed:
        return not_ready(report)
    pairs, lost = list[int](), list[tuple[Any, Player]]()
    for state in openings(start):
        pairs.append(0)
        for mine in MAX, MIN:
            players = {mine: function, mine.opponent: other}
            try:
                result = run(end_of_game, state, players, most_lines=None, borrows_from=())
            except NotFinished:
                return Report(name, [not_checked(EVERYTHING)], 0.0)
            if result.failure:
                return Report(name, [failure_finding(result, f"{name}(state)")], 0.0)
            won = result.value.utility() * (1 if mine is MAX else -1) > 0
            pairs[-1] += won
            lost += [] if won else [(result.value, mine)]
        if not 1 / SURE < evidence(pairs) < SURE:
            break
    numbers = {"wins": sum(pairs), "games": 2 * len(pairs)}
    subject = texts.WON.format(name=name, other=name_of(other), **numbers)
    if evidence(pairs) >= SURE:
        return Report(subject, [])
    end, player = lost[0] if lost else (None, MAX)
    both, none, named = pairs.count(2), pairs.count(0), f"{player.symbol} {player}"
    so = _so_far(sum(pairs), len(pairs))
    text = texts.NOT_STRONGER.filled(both=both, none=none, player=named, so=so, **numbers)
    return Report(subject, [Finding.of("not-stronger", text, end)], 0.0)


def _so_far(wins: int, half: int) -> str:
    """What too few wins say: with half of the games or fewer, it is not chance that stands in the way."""
    if wins > half:
        return texts.TOO_OFTEN_BY_CHANCE
    return texts.NOT_MORE_THAN_HALF.format(half=texts.HALF if wins == half else texts.FEWER_THAN_HALF)


def evidence(pairs: Sequence[int]) -> float:
    """How many times as likely these wins, of two games from each opening, are if the evaluation is stronger.

    Where each side wins one game, the opening has decided. Of the others, an equal evaluation wins half, and a stronger
    one, say, seven of ten.
    """
    return (0.7 / 0.5) ** pairs.count(2) * (0.3 / 0.5) ** pairs.count(0)


def not_ready(report: Report) -> Report:
    """What is said of an evaluation whose own check gave this `report`."""
    first = report.findings[0]
    if first.code == NOT_WRITTEN:
        return report
    title = first.title if first.title.startswith("None") else f"{first.title[:1].lower()}{first.title[1:]}"
    text = texts.FIRST_THE_CHECK.filled(fault=title)
    return Report(report.subject, [Finding.of("not-ready", text, first.board)], 0.0)


def openings(start: GameState) -> list[GameState]:
    """Positions after one move of each player, no two of them the same, in an order that is the same every time."""
    random, states = Random(0), [start]
    for _ in range(2):
        states = [state.forecast_move(move) for state in states for move in state.get_legal_moves()]
    different = {as_game(state).key(): state for state in states}
    return sorted(different.values(), key=lambda state: random.random())[:OPENINGS]


def end_of_game(state: GameState, evaluations: Mapping[Player, Evaluation]) -> GameState:
    """The last position, if each player searches with an evaluation of its own."""
    while state.get_legal_moves():
        state = state.forecast_move(alphabeta_decision(state, DEPTH, evaluations[state.active_player]))
    return state
