"""Make slides of lessons, for a lecture: pages that need no network, with step-throughs that work.

A heading begins a slide, and so does a paragraph when the slide is full, a cell with something to show unless only a
few words come before it, and a question with its options. What is folded away in a lesson is in the speaker's notes; an
appendix is left out. A cell's `slide_type` in its metadata, as Jupyter's slideshow has it, says otherwise: "slide", "-"
(goes on), "fragment" (appears on the next key), "skip" or "notes".
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

import nbformat

from minimax_lab.app import questions
from minimax_lab.app.launch import notebook_folder
from minimax_lab.app.pages.living_widgets import PAGES, widget_scripts, widget_styles
from minimax_lab.app.pages.notebook import code_colours, code_parts, prose, run, title, widget_states
from minimax_lab.app.site import CHECKOUT
from minimax_lab.widgets.stepper.page import write_page

MERMAID = CHECKOUT / "node_modules" / "@mermaid-js" / "tiny" / "dist" / "mermaid.tiny.js"
BEGIN = ("slide", "subslide")
FEW = 260  # characters of prose that leave room for a picture
ENOUGH = 560  # characters of prose on a slide
FOLDED = re.compile(r"<details>.*?</details>(?:\s*<p></p>)?", re.DOTALL)
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
    """A slide: the heading of its section, what is on it, and what its speaker knows besides."""

    section: str
    parts: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    goes_on: bool = True  # its section began on a slide before
    words: int = 0  # characters of prose
    shows: str = ""  # "a widget", "a picture" or "code", if there is one

    def add(self, part: str, kind: str = "", words: int = 0, shows: str = "") -> None:
        self.parts.append(f'<div class="fragment">{part}</div>' if kind == "fragment" else part)
        self.words += words
        self.shows = shows or self.shows


def slides(notebook: nbformat.NotebookNode) -> list[Slide]:
    """The cells, spread over slides: an idea on each, a picture with its sentence, a question with its options."""
    states = widget_states(notebook)
    made: list[Slide] = []
    for cell in notebook.cells:
        kind = cell.metadata.get("slideshow", {}).get("slide_type", "")
        if kind == "skip":
            continue
        if kind == "notes" and made:
            made[-1].notes.append(_prose(cell.source))
        elif cell.cell_type == "markdown":
            for part in re.split(r"^(?=##? )", cell.source, flags=re.MULTILINE):
                if heading := re.match(r"##? (.+)\n*", part):
                    made.append(Slide(heading[1], [_prose(heading[0])], goes_on=False))
                    part = part[heading.end() :]
                elif kind in BEGIN:
                    made.append(Slide(made[-1].section))
                for piece in questions.parts(part):
                    if isinstance(piece, questions.Asked):
                        _add_question(made, piece, kind)
                    else:
                        _add_prose(made, piece, kind)
        elif cell.source.strip():
            _add_code(made, cell, kind, states)
    kept = [slide for slide in made if not slide.section.startswith("Appendix") and any(slide.parts)]
    _tell_times(kept, "\n".join(cell.source for cell in notebook.cells[:1]))
    return kept


def _prose(text: str) -> str:
    return NEEDS_SITE.sub(r"\1", prose(text))


def _add_prose(made: list[Slide], text: str, kind: str) -> None:
    """Paragraph by paragraph; what is folded away in the lesson, and its times, are for the speaker alone."""
    for folded in FOLDED.findall(text):
        made[-1].notes.append(_prose(folded))
    for paragraph in _paragraphs(FOLDED.sub("", text)):
        if paragraph.startswith("**Time**"):
            made[-1].notes.append(_prose(paragraph))
            continue
        follows_picture = made[-1].shows in ("a picture", "code") and len(paragraph) < FEW
        is_full = made[-1].words + len(paragraph) > ENOUGH and made[-1].words
        if not kind and (is_full or (made[-1].shows and not follows_picture)):
            made.append(Slide(made[-1].section))
        made[-1].add(_prose(paragraph), kind, len(paragraph))
        if follows_picture:
            made[-1].shows = "a widget"  # nothing more goes beside it


def _paragraphs(text: str) -> list[str]:
    """The paragraphs; a list, a table or a listing is one, and has its introduction with it."""
    found: list[str] = []
    is_listing = False
    for paragraph in re.split(r"\n{2,}", text.strip()):
        belongs = (
            is_listing or paragraph.startswith(("- ", "1. ", "|", "```", "    ")) or (found and found[-1].endswith(":"))
        )
        if found and belongs:
            found[-1] += f"\n\n{paragraph}"
        elif paragraph.strip():
            found.append(paragraph)
        is_listing ^= paragraph.count("```") % 2 == 1
    return found


def _add_question(made: list[Slide], asked: questions.Asked, kind: str) -> None:
    """The options for a show of hands, and on the next key the answer; what is said to the others is in the notes."""
    if made[-1].shows or made[-1].words + len(asked.text) > ENOUGH:
        made.append(Slide(made[-1].section))
    options = "".join(f'<li class="{option.verdict}">{_inline(option.text)}</li>' for option in asked.options)
    made[-1].add(_prose(asked.text), kind, len(asked.text))
    made[-1].add(f'<ol class="options" type="A">{options}</ol>', shows="a widget")
    right = [option for option in asked.options if option.verdict == "right"]
    made[-1].add(f'<div class="answer">{_prose(right[0].feedback)}</div>' if right else "", "fragment")
    for letter, option in zip("ABCDEFGHIJ", asked.options, strict=False):
        made[-1].notes.append(_prose(f"**{letter}**, {option.verdict}: {option.feedback}"))


def _inline(text: str) -> str:
    return re.sub("^<p>(.*)</p>$", r"\1", _prose(text).strip(), flags=re.DOTALL)


def _add_code(made: list[Slide], cell: nbformat.NotebookNode, kind: str, states: dict[str, Any]) -> None:
    """What a cell shows, with the sentence before it. Its code is shown where that is the subject: see `C`."""
    source, *outputs = (NEEDS_PYTHON.sub("", part) for part in code_parts(cell, states))
    shown = "\n".join(outputs)
    is_picture = any(mark in shown for mark in ("alive", "<img", "<svg", "<table", 'class="output"><div'))
    is_subject = not is_picture and bool(outputs or re.search(r"^(def|class) ", cell.source, re.MULTILINE))
    if not is_subject:
        source = f'<div class="plumbing">{source}</div>'
    if not outputs and not is_subject:
        made[-1].add(source, kind)
        return
    shows = "a widget" if "alive" in shown else "a picture" if is_picture else "code"
    last = made[-1]
    if not kind and (last.shows or last.words > FEW):
        made.append(Slide(last.section))
        if not last.shows and len(last.parts) > 1 and last.parts[-1].startswith("<p>") and len(last.parts[-1]) < FEW:
            made[-1].add(last.parts.pop())  # a picture and its sentence
    made[-1].add(f"{source}\n{shown}", kind, shows=shows)


def _tell_times(made: list[Slide], opening: str) -> None:
    """Say in the notes how long a section takes: its share of the lesson's time, by its number of slides."""
    told = re.search(r"\*\*Time\*\* (?:about )?(\d+) minutes", opening)
    minutes = int(told[1]) if told else 0
    for _, group in groupby(made if minutes else (), key=lambda slide: slide.section):
        first, *rest = group
        share = max(1, round(minutes * (1 + len(rest)) / len(made)))
        first.notes.insert(0, f"<p>About {share} of the lesson's {minutes} minutes.</p>")


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
    fills = ' class="fills"' if "".join(slide.parts).count('data-widget="stepper"') == 1 else ""
    return f'<section{fills}>\n<div class="content">{running}{"".join(slide.parts)}</div>{notes}\n</section>'
