"""What the search page looks through: every section of the lessons, the guides, the glossary and the reference."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote

from tools.site.frame import page

MOST = 500  # characters of a section that are searched; its heading counts more anyway
KINDS = {"lessons": "Lesson", "guides": "Guide", "reference": "Reference"}
SECTION = re.compile(r'<h[123](?: id="([^"]*)")?[^>]*>(.*?)</h[123]>', re.DOTALL)
NAME = re.compile(r'<section id="([^"]+)">(.*?)(?=<section id=|</main>)', re.DOTALL)
TERM = re.compile(r"<tr>\s*<td><strong>(.*?)</strong></td>\s*<td>(.*?)</td>", re.DOTALL)
GONE = re.compile(r"<(script|style|nav)\b.*?</\1>|<[^>]+>", re.DOTALL)
BODY = """\
<h1>Search</h1>
<form role="search">
<input id="words" type="search" aria-label="Search the course" placeholder="alpha-beta, depth, Tree …">
</form>
<p id="count" role="status">Lessons, guides, the glossary and the reference.</p>
{{TRY}}
<p class="late">The search needs JavaScript, and it must come from a web server.</p>
<ol id="found" class="found"></ol>"""

TRY = ["alpha-beta", "depth limit", "negamax", "evaluation", "move ordering", "transposition table", "step_through"]
Entry = tuple[str, str, str, str]  # what kind of page, the title, the address, the text


def write_search(folder: Path) -> None:
    """The page, and what it looks through."""
    paths = [path for kind in KINDS for path in sorted((folder / kind).rglob("*.html"))]
    found = [entry for path in paths for entry in _entries(path, folder)]
    (folder / "search.json").write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
    tries = "".join(f'<a class="button" href="search.html?for={quote(words)}">{words}</a>' for words in TRY)
    body = BODY.replace("{{TRY}}", f'<p class="bar" id="try">{tries}</p>')
    made = page("Search · minimax_lab", body, ".", '<script defer src="search.js"></script>', at="search.html")
    (folder / "search.html").write_text(made, encoding="utf-8")


def _entries(path: Path, folder: Path) -> Iterator[Entry]:
    address = path.relative_to(folder).as_posix()
    kind, text = KINDS[address.split("/")[0]], path.read_text(encoding="utf-8")
    _, _, main = text.partition("<main")
    if path.stem == "glossary":
        for term, meaning in TERM.findall(main):
            yield "Glossary", _words(term), f"{address}#{_words(term)[0].lower()}", _words(meaning)
    elif kind == "Reference":
        module = address.removeprefix("reference/").removesuffix(".html").replace("/", ".")
        for name, body in NAME.findall(main):
            yield kind, f"{module}.{name}", f"{address}#{name}", _words(body)[:MOST]
    elif path.stem != "index":
        yield from _sections(kind, address, main)


def _sections(kind: str, address: str, main: str) -> Iterator[Entry]:
    heads = [*SECTION.finditer(main)]
    ends = [head.start() for head in heads[1:]] + [len(main)]
    title = _words(heads[0][2]) if heads else ""
    for head, end in zip(heads, ends, strict=True):
        words = _words(head[2])
        at = f"{address}#{head[1]}" if head[1] else address
        yield kind, words if words == title else f"{title}: {words}", at, _words(main[head.end() : end])[:MOST]


def _words(html: str) -> str:
    return re.sub(r" (?=[,.:;])", "", " ".join(unescape(GONE.sub(" ", html)).split()))
