"""Style and types, of notebooks too. This is the only place where they are checked."""

import importlib
from pathlib import Path

import pytest

from .test_project import python

TOOLS = Path(__file__).parents[2] / "tools"


def test_code_and_notebooks_pass_ruff():
    python("-m", "ruff", "check", ".")


def test_code_and_notebooks_are_formatted():
    python("-m", "ruff", "format", "--check", ".")


@pytest.mark.exhaustive
def test_the_package_passes_mypy():
    python("-m", "mypy")


def test_every_tool_finds_what_it_imports():
    """Some are run once in a while, and by hand: nothing else would notice."""
    tools = {path.stem for path in TOOLS.glob("*.py")} - {"nbgrader_config"}  # which nbgrader runs
    assert {importlib.import_module(f"tools.{name}").__name__ for name in tools} == {f"tools.{name}" for name in tools}
