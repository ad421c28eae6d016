"""The lessons as slides for a lecture, from the same notebooks. `minimax-lab slides` calls this.

A heading begins a slide, and so does a cell with something to show unless only a few words come before it; an appendix
is left out. A cell's `slide_type` in
its metadata, as Jupyter's slideshow has it, says otherwise: "slide", "-" (goes on), "skip" or "notes".
The page holds everything it needs, reveal.js among it; step-throughs, quizzes and the tree editor work without Python.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

import nbformat

from tools.site.alive import widget_scripts, widget_styles
from tools.site.frame import MODULES, SITE, code_colours
from tools.site.lessons import MERMAID, STATE, code, prose, run, title

REVEAL = MODULES / "reveal.js" / "dist"
FEW = 400  # characters of prose that leave room for a picture
NEEDS_PYTHON = re.compile(r'<p class="needs">.*?</p>')


@dataclass
class Slide:
    """A slide: the heading of its section, and what is on it."""

    section: str
    parts: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    goes_on: bool = True  # its section began on a slide before


def write_slides(path: Path, folder: Path) -> Path:
    """Run the notebook at `path` and write its slides into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    notebook = run(path)
    file = folder / f"{path.stem}.html"
    file.write_text(page(title(notebook.cells[0].source), slides(notebook)), encoding="utf-8")
    return file


def slides(notebook: nbformat.NotebookNode) -> list[Slide]:
    """The cells, spread over slides."""
    states = notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    made: list[Slide] = []
    for cell in notebook.cells:
        kind = cell.metadata.get("slideshow", {}).get("slide_type", "")
        if kind == "skip":
            continue
        if kind == "notes" and made:
            made[-1].notes.append(prose(cell.source))
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
        elif kind == "slide" or (kind != "-" and made and 'class="source"' in "".join(made[-1].parts)):
            made.append(Slide(made[-1].section))
        if part.strip():
            made[-1].parts.append(prose(part))


def _add_code(made: list[Slide], cell: nbformat.NotebookNode, kind: str, states: dict[str, Any]) -> None:
    shown = NEEDS_PYTHON.sub("", code(cell, states))
    if kind == "slide" or (kind != "-" and cell.outputs and not _has_room(made[-1], shown)):
        made.append(Slide(made[-1].section))
    made[-1].parts.append(shown)


def _has_room(slide: Slide, shown: str) -> bool:
    """Whether a slide holds a few words at most, to which what a cell shows belongs; a widget fills a slide."""
    so_far = "".join(slide.parts)
    return 'class="source"' not in so_far and len(re.sub("<[^>]+>", "", so_far)) < FEW and "alive" not in shown


def page(name: str, made: list[Slide]) -> str:
    """The whole page."""
    sections = "\n".join(map(_section, made))
    frame = (SITE / "slides.html").read_text(encoding="utf-8")
    css = [(REVEAL / "reveal.css").read_text(encoding="utf-8"), code_colours()]
    css.append((SITE / "slides.css").read_text(encoding="utf-8"))
    libraries = [REVEAL / "reveal.js", *([MERMAID] if 'class="mermaid"' in sections else [])]
    scripts = [*(library.read_text(encoding="utf-8") for library in libraries), widget_scripts("slides.js")]
    gaps = {"TITLE": escape(name), "STYLE": "\n".join(css), "SLIDES": sections}
    gaps["WIDGETS"] = widget_styles()
    gaps["SCRIPT"] = "\n".join(scripts).replace("</script", "<\\/script")
    for gap, text in gaps.items():
        frame = frame.replace(f"{{{{{gap}}}}}", text)
    return frame


def _section(slide: Slide) -> str:
    running = f'<p class="running">{escape(slide.section.replace("`", ""))}</p>\n' if slide.goes_on else ""
    notes = f'\n<aside class="notes">{"".join(slide.notes)}</aside>' if slide.notes else ""
    return f"<section>\n{running}{''.join(slide.parts)}{notes}\n</section>"
