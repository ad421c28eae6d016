"""Run every lesson and exercise under Pyodide, as the offline site does, and write down what works.

python -m tools.site.trial              all of them
python -m tools.site.trial 08_speed …   these again; the rest of the table stays
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
HEAD = """\
# What works in the browser

The site (`minimax-lab site build`) runs the notebooks with Python in the browser. Offline it has what is written in
Python alone. Where a cell needs something else, a sentence in place of its output says what is missing, and the
notebook goes on; a sentence also stands in place of each plot. A site that is not offline gets numpy, matplotlib and
scikit-learn from Pyodide's own distribution. Python has neither threads nor processes in a browser.

## What leaves the browser

Nothing is sent anywhere. A policy on every page lets it ask only the server that it came from; a site that is not
offline may also ask Pyodide's distribution. On the bench and in *Break it*, Python runs in a sealed frame that cannot
even ask its own server, whatever a program tries. In notebooks Python is held by the policy of its page, also on a host
that sends no headers of its own, such as GitHub Pages. But what a notebook shows is part of its page: a script in an
output could open another page with what it knows. So run only code there that you would run on your own machine.

## What runs

This table was made by `python -m tools.site.trial`, which runs every notebook once under Pyodide, without a network.

| notebook | code cells | run offline | what is missing |
|---|---|---|---|
"""


def notebooks() -> list[Path]:
    """All lessons and exercises, as they are listed in the table."""
    folder = ROOT / "notebooks"
    return [*sorted(folder.glob("*.ipynb")), *sorted(folder.glob("exercises/*.ipynb"))]


def name_of(notebook: Path) -> str:
    return notebook.relative_to(ROOT / "notebooks").with_suffix("").as_posix()


def trial(packages: Path, notebook: Path) -> dict[str, Any]:
    """What became of each cell of a notebook, and how many plots were left out."""
    command = ["node", "--stack-size=4000", str(Path(__file__).with_suffix(".mjs")), str(packages), str(notebook)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"Python breaks down in {notebook.name}:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def row(notebook: Path, seen: dict[str, Any]) -> str:
    """A line of the table."""
    cells = seen["cells"]
    ran = sum(not cell["errors"] and not cell["missing"] for cell in cells)
    return f"| `{name_of(notebook)}` | {len(cells)} | {'all' if ran == len(cells) else ran} | {told(seen)} |"


def told(seen: dict[str, Any]) -> str:
    """What does not work and why, in words: cells with the same reason together."""
    reasons: dict[str, list[str]] = {}
    for number, cell in enumerate(seen["cells"], 1):
        for reason in [f"✗ {error.splitlines()[0]}" for error in cell["errors"]] or cell["missing"]:
            reasons.setdefault(reason, []).append(str(number))
    parts = [f"{reason} (cell{'s' if cells[1:] else ''} {', '.join(cells)})" for reason, cells in reasons.items()]
    if seen["plots"]:
        parts.append(f"{seen['plots']} plot{'s' if seen['plots'] != 1 else ''}")
    return "; ".join(parts)


def rows_so_far() -> dict[str, str]:
    """The lines of the table by notebook."""
    lines = TABLE.read_text(encoding="utf-8").splitlines() if TABLE.is_file() else []
    return {line.split("`")[1]: line for line in lines if line.startswith("| `")}


def document(rows: dict[str, str]) -> str:
    """The page with the table, of the notebooks that there are."""
    return HEAD + "\n".join(rows[name] for name in map(name_of, notebooks()) if name in rows) + "\n"


def main(asked: list[str]) -> None:
    if unknown := {*asked} - {name_of(path) for path in notebooks()}:
        sys.exit(f"there is no notebook {', '.join(sorted(unknown))}; a name is as in the table, such as 08_speed")
    rows = rows_so_far()
    with TemporaryDirectory() as scratch:
        packages = Path(scratch, "packages")
        write_packages(packages, offline=True)
        for notebook in notebooks():
            name = name_of(notebook)
            if not asked or name in asked:
                rows[name] = row(notebook, trial(packages, notebook))
                print(rows[name], flush=True)
                TABLE.write_text(document(rows), encoding="utf-8")  # at once: it is kept if a later one is interrupted


if __name__ == "__main__":
    main(sys.argv[1:])
