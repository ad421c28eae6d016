"""What holds for all tests of checks."""

import sys

import pytest

from minimax_lab.check.sandbox.process import WAY


@pytest.fixture(autouse=True, scope="session")
def as_a_copy_of_this_process():
    """Checks run in a copy of this process, which has what a test has put in place of something.

    Without this, a thread that an earlier test has left behind would make them run in a new process, which has not.
    """
    with pytest.MonkeyPatch.context() as patch:
        if sys.platform == "linux":
            patch.setenv(WAY, "fork")
        yield
