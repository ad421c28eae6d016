"""The lessons as pages to read: prose, code, pictures, and widgets that work without Python.

A notebook is run once, and the state of its widgets becomes part of the page. Nothing on a page is fetched by a script
or imported as a module, so that it also works when it is opened from a file.
"""

from __future__ import annotations

import json
import re
import shutil
from html import escape
from pathlib import Path
from typing import Any

import nbformat
from latex2mathml.converter import convert
from nbclient import NotebookClient
from nbconvert.filters.ansi import ansi2html
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from tools.refresh import WIDGET_VIEW
from tools.site.alive import held_state, widget_scripts, widget_styles
from tools.site.frame import MODULES, ROOT, page

MERMAID = MODULES / "@mermaid-js" / "tiny" / "dist" / "mermaid.tiny.js"
STATE = "application/vnd.jupyter.widget-state+json"
NOTEBOOK_LINK = re.compile(r'href="(?:\.\./)?((?:exercises/)?\w+)\.ipynb"')


def write_lessons(folder: Path, notebooks: list[Path]) -> None:
    """A page for each notebook, a list of them, and what they share."""
    folder.mkdir(exist_ok=True)
    (folder / "widgets.js").write_text(widget_scripts(), encoding="utf-8")
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
    links = ((_address(f"exercises/{path.stem}"), heading(path)) for path in exercises)
    tasks = "".join(f'<li><a href="{address}">{name}</a></li>\n' for address, name in links)
    return (
        "<h1>Lessons</h1>\n<p>Step-throughs, quizzes and the tree editor work on these pages. To run and change "
        f"the code, open a lesson in the browser's own Python: there is a link at its top.</p>\n<ul>\n{lessons}</ul>\n"
        f"<h2>Exercises</h2>\n<p>They open with Python in the browser, and check what you write.</p>\n"
        f"<ul>\n{tasks}</ul>"
    )


def heading(path: Path) -> str:
    return escape(title(nbformat.read(path, as_version=4).cells[0].source))


def run(path: Path) -> nbformat.NotebookNode:
    """The notebook with its outputs and the state of its widgets."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        resources={"metadata": {"path": path.parent}},
        coalesce_streams=True,  # otherwise it is chance where a long printout is divided
        extra_arguments=["--log-level=ERROR"],
    )
    client.execute()
    return notebook


def title(markdown: str) -> str:
    """The first heading."""
    found = re.search("^# (.+)", markdown, re.MULTILINE)
    assert found, "a page begins with its heading"
    return found[1].replace("`", "")


def work_link(name: str) -> str:
    """A link to the same notebook with Python in the browser."""
    link = f'<a id="work" href="{lite_link(name)}">Work on this lesson in the browser</a>'
    return f'<p class="work">{link}, where you can run and change the code.</p>\n'


def body(notebook: nbformat.NotebookNode) -> str:
    states = notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    cells = (prose(cell.source) if cell.cell_type == "markdown" else code(cell, states) for cell in notebook.cells)
    return "\n".join(cells)


# Prose


def prose(text: str) -> str:
    """Markdown as HTML; a link to a notebook leads to its page, or to where an exercise can be worked on."""
    made = MarkdownWithMath(renderer=_Prose(escape=False, exclude_anchor_links=True)).render(text)
    return NOTEBOOK_LINK.sub(lambda link: f'href="{_address(link[1])}"', made)


def _address(name: str) -> str:
    return lite_link(f"{name}.ipynb") if name.startswith("exercises/") else f"{name}.html"


def lite_link(notebook: str) -> str:
    """The address of a notebook with Python in the browser."""
    return f"../lite/lab/index.html?path={notebook}"


class _Prose(IPythonRenderer):
    """Formulas become MathML, which browsers draw by themselves; Mermaid stays text, which a script draws."""

    def block_mermaidjs(self, code: str) -> str:
        return f'<pre class="mermaid">{escape(code)}</pre>\n'

    def inline_math(self, body: str) -> str:
        return formula(body, False)

    def block_math(self, body: str) -> str:
        return f'<div class="formula">{formula(body, True)}</div>\n'


def formula(tex: str, alone: bool) -> str:
    """TeX as MathML."""
    made = convert(tex.strip(), display="block" if alone else "inline")
    if "\\" in made:  # the converter leaves a command that it does not know as it is
        raise ValueError(f"a formula has a command that cannot be drawn: {tex.strip()}")
    return made


# Code


def code(cell: nbformat.NotebookNode, states: dict[str, Any]) -> str:
    source = highlight(cell.source, PythonLexer(), HtmlFormatter(cssclass="source"))
    return "\n".join([source, *(output_html(output, states) for output in cell.outputs)])


def output_html(output: nbformat.NotebookNode, states: dict[str, Any]) -> str:
    """An output as a page shows it: a widget that lives on, or else the richest picture that there is."""
    if output.output_type == "stream":
        return f'<pre class="output">{ansi2html(output.text)}</pre>'
    if output.output_type == "error":
        raise ValueError(f"a lesson fails: {output.ename}: {output.evalue}")
    data = output.data
    if WIDGET_VIEW in data:
        return widget_html(states[data[WIDGET_VIEW]["model_id"]]["state"], data.get("text/html", ""))
    if "text/html" in data:
        return f'<div class="output">{data["text/html"]}</div>'
    if "text/markdown" in data:
        return f'<div class="output">{prose(data["text/markdown"])}</div>'
    if "image/svg+xml" in data:
        return f'<div class="output">{data["image/svg+xml"]}</div>'
    if "image/png" in data:
        picture = data["image/png"].replace("\n", "")
        return (
            f'<div class="output"><img src="data:image/png;base64,{picture}" alt="The plot that the code draws"></div>'
        )
    return f'<pre class="output">{escape(data["text/plain"])}</pre>'


def widget_html(state: dict[str, Any], still: str) -> str:
    """A widget with what it holds; its still picture stands there on paper, and until the script has run."""
    held = held_state(state)
    if held is None:
        words = 'To use this one, <a href="#work">work on this lesson in the browser</a>: it needs Python.'
        return f'<div class="output">{still}<p class="needs">{words}</p></div>'
    kind, contents = held
    text = json.dumps(contents, ensure_ascii=False).replace("<", "\\u003c")  # so that no text can end the script
    return (
        f'<div class="output alive" data-widget="{kind}"><div class="still">{still}</div>'
        f'<script type="application/json">{text}</script></div>'
    )
