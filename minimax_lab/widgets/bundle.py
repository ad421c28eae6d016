"""The JavaScript and CSS of a widget, put together from several files without a bundler, for notebooks and pages.

anywidget loads a widget's code as one module without an address, so `import "./tree.js"` cannot be
resolved in the browser. Here the imported files are put in front of the file that imports them.
This module needs neither anywidget nor Jupyter.
"""

from __future__ import annotations

import json
import posixpath
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

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


# A widget on a page of its own, which needs neither a kernel nor a network

PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 16px auto; padding: 0 12px; max-width: 1424px; }}
{css}
</style>
<main></main>
<script type="application/json">{state}</script>
<script type="module">
{esm}
{model}
const state = JSON.parse(document.querySelector("script[type='application/json']").textContent);
window.model = pageModel(state);
widget.render({{ model: window.model, el: document.querySelector("main") }});
</script>
</html>
"""


def page(title: str, esm: str, css: str, state: dict[str, Any]) -> str:
    """The page as text. `esm` is the widget's module, and `state` what its model holds."""
    module = esm.replace("export default ", "const widget = ").replace("</script", "<\\/script")
    held, model = as_script(json.dumps(state, ensure_ascii=False)), script("shared/page_model.js")
    return PAGE.format(title=escape(title), css=css, state=held, esm=module, model=model)


def write_page(path: Path, text: str) -> None:
    """Write a page as a whole or not at all: a full disk leaves neither half a page nor an empty one."""
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def as_script(text: str) -> str:
    """JSON to stand in a page: nothing in it can end the script."""
    return text.replace("<", "\\u003c")
