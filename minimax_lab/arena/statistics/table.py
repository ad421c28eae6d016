"""A table as text and as HTML: the first column flush left, the others flush right."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TypeAlias

Cells: TypeAlias = Sequence[Sequence[str]]  # the heads first


def as_text(cells: Cells) -> str:
    first, *others = (max(map(len, column)) for column in zip(*cells, strict=True))
    lines = ([line[0].ljust(first), *map(str.rjust, line[1:], others)] for line in cells)
    return "\n".join("  ".join(line).rstrip() for line in lines)


def as_html(cells: Cells) -> str:
    heads, *lines = cells
    rows = [_row("th", heads), *(_row("td", line) for line in lines)]
    return f"<table>{''.join(rows)}</table>"


def _row(tag: str, line: Sequence[str]) -> str:
    sides = ["left", *["right"] * (len(line) - 1)]
    cells = (f'<{tag} style="text-align:{side}">{escape(text)}</{tag}>' for side, text in zip(sides, line, strict=True))
    return f"<tr>{''.join(cells)}</tr>"
