"""The lessons as pages to read: prose, code, pictures, and widgets that work without Python.

A notebook is run once, and the state of its widgets becomes part of the page. Nothing on a page is fetched by a script
or imported as a module, so that it also works when it is opened from a file.
"""

from __future__ import annotations

import ast
import base64
import importlib
import json
import re
import shutil
import sys
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import nbformat

from minimax_lab.app.pages.notebook import (
    WIDGET_VIEW,
    address,
    code,
    lite_link,
    prose,
    run,
    title,
    widget_scripts,
    widget_states,
    widget_styles,
)
from tools.site.frame import LOADS, MODULES, ROOT, SITE, WHERE, page, with_contents

PLACE = "lessons/index.html"  # in the header
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
NUMBER = re.compile(r"0?(\d+b?)_")  # 05b_does_it_help.ipynb is lesson 5b
PICTURE = re.compile(r'src="data:image/svg\+xml;base64,([^"]+)"')
TREE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
NOT_ON_THE_BENCH = {"IPython.display", "minimax_lab.draw", "minimax_lab.widgets"}  # they show things in a notebook
WORDS = {"ten": 10, "fifteen": 15, "twenty": 20}
MERMAID = MODULES / "@mermaid-js" / "tiny" / "dist" / "mermaid.tiny.js"

# What one can do after each lesson, as short as a card is; the lesson itself says more
AIMS = {
    "00_start_here": "Say how a program that knows nothing about good play beats you, and watch it search.",
    "01_game_trees": "Draw a game as a tree, and work out by hand what a position is worth when both sides play well.",
    "02_minimax": "Write minimax in three ways, and watch your own code run step by step.",
    "03_isolation": "Count a game tree with a function of your own, and solve a small game by hand and by search.",
    "04_alpha_beta": "Turn minimax into alpha-beta with four lines, and say which parts of a tree it skips, and why.",
    "05_evaluation": "Build an evaluation from features, choose their weights, and never ask it at a bad moment.",
    "05b_does_it_help": "Measure whether a feature helps, learn weights from games, and say how much may be luck.",
    "06_rps_engine": "Write an engine that orders moves, remembers positions, deepens and plays by the clock.",
    "07_your_own_game": "Write a game of your own, and have the tools of this course search, show and play it.",
    "07b_any_program": "Watch and check a game program from anywhere, as it is, and draw its search yourself.",
    "08_speed": "Say where the time of a search goes, and make one far faster in seven steps.",
    "09_tournaments_and_tuning": "Say which of two players is better and how sure you are, and find good weights.",
    "10_rps_solved": "Solve a game backwards from its ends, and judge evaluations and measures by the truth.",
    "11_network": "Write what a neural network computes, train one on optimal play, and find out how good it is.",
}


def write_lessons(folder: Path, notebooks: list[Path]) -> None:
    """A page for each notebook, the course as a list of them, and what they share."""
    folder.mkdir(exist_ok=True)
    (folder / "widgets.js").write_text(widget_scripts(SITE / "alive.js"), encoding="utf-8")
    (folder / "widgets.css").write_text(widget_styles(), encoding="utf-8")
    shutil.copy(MERMAID, folder / "mermaid.js")
    for path in notebooks:
        print(f"lesson {path.stem}", flush=True)
        notebook = run(path)
        text = around(path, body(notebook))
        mermaid = '<script defer src="mermaid.js"></script>' if 'class="mermaid"' in text else ""
        head = f'<link rel="stylesheet" href="widgets.css">{mermaid}<script defer src="widgets.js"></script>{WHERE}'
        name = f"{title(notebook.cells[0].source)} · minimax_lab"
        text = page(name, text, "..", head, "read lesson", aim(path), PLACE)
        (folder / f"{path.stem}.html").write_text(text, encoding="utf-8")
    for path, drawn in pictures().items():
        (folder / f"{path.stem}.svg").write_bytes(drawn)
    course = page("The course · minimax_lab", contents(notebooks), "..", at=PLACE)
    (folder / "index.html").write_text(course, encoding="utf-8")


def contents(notebooks: list[Path]) -> str:
    """The course: the lessons, to read, and the exercises, to work on."""
    exercises = sorted((ROOT / "notebooks" / "exercises").glob("*.ipynb"))
    tasks = "".join(
        f'<li><a href="{address(f"exercises/{path.stem}")}">{heading(path)}</a></li>\n' for path in exercises
    )
    lab = '<a href="../lite/lab/index.html">all notebooks with Python in the browser</a>'
    return (
        "<h1>The course</h1>\n<p>Begin at the top, or with what you came for. Step-throughs, quizzes and the tree "
        f"editor work on these pages; each lesson has a link to where its code can be run and changed.</p>\n"
        f"{cards(notebooks)}\n<h2>Exercises</h2>\n<p>They open with Python in the browser, and check what you write. "
        f"The first time, that is {LOADS}; a phone is too small for it.</p>\n"
        f"<ol>\n{tasks}</ol>\n<p>Or open {lab}.</p>"
    )


def cards(notebooks: list[Path], folder: str = "") -> str:
    """Each lesson with its picture, its time and what one can do after it; `folder` is where the pages are."""
    return f'<ol class="cards">\n{"".join(_card(path, folder) for path in notebooks)}</ol>'


def _card(path: Path, folder: str) -> str:
    number = NUMBER.match(path.stem)
    small = f"Lesson {number[1]} · {minutes(path)} minutes" if number else "Every term in a sentence or two"
    return (
        f'<li><a class="card" href="{folder}{path.stem}.html"><img src="{folder}{path.stem}.svg" alt="" loading="lazy">'
        f"<div><small>{small}</small><b>{heading(path)}</b><p>{escape(aim(path))}</p></div></a></li>\n"
    )


@cache
def _opening(path: Path) -> str:
    """The first cell of a notebook, as words."""
    text = nbformat.read(path, as_version=4).cells[0].source
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text.replace("\n", " ")).replace("*", "")


def minutes(path: Path) -> int:
    """How long a lesson takes; 0 if it does not say so."""
    found = re.search(r"Time (?:about )?(\w+) minutes", _opening(path))
    return 0 if not found else WORDS.get(found[1]) or int(found[1])


def aim(path: Path) -> str:
    """What one can do after a lesson, in a sentence; "" of what is no lesson."""
    return AIMS.get(path.stem, "")


@cache
def pictures() -> dict[Path, bytes]:
    """The first stored picture of each notebook that no earlier one has; the site's own sign if there is none."""
    chosen: dict[Path, bytes] = {}
    for path in LESSONS:
        cells = nbformat.read(path, as_version=4).cells
        outputs = [output for cell in cells for output in cell.get("outputs", [])]
        texts = [str(output.get("data", {}).get("text/html", "")) for output in outputs]
        found = [base64.b64decode(each[1]) for text in texts for each in PICTURE.finditer(text)]
        own = (each for each in found if each not in chosen.values())
        chosen[path] = next(own, (SITE / "icon.svg").read_bytes())
    return chosen


def heading(path: Path) -> str:
    return escape(title(nbformat.read(path, as_version=4).cells[0].source))


def around(path: Path, text: str) -> str:
    """A lesson with what leads through it: its number and time, its contents, the lessons before and after it."""
    lesson = NUMBER.match(path.stem)
    text = with_contents(text, "In this lesson" if lesson else "On this page")
    place = LESSONS.index(path) if path in LESSONS else 0
    about = f"Lesson {lesson[1]} · {minutes(path)} minutes · " if lesson and minutes(path) else ""
    work = f'<a id="work" href="{lite_link(path.name)}">Work on this lesson in the browser</a>'
    top = f'<p class="about">{about}{work}, where you can run and change the code.</p>' if lesson else ""
    ways = [(LESSONS[k], k - place) for k in (place - 1, place + 1) if 0 <= k < len(LESSONS)]
    links = "".join(f'<a rel="{_REL[step]}" href="{other.stem}.html">{heading(other)}</a>' for other, step in ways)
    return f'{top}\n{text}\n<nav class="ways-on" aria-label="Lessons before and after">{links}</nav>'


_REL = {-1: "prev", 1: "next"}


def body(notebook: nbformat.NotebookNode) -> str:
    states = widget_states(notebook)
    cells = (
        prose(cell.source)
        if cell.cell_type == "markdown"
        else code(cell, states) + try_link(cell.source) + break_link(cell, states)
        for cell in notebook.cells
    )
    return "\n".join(cells)


def try_link(source: str) -> str:
    """A link that opens the functions of a cell on the bench, if the bench can run them as they stand."""
    defined = definitions(source)
    try:
        if "def " not in defined or not workbench().run(defined, TREE)["searches"]:
            return ""
    except Exception:  # it needs what another cell defines, or has no search in it
        return ""
    held = json.dumps({"v": 1, "code": defined, "position": TREE}).encode()
    fragment = base64.urlsafe_b64encode(held).decode().rstrip("=")
    return f'\n<p class="try"><a href="../bench.html#{fragment}">Try this code on the bench</a></p>'


def definitions(source: str) -> str:
    """The functions and classes of a cell and what they import, without what shows them; "" if it is not Python."""
    try:
        statements = ast.parse(source).body
    except SyntaxError:  # a command of the notebook's own
        return ""
    lines: list[str | None] = [*source.splitlines()]
    for statement in statements:
        of_a_notebook = isinstance(statement, ast.ImportFrom) and statement.module in NOT_ON_THE_BENCH
        kept = isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom)
        if of_a_notebook or not kept:
            for number in range(statement.lineno - 1, statement.end_lineno or statement.lineno):
                lines[number] = None
    return re.sub(r"\n{4,}", "\n\n\n", "\n".join(line for line in lines if line is not None)).strip() + "\n"


def break_link(cell: nbformat.NotebookNode, states: dict[str, Any]) -> str:
    """A link to the page of *Break it*, if the cell shows one of its programs."""
    views = (output.get("data", {}).get(WIDGET_VIEW) for output in cell.outputs)
    for state in (states[view["model_id"]]["state"] for view in views if view):
        if number := re.search(r"program (\d+) of", state.get("_puzzle", {}).get("title", "")):
            at = f"../break.html#{state['search']}-{number[1]}"
            return f'\n<p class="try">Or <a href="{at}">break it on a page of its own</a>, at once.</p>'
    return ""


def workbench() -> Any:
    """What answers on the bench, which is no part of the package."""
    if str(SITE) not in sys.path:
        sys.path.append(str(SITE))
    return importlib.import_module("workbench")
