"""The garbage collector comes back as it was, and what somebody else keeps from it is counted once."""

import gc

import pytest

from minimax_lab.garbage import ITS_OWN, collect_as_before, others_freeze


@pytest.fixture(autouse=True)
def _asked_anew():
    others_freeze.cache_clear()
    yield
    others_freeze.cache_clear()


def test_what_others_keep_is_counted_once_and_stays_kept(monkeypatch):
    counted, let_go = [], []
    monkeypatch.setattr(gc, "get_freeze_count", lambda: counted.append("count") or 50_000)
    monkeypatch.setattr(gc, "unfreeze", lambda: let_go.append("unfreeze"))
    for _ in range(3):
        collect_as_before()
    assert (counted, let_go) == (["count"], [])


def test_what_was_made_counts_as_old():
    gc.disable()
    made = [[] for _ in range(1000)]
    collect_as_before()
    assert gc.isenabled()
    young = {id(thing) for thing in gc.get_objects(generation=0)}
    assert not young & {id(thing) for thing in made}
    assert gc.get_freeze_count() <= ITS_OWN
