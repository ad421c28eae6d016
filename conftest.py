"""For all tests and notebooks: what may not depend on the machine, and the order that keeps two workers busy."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).parent

# A slow file that comes last keeps one worker waiting for the other, so the slowest come first.
SLOWEST_FIRST = [
    "tests/course/test_nbgrader.py",
]

# Whether a test passes must not depend on how busy the machine is.
hypothesis.settings.register_profile("any machine", deadline=None)
hypothesis.settings.load_profile("any machine")


def pytest_configure(config: pytest.Config) -> None:
    """Give each worker's kernels an IPython folder of their own.

    In a shared one, two kernels that write their history at the same time get in each other's way, and say so in the
    middle of a notebook's output. The settings of whoever runs the tests stay out of it, too.
    """
    folder = tempfile.TemporaryDirectory(prefix="ipython-")
    config.add_cleanup(folder.cleanup)
    os.environ["IPYTHONDIR"] = folder.name


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    order = {ROOT / name: place for place, name in enumerate(SLOWEST_FIRST)}
    items.sort(key=lambda item: order.get(item.path, len(order)))
