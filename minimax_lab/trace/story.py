"""A trace told in words: a sentence for each step, and at a cut-off the reason.

A sentence is a template and what fills its gaps. There are few templates, so a widget is sent each
of them once; it fills the gaps itself, and the words stand nowhere but here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from minimax_lab.game import MAX, Player
from minimax_lab.trace.model import Evidence, Node, Path, SearchRecord, Step
from minimax_lab.trace.words import moves_text, path_text, value_text

Gap: TypeAlias = str | Path  # words, or the place of a node
Told: TypeAlias = tuple[str, list[Gap]]


def sentence(trace: SearchRecord, step: Step) -> str:
    """What happened at this step."""
    if step.kind == "line":
        lines = trace.sources[step.source].lines
        return lines[step.line].strip() if 0 <= step.line < len(lines) else f"line {step.line + 1}"
    template, gaps = tell(trace, step)
    return template.format(*(path_text(gap) if isinstance(gap, tuple) else gap for gap in gaps))


def tell(trace: SearchRecord, step: Step) -> Told:
    """The template and the gaps of a step's sentence; a line of code has none, it speaks for itself."""
    return TELL[step.kind](trace, trace.at(step.path), step)


def _enter(trace: SearchRecord, node: Node, step: Step) -> Told:
    if not node.moves:
        return "Search {0}: the game is over.", [step.path]
    if node.window is None:
        return "Search {0}: {1} to move.", [step.path, _who(node.player)]
    return "Search {0}: {1} to move. Only a value between α = {2} and β = {3} still matters.", [
        step.path,
        _who(node.player),
        *map(value_text, node.window),
    ]


def _leaf(trace: SearchRecord, node: Node, step: Step) -> Told:
    what = "The game ends here" if node.terminal else "The search looks no further here"
    return what + ", {0}: worth {1}.", [step.path, value_text(step.value)]


def _return(trace: SearchRecord, node: Node, step: Step) -> Told:
    if not step.path:
        done: list[Gap] = [trace.search, value_text(trace.value)]
        return (
            ("Done: {0} returns {1}. {2}", [*done, " ".join(trace.notes)])
            if trace.notes
            else (
                "Done: {0} returns {1}.",
                done,
            )
        )
    gaps: list[Gap] = [_who(node.player), step.path, value_text(step.value)]
    if step.bound == "≥":
        return "{0}, {1}, is worth at least {2}: a bound, not the exact value.", gaps
    if step.bound == "≤":
        return "{0}, {1}, is worth at most {2}: a bound, not the exact value.", gaps
    return "{0}, {1}, is worth {2}.", gaps


def _cutoff(trace: SearchRecord, node: Node, step: Step) -> Told:
    reached = "{0} can already " + ("get" if node.player is MAX else "hold MAX to") + " {1} here"
    gaps: list[Gap] = [_who(node.player), value_text(step.value), moves_text(step.pruned)]
    if step.evidence is None:
        return reached + ", and stops. Nothing on the way here rules out {2}, left unsearched all the same.", gaps
    reason, more = _reason(node.player, step.evidence)
    return f"Cut: {reached}, {reason} Not searched: {{2}}.", [*gaps, *more]


def _reason(player: Player, evidence: Evidence) -> Told:
    """Why the cut was safe, the first gap being number 3."""
    if evidence.path is None:
        limit = "β" if player is MAX else "α"
        return f"and the search was asked only for values on the other side of {limit} = {{3}}.", [
            value_text(evidence.value)
        ]
    gaps: list[Gap] = [_who(player.opponent), value_text(evidence.value), moves_text([evidence.move]), evidence.path]
    place = "{6}" if evidence.path else "at {6}"
    return f"but {{3}} is already sure of {{4}} by playing {{5}} {place}, and will not let the game come here.", gaps


def _error(trace: SearchRecord, node: Node, step: Step) -> Told:
    error = trace.error or "an exception"
    if error == "LimitReached":
        return "Stopped here, {0}: the search did more than the limit allows. Does it come to an end?", [step.path]
    if any(not child.finished for child in trace.children(node)):  # it came from below
        return "{1} came from below, so the search ends here too, {0}.", [step.path, error]
    return "The search failed here, {0}: {1}.", [step.path, error]


def _who(player: Player) -> str:
    return f"{player.symbol} {player}"


TELL: dict[str, Callable[[SearchRecord, Node, Step], Told]] = {
    "enter": _enter,
    "leaf": _leaf,
    "return": _return,
    "cutoff": _cutoff,
    "error": _error,
}
