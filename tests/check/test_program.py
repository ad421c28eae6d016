"""What a program contradicts itself in is found, at its line; a right program gets no finding."""

from __future__ import annotations

import os
import sys
from threading import Thread

import pytest

from minimax_lab import check
from minimax_lab.check.programs.check import program as check_program  # without a process for each of very many
from minimax_lab.trace import trace
from tests.trace.programs import programs

# The sign follows the side to move, which a right program's may do, too: nothing contradicts itself.
NOT_SEEN = {"sign_evaluate_turn"}
PROGRAMS = {program.name: program for program in programs()}
WRONG = [name for name, program in PROGRAMS.items() if program.kind and name not in NOT_SEEN]


def findings(program):
    function, args, kwargs = program.start()
    return [finding for finding in check_program(function, *args, **kwargs).findings if finding.code != "unseen"]


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_found_under_its_name_and_at_its_line(name):
    program = PROGRAMS[name]
    found = findings(program)
    assert {finding.code for finding in found} <= {*program.kind.split("/")}
    assert any(program.line(finding.line) in program.guilty for finding in found)


@pytest.mark.exhaustive
def test_no_right_program_gets_a_finding():
    right = [program for program in PROGRAMS.values() if not program.kind]
    assert len(right) > 40
    assert {program.name: found for program in right if (found := findings(program))} == {}


def nested(node, is_max):
    if isinstance(node, int):
        return node
    return (max if is_max else min)(nested(child, not is_max) for child in node)


def test_a_program_without_a_contradiction_is_not_called_right():
    report = check.program(nested, [[3, 12], [2, 4]], True)
    assert report.passed
    assert "nothing contradictory found" in str(report)
    assert "right" not in str(report)


def forgetful(board, is_max):
    if " " not in board:
        return board.count("X")
    values = []
    for i in range(len(board)):
        if board[i] == " ":
            board[i] = "X" if is_max else "O"
            values.append(forgetful(board, not is_max))
    return max(values) if is_max else min(values)


def test_a_finding_names_its_line_and_can_be_replayed_where_it_shows():
    (finding,) = check.program(forgetful, [" "] * 3, True).findings
    assert finding.code == "undo"
    assert "values.append(forgetful(board, not is_max))" in str(finding)
    replay = finding.replay()
    assert replay.trace.steps[replay.step].kind == "return"
    assert replay.trace.steps[replay.step].variables["board"] == "['X', 'O', 'X']"


def nim(pile, is_max, memo, key):
    if key(pile, is_max) in memo:
        return memo[key(pile, is_max)]
    if pile == 0:
        return -1 if is_max else 1
    values = [nim(pile - k, not is_max, memo, key) for k in (1, 2, 3) if k <= pile]
    memo[key(pile, is_max)] = max(values) if is_max else min(values)
    return memo[key(pile, is_max)]


def test_a_memo_that_forgets_whose_turn_it_is_is_found_and_a_right_one_is_said_not_to_be_seen():
    (finding,) = check.program(nim, 6, True, {}, lambda pile, is_max: pile).findings
    assert finding.code == "memo"
    assert "return memo[key(pile, is_max)]" in str(finding)
    report = check.program(nim, 6, True, {}, lambda pile, is_max: (pile, is_max))
    assert [remark.code for remark in report.findings] == ["unseen"]
    assert "Whether it takes them for the right positions cannot be seen" in str(report)


def endless(n, is_max):
    return max(endless(n + 1, not is_max), endless(n + 2, not is_max))


def test_a_recursion_without_an_end_is_found_and_ends():
    (finding,) = check.program(endless, 0, True).findings
    assert finding.code == "endless"


def never_fewer(n, color):
    return color if n == 0 else max(-never_fewer(n, -color) for taken in (1, 2) if taken <= n)


def test_a_recursion_without_an_end_is_never_only_odd_also_where_it_is_seen_why():
    report = check.program(never_fewer, 3, 1)
    assert [(finding.code, finding.remark) for finding in report.findings] == [("endless", False), ("depth", True)]
    assert "n is 3 in every call" in str(report)


def never_deeper(node, depth, is_max):
    if depth == 0 or isinstance(node, int):
        return 0 if depth == 0 else node
    values = [never_deeper(child, depth, not is_max) for child in node]
    return max(values) if is_max else min(values)


def test_a_long_way_is_told_short_and_what_is_odd_stands_in_the_heading():
    deep = [3, 4]
    for leaf in range(12):
        deep = [deep, leaf]
    report = check.program(never_deeper, deep, 3, True)
    assert report.heading.endswith("but something odd: see the remarks")
    assert max(map(len, str(report).splitlines())) < 400
    text = str(check.program(endless, 3, True))
    assert "moves after that" in text


def asks(n):
    return max(asks(n - 1), int(input("move? "))) if n else 0


def test_a_program_that_asks_for_input_is_stopped_and_not_called_wrong():
    report = check.program(asks, 3)
    assert [finding.code for finding in report.findings] == ["unseen"]
    assert "asked for input" in str(report)


def built(number, depth):
    return (number * 13) % 7 if depth == 0 else [built(2 * number + i, depth - 1) for i in (1, 2)]


def built_and_searched(depth):
    return nested(built(0, depth), True)


def countdown(pile, depth, first_depth, color):
    if depth == 0 or pile == 0:
        return -color if depth < first_depth else 0
    return max(-countdown(pile - k, depth - 1, first_depth, -color) for k in (1, 2) if k <= pile)


def agents(path, agent, depth):
    """MAX and two opponents; the depth counts rounds."""
    if agent == 3:
        agent, depth = 0, depth + 1
    if depth == 2:
        return hash(path) % 7
    values = [agents((*path, agent, move), agent + 1, depth) for move in (0, 1)]
    return max(values) if agent == 0 else min(values)


def first_move(depth):
    return max((0, 1), key=lambda move: agents((0, move), 1, depth))


def test_unusual_programs_that_are_right_get_no_finding():
    for program, *args in ((built_and_searched, 3), (countdown, 4, 3, 3, 1), (first_move, 1), (agents, (), 0, 1)):
        report = check.program(program, *args)
        assert [found.code for found in report.findings if found.code != "unseen"] == [], program.__name__


def ends_python(n):
    return max(ends_python(n - 1), 0) if n else os._exit(3)


def loops(n):
    while n == 0:
        n = 0
    return max(loops(n - 1), 0)


def grows(n):
    return max(grows(n - 1), 0) if n else len([0] * 10**10)


def floods(n):
    while not n:
        print("x" * 10_000)
    return max(floods(n - 1), 0)


def leaves(n):
    return max(leaves(n - 1), 0) if n else sys.exit("bye")


@pytest.mark.parametrize(
    ("program", "code", "words"),
    [
        (ends_python, "ends-python", "ended all of Python"),
        (loops, "unseen", "did not come to its end in time"),
        (grows, "memory", "more memory than a check may use"),
        (floods, "prints", "printed a million characters"),
        (leaves, "raises", "SystemExit: bye"),
    ],
)
def test_whatever_a_program_does_it_is_told_in_words_and_the_notebook_lives_on(program, code, words, monkeypatch):
    monkeypatch.setattr("minimax_lab.check.programs.check.SECONDS", 0.3)
    report = check.program(program, 2)
    assert [finding.code for finding in report.findings] == [code]
    assert words in str(report)
    assert "nothing contradictory" not in report.heading or code == "unseen"


def test_what_a_program_changes_is_not_changed_here():
    board = [" "] * 3
    assert check.program(forgetful, board, True).faults
    assert board == [" "] * 3


def two_searches():
    return nim(5, True, {}, lambda *key: key), nested([[3, 12], [2, 4]], True)


def test_of_two_searches_in_a_program_the_one_that_was_not_looked_at_is_named():
    report = check.program(two_searches)
    assert "not all could be seen" in report.heading
    assert "nested is a search of its own, and was not looked at" in str(report)


def in_threads(pile, is_max):
    if not pile:
        return -1 if is_max else 1
    values = []
    threads = [Thread(target=lambda n=n: values.append(in_threads(n, is_max))) for n in range(max(0, pile - 2), pile)]
    for thread in threads:
        thread.start()
        thread.join()
    return max(values) if is_max else min(values)


def unwatched(pile, is_max):
    sys.settrace(None)
    return nim(pile, is_max, {}, lambda *key: key)


def test_what_ran_unwatched_is_said():
    report = check.program(in_threads, 3, True)
    assert "not all could be seen" in report.heading
    assert "Some of it ran in other threads" in str(report)
    assert "switched the tracing off" in " ".join(trace(unwatched, 3, True).notes)
    assert "cannot look at the calls around it" in str(check.program(unwatched, 3, True))


def countless(pile, is_max):
    return countless(pile + 1, not is_max)


def test_of_a_program_that_was_stopped_it_is_not_said_that_it_switched_the_tracing_off(monkeypatch):
    monkeypatch.setattr("minimax_lab.trace.record.calls.MOST_COUNTED", 100)
    notes = " ".join(trace(countless, 3, True).notes)
    assert "stopped after" in notes
    assert "switched the tracing off" not in notes


def without_a_minus(cells, color):
    """Negamax that forgets that what is good for the one is bad for the other."""
    if 0 not in cells:
        return color * (cells[0] + 2 * cells[1] - 3 * cells[2])
    played = [(*cells[:i], color, *cells[i + 1 :]) for i, cell in enumerate(cells) if not cell]
    return max(without_a_minus(after, -color) for after in played)


def same_color(cells, color):
    if 0 not in cells:
        return color * (cells[0] + 2 * cells[1] - 3 * cells[2])
    played = [(*cells[:i], color, *cells[i + 1 :]) for i, cell in enumerate(cells) if not cell]
    return max(same_color(after, color) for after in played)


def test_who_hands_on_the_turn_is_not_told_that_it_stays():
    (finding,) = check.program(without_a_minus, (0, 0, 0), 1).findings
    assert finding.title == "Both players choose alike"
    assert "your search takes the largest of the values" in finding.message
    assert check.program(same_color, (0, 0, 0), 1).findings[0].title != finding.title


def crashes(numbers, is_max):
    if len(numbers) == 1:
        return numbers[1]
    return max(crashes(numbers[1:], not is_max), crashes(numbers[:-1], not is_max))


def test_an_error_is_told_with_the_line_that_raised_it():
    (finding,) = check.program(crashes, (1, 2, 3), True).findings
    assert "IndexError" in finding.message
    assert "It happened in crashes" in finding.message
    assert finding.line == crashes.__code__.co_firstlineno + 2


class Touchy:
    """Whoever looks at it is told off."""

    def _refuse(self, *_):
        raise RuntimeError("hands off")

    __repr__ = __eq__ = __hash__ = __deepcopy__ = __len__ = __bool__ = _refuse


def careful(node, is_max, touchy):
    if isinstance(node, int):
        return node
    values = [careful(child, not is_max, Touchy()) for child in node]
    return max(values) if is_max else min(values)


def test_an_object_that_cannot_be_looked_at_is_not_told_as_an_error_of_the_program():
    report = check.program(careful, [[3, 12], [2, 4]], True, Touchy())
    assert not report.faults
    assert "hands off" not in str(report)


def careless(pile):
    best, chosen = -2, None
    for take in (1, 2, 3):
        value = nim(pile - take, False, {}, lambda *key: key)
        if value > best:
            chosen = take
    return chosen


def test_a_root_that_chooses_a_worse_move_is_worth_what_it_chose_and_it_is_told():
    assert [nim(6 - take, False, {}, lambda *key: key) for take in (1, 2, 3)] == [-1, 1, -1]
    report = check.program(careless, 6)
    assert [(found.code, found.line) for found in report.findings] == [("last", careless.__code__.co_firstlineno + 6)]
    assert "chooses 3, the last move. By its own search it is worth −1, and 2 is worth 1" in str(report)
    assert trace(careless, 6).root.value == -1


def points(score, rounds, is_max):
    if not rounds:
        return score
    return (max if is_max else min)(points(score + more, rounds - 1, not is_max) for more in (0, 1, 2))


def test_a_score_that_grows_and_rounds_that_become_fewer_are_no_window():
    report = check.program(points, 0, 4, True)
    assert not report.findings, str(report)
    assert trace(points, 0, 4, True).root.window is None
