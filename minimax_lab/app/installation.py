"""Is everything there that the lessons use?"""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version

OLDEST_PYTHON = (3, 11)
NEEDED = {
    "jupyterlab": "to run the lessons",
    "ipywidgets": "for what moves",
    "anywidget": "for the step-through, the quiz and the editor",
    "matplotlib": "for plots",
    "networkx": "for trees as graphs",
    "scikit-learn": "to learn weights from games",
    "chess": "for the rules of chess",
    "tqdm": "for progress bars",
    "cloudpickle": "for tournaments on several cores",
}


def missing() -> dict[str, str]:
    """The packages that are not installed, and what each is for."""
    return {name: use for name, use in NEEDED.items() if not _is_installed(name)}


def _is_installed(name: str) -> bool:
    """By the name that pip knows: it is not always the one to import."""
    try:
        return bool(version(name))
    except PackageNotFoundError:
        return False


def check_installation() -> None:
    """Say whether the installation is complete, and what to do if it is not."""
    if sys.version_info < OLDEST_PYTHON:
        print(f"Python {'.'.join(map(str, OLDEST_PYTHON))} or newer is needed; this is {sys.version.split()[0]}.")
    for name, use in missing().items():
        print(f"{name} is missing ({use}). Install it with:  pip install {name}")
    if sys.version_info >= OLDEST_PYTHON and not missing():
        print(f"Everything is there: {', '.join(NEEDED)}.")
