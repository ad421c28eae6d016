"""Tables as text and as HTML, and the numbers in them: with a real minus sign and few decimals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

USUAL_DECIMALS, MOST_DECIMALS = 2, 4  # of a column, and of one in which a number would otherwise look like zero


def as_text(cells: Sequence[Sequence[str]]) -> str:
    """The lines of a table, the heads first. The first column is aligned to the left, the others to the right."""
    first, *others = (max(map(len, column)) for column in zip(*cells, strict=True))
    lines = ([line[0].ljust(first), *map(str.rjust, line[1:], others)] for line in cells)
    return "\n".join("  ".join(line).rstrip() for line in lines)


def html_row(tag: str, cells: Sequence[str], last: str = "right") -> str:
    """A row of HTML, made of cells of HTML and aligned likewise; the last one as `last` says."""
    sides = ["left", *["right"] * (len(cells) - 2), last]
    written = (f'<{tag} style="text-align:{side}">{cell}</{tag}>' for side, cell in zip(sides, cells, strict=True))
    return f"<tr>{''.join(written)}</tr>"


def column(numbers: Iterable[Any]) -> list[str]:
    """Numbers below each other, with as many decimals as they need: two at most, or more to show the smallest."""
    values = [float(number) for number in numbers]
    largest = max(map(abs, values))
    if 0 < largest < 0.01 or not all(abs(value) < 1e9 for value in values):  # the latter also if one is NaN
        return [with_minus(f"{value:.4g}") for value in values]
    written = [f"{abs(value):.{MOST_DECIMALS}f}".rstrip("0").split(".") for value in values]
    needed = max(len(fraction) for _, fraction in written)
    first_digits = [
        len(fraction) - len(fraction.lstrip("0")) + 1 for whole, fraction in written if whole == "0" and fraction
    ]
    decimals = max([min(needed, USUAL_DECIMALS), *first_digits])
    return [with_minus(f"{value:.{decimals}f}") for value in values]


def signed(value: float) -> str:
    """A difference: +2, −0.75 or 0."""
    text = f"{value:+.{USUAL_DECIMALS}f}".rstrip("0").rstrip(".")
    return with_minus(text) if text.strip("+-") != "0" else "0"


def with_minus(text: str) -> str:
    """With a real minus sign, and none before a zero."""
    return text.replace("-", "−") if text.strip("-0.") else text.lstrip("-")
