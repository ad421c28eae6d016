"""Worksheets as LaTeX, to be put into an exam of one's own: the pictures are TikZ and need no other package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from minimax_lab.app.worksheets.questions import Sheet, Task, points_text
from minimax_lab.draw.tree.markup import tex
from minimax_lab.picture.scene import STYLES, Box, Circle, Icon, Line, Polygon, Shape, Text

HEAD = r"""\documentclass[11pt,{paper}paper]{{article}}
\usepackage[margin=15mm]{{geometry}}
\usepackage{{amssymb, tikz}}
\setlength{{\parindent}}{{0pt}}\pagestyle{{empty}}
\begin{{document}}\sffamily
"""
LETTERS = r" (Capital letters are White's pieces, small ones in bold are Black's.)"
WIDEST = 680.0  # units: as wide as the page, less its margins


def latex(sheets: Sequence[Sheet], key: bool, paper: str) -> str:
    """The sheets, or their keys, as one document."""
    pages = [_page(sheet.name, task, key) for sheet in sheets for task in sheet.tasks]
    return HEAD.format(paper=paper) + "\\newpage\n".join(pages) + "\\end{document}\n"


def _page(name: str, task: Task, key: bool) -> str:
    points = points_text(task.points) if key else rf"\rule{{8mm}}{{.4pt}} of {points_text(task.points)}"
    lines = [
        rf"{tex(f'Key: {name}' if key else name)}\hfill {points}\par\bigskip",
        rf"{{\Large\bfseries {tex(task.title)}}}\par\medskip",
        rf"{tex(task.difficulty if key else task.question)}{LETTERS if _has_pieces(task) else ''}\par\medskip",
        r"\begin{center}",
        tikz_picture(task.solution if key else task.picture),
        r"\end{center}",
    ]
    if key:
        lines += [rf"{tex(words)}\par" for words in task.key]
    else:
        lines += [rf"\bigskip {tex(label)} \hrulefill\par" for label in task.lines]
    return "\n".join(lines) + "\n"


def tikz_picture(shown: Any) -> str:
    """A tree or a board as TikZ: shape for shape what the PDF shows. One unit is 1/96 inch, less if it is too wide."""
    scene = shown.picture()
    unit = 0.75 * min(1.0, WIDEST / scene.width)
    drawn = [line for shape in scene.shapes for line in _drawn(shape, unit)]
    return "\n".join([rf"\begin{{tikzpicture}}[x={unit:.3f}bp, y=-{unit:.3f}bp]", *drawn, r"\end{tikzpicture}"])


def _drawn(shape: Shape, unit: float) -> list[str]:
    match shape:
        case Line(role, points):
            return [rf"\draw[{_style(role, unit)}] {' -- '.join(map(_at, points))};"]
        case Polygon(role, points):
            return [rf"\path[{_style(role, unit)}] {' -- '.join(map(_at, points))} -- cycle;"]
        case Box(role, x, y, width, height):
            return [rf"\path[{_style(role, unit)}] {_at((x, y))} rectangle {_at((x + width, y + height))};"]
        case Circle(role, x, y, radius):
            return [rf"\path[{_style(role, unit)}] {_at((x, y))} circle [radius={radius * unit:.2f}bp];"]
        case Text(role, x, y, text, size, anchor):
            weight = r"\bfseries " if STYLES[role].bold else ""
            font = rf"\fontsize{{{size * unit:.1f}}}{{{size * unit:.1f}}}\selectfont {weight}"
            side = "anchor=west, " if anchor == "start" else ""
            color = _color("text", STYLES[role].fill)
            return [rf"\node[{side}inner sep=0pt, {color}, font={{{font}}}] at {_at((x, y))} {{{tex(text)}}};"]
        case Icon(_, x, y, size):
            return [rf"\node[font={{\fontsize{{{size * unit * 0.6:.1f}}}{{{size * unit * 0.6:.1f}}}\selectfont}}] "
                    rf"at {_at((x, y))} {{{_piece(shape)}}};"]  # fmt: skip
    raise TypeError(f"this is not a shape: {shape!r}")


def _has_pieces(task: Task) -> bool:
    return any(isinstance(shape, Icon) for shape in task.picture.picture().shapes)


def _piece(icon: Icon) -> str:
    """A chess piece as in a FEN: a capital letter for White's, a small one in bold for Black's."""
    letter = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPkqrbnp", strict=True))[icon.letters[-1][1][0]]
    return rf"\textbf{{{letter}}}" if letter.islower() else letter


def _style(role: str, unit: float) -> str:
    style = STYLES[role]
    parts = [_color("fill", style.fill)] if style.fill else []
    if style.stroke:
        parts += [_color("draw", style.stroke), f"line width={style.width * unit:.2f}bp"]
    if style.dash:
        on, off = (length * unit for length in style.dash)
        parts.append(f"dash pattern=on {on:.2f}bp off {off:.2f}bp")
    return ", ".join(parts)


def _color(what: str, color: str | None) -> str:
    """A colour as the grey that a printer makes of it."""
    red, green, blue = (int((color or "#000000")[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return f"{what}=black!{100 - 100 * (0.299 * red + 0.587 * green + 0.114 * blue):.0f}"


def _at(point: tuple[float, float]) -> str:
    return f"({point[0]:.1f},{point[1]:.1f})"
