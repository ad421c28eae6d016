"""What a returned value says of the true one: that it is exact, or only a bound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from minimax_lab.game import MAX, Player, Value
from minimax_lab.trace.variables import UNSET


class Known(NamedTuple):
    """The true value lies between `low` and `high`; UNSET is open."""

    low: Value
    high: Value
    bound: str = ""

    def sure_for(self, player: Player) -> Value:
        """What `player` can be sure of by coming here; UNSET if nothing is."""
        return self.low if player is MAX else self.high


def combine(player: Player, score: Value, children: Sequence[Known], complete: bool) -> Known:
    """What is known of a node that returned `score` after searching `children`.

    A node that was cut short is known from one side only: MAX may find more, MIN less.
    """
    if not children:
        return Known(score, score)
    try:
        low, high = _best(player, children, complete)
        if low is not UNSET and high is not UNSET and low == score == high:
            return Known(score, score)
        if low is not UNSET and score <= low:
            return Known(score, UNSET, "≥")
        if high is not UNSET and score >= high:
            return Known(UNSET, score, "≤")
    except Exception:  # values of a student's code may be anything, also not comparable
        pass
    return Known(score, score)


def _best(player: Player, children: Sequence[Known], complete: bool) -> tuple[Value, Value]:
    lows, highs = [child.low for child in children], [child.high for child in children]
    if player is MAX:
        low = max((low for low in lows if low is not UNSET), default=UNSET)
        high = UNSET if not complete or any(h is UNSET for h in highs) else max(highs)
    else:
        low = UNSET if not complete or any(low is UNSET for low in lows) else min(lows)
        high = min((high for high in highs if high is not UNSET), default=UNSET)
    return low, high
