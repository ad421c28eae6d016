"""The widgets' JavaScript, run by Node, agrees with Python."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from minimax_lab.draw.tree.cut import CutReader
from minimax_lab.games import random_tree
from minimax_lab.search import alphabeta, minimax, negamax
from minimax_lab.trace import trace
from tests import needs
from tests.widgets.js.cases import known_after_each_step

HERE = Path(__file__).parent


def test_the_javascript_passes_its_tests(request):
    needs.node()
    files = [str(file) for file in sorted(HERE.glob("*.test.mjs"))]
    environment = {**os.environ, "MINIMAX_LAB_PYTHON": sys.executable}
    if not request.config.getoption("--all"):
        environment["MINIMAX_LAB_QUICK"] = "1"
    done = subprocess.run(["node", "--test", *files], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# fail 0" in done.stdout or "ℹ fail 0" in done.stdout


@pytest.mark.parametrize("search", [alphabeta, minimax, negamax])
def test_what_node_is_told_of_open_nodes_is_what_a_picture_of_that_moment_shows(search):
    for seed in range(10):
        seen = trace(search, random_tree(3, (1, 3), seed, values=range(-4, 5), stop=0.1), lines=False)
        for index, known in enumerate(known_after_each_step(seen)):
            picture = CutReader(seen, index + 1, seen.steps[index])
            for node, (_, label) in zip(seen.nodes, known, strict=True):
                if node.searched:
                    assert label == picture.values.get(node.path, picture._so_far(node))
