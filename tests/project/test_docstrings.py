"""Examples in docstrings are what the reference shows. They are there, and they show what really happens."""

import doctest
import importlib
import inspect

import pytest

PUBLIC = {
    "game": "GameState",
    "games": "Tree tree random_tree Isolation TicTacToe ConnectFour RPS Chess",
    "search": "minimax max_value min_value minimax_decision negamax alphabeta alphabeta_decision Engine",
    "evaluate": "Linear material chess_evaluation rps_standard mobility turn fit",
    "solve": "perfect rps_table solve_isolation winning_chances",
    "trace": "trace",
    "draw": "draw_tree draw_board tree_svg board_svg mermaid tikz",
    "arena": "RandomPlayer GreedyPlayer EnginePlayer play tournament",
    "check": "game_state minimax negamax alphabeta decision evaluation table_search deepening answers pruned plays",
    "widgets": "step_through PruningQuiz ValueQuiz TreeEditor PlayGame EvaluationExplorer",
}


def examples_of(offered, name):
    """The examples of a function, or of a class and its methods."""
    finder = doctest.DocTestFinder(recurse=inspect.isclass(offered))
    found = finder.find(offered, name, module=inspect.getmodule(offered))
    return [test for test in found if test.examples]


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_function_has_an_example_that_is_true(module):
    package = importlib.import_module(f"minimax_lab.{module}")
    without, failed = [], []
    for name in PUBLIC[module].split():
        offered = getattr(package, name)
        if not inspect.isfunction(offered) and not inspect.isclass(offered):
            continue  # a feature or an evaluation, made by a class that has one
        tests = examples_of(offered, name)
        if not tests:
            without.append(name)
        for test in tests:
            test.globs = {**vars(inspect.getmodule(offered)), name: offered}
            if doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed:
                failed.append(name)
    assert (without, failed) == ([], [])
