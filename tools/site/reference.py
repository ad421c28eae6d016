"""The reference: the public names with their docstrings, made by pdoc, which reads Markdown, as they are written."""

from __future__ import annotations

import re
import warnings
from importlib import import_module
from pathlib import Path

import pdoc
from pygments.formatters import HtmlFormatter

from minimax_lab import __version__
from tools.site.frame import POLICY, SITE, filled, forbid, marked

# Where notebooks and programs import from
PUBLIC = ["game", "games", "search", "trace", "draw", "evaluate", "solve", "check", "arena", "widgets"]
HEADER = re.compile(r"<header.*?</header>\n", re.DOTALL)
LINK = re.compile(r'<a href="([^"#:?]*)#([^"]+)">(.*?)</a>', re.DOTALL)


def write_reference(folder: Path) -> None:
    """A page for each package that one imports from, without the modules inside it."""
    specs = ["minimax_lab", r"!minimax_lab\..+"]
    for name in PUBLIC:
        module = import_module(f"minimax_lab.{name}")
        for public in getattr(module, "__all__", ()):  # some are imported only when they are asked for
            setattr(module, public, getattr(module, public))
        specs += [f"minimax_lab.{name}", rf"!minimax_lab\.{name}\..+"]
    pdoc.render.configure(
        docformat="markdown",
        show_source=False,
        footer_text=f"minimax_lab {__version__}",
        favicon="data:,",
        template_directory=SITE / "reference",
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that only type checkers import
        pdoc.pdoc(*specs, output_directory=folder)
    made = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    named = {path: {*re.findall(r'id="([^"]+)"', text)} for path, text in made.items()}
    dark = HtmlFormatter(style="github-dark", nobackground=True).get_style_defs(".pdoc-code")
    style = f"<style>@media screen and (prefers-color-scheme: dark) {{ {dark} }}</style></head>"
    for path, text in made.items():
        home = "/".join([".."] * len(path.relative_to(folder.parent).parents[:-1]))
        header = HEADER.search(marked(filled("page.html", HOME=home), "reference/index.html"))
        assert header
        text = text.replace('<nav class="pdoc">', f'{header[0]}<nav class="pdoc">', 1)
        if path == folder / "minimax_lab.html":
            text = text.replace("</section>", f"{_contents()}</section>", 1)
        text = LINK.sub(lambda link, path=path: _live(link, path, named), text).replace("</head>", style, 1)
        path.write_text(forbid(text, POLICY.format(scripts=" 'unsafe-inline'")), encoding="utf-8")


def _contents() -> str:
    """What there is to import from, with the first sentence about each."""
    about = {name: (import_module(f"minimax_lab.{name}").__doc__ or "").split("\n\n")[0] for name in PUBLIC}
    link = '<dt><a href="minimax_lab/{0}.html">{0}</a></dt><dd>{1}</dd>'
    rows = (link.format(name, words) for name, words in about.items())
    return f"<dl>{''.join(rows)}</dl>"


def _live(link: re.Match[str], path: Path, named: dict[Path, set[str]]) -> str:
    """The link, or its words alone if what it leads to is not in the reference."""
    target = (path.parent / link[1]).resolve() if link[1] else path.resolve()
    found = next((names for file, names in named.items() if file.resolve() == target), {link[2]})
    return link[0] if link[2] in found else link[3]
