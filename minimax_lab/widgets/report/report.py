"""A report in a notebook: its page, with buttons for hints and to step through the counterexamples."""

from __future__ import annotations

from typing import Any

from ipywidgets import HTML, Button, HBox, VBox

from minimax_lab.check.report import Finding, Report
from minimax_lab.trace import Trace
from minimax_lab.widgets.base import WithStill
from minimax_lab.widgets.report.page import banner_html, finding_html, heading_html, prose_html
from minimax_lab.widgets.stepper.stepper import StepThrough


def report_bundle(report: Report) -> dict[str, Any]:
    """What a notebook shows of a report: the widget, and for where widgets do not run a page and a text."""
    data, _ = ReportView(report)._repr_mimebundle_()
    return data


class ReportView(WithStill, VBox):
    """A report with its pictures and buttons."""

    def __init__(self, report: Report):
        self.report = report
        views = [_FindingView(finding) for finding in report.findings]
        heading = heading_html(report)
        self.page = "\n".join([heading, *(view.page for view in views)])
        super().__init__([HTML(heading), *views, *([_Hints(report)] if _has_hints(report) else [])])
        self.add_class("minimax-report")

    def __repr__(self) -> str:
        return f"ReportView({len(self.children)} parts)"

    def _text(self) -> str:
        return str(self.report)

    def _still(self) -> str:
        return self.page


class _FindingView(VBox):
    """One finding; its button opens the student's code at the step where it goes wrong."""

    children: tuple[Any, ...]

    def __init__(self, finding: Finding):
        self.replay = finding.replay() if finding.replay else None
        self.page = finding_html(finding, self.replay)
        tooltip = f"Your own code on the counterexample, at the step where it goes wrong: {finding.title}"
        self.button = Button(description="Step through it", icon="step-forward", tooltip=tooltip)
        self.button.add_class("minimax-report-step")
        self.button.on_click(self._open)
        super().__init__([HTML(self.page), *([self.button] if self.replay else [])])

    def _open(self, _: Button) -> None:
        assert self.replay is not None
        self.button.disabled = True  # it stays open: what is on the screen does not jump away
        steps = StepThrough(self.replay.trace, step=self.replay.step, grain="line")
        right = [_RightSearch(self.replay.right)] if self.replay.right else []
        self.children = (*self.children, HTML(banner_html(self.replay)), steps, *right)


class _RightSearch(VBox):
    """A right search of the same tree, shown when it is asked for; it has no code to copy."""

    children: tuple[Any, ...]

    def __init__(self, right: Trace):
        self.right = right
        tooltip = "A right search of the same tree, step by step, without its code"
        self.button = Button(description="Show the right search", icon="check", tooltip=tooltip)
        self.button.layout.width = "auto"
        self.button.add_class("minimax-report-right")
        self.button.on_click(self._open)
        super().__init__([self.button])

    def _open(self, _: Button) -> None:
        self.button.disabled = True
        self.children = (self.button, StepThrough(self.right, grain="node"))


class _Hints(HBox):
    """Hints, one at a time."""

    def __init__(self, report: Report):
        self.report, self.text, button = report, HTML(), Button(description="A hint", icon="lightbulb-o")
        button.add_class("minimax-report-hint")
        button.on_click(lambda _: self._next())
        super().__init__([button, self.text])

    def _next(self) -> None:
        self.text.value = f"<span role='status'>{prose_html(self.report.hint())}</span>"


def _has_hints(report: Report) -> bool:
    return not report.passed and any(finding.hints for finding in report.findings)
