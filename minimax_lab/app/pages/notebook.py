"""A notebook as HTML: its prose, its code, its pictures, and its widgets with what they hold.

Nothing in it is fetched by a script or imported as a module, so that a page also works when it is opened from a file.
"""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import Any

import nbformat
from latex2mathml.converter import convert
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError
from nbconvert.filters.ansi import ansi2html
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from minimax_lab.app.kernel import AttentiveKernel
from minimax_lab.app.pages import PAGES
from minimax_lab.widgets.bundle import EXPORT, as_script, script, style

STATE = "application/vnd.jupyter.widget-state+json"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
HEADING_LINK = re.compile(r'href="#([^"]+)"')  # on the same page
NOTEBOOK_LINK = re.compile(r'href="(?:\.\./)?((?:exercises/)?\w+)\.ipynb(?:#([^"]+))?"')
SECONDS = 180  # for a cell, far more than any takes


def run(path: Path, **options: Any) -> nbformat.NotebookNode:
    """The notebook with its outputs and the state of its widgets. The options are nbclient's.

    Raises TimeoutError if a cell does not end.
    """
    notebook = nbformat.read(path, as_version=4)
    begun: list[str] = []
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        kernel_name="python3",
        kernel_manager_class=AttentiveKernel,
        resources={"metadata": {"path": path.parent}},
        coalesce_streams=True,  # otherwise it is chance where a long printout is divided
        extra_arguments=["--log-level=ERROR"],
        on_cell_start=lambda cell, cell_index: begun.append(cell.source.strip().partition("\n")[0]),
        **options,
    )
    try:
        client.execute()
    except CellTimeoutError:
        raise TimeoutError(
            f"{path.name}: the cell that begins with {begun[-1]!r} had not ended after {SECONDS} seconds"
        ) from None
    return notebook


def title(markdown: str) -> str:
    """The first heading."""
    found = re.search("^# (.+)", markdown, re.MULTILINE)
    assert found, "a page begins with its heading"
    return found[1].replace("`", "")


def widget_states(notebook: nbformat.NotebookNode) -> dict[str, Any]:
    """What each widget of a notebook that has been run holds."""
    return notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})


# Prose


def prose(text: str) -> str:
    """Markdown as HTML; a link to a notebook leads to its page, or to where an exercise can be worked on."""
    made = MarkdownWithMath(renderer=_Prose(escape=False, exclude_anchor_links=True)).render(text)
    made = HEADING_LINK.sub(lambda link: f'href="#{place(link[1])}"', made)
    return NOTEBOOK_LINK.sub(_page_link, made)


def _page_link(link: re.Match[str]) -> str:
    """The link as it is on a page: where JupyterLab goes to a heading's words, a page has its `place`."""
    return f'href="{address(link[1])}{"#" + place(link[2]) if link[2] else ""}"'


def place(heading: str) -> str:
    """The name of a heading on a page, which a link can lead to."""
    return re.sub(r"\W+", "-", heading.lower()).strip("-") or "section"


def address(name: str) -> str:
    """Where a page leads to for a lesson or an exercise."""
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


def code_colours() -> str:
    """The style sheet of highlighted code, on light and on dark ground."""
    styles = (HtmlFormatter(style=name, nobackground=True) for name in ("xcode", "github-dark"))
    light, dark = (style.get_style_defs(".source") for style in styles)
    return f"{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}\n"


def code(cell: nbformat.NotebookNode, states: dict[str, Any]) -> str:
    """A cell as a page shows it. What JupyterLab folds, such as the answer to a prediction, is folded there, too."""
    folds = cell.metadata.get("jupyter", {})
    source, shown = source_html(cell.source), "\n".join(output_html(output, states) for output in cell.outputs)
    if folds.get("source_hidden"):
        source = _folded("The code", source)
    if folds.get("outputs_hidden") and shown and 'class="output alive"' not in shown:  # a widget must see its width
        shown = _folded("What it shows", shown)
    return f"{source}\n{shown}"


def _folded(name: str, part: str) -> str:
    return f'<details class="folded"><summary>{name}</summary>\n{part}\n</details>'


def source_html(source: str) -> str:
    return highlight(source, PythonLexer(), HtmlFormatter(cssclass="source"))


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
        source = f"data:image/png;base64,{data['image/png']}".replace("\n", "")
        return f'<div class="output"><img src="{source}" alt="The plot that the code draws"></div>'
    return f'<pre class="output">{escape(data["text/plain"])}</pre>'


# Widgets that live on without Python

WIDGETS = "minimax_lab.widgets."
QUIZ = ["_rows", "_key", "_answers", "_feedback", "_progress", "seed", "attempts", "score", "correct"]
# By the name that anywidget gives them: what a widget is called on a page, and what it holds there
ALIVE = {
    f"{WIDGETS}stepper.stepper.StepThrough": ("stepper", ["_traces", "step", "grain", "predict"]),
    f"{WIDGETS}quiz.quiz.PruningQuiz": ("quiz", [*QUIZ, "marked", "ask_windows"]),
    f"{WIDGETS}quiz.quiz.ValueQuiz": ("values", QUIZ),
    f"{WIDGETS}editor.editor.TreeEditor": ("editor", ["tree", "search", "_result", "_answer"]),
}
SCRIPTS = {"stepper": "stepper/stepper", "quiz": "quiz/quiz", "values": "quiz/values", "editor": "editor/editor"}
STYLES = [f"shared/{name}.css" for name in ("look", "tree", "node_input")]
STYLES += [f"{name}/{name}.css" for name in ("stepper", "quiz", "editor")]
ANSWERS = [PAGES / name for name in ("editor_search.js", "living_widgets.js")]


def widget_html(state: dict[str, Any], still: str) -> str:
    """A widget with what it holds; its still picture stands there on paper, and until the script has run."""
    held = held_state(state)
    if held is None:
        words = 'To use this one, <a href="#work">work on this lesson in the browser</a>: it needs Python.'
        return f'<div class="output">{still}<p class="needs">{words}</p></div>'
    kind, contents = held
    text = as_script(json.dumps(contents, ensure_ascii=False))
    return (
        f'<div class="output alive" data-widget="{kind}"><div class="still">{still}</div>'
        f'<script type="application/json">{text}</script></div>'
    )


def held_state(state: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """What a widget is called and holds on a page; None if it needs Python."""
    kind, names = ALIVE.get(state.get("_anywidget_id", ""), ("", []))
    return (kind, {name: state[name] for name in names if name in state}) if kind else None


def widget_styles() -> str:
    return style(*STYLES)


def widget_scripts(start: Path) -> str:
    """The widgets' modules as functions of one plain script, what answers them, and the script `start` of the page."""
    sources = {kind: script(f"{file}.js").replace("export default ", "return ") for kind, file in SCRIPTS.items()}
    modules = [f"{kind}() {{\n{source}\n}}" for kind, source in sources.items()]
    own = [EXPORT.sub("", file.read_text(encoding="utf-8")) for file in [*ANSWERS, start]]
    return "\n".join(
        [
            '"use strict";',
            f"const modules = {{ {', '.join(modules)} }};",
            script("shared/page_model.js"),
            script("shared/options.js"),
            *own,
        ]
    )
