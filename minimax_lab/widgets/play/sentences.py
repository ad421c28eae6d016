"""What an engine expects, and what moves lead to, in sentences: "You will win in three moves." """

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from numbers import Real
from typing import Any

from minimax_lab.adapt import as_game, underlying
from minimax_lab.game import MAX, GameState, Move, Player, Value
from minimax_lab.search import Result
from minimax_lab.trace import Node, Trace
from minimax_lab.trace.words import value_text
from minimax_lab.widgets.shared.words import count_of, moves_text

LINE = 8  # moves of best play that are shown
MOST = 8  # moves that are named one by one,
FEW = 3  # and replies
OUTCOMES = {"wins": "win", "draws": "draw", "loses": "lose"}  # what one move does, and what several do
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def verdict(position: GameState, you: Player) -> str:
    """How a finished game ended."""
    value = position.utility()
    if position.graded or not isinstance(value, Real):
        return f"The game is over. It is worth {value_text(value)} to MAX."
    if value == 0:
        return "The game is a draw."
    return f"You have {'won' if _favours(value, you) else 'lost'}."


def outlook(position: GameState, result: Result, line: Sequence[Move], you: Player, opponent: str) -> str:
    """What a search expects of `position`, if `line` is played: who will win and when, or who is ahead."""
    value, is_yours = result.value, _favours(result.value, you)
    if not isinstance(value, Real):
        return f"The value is {value_text(value)}."
    if position.graded:
        sure = "With best play the game ends with" if result.proven else "The engine expects"
        return f"{sure} {value_text(value)} for MAX."
    if not (result.proven or math.isinf(value)):
        return _guess(value, is_yours, opponent)
    if value == 0:
        return "With best play the game is a draw."
    return f"{'You' if is_yours else opponent} will win{_when(position, line, you if is_yours else you.opponent)}."


def thoughts(position: GameState, result: Result) -> str:
    """What an engine did before it moved, in `position`."""
    far = "to the end of the game" if result.depth is None else f"{count_of(result.depth, 'ply', 'plies')} ahead"
    looked = f"It looked {far} and at {result.nodes:,} positions."
    line = result.line[:LINE]
    return f"{looked} It expects {moves_text(position, line)}." if len(line) > 1 else looked


def choices(found: Trace, played: Move, you: Player, opponent: str) -> str:
    """What each move at the root of a search to the end of the game leads to, and which one was `played`."""
    root, children = found.root, [*found.children(found.root)]
    name = functools.partial(_move, root.state)
    who = "You" if root.player is you else opponent
    intro = f"{who} could play {_listed([*map(name, root.searched)], 'or')}, and played {name(played)}."
    if len(children) == 1:
        intro = f"{who} could only play {name(played)}."
    if as_game(root.state).graded or not all(isinstance(child.value, Real) for child in children):
        values = [child.value for child in children] if len(children) <= MOST else [found.value]
        what = "the best of them is" if len(values) < len(children) else "it is" if len(values) == 1 else "they are"
        worth = _listed([*map(value_text, values)], "and")
        return f"{intro} With best play from there, {what} worth {worth} to MAX."
    by_outcome = {outcome: [c for c in children if _outcome(c.value, root.player) == outcome] for outcome in OUTCOMES}
    groups = [(outcome, group) for outcome, group in by_outcome.items() if group]
    if len(groups) == 1 and len(children) > 1:
        told = f"{'Both' if len(children) == 2 else 'All of them'} {OUTCOMES[groups[0][0]]}"
    else:
        parts = [(_listed([name(c.move) for c in group], "and"), outcome, len(group)) for outcome, group in groups]
        told = ", ".join(f"{names} {outcome if number == 1 else OUTCOMES[outcome]}" for names, outcome, number in parts)
    answers = [f"after {name(c.move)} {_replies(found, c, you, opponent)}" for c in by_outcome["loses"] if c.searched]
    scale = " In the tree, 1 is a win for MAX and −1 a win for MIN." if found.value in (-1, 0, 1) else ""
    return f"{intro} {told}{': ' + ', '.join(answers) if 0 < len(answers) <= FEW else ''}.{scale}"


def _replies(found: Trace, node: Node, you: Player, opponent: str) -> str:
    """The first reply at a node that keeps its value."""
    reply = next(child.move for child in found.children(node) if child.value == node.value)
    who = "you win with" if node.player is you else f"{opponent[:1].lower()}{opponent[1:]} wins with"
    return f"{who} {_move(node.state, reply)}"


def _outcome(value: Value, player: Player) -> str:
    return "draws" if value == 0 else "wins" if _favours(value, player) else "loses"


def _move(state: Any, move: Move) -> str:
    """The name of a move, which is not broken at the end of a line."""
    return moves_text(underlying(state), [move]).replace(" ", "\u00a0")


def _listed(names: Sequence[str], last: str) -> str:
    """Names in a sentence: a, b or c; of many only their number."""
    if len(names) > MOST:
        return f"{len(names)} moves"
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _guess(value: Value, is_yours: bool, opponent: str) -> str:
    """The opinion of an evaluation."""
    if value == 0:
        return "Neither side is ahead, as far as the engine can see."
    ahead = "You are" if is_yours else f"{opponent} is"
    return f"{ahead} ahead by {value_text(abs(value))}, the evaluation says."


def _when(position: GameState, line: Sequence[Move], winner: Player) -> str:
    """How many moves the winner still has to make; "" where the line does not go to the end."""
    own = 0
    for move in line:
        own += position.active_player is winner
        position = position.forecast_move(move)
    if not own or not position.is_terminal():
        return ""
    return f" in {NUMBERS[own] if own < len(NUMBERS) else own} {'move' if own == 1 else 'moves'}"


def _favours(value: Any, player: Player) -> bool:
    return isinstance(value, Real) and (float(value) > 0) == (player is MAX)
