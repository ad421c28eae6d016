"""The workbench, the front page of the site: a search is typed, stepped through and checked."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from minimax_lab.widgets.bundle import WIDGETS, script, style
from tools.site.frame import MODULES, PACKAGE, ROOT, SITE
from tools.site.wheels import files_in

PYODIDE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"]
STARTERS = {
    "alpha-beta": "alphabeta",
    "minimax": "minimax",
    "negamax": "negamax",
    "an empty frame": "frame",
    "a wrong one, to debug": "wrong",
}


def write_workbench(folder: Path) -> None:
    """The page, its scripts, Python and the package."""
    for name in "index.html", "workbench.css", "workbench.mjs", "worker.mjs", "link.mjs":
        shutil.copy(SITE / name, folder)
    shutil.copy(WIDGETS / "shared" / "page_model.js", folder / "page_model.mjs")
    (folder / "stepper.mjs").write_text(script("stepper/stepper.js"), encoding="utf-8")
    (folder / "stepper.css").write_text(
        style("shared/look.css", "shared/tree.css", "stepper/stepper.css"), encoding="utf-8"
    )
    (folder / "example.json").write_text(json.dumps(example(), ensure_ascii=False), encoding="utf-8")
    pack(folder / "minimax_lab.zip")
    (folder / "pyodide").mkdir(exist_ok=True)
    for name in PYODIDE:
        shutil.copy(MODULES / "pyodide" / name, folder / "pyodide")
    subprocess.run(["node", Path(__file__).with_name("compiled.mjs"), folder], check=True)
    bundle = ["--bundle", "--format=esm", "--minify", f"--outfile={folder / 'editor.mjs'}", "--log-level=warning"]
    subprocess.run([MODULES / ".bin" / "esbuild", SITE / "editor.mjs", *bundle], check=True)


def example() -> dict[str, object]:
    """What the page shows before Python is there, and what one can start from."""
    sys.path.insert(0, str(SITE))
    try:
        workbench = importlib.import_module("workbench")
    finally:
        sys.path.remove(str(SITE))
    starters = {name: (SITE / "starters" / f"{file}.py").read_text(encoding="utf-8") for name, file in STARTERS.items()}
    traces = workbench.steps(starters["alpha-beta"], "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
    return {"starters": starters, "games": [*workbench.GAMES], "traces": traces}


def pack(file: Path) -> None:
    """The package and the workbench's Python in one archive, the same bytes every time."""
    contents = files_in(ROOT, PACKAGE) | {name: (SITE / name).read_bytes() for name in ("typed.py", "workbench.py")}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
