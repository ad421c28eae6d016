"""A trace told in words: a sentence for each step, and at a cut-off the reason."""

from __future__ import annotations

from minimax_lab.game import MAX, Player
from minimax_lab.trace.record import Step, Trace
from minimax_lab.trace.words import move_text, path_text, value_text


def sentence(trace: Trace, step: Step) -> str:
    """What happened at this step."""
    return TELL[step.kind](trace, step)


def _enter(trace: Trace, step: Step) -> str:
    node = trace.at(step.path)
    where = f"{_who(node.player)} to move" if node.moves else "the game is over"
    text = f"Search {path_text(step.path)}: {where}."
    if node.window is not None and node.moves:
        alpha, beta = map(value_text, node.window)
        text += f" Only a value between α = {alpha} and β = {beta} still matters."
    return text


def _line(trace: Trace, step: Step) -> str:
    lines = trace.sources[step.source].lines
    return lines[step.line].strip() if 0 <= step.line < len(lines) else f"line {step.line + 1}"


def _leaf(trace: Trace, step: Step) -> str:
    what = "The game ends here" if trace.at(step.path).terminal else "The search looks no further here"
    return f"{what}, {path_text(step.path)}: worth {value_text(step.value)}."


def _return(trace: Trace, step: Step) -> str:
    who = _who(trace.at(step.path).player)
    if not step.path:
        return f"Done: {trace.search} returns {value_text(trace.value)}."
    if step.bound:
        words = "at least" if step.bound == "≥" else "at most"
        return (
            f"{who}, {path_text(step.path)}, is worth {words} {value_text(step.value)}: a bound, not the exact value."
        )
    return f"{who}, {path_text(step.path)}, is worth {value_text(step.value)}."


def _cutoff(trace: Trace, step: Step) -> str:
    player = trace.at(step.path).player
    moves = ", ".join(map(move_text, step.pruned))
    reached = f"{_who(player)} can already {'get' if player is MAX else 'hold it to'} {value_text(step.value)} here"
    evidence = step.evidence
    if evidence is None:
        return f"{reached}, and stops. Nothing on the way here rules out {moves}, yet they are not searched."
    rival = _who(player.opponent)
    if evidence.path is None:
        limit = f"{'β' if player is MAX else 'α'} = {value_text(evidence.value)}"
        return f"Cut: {reached}, and the search was asked only for values on the other side of {limit}. {_skip(moves)}"
    place = "at the root" if not evidence.path else path_text(evidence.path)
    has = f"{rival} is already sure of {value_text(evidence.value)} by playing {move_text(evidence.move)} {place}"
    return f"Cut: {reached}, but {has}, and will not let the game come here. {_skip(moves)}"


def _error(trace: Trace, step: Step) -> str:
    return f"The search failed here, {path_text(step.path)}: {trace.error or 'an exception passed through'}."


def _skip(moves: str) -> str:
    return f"Not searched: {moves}."


def _who(player: Player) -> str:
    return f"{player.symbol} {player}"


TELL = {"enter": _enter, "line": _line, "leaf": _leaf, "return": _return, "cutoff": _cutoff, "error": _error}
