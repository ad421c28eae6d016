"""What an evaluation is made of: a table in a terminal, in a notebook a table with bars."""

from __future__ import annotations

import base64
import math
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

from minimax_lab.evaluate.tables import as_text, column, html_row
from minimax_lab.picture.scene import CUT, MAX_BLUE, MIN_RED

HEADS = ("feature", "value", "weight", "part")
WIDE, HIGH = 240, 18  # a bar's picture, in pixels


class Term(NamedTuple):
    """One term of the sum: a feature, its value in this state, and its weight."""

    feature: str
    value: Any
    weight: Any

    @property
    def part(self) -> Any:
        """What the term adds to the sum."""
        return self.weight * self.value


@dataclass(frozen=True)
class Explanation:
    """The terms of a weighted sum. It prints as a table; in a notebook each part has a bar."""

    rows: tuple[Term, ...]

    @property
    def total(self) -> Any:
        """The sum of the parts: the value that the evaluation gives the state."""
        total = 0
        for row in self.rows:  # not sum(): from Python 3.12 on it rounds floats in another way
            total += row.part
        return total

    def __repr__(self) -> str:
        return as_text(self._table())

    def _table(self) -> list[tuple[str, ...]]:
        """The cells as text: the heads, a line a feature, the total."""
        values, weights = column(row.value for row in self.rows), column(row.weight for row in self.rows)
        parts = column([*(row.part for row in self.rows), self.total])
        names = [row.feature for row in self.rows]
        return [HEADS, *zip([*names, "total"], [*values, ""], [*weights, ""], parts, strict=True)]

    def _repr_html_(self) -> str:
        """The table with a bar for each part: to the right if it is good for MAX, to the left if it is good for MIN."""
        amounts = [*(float(row.part) for row in self.rows), float(self.total)]
        longest = max((abs(amount) for amount in amounts if math.isfinite(amount)), default=0.0)
        bars = ["MIN ◂ ▸ MAX", *(_bar(amount, longest) for amount in amounts)]
        cells = [[*map(escape, line), bar] for line, bar in zip(self._table(), bars, strict=True)]
        tags = ["th", *["td"] * len(self.rows), "th"]
        rows = [html_row(tag, line, last="center") for tag, line in zip(tags, cells, strict=True)]
        return "\n".join(["<table>", *rows, "</table>"])


def _bar(amount: float, longest: float) -> str:
    """A bar from the middle to the right, or to the left if `amount` is below 0, as an image."""
    share = abs(amount) / longest if math.isfinite(amount) and longest else float(math.isinf(amount))
    middle, length = WIDE // 2, share * (WIDE // 2 - 2)
    left, colour = (middle, MAX_BLUE) if amount > 0 else (middle - length, MIN_RED)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}">'
        f'<rect x="{left:.1f}" y="3" width="{length:.1f}" height="{HIGH - 6}" fill="{colour}"/>'
        f'<rect x="{middle - 0.5}" y="0" width="1" height="{HIGH}" fill="{CUT}"/></svg>'
    )
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{_in_words(amount)}" width="{WIDE}" height="{HIGH}" src="data:image/svg+xml;base64,{data}">'


def _in_words(amount: float) -> str:
    """What a bar shows, for those who do not see it: how much, and for whom."""
    if math.isnan(amount):
        return "not a number"
    if amount == 0:
        return "no bar: 0"
    return f"{column([abs(amount)])[0]} for {'MAX' if amount > 0 else 'MIN'}"
