"""Texts beside and in pictures: how wide a label will be, and how it is shortened; tables, and the numbers in them.

A picture must come out the same on every machine, so no font is measured: the widths are those of
DejaVu Sans, which matplotlib brings along and which is wider than the usual fonts of a browser.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

DOTS = "…"

# Hundredths of the font size, rounded up, and the characters that are that wide.
_REGULAR = {
    28: "'ijl", 30: "IJ", 32: " ,.·’", 34: "/:;\\|", 36: "f", 37: "-", 40: "()[]t", 41: "!²", 42: "r", 46: '"',
    50: "*_`°–", 52: "“”", 53: "sz", 54: "?", 55: "c", 56: "L", 58: "Fk", 60: "vxy", 61: "P", 62: "TYaeoéö", 63: "ß",
    64: "$0123456789ESbdghnpqu{}βüñ", 66: "Kα", 69: "ABVXZÄ", 70: "CR", 74: "U", 75: "N", 76: "H", 77: "▲▼", 78: "&DG",
    79: "OQ", 82: "w", 84: "#+<=>^~−∞≥≤×→±", 87: "M", 96: "%", 97: "½⅓", 98: "m", 99: "W", 100: "@…—",
}  # fmt: skip
_BOLD = {
    31: "'", 35: " ijl", 37: "/\\|", 38: ",.IJ·’", 40: ":;", 42: "-", 44: "f²", 46: "!()[]", 48: "t", 50: "_`r°–",
    53: '"*', 59: "?z", 60: "cs", 64: "L", 65: "x", 66: "vy“”", 67: "k", 68: "aeé", 69: "EFToαö", 70: "$0123456789",
    72: "bdghnpqu{}βüßñ", 73: "SYZ", 74: "CP", 77: "B▲▼", 78: "AKRVXÄ", 82: "U", 83: "G", 84: "#+<=>DHN^~−∞≥≤×→±",
    86: "OQ", 88: "&", 93: "w", 100: "@M…—", 101: "%", 104: "½⅓", 105: "m", 111: "W",
}  # fmt: skip
_WIDTHS = [{char: width for width, chars in table.items() for char in chars} for table in (_REGULAR, _BOLD)]
_UNKNOWN = 110  # wider than all but a few letters of any alphabet


def text_width(text: str, size: float, bold: bool = False) -> float:
    """How wide `text` is at most when it is written at `size`."""
    known = _WIDTHS[bold]
    return sum(known[char] if char in known else _unknown_width(char) for char in text) * size / 100


def mono_width(text: str, size: float) -> float:
    """How wide `text` is in letters that all have the same width."""
    return 0.602 * size * len(text)


def _unknown_width(char: str) -> int:
    return 0 if unicodedata.combining(char) else _UNKNOWN


def shorten(text: str, width: float, size: float, bold: bool = False) -> str:
    """`text`, or as much of its beginning as fits into `width`, with … in place of the rest.

    A tuple is cut between its items, (1, 2, …), so that no number is mistaken for another.
    """
    if text_width(text, size, bold) <= width:
        return text
    bracketed = text[0] + text[-1] in ("()", "[]", "{}")
    end = DOTS + (text[-1] if bracketed else "")
    kept = text[: -len(end)]
    while kept and text_width(kept + end, size, bold) > width:
        kept = kept[:-1]
    if bracketed and ", " in kept:
        kept = kept[: kept.rindex(", ") + 2]
    return (kept if bracketed else kept.rstrip()) + end


def wrapped(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """`text` in lines that are no wider than `width`."""
    lines = [""]
    for word in text.split():
        fitting = shorten(word, width, size, bold)
        longer = f"{lines[-1]} {fitting}".lstrip()
        if text_width(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(fitting)
    return lines


def count_text(number: int, one: str, many: str) -> str:
    """A number of things in words: "1 leaf", "3 leaves"."""
    return f"{number} {one if number == 1 else many}"


# Tables

USUAL_DECIMALS, MOST_DECIMALS = 2, 4  # of a column, and of one in which a number would otherwise look like zero


def table_text(cells: Sequence[Sequence[str]]) -> str:
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
