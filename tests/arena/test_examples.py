"""Everything that the arena offers has an example in its docstring, and the example shows what really comes out."""

import doctest
import shutil
import sys

import pytest

from minimax_lab import arena


@pytest.mark.parametrize("name", arena.__all__)
def test_the_example_of_a_public_name_runs_and_prints_what_it_says(name):
    if name == "stockfish" and not (shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")):
        pytest.skip("needs Stockfish")
    offered = getattr(arena, name)
    [example] = doctest.DocTestFinder(recurse=False).find(offered, name, globs=vars(sys.modules[offered.__module__]))
    assert example.examples, f"{name} has no example"
    runner = doctest.DocTestRunner()
    runner.run(example)
    assert runner.failures == 0
