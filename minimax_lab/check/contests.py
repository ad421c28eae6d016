"""Lets an evaluation play against another one: is it the better one?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from minimax_lab.check.evaluations import evaluation as check_evaluation
from minimax_lab.check.report import Finding, Report
from minimax_lab.check.sandbox.failures import failure_finding, not_checked
from minimax_lab.check.sandbox.limits import NotFinished
from minimax_lab.check.sandbox.run import run
from minimax_lab.check.shared import name_of
from minimax_lab.check.texts import evaluations as texts
from minimax_lab.check.texts.failures import EVERYTHING
from minimax_lab.game import MAX, MIN, GameState, Player, Value
from minimax_lab.search import alphabeta_decision

OPENINGS = 12  # each is played twice, with changed sides
DEPTH = 2  # plies that each player looks ahead

Evaluation = Callable[[Any], Value]


def contest(evaluation: Evaluation, other: Evaluation, start: GameState, wanted: int = OPENINGS + 1) -> Report:
    """Whether `evaluation` wins `wanted` games against `other`, from twelve openings after `start`, each played twice.

    Both look two plies ahead. The evaluation must pass its own check first.
    """
    name = name_of(evaluation)
    if not (report := check_evaluation(evaluation, start)).passed:
        return not_ready(report)
    wins, games, lost = 0, 0, []
    for seed in range(OPENINGS):
        for mine in MAX, MIN:
            players = {mine: evaluation, mine.opponent: other}
            try:
                result = run(end_of_game, opening(start, seed), players, most_lines=None, borrows_from=())
            except NotFinished:
                return Report(name, [not_checked(EVERYTHING)], 0.0)
            if result.failure:
                return Report(name, [failure_finding(result, f"{name}(state)")], 0.0)
            games += 1
            won = (result.value.utility() > 0) is (mine is MAX)
            wins += won
            lost += [] if won else [(result.value, mine)]
    subject = texts.WON.format(name=name, wins=wins, games=games, other=name_of(other))
    if wins >= wanted:
        return Report(subject, [])
    end, player = lost[0]
    text = texts.NOT_STRONGER.filled(wins=wins, games=games, wanted=wanted, player=f"{player.symbol} {player}")
    return Report(subject, [Finding.of("not-stronger", text, end)], 0.0)


def not_ready(report: Report) -> Report:
    """What is said of an evaluation whose own check gave this `report`."""
    first = report.findings[0]
    text = texts.FIRST_THE_CHECK.filled(fault=f"{first.title[:1].lower()}{first.title[1:]}")
    return Report(report.subject, [Finding.of("not-ready", text, first.board)], 0.0)


def opening(start: GameState, seed: int) -> GameState:
    """The position after one random move of each player."""
    random, state = Random(seed), start
    for _ in range(2):
        state = state.forecast_move(random.choice(state.get_legal_moves()))
    return state


def end_of_game(state: GameState, evaluations: Mapping[Player, Evaluation]) -> GameState:
    """The last position, if each player searches with an evaluation of its own."""
    while state.get_legal_moves():
        state = state.forecast_move(alphabeta_decision(state, DEPTH, evaluations[state.active_player]))
    return state
