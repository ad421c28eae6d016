"""Style and types, of notebooks too. This is the only place where they are checked."""

import pytest

from .test_project import python


def test_code_and_notebooks_pass_ruff():
    python("-m", "ruff", "check", ".")


def test_code_and_notebooks_are_formatted():
    python("-m", "ruff", "format", "--check", ".")


@pytest.mark.exhaustive
def test_the_package_passes_mypy():
    python("-m", "mypy")
