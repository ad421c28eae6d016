"""A report in a notebook: its page, with buttons for hints and to step through the counterexamples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets
from ipywidgets import HTML, VBox

from minimax_lab.check.report import Finding, Report
from minimax_lab.widgets.base import WithStill
from minimax_lab.widgets.bundle import script, style
from minimax_lab.widgets.report.page import finding_html, heading_html, prose_html
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
        has_hints = not report.passed and any(finding.hints for finding in report.findings)
        self.hint = ReportButton("A hint", "minimax-report-hint", self._next_hint)
        super().__init__([HTML(heading), *views, *([self.hint] if has_hints else [])])
        self.add_class("minimax-report")

    def _next_hint(self) -> None:
        self.hint.said = prose_html(self.report.hint())

    def __repr__(self) -> str:
        return f"ReportView({len(self.children)} parts)"

    def _text(self) -> str:
        return str(self.report)

    def _still(self) -> str:
        return self.page


class ReportButton(anywidget.AnyWidget):
    """A button, and a place for what it says. (One of ipywidgets lets JupyterLab's single keys through: m, dd, …)"""

    _esm = script("report/button.js")
    _css = style("shared/look.css", "report/button.css")
    description = traitlets.Unicode().tag(sync=True)
    kind = traitlets.Unicode().tag(sync=True)
    said = traitlets.Unicode().tag(sync=True)  # HTML
    done = traitlets.Bool(False).tag(sync=True)

    def __init__(self, description: str, kind: str, act: Callable[[], None]):
        super().__init__(description=description, kind=kind)
        self._act = act
        self.on_msg(lambda *_: self.click())

    def click(self) -> None:
        if not self.done:
            self._act()


class _FindingView(VBox):
    """One finding; its button opens the student's code at the step where it goes wrong."""

    children: tuple[Any, ...]

    def __init__(self, finding: Finding):
        self.finding, self.replay = finding, finding.replay() if finding.replay else None
        self.page = finding_html(finding, self.replay)
        self.button = ReportButton("▸ Step through it", "minimax-report-step", self._open)
        self.beside = ReportButton("Show the right search beside it", "minimax-report-right", self._show_right)
        super().__init__([HTML(self.page), *([self.button] if self.replay else [])])

    def _open(self) -> None:
        assert self.replay is not None
        self.button.done = True  # it stays open: what is on the screen does not jump away
        self.steps = StepThrough(self.replay.trace, step=self.replay.step, grain="line")
        beside = [self.beside] if self.replay.right else []
        self.children = (*self.children, self.steps, *beside)

    def _show_right(self) -> None:
        """Put a right search of the same tree, which has no code to copy, beside the student's."""
        assert self.replay is not None
        assert self.replay.right is not None
        self.beside.done = True
        both = StepThrough(self.replay.trace, self.replay.right, step=self.steps.step, grain=self.steps.grain)
        self.children = tuple(both if child is self.steps else child for child in self.children)
