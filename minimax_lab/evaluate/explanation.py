"""What an evaluation is made of: a table in a terminal, in a notebook a table with bars."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

HEADS = ("feature", "value", "weight", "part")
MAX_BLUE, MIN_RED, AXIS = "#0072B2", "#D55E00", "#8A94A3"  # those of the trees and the boards
WIDE, HIGH = 240, 18  # a bar's picture, in pixels
USUAL_DECIMALS, MOST_DECIMALS = 2, 4  # of a column, and of one in which a number would seem to be nought


class Term(NamedTuple):
    """One line of the sum."""

    feature: str
    value: Any
    weight: Any

    @property
    def part(self) -> Any:
        return self.weight * self.value


@dataclass(frozen=True)
class Explanation:
    """The terms of a weighted sum. It prints as a table; in a notebook each part has a bar."""

    rows: tuple[Term, ...]

    @property
    def total(self) -> Any:
        """The sum of the parts: what the evaluation says of the state."""
        total = 0
        for row in self.rows:
            total += row.part
        return total

    def __repr__(self) -> str:
        lines = self._table()
        first, *others = (max(map(len, column)) for column in zip(*lines, strict=True))
        return "\n".join(
            "  ".join([line[0].ljust(first), *(text.rjust(size) for text, size in zip(line[1:], others, strict=True))])
            for line in lines
        )

    def _table(self) -> list[tuple[str, ...]]:
        """The cells as text: the heads, a line a feature, the total."""
        values, weights = _column(row.value for row in self.rows), _column(row.weight for row in self.rows)
        parts = _column([*(row.part for row in self.rows), self.total])
        names = [row.feature for row in self.rows]
        return [HEADS, *zip([*names, "total"], [*values, ""], [*weights, ""], parts, strict=True)]

    def _repr_html_(self) -> str:
        """The table with a bar a part: to the right what is good for MAX, to the left what is good for MIN."""
        heads, *lines = self._table()
        amounts = [*(float(row.part) for row in self.rows), float(self.total)]
        longest = max((abs(amount) for amount in amounts if math.isfinite(amount)), default=0.0)
        bars = [_bar(amount, longest) for amount in amounts]
        rows = [_row("th", [*map(escape, heads), "MIN ◂ ▸ MAX"])]
        rows += [_row("td", [*map(escape, line), bar]) for line, bar in zip(lines[:-1], bars, strict=False)]
        rows += [_row("th", [*map(escape, lines[-1]), bars[-1]])]
        return "\n".join(["<table>", *rows, "</table>"])


def _column(numbers: Iterable[Any]) -> list[str]:
    """Numbers below each other, with as many decimals as they need: two at most, or more to show the smallest."""
    values = [float(number) for number in numbers]
    largest = max(map(abs, values))
    if 0 < largest < 0.01 or not all(abs(value) < 1e9 for value in values):  # the latter also if one is no number
        return [_signed(f"{value:.4g}") for value in values]
    written = [f"{abs(value):.{MOST_DECIMALS}f}".rstrip("0").split(".") for value in values]
    needed = max(len(fraction) for _, fraction in written)
    first_digits = [
        len(fraction) - len(fraction.lstrip("0")) + 1 for whole, fraction in written if whole == "0" and fraction
    ]
    decimals = max([min(needed, USUAL_DECIMALS), *first_digits])
    return [_signed(f"{value:.{decimals}f}") for value in values]


def _signed(text: str) -> str:
    """With a real minus sign, and none before a nought."""
    return text.replace("-", "−") if text.strip("-0.") else text.lstrip("-")


def _row(tag: str, cells: list[str]) -> str:
    first, *numbers, bar = cells
    aligned = [("left", first), *(("right", number) for number in numbers), ("center", bar)]
    written = [f'<{tag} style="text-align:{side}">{cell}</{tag}>' for side, cell in aligned]
    return f"<tr>{''.join(written)}</tr>"


def _bar(amount: float, longest: float) -> str:
    """A bar from the middle to the right, or to the left if `amount` is below 0, as an image."""
    share = abs(amount) / longest if math.isfinite(amount) and longest else float(math.isinf(amount))
    middle, length = WIDE // 2, share * (WIDE // 2 - 2)
    left, colour = (middle, MAX_BLUE) if amount > 0 else (middle - length, MIN_RED)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}">'
        f'<rect x="{left:.1f}" y="3" width="{length:.1f}" height="{HIGH - 6}" fill="{colour}"/>'
        f'<rect x="{middle - 0.5}" y="0" width="1" height="{HIGH}" fill="{AXIS}"/></svg>'
    )
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="" width="{WIDE}" height="{HIGH}" src="data:image/svg+xml;base64,{data}">'
