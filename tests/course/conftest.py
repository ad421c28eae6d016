"""What tests of lessons have in common."""

from pathlib import Path

import pytest


@pytest.fixture
def in_the_folder_of_the_lessons(monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[2] / "notebooks")
    monkeypatch.setenv("MINIMAX_LAB_CHECKS", "here")
    import matplotlib  # here, because it takes long to import

    matplotlib.use("Agg")
