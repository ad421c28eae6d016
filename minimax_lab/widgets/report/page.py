"""A report as HTML that stands by itself: what is wrong, and the counterexample with the student's run on it."""

from __future__ import annotations

import re
from html import escape

from minimax_lab.check.report import Finding, Replay, Report
from minimax_lab.draw import notebook_bundle


def report_html(report: Report) -> str:
    """The whole report. It needs neither anywidget nor a running kernel."""
    findings = (finding_html(finding, finding.replay() if finding.replay else None) for finding in report.findings)
    return "\n".join([heading_html(report), *findings])


def heading_html(report: Report) -> str:
    return f"<h4 style='margin:4px 0'>{escape(report.heading)}</h4>"


def finding_html(finding: Finding, replay: Replay | None) -> str:
    """The finding as it prints itself, with a picture of `replay`, the student's run on the counterexample."""
    lines = [
        f"<p><b>{prose_html(finding.title)}</b> ({escape(finding.code)})</p>",
        f"<p>{prose_html(finding.message)}</p>",
    ]
    if finding.call:
        outcome = "\n".join(finding.outcome_lines())
        lines.append(f"<pre>{escape(outcome)}</pre>")
    return "\n".join([*lines, _picture(finding, replay)])


def prose_html(text: str) -> str:
    """Text for a page; what stands in backquotes is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text).replace("\n", "<br>"))


def _picture(finding: Finding, replay: Replay | None) -> str:
    """The run on the counterexample, or else the counterexample; if that is a list of moves, where it leads."""
    example = finding.counterexample
    for shown in (replay and replay.trace, example, getattr(example, "position", None)):
        if shown is not None and (bundle := notebook_bundle(shown)):
            return bundle["text/html"]
    return ""
