"""Checks an evaluation on positions of a game: the start, what comes soon after it, and some whole games."""

from __future__ import annotations

import math
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

from minimax_lab.adapt import as_game, underlying
from minimax_lab.check.game.positions import first_state, nearest, random_game
from minimax_lab.check.report import NOTHING, Finding, Report
from minimax_lab.check.sandbox.failures import RETURNED, cannot_be_called, no_number, trouble
from minimax_lab.check.sandbox.limits import Outcome, run
from minimax_lab.check.texts import MISCONCEPTIONS, Misconception
from minimax_lab.game import GameState, Value
from minimax_lab.trace.words import value_text
from minimax_lab.values import opposite

NEAR, GAMES, PLIES = 25, 6, 42  # positions near the start; games played at random, and how far
MOST_LINES = 100_000  # for one position: a search asks about thousands of them
PARTS = 4  # of the score: the same every time, leaves the state alone, antisymmetric, the right sign

CONSTANT = Misconception(
    "It says the same of every position",
    "All positions that were tried have the same value. An evaluation must tell good ones from bad ones.",
    ("What does one want in this game?", "Count something that differs from position to position."),
)
REVERSED = Misconception(
    "The wrong way round",
    "High is good for MAX.",
    ("For whom is a high value good?", "Which of the two numbers do you subtract from the other?"),
)
MOVERS_VIEW = Misconception(
    "The view of the player to move",
    "Your evaluation takes the view of the player to move: with the players exchanged, it gives the same value. "
    "It must always be MAX's view, whoever is to move.",
    (
        "Does it matter to your evaluation whose turn it is?",
        "A search compares positions with either player to move. For whom is a high value good?",
        "What is MAX's counts for, what is MIN's counts against, at every turn.",
    ),
)
NOT_REPEATABLE = Misconception(
    "Another value every time",
    "Asked twice about the same position, it gives two answers.",
    ("Is there anything random in it?", "Does it remember something from one call to the next?"),
)


@dataclass(frozen=True)
class Judged:
    """A position and its value, and with the roles exchanged, if that is known."""

    state: Any
    value: Value
    exchanged: Value = None
    utility: Value = None  # where the game is over


class Unusable(Exception):
    """The evaluation gave no number for a position: what to say of it."""

    def __init__(self, finding: Finding):
        self.finding = finding


def evaluation(function: Callable[..., Any], game: Any) -> Report:
    """Check `function(state)`, an evaluation of the positions of `game`, which is a state to start from or its class.

    It must give a number, high where MAX is better off, the same every time,
    leave the state as it is, and change its sign and nothing else when the players change places.
    """
    name = getattr(function, "__name__", type(function).__name__)
    if unusable := cannot_be_called(function, "state"):
        return Report(name, [unusable], 0.0)
    trial = _Trial(function, name)
    try:
        judged = [trial.judge(state) for state in positions(as_game(first_state(game)))]
    except Unusable as error:
        return Report(name, [error.finding], 0.0)
    if all(one.value == judged[0].value for one in judged):
        return Report(name, [trial.finding("constant", CONSTANT, judged[0])], 0.0)
    exchange = trial.antisymmetry(judged)
    follows = exchange is not None and exchange.code == "flips-utility"  # then finished games are reversed as well
    findings = [*trial.findings.values(), *filter(None, [exchange, None if follows else trial.sign(judged)])]
    faults = sum(not finding.remark for finding in findings)
    return Report(name, findings, 1 - faults / PARTS)


def positions(start: GameState) -> list[Any]:
    """Different positions, those with the fewest plies first."""
    found: dict[Any, tuple[int, Any]] = {}
    games = (islice(random_game(start, seed), PLIES) for seed in range(GAMES))
    for line, state in chain(islice(nearest(start), NEAR), *games):
        found.setdefault(state.key(), (len(line), underlying(state)))
    return [state for _, state in sorted(found.values(), key=lambda item: item[0])]


class _Trial:
    """An evaluation at work."""

    def __init__(self, function: Callable[..., Any], name: str):
        self.function, self.name = function, name
        self.findings: dict[str, Finding] = {}  # the first of each code, which has the fewest plies

    def judge(self, state: Any) -> Judged:
        """The values of a position; also watches that nothing but the position decides, and that it stays."""
        game = as_game(state)
        image = game.exchanged()
        before = _snapshot(state)
        value = self._value(state)
        if _snapshot(state) != before:  # what it says of a state that it has changed means nothing
            raise Unusable(self.finding("mutates-state", MISCONCEPTIONS["mutates-state"], Judged(state, NOTHING)))
        if not _equal(self._value(state), value):
            self._note(self.finding("not-repeatable", NOT_REPEATABLE, Judged(state, NOTHING)))
        other = None if image is None else self._value(image)
        return Judged(state, value, other, None if game.get_legal_moves() else game.utility())

    def _note(self, finding: Finding) -> None:
        self.findings.setdefault(finding.code, finding)

    def _value(self, state: Any) -> Value:
        outcome = run(self.function, state, most_lines=MOST_LINES)
        if finding := self._unusable(outcome, state):
            raise Unusable(finding)
        return outcome.value

    def _unusable(self, outcome: Outcome, state: Any) -> Finding | None:
        call, value = f"{self.name}({state!r})", outcome.value
        if outcome.trouble:
            return trouble(outcome, call, state)
        code = no_number(value) or ("returns-no-number" if math.isnan(value) else "")
        if not code:
            return None
        title, message = RETURNED[code]
        return Finding(code, title, message, state, call, value if code == "returns-no-number" else NOTHING)

    def finding(self, code: str, known: Misconception, judged: Judged) -> Finding:
        call = f"{self.name}({judged.state!r})"
        return Finding(code, known.title, known.message, judged.state, call, judged.value, hints=known.hints)

    # What the values must be like

    def antisymmetry(self, judged: list[Judged]) -> Finding | None:
        """With the roles exchanged, every value changes its sign and nothing else."""
        if any(one.exchanged is None for one in judged):
            message = "Whether the value changes its sign with the players was not tried: this game has no way to."
            return Finding("not-tried", "Exchanging the players", message, remark=True)
        wrong = [one for one in judged if not _equal(one.exchanged, -one.value)]
        if not wrong:
            return None
        first = wrong[0]
        if all(_equal(one.exchanged, one.value) for one in judged):
            code, known = "flips-utility", MOVERS_VIEW
        else:
            code, known = "not-antisymmetric", MISCONCEPTIONS["not-antisymmetric"]
        finding = self.finding(code, known, first)
        return replace(finding, expected_text=self._sought(first))

    def _sought(self, one: Judged) -> str:
        return f"{value_text(opposite(one.exchanged))}, if {value_text(one.exchanged)} is with the players exchanged"

    def sign(self, judged: list[Judged]) -> Finding | None:
        """Where a game is won, the value should not always speak for the loser."""
        decided = [one for one in judged if one.utility and one.value]
        if len(decided) < 2 or any((one.value > 0) == (one.utility > 0) for one in decided):
            return None
        finding = self.finding("reversed", REVERSED, decided[0])
        message = f"{_for_the_loser(judged)} {finding.message}"
        return replace(finding, message=message, expected_text="above 0" if decided[0].utility > 0 else "below 0")


def _for_the_loser(judged: list[Judged]) -> str:
    """What is said of the games of each winner: of some nothing may be wrong, or only of a few."""
    texts = []
    for winner, sign, side in ("MAX", 1, "below 0"), ("MIN", -1, "above 0"):
        against = [sign * one.value < 0 for one in judged if one.utility and sign * one.utility > 0]
        if any(against):
            some = "" if all(against) else "some "
            texts.append(f"{some}games that {winner} has won get a value {side}")
    if len(texts) == 2:
        texts[1] = texts[1].replace("get a value", "one")
    told = ", and ".join(texts)
    return f"{told[:1].upper()}{told[1:]}."


def _equal(one: Value, other: Value) -> bool:
    """Whether two values are the same, but for the last digits of a sum in another order."""
    return one == other or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def _snapshot(state: Any) -> Any:
    """What can be seen of a state, to notice a change."""
    fields = deepcopy(getattr(state, "__dict__", None))
    return [*state.get_legal_moves()], getattr(state, "active_player", None), repr(state), fields
