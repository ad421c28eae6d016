"""Workers of both kinds. The cluster takes a while to start, so there is one for all tests."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_all_start_methods, get_context

import pytest

from minimax_lab.arena import match

# Not by fork where there is a choice: this process has threads, Dask's among them.
CLEAN = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
CLEAN.set_forkserver_preload(["minimax_lab.arena", "minimax_lab.evaluate", "cloudpickle", "pytest"])


@pytest.fixture
def processes():
    with ProcessPoolExecutor(2, CLEAN) as executor:
        yield executor


@pytest.fixture(scope="session")
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=50,
    ) as cluster:
        yield cluster


@pytest.fixture
def dask(cluster):
    from distributed import Client

    with Client(cluster, set_as_default=False) as client:
        yield client.get_executor()


@pytest.fixture
def quickly(monkeypatch):
    """Do not wait long for what cannot be stopped."""
    monkeypatch.setattr(match, "TRIES", 2)
