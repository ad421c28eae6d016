"""The documents in `docs/` as pages: for instructors, on misconceptions, on how the package is built."""

from __future__ import annotations

import re
import shutil
from functools import partial
from html import escape
from pathlib import Path

from minimax_lab.app.pages.notebook import lite_link, prose, title
from tools.site.frame import ROOT, WHERE, page, with_contents

DOCS = ROOT / "docs"
LEFT_OUT = ["SEEDS.md"]  # for those who work on the project
TEACHERS = [  # in this order
    "TEACHING",
    "ANSWERS",
    "EXAMS",
    "INSTRUCTORS",
    "POINTS",
    "OBJECTIVES",
    "MISCONCEPTIONS",
    "INTEGRITY",
]
LINK = re.compile(r'<a href="(?!https?:|#)([^"#]*)([^"]*)">(.*?)</a>', re.DOTALL)
NOTEBOOKS = "../notebooks/"
PLACE = "guides/index.html"  # in the header


def write_guides(folder: Path, docs: Path = DOCS) -> None:
    """A page for each document, and a list of them."""
    shutil.copytree(docs, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.md"))
    cards: dict[str, list[str]] = {"For teachers": [""] * len(TEACHERS), "How it works": []}
    for path in sorted({*docs.glob("*.md")} - {docs / name for name in LEFT_OUT}):
        text = path.read_text(encoding="utf-8")
        body = with_contents(LINK.sub(partial(_link, docs), prose(text)), "On this page")
        made = page(f"{title(text)} · minimax_lab", body, "..", WHERE, "read lesson", at=PLACE)
        (folder / f"{path.stem.lower()}.html").write_text(made, encoding="utf-8")
        card = f'<a href="{path.stem.lower()}.html"><b>{escape(title(text))}</b><span>{_about(text)}</span></a>'
        if path.stem in TEACHERS:
            cards["For teachers"][TEACHERS.index(path.stem)] = card
        else:
            cards["How it works"].append(card)
    parts = (f'<h2>{name}</h2>\n<div class="ways">{"".join(each)}</div>' for name, each in cards.items())
    contents = "\n".join(["<h1>Guides</h1>", *parts])
    (folder / "index.html").write_text(page("Guides · minimax_lab", contents, "..", at=PLACE), encoding="utf-8")


def _about(text: str) -> str:
    """The first sentence below the title."""
    words = re.sub("<[^>]+>", "", prose(text.split("\n\n")[1]))
    return " ".join(words.split()).split(". ")[0].rstrip(".:") + "."


def _link(docs: Path, link: re.Match[str]) -> str:
    """A link to what is on the site, or the words alone if what they lead to is not."""
    target, fragment, words = link.groups()
    name = target.removeprefix(NOTEBOOKS).removesuffix(".ipynb")
    if target.startswith(f"{NOTEBOOKS}exercises/"):
        address = lite_link(f"{name}.ipynb")
    elif target.endswith(".ipynb"):
        address = f"../lessons/{name}.html"
    elif target.endswith(".md") and (docs / target).is_file() and "/" not in target:
        address = f"{Path(target).stem.lower()}.html{fragment}"
        if re.sub("<[^>]+>", "", words) == target:  # a file's name, which says little here
            words = escape(title((docs / target).read_text(encoding="utf-8")))
    else:
        return words
    return f'<a href="{address}">{words}</a>'
