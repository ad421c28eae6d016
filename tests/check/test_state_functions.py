"""The four functions of a state alone: right together and in any subset; a wrong one is told its mistake."""

from itertools import combinations

import pytest

from minimax_lab import check
from minimax_lab.game import MAX
from tests.check.reports import codes, remarks
from tools.students.state_functions import MISTAKES, NAMES, four


@pytest.mark.exhaustive
def test_the_four_functions_pass_together_and_in_any_subset():
    functions = four()
    for number in range(1, 5):
        for names in combinations(NAMES, number):
            report = check.minimax(**{name: functions[name] for name in names})
            assert (report.passed, report.score, report.findings) == (True, 1.0, ()), names


@pytest.mark.parametrize(
    ("code", "edits"),
    [
        *((code, edits) for code, ways in MISTAKES.items() for _, edits in ways),
        ("terminal-is-zero", [("return -1", "return 0"), ("return +1", "return 0")]),
        ("terminal-is-zero", [("return -1", "return 0")]),
        ("last-move-left-out", [("in state.get_legal_moves():", "in state.get_legal_moves()[:-1]:")]),
        ("starts-at-zero", [('float("-inf")', "0"), ('float("inf")', "0")]),
        ("starts-at-zero", [('float("-inf")', "0")]),
        ("wrong-infinity", [('"-inf"', '"X"'), ('"inf"', '"-inf"'), ('"X"', '"inf"')]),
        (
            "no-role-flip",
            [("max(best, min_value", "max(best, max_value"), ("min(best, max_value", "min(best, min_value")],
        ),
        (
            "no-running-best",
            [("max(best, min_value(state.forecast_move(move)))", "min_value(state.forecast_move(move))")],
        ),
        ("no-move-made", [("min_value(state.forecast_move(move)))\n", "min_value(state))\n")]),
        ("no-move-made", [("max_value(state.forecast_move(move)))\n", "max_value(state))\n")]),
        ("no-move-made", [("_value(state.forecast_move(move)))\n    return best", "_value(state))\n    return best")]),
        ("role-hard-coded", [("return -1", "return state.utility()"), ("return +1", "return state.utility()")]),
    ],
)
def test_a_mistake_in_min_value_and_max_value_gets_its_name(code, edits):
    functions = four(*edits)
    report = check.minimax(min_value=functions["min_value"], max_value=functions["max_value"])
    assert codes(report) == [code]
    assert report.score < 1


@pytest.mark.exhaustive
def test_a_decision_on_wrong_values_is_not_given_a_name_of_its_own():
    report = check.minimax(**four(('float("-inf")', "0"), ('float("inf")', "0")))
    assert (codes(report), remarks(report)) == (["starts-at-zero"], {"follows"})
    assert report.score == 0.75  # the terminal test and the decision are right, and the values where the game is over


@pytest.mark.exhaustive
def test_each_function_counts_for_the_score():
    report = check.minimax(**four(("key=lambda move: min_value", "key=lambda move: max_value")))
    assert codes(report) == ["wrong-role-at-root"]
    assert report.score == 0.875  # three are right, and the decision where each move ends the game
    assert "opponent's turn" in report.findings[0].message


def test_the_place_of_a_move_in_the_list_is_found_on_the_board_with_a_replay():
    by_place = "    values = [min_value(state.forecast_move(move)) for move in state.get_legal_moves()]\n"
    right = "    return max(state.get_legal_moves(), key=lambda move: min_value(state.forecast_move(move)))\n"
    report = check.minimax(**four((right, by_place + "    return values.index(max(values))\n")))
    (finding,) = report.findings
    assert finding.code == "index-for-move"
    replay = finding.replay()
    assert replay.trace.value == finding.returned
    assert replay.banner.startswith(f"Your function returns {finding.returned} for the root. Right is ")


@pytest.mark.exhaustive
def test_a_decision_that_only_takes_a_win_is_told_that_it_returns_no_move():
    asked = "return next((m for m in state.get_legal_moves() if min_value(state.forecast_move(m)) == 1), None)"
    right = "return max(state.get_legal_moves(), key=lambda move: min_value(state.forecast_move(move)))"
    assert codes(check.minimax(**four((right, asked)))) == ["returns-no-move"]


@pytest.mark.exhaustive
def test_each_of_two_mistakes_is_shown_by_a_tree_on_which_it_matters():
    functions = four(("return +1", "return -1"), ('float("-inf")', "0"))
    flips, zero = check.minimax(min_value=functions["min_value"], max_value=functions["max_value"]).findings
    assert (flips.code, zero.code) == ("same-end-for-both", "starts-at-zero")
    assert flips.counterexample.is_leaf
    assert zero.returned == 0


@pytest.mark.exhaustive
def test_a_decision_that_values_every_move_by_the_same_state_is_told_that_no_move_is_made():
    functions = four(("move: min_value(state.forecast_move(move))", "move: min_value(state)"))
    report = check.minimax(minimax_decision=functions["minimax_decision"])
    assert codes(report) == ["no-move-made"]


@pytest.mark.parametrize("wrong", ["return False", "return True", "return len(state.get_legal_moves()) == 1"])
def test_a_wrong_terminal_test_is_found(wrong):
    report = check.minimax(terminal_test=four(("return not state.get_legal_moves()", wrong))["terminal_test"])
    assert codes(report) == ["wrong-test"]
    (finding,) = report.findings
    returned, right = finding.returned, finding.expected
    assert right is finding.counterexample.is_leaf
    assert finding.replay().banner == f"Your function returns {returned} for the root. Right is {right}."


@pytest.mark.parametrize("wrong", ["state.get_legal_moves()", "len(state.get_legal_moves())"])
def test_an_answer_that_is_neither_true_nor_false_is_told_so_with_the_line_that_returns_it(wrong):
    report = check.minimax(
        terminal_test=four(("return not state.get_legal_moves()", f"return {wrong}"))["terminal_test"]
    )
    assert codes(report) == ["not-a-test"]
    (finding,) = report.findings
    assert "The answer to that is True or False" in finding.message
    assert f"`return {wrong}`" in finding.message
    assert f"write `not {wrong}`" in finding.hints[-1]


def test_a_move_that_is_taken_for_a_state_is_told_so():
    functions = four(("key=lambda move: min_value(state.forecast_move(move))", "key=min_value"))
    (finding,) = check.minimax(minimax_decision=functions["minimax_decision"]).findings
    assert finding.message.startswith("0 is not a state, and only a state has get_legal_moves.")


@pytest.mark.parametrize(("code", "ways"), MISTAKES.items())
def test_the_picture_of_a_wrong_sign_shows_what_was_returned(code, ways):
    for _, edits in ways:
        functions = four(*edits)
        (finding,) = check.minimax(min_value=functions["min_value"], max_value=functions["max_value"]).findings
        replay = finding.replay()
        assert (replay.trace.root.value, replay.right.root.value) == (finding.returned, finding.expected)


def test_what_goes_wrong_only_for_one_player_by_chance_is_not_told_as_playing_for_one():
    def max_value(state):
        values = [min_value(state.forecast_move(move)) for move in state.get_legal_moves()]
        return max(values[:3], default=-1)  # right wherever there are no more than three moves

    def min_value(state):
        return min((max_value(state.forecast_move(move)) for move in state.get_legal_moves()), default=1)

    (finding,) = check.minimax(max_value=max_value, min_value=min_value).findings
    assert finding.code == "wrong-value"


def by_the_rules(nested, player):
    """What each end of such a game is worth: who cannot move has lost."""
    if isinstance(nested, list):
        return [by_the_rules(child, player.opponent) for child in nested]
    return -1 if player is MAX else 1


def test_the_game_that_is_shown_is_one_that_can_arise_also_if_it_was_made_smaller():
    def min_value(state):
        return min((max_value(state.forecast_move(move)) for move in state.get_legal_moves()), default=1)

    def max_value(state):
        return max((min_value(state.forecast_move(move)) for move in state.get_legal_moves()), default=-1)

    def minimax_decision(state):
        moves = state.get_legal_moves()
        return ([move for move in moves if not state.forecast_move(move).get_legal_moves()] or moves)[0]

    (finding,) = check.minimax(minimax_decision=minimax_decision).findings
    shown = finding.counterexample
    assert shown.to_nested() == by_the_rules(shown.to_nested(), shown.active_player)
    assert min_value(shown.forecast_move(finding.returned)) < max_value(shown)
