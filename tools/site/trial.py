"""Run every lesson and exercise under Pyodide, as the offline site does, and write down what works.

python -m tools.site.trial
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tools.site.frame import ROOT
from tools.site.lite import write_packages

TABLE = ROOT / "docs" / "BROWSER.md"
MOST_SECONDS = 3600  # only to end what is endless
HEAD = """\
# What works in the browser

The site (`minimax-lab site build`) runs the notebooks with Python in the browser. Offline it has what is written in
Python alone: numpy and scikit-learn are missing, and plots are left out. Where a cell needs one of them, it says so.
A site that is not offline gets them from Pyodide's own distribution.

This table was made by `python -m tools.site.trial`, which runs every notebook once under Pyodide, without a network.

| notebook | cells | runs offline |
|---|---|---|
"""


def notebooks() -> list[Path]:
    """All lessons and exercises, as they are listed in the table."""
    folder = ROOT / "notebooks"
    return [*sorted(folder.glob("*.ipynb")), *sorted(folder.glob("exercises/*.ipynb"))]


def trial(packages: Path, notebook: Path) -> dict[str, Any]:
    """How a notebook runs: its number of cells, the plots that are left out, and the cells that fail."""
    command = ["node", "--stack-size=4000", str(Path(__file__).with_suffix(".mjs")), str(packages), str(notebook)]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        return {"cells": 0, "plots": 0, "failures": [{"cell": 0, "failure": f"not finished in {MOST_SECONDS} s"}]}
    if done.returncode:
        reason = next((line for line in done.stderr.splitlines() if "Error" in line), "it stops")
        return {"cells": 0, "plots": 0, "failures": [{"cell": 0, "failure": f"Python breaks down: {reason.strip()}"}]}
    return json.loads(done.stdout.splitlines()[-1])


def row(notebook: Path, seen: dict[str, Any]) -> str:
    """A line of the table."""
    name = notebook.relative_to(ROOT / "notebooks").as_posix()
    return f"| `{name}` | {seen['cells'] or ''} | {told(seen)} |"


def told(seen: dict[str, Any]) -> str:
    """What works and what does not, in words: cells that fail for the same reason together."""
    reasons: dict[str, list[str]] = {}
    for each in seen["failures"]:
        reason = each["failure"].split(". ")[0].split("\n")[0].removeprefix("NotHere: This cell ")
        reasons.setdefault(reason, []).append(str(each["cell"] or ""))
    parts = [f"✗ cell {', '.join(cells)}: {reason}" if cells[0] else f"✗ {reason}" for reason, cells in reasons.items()]
    if seen["plots"]:
        parts.append(f"{seen['plots']} plot{'s' if seen['plots'] != 1 else ''} left out")
    return "; ".join(parts if reasons else ["✓ all", *parts])


def main() -> None:
    lines = []
    with TemporaryDirectory() as scratch:
        packages = Path(scratch, "packages")
        write_packages(packages, offline=True)
        for notebook in notebooks():
            lines.append(row(notebook, trial(packages, notebook)))
            print(lines[-1], flush=True)
    TABLE.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit("usage: python -m tools.site.trial")
    main()
