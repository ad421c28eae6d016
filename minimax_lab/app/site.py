"""`minimax-lab site`: the course as a static site. Build it from a checkout, or serve one on this machine."""

from __future__ import annotations

import argparse
import http.server
import sys
from collections.abc import Sequence
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from minimax_lab.app.launch import CHECKOUT

FROM_NPM = ["@mermaid-js/tiny", "codemirror", "esbuild", "pyodide"]
NEEDED = ["jupyterlite_core", "jupyterlite_pyodide_kernel", "nbconvert", "pdoc"]  # what the extra [site] brings


class CannotBuild(Exception):
    """Says what is missing, and how to get it."""


def main(arguments: Sequence[str]) -> int:
    """Run `minimax-lab site` with these arguments, and return its exit code."""
    chosen = _parser().parse_args(arguments)
    try:
        chosen.act(chosen)
    except CannotBuild as problem:
        print(f"minimax-lab: {problem}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="minimax-lab site", description=(__doc__ or "").partition(": ")[2])
    actions = parser.add_subparsers(required=True)
    build = actions.add_parser("build", help="build the site into a folder")
    build.add_argument("folder", type=Path)
    build.add_argument("--offline", action="store_true", help="the site then never asks another server for anything")
    build.set_defaults(act=_build)
    serve = actions.add_parser("serve", help="serve a site that was built, on this machine")
    serve.add_argument("folder", type=Path)
    serve.add_argument("--port", type=int, default=8000)
    serve.set_defaults(act=_serve)
    return parser


def _build(chosen: argparse.Namespace) -> None:
    builder().build(chosen.folder, offline=chosen.offline)
    size = sum(path.stat().st_size for path in chosen.folder.rglob("*") if path.is_file())
    print(f"built {chosen.folder} ({size / 1e6:.0f} MB). To look at it: minimax-lab site serve {chosen.folder}")


def builder():  # type: ignore[no-untyped-def]  # it is a module outside the package
    """The module that builds the site. It is in a checkout, because the site is made of what npm installs there."""
    if not (CHECKOUT / "site").is_dir():
        raise CannotBuild("to build the site you need a checkout of the project, not only the installed package")
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise CannotBuild(f'{", ".join(missing)} is missing. Install it with:  pip install "minimax-lab[site]"')
    if missing := [name for name in FROM_NPM if not (CHECKOUT / "node_modules" / name).is_dir()]:
        raise CannotBuild(f"{', '.join(missing)} is missing in node_modules. Run `npm ci` in {CHECKOUT}")
    if str(CHECKOUT) not in sys.path:
        sys.path.insert(0, str(CHECKOUT))
    return import_module("tools.site")


def _serve(chosen: argparse.Namespace) -> None:
    if not (chosen.folder / "index.html").is_file():
        raise CannotBuild(f"there is no site in {chosen.folder}. Build one:  minimax-lab site build {chosen.folder}")
    try:
        serving = server(chosen.folder, chosen.port)
    except OSError as error:
        raise CannotBuild(f"cannot use port {chosen.port}: {error}. Choose another with --port") from error
    with serving:
        print(f"http://127.0.0.1:{serving.server_port}  (Ctrl-C ends it)", flush=True)
        try:
            serving.serve_forever()
        except KeyboardInterrupt:
            print()


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Knows the types that browsers insist on, sends the site's own headers and pages, and keeps quiet."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".json": "application/json",
    }

    packed = False  # whether what is sent is compressed

    def log_message(self, *_: object) -> None:
        pass

    def send_head(self):  # type: ignore[no-untyped-def]  # as its base class, a file or None
        """The file, compressed where the builder has done so and the browser can read it."""
        asked = self.path
        path = asked.partition("?")[0].partition("#")[0]
        packed = Path(self.translate_path(path) + ".gz")
        self.packed = packed.is_file() and "gzip" in self.headers.get("Accept-Encoding", "")
        self.kind = self.guess_type(path)
        try:
            self.path = f"{path}.gz" if self.packed else asked
            return super().send_head()
        finally:
            self.path = asked

    def send_header(self, keyword: str, value: str) -> None:
        super().send_header(keyword, self.kind if keyword == "Content-type" and self.packed else value)

    def end_headers(self) -> None:
        if self.packed:
            self.send_header("Content-Encoding", "gzip")
        for name, value in _headers(Path(self.directory)):
            self.send_header(name, value)
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """The site's own page for an address that does not exist."""
        own = Path(self.directory, "404.html")
        if code != http.HTTPStatus.NOT_FOUND or not own.is_file():
            return super().send_error(code, message, explain)
        text, self.packed = own.read_bytes(), False
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)
        return None


@cache
def _headers(folder: Path) -> list[tuple[str, str]]:
    """What is to be sent with every file of a site: the lines below `/*` in its file `_headers`."""
    file = folder / "_headers"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    pairs = (line.partition(":") for line in lines if line.startswith(" "))
    return [(name.strip(), value.strip()) for name, _, value in pairs]


def server(folder: Path, port: int = 0) -> http.server.ThreadingHTTPServer:
    """A server of the site on this machine; port 0 is any that is free."""
    handler = partial(_Handler, directory=str(folder))
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
