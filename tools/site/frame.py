"""What the pages of the site have in common: where their parts are, and the frame around what one reads."""

from __future__ import annotations

from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[2]
SITE, PACKAGE, MODULES = ROOT / "site", ROOT / "minimax_lab", ROOT / "node_modules"


def page(title: str, body: str, home: str, head: str = "") -> str:
    """A whole page. `home` is the way from it to the front page's folder."""
    frame = (SITE / "page.html").read_text(encoding="utf-8")
    for name, value in {"HOME": home, "TITLE": escape(title), "HEAD": head, "BODY": body}.items():
        frame = frame.replace(f"{{{{{name}}}}}", value)
    return frame
