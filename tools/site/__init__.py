"""Builds the site, for `minimax-lab site build`."""

from __future__ import annotations

from pathlib import Path

from minimax_lab.app.pages.notebook import code_colours
from tools.site.frame import ROOT, SITE
from tools.site.guides import write_guides
from tools.site.lessons import write_lessons
from tools.site.lite import write_lite
from tools.site.reference import write_reference
from tools.site.workbench import write_workbench

LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def build(folder: Path, offline: bool = False, lessons: list[Path] = LESSONS) -> None:
    """Write the site into `folder`. If it is `offline`, it never asks another server for anything."""
    folder.mkdir(parents=True, exist_ok=True)
    look = (SITE / "page.css").read_text(encoding="utf-8")
    (folder / "page.css").write_text(look + code_colours(), encoding="utf-8")
    write_workbench(folder)
    write_lite(folder / "lite", offline)
    write_lessons(folder / "lessons", lessons)
    write_guides(folder / "guides")
    write_reference(folder / "reference")
