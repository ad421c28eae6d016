"""A report in a notebook: what is wrong, the counterexample with the student's run on it, a way to step through it."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from ipywidgets import HTML, Button, HBox, VBox

from minimax_lab.check.report import Finding, Replay, Report
from minimax_lab.draw import notebook_bundle
from minimax_lab.widgets.stepper.stepper import StepThrough


def report_bundle(report: Report) -> dict[str, Any]:
    """What a notebook shows of a report: the widget, and for where widgets do not run a page and a text."""
    shown = ReportView(report)
    view = shown._repr_mimebundle_() or {}
    return {**view, "text/plain": str(report), "text/html": shown.page}


class ReportView(VBox):
    """A report with its pictures and buttons."""

    def __init__(self, report: Report):
        views = [_FindingView(finding) for finding in report.findings]
        heading = _heading(report)
        self.page = "\n".join([heading, *(view.page for view in views)])
        super().__init__([HTML(heading), *views, *([_Hints(report)] if _has_hints(report) else [])])
        self.add_class("minimax-report")

    def __repr__(self) -> str:
        return f"ReportView({len(self.children)} parts)"


class _FindingView(VBox):
    """One finding; its button opens the student's code at the step where it leaves the right way."""

    children: tuple[Any, ...]

    def __init__(self, finding: Finding):
        self.replay = finding.replay() if finding.replay else None
        self.page = "\n".join([_words(finding), _picture(finding, self.replay)])
        self.button = Button(description="Step through it", icon="step-forward", tooltip=_tooltip(finding))
        self.button.add_class("minimax-report-step")
        self.button.on_click(self._open)
        super().__init__([HTML(self.page), *([self.button] if self.replay else [])])

    def _open(self, _: Button) -> None:
        assert self.replay is not None
        self.button.disabled = True  # it stays open: what is on the screen does not jump away
        self.children = (*self.children, StepThrough(self.replay.trace, step=self.replay.step, grain="line"))


class _Hints(HBox):
    """Hints, one at a time."""

    def __init__(self, report: Report):
        self.report, self.text, button = report, HTML(), Button(description="A hint", icon="lightbulb-o")
        button.add_class("minimax-report-hint")
        button.on_click(lambda _: self._next())
        super().__init__([button, self.text])

    def _next(self) -> None:
        self.text.value = f"<span role='status'>{_prose(self.report.hint())}</span>"


def _has_hints(report: Report) -> bool:
    return not report.passed and any(finding.hints for finding in report.findings)


def _heading(report: Report) -> str:
    return f"<h4 style='margin:4px 0'>{escape(report.heading)}</h4>"


def _words(finding: Finding) -> str:
    """The finding as it prints itself, title first, the call and its results as code."""
    lines = [f"<p><b>{_prose(finding.title)}</b> ({escape(finding.code)})</p>", f"<p>{_prose(finding.message)}</p>"]
    if finding.call:
        outcome = "\n".join(finding.outcome_lines())
        lines.append(f"<pre>{escape(outcome)}</pre>")
    return "\n".join(lines)


def _prose(text: str) -> str:
    """Text for a page; what stands in backquotes is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text).replace("\n", "<br>"))


def _picture(finding: Finding, replay: Replay | None) -> str:
    """The student's run on the counterexample, or at least the counterexample; of a line of moves where it leads."""
    example = finding.counterexample
    for shown in (replay and replay.trace, example, getattr(example, "position", None)):
        if shown is not None and (bundle := notebook_bundle(shown)):
            return bundle["text/html"]
    return ""


def _tooltip(finding: Finding) -> str:
    return f"Your own code on the counterexample, where it goes astray: {finding.title}"
