"""The pages that run searches: the bench, *Break it*, and the front page, on which one runs by itself."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

from minimax_lab.widgets.bundle import as_script, script, style
from minimax_lab.widgets.bundle import page as page_to_keep
from minimax_lab.widgets.editor.puzzle import BEGINNING, PUZZLES, of_the_table
from tools.site.frame import MODULES, PACKAGE, ROOT, SITE, filled, page
from tools.site.lessons import LESSONS, TREE, cards, minutes, workbench
from tools.site.wheels import files_in

PYODIDE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"]
STARTERS = {
    "alpha-beta": "alphabeta",
    "minimax": "minimax",
    "negamax": "negamax",
    "nested lists": "lists",
    "a board that is changed and changed back": "undo",
    "a class of your own": "own_game",
    "a value and a move": "pair",
    "an empty frame": "frame",
    "a wrong one, to debug": "wrong",
}
# Scripts in one piece, which start soonest; the bench is a module, and its editor, which is large, comes after the rest
SCRIPTS = {"break front search": ["--format=iife"], "bench": ["--format=esm", "--splitting", "--chunk-names=[name]"]}


def write_bench(folder: Path) -> None:
    """The bench and the front page with their scripts, Python and the package."""
    for name in "python.html", "worker.mjs", "where.js", "icon.svg":
        shutil.copy(SITE / name, folder)
    css = style("shared/look.css", "shared/tree.css", "stepper/stepper.css")
    (folder / "stepper.css").write_text(css, encoding="utf-8")
    (folder / "editor.css").write_text(style("shared/node_input.css", "editor/editor.css"), encoding="utf-8")
    kept = page_to_keep("Step by step", script("stepper/stepper.js"), css, "@STATE@")  # type: ignore[arg-type]
    (folder / "kept.html").write_text(kept, encoding="utf-8")
    shown = example()
    (folder / "bench.html").write_text(bench_page(shown), encoding="utf-8")
    (folder / "break.html").write_text(break_page(), encoding="utf-8")
    (folder / "index.html").write_text(front_page(shown["run"]["traces"]), encoding="utf-8")
    pack(folder / "minimax_lab.zip")
    write_python(folder / "pyodide")
    subprocess.run(["node", Path(__file__).with_name("compiled.mjs"), folder], check=True)
    write_scripts(folder)


def write_scripts(folder: Path) -> None:
    bundle = [MODULES / ".bin" / "esbuild", "--bundle", "--minify", f"--outdir={folder}", "--log-level=warning"]
    for names, how in SCRIPTS.items():
        subprocess.run([*bundle, *how, *(SITE / f"{name}.mjs" for name in names.split())], check=True)


def bench_page(shown: dict[str, Any]) -> str:
    body = filled("bench.html", EXAMPLE=as_script(json.dumps(shown, ensure_ascii=False)))
    words = "Write or paste any minimax or alpha-beta, watch it run beside its tree, and find its mistake."
    head = _head("bench.js", "editor.css", how='type="module"')
    return page("The bench · minimax_lab", body, ".", head, "bench-page", words, "bench.html")


def break_page() -> str:
    held = {"puzzles": puzzles(), "beginning": str(BEGINNING)}
    body = filled("break.html", PUZZLES=as_script(json.dumps(held)))
    words = "A wrong search a day: its code, and a tree to build on which it goes wrong, as small as you can."
    return page("Break it · minimax_lab", body, ".", _head("break.js", "editor.css"), "break-page", words, "break.html")


def puzzles() -> list[dict[str, Any]]:
    """The wrong programs by number. What is wrong with them is not in the page: Python tells it in the end."""
    return [
        {"kind": kind, "number": number, "task": puzzle.task, "source": puzzle.source}
        for kind, codes in PUZZLES.items()
        for number, puzzle in enumerate((of_the_table(kind, code) for code in codes), 1)
    ]


def front_page(traces: str) -> str:
    times = [minutes(path) for path in LESSONS if minutes(path)]
    counts = {"LESSONS": str(len(times)), "SHORTEST": str(min(times)), "LONGEST": str(max(times))}
    body = filled("front.html", TRACES=as_script(traces), **counts, CARDS=cards(LESSONS, "lessons/"))
    return page("minimax_lab: watch a search think", body, ".", _head("front.js"), "front", at="index.html")


def _head(name: str, *styles: str, how: str = "defer") -> str:
    looks = "\n".join(f'<link rel="stylesheet" href="{each}">' for each in ("stepper.css", *styles))
    return f'{looks}\n<script {how} src="{name}"></script>'


def write_python(folder: Path) -> None:
    """What Python in the browser is made of. Of the list of packages only the head: the bench loads none of them."""
    folder.mkdir(exist_ok=True)
    for name in PYODIDE:
        shutil.copy(MODULES / "pyodide" / name, folder)
    lock = json.loads((MODULES / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    (folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")


def example() -> dict[str, Any]:
    """What the bench shows before Python is there, and what one can start from."""
    starters = {name: (SITE / "starters" / f"{file}.py").read_text(encoding="utf-8") for name, file in STARTERS.items()}
    ran = workbench().run(starters["alpha-beta"], TREE)
    return {"starters": starters, "games": [*workbench().GAMES], "tree": TREE, "run": ran}


def pack(file: Path) -> None:
    """The package and the bench's Python in one archive, the same bytes every time."""
    own = "late.py", "typed.py", "workbench.py"
    contents = files_in(ROOT, PACKAGE) | {name: (SITE / name).read_bytes() for name in own}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
