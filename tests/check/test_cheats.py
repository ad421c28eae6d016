"""Tricks that once got full marks get nothing; what a fair program returns still counts."""

import ast
import contextlib
import copy
import copyreg
import functools
import glob
import heapq
import itertools
import logging
import os
import pickle
import sys
import tempfile
import threading
import traceback
from collections import namedtuple
from fractions import Fraction

import numpy
import pytest

from minimax_lab import check
from minimax_lab.check.report import Report
from minimax_lab.check.sandbox import process
from minimax_lab.check.shared import StateChanged, equal, plain
from minimax_lab.game import MAX
from tools.students import correct
from tools.students import minimax as students


class Anything(float):
    """Whatever it is compared with, the comparison is true."""

    def __eq__(self, other):
        return True

    __lt__ = __le__ = __gt__ = __ge__ = __eq__
    __hash__ = float.__hash__


class AnyMove:
    def __eq__(self, other):
        return True

    __hash__ = object.__hash__


def agrees_with_everything(state, depth, maximizing, evaluate):
    return Anything(0)


def changes_the_comparison(state, depth, maximizing, evaluate):
    from minimax_lab.check.search import run

    run.agrees = lambda *_: True
    return 0


def changes_a_method(state, depth, maximizing, evaluate):
    from minimax_lab.check.search.run import Exercise

    Exercise.fault = lambda *_: ""
    return 0


def forges_the_report(state, depth, maximizing, evaluate):
    for folder in glob.glob(f"{tempfile.gettempdir()}/minimax-lab-*"):
        with open(f"{folder}/answer", "wb") as file:
            file.write(pickle.dumps(("returned", Report("minimax", [], 1.0))))
    os._exit(0)


def looks_at_the_calls_around_it(state, depth, maximizing, evaluate):
    frame = sys._getframe()
    while "case" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["self"].right_value(frame.f_locals["case"])


def asks_the_frames(frame):
    """What is right, from the first of the calls around it that knows."""
    while "case" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["self"].right_value(frame.f_locals["case"])


def looks_through_a_traceback(state, depth, maximizing, evaluate):
    try:
        raise ValueError
    except ValueError as error:
        return asks_the_frames(error.__traceback__.tb_frame)


def looks_through_a_generator(state, depth, maximizing, evaluate):
    def steps():
        yield running.gi_frame.f_back

    running = steps()
    return asks_the_frames(next(running))


def looks_through_logging(state, depth, maximizing, evaluate):
    return asks_the_frames(logging.currentframe())


def looks_by_tracing(state, depth, maximizing, evaluate):
    frames = []
    sys.settrace(lambda frame, event, arg: frames.append(frame))
    evaluate(state)
    sys.settrace(None)
    return asks_the_frames(frames[0])


def calls_what_the_check_compares_with(state, depth, maximizing, evaluate):
    from minimax_lab.check.search.run import minimax_value

    return minimax_value(state.tree, depth)


def calls_a_right_program_of_the_check(state, depth, maximizing, evaluate):
    from minimax_lab.check.right_programs import Program

    return Program("minimax").functions["minimax"](state, depth, maximizing, evaluate)


def stops_the_counting_and_borrows(state, depth, maximizing, evaluate):
    sys.settrace(None)
    from minimax_lab.search import minimax

    return minimax(state, depth, evaluate)


def asks_in_a_thread(state, depth, maximizing, evaluate):
    from minimax_lab.search import minimax

    found = []
    thread = threading.Thread(target=lambda: found.append(minimax(state, depth, evaluate)))
    thread.start()
    thread.join()
    return found[0]


def says_that_the_library_is_elsewhere(state, depth, maximizing, evaluate):
    import minimax_lab.games
    import minimax_lab.search

    module = sys.modules[minimax_lab.search.minimax.__module__]
    there, module.__file__ = module.__file__, minimax_lab.games.__file__
    try:
        return module.minimax(state, depth, evaluate)
    finally:
        module.__file__ = there


def says_that_it_is_from_nowhere(state, depth, maximizing, evaluate):
    """A tracing that raises is dropped: then nothing notices what is called."""
    from minimax_lab.search import minimax

    globals()["__file__"] = []
    with contextlib.suppress(TypeError):  # of the tracing, or of the function
        all_right(None)
    return minimax(state, depth, evaluate)


def all_right(report):
    return vars(report) | {"score": 1.0, "findings": ()}


def adds_a_state(state, depth, maximizing, evaluate):
    Report.__getstate__ = all_right
    return 0


def adds_a_state_that_is_no_function(state, depth, maximizing, evaluate):
    Report.__getstate__ = functools.partialmethod(all_right)
    return 0


def adds_a_property(state, depth, maximizing, evaluate):
    Report.findings = property(lambda self: (), lambda self, value: None)
    return 0


def adds_a_way_to_pickle(state, depth, maximizing, evaluate):
    copyreg.pickle(Report, lambda report: (Report, ("minimax", [], 1.0)))
    return 0


def searches_the_key(state, depth, maximizing, evaluate):
    def value(tree, left):
        if left == 0 or not tree.children:
            return state.log.evaluation(tree)
        choose = max if tree.active_player is MAX else min
        return choose(value(child, left - 1) for child in tree.children.values())

    return value(state.key(), depth)


def leaves_no_trace(state, depth, maximizing, evaluate):
    value = correct.MINIMAX[0](state, depth, maximizing, evaluate)
    state.log.events.clear()
    return value


@pytest.mark.parametrize(
    "cheat",
    [
        adds_a_property,
        adds_a_state,
        adds_a_state_that_is_no_function,
        adds_a_way_to_pickle,
        agrees_with_everything,
        asks_in_a_thread,
        calls_a_right_program_of_the_check,
        calls_what_the_check_compares_with,
        changes_a_method,
        changes_the_comparison,
        forges_the_report,
        leaves_no_trace,
        looks_at_the_calls_around_it,
        looks_by_tracing,
        looks_through_a_generator,
        looks_through_a_traceback,
        looks_through_logging,
        says_that_it_is_from_nowhere,
        searches_the_key,
        says_that_the_library_is_elsewhere,
        stops_the_counting_and_borrows,
    ],
)
def test_a_trick_gets_nothing(cheat, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # so that no other check on this machine is disturbed
    report = check.minimax(minimax=cheat)
    assert (report.passed, report.score) == (False, 0.0)


def test_the_right_answers_to_examples_cannot_be_read():
    def reads(number):
        try:
            raise ValueError
        except ValueError as error:
            frame = error.__traceback__.tb_frame
        while "wanted" not in frame.f_locals:
            frame = frame.f_back
        return dict(frame.f_locals["wanted"])[(number,)]

    assert check.examples(reads, [((2,), 4), ((3,), 9)]).score == 0


def what_the_callers_know():
    summary = traceback.StackSummary.extract(traceback.walk_stack(None), capture_locals=True)
    return [frame.locals for frame in summary]


def what_an_error_has_passed():
    try:
        raise ValueError
    except ValueError as error:
        seen = traceback.TracebackException.from_exception(error, capture_locals=True)
    return [frame.locals for frame in seen.stack]


def what_is_handed_on_by_others():
    frames = heapq.merge(zip(itertools.count(), traceback.walk_stack(None), strict=False))
    return [{name: repr(value) for name, value in frame.f_locals.items()} for _, frame in frames]


def test_the_right_answers_to_examples_cannot_be_read_as_text():
    for look in what_the_callers_know, what_an_error_has_passed, what_is_handed_on_by_others:

        def reads(number, look=look):
            known = next(names["wanted"] for names in look() if "wanted" in names)
            return dict(ast.literal_eval(known))[(number,)]

        report = check.examples(reads, [((2,), 4), ((3,), 9)])
        assert report.score == 0
        assert "PermissionError" in str(report)


@pytest.mark.exhaustive
def test_a_program_that_logs_and_prints_its_own_errors_is_fair():
    def minimax(state, depth, maximizing, evaluate):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        logging.getLogger("student").warning("%d moves", len(moves))
        try:
            raise ValueError("on purpose")
        except ValueError:
            assert "on purpose" in traceback.format_exc()
            assert "on purpose" in "".join(traceback.TracebackException(*sys.exc_info()).format())
        assert "minimax" in "".join(traceback.format_stack())
        best = max if maximizing else min
        return best(minimax(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves)

    assert check.minimax(minimax=minimax).passed


def test_what_others_have_said_of_pickling_our_errors_is_no_trick(monkeypatch):
    monkeypatch.setitem(copyreg.dispatch_table, StateChanged, lambda error: (StateChanged, ()))  # as Dask's tblib does
    assert check.minimax(minimax=correct.MINIMAX[0]).passed


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_one_student_cannot_write_the_report_of_another(way, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("MINIMAX_LAB_CHECKS", way)
    looked = []

    def forge_when_it_is_over(process, folder, wait_for=process._wait_for):
        ended = wait_for(process, folder)
        looked.append(folder)
        (folder / "answer").write_bytes(pickle.dumps(("returned", Report("minimax", [], 1.0))))
        return ended

    monkeypatch.setattr(process, "_wait_for", forge_when_it_is_over)
    assert not check.minimax(minimax=lambda state, depth, maximizing, evaluate: 0).passed
    assert looked


def test_a_move_that_says_it_is_every_move_is_none():
    assert not check.decision(lambda state, depth, evaluate: AnyMove()).passed


def test_numbers_and_lists_of_another_kind_are_equal_to_plain_ones():
    Cell = namedtuple("Cell", "x y")
    same = (numpy.int64(3), 3), (numpy.float64(0.5), 0.5), (Fraction(1, 2), 0.5), ([Cell(1, 2)], [(1, 2)])
    assert all(equal(one, other) for one, other in same)
    different = (Anything(0), 1), ((1, Anything(0)), (1, 1)), (AnyMove(), 0)
    assert not any(equal(one, other) for one, other in different)
    assert type(plain(Anything(2))) is float


def test_a_search_with_numpy_numbers_still_passes():
    student = students.program("import numpy\n" + students.LOOP.replace("return best", "return numpy.float64(best)"))
    assert check.minimax(minimax=student).passed


plain_minimax = students.program(students.LOOP)


def copies_what_it_is_given(state, depth, alpha, beta, maximizing, evaluate):
    state, evaluate = copy.deepcopy((state, evaluate))
    return plain_minimax(state, depth, maximizing, evaluate)


def test_a_search_that_works_on_copies_is_seen_to_cut_nothing():
    report = check.alphabeta(copies_what_it_is_given)
    assert not report.passed
    assert report.findings[0].title == "Nothing is ever cut off"


def test_what_is_equal_to_everything_is_not_equal_inside_of_something_else():
    assert not equal([AnyMove()], [1])
    assert not equal((3, AnyMove()), (3, 4))
    assert not equal({AnyMove()}, {"a"})
    assert not equal({"a": AnyMove()}, {"a": 1})
    assert equal([(1, 2.0), {"a": [True]}, {1}], [(1.0, 2), {"a": [1]}, {1.0}])
