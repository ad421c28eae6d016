"""A report says only what is so: a wrong kind is told as that, and what could not be checked as not checked."""

import pytest

from minimax_lab import check
from minimax_lab.check import exercises
from tests.check.reports import codes, remarks
from tools.students.minimax import program
from tools.students.state_functions import four

EARLY = """
def early_max_value(state):
    if not state.reach(state.active_player):
        return -1
    if not state.reach(state.active_player.opponent):
        return +1
    best = -1
    for move in state.get_legal_moves():
        best = max(best, early_min_value(state.forecast_move(move)))
        if best == 1:
            break
    return best

def early_min_value(state):
    if not state.reach(state.active_player):
        return +1
    if not state.reach(state.active_player.opponent):
        return -1
    return min(early_max_value(state.forecast_move(move)) for move in state.get_legal_moves())
"""


def test_to_stop_at_a_win_as_well_is_not_too_much():
    names = program(EARLY, name="early_max_value").__globals__
    assert exercises.early_values(names["early_max_value"], names["early_min_value"]).passed


@pytest.mark.parametrize("move", ["1", (1,), [1], 1.0])
def test_a_move_of_the_wrong_kind_is_told_as_that(move):
    (finding,) = exercises.best_move(0, {}, move).findings
    assert finding.code == "not-a-move"
    assert "worth more" not in finding.message


def test_values_in_quotes_or_in_a_list_are_told_as_that():
    assert codes(check.answers([1, 2], {(): "2"})) == ["not-a-number"]
    assert codes(exercises.values(0, [3, 5, 2])) == ["not-a-dict"]


def walk(cells, here, step):
    (x, y), found = here, []
    while (x := x + step[0], y := y + step[1]) in cells:
        found.append((x, y))
    return found


def spoils_its_set(cells, here, step):
    found = walk(cells, here, step)
    cells.clear()
    return found


@pytest.mark.parametrize(
    ("function", "code"),
    [
        (lambda *given: (cell for cell in walk(*given)), "wrong-kind"),
        (lambda *given: tuple(walk(*given)), "wrong-kind"),
        (lambda *given: [[*cell] for cell in walk(*given)], "wrong-kind"),
        (lambda *given: walk(*given)[::-1], "wrong-order"),
        (lambda *given: print(walk(*given)), "returns-none"),
    ],
)
def test_the_right_cells_in_the_wrong_form_are_told_as_that(function, code):
    assert codes(exercises.along(function)) == [code]


def test_a_function_that_empties_what_it_is_given_is_told_so():
    assert codes(exercises.along(spoils_its_set)) == ["changes-its-argument"]


EXAMPLES = [((number,), 2 * number + 1) for number in (1, 2, 5)]


@pytest.mark.parametrize(
    ("function", "code", "title"),
    [
        (lambda number: 2 * number, "off-by-so-much", "Always 1 too small"),
        (lambda number: 3, "constant", "Always the same answer"),
        (lambda number: number, "returns-argument", "It returns what it was given"),
        (lambda number: -2 * number - 1, "wrong-sign", "The wrong sign"),
        (lambda number: print(number), "returns-none", "Nothing is returned"),
        (lambda number: str(number), "returns-no-number", "No number is returned"),
    ],
)
def test_examples_name_what_the_wrong_answers_have_in_common(function, code, title):
    (finding,) = check.examples(function, EXAMPLES).findings
    assert (finding.code, finding.title) == (code, title)


def test_true_and_false_are_told_as_answers_to_a_question():
    (finding,) = check.examples(lambda number: number > 1, EXAMPLES).findings
    assert (finding.code, finding.title) == ("returns-no-number", "True or False is returned, not a number")


def test_a_wrong_answer_says_how_many_are_right():
    (finding,) = check.examples(lambda number: 7 if number == 2 else 2 * number + 1, EXAMPLES).findings
    assert finding.message == "2 of 3 examples come out right. This is the first one that does not."


def looks_at_all(boxes):
    best, seen = -9, 0
    for box in boxes:
        best, seen = max(best, min(box)), seen + len(box)
    return best, seen


def test_of_two_things_the_one_that_is_right_is_said_to_be():
    (finding,) = check.examples(looks_at_all, [(([[3, 5], [2, 4]],), (3, 3)), (([[1, 2], [5, 6]],), (5, 4))]).findings
    assert finding.code == "one-part-wrong"
    assert "the first is right. The second is not: it is 1 too large." in finding.message


def test_examples_quote_the_line():
    right = [((5,), 5), (([4, 2],), 2), (([[1, 9], [4, 2]],), 4), (([[[3, 8], 5], [6, [2, 7]]],), 5)]
    (finding,) = check.examples(program(LOWEST, name="lowest"), right).findings
    assert finding.line == 8
    assert "`return min(lowest(each) for each in part)`" in finding.message


LOWEST = """
def highest(part):
    return part if isinstance(part, int) else max(lowest(each) for each in part)

def lowest(part):
    if isinstance(part, int):
        return part
    return min(lowest(each) for each in part)
"""


def alarmed(state, seconds, evaluate):
    import threading

    threading.Timer(seconds, print).start()
    return state.get_legal_moves()[0]


def test_what_only_real_time_can_show_is_not_checked():
    report = check.deepening(alarmed)
    assert (report.passed, remarks(report)) == (False, {"not-checked"})
    assert "Timer" in report.findings[0].message


def test_reports_on_functions_of_a_state_alone_speak_of_no_depth_and_no_window():
    for edits in ([("if terminal_test(state):", "if False:")], [("min_value(state.f", "max_value(state.f")]):
        report = check.minimax(**four(*edits))
        words = " ".join(" ".join([finding.title, finding.message, *finding.hints]) for finding in report.findings)
        assert not {"depth", "alpha", "beta", "window", "cut-off"} & {*words.split()}


def test_a_wrong_terminal_test_costs_the_functions_that_call_it_nothing():
    functions = four(("return not state.get_legal_moves()", "return False"))
    report = check.minimax(max_value=functions["max_value"], min_value=functions["min_value"])
    assert (report.score, remarks(report)) == (1.0, {"follows"})
