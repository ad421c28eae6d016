"""Checks a program of which nothing is known: does what it did contradict itself?

The program is watched as `trace` watches it. A search is never called right: a wrong player evaluated, or a memo that
forgets whose turn it is, cannot be seen this way.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from minimax_lab.check.calls import call_text
from minimax_lab.check.programs.look import Look
from minimax_lab.check.programs.source import source_line
from minimax_lab.check.programs.undo import Seen
from minimax_lab.check.report import Finding, Replay, Report
from minimax_lab.check.sandbox.failures import error_text, failure_finding, not_checked
from minimax_lab.check.sandbox.limits import NotFinished, guard
from minimax_lab.check.sandbox.run import run
from minimax_lab.check.shared import line_of, name_of
from minimax_lab.check.texts import programs as texts
from minimax_lab.check.texts.failures import EVERYTHING
from minimax_lab.check.texts.text import Text
from minimax_lab.limits import TimeUp, time_limit
from minimax_lab.picture.text import count_text
from minimax_lab.trace.code import entry_code
from minimax_lab.trace.interpret.program import Program
from minimax_lab.trace.model import Path
from minimax_lab.trace.record.calls import CallWatch
from minimax_lab.trace.result import Trace, traces_of
from minimax_lab.trace.words import path_text

SECONDS = 30.0  # of processor time, after which a program is stopped: a loop in it may have no end
MOST_MOVES = 8  # that are told of the way to a node
NOTHING_TO_SEE = "ends-python", "memory", "prints"  # after these ends of a run


class ProgramReport(Report):
    """What a program contradicts itself in. It is never called right."""

    def __init__(self, subject: str, findings: list[Finding], nodes: int):
        only_odd = all(finding.remark for finding in findings) and bool(nodes)
        super().__init__(subject, findings, 1.0 if only_odd or not findings else 0.0)
        self.nodes = nodes

    @property
    def heading(self) -> str:
        if self.faults:
            return texts.FOUND.format(subject=self.subject, count=count_text(len(self.faults), "finding", "findings"))
        if self.not_checked:
            return super().heading
        if any(finding.code == "unseen" for finding in self.findings):
            return texts.NOT_SEEN.format(subject=self.subject)
        heading = texts.ONLY_ODD if self.findings else texts.NOTHING_FOUND
        return heading.format(subject=self.subject, nodes=count_text(self.nodes, "call", "calls"))


def program(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Report:
    """What is wrong with `function(*args, **kwargs)`, as far as one can see without knowing the game.

    The report has a finding for each kind of contradiction, with its `line`. What is only odd is a remark. Where
    nothing contradicts itself it says so; it never says that a program is right.

    >>> from minimax_lab import check
    >>> def search(board, is_max):
    ...     if " " not in board:
    ...         return board.count("X") - board.index("O")
    ...     values = []
    ...     for i in range(3):
    ...         if board[i] == " ":
    ...             board[i] = "X" if is_max else "O"
    ...             values.append(search(board, not is_max))
    ...     return max(values) if is_max else min(values)
    >>> check.program(search, [" ", " ", " "], True).findings[0].code
    'undo'
    """
    watch, name = CallWatch(entry_code(function)), name_of(function)
    try:
        result = run(_watched, watch, function, args, kwargs, most_lines=None, borrows_from=(), seconds=SECONDS)
    except NotFinished:
        return ProgramReport(name, [not_checked(EVERYTHING)], 0)
    if result.failure in NOTHING_TO_SEE:
        return ProgramReport(name, [failure_finding(result, call_text(function, args))], watch.count)
    error = result.error if result.failure == "raises" else None
    if result.failure == "endless" or isinstance(error, TimeUp):
        watch.stopped, error = "time", None
    seen = Program(watch)
    look = Look(seen)
    traces = traces_of(name, None, seen, type(error).__name__ if error else watch.stopped or None)
    findings = [_finding(kind, found, traces, seen) for kind, found in look.found().items()]
    if error is not None and not findings:
        line, where = line_of(error)
        text = texts.RAISED.filled(error=error_text(error)).followed_by(where)
        findings.append(Finding.of("raises", text, line=line or look.last_line()))
    if seen.notes and not findings:
        findings.append(Finding.of("unseen", texts.UNSEEN.filled(notes=" ".join(seen.notes)), remark=True))
    looked_at = sum(1 + call.folded for node in seen.nodes for call in node.calls if call.function.recursive)
    return ProgramReport(name, findings, looked_at)


def _watched(watch: CallWatch, function: Callable[..., Any], args: tuple, kwargs: dict[str, Any]) -> None:
    """In a process of its own, that is ended if it takes too long; else the time is looked at here."""
    with nullcontext() if guard.is_on else time_limit(SECONDS):
        watch.run(function, args, kwargs)


def _finding(kind: str, found: list[Seen], traces: list[Trace], seen: Program) -> Finding:
    first = found[0]
    text: Text = {**texts.CERTAIN, **texts.ODD}[kind].filled(**first.gaps)
    more = [texts.AFTER.format(place=_place(first.node.path))]
    source = source_line(first.node.code, first.line)
    more += [texts.LINES.get(kind, texts.LINE).format(line=first.line, source=source)] if source else []
    others = len({each.node for each in found}) - 1
    times = texts.TIMES_OF.get(kind, texts.TIMES)
    more += [times.format(count=count_text(others, "more node", "more nodes"))] if others else []
    code = kind.partition("-")[0]
    replay = lambda: _replay(first, traces, seen, text.title)  # noqa: E731
    return Finding.of(code, text.followed_by(*more), line=first.line, remark=kind in texts.ODD, replay=replay)


def _place(path: Path) -> str:
    if not path:
        return texts.ROOT
    deeper = len(path) - MOST_MOVES
    told = path_text(path[:MOST_MOVES])
    return told if deeper <= 0 else texts.DEEP.format(place=told, count=count_text(deeper, "move", "moves"))


def _replay(first: Seen, traces: list[Trace], seen: Program, banner: str) -> Replay | None:
    for tree, shown in zip(seen.trees, traces, strict=True):
        if first.node in tree.searches:
            kinds = shown.steps.kinds()
            steps = [i for i, place in enumerate(shown.steps.places()) if place[0] == first.node.path]
            at = [i for i in steps if kinds[i] == "return"] or steps
            return Replay(shown, at[-1] if at else 0, banner)
    return None
