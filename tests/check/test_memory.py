"""What a function keeps from one call to the next is found, told by the calls that make it wrong, and put back."""

import builtins
from collections import defaultdict, deque
from functools import partial

import pytest

from minimax_lab import check
from minimax_lab.check.report import Finding
from minimax_lab.check.sandbox.contents import Memory
from tests.check import reports
from tools.students import correct
from tools.students import memory as students
from tools.students.minimax import LOOP, program

CODE = "remembers-between-calls"
report_on = partial(reports.report_on, check.alphabeta)


def codes(report):
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize("function", students.ALPHABETA)
def test_an_answer_that_depends_on_earlier_calls_is_told_so_with_those_calls(function):
    report = report_on(function)
    assert CODE in codes(report)
    assert report.score == 0
    finding = next(finding for finding in report.findings if finding.code == CODE)
    assert "which is right. But first " in finding.message
    assert finding.message.endswith("; after that:")


@pytest.mark.exhaustive
@pytest.mark.parametrize("function", [students.by_default_and_name, students.never_reset])
def test_nothing_else_is_said_of_a_search_that_is_right_when_it_is_asked_first(function):
    assert codes(report_on(function)) == [CODE]


@pytest.mark.parametrize(("function", "calls"), [(students.by_default, 1), (students.wants_three, 3)])
def test_no_more_calls_are_shown_than_are_needed(function, calls):
    finding = next(finding for finding in report_on(function).findings if finding.code == CODE)
    told = finding.message.split("But first ")[1]
    assert told.count(f"{function.__name__}(") == calls


ONE_MEMORY_FOR_BOTH = """
memory = {}
def remember(function):
    def wrapper(state):
        if state not in memory:
            memory[state] = function(state)
        return memory[state]
    return wrapper
@remember
def max_value(state):
    return max((min_value(state.forecast_move(move)) for move in state.get_legal_moves()), default=-1)
@remember
def min_value(state):
    return min((max_value(state.forecast_move(move)) for move in state.get_legal_moves()), default=1)
"""


@pytest.mark.exhaustive
def test_what_one_level_has_kept_for_a_board_is_told_where_the_other_gives_it_out():
    names = program(ONE_MEMORY_FOR_BOTH, name="max_value").__globals__
    levels = {name: names[name] for name in ("max_value", "min_value")}
    for _ in range(2):  # and another check says the same
        (finding,) = check.minimax(**levels).findings
        assert finding.code == CODE
        assert "the call below returned 1, which is right. But first max_value(state) returned −1" in finding.message
        assert (finding.call, finding.returned, finding.expected) == ("min_value(state)", -1, 1)
        assert finding.replay().trace.value == -1
    (finding,) = check.minimax(max_value=levels["max_value"]).findings
    assert finding.code == CODE
    assert "But first max_value(<Isolation " in finding.message


def test_the_calls_that_are_shown_do_make_it_so():
    """As a student would try it: the two calls of the report, typed in one after the other."""
    from math import inf

    from minimax_lab.games import tree

    (finding,) = reports.report_on(check.minimax, students.collects).findings
    first = finding.message.split("But first ")[1].split(" returned ")[0]

    def evaluate(state):
        return state.value if state.is_leaf else 0

    students.collects.__defaults__[0].clear()
    names = {"tree": tree, "inf": inf, "evaluate": evaluate, "collects": students.collects}
    eval(first, names)
    assert eval(finding.call, names) == finding.returned != finding.expected
    students.collects.__defaults__[0].clear()
    assert eval(finding.call, names) == finding.expected
    students.collects.__defaults__[0].clear()


@pytest.mark.exhaustive
def test_a_second_mistake_is_named_as_if_there_were_no_memory():
    assert codes(check.minimax(minimax=students.swapped_and_remembers)) == [CODE, "roles-swapped"]


@pytest.mark.exhaustive
def test_a_decision_that_is_made_once_and_for_all_is_found():
    report = check.decision(students.decides_once)
    assert codes(report) == [CODE]
    assert report.findings[0].replay().trace.value == report.findings[0].returned


def test_a_report_reads_like_this():
    assert str(reports.report_on(check.minimax, students.collects)).splitlines()[2:9] == [
        "✗ The answer depends on earlier calls",
        "  Your function keeps something from one call to the next, and what it answers then depends on that. Global "
        "variables live on after a call. So does a list or dict that is the default value of a parameter: it is made "
        "only once.",
        f"  Look at line {students.collects.__code__.co_firstlineno}, in collects: "
        "`def collects(state, depth, maximizing, evaluate, found=[]):  # noqa: B006`",
        "  By itself the call below returned 0, which is right. But first collects(tree([1]), 1, True, evaluate) "
        "returned 1; after that:",
        "  collects(tree([0]), 1, True, evaluate)",
        "    returned 1",
        "    right is 0",
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize("function", [*students.ALPHABETA, *students.RIGHT])
def test_a_second_check_says_the_same(function):
    assert str(check.alphabeta(function)) == str(report_on(function))


@pytest.mark.parametrize("function", students.RIGHT)
def test_to_keep_what_changes_no_answer_is_no_fault(function):
    report = report_on(function)
    assert (report.passed, report.score, report.findings) == (True, 1.0, ())


# Putting back


def test_everything_that_is_kept_is_put_back():
    bag = {"dict": {1: [2]}, "list": [3], "set": {4}, "deque": deque([5]), "default": defaultdict(list, {6: [7]})}
    count = 0

    def keeps(state, seen=[]):  # noqa: B006
        nonlocal count
        count += 1
        seen.append(state)
        keeps.last = state
        bag["dict"][1].append(state)
        bag["list"].append(state)
        bag["set"].add(state)
        bag["deque"].append(state)
        bag["default"][state].append(state)
        bag["new"] = state

    memory = Memory(keeps)
    assert not memory.changed
    keeps(9)
    assert memory.changed
    memory.forget()
    assert not memory.changed
    assert bag == {"dict": {1: [2]}, "list": [3], "set": {4}, "deque": deque([5]), "default": {6: [7]}}
    assert (count, keeps.__defaults__, vars(keeps)) == (0, ([],), {})


def test_a_global_that_was_not_there_before_is_gone_again():
    names = {"__name__": "student"}
    exec("def f():\n    global made\n    made = 1\n", names)
    memory = Memory(names["f"])
    names["f"]()
    memory.forget()
    assert "made" not in names


def test_a_class_keeps_its_attributes_and_a_cache_is_emptied():
    notes = students.Notes()
    memory = Memory(notes.alphabeta, students.cached)
    students.Notes.asked, notes.last = 5, "x"
    assert memory.changed
    memory.forget()
    assert (students.Notes.asked, notes.last) == (0, None)
    assert students.cached.cache_info().currsize == 0


def test_a_container_that_does_as_it_likes_is_left_alone():
    class Stubborn(dict):
        def clear(self):
            raise ValueError

    stubborn = Stubborn(a=1)

    def keeps():
        stubborn["b"] = 2

    memory = Memory(keeps)
    keeps()
    memory.forget()
    assert stubborn == {"a": 1, "b": 2}


# Text in reports


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("3", '"3"'),
        (3, "3"),
        ("", '""'),
        (None, "None"),
        (("a", -1), '("a", −1)'),
        (("3",), '("3",)'),
        (["3", [4]], '["3", [4]]'),
        (True, "True"),
    ],
)
def test_text_is_shown_in_quotes_and_a_number_is_not(value, text):
    assert Finding("a", "b", "c", returned=value).outcome_lines() == [f"  returned {text}"]
    assert Finding("a", "b", "c", expected=value).outcome_lines() == [f"  right is {text}"]


@pytest.mark.exhaustive
def test_a_move_with_a_name_is_shown_as_it_is_written():
    def first(state, depth, evaluate):
        return "z" if "a" in state.get_legal_moves() else correct.DECISIONS[0](state, depth, evaluate)

    lines = check.decision(first).findings[0].outcome_lines()
    assert lines[1] == '  returned "z"'
    assert lines[2] == '  right is "b", worth 2'


def test_a_search_that_was_made_by_exec_is_checked_and_takes_no_builtins_away(monkeypatch):
    monkeypatch.setenv("MINIMAX_LAB_CHECKS", "here")
    made = {"__name__": "mine"}
    exec(LOOP, made)

    def minimax(state, depth, maximizing, evaluate):
        return made["minimax"](state, depth, maximizing, evaluate)

    assert check.minimax(minimax=minimax).passed
    assert all(hasattr(builtins, name) for name in ("max", "reversed", "StopIteration"))
