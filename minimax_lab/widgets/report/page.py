"""The parts of a report as HTML that stands by itself: what is wrong, and the counterexample with the student's run.

This module needs neither anywidget nor Jupyter.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

from minimax_lab.check.report import MARKS, Finding, Replay, Report, shown_moves
from minimax_lab.check.texts.replays import BOARD_AFTER, BOARD_OF_STATE, RIGHT, YOURS
from minimax_lab.draw import notebook_bundle
from minimax_lab.games import Tree
from minimax_lab.trace import Trace

COLOURS = {  # of each state; they can be read on light and on dark paper
    "right": "#00855D",
    "not-yet": "#C2500A",
    "remark": "#2F6EA8",
    "not-checked": "#6B6B6B",
    "not-written": "#6B6B6B",
}
SAID = "not-yet", "remark"  # states whose word stands beside the mark; of the others, it stands in the title


def heading_html(report: Report) -> str:
    """The report in a line, with its state as a mark and a colour."""
    state = next(state for state, mark in MARKS.items() if report.heading.startswith(mark))
    text = report.heading[len(MARKS[state]) :].strip()
    return f"<h4 data-state='{state}' style='margin:4px 0'>{_mark(state)} {escape(text)}</h4>"


def finding_html(finding: Finding, replay: Replay | None) -> str:
    """The finding as it prints itself, with pictures of `replay`, the student's run on the counterexample."""
    state = finding.state
    lines = [
        f"<p>{_mark(state, with_word=state in SAID)} <b>{prose_html(finding.title)}</b></p>",
        f"<p>{prose_html(finding.message)}</p>",
    ]
    if finding.call:
        outcome = "\n".join(finding.outcome_lines())
        lines.append(f"<pre>{escape(outcome)}</pre>")
    lines.append(_pictures(finding, replay))
    if finding.name:
        lines.append(f"<p><small>{escape(finding.name)}</small></p>")
    kind = "dashed" if finding.remark else "solid"
    edge = f"border-left:4px {kind} {COLOURS[state]};padding-left:10px;margin:6px 0"
    opening = f"<div data-state='{state}' data-code='{escape(finding.code)}' style='{edge}'>"
    return "\n".join([opening, *lines, "</div>"])


def banner_html(finding: Finding, replay: Replay | None) -> str:
    """What happened where the student's search leaves the right one, and what should have; "" if the title says it."""
    if not replay or replay.banner in ("", finding.title):
        return ""
    mark = "border:2px dashed #B8860B;border-radius:8px;padding:4px 8px;margin-right:4px;display:inline-block"
    return f"<p role='note' style='{mark}'>{prose_html(replay.banner)}</p>"


def _mark(state: str, with_word: bool = False) -> str:
    name = state.replace("-", " ")
    shape = f"border-radius:{'1em' if with_word else '50%'}" if state in ("right", "remark") else "border-radius:3px"
    look = f"display:inline-block;min-width:1.4em;line-height:1.4;text-align:center;{shape}"
    look += f";background:{COLOURS[state]};color:#fff"
    if not with_word:
        return f"<span role='img' aria-label='{name}' style='{look}'>{MARKS[state]}</span>"
    return f"<span style='{look};padding:0 .5em'><span aria-hidden='true'>{MARKS[state]}</span> {name}</span>"


def prose_html(text: str) -> str:
    """Text for a page; what stands in backquotes is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text).replace("\n", "<br>"))


def _pictures(finding: Finding, replay: Replay | None) -> str:
    """The run on the counterexample beside a right one or the board, what differs ringed and said below."""
    if replay and replay.right:
        yours, right = _moves_at_root(finding)
        shown = [
            _figure(_drawn(replay.trace, replay, yours), YOURS),
            _figure(_drawn(replay.right, replay, right), RIGHT),
        ]
    else:
        board = "" if replay and isinstance(finding.counterexample, Tree) else _board(finding.counterexample)
        shown = [_figure(board, _caption(finding))] if board else []
        shown += [_figure(_drawn(replay.trace, replay))] if replay else []
    # As wide as there is room, however wide a picture is: else the text beside it would be cut off, too
    look = "display:flex;flex-wrap:wrap;align-items:flex-start;width:0;min-width:100%;overflow-x:auto"
    row = f"<div style='{look}'>{''.join(shown)}</div>" if shown else ""
    return "\n".join(filter(None, [row, banner_html(finding, replay)]))


def _moves_at_root(finding: Finding) -> tuple[str, str]:
    """What stands in the two roots where a move is asked for: a move, in the place of a value."""
    right = finding.expected_text.partition(",")[0]
    if not right.startswith("move"):
        return "", ""
    return (shown_moves([finding.returned]) if type(finding.returned) is int else ""), right


def _figure(picture: str, caption: str = "") -> str:
    caption = caption and f"<figcaption>{prose_html(caption)}</figcaption>"
    return f"<figure style='margin:0 24px 0 0;max-width:100%'>{caption}{picture}</figure>"


def _caption(finding: Finding) -> str:
    """What the board is to the call that stands above it."""
    if "(state" in finding.call:
        return BOARD_OF_STATE
    return BOARD_AFTER if isinstance(finding.counterexample, tuple) and finding.counterexample else ""


def _drawn(run: Trace, replay: Replay, root: str = "") -> str:
    bundle = notebook_bundle(run, ringed=replay.ringed, root=root)
    return bundle["text/html"] if bundle else ""


def _board(example: Any) -> str:
    """The counterexample; if that is a list of moves, where it leads."""
    for shown in (example, getattr(example, "position", None)):
        if shown is not None and (bundle := notebook_bundle(shown)):
            return bundle["text/html"]
    return ""
