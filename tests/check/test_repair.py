"""A wrong program is told the line that is to blame: the one that a small edit repairs."""

import ast
import gc

import pytest

from minimax_lab import check
from minimax_lab.check.edits.single import single_edits
from minimax_lab.check.search import repair
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts.repairs import IDEAS, ONE_LINE, ONE_OF_THESE, TWO_MISTAKES
from minimax_lab.check.texts.searches import LIKE_THIS
from tests.check.fresh import programs
from tests.check.reports import report_on
from tests.check.test_outside_programs import PROGRAMS
from tools.students import alphabeta as windowed
from tools.students import minimax as plain

RIGHT = [program for program in programs() if not program.guilty]
WRONG = [program for program in programs() if program.guilty]


@pytest.mark.parametrize("program", RIGHT, ids=lambda program: program.name)
def test_a_right_program_passes(program):
    report = program.report()
    assert (report.passed, report.score) == (True, 1.0)


@pytest.mark.parametrize("program", WRONG, ids=lambda program: program.name)
def test_a_wrong_program_fails_and_a_line_that_is_named_is_the_guilty_one(program):
    report = program.report()
    assert not report.passed
    for finding in report.faults:
        assert finding.line is None or finding.line in program.guilty
        assert finding.name or finding.line or finding.title == ONE_OF_THESE.title, str(report)


ODD = """
def minimax(state, depth, maximizing, evaluate):
    odd, more = () if depth else (1,), [depth]
    none = () if depth else ()
    try:
        odd = more[0:1], more[0], {*more}, {one for one in more}
        len() == 0
    except (TypeError, IndexError):
        pass
    try:
        more[0:1]
    except IndexError:
        pass
    return evaluate(state)
"""


def test_code_that_nobody_would_write_does_not_end_the_search_for_an_edit():
    assert not check.minimax(minimax=plain.program(ODD)).passed
    tree = ast.parse(ODD).body[0]
    for edit in single_edits(tree, {"minimax": 4}, prunes=True):
        with edit.made():
            pass


@pytest.mark.exhaustive
def test_every_edit_is_undone_and_says_where_it_is_and_what_it_means():
    tree = ast.parse(windowed.WINDOW).body[0]
    before, made, refused = ast.dump(tree), set(), 0
    for edit in single_edits(tree, {"alphabeta": 6, "other": 6}, prunes=True):
        with edit.made():
            made.add(ast.dump(tree))
            try:
                compile(ast.Module([tree], []), "edited", "exec", dont_inherit=True)
            except SyntaxError:  # such as a break that is moved out of its loop
                refused += 1
        assert ast.dump(tree) == before
        assert edit.idea in IDEAS
        assert 0 < edit.line <= windowed.WINDOW.count("\n")
    assert len(made) > 500 > 10 * refused
    assert before not in made


def test_a_value_in_a_line_of_its_own_might_be_meant_to_be_returned():
    ends = "def terminal_test(state):\n    if state.get_legal_moves():\n        return False\n    True\n"
    (finding,) = check.minimax(terminal_test=plain.program(ends, name="terminal_test")).findings
    assert (finding.code, finding.line, finding.title) == ("returns-none", 4, IDEAS["return"].title)


def wrong_way_round():
    return plain.program(plain.LOOP, ("best = min(best, value)", "best = max(best, value)"))


def test_the_line_is_quoted_and_the_edit_is_the_last_hint():
    finding = report_on(check.minimax, wrong_way_round()).findings[0]
    assert finding.line == 15
    assert "`best = max(best, value)`" in finding.message
    assert not any("`" in hint for hint in finding.hints[:-1])
    assert finding.hints[-1].startswith("In line 15, write `min` instead of `max`.")


def test_only_the_last_hint_says_which_sign_belongs_into_a_comparison():
    student = plain.program(plain.LOOP, ("if depth == 0 or", "if depth != 0 or"))
    finding = report_on(check.minimax, student).findings[0]
    assert finding.title == IDEAS["comparison"].title
    assert finding.hints[-1].startswith("In line 4, write `==` instead of `!=`: `depth == 0`.")
    assert not any("==" in text for text in (finding.title, *finding.hints[:-1]))


def test_the_step_through_opens_where_the_line_does_the_wrong_thing_for_the_first_time():
    replay = report_on(check.minimax, wrong_way_round()).findings[0].replay()
    step = replay.trace.steps[replay.step]
    assert replay.trace.sources[step.source].lines[step.line].strip() == "best = max(best, value)"
    assert step.variables["best"] != step.variables["value"]  # so that it makes a difference which one is taken


@pytest.mark.exhaustive
def test_where_one_edit_is_not_enough_two_lines_are_quoted():
    slips = ("depth - 1, False", "depth - 2, False"), ("best = min(best, value)", "best = min(depth, value)")
    finding = report_on(check.minimax, plain.program(plain.LOOP, *slips)).findings[0]
    assert finding.title == TWO_MISTAKES.title
    assert "Line 9, in minimax" in finding.message
    assert "Line 15, in minimax" in finding.message
    assert finding.hints[-1].count("In line") == 2


COPIED = """
def max_value(state):
    best = {start}
    for move in state.get_legal_moves():
        best = max(best, min_value(state.forecast_move(move)))
    return best if state.get_legal_moves() else -1

def min_value(state):
    best = {start}
    for move in state.get_legal_moves():
        value = max_value(state.forecast_move(move))
        if value > best:
            best = value
    return best if state.get_legal_moves() else 1
"""


@pytest.mark.parametrize(("start", "opposite"), [("float('-inf')", "float('inf')"), ("-5", "5")])
def test_what_is_copied_from_the_function_for_the_other_player_is_turned_round_as_a_whole(start, opposite):
    (finding, *_) = check.minimax(min_value=plain.program(COPIED.format(start=start), name="min_value")).findings
    assert finding.title == IDEAS["other-side"].title
    for line in "Line 9, in min_value", "Line 12, in min_value":
        assert line in finding.message
    edits = f"In line 9, write `{opposite}` instead of `{start}`. In line 12, write `value < best` instead of"
    assert finding.hints[-1].startswith(edits)


UNSORTED = """
def minimax(state, depth, maximizing, evaluate):
    values = [minimax(state.forecast_move(m), depth - 1, not maximizing, evaluate) for m in state.get_legal_moves()]
    if depth == 0 or not values:
        return evaluate(state)
    values.sort(reverse=maximizing)
    return values[0]
"""
BY_METHODS = """
class Search:
    def value(self, state, depth, maximizing, evaluate):
        if depth == 0 or not state.get_legal_moves():
            return evaluate(state)
        values = [self.value(state.forecast_move(move), depth - 1, not maximizing, evaluate)
                  for move in state.get_legal_moves()]
        if maximizing:
            return self.largest(values)
        return self.smallest(values)

    def largest(self, values):
        return max(values)

    def smallest(self, values):
        return min(values)

def minimax(state, depth, maximizing, evaluate):
    return Search().value(state, depth, maximizing, evaluate)
"""
ONE_BY_ONE = """
def minimax(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = minimax(state.forecast_move(moves[0]), depth - 1, not maximizing, evaluate)
    for move in moves[1:]:
        value = minimax(state.forecast_move(move), depth - 1, not maximizing, evaluate)
        if (value > best) == maximizing:
            best = value
    return best
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("source", "edit", "idea", "line"),
    [
        (UNSORTED, ("reverse=maximizing", ""), "sorting", 6),
        (BY_METHODS, ("self.smallest(values)", "self.largest(values)"), "function", 10),
        (ONE_BY_ONE, ("(value > best) == maximizing", "value > best == maximizing"), "chain", 9),
    ],
)
def test_an_edit_that_a_style_needs_is_told_with_its_line(source, edit, idea, line):
    (finding,) = report_on(check.minimax, plain.program(source, edit)).findings
    assert finding.line == line
    assert finding.repair.startswith(f"{idea}: ")
    assert finding.title == IDEAS[idea].title


ASKS_THE_ROOT = """
def minimax(state, depth, maximizing, evaluate):
    def value(state, depth, is_max):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        values = [value(state.forecast_move(move), depth - 1, not is_max) for move in moves]
        return max(values) if maximizing else min(values)

    return value(state, depth, maximizing)
"""
PAIRS = """
def minimax(state, depth, maximizing, evaluate):
    def search(node, left, is_max):
        moves = node.get_legal_moves()
        if left == 0 or not moves:
            return None, evaluate(node)
        options = [(move, search(node.forecast_move(move), left - 1, not is_max)[1]) for move in moves]
        return max(options) if is_max else min(options)

    return search(state, depth, maximizing)[1]
"""
IN_SELF = """
class Search:
    def value(self, state, depth, maximizing, evaluate):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        self.best = float("-inf") if maximizing else float("inf")
        for move in moves:
            value = self.value(state.forecast_move(move), depth - 1, not maximizing, evaluate)
            self.best = max(self.best, value) if maximizing else min(self.best, value)
        return self.best

def minimax(state, depth, maximizing, evaluate):
    return Search().value(state, depth, maximizing, evaluate)
"""


@pytest.mark.exhaustive
def test_a_name_that_no_repair_shows_in_the_code_is_told_as_what_the_code_behaves_like():
    (finding,) = check.minimax(minimax=plain.program(ASKS_THE_ROOT)).findings
    assert (finding.code, finding.line) == ("no-role-flip", 8)  # the children do get the other role
    assert finding.title == LIKE_THIS.format(title=MISCONCEPTIONS["no-role-flip"].title)


@pytest.mark.exhaustive
def test_an_edit_that_a_plain_0_could_replace_points_at_the_line_and_is_not_told():
    (finding,) = check.minimax(minimax=plain.program(PAIRS)).findings
    assert finding.line == 7
    assert (finding.title, finding.hints) == (ONE_LINE.title, ONE_LINE.hints)


@pytest.mark.exhaustive
def test_what_all_calls_share_is_tried_as_a_variable_for_each_call():
    (finding,) = check.minimax(minimax=plain.program(IN_SELF)).findings
    assert (finding.line, finding.title) == (7, IDEAS["shared"].title)


@pytest.mark.exhaustive
def test_a_comparison_that_decides_nothing_is_no_repair():
    student = plain.program(
        "def negamax(state, depth, color, evaluate):\n"
        "    moves = state.get_legal_moves()\n"
        "    if depth == 0 or not moves:\n"
        "        return color * evaluate(state)\n"
        "    best = max if color == 1 else min\n"
        "    return best(-negamax(state.forecast_move(move), depth - 1, -color, evaluate) for move in moves)\n",
        name="negamax",
    )
    finding = check.negamax(student).findings[0]  # with `color <= 1` it would pass, too
    assert finding.line == 5
    assert "<=" not in finding.hints[-1]


def never_flips_and_starts_at_zero(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    if maximizing:
        best = 0
        for move in moves:
            best = max(best, never_flips_and_starts_at_zero(state.forecast_move(move), depth - 1, False, evaluate))
    else:
        best = float("inf")
        for move in moves:
            best = min(best, never_flips_and_starts_at_zero(state.forecast_move(move), depth - 1, False, evaluate))
    return best


@pytest.mark.exhaustive
def test_of_two_mistakes_each_is_told_with_its_own_line():
    report = check.minimax(minimax=never_flips_and_starts_at_zero)
    first = never_flips_and_starts_at_zero.__code__.co_firstlineno
    assert {finding.code: finding.line - first for finding in report.findings} == {
        "no-role-flip": 11,
        "starts-at-zero": 5,
    }
    assert [finding.message.count("Look at line") for finding in report.findings] == [1, 1]


@pytest.mark.exhaustive
def test_a_program_that_needs_more_work_than_a_repair_may_do_is_failed_without_a_line(monkeypatch):
    monkeypatch.setattr(repair, "MOST_EDITS", 3)
    student = plain.program(plain.LOOP, ("depth - 1, False", "depth - 2, False"))
    finding = check.minimax(minimax=student).findings[0]
    assert (finding.line, finding.repair) == (None, "")
    assert finding.counterexample is not None


def test_only_the_students_own_lines_count_as_at_work_not_those_that_the_garbage_collector_calls():
    seen = []
    gc.callbacks.append(called := lambda phase, info: seen.append(phase))
    student = plain.program("import gc\ndef student():\n    gc.collect()\n    return 1\n")
    try:
        ran = repair.lines_of([(student, ())])
    finally:
        gc.callbacks.remove(called)
    assert seen
    assert ran == {("student", 3), ("student", 4)}


def test_a_repair_leaves_the_students_function_as_it_is():
    student = wrong_way_round()
    code = student.__code__
    check.minimax(minimax=student)
    assert student.__code__ is code


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "edit"),
    [
        ("v_m15", "number: len(moves) - 1 → len(moves)"),  # not a range that begins with −1
        ("v_m20", "best-key: max(scores) → max(scores, key=scores.get)"),
        ("v_t17", ""),  # not an edit with which the search never stops early
    ],
)
def test_no_repair_is_offered_that_does_harm_and_a_better_one_is_if_there_is_one(name, edit):
    (finding,) = PROGRAMS[name].report().findings
    assert finding.repair == edit


@pytest.mark.exhaustive
def test_a_line_of_a_table_is_told_only_if_the_table_saves_work_with_the_edit():
    (finding,) = PROGRAMS["v_t10"].report().findings
    assert finding.line == 35  # where depth and kind are stored in the other order, not one that reads them


@pytest.mark.parametrize("name", ["t_b02", "t_m01", "t_m07", "t_i01", "t_b04", "t_h06"])
def test_a_fault_with_a_name_is_told_with_its_line(name):
    program = PROGRAMS[name]
    (finding,) = program.report().faults
    assert finding.name
    assert program.source.splitlines()[finding.line - 1].strip() in program.guilty
    assert f"Look at line {finding.line}," in finding.message


def test_beside_a_line_it_is_not_said_that_it_is_for_one_side_or_for_both():
    (finding,) = PROGRAMS["t_e03"].report().faults
    assert (finding.code, finding.line) == ("starts-at-zero", 7)
    assert "for one side or for both" in MISCONCEPTIONS["starts-at-zero"].message
    assert "for one side or for both" not in finding.message


@pytest.mark.exhaustive
def test_a_search_that_is_back_too_late_is_told_whether_it_looked_at_the_clock():
    (away,), (often,) = (PROGRAMS[name].report().faults for name in ("t_m02", "t_m04"))
    assert "seconds on end it did not look at the clock" in away.message
    assert "looked at the clock often" in often.message
    assert away.hints[0] != often.hints[0]
