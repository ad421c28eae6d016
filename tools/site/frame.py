"""What the pages of the site have in common: where their parts are, the frame around them, and what a page may do."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from minimax_lab.app import pages
from minimax_lab.app.pages.notebook import place

ROOT = Path(__file__).parents[2]
SITE, PACKAGE, MODULES = ROOT / "site", ROOT / "minimax_lab", ROOT / "node_modules"
DESCRIPTION = "A free course on game trees, minimax and alpha-beta: watch a search think, then write your own."

# Measured until a first lesson had run, compressed; more where numpy and others come from Pyodide's own distribution
LOADS = "16 MB or more, and about half a minute"
WHERE = '<script defer src="../where.js"></script>'  # for a page with contents

# What a page may load, run and ask for. It asks no server but its own: the browser keeps "nothing is sent anywhere".
POLICY = (
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'"
)
# The same for JupyterLite, which makes its scripts and workers while it runs
LITE_POLICY = (
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; connect-src 'self'{hosts}; frame-src 'self'; "
    "object-src 'none'; base-uri 'self'; form-action 'self'"
)


def page(
    title: str, body: str, home: str, head: str = "", kind: str = "read", description: str = DESCRIPTION, at: str = ""
) -> str:
    """A whole page. `home` is the way from it to the front page's folder, `kind` what the style sheet calls it, and
    `at` the address of its place in the header."""
    values = {"POLICY": POLICY.format(scripts=""), "HOME": home, "KIND": kind, "HEAD": head}
    values |= {"TITLE": escape(title), "DESCRIPTION": escape(description)}
    return marked(filled("page.html", **values), at).replace("{{BODY}}", body)


def marked(header: str, at: str) -> str:
    """The header with a mark at the place where one is."""
    return re.sub(rf'(href="[./]+/{re.escape(at)}")', r'\1 aria-current="page"', header) if at else header


def filled(name: str, **values: str) -> str:
    """A file of the site with its gaps filled."""
    return pages.filled(SITE / name, **values)


def forbid(text: str, policy: str, script: str = "") -> str:
    """A page that others have made, with a policy, and with a script that runs before theirs."""
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    first = f"\n<script>\n{script}</script>" if script else ""
    return text.replace("<head>", f"<head>\n{tag}{first}", 1)


def with_contents(text: str, name: str) -> str:
    """The page with a list of its sections below its title, if it has several."""
    text, heads = with_places(text)
    if len(heads) < 2:
        return text
    inside = "".join(f'<li><a href="#{place}">{words}</a></li>' for place, words in heads)
    listed = f"<details open><summary>{name}</summary><ol>{inside}</ol></details>"
    return text.replace("</h1>", f'</h1>\n<nav class="inside" id="inside" aria-label="{name}">{listed}</nav>', 1)


def with_places(text: str) -> tuple[str, list[tuple[str, str]]]:
    """The page with a place to go to at each of its sections, and the list of them: place and words.

    Code that is wider than the page can be reached by keyboard, and scrolled.
    """
    heads: list[tuple[str, str]] = []

    def named(head: re.Match[str]) -> str:
        words = re.sub("<[^>]+>", "", head[2])
        name = place(words)
        name = name if name not in dict(heads) else f"{name}-{len(heads)}"
        if head[1] == "2":
            heads.append((name, words))
        return f'<h{head[1]} id="{name}">{head[2]}</h{head[1]}>'

    text = re.sub(r"<pre(?=[ >])", '<pre tabindex="0"', text)
    return re.sub(r"<h([23])>(.*?)</h\1>", named, text, flags=re.DOTALL), heads
