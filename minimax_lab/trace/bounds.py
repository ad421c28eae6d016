"""What a returned value says of the true one: that it is exact, or only a bound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from minimax_lab.game import MAX, Player, Value
from minimax_lab.values import HIGHEST, LOWEST


class Known(NamedTuple):
    """The true value lies between `low` and `high`, which may be LOWEST and HIGHEST."""

    low: Value
    high: Value
    bound: str = ""

    def sure_for(self, player: Player) -> Value:
        """What `player` can be sure of by coming here."""
        return self.low if player is MAX else self.high


def combine(player: Player, score: Value, children: Sequence[Known], complete: bool) -> Known:
    """What is known of a node that returned `score` after searching `children`.

    A node that was cut short is known from one side only: MAX may find more, MIN less.
    """
    if not children:
        return Known(score, score)
    try:
        best = max if player is MAX else min
        low, high = best(child.low for child in children), best(child.high for child in children)
        if not complete:
            low, high = (low, HIGHEST) if player is MAX else (LOWEST, high)
        if low == score == high:
            return Known(score, score)
        if score <= low:
            return Known(score, HIGHEST, "≥")
        if score >= high:
            return Known(LOWEST, score, "≤")
    except Exception:  # values of a student's code may be anything, also not comparable
        pass
    return Known(score, score)
