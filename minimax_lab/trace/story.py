"""A trace told in words: a sentence for each step, and at a cut-off the reason.

A sentence is a template and what fills its gaps. There are few templates, so a widget is sent each
of them once; it fills the gaps itself, and the words stand nowhere but here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import inf
from typing import Any, TypeAlias

from minimax_lab.game import MAX, MIN, Player, Value
from minimax_lab.trace.model import REST, Evidence, Node, Path, Step, TraceData
from minimax_lab.trace.words import move_name, moves_text, path_text, same, value_text

Gap: TypeAlias = str | Path  # words, or the place of a node
Told: TypeAlias = tuple[str, list[Gap]]
Detail: TypeAlias = Mapping[str, Any]  # what a step says besides its place: its fields, and code and table


def sentence(trace: TraceData, step: Step, table: str = "") -> str:
    """What happened at this step; `table` is the name of the table that answered, if one did."""
    if step.kind == "line":
        return line_text(trace, step.source, step.line)
    detail = {"value": step.value, "bound": step.bound, "pruned": step.pruned, "evidence": step.evidence}
    detail["repeated"] = step.repeated
    if step.returned is not None:
        detail["returned"] = step.returned
    code = line_text(trace, step.source, step.line)
    template, gaps = tell(trace, step.kind, trace.at(step.path), {**detail, "code": code, "table": table})
    return template.format(*(_place(trace, gap) if isinstance(gap, tuple) else gap for gap in gaps))


def line_text(trace: TraceData, source: int, line: int) -> str:
    """A line of the code as it was written."""
    lines = trace.sources[source].lines
    return lines[line].strip() if 0 <= line < len(lines) else f"line {line + 1}"


def _place(trace: TraceData, path: Path) -> str:
    return path_text(path, [move_name(trace.at(path[:depth]).state, move) for depth, move in enumerate(path)])


def tell(trace: TraceData, kind: str, node: Node, detail: Detail) -> Told:
    """The template and the gaps of a step's sentence; a line of code has none, it speaks for itself."""
    return TELL[kind](trace, node, detail)


def _enter(trace: TraceData, node: Node, detail: Detail) -> Told:
    if node.terminal:
        return "Search {0}: the game is over.", [node.path]
    gaps: list[Gap] = [node.path, _who(node)]
    told = "Search {0}: {1} to move."
    if node.role == "chance":
        told = "Search {0}: chance decides."
    elif node.role or not (node.moves or node.folded):  # seen by its calls alone, this says not who is to move
        told = "Search {0}."
    if node.window is None or detail.get("repeated"):  # the window that is known is that of the last time
        return told, gaps
    window = map(value_text, node.window)
    if [*node.window] == [-inf, inf]:
        return told + " Neither player is sure of anything yet: α = {2}, β = {3}.", [*gaps, *window]
    return told + " Only a value between α = {2} and β = {3} still matters.", [*gaps, *window]


def _leaf(trace: TraceData, node: Node, detail: Detail) -> Told:
    before = None if node.terminal else trace.seen_before(node)
    code = FROM_A_TABLE.match(detail.get("code", "")) if before is not None else None
    table = detail.get("table", "").rpartition(".")[2] or (code[1] if code else "")
    # a depth limit may be the reason as well, so a table is named only where it was seen to answer
    what = "The game ends here" if node.terminal else "The search looks no further here"
    what = "Answered from the {2}" if table else what
    gaps: list[Gap] = [node.path, value_text(detail["value"]), table, before or ""]
    if "returned" in detail:
        return what + ", {0}: it returns {4}, worth {1} to MAX.", [*gaps, value_text(detail["returned"])]
    if before is not None:
        verb = "it is worth" if trace.is_ours else "your code returns"
        return f"{what}, {{0}}: this position was searched before, {{3}}, and {verb} {{1}}.", gaps
    worth = "worth {1}" if trace.is_ours else "your code returns {1}"
    return f"{what}, {{0}}: {worth}.", gaps


def _return(trace: TraceData, node: Node, detail: Detail) -> Told:
    if not node.path and not detail.get("repeated"):
        done: list[Gap] = [trace.search, value_text(trace.value), " ".join(trace.notes), value_text(detail["value"])]
        worth = ", worth {3} to MAX" if "returned" in detail else ""
        return f"Done: {{0}} returns {{1}}{worth}.{' {2}' if trace.notes else ''}", done
    gaps: list[Gap] = [_who(node), node.path, value_text(detail["value"])]
    bound = BOUNDS.get(detail["bound"], "")
    end = ": a bound, not the exact value." if bound else "."
    if "returned" in detail:
        gaps.append(value_text(detail["returned"]))
        return f"{{0}}, {{1}}, returns {{3}}. To MAX this is worth {bound}{{2}}{end}", gaps
    if not trace.is_ours:  # then this is all that is certain
        bound = ": after the cut a bound, not the exact value" if bound else ""
        return f"Your code returns {{2}} here ({{0}}, {{1}}){bound}.", gaps
    return f"{{0}}, {{1}}, is worth {bound}{{2}}{end}", gaps


def _cutoff(trace: TraceData, node: Node, detail: Detail) -> Told:
    reached = "{0} can already " + ("get" if node.player is MAX else "hold MAX to") + " {1} here"
    rest = REST in detail["pruned"]
    left = "other moves, if there are any" if rest else moves_text(detail["pruned"], node.state)
    gaps: list[Gap] = [_who(node), value_text(detail["value"]), left]
    if detail["evidence"] is None:
        return reached + ", and stops. Nothing on the way here rules out {2}, left unsearched all the same.", gaps
    reason, more = _reason(trace, node.player, detail["value"], detail["evidence"])
    return f"Cut: {reached}{reason} Not searched: {{2}}.", [*gaps, *more]


def _reason(trace: TraceData, player: Player, reached: Value, evidence: Evidence) -> Told:
    """Why the cut was safe, the first gap being number 3."""
    if evidence.path is None:
        window = trace.root.window
        if window is None or not same(window[player is MAX], evidence.value):
            return ", and no other move can be better.", []
        limit = "β" if player is MAX else "α"
        told = f", and the search was asked only for values on the other side of {limit} = {{3}}."
        return told, [value_text(evidence.value)]
    move = moves_text([evidence.move], trace.at(evidence.path).state)
    gaps: list[Gap] = [WHO[player.opponent is MAX], value_text(evidence.value), move, evidence.path]
    place = "{6}" if evidence.path else "at {6}"
    if same(evidence.value, reached):
        other = "more" if player is MIN else "less"
        return f". {{3}} has {{4}} already, by playing {{5}} {place}, and cannot get {other} than {{4}} here.", gaps
    return f", but {{3}} is already sure of {{4}} by playing {{5}} {place}, and will not let the game come here.", gaps


def _error(trace: TraceData, node: Node, detail: Detail) -> Told:
    error = trace.error or "an exception"
    if error == "LimitReached":
        return "Stopped here, {0}: the search did more than the limit allows. Does it come to an end?", [node.path]
    if error in STOPPED:
        return STOPPED[error], [node.path]
    if any(not child.finished for child in trace.children(node)):  # it came from below
        return "{1} came from below, so the search ends here too, {0}.", [node.path, error]
    return "The search failed here, {0}: {1}.", [node.path, error]


def _who(node: Node) -> str:
    return OTHERS.get(node.role) or WHO[node.player is MAX]


FROM_A_TABLE = re.compile(r"return (?:.*[^\w.])?(\w+)(?:\[|\.get\()")
BOUNDS = {"≥": "at least ", "≤": "at most "}
WHO = [f"{player.symbol} {player}" for player in (MIN, MAX)]
STOPPED = {
    "input": "The program asked for input here ({0}), and was stopped.",
    "limit": "The program was stopped here ({0}), after very many calls.",
    "time": "The program was stopped here ({0}): its time was up.",
}
OTHERS = {"chance": "○ Chance", "unknown": "A player"}
TELL: dict[str, Callable[[TraceData, Node, Detail], Told]] = {
    "enter": _enter,
    "leaf": _leaf,
    "return": _return,
    "cutoff": _cutoff,
    "error": _error,
}
