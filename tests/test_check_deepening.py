"""Iterative deepening under a simulated clock: right in any style, and each fault told on a small tree."""

import datetime
import random
import time

import chess
import pytest

from minimax_lab import check
from minimax_lab.check.clock import BEGIN, TICK, Clock, _things, simulated
from minimax_lab.check.timed import Wide, decisive, steady, worth
from minimax_lab.game import MAX, MIN
from minimax_lab.games import tree
from minimax_lab.search import minimax, minimax_decision
from tests.students import deepening as students

MOVES = "wrong-move", "role-hard-coded", "never-deepens"


def codes(report):
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize("function", students.CORRECT)
def test_a_right_function_passes_in_any_style(function):
    report = check.deepening(function)
    assert report.passed, report
    assert (report.score, report.findings) == (1, ())


@pytest.mark.parametrize(("function", "code"), students.WRONG)
def test_a_wrong_function_gets_the_name_of_its_fault(function, code):
    report = check.deepening(function)
    assert codes(report) == [code]
    assert report.score == pytest.approx(2 / 3)
    assert report.findings[0].hints


@pytest.mark.parametrize(("function", "code"), students.BROKEN.items())
def test_a_broken_function_gets_a_plain_message(function, code):
    report = check.deepening(function)
    assert codes(report) == [code]
    assert report.score == 0


def test_an_error_is_told_on_the_smallest_tree_on_which_it_comes():
    (finding,) = check.deepening(students.catches_nothing).findings
    assert finding.counterexample == tree([5])
    assert finding.message == "It raised TimeIsUp."


def test_an_error_for_one_player_only_is_told_on_a_tree_of_that_player_and_leaves_the_other_points():
    def for_max_only(state, seconds, evaluate):
        if state.active_player is MIN:
            raise KeyError(MIN)
        return students.with_an_exception(state, seconds, evaluate)

    report = check.deepening(for_max_only)
    assert codes(report) == ["raises"]
    assert report.findings[0].counterexample == tree([1, 5], MIN)
    assert report.score == pytest.approx(2 / 3)


@pytest.mark.parametrize("function", [function for function, code in students.WRONG if code in MOVES])
def test_a_wrong_move_is_shown_where_it_is_wrong(function):
    (finding,) = check.deepening(function).findings
    made = finding.counterexample
    assert finding.returned != minimax_decision(made)
    values = {move: minimax(made.forecast_move(move)) for move in made.get_legal_moves()}
    assert values[finding.returned] != minimax(made)
    assert finding.expected_text == f"move {minimax_decision(made)}"


def test_two_faults_get_both_names():
    def both(state, seconds, evaluate):
        return None if seconds <= TICK else students.half_an_iteration(state, seconds, evaluate)

    assert codes(check.deepening(both)) == ["no-fallback-move", "unfinished-iteration"]


@pytest.mark.parametrize(
    ("function", "size"),
    [
        (students.half_an_iteration, 3),  # two moves, the least that there is to choose from
        (students.half_of_what_is_left, 4),  # and one move more, or there is only one iteration
    ],
)
def test_an_unfinished_iteration_is_shown_on_the_smallest_tree_with_both_times(function, size):
    (finding,) = check.deepening(function).findings
    assert finding.counterexample.size == size
    assert finding.message.endswith("seconds it played 1.")
    assert finding.returned == 0


def test_the_replay_is_the_run_that_is_told_of():
    (finding,) = check.deepening(students.half_an_iteration).findings
    replay = finding.replay()
    assert replay.trace.value == finding.returned
    assert replay.trace.steps[replay.step].kind == "return"


def test_a_report_is_the_same_every_time():
    assert str(check.deepening(students.half_an_iteration)) == str(check.deepening(students.half_an_iteration))


def test_a_safety_margin_is_no_fault():
    def careful(state, seconds, evaluate):
        return students.with_an_exception(state, max(0, 0.9 * seconds - 0.1), evaluate)

    assert check.deepening(careful).passed


def test_a_random_fallback_is_no_fault():
    rng = random.Random(1)

    def chooses_at_random_first(state, seconds, evaluate):
        chosen = rng.choice(state.get_legal_moves())
        check_time = students.watch(time.perf_counter() + seconds, time.perf_counter)
        try:
            for depth in range(1, 20):
                chosen = students.best_move(state, depth, evaluate, check_time)
        except students.TimeIsUp:
            pass
        return chosen

    assert check.deepening(chooses_at_random_first).passed


# The trees


@pytest.mark.parametrize("player", [MAX, MIN])
@pytest.mark.parametrize("depth", range(1, 6))
def test_the_last_move_of_a_steady_tree_is_best_at_every_depth(player, depth):
    assert minimax_decision(steady(5, 3, player), depth, worth) == 2


def test_one_ply_misleads_on_some_of_the_decisive_trees_of_either_player():
    misled = [tree for tree in decisive() if minimax_decision(tree, 1, worth) != minimax_decision(tree)]
    assert {tree.active_player for tree in misled} == {MAX, MIN}


def test_the_wide_game_goes_on():
    state = Wide()
    for _ in range(12):
        state = state.forecast_move(state.get_legal_moves()[-1])
    assert len(state.get_legal_moves()) == 4
    with pytest.raises(AttributeError):
        state.active_player = MIN


# The clock


def test_the_clock_stands_still_unless_something_is_done():
    clock = Clock()

    def look():
        return time.time(), time.monotonic_ns(), datetime.datetime.now()

    with simulated(clock, look):
        first, nanoseconds, date = look()
        clock.now += 5
        later, more, then = look()
        time.sleep(100)
        assert clock.now == pytest.approx(105, abs=0.05)
    assert first == pytest.approx(BEGIN, abs=0.05)
    assert later - first == pytest.approx(5, abs=0.05)
    assert (more - nanoseconds) / 1e9 == pytest.approx(5, abs=0.05)
    assert (then - date).total_seconds() == pytest.approx(5, abs=0.05)
    assert clock.looks == 6


def test_everything_is_put_back_also_after_an_error():
    before = time.time, time.sleep, datetime.datetime, students.perf_counter, students.time.monotonic
    try:
        with simulated(Clock(), students.with_an_exception):
            assert students.perf_counter is not before[3]
            raise KeyError
    except KeyError:
        pass
    assert (time.time, time.sleep, datetime.datetime, students.perf_counter, students.time.monotonic) == before


def test_a_clock_that_a_function_has_closed_over_is_replaced_and_put_back():
    function = students.closes_over(time.perf_counter)
    cell = next(cell for cell in function.__closure__ if cell.cell_contents is time.perf_counter)
    with simulated(Clock(), function):
        assert cell.cell_contents() == pytest.approx(BEGIN, abs=1)
    assert cell.cell_contents is time.perf_counter


@pytest.mark.parametrize("function", students.CAPTURED)
def test_a_clock_laid_by_is_put_back(function):
    def kept():
        functions = students.by_default.__defaults__, students.by_default_and_name.__kwdefaults__
        class_s = {name: vars(students.Keeps)[name] for name in ("now", "bare")}
        own = getattr(getattr(function, "__self__", function), "clock", None), students.KEEPS.clock
        return *map(str, functions), str(class_s), own, str(getattr(function, "keywords", ""))

    before = kept()
    with simulated(Clock(), function):
        assert kept() != before
    assert kept() == before


def test_installed_packages_are_left_alone():
    def plots(state, seconds, evaluate):
        chess.Board  # noqa: B018
        return students.with_an_exception(state, seconds, evaluate)

    assert not any((getattr(thing, "__module__", None) or "").startswith("chess") for thing in _things(plots, set()))
    assert students.with_an_exception in _things(plots, set())
