"""What some tests need beyond Python: Node, the packages that `npm ci` brings, a browser.

Where it is missing, a test is skipped and says what is missing. With MINIMAX_LAB_NODE=required or
MINIMAX_LAB_BROWSER=required in the environment, it fails instead.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

MODULES = Path(__file__).parents[1] / "node_modules"
OLDEST_NODE = 20
BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


def node(*packages: str) -> None:
    """Skip or fail the test unless Node is here, and with it these packages from npm."""
    _demand("MINIMAX_LAB_NODE", _node_is_missing() or _packages_are_missing(packages))


def browser() -> None:
    """Skip or fail the test unless there is a Chromium and what drives it."""
    _demand("MINIMAX_LAB_BROWSER", _browser_is_missing())


def chromium() -> str | None:
    own = os.environ.get("MINIMAX_LAB_CHROMIUM")
    return own or next(filter(None, map(shutil.which, BROWSERS)), None)


def _demand(variable: str, missing: str) -> None:
    if missing and os.environ.get(variable) == "required":
        pytest.fail(missing)
    if missing:
        pytest.skip(missing, allow_module_level=True)


@cache
def _node_is_missing() -> str:
    if shutil.which("node") is None:
        return "Node.js is not installed"
    version = subprocess.run(["node", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    major = re.search(r"\d+", version)
    is_new = major is not None and int(major[0]) >= OLDEST_NODE
    return "" if is_new else f"Node.js is {version}; these tests need {OLDEST_NODE} or newer"


def _packages_are_missing(packages: tuple[str, ...]) -> str:
    absent = [name for name in packages if not (MODULES / name).is_dir()]
    return f"{', '.join(absent)} is not in node_modules: npm ci" if absent else ""


def _browser_is_missing() -> str:
    if find_spec("playwright") is None:
        return "Playwright is not installed: pip install playwright"
    if chromium() is None:
        return "Chromium is not installed: apt-get install chromium, or set MINIMAX_LAB_CHROMIUM to its path"
    return ""
