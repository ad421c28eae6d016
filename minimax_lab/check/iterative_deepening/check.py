"""Checks iterative deepening under a clock that is simulated: every move tried and every evaluation takes one tick.

So the time can be made to run out at any point of a search, and always at the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from minimax_lab.check.iterative_deepening.aspects import Aspects
from minimax_lab.check.report import NOT_WRITTEN, Finding, Report
from minimax_lab.check.sandbox.clock import SimulatedClock, simulated
from minimax_lab.check.sandbox.failures import GIVES_UP, cannot_be_called, or_not_checked, unwritten_among
from minimax_lab.check.texts.failures import EVERYTHING
from minimax_lab.check.texts.tables_and_clocks import ASPECTS

SUBJECT = "deepening"


def deepening(function: Callable[..., Any]) -> Report:
    """Check `function(state, seconds, evaluate)`, which deepens its search step by step and returns a move in time.

    The score is the share of what it must do: have a move ready, be back in time (and earlier if there is
    nothing more to find), and play the best that a complete iteration has found.

    >>> from minimax_lab import check
    >>> def first(state, seconds, evaluate):
    ...     return state.get_legal_moves()[0]
    >>> check.deepening(first).heading
    '✗ deepening: not right yet (33%)'
    """
    if unusable := cannot_be_called(function, "state", "seconds", "evaluate") or unwritten_among([function]):
        return Report(SUBJECT, [unusable], 0.0)
    clock = SimulatedClock()
    with simulated(clock, function):
        return _report(Aspects(function, clock))


def _report(aspects: Aspects) -> Report:
    if unusable := or_not_checked(aspects.unusable, EVERYTHING):
        return Report(SUBJECT, [unusable], 0.0)
    findings: list[Finding] = []
    for name, check in aspects.all.items():
        if found := or_not_checked(check, ASPECTS[name]):
            findings.append(found)
            if found.code in (*GIVES_UP, NOT_WRITTEN):
                return Report(SUBJECT, findings, 0.0)
    checked = len(aspects.all) - sum(finding.remark for finding in findings)
    if not findings:  # else, what is not found yet might be worth the time
        findings += filter(None, [or_not_checked(aspects.ends, ASPECTS["ends"])])
    faults = sum(not finding.remark for finding in findings)
    score = 1 - faults / checked if checked else 0.0
    if error := aspects.error():  # all else may only follow from it
        findings = [error]
    return Report(SUBJECT, findings, score)
