"""Is everything installed that the lessons use?"""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version

OLDEST_PYTHON = (3, 11)
NEEDED = {
    "jupyterlab": "to run the lessons",
    "ipywidgets": "for interactive cells",
    "anywidget": "for the step-through, the quiz and the editor",
    "matplotlib": "for plots",
    "networkx": "for trees as graphs",
    "scikit-learn": "to learn weights from games",
    "chess": "for the rules of chess",
    "tqdm": "for progress bars",
    "cloudpickle": "for tournaments on several cores",
}
NOT_IN_BROWSERS = {"jupyterlab"}  # JupyterLite is around the notebook there


def needed() -> dict[str, str]:
    """The packages that the lessons use where this runs, and what each is for."""
    return {name: purpose for name, purpose in NEEDED.items() if not (_in_browser() and name in NOT_IN_BROWSERS)}


def missing() -> dict[str, str]:
    """The packages that are not installed, and what each is for."""
    return {name: purpose for name, purpose in needed().items() if not _is_installed(name)}


def _in_browser() -> bool:
    return sys.platform == "emscripten"


def _is_installed(name: str) -> bool:
    """Whether pip's package of this name is installed; the name to import may be another."""
    if _in_browser():  # a package is loaded there when a cell first imports it
        import pyodide_js  # type: ignore[import-not-found]

        return name in pyodide_js.lockfile.packages.to_py()
    try:
        return bool(version(name))
    except PackageNotFoundError:
        return False


def check_installation() -> None:
    """Print whether the installation is complete, and if not, what to do."""
    if sys.version_info < OLDEST_PYTHON:
        print(f"Python {'.'.join(map(str, OLDEST_PYTHON))} or newer is needed; this is {sys.version.split()[0]}.")
    for name, purpose in missing().items():
        what_to_do = f"Install it with:  pip install {name}"
        print(f"{name} is missing ({purpose}). {'This site does without it.' if _in_browser() else what_to_do}")
    if sys.version_info >= OLDEST_PYTHON and not missing():
        print(f"Everything is there: {', '.join(needed())}.")
