"""The lessons as pages to read: prose, code, pictures, and widgets that work without Python.

A notebook is run once, and the state of its widgets becomes part of the page. Nothing on a page is fetched by a script
or imported as a module, so that it also works when it is opened from a file.
"""

from __future__ import annotations

import shutil
from html import escape
from pathlib import Path

import nbformat

from minimax_lab.app.pages.living_widgets import widget_scripts, widget_styles
from minimax_lab.app.pages.notebook import address, code, lite_link, prose, run, title, widget_states
from tools.site.frame import MODULES, ROOT, SITE, page

MERMAID = MODULES / "@mermaid-js" / "tiny" / "dist" / "mermaid.tiny.js"


def write_lessons(folder: Path, notebooks: list[Path]) -> None:
    """A page for each notebook, a list of them, and what they share."""
    folder.mkdir(exist_ok=True)
    (folder / "widgets.js").write_text(widget_scripts(SITE / "alive.js"), encoding="utf-8")
    (folder / "widgets.css").write_text(widget_styles(), encoding="utf-8")
    shutil.copy(MERMAID, folder / "mermaid.js")
    for path in notebooks:
        notebook = run(path)
        text = work_link(path.name) + body(notebook)
        mermaid = '<script defer src="mermaid.js"></script>' if 'class="mermaid"' in text else ""
        head = f'<link rel="stylesheet" href="widgets.css">{mermaid}<script defer src="widgets.js"></script>'
        text = page(title(notebook.cells[0].source), text, "..", head)
        (folder / f"{path.stem}.html").write_text(text, encoding="utf-8")
    (folder / "index.html").write_text(page("Lessons", contents(notebooks), ".."), encoding="utf-8")


def contents(notebooks: list[Path]) -> str:
    """The list of the lessons, to read, and of the exercises, to work on."""
    lessons = "".join(f'<li><a href="{path.stem}.html">{heading(path)}</a></li>\n' for path in notebooks)
    exercises = sorted((ROOT / "notebooks" / "exercises").glob("*.ipynb"))
    tasks = "".join(
        f'<li><a href="{address(f"exercises/{path.stem}")}">{heading(path)}</a></li>\n' for path in exercises
    )
    return (
        "<h1>Lessons</h1>\n<p>Step-throughs, quizzes and the tree editor work on these pages. To run and change "
        f"the code, open a lesson in the browser's own Python: there is a link at its top.</p>\n<ul>\n{lessons}</ul>\n"
        f"<h2>Exercises</h2>\n<p>They open with Python in the browser, and check what you write.</p>\n"
        f"<ul>\n{tasks}</ul>"
    )


def heading(path: Path) -> str:
    return escape(title(nbformat.read(path, as_version=4).cells[0].source))


def work_link(name: str) -> str:
    """A link to the same notebook with Python in the browser."""
    link = f'<a id="work" href="{lite_link(name)}">Work on this lesson in the browser</a>'
    return f'<p class="work">{link}, where you can run and change the code.</p>\n'


def body(notebook: nbformat.NotebookNode) -> str:
    states = widget_states(notebook)
    cells = (prose(cell.source) if cell.cell_type == "markdown" else code(cell, states) for cell in notebook.cells)
    return "\n".join(cells)
