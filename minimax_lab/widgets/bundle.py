"""The JavaScript and CSS of a widget, put together from several files without a bundler.

anywidget loads a widget's code as one module without an address, so `import "./tree.js"` cannot be
resolved in the browser. Here the imported files are put in front of the file that imports them.
This module needs neither anywidget nor Jupyter.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

WIDGETS = Path(__file__).parent

IMPORT = re.compile(r'^import \{[^}]*\} from "(\.[\w./]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


@cache
def script(name: str) -> str:
    """The file `name` (a path inside this folder) and all that it imports, as one module.

    All files share one scope, so no two of them may give the same name to different things.
    """
    return "\n".join(EXPORT.sub("", IMPORT.sub("", _read(file))) for file in _with_imports(name))


@cache
def style(*names: str) -> str:
    """The style sheets as one."""
    return "\n".join(map(_read, names))


def _with_imports(name: str) -> list[str]:
    """The file and those that it imports, directly or not; each once, and after what it imports itself."""
    files: dict[str, None] = {}
    for imported in IMPORT.findall(_read(name)):
        files |= dict.fromkeys(_with_imports(posixpath.normpath(posixpath.join(posixpath.dirname(name), imported))))
    return [*files, name]


def _read(name: str) -> str:
    return (WIDGETS / name).read_text(encoding="utf-8")
