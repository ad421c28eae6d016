"""The JavaScript and CSS of a widget, made of several files without a bundler.

anywidget loads a widget's code as one module without an address, from which `import "./tree.js"`
leads nowhere. So the files are put one behind the other, and their imports of each other left out.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

WIDGETS = Path(__file__).parent

IMPORT = re.compile(r'^import [^;]*? from "\.[\w./]+";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


@cache
def script(*names: str) -> str:
    """The files as one module; only the last one, the widget's own, exports anything."""
    return "\n".join(EXPORT.sub("", IMPORT.sub("", _read(name))) for name in names)


@cache
def style(*names: str) -> str:
    return "\n".join(map(_read, names))


def _read(name: str) -> str:
    return (WIDGETS / name).read_text(encoding="utf-8")
