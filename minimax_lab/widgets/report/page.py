"""A report as HTML that stands by itself: what is wrong, and the counterexample with the student's run on it."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from minimax_lab.check.report import NOT_CHECKED, NOT_WRITTEN, Finding, Replay, Report
from minimax_lab.check.texts.replays import RIGHT, YOURS
from minimax_lab.draw import notebook_bundle
from minimax_lab.games import Tree
from minimax_lab.trace import Trace

STATES = {  # of a finding or a report: its mark, and a colour that can be read on light and on dark paper
    "right": ("✓", "#00855D"),
    "not-yet": ("✗", "#C2500A"),
    "remark": ("i", "#2F6EA8"),
    "not-checked": ("?", "#6B6B6B"),
    "not-written": ("✎", "#6B6B6B"),
}


def report_html(report: Report) -> str:
    """The whole report. It needs neither anywidget nor a running kernel."""
    findings = (finding_html(finding, finding.replay() if finding.replay else None) for finding in report.findings)
    return "\n".join([heading_html(report), *findings])


def heading_html(report: Report) -> str:
    """The report in a line, with its state as a mark and a colour."""
    state = next(state for state, (mark, _) in STATES.items() if report.heading.startswith(mark))
    text = report.heading[len(STATES[state][0]) :].strip()
    return f"<h4 data-state='{state}' style='margin:4px 0'>{_mark(state)} {escape(text)}</h4>"


def finding_html(finding: Finding, replay: Replay | None) -> str:
    """The finding as it prints itself, with pictures of `replay`, the student's run on the counterexample."""
    state = _state(finding)
    lines = [
        f"<p>{_mark(state)} <b>{prose_html(finding.title)}</b></p>",
        f"<p>{prose_html(finding.message)}</p>",
    ]
    if finding.call:
        outcome = "\n".join(finding.outcome_lines())
        lines.append(f"<pre>{escape(outcome)}</pre>")
    lines += [_pictures(finding, replay), f"<p><small style='opacity:.65'>{escape(finding.code)}</small></p>"]
    kind = "dashed" if finding.remark else "solid"
    edge = f"border-left:4px {kind} {STATES[state][1]};padding-left:10px;margin:6px 0"
    opening = f"<div data-state='{state}' data-code='{escape(finding.code)}' style='{edge}'>"
    return "\n".join([opening, *lines, "</div>"])


def banner_html(replay: Replay) -> str:
    """What happened where the student's search leaves the right one, and what should have."""
    mark = "border:2px dashed #B8860B;border-radius:8px;padding:4px 8px;margin-right:4px;display:inline-block"
    return f"<p role='note' style='{mark}'>{prose_html(replay.banner)}</p>" if replay.banner else ""


def _state(finding: Finding) -> str:
    if finding.code in (NOT_CHECKED, NOT_WRITTEN):
        return finding.code
    return "remark" if finding.remark else "not-yet"


def _mark(state: str) -> str:
    mark, colour = STATES[state]
    shape = "border-radius:50%" if state in ("right", "remark") else "border-radius:3px"
    look = f"display:inline-block;min-width:1.4em;line-height:1.4;text-align:center;{shape}"
    name = state.replace("-", " ")
    return f"<span role='img' aria-label='{name}' style='{look};background:{colour};color:#fff'>{mark}</span>"


def prose_html(text: str) -> str:
    """Text for a page; what stands in backquotes is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text).replace("\n", "<br>"))


def _pictures(finding: Finding, replay: Replay | None) -> str:
    """The run on the counterexample beside a right one or the board, what differs ringed and said below."""
    if replay and replay.right:
        shown = [_figure(_drawn(replay.trace, replay), YOURS), _figure(_drawn(replay.right, replay), RIGHT)]
    else:
        board = "" if replay and isinstance(finding.counterexample, Tree) else _board(finding.counterexample)
        shown = [_figure(drawn) for drawn in (board, _drawn(replay.trace, replay) if replay else "") if drawn]
    row = f"<div style='display:flex;flex-wrap:wrap;align-items:flex-start'>{''.join(shown)}</div>" if shown else ""
    return "\n".join(filter(None, [row, banner_html(replay) if replay else ""]))


def _figure(picture: str, caption: str = "") -> str:
    caption = caption and f"<figcaption>{caption}</figcaption>"
    return f"<figure style='margin:0 24px 0 0;max-width:100%'>{caption}{picture}</figure>"


def _drawn(run: Trace, replay: Replay) -> str:
    bundle = notebook_bundle(run, ringed=replay.ringed)
    return bundle["text/html"] if bundle else ""


def _board(example: Any) -> str:
    """The counterexample; if that is a list of moves, where it leads."""
    for shown in (example, getattr(example, "position", None)):
        if shown is not None and (bundle := notebook_bundle(shown)):
            return bundle["text/html"]
    return ""
