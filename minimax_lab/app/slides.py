"""Make slides of lessons, for a lecture: pages that need no network, with step-throughs that work."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from minimax_lab.app.launch import notebook_folder
from minimax_lab.app.site import CHECKOUT, CannotBuild, builder


def main(arguments: Sequence[str]) -> int:
    """Run `minimax-lab slides` with these arguments, and return its exit code."""
    parser = argparse.ArgumentParser("minimax-lab slides", description=__doc__)
    parser.add_argument("lesson", nargs="+", help="its number or its name: 4, 04_alpha_beta")
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="the folder to write into")
    asked = parser.parse_args(arguments)
    try:
        lessons = [_lesson(name) for name in asked.lesson]
        make = _builder()
        for path in lessons:
            print(f"wrote {make.write_slides(path, asked.out)}", flush=True)
    except CannotBuild as problem:
        print(f"minimax-lab slides: {problem}", file=sys.stderr)
        return 2
    return 0


def _lesson(name: str) -> Path:
    lessons = sorted(notebook_folder().glob("[0-9]*.ipynb"))
    for path in lessons:
        if name in (path.stem, path.name) or (name.isdigit() and int(name) == int(path.stem[:2])):
            return path
    raise CannotBuild(f"there is no lesson {name}; there are {', '.join(path.stem for path in lessons)}")


def _builder():  # type: ignore[no-untyped-def]  # it is a module outside the package
    """The module that makes slides; they are made with what the site is made of, and with reveal.js."""
    builder()
    if not (CHECKOUT / "node_modules" / "reveal.js").is_dir():
        raise CannotBuild(f"node_modules is missing reveal.js. Run `npm ci` in {CHECKOUT}")
    return import_module("tools.slides")
