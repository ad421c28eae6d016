"""Worksheets as notebooks: the question, the picture, and a cell for the answers."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from minimax_lab.app.worksheets.task import Sheet, Task
from minimax_lab.draw import board_svg

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def write_notebooks(sheets: Sequence[Sheet], folder: Path, key: bool) -> None:
    """Write a notebook for each sheet, or for each key, into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, sheet in enumerate(sheets, 1):
        name = f"{number:02}_{re.sub(r'[^0-9a-z]+', '_', sheet.name.lower()).strip('_')}{'_key' if key else ''}"
        cells = [cell for i, task in enumerate(sheet.tasks) for cell in _cells(sheet.name, task, key, i)]
        made = {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
        (folder / f"{name.strip('_')}.ipynb").write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _cells(name: str, task: Task, key: bool, number: int) -> list[dict[str, Any]]:
    heading = f"# {task.title}\n\n{'Key: ' if key else ''}{name}, {task.points} points\n\n"
    below = "\n".join(f"- {words}" for words in task.words) if key else task.question
    picture = board_svg(task.solution if key else task.picture)
    answers = "\n".join(f"    {asked!r}: {right if key else None!r}," for asked, right in task.answers.items())
    return [
        {
            "cell_type": "markdown",
            "id": f"question-{number}",
            "metadata": {},
            "source": f"{heading}{below}\n\n![{task.picture.picture().description}](attachment:picture.svg)",
            "attachments": {"picture.svg": {"image/svg+xml": _base64(picture or "")}},
        },
        {
            "cell_type": "code",
            "id": f"answers-{number}",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": f"answers = {{\n{answers}\n}}",
        },
    ]


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()
