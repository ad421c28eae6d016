"""Make slides of lessons, for a lecture: pages that need no network, with step-throughs that work.

A heading begins a slide, and so does a cell with something to show unless only a few words come before it; an appendix
is left out. A cell's `slide_type` in its metadata, as Jupyter's slideshow has it, says otherwise: "slide", "-" (goes
on), "fragment" (appears on the next key), "skip" or "notes".
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

import nbformat

from minimax_lab.app.launch import notebook_folder
from minimax_lab.app.pages.living_widgets import PAGES, widget_scripts, widget_styles
from minimax_lab.app.pages.notebook import code, code_colours, prose, run, title, widget_states
from minimax_lab.app.site import CHECKOUT
from minimax_lab.widgets.stepper.page import write_page

MERMAID = CHECKOUT / "node_modules" / "@mermaid-js" / "tiny" / "dist" / "mermaid.tiny.js"
BEGIN = ("slide", "subslide")
FEW = 400  # characters of prose that leave room for a picture
NEEDS_PYTHON = re.compile(r'<p class="needs">.*?</p>')
NEEDS_SITE = re.compile(r'<a href="\.\./lite/[^"]*">(.*?)</a>', re.DOTALL)


def main(arguments: Sequence[str]) -> int:
    """Run `minimax-lab slides` with these arguments, and return its exit code."""
    parser = argparse.ArgumentParser("minimax-lab slides", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("lesson", nargs="+", help="its number or its name: 4, 04_alpha_beta")
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="the folder to write into")
    chosen = parser.parse_args(arguments)
    try:
        lessons = [_lesson(name) for name in chosen.lesson]
    except LookupError as problem:
        print(f"minimax-lab slides: {problem}", file=sys.stderr)
        return 2
    for path in lessons:
        print(f"wrote {write_slides(path, chosen.out)}", flush=True)
    return 0


def _lesson(name: str) -> Path:
    lessons = sorted(notebook_folder().glob("[0-9]*.ipynb"))
    for path in lessons:
        if name in (path.stem, path.name) or (name.isdigit() and int(name) == int(path.stem[:2])):
            return path
    raise LookupError(f"there is no lesson {name}; there are {', '.join(path.stem for path in lessons)}")


def write_slides(path: Path, folder: Path) -> Path:
    """Run the notebook at `path` and write its slides into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    notebook = run(path)
    file = folder / f"{path.stem}.html"
    write_page(file, page(title(notebook.cells[0].source), slides(notebook)))
    return file


@dataclass
class Slide:
    """A slide: the heading of its section, and what is on it."""

    section: str
    parts: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    goes_on: bool = True  # its section began on a slide before

    def add(self, part: str, kind: str) -> None:
        self.parts.append(f'<div class="fragment">{part}</div>' if kind == "fragment" else part)


def slides(notebook: nbformat.NotebookNode) -> list[Slide]:
    """The cells, spread over slides."""
    states = widget_states(notebook)
    made: list[Slide] = []
    for cell in notebook.cells:
        kind = cell.metadata.get("slideshow", {}).get("slide_type", "")
        if kind == "skip":
            continue
        if kind == "notes" and made:
            made[-1].notes.append(_prose(cell.source))
        elif cell.cell_type == "markdown":
            _add_prose(made, cell.source, kind)
        else:
            _add_code(made, cell, kind, states)
    return [slide for slide in made if not slide.section.startswith("Appendix") and any(slide.parts)]


def _add_prose(made: list[Slide], text: str, kind: str) -> None:
    for part in re.split(r"^(?=##? )", text, flags=re.MULTILINE):
        heading = re.match(r"##? (.+)", part)
        if heading:
            made.append(Slide(heading[1], goes_on=False))
        elif kind in BEGIN or (not kind and made and 'class="source"' in "".join(made[-1].parts)):
            made.append(Slide(made[-1].section))
        if part.strip():
            made[-1].add(_prose(part), kind)


def _prose(text: str) -> str:
    return NEEDS_SITE.sub(r"\1", prose(text))


def _add_code(made: list[Slide], cell: nbformat.NotebookNode, kind: str, states: dict[str, Any]) -> None:
    shown = NEEDS_PYTHON.sub("", code(cell, states))
    if kind in BEGIN or (not kind and cell.outputs and not _has_room(made[-1], shown)):
        made.append(Slide(made[-1].section))
    made[-1].add(shown, kind)


def _has_room(slide: Slide, shown: str) -> bool:
    """Whether a slide holds a few words at most, to which what a cell shows belongs; a widget fills a slide."""
    so_far = "".join(slide.parts)
    return 'class="source"' not in so_far and len(re.sub("<[^>]+>", "", so_far)) < FEW and "alive" not in shown


def page(name: str, made: list[Slide]) -> str:
    """The whole page, with all that it needs; a diagram in Mermaid stays text where npm has not brought Mermaid."""
    sections = "\n".join(map(_section, made))
    script = widget_scripts(PAGES / "slides.js")
    if 'class="mermaid"' in sections and MERMAID.is_file():
        script = f"{MERMAID.read_text(encoding='utf-8')}\n{script}"
    gaps = {
        "TITLE": escape(name),
        "STYLE": code_colours() + (PAGES / "slides.css").read_text(encoding="utf-8"),
        "SLIDES": sections,
        "WIDGETS": widget_styles(),
        "SCRIPT": script.replace("</script", "<\\/script"),
    }
    frame = (PAGES / "slides.html").read_text(encoding="utf-8")
    for gap, text in gaps.items():
        frame = frame.replace(f"{{{{{gap}}}}}", text)
    return frame


def _section(slide: Slide) -> str:
    running = f'<p class="running">{escape(slide.section.replace("`", ""))}</p>\n' if slide.goes_on else ""
    notes = f'\n<aside class="notes">{"".join(slide.notes)}</aside>' if slide.notes else ""
    return f"<section>\n{running}{''.join(slide.parts)}{notes}\n</section>"
