"""The reference: the public names with their docstrings, made by pdoc, which reads Markdown, as they are written."""

from __future__ import annotations

import warnings
from importlib import import_module
from pathlib import Path

import pdoc

from minimax_lab import __version__

# Where notebooks and programs import from
PUBLIC = ["game", "games", "search", "trace", "draw", "evaluate", "solve", "check", "arena", "widgets"]


def write_reference(folder: Path) -> None:
    """A page for each package that one imports from, without the modules inside it."""
    specs = ["minimax_lab", r"!minimax_lab\..+"]
    for name in PUBLIC:
        module = import_module(f"minimax_lab.{name}")
        for public in getattr(module, "__all__", ()):  # some are imported only when they are asked for
            setattr(module, public, getattr(module, public))
        specs += [f"minimax_lab.{name}", rf"!minimax_lab\.{name}\..+"]
    footer = f"minimax_lab {__version__}"
    pdoc.render.configure(docformat="markdown", show_source=False, footer_text=footer, favicon="data:,")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that only type checkers import
        pdoc.pdoc(*specs, output_directory=folder)
    for path in folder.rglob("*.html"):
        home = "../" * len(path.relative_to(folder.parent).parents[:-1])
        link = f'<a class="pdoc-button" href="{home}index.html">Workbench, lessons, guides</a>\n'
        text = path.read_text(encoding="utf-8").replace('<input type="search"', f'{link}<input type="search"', 1)
        path.write_text(text, encoding="utf-8")
