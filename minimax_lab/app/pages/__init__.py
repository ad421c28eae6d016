"""Lessons as pages without Python, for slides and the site: the cells of a notebook, and widgets that live on there.

`notebook.py` makes the HTML, and the scripts and styles beside it are what a page needs.
"""

from pathlib import Path

PAGES = Path(__file__).parent


def filled(file: Path, **values: str) -> str:
    """A page with its gaps, such as {{TITLE}}, filled one after the other."""
    text = file.read_text(encoding="utf-8")
    for gap, value in values.items():
        text = text.replace(f"{{{{{gap}}}}}", value)
    return text
