"""A report on its way from the process of the check: everything in it becomes data."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from minimax_lab.check.report import NOTHING, Finding, Replay, Report, shown_value
from minimax_lab.check.sandbox.guard import guard
from minimax_lab.game import GameState
from minimax_lab.trace.model import Path


class AsText:
    """What a student's function returned, where only its text can be sent."""

    def __init__(self, text: str):
        self.text = text

    def __repr__(self) -> str:
        return self.text


def pack(kind: str, outcome: Any) -> bytes:
    """A report, or whatever else a check ended with, as bytes."""
    if isinstance(outcome, Report):
        outcome.findings = tuple(map(_portable_finding, outcome.findings))
    return dumps((kind, outcome))


def dumps(thing: Any) -> bytes:
    """As pickle does it if that can be done, for it is quicker; classes and functions of a student's go whole."""
    try:
        return pickle.dumps(thing)
    except Exception:
        import cloudpickle  # type: ignore[import-untyped]

        return cloudpickle.dumps(thing)


def portable(value: Any) -> Any:
    """A value that can be sent: as it is, or its text."""
    return value if _can_be_sent(value) else AsText(_text(value))


def _portable_finding(finding: Finding) -> Finding:
    """The finding with its replay made, and without what cannot be sent."""
    finding = replace(finding, replay=_made(finding.replay, finding.counterexample))
    if _can_be_sent(finding):
        return finding
    if not _can_be_sent(finding.counterexample):
        finding = replace(finding, counterexample=None)
    finding = replace(finding, returned=portable(finding.returned))
    if not _can_be_sent(finding.expected):
        finding = replace(finding, expected=NOTHING, expected_text=finding.expected_text or _text(finding.expected))
    return finding if _can_be_sent(finding) else replace(finding, replay=None)


def _made(make: Callable[[], Replay | None] | None, start: Any) -> Callable[[], Replay | None] | None:
    """The replay, made now: where the report goes, the student's code is not run again."""
    if make is None or guard.next_run():
        return None
    with guard.over_run():
        try:
            replay = make()
        except Exception:
            replay = None
    return partial(_given, replay, start if isinstance(start, GameState) else None) if replay else None


def _given(replay: Replay, start: GameState | None) -> Replay:
    """The replay, with the states that a trace loses on its way: they follow from the first one and the moves."""
    for seen in filter(None, (replay.trace, replay.right)):
        states: dict[Path, Any] = {(): start}
        with suppress(Exception):  # moves that the first state does not know: then there are no states to show
            for node in seen.nodes if start is not None and seen.nodes[0].state is None else ():
                if node.path:
                    states[node.path] = states[node.path[:-1]].forecast_move(node.path[-1])
                node.state = states[node.path]
    return replay


def _can_be_sent(thing: Any) -> bool:
    try:
        pickle.loads(dumps(thing))
    except Exception:
        return False
    return True


def _text(value: Any) -> str:
    try:
        return shown_value(value)
    except Exception:  # a student's value may fail even at that
        return type(value).__name__
