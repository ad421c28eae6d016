"""Make slides of lessons, for a lecture: pages that need no network, with step-throughs that work.

A heading begins a slide, and so does a paragraph when the slide is full, a cell with something to show unless only a
few words come before it, and a question with its options; what leaves a slide nearly empty joins its neighbour. What
answers a question waits for a key. What is folded away in a lesson is in the speaker's notes; an appendix is left out,
and so is what a cell says of code that is still to be written, and what only a single reader is told: to run a cell. A
cell's `slide_type` in its metadata, as Jupyter's slideshow has it, says otherwise: "slide", "-" (goes on), "fragment"
(appears on the next key), "skip" or "notes"; and its tag `hide-input`, that its code is not the subject.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape, unescape
from itertools import groupby
from pathlib import Path
from typing import Any

import nbformat

from minimax_lab.app import questions
from minimax_lab.app.launch import CHECKOUT, notebook_folder
from minimax_lab.app.pages import PAGES, filled
from minimax_lab.app.pages.notebook import (
    code_colours,
    output_html,
    prose,
    run,
    source_html,
    title,
    widget_scripts,
    widget_states,
    widget_styles,
)
from minimax_lab.widgets.bundle import write_page

MERMAID = CHECKOUT / "node_modules" / "@mermaid-js" / "tiny" / "dist" / "mermaid.tiny.js"
BEGIN = ("slide", "subslide")
FEW = 300  # characters of a paragraph that goes with a picture
ENOUGH = 560  # characters of prose on a slide
SHORT = 8  # lines of code that are shown with what they print
MOST_LINES = 20  # of code on a slide; other things take as much room as so many lines:
LIKE_LINES = {"a widget": 15, "a picture": 12}
A_LINE = 55  # characters of prose
A_FEW_LINES = 4  # that find room on any slide
NARROW = 40  # characters of a line of print that a picture can stand beside
SPARSE = 5  # lines that do not fill a slide
GAP = "YOUR CODE HERE"
MINUTES = {"a question": 3, "a widget": 5}  # that a slide takes in a lecture; one with anything else takes 1,
TO_WRITE = 6  # and one on which the class writes code, so many
DEFINED = re.compile(r"^(?:def|class) (\w+)", re.MULTILINE)
DEFINES = re.compile(r"(?:(?:from |import |#|@).*\n|\n)*(?:def|class) ")  # above all
LEFT_OPEN = re.compile(rf"^(\w+) = .*{GAP}", re.MULTILINE)
FORMATS = re.compile(r"print\(f?['\"].*[{%]|\.format\(")  # what is printed, so this is not how one would work it out
ASKS = re.compile(r"\?\W*</p>\s*$")
NO_GUESS = re.compile(r"[;.]? you said \?\.?", re.IGNORECASE)
FINDING = re.compile("(?=<div data-state='[^']*' data-code=)")  # where one of a report begins
FOLDED = re.compile("<details>.*?</details>", re.DOTALL)
MEANT = re.compile('data-widget="(?:quiz|values)"|alt="The plot that the code draws"')
TO_ONE_READER: dict[str, str | Callable[[re.Match[str]], str]] = {  # and what a hall is told instead
    r"Run the (?:two )?cells? to see": "We shall see",
    r"Run the (?:two )?cells?,? and (\w)": lambda found: found[1].upper(),
    r"\s*\bRun the (?:two )?cells?\.": "",
    r"\s*\bThen run (?:the next cell|it)[,:][^.]*\.": "",
    r"\s*\(If you see text instead[^)]*\)": "",
    r"\s*\bRepair it, and run it again[^.]*\.": "",
    r"\s*\bClick (?:on your answer|into the cell below[^.]*)\.": "",
}
NEEDS_PYTHON = re.compile(r'<p class="needs">.*?</p>')
NEEDS_SITE = re.compile(r'<a href="\.\./lite/[^"]*">(.*?)</a>', re.DOTALL)


def main(arguments: Sequence[str]) -> int:
    """Run `minimax-lab slides` with these arguments, and return its exit code."""
    parser = argparse.ArgumentParser("minimax-lab slides", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("lesson", nargs="+", help="its number or its name: 4, 5b, 04_alpha_beta")
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where to write (default: this folder)")
    chosen = parser.parse_args(arguments)
    try:
        lessons = [_lesson(name) for name in chosen.lesson]
    except LookupError as problem:
        print(f"minimax-lab slides: {problem}", file=sys.stderr)
        return 2
    try:
        for path in lessons:
            print(f"wrote {write_slides(path, chosen.out)}", flush=True)
    except TimeoutError as problem:
        print(f"minimax-lab slides: {problem}", file=sys.stderr)
        return 1
    return 0


def _lesson(name: str) -> Path:
    lessons = sorted(notebook_folder().glob("[0-9]*.ipynb"))
    for path in lessons:
        number = path.stem.partition("_")[0]
        if name in (path.stem, path.name, number, number.removeprefix("0")):
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
    shows: str = ""  # "a question", "a widget", "a picture", "a picture and its sentence" or "code", if there is one
    lines: int = 0  # of what it shows
    is_forced: bool = False  # a tag says that it begins here
    asks: bool = False  # the last paragraph ends in a question

    def add(self, part: str, kind: str = "", words: int = 0, shows: str = "", lines: int = 0) -> None:
        self.parts.append(f'<div class="fragment">{part}</div>' if kind == "fragment" else part)
        self.words += words
        self.shows = shows or self.shows
        self.lines += lines
        self.asks = bool(ASKS.search(part)) or (self.asks and not words)

    @property
    def used(self) -> int:
        """How many lines are taken, about."""
        return self.lines + self.words // A_LINE

    @property
    def room(self) -> int:
        return MOST_LINES - self.used

    @property
    def minutes(self) -> int:
        """How long it takes in a lecture, about."""
        return TO_WRITE if GAP in "".join(self.parts) else MINUTES.get(self.shows, 1)

    def takes(self, after: Slide) -> bool:
        """Whether the next slide of its section can be on this one, because one of the two is nearly empty."""
        if after.is_forced or not after.goes_on:
            return False
        if not self.words + self.lines:
            return True  # a bare heading takes anything
        is_closed = self.shows not in ("", "code") or (self.shows and after.shows not in ("", "code"))
        begins_anew = self.used > SPARSE and after.parts[0].startswith("<h")
        has_room = self.used + after.used <= MOST_LINES and self.words + after.words <= ENOUGH
        return min(self.used, after.used) <= SPARSE and has_room and not is_closed and not begins_anew

    def join(self, after: Slide) -> None:
        kind = "fragment" if self.asks and self.shows else ""
        for part in after.parts:
            self.add(part, kind if part.startswith("<p>") else "")
        self.notes += after.notes
        self.words, self.lines = self.words + after.words, self.lines + after.lines
        self.shows, self.asks = after.shows or self.shows, after.asks

    def next(self) -> Slide:
        """A slide on which the section goes on, with the last paragraph of this one: it speaks of what comes."""
        after = Slide(self.section)
        at = next((i for i, part in enumerate(self.parts) if all(map(_is_hidden, self.parts[i + 1 :]))), 0)
        last = "".join(self.parts[at : at + 1]).removeprefix('<div class="fragment">').removesuffix("</div>")
        if at > (not self.goes_on) and last.startswith("<p>") and len(last) < 1.2 * FEW:
            after.add(last, words=len(last))
            after.parts += self.parts[at + 1 :]
            del self.parts[at:]
            self.words -= after.words
        return after


def slides(notebook: nbformat.NotebookNode) -> list[Slide]:
    """The cells, spread over slides: an idea on each, a picture with its sentence, a question with its options."""
    states = widget_states(notebook)
    made: list[Slide] = []
    unwritten: set[str] = set()  # the names of what the reader is to write
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
                    made.append(Slide(made[-1].section, is_forced=True))
                for piece in questions.parts(part):
                    if isinstance(piece, questions.Question):
                        _add_question(made, piece, kind)
                    else:
                        _add_prose(made, piece, kind)
        elif cell.source.strip():
            if GAP in cell.source:
                unwritten.update(DEFINED.findall(cell.source), LEFT_OPEN.findall(cell.source))
                _add_code(made, cell, kind, [])
            elif unwritten.isdisjoint(re.findall(r"\w+", cell.source)):
                _add_code(made, cell, kind, _outputs(cell, states))
            else:
                made[-1].add(_hidden(cell.source), kind)
    kept = _joined([slide for slide in made if not slide.section.startswith("Appendix") and any(slide.parts)])
    _tell_times(kept)
    return kept


def _joined(made: list[Slide]) -> list[Slide]:
    """The same, where a slide that is nearly empty has joined the one before or after it, if there is room."""
    kept: list[Slide] = []
    for slide in made:
        if kept and kept[-1].takes(slide):
            kept[-1].join(slide)
        else:
            kept.append(slide)
    return kept


def _prose(text: str) -> str:
    text = re.sub(r"^(\d{2,})\. ", r"\1\\. ", text)  # an answer, not a list that begins with it
    for told, instead in TO_ONE_READER.items():
        text = re.sub(told, instead, text)
    return NEEDS_SITE.sub(r"\1", prose(text))


def _add_prose(made: list[Slide], text: str, kind: str) -> None:
    """Paragraph by paragraph; what is folded away in the lesson, and its times, are for the speaker alone."""
    for folded in FOLDED.findall(text):
        made[-1].notes.append(_prose(folded))
    for paragraph in _paragraphs(FOLDED.sub("", text).replace("<p></p>", "")):
        if paragraph.startswith("**Time**"):
            made[-1].notes.append(_prose(paragraph))
            continue
        last, is_heading = made[-1], paragraph.startswith("#")
        has_room = len(paragraph) < FEW and last.room >= len(paragraph) // A_LINE
        follows_picture = last.shows in ("a picture", "code") and has_room and not is_heading
        is_full = last.words and (is_heading or last.words + len(paragraph) > ENOUGH)
        if not kind and (is_full or (last.shows and not follows_picture)):
            made.append(Slide(last.section))
        is_answer = made[-1].asks and made[-1].shows
        made[-1].add(_prose(paragraph), kind or ("fragment" if is_answer else ""), len(paragraph))
        if follows_picture and last.shows == "a picture":
            made[-1].shows = "a picture and its sentence"


def _paragraphs(text: str) -> list[str]:
    """The paragraphs; a list, a table, a formula or a listing is one, and what introduces one belongs to it."""
    found: list[str] = []
    is_listing = False
    for paragraph in re.split(r"\n{2,}", text.strip()):
        belongs = is_listing or paragraph.startswith(("- ", "1. ", "|", "```", "    ", "$$"))
        if found and (belongs or found[-1].endswith((":", "$$")) or re.fullmatch("#.*", found[-1])):
            found[-1] += f"\n\n{paragraph}"
        elif paragraph.strip():
            found.append(paragraph)
        is_listing ^= paragraph.count("```") % 2 == 1
    return found


def _add_question(made: list[Slide], asked: questions.Question, kind: str) -> None:
    """The options for a show of hands, and on the next key the answer; what is said to the others is in the notes."""
    if made[-1].shows or (made[-1].words and made[-1].words + len(asked.text) > ENOUGH):
        made.append(Slide(made[-1].section))
    texts = [re.sub("^<p>(.*)</p>$", r"\1", _prose(option.text).strip(), flags=re.DOTALL) for option in asked.options]
    items = (f'<li class="{option.verdict}">{text}</li>' for option, text in zip(asked.options, texts, strict=True))
    made[-1].add(_prose(asked.text), kind, len(asked.text))
    right = "\n\n".join(option.feedback for option in asked.options if option.verdict == "right")
    lines = 2 * len(asked.options) + len(right) // A_LINE + 1
    made[-1].add(f'<ol class="options" type="A">{"".join(items)}</ol>', shows="a question", lines=lines)
    made[-1].add(f'<div class="answer">{_prose(right)}</div>' if right else "", "fragment")
    for letter, option in zip("ABCDEFGHIJ", asked.options, strict=False):
        made[-1].notes.append(_prose(f"**{letter}**, {option.verdict}: {option.feedback}"))


def _outputs(cell: nbformat.NotebookNode, states: dict[str, Any]) -> list[str]:
    """What a cell shows: each picture and each finding of a report by itself."""
    parts = []
    for output in cell.outputs:
        shown = NO_GUESS.sub("", NEEDS_PYTHON.sub("", output_html(output, states)))
        title, *findings = FINDING.split(shown)
        if len(findings) < 2:
            parts.append(shown)
            continue
        findings[-1] = findings[-1].removesuffix("</div>")  # the title's
        parts += [f"{title}{findings[0]}</div>", *(f'<div class="output">{each}</div>' for each in findings[1:])]
    return parts


def _add_code(made: list[Slide], cell: nbformat.NotebookNode, kind: str, outputs: list[str]) -> None:
    """What a cell shows, with the sentence before it. Its code is shown where that is the subject: see `C`."""
    source = cell.source
    is_subject = _is_subject(cell, outputs)
    hidden = "" if is_subject else _hidden(source)
    parts = [*map(source_html, _pieces(source)), *outputs] if is_subject else outputs
    if not parts:
        made[-1].add(hidden, kind)
    before, shown = None, ""  # the slide on which this cell has shown something, and what
    for part in parts:
        last, shows = made[-1], _shows(part) or "code"
        lines = max(LIKE_LINES[shows], part.count("<tr") + 5) if shows in LIKE_LINES else part.count("\n") + 1
        has_room = lines <= last.room or (shows == "code" and lines <= A_FEW_LINES)
        if shows == "a picture" and (_is_wide(shown) if last is before else any(map(_is_wide, last.parts))):
            has_room = False  # neither beside it nor below
        if not kind and not (has_room and (last is before or not last.shows)):
            made.append(last.next())
        is_answer = made[-1].asks and part.startswith('<pre class="output"')
        made[-1].add(hidden + part, kind or ("fragment" if is_answer else ""), shows=shows, lines=lines)
        hidden, before, shown = "", made[-1], part


def _is_subject(cell: nbformat.NotebookNode, outputs: list[str]) -> bool:
    """Whether a hall should read this code: it defines something, or is short and says how its result is found."""
    source, shown = cell.source, "".join(outputs)
    if "hide-input" in cell.metadata.get("tags", ()):
        return False
    if GAP in source:
        return "\n" in source
    has_code = shown.count("<img") == 1 and 'data-widget="stepper"' in shown  # beside the tree
    is_means = has_code or bool(MEANT.search(shown))  # to a picture
    if DEFINES.match(source):
        return not is_means
    is_short = source.count("\n") < SHORT and not FORMATS.search(source)
    return bool(outputs) and not any(map(_shows, outputs)) and is_short


def _is_wide(part: str) -> bool:
    """Whether this is print, or a formula, that would not stand beside a picture."""
    lines = [unescape(re.sub("<[^>]+>", "", line)) for line in part.splitlines() if 'class="plumbing"' not in line]
    return max(map(len, lines), default=0) > NARROW if part.startswith("<pre") else part.count("<mo") > NARROW // 4


def _hidden(source: str) -> str:
    return f'<div class="plumbing">{source_html(source)}</div>'


def _is_hidden(part: str) -> bool:
    return part.startswith('<div class="plumbing">') and 'class="output' not in part


def _shows(output: str) -> str:
    if "alive" in output:
        return "a widget"
    return "a picture" if output.startswith('<div class="output">') else ""


def _pieces(source: str) -> list[str]:
    """Code in pieces that a slide has room for, divided where a line is empty."""
    pieces: list[str] = []
    for block in re.split(r"\n{2,}", source.strip("\n")):
        if pieces and (pieces[-1] + block).count("\n") + 2 < MOST_LINES:
            pieces[-1] += f"\n\n{block}"
        else:
            pieces.append(block)
    return pieces


def _tell_times(made: list[Slide]) -> None:
    """Say in the notes about how long a section takes in a lecture."""
    for _, group in groupby(made, key=lambda slide: slide.section):
        first, *rest = group
        minutes = first.minutes + sum(slide.minutes for slide in rest)
        first.notes.insert(0, f"<p>About {minutes} minute{'s' * (minutes > 1)}, without questions from the room.</p>")


def page(name: str, made: list[Slide]) -> str:
    """The whole page, with all that it needs; a diagram in Mermaid stays text where npm has not brought Mermaid."""
    sections = "\n".join(map(_section, made))
    script = widget_scripts(PAGES / "slides.js")
    if 'class="mermaid"' in sections and MERMAID.is_file():
        script = f"{MERMAID.read_text(encoding='utf-8')}\n{script}"
    return filled(
        PAGES / "slides.html",
        TITLE=escape(name),
        STYLE=code_colours() + (PAGES / "slides.css").read_text(encoding="utf-8"),
        SLIDES=sections,
        WIDGETS=widget_styles(),
        SCRIPT=script.replace("</script", "<\\/script"),
    )


def _section(slide: Slide) -> str:
    running = f'<p class="running">{escape(slide.section.replace("`", ""))}</p>\n' if slide.goes_on else ""
    notes = f'\n<aside class="notes">{"".join(slide.notes)}</aside>' if slide.notes else ""
    return f'<section>\n{running}<div class="content">{"".join(slide.parts)}</div>{notes}\n</section>'
