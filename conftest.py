"""For all tests and notebooks: nothing depends on how busy the machine is, and two workers share the work evenly."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from xdist.scheduler import LoadFileScheduling

ROOT = Path(__file__).parent

# The tests in one of these folders share what takes long: JupyterLab in a browser; the reports on students' programs.
ON_ONE_WORKER = ["tests/widgets/browser/", "tests/check/"]

# Files and folders. A slow file that comes last keeps one worker waiting for the other.
SLOWEST_FIRST = [
    *ON_ONE_WORKER,
    "tests/course/test_nbgrader.py",
    "tests/search/",
    "tests/games/",
    "tests/project/test_style.py",
]

hypothesis.settings.register_profile("any machine", deadline=None)
hypothesis.settings.load_profile("any machine")


def pytest_configure(config: pytest.Config) -> None:
    """Give each worker's kernels an IPython folder of their own.

    In a shared folder, two kernels that write their history at the same time disturb each other, and print so in the
    middle of a notebook. The personal settings of the person who runs the tests do not matter either, then.
    """
    folder = tempfile.TemporaryDirectory(prefix="ipython-")
    config.add_cleanup(folder.cleanup)
    os.environ["IPYTHONDIR"] = folder.name


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the slowest first."""

    def place(item: pytest.Item) -> int:
        slow = (place for place, start in enumerate(SLOWEST_FIRST) if item.nodeid.startswith(start))
        return next(slow, len(SLOWEST_FIRST))

    items.sort(key=place)


class ByFile(LoadFileScheduling):
    """A worker gets whole files, and one worker gets all files of a folder in `ON_ONE_WORKER`."""

    def _split_scope(self, nodeid: str) -> str:
        together = (folder for folder in ON_ONE_WORKER if nodeid.startswith(folder))
        return next(together, super()._split_scope(nodeid))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    return ByFile(config, log)
