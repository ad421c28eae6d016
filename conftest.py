"""For all tests and notebooks: a quick run and a complete one, nothing depends on how busy the machine is, and the
workers share the work evenly.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from xdist.scheduler import LoadFileScheduling

ROOT = Path(__file__).parent

# nbval needs jsonschema, which would make 38 parsers for a kind of address that nobody uses here: two seconds for each
# process of the tests. Not found, it is done without; so nbval is loaded here, after that, and not by its name.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
pytest_plugins = ["nbval.plugin"]

# The tests in one of these folders share what takes long: JupyterLab in a browser; the reports on students' programs.
# With all their cases the latter take so long that two workers are quicker, although both then make some reports.
ON_ONE_WORKER = ["tests/widgets/browser/", "tests/check/"]
# With all cases, these are kept together: they look at the same reports.
SAME_REPORTS = [f"tests/check/test_{name}.py" for name in ("alphabeta", "minimax", "replays", "smallest", "true")]
ON_ONE_WORKER_ALWAYS = ON_ONE_WORKER[:1]
EACH_ALONE = "tests/check/test_outside_programs.py"  # each of its cases takes minutes

# Files and folders. A slow file that comes last keeps one worker waiting for the other.
SLOWEST_FIRST = [
    *ON_ONE_WORKER,
    "notebooks/05_evaluation.ipynb",
    "notebooks/05b_does_it_help.ipynb",
    "notebooks/09_tournaments_and_tuning.ipynb",
    "notebooks/10_rps_solved.ipynb",
    "notebooks/11_network.ipynb",
    "tests/project/test_teaching.py",
    "tests/course/",
    "tests/search/engine/test_random_games.py",
    "notebooks/",
    "tests/app/",
    "tests/games/",
    "tests/search/",
    "tests/project/",
    "tests/widgets/",
    "tests/arena/",
    "tests/site/",
]

hypothesis.settings.register_profile("quick", deadline=None, max_examples=25)
hypothesis.settings.register_profile("all", deadline=None, max_examples=150)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run every test with all its parameters, however long it takes")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "exhaustive: takes long and adds breadth; runs only with --all, or if named")
    hypothesis.settings.load_profile("all" if config.getoption("--all") else "quick")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of processes start here: they need not all compile
    _keep_kernels_apart(config)


def _keep_kernels_apart(config: pytest.Config) -> None:
    """Give each worker's kernels an IPython folder of their own.

    In a shared folder, two kernels that write their history at the same time disturb each other, and print so in the
    middle of a notebook. The personal settings of the person who runs the tests do not matter either, then.
    """
    folder = tempfile.TemporaryDirectory(prefix="ipython-")
    config.add_cleanup(folder.cleanup)
    os.environ["IPYTHONDIR"] = folder.name


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without --all, keep what a quick run needs, or all that is asked for by its name; put the slowest first."""
    is_named = config.option.keyword or any("::" in argument for argument in config.args)
    if not config.getoption("--all") and not is_named:
        kept = _quick(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]

    def place(item: pytest.Item) -> int:
        slow = (place for place, start in enumerate(SLOWEST_FIRST) if item.nodeid.startswith(start))
        return next(slow, len(SLOWEST_FIRST))

    items.sort(key=place)


def _quick(items: list[pytest.Item]) -> set[pytest.Item]:
    """All notebooks, and of each test function the first of its cases."""
    first: dict[str, pytest.Item] = {}
    for item in items:
        if not item.get_closest_marker("exhaustive"):
            first.setdefault(item.nodeid.partition("[")[0], item)
    return {*first.values()}


class ByFile(LoadFileScheduling):
    """A worker gets whole files, and one worker gets all files of a folder in `ON_ONE_WORKER`."""

    def _split_scope(self, nodeid: str) -> str:
        if self.config.getoption("--all") and nodeid.startswith(EACH_ALONE):
            return nodeid
        if self.config.getoption("--all") and nodeid.startswith(tuple(SAME_REPORTS)):
            return SAME_REPORTS[0]
        folders = ON_ONE_WORKER_ALWAYS if self.config.getoption("--all") else ON_ONE_WORKER
        together = (folder for folder in folders if nodeid.startswith(folder))
        return next(together, super()._split_scope(nodeid))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    return ByFile(config, log)
