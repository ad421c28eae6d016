"""Worksheets on paper: as PDF, a page for each question, or as LaTeX, to be put into an exam of one's own.

All text of a PDF is text, so it can be searched and read aloud. The pictures in LaTeX are TikZ and need no other
package.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from tqdm import tqdm  # type: ignore[import-untyped]

from minimax_lab.app.worksheets.lettered import WIDTH
from minimax_lab.app.worksheets.questions import PAPERS, Sheet, Task, points_text
from minimax_lab.draw import draw_board
from minimax_lab.draw.tree.markup import tex
from minimax_lab.picture.scene import STYLES, Box, Circle, Icon, Line, Polygon, Shape, Text
from minimax_lab.picture.text import text_width, wrapped

MARGIN = 43.0  # 15 mm
SIZE, LEADING = 11.0, 1.45  # of the letters, and from one line to the next
RULED = 30.0  # from one line to write on to the next
INK, SOFT = "#000000", "#555555"
HEAD = r"""\documentclass[11pt,{paper}paper]{{article}}
\usepackage[margin=15mm]{{geometry}}
\usepackage{{amssymb, tikz}}
\setlength{{\parindent}}{{0pt}}\pagestyle{{empty}}
\begin{{document}}\sffamily
"""
LETTERS = r" (Capital letters are White's pieces, small ones in bold are Black's.)"


# PDF


class Pages:
    """Pages that are filled from the top down."""

    def __init__(self, pdf: PdfPages, paper: str):
        self.pdf = pdf
        self.width, self.height = PAPERS[paper]
        self.figure: Figure | None = None
        self.y = 0.0

    def begin(self) -> None:
        """Begin a new page."""
        self.end()
        self.figure = Figure(figsize=(self.width / 72, self.height / 72))
        self.y = MARGIN

    def end(self) -> None:
        if self.figure is not None:
            self.pdf.savefig(self.figure)
        self.figure = None

    def text(self, text: str, size: float = SIZE, bold: bool = False, color: str = INK, after: float = 0.0) -> None:
        """Write a paragraph; a page that is full goes over to the next."""
        for line in wrapped(text, self.width - 2 * MARGIN, size, bold):
            if self.y + size > self.height - MARGIN:
                self.begin()
            self._write(MARGIN, self.y + size, line, size, bold, color)
            self.y += size * LEADING
        self.y += after

    def right(self, text: str) -> None:
        """Write at the right margin, beside what comes next."""
        x = self.width - MARGIN - text_width(text, SIZE)
        self._write(x, self.y + SIZE, text, SIZE, False, SOFT)

    def ruled(self, label: str, gap: float) -> None:
        """Write a label, and draw the line on which the answer is written."""
        assert self.figure is not None
        self.y += gap
        self._write(MARGIN, self.y, label, SIZE, False, INK)
        begin = (MARGIN + text_width(label, SIZE) + 6) / self.width
        at = 1 - (self.y + 2) / self.height
        line = Line2D([begin, 1 - MARGIN / self.width], [at, at], color=SOFT, linewidth=0.6)
        self.figure.add_artist(line)

    def picture(self, shown: object, scale: float) -> None:
        """Draw a tree or a board, as large as `scale` and the page allow."""
        assert self.figure is not None
        scene = shown.picture()  # type: ignore[attr-defined]
        scale = min(scale, (self.width - 2 * MARGIN) / scene.width)
        width, height = scene.width * scale, scene.height * scale
        left, bottom = (self.width - width) / 2, self.height - self.y - height
        box = left / self.width, bottom / self.height, width / self.width, height / self.height
        draw_board(shown, self.figure.add_axes(box))
        self.y += height + 6

    def _write(self, x: float, y: float, text: str, size: float, bold: bool, color: str) -> None:
        assert self.figure is not None
        weight = "bold" if bold else "normal"
        self.figure.text(
            x / self.width, 1 - y / self.height, text, fontsize=size, weight=weight, color=color,
            family="DejaVu Sans", va="baseline", parse_math=False,
        )  # fmt: skip


def write_pdf(sheets: Sequence[Sheet], path: Path, key: bool, paper: str) -> None:
    """Write the sheets, or their keys, into one file."""
    about = {"Title": "Key" if key else "Worksheet", "CreationDate": None}
    # Type 42 embeds the fonts as they are, with a table back to the letters.
    with matplotlib.rc_context({"pdf.fonttype": 42}), PdfPages(path, metadata=about) as pdf:
        pages = Pages(pdf, paper)
        for sheet in tqdm(sheets, unit="sheet", disable=None, leave=False):
            for number, task in enumerate(sheet.tasks, 1):
                pages.begin()
                title = f"{number}. {task.title}" if len(sheet.tasks) > 1 else task.title
                (_key if key else _question)(pages, sheet.name, title, task)
        pages.end()


def _question(pages: Pages, name: str, title: str, task: Task) -> None:
    pages.right(f"____ of {points_text(task.points)}")
    pages.text(name, color=SOFT, after=8)
    pages.text(title, 16, bold=True, after=6)
    pages.text(task.question, after=10)
    pages.picture(task.picture, 1.0)
    room = pages.height - MARGIN - pages.y  # large trees have many lines, which must stay on the page
    for label in task.lines:
        pages.ruled(label, min(RULED, room / len(task.lines)))


def _key(pages: Pages, name: str, title: str, task: Task) -> None:
    pages.right(points_text(task.points))
    pages.text(f"Key: {name}", color=SOFT, after=8)
    pages.text(title, 16, bold=True, after=2)
    pages.text(task.difficulty, color=SOFT, after=8)
    pages.picture(task.solution, 0.6)
    for words in task.key:
        pages.text(words, after=2)


# LaTeX


def latex(sheets: Sequence[Sheet], key: bool, paper: str) -> str:
    """The sheets, or their keys, as one document."""
    pages = [_page(sheet.name, task, key) for sheet in sheets for task in sheet.tasks]
    return HEAD.format(paper=paper) + "\\newpage\n".join(pages) + "\\end{document}\n"


def _page(name: str, task: Task, key: bool) -> str:
    has_pieces = any(isinstance(shape, Icon) for shape in task.picture.picture().shapes)
    points = points_text(task.points) if key else rf"\rule{{8mm}}{{.4pt}} of {points_text(task.points)}"
    lines = [
        rf"{tex(f'Key: {name}' if key else name)}\hfill {points}\par\bigskip",
        rf"{{\Large\bfseries {tex(task.title)}}}\par\medskip",
        rf"{tex(task.difficulty if key else task.question)}{LETTERS if has_pieces else ''}\par\medskip",
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
    unit = 0.75 * min(1.0, WIDTH / scene.width)
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
