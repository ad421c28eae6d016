"""An untouched exercise is not wrong: it is told in one friendly sentence that it is not written yet."""

import pytest

from minimax_lab import check
from minimax_lab.check.sandbox.failures import is_unwritten
from minimax_lab.games import Isolation

BODIES = [
    '"""What it should do."""',
    '"""What it should do."""\n    # YOUR CODE HERE\n    pass',
    "pass",
    "...",
    "return None",
    "raise NotImplementedError",
    "raise NotImplementedError()",
    'raise NotImplementedError("to be written")',
]
CHECKS = {
    "minimax": (lambda function: check.minimax(minimax=function), "state, depth, maximizing, evaluate"),
    "negamax": (check.negamax, "state, depth, color, evaluate"),
    "alphabeta": (check.alphabeta, "state, depth, alpha, beta, maximizing, evaluate"),
    "decision": (check.decision, "state, depth, evaluate"),
    "table_search": (check.table_search, "state, depth, alpha, beta, maximizing, evaluate, table"),
    "deepening": (check.deepening, "state, seconds, evaluate"),
    "terminal_test": (lambda function: check.minimax(terminal_test=function), "state"),
    "max_value": (lambda function: check.minimax(max_value=function), "state"),
    "minimax_decision": (lambda function: check.minimax(minimax_decision=function), "state"),
    "evaluation": (lambda function: check.evaluation(function, Isolation()), "state"),
}


def written(name, parameters, body):
    names = {}
    exec(f"def {name}({parameters}):\n    {body}\n", names)
    return names[name]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("name", CHECKS)
def test_an_untouched_function_is_told_that_it_is_not_written_yet(name, body):
    examine, parameters = CHECKS[name]
    report = examine(written(name, parameters, body))
    (finding,) = report.findings
    assert (finding.code, finding.title) == ("not-written", "Not written yet")
    assert finding.message.startswith(f"{name} is not written yet.")
    assert finding.counterexample is None
    assert report.heading == f"✎ {name}: not written yet"
    assert (report.passed, report.score) == (False, 0)


@pytest.mark.parametrize("body", BODIES)
def test_several_untouched_functions_are_told_in_one_sentence(body):
    names = "terminal_test", "max_value", "min_value", "minimax_decision"
    report = check.minimax(**{name: written(name, "state", body) for name in names})
    (finding,) = report.findings
    assert finding.message.startswith("terminal_test, max_value, min_value and minimax_decision are not written yet.")
    assert report.heading == "✎ minimax: not written yet"


def test_what_is_written_is_checked_and_counts():
    def terminal_test(state):
        return not state.get_legal_moves()

    report = check.minimax(terminal_test=terminal_test, max_value=written("max_value", "state", "pass"))
    assert [finding.code for finding in report.findings] == ["not-written"]
    assert report.score == 0.5


@pytest.mark.parametrize("body", BODIES)
def test_an_untouched_class_is_told_that_it_is_not_written_yet(body):
    class GameState:
        get_legal_moves = written("get_legal_moves", "self", body)
        forecast_move = written("forecast_move", "self, move", body)

    report = check.game_state(GameState)
    (finding,) = report.findings
    assert finding.message.startswith("get_legal_moves and forecast_move are not written yet.")
    assert report.heading == "✎ GameState: not written yet"


def test_a_function_that_calls_one_that_is_not_written_names_that_one():
    def helper(state):
        raise NotImplementedError

    def evaluation(state):
        return helper(state) + 1

    (finding,) = check.evaluation(evaluation, Isolation()).findings
    assert finding.message.startswith("helper is not written yet.")


@pytest.mark.parametrize(
    "body", ["return 0", "return state", "print(state)", "state.get_legal_moves()", "raise ValueError", "yield"]
)
def test_a_function_that_does_something_is_written(body):
    assert not is_unwritten(written("function", "state", body))
