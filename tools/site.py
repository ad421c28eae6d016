"""Build the workbench as a static site: python -m tools.site DIR

It needs what `npm ci` installs: Pyodide's core, CodeMirror and esbuild. The site asks no other server for anything.
`python -m tools.site DIR --serve` also serves it on this machine.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import importlib.util
import json
import shutil
import subprocess
import zipfile
from pathlib import Path

from minimax_lab.widgets.bundle import script, style

ROOT = Path(__file__).parent.parent
SITE, PACKAGE, MODULES = ROOT / "site", ROOT / "minimax_lab", ROOT / "node_modules"
PYODIDE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"]
STARTERS = {
    "alpha-beta": "alphabeta",
    "minimax": "minimax",
    "negamax": "negamax",
    "an empty frame": "frame",
    "a wrong one, to debug": "wrong",
}


def build(folder: Path) -> None:
    """Write the site into `folder`."""
    if not (MODULES / "pyodide").is_dir():
        raise SystemExit("node_modules is missing what the site is made of: run `npm ci` first")
    folder.mkdir(parents=True, exist_ok=True)
    for name in "index.html", "workbench.css", "workbench.mjs", "worker.mjs", "link.mjs":
        shutil.copy(SITE / name, folder)
    (folder / "stepper.mjs").write_text(script("stepper/stepper.js"), encoding="utf-8")
    (folder / "stepper.css").write_text(style("shared/look.css", "stepper/stepper.css"), encoding="utf-8")
    (folder / "example.json").write_text(json.dumps(example(), ensure_ascii=False), encoding="utf-8")
    pack(folder / "minimax_lab.zip")
    (folder / "pyodide").mkdir(exist_ok=True)
    for name in PYODIDE:
        shutil.copy(MODULES / "pyodide" / name, folder / "pyodide")
    bundle = ["--bundle", "--format=esm", "--minify", f"--outfile={folder / 'editor.mjs'}", "--log-level=warning"]
    subprocess.run([MODULES / ".bin" / "esbuild", SITE / "editor.mjs", *bundle], check=True)


def example() -> dict[str, object]:
    """What the page shows before Python is there, and what one can start from."""
    spec = importlib.util.spec_from_file_location("workbench", SITE / "workbench.py")
    assert spec is not None
    assert spec.loader is not None
    workbench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(workbench)
    starters = {name: (SITE / "starters" / f"{file}.py").read_text(encoding="utf-8") for name, file in STARTERS.items()}
    traces = workbench.steps(starters["alpha-beta"], "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
    return {"starters": starters, "games": [*workbench.GAMES], "traces": traces}


def pack(file: Path) -> None:
    """The package and the workbench's Python in one archive, the same bytes every time."""
    sources = sorted(path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".js", ".css"))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in [*sources, SITE / "workbench.py"]:
            name = "workbench.py" if path.name == "workbench.py" else path.relative_to(ROOT).as_posix()
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Knows the types that browsers insist on, and keeps quiet."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_: object) -> None:
        pass


def server(folder: Path, port: int = 0) -> http.server.ThreadingHTTPServer:
    """A server of the site on this machine."""
    handler = functools.partial(Handler, directory=str(folder))
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--serve", action="store_true", help="serve the site on this machine when it is built")
    arguments = parser.parse_args()
    build(arguments.folder)
    size = sum(path.stat().st_size for path in arguments.folder.rglob("*") if path.is_file())
    print(f"built {arguments.folder} ({size / 1e6:.0f} MB)")
    if arguments.serve:
        with server(arguments.folder, 8000) as serving:
            print("http://127.0.0.1:8000")
            serving.serve_forever()


if __name__ == "__main__":
    main()
