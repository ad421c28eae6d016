"""The documents in `docs/` as pages: for instructors, on misconceptions, on how the package is built."""

from __future__ import annotations

import re
import shutil
from html import escape
from pathlib import Path

from tools.site.frame import ROOT, page
from tools.site.lessons import prose, title

DOCS = ROOT / "docs"
LINK = re.compile(r'<a href="(?!https?:|#)([^"#]*)([^"]*)">(.*?)</a>', re.DOTALL)


def write_guides(folder: Path) -> None:
    """A page for each document, and a list of them."""
    folder.mkdir(exist_ok=True)
    listed = []
    for path in sorted(DOCS.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        made = page(title(text), LINK.sub(_link, prose(text)), "..")
        (folder / f"{path.stem.lower()}.html").write_text(made, encoding="utf-8")
        listed.append(f'<li><a href="{path.stem.lower()}.html">{escape(title(text))}</a></li>')
    for picture in [*DOCS.glob("*.svg"), *DOCS.glob("*.png")]:
        shutil.copy(picture, folder)
    contents = "\n".join(["<h1>Guides</h1>", "<ul>", *listed, "</ul>"])
    (folder / "index.html").write_text(page("Guides", contents, ".."), encoding="utf-8")


def _link(link: re.Match[str]) -> str:
    """A link to another document, or the words alone if what they lead to is not on the site."""
    target, fragment, words = link.groups()
    if target.endswith(".md") and "/" not in target and (DOCS / target).is_file():
        return f'<a href="{Path(target).stem.lower()}.html{fragment}">{words}</a>'
    return words
