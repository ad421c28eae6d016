"""How long each lesson and each solution runs, from the start of its kernel to its end, on the wall."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from benchmarks.measure import Figure

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
GOAL = 60  # seconds


def figures(quick: bool) -> Iterator[Figure]:
    lessons = sorted(NOTEBOOKS.glob("*.ipynb")) + sorted(NOTEBOOKS.glob("solutions/*.ipynb"))
    for path in [NOTEBOOKS / "glossary.ipynb"] if quick else lessons:
        notebook = nbformat.read(path, as_version=4)
        begin = time.perf_counter()
        resources = {"metadata": {"path": path.parent}}
        NotebookClient(notebook, kernel_name="python3", resources=resources, skip_cells_with_tag="").execute()
        yield Figure(str(path.relative_to(NOTEBOOKS)), time.perf_counter() - begin, "s", GOAL)
