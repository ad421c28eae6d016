"""Builds the site, for `minimax-lab site build`."""

from __future__ import annotations

import gzip
import shutil
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from tools.site.bench import write_bench
from tools.site.frame import LITE_POLICY, ROOT, SITE, page
from tools.site.guides import write_guides
from tools.site.lessons import LESSONS, write_lessons
from tools.site.lite import CDN, write_lite
from tools.site.reference import write_reference
from tools.site.search import write_search

SHRINKS, LARGE = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm"}, 4_000
HEADERS = """\
/*
  Content-Security-Policy: {policy}; frame-ancestors 'self'
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
"""
LOST = """\
<h1>There is no such page</h1>
<p>Perhaps the address has a typing mistake in it, or the page has moved. Here are the ways on.</p>
<p class="bar"><a class="button main" href="./index.html">The front page</a>
<a class="button" href="./lessons/index.html">The course</a> <a class="button" href="./bench.html">The bench</a></p>"""


def build(folder: Path, offline: bool = False, lessons: list[Path] = LESSONS) -> None:
    """Write the site into `folder`. If it is `offline`, it never asks another server for anything."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(SITE / "site.css", folder)
    shutil.copy(ROOT / "docs" / "step_through.png", folder / "social.png")
    (folder / "404.html").write_text(lost_page(), encoding="utf-8")
    print("the bench", flush=True)
    write_bench(folder)
    print("the notebooks with Python in the browser", flush=True)
    write_lite(folder / "lite", offline)
    write_lessons(folder / "lessons", lessons)
    print("the guides, the reference and the search", flush=True)
    write_guides(folder / "guides")
    write_reference(folder / "reference")
    write_search(folder)
    # What a host should send with every file: many read this file, and `minimax-lab site serve` does. A host that sends
    # nothing does no harm: the pages carry their policies, and their workers take them over (site/notebook/held.js).
    policy = LITE_POLICY.format(hosts="" if offline else f" {CDN}")
    (folder / "_headers").write_text(HEADERS.format(policy=policy), encoding="utf-8")
    compress(folder)


def lost_page() -> str:
    """The page for addresses that do not exist. Of scripts that stand in it, it may run its own and no other."""
    script = (SITE / "lost.js").read_text(encoding="utf-8")
    made = page("There is no such page · minimax_lab", f"{LOST}\n<script>{script}</script>", ".")
    own = f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
    return made.replace("script-src 'self'", f"script-src 'self' {own}", 1)


def compress(folder: Path) -> None:
    """Beside each large file that shrinks a compressed one, for servers that send such files."""
    for path in folder.rglob("*"):
        if path.suffix in SHRINKS and path.is_file() and path.stat().st_size > LARGE:
            packed = gzip.compress(path.read_bytes(), 6, mtime=0)  # the same bytes every time
            path.with_name(f"{path.name}.gz").write_bytes(packed)
