import pytest

from minimax_lab.arena.match import limits


@pytest.fixture
def quickly(monkeypatch):
    """Do not wait long for what cannot be stopped."""
    monkeypatch.setattr(limits, "TRIES", 2)
