"""What an engine expects, in sentences: "You will win in three moves." """

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Real
from typing import Any

from minimax_lab.game import MAX, GameState, Move, Player, Value
from minimax_lab.search import Result
from minimax_lab.trace.words import value_text
from minimax_lab.widgets.shared.words import count_of, moves_text

LINE = 8  # moves of best play that are shown
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
    far = "to the end of the game" if result.depth is None else f"{count_of(result.depth, 'move', 'moves')} ahead"
    looked = f"It looked {far} and at {result.nodes:,} positions."
    line = result.line[:LINE]
    return f"{looked} It expects {moves_text(position, line)}." if len(line) > 1 else looked


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
