"""A widget on a page of its own, which needs neither a kernel nor a network."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from minimax_lab.widgets.bundle import script

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
    held = json.dumps(state, ensure_ascii=False).replace("<", "\\u003c")  # so that no text can end the script
    module = esm.replace("export default ", "const widget = ").replace("</script", "<\\/script")
    return PAGE.format(title=escape(title), css=css, state=held, esm=module, model=script("shared/page_model.js"))


def write_page(path: Path, text: str) -> None:
    """Write a page as a whole or not at all: a full disk leaves neither half a page nor an empty one."""
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
